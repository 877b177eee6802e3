package main

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/server/connection"
)

// Ensure that what a service says reaches the terminal as text only, on either output.
func TestSync_HostileText(t *testing.T) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		w.Write([]byte(`{"odata.error":{"code":"Bad\u001b]0;title\u0007","message":{"lang":"en-US","value":"\u001b[31mred \u202e\u009b1m"}}}`))
	}))
	t.Cleanup(site.Close)
	t.Setenv("SHOP", "AccountName=shop;AccountKey="+liveKey+";TableEndpoint="+site.URL+"/shop")
	said := keepInStep(t, 1, "pull", "Orders@shop", filepath.Join(t.TempDir(), "x"))
	if strings.ContainsAny(said, "\x1b\a\u202e\u009b") || !strings.Contains(said, "[31mred") {
		t.Errorf("%q", said)
	}
}

// Ensure that a request that cannot be signed is not tried again for minutes, and one that the service does not answer tells why.
func TestSync_Unanswered(t *testing.T) {
	var o accountOptions
	o.flags, o.retry, o.scheme, o.atOnce = texts{"roles=https://127.0.0.1:1/acct"}, "exponential", "SharedKeyLite", 1
	for _, name := range []string{"AZURE_TENANT_ID", "AZURE_CLIENT_ID", "IDENTITY_ENDPOINT", "MSI_ENDPOINT"} {
		t.Setenv(name, "")
	}
	t.Setenv("AZURE_TOKEN_CREDENTIALS", "EnvironmentCredential") // and no other, which would look around in the network
	var said []string
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	account, err := o.find("roles", func(text string) { said = append(said, text); stop() })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := account.Tables(ctx, "", 1); err == nil || !strings.Contains(err.Error(), "Entra ID") || len(said) != 0 {
		t.Errorf("%v after %q", err, said)
	}
	t.Setenv(connection.Variable, "AccountName=acct;AccountKey="+liveKey+";TableEndpoint=http://127.0.0.1:1/acct")
	o.flags = nil
	account, err = o.find("acct", func(text string) { said = append(said, text); stop() })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := account.Tables(ctx, "", 1); !errors.Is(err, context.Canceled) || len(said) != 1 || !strings.Contains(said[0], "refused") || !strings.Contains(said[0], "attempt 2 in 3s") {
		t.Errorf("%v after %q", err, said)
	}
}

// Ensure that requests that fail together tell of one wait.
func TestWaits(t *testing.T) {
	var said []string
	w := &waits{name: "shop", say: func(text string) { said = append(said, text) }}
	for range 3 {
		w.tell(tablerest.Pause{Attempt: 1, Status: 503, Code: "ServerBusy", Wait: time.Hour})
	}
	w.tell(tablerest.Pause{Attempt: 2, Status: 503, Code: "ServerBusy"})
	w.tell(tablerest.Pause{Attempt: 1, Status: 500, Code: "InternalError"}) // another request, after that wait
	want := []string{"shop answers 503 ServerBusy; attempt 2 in 1h0m0s, Ctrl+C stops", "shop answers 503 ServerBusy; attempt 3 in 0s, Ctrl+C stops", "shop answers 500 InternalError; attempt 2 in 0s, Ctrl+C stops"}
	if !slices.Equal(said, want) {
		t.Errorf("%q", said)
	}
}

// Ensure that what somebody changes in a workspace file itself is neither taken for what the service holds nor overwritten, and can
// be compared.
func TestSync_EditedFile(t *testing.T) {
	shop(t)
	path := filepath.Join(t.TempDir(), "w.ndjson")
	keepInStep(t, 0, "pull", "Orders@shop", path)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	edited := strings.Replace(string(text), `"State":"open"`, `"State":"shut"`, 1)
	if err := os.WriteFile(path, []byte(edited), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"pull", "Orders@shop", path}, {"pull", "Orders@shop", path, "--as", "Other"}, {"push", "Orders@" + path, "shop"}, {"push", "Orders@" + path, "shop", "--dry-run"}} {
		if said := keepInStep(t, 1, args...); !strings.Contains(said, "changed in the file itself") {
			t.Errorf("%v says %s", args, said)
		}
	}
	if said := keepInStep(t, 3, "compare", "Orders@"+path, "Orders@shop"); !strings.Contains(said, "1 difference; ") {
		t.Errorf("compare says %s", said)
	}
	if now, err := os.ReadFile(path); err != nil || string(now) != edited {
		t.Errorf("the file was written: %v", err)
	}
}

// Ensure that a push whose process was killed before it wrote the file is gone on with: what it had written is found there, also a
// delete and an insert, and is no conflict.
func TestSync_KilledBeforeTheFileWasWritten(t *testing.T) {
	remote := shop(t)
	path := filepath.Join(t.TempDir(), "w.ndjson")
	keepInStep(t, 0, "pull", "Orders@shop", path)
	edit(t, path, func(db *engine.DB) {
		put(t, db, engine.Merge, "c0", "0000", "State", "paid")
		put(t, db, engine.Delete, "c2", "0002", "", "")
		put(t, db, engine.Insert, "c9", "new", "State", "open")
	})
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	keepInStep(t, 0, "push", "Orders@"+path, "shop")
	if err := os.WriteFile(path, before, 0o600); err != nil {
		t.Fatal(err)
	}
	if said := keepInStep(t, 0, "push", "Orders@"+path, "shop"); !strings.Contains(said, "0 in conflict, 0 still") {
		t.Errorf("push says %s", said)
	}
	keepInStep(t, 0, "compare", "Orders@"+path, "Orders@shop")
	if e, err := remote.Get(t.Context(), "Orders", "c0", "0000"); err != nil || e.Property(0).Value.Text() != "paid" {
		t.Errorf("%v, %v", e.Properties(), err)
	}
}
