package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
	"rangefinder/server/workspacefile"
)

// staffed writes a workspace file with a table of 1,200 people and a comparison of it.
func staffed(t *testing.T, path string) {
	t.Helper()
	ctx := context.Background()
	db, f, err := workspacefile.Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.CreateTable(ctx, "Staff"); err != nil {
		t.Fatal(err)
	}
	load, err := db.Load(ctx, "Staff")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 1200 {
		if err := load.Add("all", strconv.Itoa(10_000+i), []engine.Property{{Name: "Mail", Value: edm.NewString("m" + strconv.Itoa(i))}, {Name: "Team", Value: edm.NewString("t" + strconv.Itoa(i%30))}}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := load.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := db.SetDocument(ctx, "~staff", `{"lab":1,"table":"Staff","patterns":[{"name":"By mail","kind":"read","perDay":9000,"filter":"Mail eq 'm42'"},{"name":"A team","kind":"read","perDay":900,"filter":"Team eq 't7'"},{"name":"New","kind":"insert","perDay":100,"rate":10}],"designs":[{"name":"as it is","partition":"{PartitionKey}","row":"{RowKey}"}]}`); err != nil {
		t.Fatal(err)
	}
	if err := f.Save(ctx, db); err != nil {
		t.Fatal(err)
	}
}

func TestLabSuggest(t *testing.T) {
	dir := t.TempDir()
	staff := filepath.Join(dir, "staff.jsonl")
	staffed(t, staff)
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	people := write("people.json", `{"lab":1,"population":{"entities":800,"properties":[{"name":"Id","type":"String"},{"name":"City","type":"String","distinct":20}]},"patterns":[{"name":"One","kind":"read","perDay":10,"filter":"Id eq '007'"}]}`+"\n")
	bare := write("bare.json", `{"lab":1,"patterns":[{"name":"A","kind":"read","perDay":1,"filter":"Team eq 't7'"}]}`)
	broken := write("broken.json", `{"patterns"`)
	for _, test := range []struct {
		args   string
		status int
		out    []string
		err    string
	}{
		{args: "suggest " + staff + " staff", out: []string{"designs measured on 1200 of 1200 entities", "PartitionKey {Mail}", "“By mail” is a point query: 1 entity examined for 1 wanted, in 1 request; now 1,200."}},
		{args: "suggest --most 1 " + staff + " Staff", out: []string{"1: by "}},
		{args: "suggest --comparison " + people, out: []string{"PartitionKey {Id}", "RowKey       (empty)", "it has the cheapest reads"}},
		{args: "suggest --comparison " + bare + " " + staff + " Staff", out: []string{"{Team}"}},
		{args: "suggest --work 1 " + staff + " Staff", out: []string{"not everything was tried"}},
		{args: "suggest --comparison " + bare, status: 1, err: "describes no population"},
		{args: "suggest --comparison " + broken + " " + staff + " Staff", status: 1, err: "cannot be read"},
		{args: "suggest --comparison " + staff + " " + staff + " Staff", status: 1, err: "longer than 64 KiB"},
		{args: "suggest " + staff + " Other", status: 1, err: "Other"},
		{args: "suggest " + filepath.Join(dir, "none") + " Staff", status: 1, err: "no such file"},
		{args: "suggest " + staff, status: 2, err: "name a workspace file and a table"},
		{args: "suggest --most 99 " + staff + " Staff", status: 2, err: "--most is 1 to 20"},
		{args: "keys", status: 2, err: "say what to do: suggest"},
		{args: "", status: 2, err: "say what to do: suggest"},
	} {
		var out, errs bytes.Buffer
		if status := designLab(strings.Fields(test.args), nil, &out, &errs); status != test.status {
			t.Errorf("%s: status %d, %s", test.args, status, errs.String())
		}
		for _, says := range test.out {
			if !strings.Contains(out.String(), says) {
				t.Errorf("%s does not print %q:\n%s", test.args, says, out.String())
			}
		}
		if !strings.Contains(errs.String(), test.err) || test.err == "" && errs.Len() > 0 {
			t.Errorf("%s: error %q, want %q", test.args, errs.String(), test.err)
		}
	}

	var out, errs bytes.Buffer
	if status := designLab([]string{"suggest", "--json", staff, "Staff"}, nil, &out, &errs); status != 0 {
		t.Fatal(errs.String())
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	var first suggestionObject
	var end searchObject
	if err := json.Unmarshal([]byte(lines[0]), &first); err != nil || first.Design.Partition == "" || len(first.Reasons) < 3 || first.Scores.Reads <= 0 {
		t.Errorf("the first line is %s, %v", lines[0], err)
	}
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &end); err != nil || end.Tried < 5 || end.Entities != 1200 || !end.Complete || len(end.Now) != 1 {
		t.Errorf("the last line is %s, %v", lines[len(lines)-1], err)
	}
}
