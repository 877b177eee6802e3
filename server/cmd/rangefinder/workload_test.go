package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// analyticsLog is a log of Storage Analytics with three shapes, a retry and a broken line. It has a caller's address, a signature and keys.
func analyticsLog() string {
	line := func(minute int, operation string, status int, url string) string {
		return fmt.Sprintf(`1.0;2026-11-20T09:%02d:00.0000000Z;%s;Success;%d;%d;3;authenticated;acme;acme;table;"https://acme.table.core.windows.net:443/%s";"/acme/secret";85ba;0;203.0.113.77:4362;2015-04-05;505;10;188;1000;0;;;;;;"agent";;"id%d"`+"\n",
			minute, operation, status, minute+4, url, minute/2)
	}
	or := "Movies()?$filter=PartitionKey%20eq%20&#39;a&#39;%20or%20PartitionKey%20eq%20&#39;%1B%C2%9B%E2%80%AE%5Bb&#39;&amp;sig=Zm9yYmlkZGVu"
	return line(0, "QueryEntities", 503, or) + line(1, "QueryEntities", 200, or) + line(2, "QueryEntity", 200, "Movies(PartitionKey=&#39;secret&#39;,RowKey=&#39;r&#39;)") +
		"1.0;203.0.113.77;broken\n" + line(30, "InsertEntity", 204, "Log") + line(60, "QueryEntities", 200, or)[:40] + "\n"
}

func TestWorkload(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write([]byte(analyticsLog()))
	_ = z.Close()
	log := write("a.log", []byte(analyticsLog()))
	gz := write("a.log.gz", packed.Bytes())
	own := write("own.log", []byte(`{"time":"2026-11-26T01:31:56Z","account":"a","method":"GET","path":"/Movies(PartitionKey='p',RowKey='r')","status":200,"bytes":237,"ms":0.009,"operation":"Get Entity","plan":"point","examined":1,"returned":1}`+"\n"))
	call := `{"TimeGenerated":"2026-11-20T09:30:00Z","OperationName":"QueryEntities","StatusCode":"200","Uri":"https://acme.table.core.windows.net/Movies()"}`
	cut := write("cut.json", []byte("["+call+","+call[:70]))
	none := write("none.txt", []byte("no log\n"))
	for _, test := range []struct {
		args   string
		status int
		out    []string
		outNot string
		err    string
	}{
		{args: log, out: []string{"4 calls of 3 shapes, 2026-11-20 09:00:00 to 2026-11-20 09:30:00 UTC", "full scan        Movies             query                     2   50.0%", "PartitionKey eq {String} or PartitionKey eq {String}", "status 503 in 1",
			"for example: PartitionKey eq 'a' or PartitionKey eq '???[b'", "    ! ", "6 lines, 4 calls, 0 without a call, 2 not understood.", "line 4: the line does not have 30 fields"}},
		{args: own, out: []string{"examined 1 entity and returned 1 in 1 call"}},
		{args: gz + " " + log, out: []string{"8 calls of 3 shapes"}},
		{args: log + " --table Movie", status: 3, out: []string{"0 calls of 0 shapes"}, err: "rangefinder: the logs have no call of table Movie; did you mean Movies? They have calls of Movies, Log\n"},
		{args: log + " --table Zoo", status: 3, err: "no call of table Zoo. They have calls of Movies, Log\n"},
		{args: log + " --since 2026-11-21", status: 3, err: "rangefinder: the logs have no call since 2026-11-21 00:00:00 UTC: theirs are from 2026-11-20 09:00:00 to 2026-11-20 09:30:00 UTC\n"},
		{args: log + " --since 2026-11-20T09:20 --table movies", status: 3, err: "no call of table movies since 2026-11-20 09:20:00 UTC: theirs are from 2026-11-20 09:00:00 to 2026-11-20 09:02:00 UTC\n"},
		{args: log + " --table log", out: []string{"1 call of 1 shape"}, outNot: "Movies"},
		{args: "--since 2026-11-20T09:01 " + log, out: []string{"3 calls of 3 shapes"}},
		{args: log + " " + none, status: 1, out: []string{"4 calls"}, err: "none.txt: the content is not a log of a known kind"},
		{args: none, status: 1, err: "not a log of a known kind"},
		{args: cut, status: 1, out: []string{"1 call of 1 shape", "line 1: the file ends within the element"}, err: "cut.json: the file ends early, on line 1 after 216 bytes: its JSON does not end\n"},
		{args: filepath.Join(dir, "missing"), status: 1, err: "missing: no such file"},
		{args: dir, status: 1, err: "directory"},
		{args: "", status: 2, err: "no path is named"},
		{args: log + " --since yesterday", status: 2, err: "is not a time"},
		{args: log + " --table a-b", status: 2, err: "cannot be a table"},
		{args: log + " --nonsense", status: 2, err: "`rangefinder help workload`"},
	} {
		status, out, errors := runWith("", append([]string{"workload"}, strings.Fields(test.args)...)...)
		if status != test.status || !strings.Contains(errors, test.err) || test.err == "" && errors != "" || test.outNot != "" && strings.Contains(out, test.outNot) {
			t.Errorf("%s: status %d\n%s\n%s", test.args, status, out, errors)
		}
		for _, part := range test.out {
			if !strings.Contains(out, part) {
				t.Errorf("%s: %q is missing in\n%s", test.args, part, out)
			}
		}
		for line := range strings.Lines(out) {
			if n := utf8.RuneCountInString(line); n > workloadWidth+1 && !strings.Contains(line, dir) {
				t.Errorf("%s: %d columns: %s", test.args, n, line)
			}
		}
		for _, secret := range []string{"203.0.113", "Zm9y", "secret", "\x1b", "\u009b", "\u202e"} {
			if strings.Contains(out+errors, secret) {
				t.Errorf("%s: shows %q", test.args, secret)
			}
		}
	}
}

func TestWorkload_JSON(t *testing.T) {
	status, out, _ := runWith(analyticsLog(), "workload", "--json", "-")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if status != 0 || len(lines) != 4 {
		t.Fatalf("status %d\n%s", status, out)
	}
	var shape struct {
		Table, Shape, Class string
		Calls, Retries      int
		CallsPerHour, P95Ms float64
		Bytes               int64
		Status              map[string]int
		Findings            []struct{ Kind, Severity string }
	}
	if err := json.Unmarshal([]byte(lines[0]), &shape); err != nil {
		t.Fatal(err)
	}
	if shape.Table != "Movies" || shape.Class != "full-scan" || shape.Calls != 2 || shape.Retries != 1 || shape.CallsPerHour != 4 || shape.Bytes != 2000 || shape.Status["503"] != 1 || len(shape.Findings) == 0 || shape.Findings[0].Kind != "or-on-key" {
		t.Errorf("%+v\n%s", shape, lines[0])
	}
	if !strings.Contains(lines[0], `PartitionKey eq '\u001b\u009b\u202e[b'`) {
		t.Errorf("the example is another: %s", lines[0])
	}
	var end endObject
	if err := json.Unmarshal([]byte(lines[3]), &end); err != nil || end.NotUnderstood != 2 || end.Calls != 4 || end.Shapes != 3 || len(end.Files) != 1 || len(end.Files[0].Examples) != 2 || end.Files[0].Kind != "Storage Analytics" {
		t.Errorf("%s: %v", lines[3], err)
	}
	for _, secret := range []string{"203.0.113", "Zm9y", "secret", "\u009b", "\u202e"} {
		if strings.Contains(out, secret) {
			t.Errorf("shows %q", secret)
		}
	}
}

func TestParseSince(t *testing.T) {
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"2026-11-19": "2026-11-19T00:00:00Z", "2026-11-19T08:30": "2026-11-19T08:30:00Z", "2026-11-19T08:30:00+01:00": "2026-11-19T07:30:00Z", "90m": "2026-11-20T07:30:00Z", "7d": "2026-11-13T09:00:00Z",
		"-1h": "", "d": "", "x": "", "-7d": "",
	} {
		got, err := parseSince(text, now)
		if want == "" && err == nil || want != "" && got.UTC().Format(time.RFC3339) != want {
			t.Errorf("%s: %v, %v, want %s", text, got, err, want)
		}
	}
}

func TestPrintWrapped(t *testing.T) {
	var b strings.Builder
	printWrapped(&b, "  label: ", strings.Repeat("word ", 200)+strings.Repeat("界", 300))
	printWrapped(&b, "    ", strings.Repeat("界", 300))
	for line := range strings.Lines(b.String()) {
		columns := 0
		for _, r := range strings.TrimSuffix(line, "\n") {
			columns += 1 + btoi(r >= 0x1100 && r != '…')
		}
		if columns > workloadWidth {
			t.Errorf("%d columns: %s", columns, line)
		}
	}
	if n := strings.Count(b.String(), "\n"); n != 6 {
		t.Errorf("%d lines", n)
	}
}
