package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rangefinder/app/sample"
)

// Ensure that a log becomes caps which the same log keeps to, that what got worse in a later one fails in every format, and that a query
// which has no cap is judged as ever.
func TestCheck_Caps(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	var before, after bytes.Buffer
	_ = sample.WriteLog(&before, sample.Logs[0].Name)
	_ = sample.WriteLog(&after, sample.Logs[1].Name)
	first, second, caps := write("before.log", before.String()), write("after.log", after.String()), filepath.Join(dir, "caps.ndjson")
	if status, _, err := runWith("", "workload", first, "--caps", caps); status != 0 || !strings.Contains(err, "wrote 3 caps") {
		t.Fatalf("status %d, %s", status, err)
	}
	text, _ := os.ReadFile(caps)
	if lines := strings.Split(strings.TrimSpace(string(text)), "\n"); len(lines) != 4 || lines[0] != `{"rangefinder.caps":1}` || !strings.HasPrefix(lines[1], `{"table":"Movies","query":"PartitionKey eq {String}","class":"whole-partition","roundTrips":1,"bytes":2`) {
		t.Errorf("caps are\n%s", text)
	}
	run := func(args ...string) (int, string) {
		t.Helper()
		status, out, err := runWith("", append([]string{"check"}, args...)...)
		if err != "" {
			t.Errorf("check %v: %s", args, err)
		}
		return status, out
	}
	if status, out := run(first, "--caps", caps); status != 0 || !strings.Contains(out, "0 of 3 filters cost more") {
		t.Errorf("the log that they are of: status %d, %s", status, out)
	}
	status, out := run(second, "--caps", caps)
	if status != 1 || !strings.Contains(out, second+":4: denied, a query of table \"Movies\"") || !strings.Contains(out, "refused") || !strings.Contains(out, "3 of 5 filters") && !strings.Contains(out, "2 of 5 filters") {
		t.Errorf("the log after: status %d, %s", status, out)
	}

	for format, want := range map[string]string{"json": `","line":4,"table":"Movies","verdict":"denied"`, "github": "after.log,line=4,title=", "sarif": `"startLine": 4,`} {
		if _, out := run(second, "--format", format); !strings.Contains(out, want) {
			t.Errorf("%s: no %q in %s", format, want, out)
		}
	}
	whole, _, err := runWith("", "check", write("cut.json", "["+`{"TimeGenerated":"2026-11-20T09:30:00Z","OperationName":"QueryEntities","StatusCode":"200","Uri":"https://acme.table.core.windows.net/Movies()?$filter=PartitionKey%20eq%20'a'"},`), "--deny", "none")
	if whole != 1 || !strings.Contains(err, "cut.json: the file ends early, on line 1 after ") {
		t.Errorf("a log that was cut off: status %d, %s", whole, err)
	}
	strict := write("strict.ndjson", "{\"rangefinder.caps\":1}\n\n{\"query\":\"Rating gt 1.5 and Favorite eq false\",\"class\":\"row-range\",\"bytes\":1000}\n")
	for format, want := range map[string]string{
		"text":   "it is a full scan, and at most a row range is allowed",
		"json":   `"verdict":"worse","over":["it is a full scan, and at most a row range is allowed","it answers `,
		"github": "title=$filter%3A cap::This query costs more than its cap: it is a full scan",
		"sarif":  `"ruleId": "cap"`,
	} {
		if status, out := run(first, "--caps", strict, "--format", format); status != 1 || !strings.Contains(out, want) {
			t.Errorf("%s: status %d, %s", format, status, out)
		}
	}
	for line, want := range map[string]string{
		`{"query":"A","exmined":1}`:              "a cap has no member \"exmined\": did you mean examined?",
		`{"query":"A","price":1}`:                "a cap has no member \"price\": take table, query, class, examined, roundTrips and bytes, or leave it out",
		`{"query":"A","bytes":-1}`:               "bytes is -1, and no query costs less than nothing: take a number above 0, or leave bytes out for no cap",
		`{"query":"A","examined":"5"}`:           "examined has to be a number without quotes",
		`{"query":5}`:                            "query has to be a text in quotes",
		`["A"]`:                                  "it is not a cap: write an object of JSON with table, ",
		`{"query":"A`:                            "it is not JSON: write one cap a line, as {",
		`{"query":"A","class":"point"} {}`:       "there is more on the line than one cap: give each a line of its own",
		`{"query":"A","class":"all-the-things"}`: "is not a class: take point",
	} {
		if status, _, err := runWith("", "check", first, "--caps", write("bad.ndjson", "{\"rangefinder.caps\":1}\n\n"+line+"\n")); status != 1 || !strings.Contains(err, "bad.ndjson: line 3: "+want) && !strings.Contains(err, want) || strings.Contains(err, " json:") {
			t.Errorf("%s: status %d, %s", line, status, err)
		}
	}
	for _, bad := range []string{"", "{}\n", "{\"rangefinder.caps\":2}\n", "{\"rangefinder.caps\":1}\n", "{\"rangefinder.caps\":1}\n{\"query\":\"A eq 1\",\"class\":\"scan\"}\n",
		"{\"rangefinder.caps\":1}\n{\"query\":\"A eq 1\"}\n{\"query\":\"A eq {Int32}\"}\n", "{\"rangefinder.caps\":1}\n{\"query\":\"A\",\"exmined\":1}\n"} {
		if status, _, err := runWith("", "check", first, "--caps", write("bad.ndjson", bad)); status != 1 || !strings.Contains(err, "bad.ndjson") {
			t.Errorf("%q: status %d, %s", bad, status, err)
		}
	}
}

// Ensure that saved queries and patterns of a workspace are measured on its entities, and that a pattern without a cap is not judged.
func TestCheck_CapsOfWorkspace(t *testing.T) {
	var w strings.Builder
	w.WriteString("{\"rangefinder.workspace\":1}\n{\"rangefinder.table\":\"Log\"}\n")
	for i := range 2500 {
		fmt.Fprintf(&w, "{\"PartitionKey\":\"p%d\",\"RowKey\":\"%06d\",\"A\":%d}\n", i%3, i, i)
	}
	w.WriteString(`{"rangefinder.document":"queries","text":"[{\"name\":\"mine\",\"table\":\"Log\",\"filter\":\"PartitionKey eq 'p1'\"}]"}
{"rangefinder.document":"~log","text":"{\"lab\":1,\"patterns\":[{\"name\":\"capped\",\"kind\":\"read\",\"perDay\":1,\"filter\":\"A ge 5\"},{\"name\":\"free\",\"kind\":\"read\",\"perDay\":1,\"filter\":\"B eq 5\"}]}"}
{"rangefinder.end":true}
`)
	dir := t.TempDir()
	path, caps := filepath.Join(dir, "w.rangefinder.ndjson"), filepath.Join(dir, "caps.ndjson")
	if err := os.WriteFile(path, []byte(w.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		`{"query":"PartitionKey eq {String}","examined":1000}` + "\n" + `{"table":"log","query":"A ge {Int32}","class":"full-scan","examined":2500,"roundTrips":3}`: "0 of 2 filters",
		`{"query":"PartitionKey eq {String}","examined":100}`:                         "it examines 833 entities, and at most 100 are allowed",
		`{"table":"Log","query":"A ge {Int32}","class":"full-scan","roundTrips":2}`:   "it takes 3 requests, and at most 2 are allowed",
		`{"table":"Other","query":"PartitionKey eq {String}","class":"point"}`:        "0 of 1 filters",
		`{"table":"Log","query":"PartitionKey eq {String}","class":"row-range"}` + "": "it is a whole partition, and at most a row range is allowed",
	} {
		if err := os.WriteFile(caps, []byte("{\"rangefinder.caps\":1}\n"+text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, out, err := runWith("", "check", path, "--caps", caps); err != "" || !strings.Contains(out, want) {
			t.Errorf("%s: no %q in %s%s", text, want, out, err)
		}
	}
}
