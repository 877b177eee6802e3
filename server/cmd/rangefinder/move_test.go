package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rangefinder/engine"
)

// Ensure that move tells of a pulled table and of its queries what changes, that a thing that is refused fails, and that none does not.
func TestMove(t *testing.T) {
	account := shop(t)
	put(t, account, engine.Insert, "c0", strings.Repeat("k", 300), "State", "open")
	put(t, account, engine.Insert, "c0", "own", "rid", "x")
	dir := t.TempDir()
	work := filepath.Join(dir, "work.rangefinder.ndjson")
	call := func(args ...string) (int, string, string) {
		if args[0] == "pull" {
			args = append(args, "--account", "shop=env:SHOP")
		}
		var out, errout bytes.Buffer
		code := run(args, strings.NewReader(""), &out, &errout)
		return code, out.String(), errout.String()
	}
	if code, _, text := call("pull", "Orders@shop", work); code != 0 {
		t.Fatal(text)
	}
	filters := filepath.Join(dir, "filters.txt")
	if err := os.WriteFile(filters, []byte("PartitionKey eq 'c1'\nState ne 'open'\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, errout := call("move", "--queries", filters, "Orders@"+work)
	if code != unequal || !strings.Contains(errout, "252 entities and 2 queries looked at; 2 things have") {
		t.Errorf("%d, %s", code, errout)
	}
	for _, want := range []string{
		"limit, refused: RowKey has at most 255 bytes there", `1 entity: ("c0", "kkk`, "name, refused: The service keeps the property name rid", `("c0", "own")`,
		"order: The list has no promised order there.", "query PartitionKey eq 'c1'\n  row-range -> one-partition\n  83 entities: (\"c1\", \"0001\")", "full-scan -> no-index-help",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	_, out, _ = call("move", "--json", "--queries", filters, "Orders@"+work)
	for line := range strings.Lines(out) {
		var c struct{ Subject, Text string }
		if err := json.Unmarshal([]byte(line), &c); err != nil || c.Subject == "" || c.Text == "" {
			t.Errorf("%v in %s", err, line)
		}
	}
	if code, _, text := call("pull", "--partition", "c1", "--as", "Part", "Orders@shop", work); code != 0 {
		t.Fatal(text)
	}
	if code, out, errout := call("move", "Part@"+work); code != 0 || out != "" {
		t.Errorf("%d, %s%s", code, out, errout)
	}
	if code, _, _ := call("move", "Part"); code != 2 {
		t.Errorf("wrong usage: %d", code)
	}
	if code, _, _ := call("move", "Absent@"+work); code != 1 {
		t.Errorf("no such table: %d", code)
	}
}
