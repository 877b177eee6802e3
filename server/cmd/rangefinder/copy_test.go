//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"rangefinder/engine"
	"rangefinder/server"
	"rangefinder/server/tableauth"
)

// person is a terminal at which somebody types.
type person struct{ *strings.Reader }

// Terminal implements terminal.
func (person) Terminal() bool { return true }

// Ensure that a table goes from an account into a file, another table of that file, a directory and back into the account, and that
// what is equal is not sent again.
func TestCopy_Places(t *testing.T) {
	shop(t)
	file := filepath.Join(t.TempDir(), "w.ndjson")
	dir := t.TempDir() + string(filepath.Separator)
	for _, step := range [][]string{
		{"Orders@shop", file}, {"Orders@" + file, "Second@" + file}, {"Second@" + file, dir}, {"Second@" + dir, "shop"},
	} {
		said := keepInStep(t, 0, "copy", step[0], step[1], "--yes", "--quiet", "--verify", "all")
		if !strings.Contains(said, "250 new and 0 over") || !strings.Contains(said, "250 written") || !strings.Contains(said, "read back: 250 of 250, 0 missing, 0 different") {
			t.Errorf("%v says %s", step, said)
		}
	}
	keepInStep(t, 0, "compare", "Orders@shop", "Second@shop")
	if said := keepInStep(t, 0, "copy", "Second@"+dir, "shop", "--quiet"); !strings.Contains(said, "to write: 0,") || !strings.Contains(said, "250 there already; 0 requests") {
		t.Errorf("a second copy says %s", said)
	}
	said := keepInStep(t, 0, "copy", "Orders@shop", "Part@"+file, "--yes", "--filter", "PartitionKey eq 'c1'", "--select", "Nothing")
	if !strings.Contains(said, "83 written") || !strings.Contains(said, `no entity has the property "Nothing"`) {
		t.Errorf("a part says %s", said)
	}
	if said := keepInStep(t, 2, "copy", "Orders@shop", filepath.Join(t.TempDir(), "orders.csv"), "--yes"); !strings.Contains(said, "whose name ends in .ndjson") {
		t.Errorf("a copy into a new CSV file says %s", said)
	}
	edit(t, file, func(db *engine.DB) {
		if s, err := db.Snapshot("Part"); err != nil || s.Len() != 83 || s.At(0).Len() != 0 {
			t.Errorf("the part has %v, %v", s, err)
		}
	})
}

// Ensure that a copy for an account does not end in a folder that has the account's name, in either direction.
func TestCopy_AccountAndFolder(t *testing.T) {
	shop(t)
	t.Chdir(t.TempDir())
	if err := os.Mkdir("shop", 0o700); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"copy", "Orders@shop", "Second@shop", "--yes", "--verify", "all"}, {"compare", "Orders@shop", "Second@shop"}} {
		said := keepInStep(t, 0, append(args, "--quiet")...)
		if !strings.Contains(said, "shop is taken for the account; write ./shop for the file or folder") {
			t.Errorf("%v says %s", args, said)
		}
	}
	if said := keepInStep(t, 0, "copy", "Orders@shop", "./shop/", "--yes", "--quiet"); !strings.Contains(said, "250 written") {
		t.Errorf("a copy into the folder says %s", said)
	}
	if said := keepInStep(t, 0, "compare", "Second@shop", "Orders@./shop"); !strings.Contains(said, "0 differences") {
		t.Errorf("compare with the folder says %s", said)
	}
	if err := errors.Join(os.WriteFile("key", []byte("no connection string"), 0o600), os.Mkdir("other", 0o700)); err != nil {
		t.Fatal(err)
	}
	keepInStep(t, 2, "copy", "Orders@shop", "Second@other", "--yes", "--account", "other=key")
	if made, err := os.ReadDir("other"); err != nil || len(made) > 0 {
		t.Errorf("a copy for an account that cannot be read made %v in the folder, %v", made, err)
	}
}

// Ensure that what is there and different is told before the first write and becomes what --existing says, and that the exit status
// says whether something is left.
func TestCopy_Existing(t *testing.T) {
	for rule, want := range map[string]struct {
		status int
		says   string
		value  string
	}{
		"stop": {3, "nothing was written: --existing", "theirs/"}, "skip": {0, "1 different there and left", "theirs/"},
		"replace": {0, "1 over what is there", "open/"}, "merge": {0, "1 over what is there", "open/x"},
	} {
		remote := shop(t)
		file := filepath.Join(t.TempDir(), "w.ndjson")
		keepInStep(t, 0, "copy", "Orders@shop", file, "--yes")
		put(t, remote, engine.Merge, "c1", "0001", "State", "theirs")
		if rule == "merge" {
			put(t, remote, engine.Merge, "c1", "0001", "Note", "x")
		}
		put(t, remote, engine.Delete, "c2", "0002", "", "")
		said := keepInStep(t, want.status, "copy", "Orders@"+file, "shop", "--yes", "--existing", rule)
		if !strings.Contains(said, want.says) || !strings.Contains(said, `("c1", "0001")`) || !strings.Contains(said, "248 equal") {
			t.Errorf("%s says %s", rule, said)
		}
		e, err := remote.Get(t.Context(), "Orders", "c1", "0001")
		if err != nil {
			t.Fatal(err)
		}
		state, _ := e.Value("State")
		note, _ := e.Value("Note")
		if got := state.Text() + "/" + note.Text(); got != want.value {
			t.Errorf("%s: the service has %s, want %s", rule, got, want.value)
		}
		if _, err := remote.Get(t.Context(), "Orders", "c2", "0002"); (err == nil) != (rule != "stop") {
			t.Errorf("%s: what was missing: %v", rule, err)
		}
	}
}

// Ensure that nothing is written before somebody has said yes, on a terminal or by a flag.
func TestCopy_Asks(t *testing.T) {
	remote := shop(t)
	file := filepath.Join(t.TempDir(), "w.ndjson")
	keepInStep(t, 0, "copy", "Orders@shop", file, "--yes")
	args := []string{"copy", "Orders@" + file, "New@shop", "--account", "shop=env:SHOP"}
	for _, test := range []struct {
		typed  string
		status int
		says   string
	}{
		{"", 1, "nothing was written"}, {"n\n", 1, "nothing was written"}, {"Y\n", 0, "250 written"},
	} {
		var stdout, stderr bytes.Buffer
		status := run(args, person{strings.NewReader(test.typed)}, &stdout, &stderr)
		said := stdout.String() + stderr.String()
		if status != test.status || !strings.Contains(said, "Write 250 entities to shop? [y/N] ") || !strings.Contains(said, test.says) {
			t.Errorf("%q: %d: %s", test.typed, status, said)
		}
		if _, err := remote.Get(t.Context(), "New", "c0", "0000"); (err == nil) != (test.status == 0) {
			t.Errorf("%q: %v", test.typed, err)
		}
	}
	args[2] = "Newer@shop"
	if status, _, stderr := runWith("yes\n", args...); status != 2 || !strings.Contains(stderr, "--yes") {
		t.Errorf("without a terminal: %d: %s", status, stderr)
	}
	status, stdout, _ := runWith("", append(args, "--dry-run", "--json")...)
	var plan struct {
		Plan struct{ Inserts, Transactions, Bytes int }
	}
	if err := json.Unmarshal([]byte(stdout), &plan); err != nil || status != 0 || plan.Plan.Inserts != 250 || plan.Plan.Transactions != 3 || plan.Plan.Bytes == 0 {
		t.Errorf("a dry run: %d: %s", status, stdout)
	}
	if _, err := remote.Get(t.Context(), "Newer", "c0", "0000"); err == nil {
		t.Error("a dry run wrote")
	}
}

// Ensure that a copy which is stopped with Ctrl+C says so, and that the same command goes on and sends nothing twice.
func TestCopy_Interrupted(t *testing.T) {
	account := tableauth.WellKnownAccount()
	tables, err := server.OpenTables(t.Context(), server.TablesConfig{Accounts: []tableauth.Account{account}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tables.Close() })
	var batches atomic.Int32
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/$batch") && batches.Add(1) == 20 {
			_ = syscall.Kill(syscall.Getpid(), syscall.SIGINT) // the command listens to it while it sends
		}
		tables.ServeHTTP(w, r)
	}))
	t.Cleanup(site.Close)
	t.Setenv("SHOP", "AccountName="+account.Name+";AccountKey="+tableauth.WellKnownKey+";TableEndpoint="+site.URL+"/"+account.Name)
	var rows strings.Builder
	rows.WriteString("PartitionKey,RowKey,N\n")
	for i := range 5000 {
		fmt.Fprintf(&rows, "p%02d,%06d,%d\n", i/250, i, i)
	}
	file := writeFile(t, t.TempDir(), "Things.csv", rows.String())
	if said := keepInStep(t, 1, "copy", file, "shop", "--yes"); !strings.Contains(said, "stopped; the same command goes on") || !strings.Contains(said, "still to be written") {
		t.Errorf("Ctrl+C: %s", said)
	}
	said := keepInStep(t, 0, "copy", file, "shop", "--yes", "--verify", "all")
	if !strings.Contains(said, "read back: 5,000 of 5,000, 0 missing, 0 different") || strings.Contains(said, " 0 equal") {
		t.Errorf("the second time: %s", said)
	}
	if n := batches.Load(); n < 50 || n > 50+16 { // those under way when it was stopped, and begun before it took notice
		t.Errorf("%d transactions for 50", n)
	}
}

// Ensure that files of other formats are read as the page reads them, with keys made of columns where there are none, and that what
// cannot be copied is told before anything is written.
func TestCopy_Files(t *testing.T) {
	remote := shop(t)
	dir := t.TempDir()
	write := func(name, text string) string { return writeFile(t, dir, name, text) }
	people := write("people.csv", "Country,Id,Age\nDE,1,7\nFR,2,8\n")
	typed := write("Typed.typed.csv", "PartitionKey,RowKey,Timestamp,N,N@type\np,r,,7,Edm.Int64\n")
	lines := write("Lines.ndjson", `{"PartitionKey":"p","RowKey":"r","N@odata.type":"Edm.Int64","N":"7"}`+"\n")
	work := filepath.Join(dir, "work.ndjson")
	keepInStep(t, 0, "copy", "Orders@shop", work, "--yes", "--quiet")
	readers := write("readers.txt", "TableEndpoint=http://127.0.0.1:1/devstoreaccount1;SharedAccessSignature=sv=2019-02-02&ss=t&srt=sco&sp=rl&se=2027-01-01T00:00:00Z&sig=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
	torn := write("Torn.csv", "PartitionKey,RowKey\np,r\np,r\n")
	for _, test := range []struct {
		status int
		says   string
		args   []string
	}{
		{2, "as in --partition-key '", []string{people, "shop"}},
		{2, "The template of the PartitionKey cannot be read: a brace is not closed", []string{people, "shop", "--partition-key", "{Country", "--row-key", "{Id}"}},
		{2, "The template of the RowKey cannot be read: a counter is", []string{people, "shop", "--partition-key", "{Country}", "--row-key", "{#:x}"}},
		{1, "The row has no Town", []string{people, "shop", "--partition-key", "{Town}", "--row-key", "{Id}"}},
		{0, "2 written", []string{people, "shop", "--partition-key", "{Country}", "--row-key", "{Id}"}},
		{0, "1 written", []string{typed, "shop"}},
		{0, "1 written", []string{lines, "shop"}},
		{0, "1 written", []string{"Named@" + lines, "shop"}},
		{1, "line 3", []string{torn, "shop"}},
		{2, "is a directory: write TABLE@", []string{dir, "shop"}},
		{2, "is not a file, and not a table", []string{"nothing", "shop"}},
		{1, "there is no file or folder", []string{filepath.Join(dir, "missing.csv"), "shop"}},
		{2, "does not say where the table is", []string{lines, "Orders@"}},
		{1, "has no table Missing", []string{"Missing@" + work, "shop"}},
		{0, `no property can be called like these columns: "a b" becomes the property a_b`, []string{write("Spaced.csv", "PartitionKey,RowKey,a b\np,r,1\n"), "shop"}},
		{1, "readers: the shared access signature permits no writes", []string{lines, "readers", "--account", "readers=" + readers}},
		{0, "1 entity to Lines", []string{lines, "Lines@" + work, "--account", "readers=" + readers}},
		{2, "cannot be the name of a table", []string{people, "P2@shop"}},
		{2, "cannot be the name of a table", []string{"P2@shop", "shop"}},
		{2, "there is no account \"nobody\"", []string{people, "nobody"}},
		{2, "SRC and DST are both Orders of shop", []string{"Orders@shop", "shop"}},
		{1, "shop has no table Missing", []string{"Missing@shop", "Other@shop"}},
		{2, "--existing is stop, skip", []string{people, "shop", "--existing", "all"}},
		{2, "--price is what 10,000 requests cost", []string{people, "shop", "--price=-1"}},
		{0, "price: 0.30 for 3 requests, at 1000 for 10,000", []string{people, "Priced@shop", "--price", "1000", "--partition-key", "{Country}", "--row-key", "{Id}"}},
		{2, "--verify is none", []string{people, "shop", "--verify", "some"}},
		{2, "  A eq\n", []string{"Orders@shop", "Other@shop", "--filter", "A eq"}},
		{2, "DST is missing: it takes SRC DST", []string{people}},
		{2, "SRC and DST are missing: it takes SRC DST", nil},
		{1, "not a workspace file", []string{"Orders@shop", people}},
	} {
		if said := keepInStep(t, test.status, append(append([]string{"copy"}, test.args...), "--yes")...); !strings.Contains(said, test.says) {
			t.Errorf("%v says %s", test.args, said)
		}
	}
	for table, key := range map[string][3]string{"people": {"DE", "1", "Age"}, "Typed": {"p", "r", "N"}, "Lines": {"p", "r", "N"}, "Named": {"p", "r", "N"}} {
		e, err := remote.Get(t.Context(), table, key[0], key[1])
		if err != nil {
			t.Fatal(table, err)
		}
		if v, ok := e.Value(key[2]); !ok || v.Literal() != map[bool]string{true: "7", false: "7L"}[table == "people"] {
			t.Errorf("%s has %v", table, e.Properties())
		}
	}
	cosmos := keepInStep(t, 3, "copy", write("Names.csv", "PartitionKey,RowKey,id\np,1,x\np,2,\n"), "shop", "--yes", "--profile", "cosmos")
	if !strings.Contains(cosmos, "1 entity is left out") || !strings.Contains(cosmos, `("p", "1"): PropertyNameInvalid`) || !strings.Contains(cosmos, "1 written") {
		t.Errorf("limits: %s", cosmos)
	}
}
