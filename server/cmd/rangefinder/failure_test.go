package main

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/tablesync"
	"rangefinder/server/connection"
	"rangefinder/server/tableauth"
)

// Ensure that what an account refuses is told with the account's name and what to do: the time of a signature that is over or not yet
// good, a key that is wrong, and an account that does not answer.
func TestFailure_Signatures(t *testing.T) {
	shop(t)
	endpoint := "TableEndpoint=" + strings.Split(os.Getenv("SHOP"), "TableEndpoint=")[1]
	sas := func(times string) string {
		return endpoint + ";SharedAccessSignature=sv=2019-02-02&ss=t&srt=sco&sp=rl&" + times + "sig=9JFkWmofJOTunbm2UwmGQ/5hvaUicBS4o51INnA3cD0%3D"
	}
	for _, test := range []struct{ text, says string }{
		{sas("se=2024-01-02T03:04:05Z&"), "other: the shared access signature expired on 2024-01-02 03:04:05 UTC, "},
		{sas("se=2024-01-02&"), "expired on 2024-01-02 00:00:00 UTC"},
		{sas("st=2999-01-01T00:00Z&se=2999-02-01T00:00Z&"), "is not valid before 2999-01-01 00:00:00 UTC"},
		{sas("se=2999-01-01T00:00:00Z&"), "although it is valid until 2999-01-01 00:00:00 UTC: it was changed"},
		{sas("si=policy&"), "its stored policy may have ended"},
		{"AccountName=" + tableauth.WellKnownName + ";AccountKey=" + liveKey + ";" + endpoint, "other: the account refuses the key"},
		{"AccountName=" + tableauth.WellKnownName + ";AccountKey=" + liveKey + ";TableEndpoint=http://127.0.0.1:1/x", "other cannot be reached at http://127.0.0.1:1/x: "},
	} {
		t.Setenv("OTHER", test.text)
		said := keepInStep(t, 1, "pull", "Orders@other", filepath.Join(t.TempDir(), "x"), "--account", "other=env:OTHER")
		if !strings.Contains(said, test.says) || strings.Contains(said, "9JFkWm") || strings.Contains(said, liveKey) {
			t.Errorf("%q is not in %s", test.says, said)
		}
	}
}

// Ensure that an answer that is none of the Table protocol is not told as the service's InternalError, whatever the command.
func TestFailure_Answers(t *testing.T) {
	for _, body := range []string{"<html>Bad Gateway</html>", "", "{}", `{"value":[{"PartitionKey":1`} {
		for _, status := range []int{200, 404, 502} {
			site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.WriteHeader(status)
				io.WriteString(w, body)
			}))
			t.Cleanup(site.Close)
			t.Setenv("SHOP", "AccountName="+tableauth.WellKnownName+";AccountKey="+tableauth.WellKnownKey+";TableEndpoint="+site.URL)
			file := filepath.Join(t.TempDir(), "x.rangefinder.ndjson")
			for _, args := range [][]string{{"pull", "Orders@shop", file}, {"compare", "Orders@shop", "Items@shop"}, {"copy", "Orders@shop", file}} {
				_, stdout, stderr := runWith("", append(args, "--account", "shop=env:SHOP", "--retry", "none")...)
				if said := stdout + stderr; strings.Contains(said, "InternalError") || !strings.Contains(said, "WrongAnswer: The service") {
					t.Errorf("%v with status %d and %q: %s", args, status, body, said)
				}
			}
		}
	}
}

// Ensure that a failure of signing in says what to do first, and one line of each way that was tried.
func TestFailure_SignIn(t *testing.T) {
	err := &connection.SignInError{Err: errors.New("signing in failed: DefaultAzureCredential: failed.\nAttempted credentials:\n\tEnvironmentCredential: missing AZURE_TENANT_ID\n" +
		"\tManagedIdentityCredential authentication failed. \n\t\tGET http://x\n\t\t-----\n\tAzureCLICredential: Azure CLI not found on path")}
	const want = "prod: nothing on this machine could sign in with Entra ID: run `az login`, or set AZURE_TENANT_ID, AZURE_CLIENT_ID and AZURE_CLIENT_SECRET, or give a connection string. These were tried:\n" +
		"  EnvironmentCredential: missing AZURE_TENANT_ID\n  ManagedIdentityCredential authentication failed\n  AzureCLICredential: Azure CLI not found on path"
	if got := (&accountError{&remote{name: "prod"}, "T", err}).Error(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	short := &connection.SignInError{Err: errors.New("signing in with Entra ID took longer than 30s")}
	if got := (&accountError{&remote{name: "prod"}, "T", short}).Error(); got != "prod: signing in with Entra ID took longer than 30s" {
		t.Error(got)
	}
}

// Ensure that times are said in a unit that tells something.
func TestFailure_Roughly(t *testing.T) {
	for d, want := range map[time.Duration]string{
		50 * time.Hour: "2 days", 30 * time.Hour: "30 hours", 90 * time.Minute: "90 minutes", time.Minute: "1 minute", time.Second: "1 second",
	} {
		if got := roughly(d); got != want {
			t.Errorf("%v: %s, want %s", d, got, want)
		}
	}
}

// Ensure that a copy of a part is compared with that part, and that it says so; and that a copy which is pushed elsewhere is told what
// does that.
func TestSync_PartialCopies(t *testing.T) {
	remote := shop(t)
	for scope, says := range map[string]string{"--filter=PartitionKey eq 'c1'": "compared with that part: PartitionKey eq 'c1'", "--partition=c1": "is a copy of 1 partition of Orders"} {
		path := filepath.Join(t.TempDir(), "w.ndjson")
		keepInStep(t, 0, "pull", "Orders@shop", path, scope)
		for _, sides := range [][]string{{"Orders@" + path, "Orders@shop"}, {"Orders@shop", "Orders@" + path}} {
			if said := keepInStep(t, 0, "compare", sides[0], sides[1]); !strings.Contains(said, "0 differences") || !strings.Contains(said, says) {
				t.Errorf("compare says %s", said)
			}
		}
		put(t, remote, engine.Merge, "c1", "0001", "State", "new")
		if said := keepInStep(t, 3, "compare", "Orders@"+path, "Orders@shop"); !strings.Contains(said, "1 difference;") {
			t.Errorf("compare says %s", said)
		}
		put(t, remote, engine.Merge, "c1", "0001", "State", "open")
		edit(t, path, func(db *engine.DB) { put(t, db, engine.Merge, "c1", "0001", "State", "mine") })
		t.Setenv("OTHER", strings.Replace(os.Getenv("SHOP"), "127.0.0.1", "localhost", 1))
		said := keepInStep(t, 1, "push", "Orders@"+path, "other", "--account", "other=env:OTHER")
		if !strings.Contains(said, string(tablesync.OtherOrigin)) || !strings.Contains(said, "`rangefinder copy`") {
			t.Errorf("a push elsewhere says %s", said)
		}
	}
}
