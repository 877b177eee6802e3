package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Ensure that check reads the filters of source code, of a file and of a directory, and tells what it cannot see.
func TestCheck_Source(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	python := write("code/a.py", "from azure.data.tables import TableClient\n\nf = f\"Rating gt {rating}\"\ng = \"PartitionKey eq '\" + pk + \"'\"\n")
	write("code/web/b.ts", "const f = odata`PartitionKey ge ${from} and PartitionKey lt ${to}`;\nf += ` and RowKey eq '${rk}'`;\n")
	write("code/node_modules/c.js", "const f = \"PartitionKey ne 'a'\";\n")
	write("code/.git/d.js", "const f = \"PartitionKey ne 'a'\";\n")
	write("code/notes.txt", "PartitionKey ne 'a'\n")
	long := write("long/e.go", strings.Repeat("/", maxSource+1))
	code := filepath.Join(dir, "code")
	empty := filepath.Join(dir, "empty")
	if err := os.Mkdir(empty, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args   []string
		status int
		out    []string
		outNot string
		err    string
	}{
		{args: []string{python}, status: 1, out: []string{python + ":3: denied", "1 of 2 filters", "1 file of source code; 0 filters not seen; the code does not say the type of 1 value, and a text stands for each.", `The code does not say the type of "{rating}": a text stands for it.`}},
		{args: []string{code}, status: 1, out: []string{":3: denied", "b.ts:2: not seen: ", "1 of 3 filters", "2 files of source code; 1 filter not seen; the code does not say the type of 1 value"}, outNot: "node_modules"},
		{args: []string{code, "--deny", "partition-range"}, status: 1, out: []string{"b.ts:1: denied", "2 of 3 filters"}},
		{args: []string{code, "--deny", "none"}, out: []string{"0 of 3 filters"}},
		{args: []string{code, filepath.Join(code, "notes.txt")}, status: 1, out: []string{"notes.txt:1: denied", "2 of 4 filters"}},
		{args: []string{long}, out: []string{"e.go:1: not seen: the file is longer than 4 MiB", "0 of 0 filters"}},
		{args: []string{write("binary/f.go", "\x7fELF\x00\x01")}, out: []string{"f.go:1: not seen: the file is not text"}},
		{args: []string{write("wide/g.py", "\xff\xfef\x00=\x00")}, out: []string{"g.py:1: not seen: the file is written in UTF-16"}},
		{args: []string{empty}, status: 1, err: "neither a workspace nor source code"},
		{args: []string{empty, "--json"}, status: 2, err: "is a directory"},
		{args: []string{code, "missing"}, status: 1, err: "missing"},
	} {
		status, out, err := runWith("", append([]string{"check"}, test.args...)...)
		if status != test.status || !strings.Contains(err, test.err) || test.err == "" && err != "" || test.outNot != "" && strings.Contains(out, test.outNot) {
			t.Errorf("check %s: status %d, want %d\n%s%s", test.args, status, test.status, out, err)
		}
		for _, want := range test.out {
			if !strings.Contains(out, want) {
				t.Errorf("check %s: no %q in\n%s", test.args, want, out)
			}
		}
	}
	for format, want := range map[string]string{"json": `"verdict":"denied","untyped":["{rating}"]`, "github": `%0AThe code does not say the type of "{rating}"`, "sarif": `The code does not say the type of \"{rating}\"`} {
		if _, out, _ := runWith("", "check", "--format", format, python); !strings.Contains(out, want) {
			t.Errorf("%s: no %q in\n%s", format, want, out)
		}
	}
	_, out, _ := runWith("", "check", "--json", code)
	var got []string
	for line := range strings.Lines(out) {
		var v struct {
			File, Verdict string
			Line          int
		}
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatal(err)
		}
		got = append(got, filepath.Base(v.File)+" "+v.Verdict)
	}
	if strings.Join(got, ", ") != "a.py denied, a.py allowed, b.ts allowed, b.ts unseen" {
		t.Errorf("%q", got)
	}
}
