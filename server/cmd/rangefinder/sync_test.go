package main

import (
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang/edm"
	"rangefinder/server"
	"rangefinder/server/connection"
	"rangefinder/server/tableauth"
)

// shop serves an account with a table Orders and returns a client of it. The commands find it as "shop".
func shop(t *testing.T) engine.Service {
	t.Helper()
	account := tableauth.WellKnownAccount()
	tables, err := server.OpenTables(t.Context(), server.TablesConfig{Accounts: []tableauth.Account{account}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tables.Close() })
	site := httptest.NewServer(tables)
	t.Cleanup(site.Close)
	text := "AccountName=" + account.Name + ";AccountKey=" + tableauth.WellKnownKey + ";TableEndpoint=" + site.URL + "/" + account.Name
	t.Setenv("SHOP", text)
	a, err := connection.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	c := &tablerest.Client{Doer: a.Doer(nil), URL: a.URL()}
	if err := c.CreateTable(t.Context(), "Orders"); err != nil {
		t.Fatal(err)
	}
	for i := range 250 {
		put(t, c, engine.Insert, fmt.Sprint("c", i%3), fmt.Sprintf("%04d", i), "State", "open")
	}
	return c
}

func put(t *testing.T, s engine.Service, kind engine.OpKind, pk, rk, name, value string) {
	t.Helper()
	op := engine.Op{Kind: kind, PartitionKey: pk, RowKey: rk, Properties: []engine.Property{{Name: name, Value: edm.NewString(value)}}}
	if kind == engine.Delete || kind == engine.Merge {
		op.IfMatch = "*"
	}
	if kind == engine.Delete {
		op.Properties = nil
	}
	if _, err := s.Apply(t.Context(), "Orders", op); err != nil {
		t.Fatal(err)
	}
}

// edit changes a copy where it is kept, as somebody who works on it does.
func edit(t *testing.T, path string, do func(*engine.DB)) {
	t.Helper()
	at, err := openPlace(t.Context(), path, toWrite)
	if err != nil {
		t.Fatal(err)
	}
	do(at.DB)
	if err := at.close(true); err != nil {
		t.Fatal(err)
	}
}

// keepInStep runs a command and fails the test when it ends otherwise than expected, or tells the key.
func keepInStep(t *testing.T, want int, args ...string) string {
	t.Helper()
	status, stdout, stderr := runWith("", append(args, "--account", "shop=env:SHOP", "--retry", "none")...)
	if status != want {
		t.Fatalf("%v: status %d, want %d\n%s%s", args, status, want, stdout, stderr)
	}
	if strings.Contains(stdout+stderr, tableauth.WellKnownKey) {
		t.Errorf("%v tells the key", args)
	}
	return stdout + stderr
}

// Ensure that a table can be pulled into a file or a directory, changed, compared and pushed, and that a conflict is found and
// resolved, with the exit status telling each.
func TestSync_Commands(t *testing.T) {
	for _, kind := range []string{"work.rangefinder.ndjson", "data" + string(filepath.Separator)} {
		t.Run(kind, func(t *testing.T) {
			remote := shop(t)
			path := t.TempDir() + string(filepath.Separator) + kind
			if said := keepInStep(t, 0, "pull", "Orders@shop", path); !strings.Contains(said, "250 added") {
				t.Errorf("pull says %s", said)
			}
			keepInStep(t, 0, "compare", "Orders@"+path, "Orders@shop")
			if said := keepInStep(t, 0, "push", "Orders@"+path, "shop", "--dry-run"); !strings.Contains(said, "0 requests") {
				t.Errorf("a push of nothing says %s", said)
			}
			edit(t, path, func(db *engine.DB) {
				put(t, db, engine.Merge, "c0", "0000", "State", "paid")
				put(t, db, engine.Merge, "c1", "0001", "State", "mine")
				put(t, db, engine.Delete, "c2", "0002", "", "")
				put(t, db, engine.Insert, "c9", "new", "State", "open")
			})
			put(t, remote, engine.Merge, "c1", "0001", "State", "theirs")
			if said := keepInStep(t, 3, "compare", "Orders@"+path, "Orders@"+path+":base"); !strings.Contains(said, `~ ("c0", "0000") State`) || !strings.Contains(said, "4 differences") {
				t.Errorf("compare says %s", said)
			}
			if said := keepInStep(t, 3, "push", "Orders@"+path, "shop", "--dry-run"); !strings.Contains(said, "would write 3 in ") || !strings.Contains(said, "1 in conflict, 1 still") {
				t.Errorf("a dry run says %s", said)
			}
			if said := keepInStep(t, 3, "push", "Orders@"+path, "shop"); !strings.Contains(said, "3 written") || !strings.Contains(said, "1 in conflict") {
				t.Errorf("push says %s", said)
			}
			if e, err := remote.Get(t.Context(), "Orders", "c1", "0001"); err != nil || e.Property(0).Value.Text() != "theirs" {
				t.Errorf("a conflict was overwritten: %v, %v", e.Properties(), err)
			}
			keepInStep(t, 0, "push", "Orders@"+path, "shop", "--conflicts", "mine")
			if e, err := remote.Get(t.Context(), "Orders", "c1", "0001"); err != nil || e.Property(0).Value.Text() != "mine" {
				t.Errorf("a resolved conflict is %v, %v", e.Properties(), err)
			}
			keepInStep(t, 0, "pull", "Orders@shop", path)
			keepInStep(t, 0, "compare", "Orders@shop", "Orders@"+path)
		})
	}
}

// Ensure that without a rule an entity that both sides changed stays as it is on each side, also when they changed different
// properties and at the second push; that the rules mean whole entities unless they say merge, in a pull and in a push; and that a
// dry run says what the push then does.
func TestSync_ConflictRules(t *testing.T) {
	both := func(t *testing.T, s engine.Service) string {
		e, err := s.Get(t.Context(), "Orders", "c1", "0001")
		if err != nil {
			t.Fatal(err)
		}
		state, _ := e.Value("State")
		note, _ := e.Value("Note")
		return state.Text() + "/" + note.Text()
	}
	for rule, want := range map[string]string{"ask": "open/theirs", "mine": "mine/", "theirs": "open/theirs", "merge-mine": "mine/theirs", "merge-theirs": "mine/theirs"} {
		for _, by := range []string{"pull", "push"} {
			t.Run(rule+" "+by, func(t *testing.T) {
				remote := shop(t)
				path := filepath.Join(t.TempDir(), "w.ndjson")
				keepInStep(t, 0, "pull", "Orders@shop", path)
				edit(t, path, func(db *engine.DB) { put(t, db, engine.Merge, "c1", "0001", "State", "mine") })
				put(t, remote, engine.Merge, "c1", "0001", "Note", "theirs")
				status := 0
				if rule == "ask" {
					status = 3
				}
				push := []string{"push", "Orders@" + path, "shop", "--quiet", "--conflicts", rule}
				if by == "pull" {
					said := keepInStep(t, status, "pull", "Orders@shop", path, "--conflicts", rule)
					if !strings.Contains(said, "1 new conflict, ") {
						t.Errorf("pull says %s", said)
					}
					push = push[:4]
				}
				would := keepInStep(t, status, append(push, "--dry-run")...)
				would, _, _ = strings.Cut(strings.Replace(would, "a push would write 1 in", "1 written in", 1), "; the dry run")
				would = strings.Replace(would, "a push would write 0 in", "0 written in", 1)
				did := keepInStep(t, status, push...)
				if strings.TrimSpace(strings.Replace(did, "0 refused, ", "", 1)) != would {
					t.Errorf("the dry run says %s, the push %s", would, did)
				}
				keepInStep(t, status, push...)
				if got := both(t, remote); got != want {
					t.Errorf("the service has %s, want %s", got, want)
				}
			})
		}
	}
}

// Ensure that what cannot be done says why, and does nothing.
func TestSync_Refusals(t *testing.T) {
	shop(t)
	dir := t.TempDir()
	csv := filepath.Join(dir, "a.csv")
	if err := os.WriteFile(csv, []byte("PartitionKey,RowKey\na,b\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		status int
		says   string
		args   []string
	}{
		{2, "is not a table and where it is", []string{"pull", "Orders", filepath.Join(dir, "x")}},
		{2, "no account", []string{"pull", "Orders@nobody", filepath.Join(dir, "x")}},
		{1, "shop has no table Nothing (TableNotFound: The table specified does not exist.)", []string{"pull", "Nothing@shop", filepath.Join(dir, "x")}},
		{1, "not a workspace file", []string{"pull", "Orders@shop", csv}},
		{1, "there is no file or folder", []string{"push", "Orders@" + filepath.Join(dir, "x"), "shop"}},
		{2, `"Q2" cannot be the name of a table`, []string{"push", "Q2@" + filepath.Join(dir, "x"), "shop"}},
		{2, "--conflicts", []string{"push", "Orders@x", "shop", "--conflicts", "all"}},
		{2, "--conflicts", []string{"pull", "Orders@shop", filepath.Join(dir, "x"), "--conflicts", "all"}},
		{2, "do not go together", []string{"pull", "Orders@shop", filepath.Join(dir, "x"), "--filter", "A eq 1", "--partition", "p"}},
		{2, "--filter", []string{"pull", "Orders@shop", filepath.Join(dir, "x"), "--filter", "A eq"}},
		{2, "name of a table", []string{"pull", "Orders@shop", filepath.Join(dir, "x"), "--as", "1"}},
		{2, "--account", []string{"pull", "Orders@shop", filepath.Join(dir, "x"), "--account", "other=" + filepath.Join(dir, "missing")}},
		{2, "TABLE@SIDE is missing: it takes TABLE@SIDE TABLE@SIDE", []string{"compare", "Orders@x"}},
		{2, "PLACE is missing", []string{"pull", "Orders@shop"}},
		{2, `"shop" is too many`, []string{"push", "Orders@x", "shop", "shop"}},
		{2, "\n  A eq\n", []string{"pull", "Orders@shop", filepath.Join(dir, "x"), "--filter", "A eq"}},
		{1, "there is no folder", []string{"pull", "Orders@shop", filepath.Join(dir, "no", "x")}},
		{2, "shop is an account; :base is a copy", []string{"compare", "Orders@shop:base", "Orders@shop"}},
		{2, "did you mean shop?", []string{"compare", "Orders@shoop", "Orders@shop"}},
		{2, "no account and no file", []string{"compare", "Orders@no.ndjson", "Orders@shop"}},
		{2, "--at-once", []string{"pull", "Orders@shop", filepath.Join(dir, "x"), "--at-once", "0"}},
	} {
		if said := keepInStep(t, test.status, test.args...); !strings.Contains(said, test.says) {
			t.Errorf("%v says %s", test.args, said)
		}
	}
	if names, _ := filepath.Glob(filepath.Join(dir, "*")); len(names) != 1 {
		t.Errorf("files were left: %v", names)
	}
}
