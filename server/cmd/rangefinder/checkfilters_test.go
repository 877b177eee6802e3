package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func runWith(stdin string, args ...string) (status int, stdout, stderr string) {
	var out, errors strings.Builder
	status = run(args, strings.NewReader(stdin), &out, &errors)
	return status, out.String(), errors.String()
}

// Ensure that check fails on filters that read too much or are refused, and explains those alone.
func TestCheck_Filters(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good := write("good.txt", "# keys\nPartitionKey eq 'a'\n\nPartitionKey ge 'a' and PartitionKey lt 'b'\n")
	bad := write("bad.txt", "PartitionKey eq 'a'\nRating gt 4\n")
	refused := write("refused.txt", "PartitionKey == 'a'\n")
	workspace := write("w.rangefinder.ndjson", `{"rangefinder.workspace":1}
{"rangefinder.document":"queries","text":"[{\"name\":\"mine\",\"table\":\"Log\",\"filter\":\"A eq 1\"}]"}
{"rangefinder.end":true}
`)
	for _, test := range []struct {
		args   string
		stdin  string
		status int
		out    []string
		outNot string
		err    string
	}{
		{args: good, out: []string{"0 of 2 filters"}, outNot: "ROW RANGE"},
		{args: good + " --deny partition-range", status: 1, out: []string{good + ":4: denied", "▤ PARTITION RANGE", "1 of 2 filters"}, outNot: "ROW RANGE"},
		{args: "--deny partition-range " + good, status: 1, out: []string{"1 of 2 filters"}},
		{args: bad, status: 1, out: []string{bad + ":2: denied", "FULL SCAN", "1 of 2 filters read too much or are refused (--deny full-scan)"}},
		{args: bad + " --deny none", out: []string{"0 of 2 filters"}},
		{args: refused, status: 1, out: []string{":1: refused", "✗ REFUSED"}},
		{args: refused + " --deny none", status: 1, out: []string{"refused"}},
		{args: workspace, status: 1, out: []string{`:2: denied, query "mine" of table "Log"`}},
		{args: workspace + " --deny full-scan,Log=none", out: []string{"0 of 1"}},
		{args: "-", stdin: "A eq 1\n", status: 1, out: []string{"-:1: denied"}},
		{args: "-", stdin: "", out: []string{"0 of 0"}},
		{args: bad + " --deny scan", status: 2, err: "not a class of queries"},
		{args: bad + " " + good, status: 1, out: []string{bad + ":2: denied", "1 of 4 filters"}},
		{args: "", status: 2, err: "no path is named"},
		{args: bad + " --nonsense", status: 2, err: "`rangefinder help check`"},
		{args: dir + " --json", status: 2, err: "is a directory"},
		{args: filepath.Join(dir, "missing"), status: 1, err: "missing"},
		{args: write("binary.dat", "\x7fELF\x00\x01"), status: 1, err: "is not text"},
		{args: write("wide.txt", "\xff\xfeA\x00"), status: 1, err: "is written in UTF-16"},
		{args: write("broken.json", "[1]"), status: 1, err: "broken.json"},
	} {
		status, out, err := runWith(test.stdin, append([]string{"check"}, strings.Fields(test.args)...)...)
		if status != test.status {
			t.Errorf("check %s: status %d, want %d\n%s%s", test.args, status, test.status, out, err)
		}
		for _, want := range test.out {
			if !strings.Contains(out, want) {
				t.Errorf("check %s: no %q in\n%s", test.args, want, out)
			}
		}
		if test.outNot != "" && strings.Contains(out, test.outNot) || !strings.Contains(err, test.err) || test.err == "" && err != "" {
			t.Errorf("check %s:\n%s%s", test.args, out, err)
		}
	}
}

// Ensure that --json prints each filter with its verdict and what explain prints.
func TestCheck_JSON(t *testing.T) {
	status, out, _ := runWith("PartitionKey eq 'a'\nA eq 1\nA ==\n", "check", "--json", "-")
	if status != 1 {
		t.Errorf("status %d", status)
	}
	var got []string
	for line := range strings.Lines(out) {
		var v struct {
			Line        int
			Verdict     string
			Explanation struct {
				Class string
				Error struct{ Code string }
			}
		}
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatal(err)
		}
		got = append(got, v.Verdict+" "+v.Explanation.Class+v.Explanation.Error.Code)
	}
	if strings.Join(got, ", ") != "allowed row-range, denied full-scan, refused InvalidInput" {
		t.Errorf("%q of %s", got, out)
	}
}
