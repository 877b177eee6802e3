package explain

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"rangefinder/filterlang"
)

var rewriteGolden = flag.Bool("rewrite", false, "write the golden files anew")

// golden compares got with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *rewriteGolden {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs.\ngot:\n%s\nwant:\n%s", file, got, want)
	}
}

// goldenFilters show each class, each role, each severity, and hostile text.
var goldenFilters = []string{
	"PartitionKey eq 'SciFi' and RowKey eq 'Star Wars'",
	"PartitionKey eq 'Action' and RowKey ge 'Alien' and RowKey lt 'Terminator' and Rating gt 4.0",
	"PartitionKey ge 'Action' and PartitionKey lt 'War' and IsFavorite",
	"Rating gt 4",
	"PartitionKey eq 'a' and PartitionKey eq 'b'",
	"PartitionKey gt 'a' and PartitionKey gt 'b'",
	"PartitionKey eq 'Action' or PartitionKey eq 'Thriller' and Rating gt 4",
	"PartitionKey ge 'a' and RowKey eq 'x'",
	"PartitionKey eq 5",
	"",
	"PartitionKey eq '\x1b[31mred\x07\u202e\n' or PartitionKey eq '黒澤 明'",
	"Aaaaaaaaaaaaaaaaaaaa eq 1 and Bbbbbbbbbbbbbbbbbbbbbbbbbb eq 2 and Cccccccccccccccccccccccc eq 3 and Timestamp gt datetime'2020-01-01T00:00:00Z' and Dddddddddddd eq 4",
}

// refusals are made by hand, so that the parser may word its own as it likes.
var refusals = []struct {
	filter string
	err    filterlang.SyntaxError
}{
	{"PartitionKey == 'Action'", filterlang.SyntaxError{Code: "InvalidInput", Message: "Syntax error at position 15 in 'PartitionKey == 'Action''.",
		Detail: "Operators are words here.", Expected: []string{"eq", "ne"}, Span: filterlang.Span{Start: 13, End: 15}, Text: "==",
		Fix: &filterlang.Fix{Title: "use eq", Span: filterlang.Span{Start: 13, End: 15}, Text: "eq"}}},
	{"Director eq '黒澤 明' and\n Cast eq \x1b", filterlang.SyntaxError{Code: "InvalidInput", Message: "Syntax error at position 33 in '\x1b'.",
		Detail: "\x1b begins nothing.", Span: filterlang.Span{Start: 38, End: 39}, Text: "\x1b"}},
	{"A eq", filterlang.SyntaxError{Code: "InvalidInput", Message: "Syntax error at position 4 in 'A eq'.",
		Detail: "The filter ends where a literal is expected.", Expected: []string{"a literal"}, Span: filterlang.Span{Start: 4, End: 4}}},
}

func TestText_Golden(t *testing.T) {
	var b strings.Builder
	for _, f := range goldenFilters {
		if Text(&b, f, Plain) {
			t.Errorf("%q is refused", f)
		}
		b.WriteString("\n" + strings.Repeat("─", 80) + "\n")
	}
	for _, r := range refusals {
		page{&b, Plain}.refusal(r.filter, &r.err)
		b.WriteString("\n" + strings.Repeat("─", 80) + "\n")
	}
	golden(t, "text.golden", b.String())
}

func TestJSON_Golden(t *testing.T) {
	var b bytes.Buffer
	add := func(object []byte) {
		if i := bytes.IndexFunc(object, hidden); i >= 0 {
			t.Errorf("character %d of %s is not for a terminal", i, object)
		}
		if err := json.Indent(&b, object, "", "  "); err != nil {
			t.Fatalf("%s: %v", object, err)
		}
		b.WriteString("\n")
	}
	for _, f := range goldenFilters {
		object, isRefused := JSON(f)
		if isRefused {
			t.Errorf("%q is refused", f)
		}
		var back struct{ Filter string }
		if err := json.Unmarshal(object, &back); err != nil || back.Filter != f {
			t.Errorf("%q reads back as %q: %v", f, back.Filter, err)
		}
		add(object)
	}
	for _, r := range refusals {
		add(encode(refusalOf(r.filter, &r.err)))
	}
	golden(t, "json.golden", b.String())
}

// Ensure that nothing of a filter can steer a terminal, whatever is printed of it.
func TestText_HostileFilter(t *testing.T) {
	hostile := "\x00\x07\x08\x1b[2J\x7f\u009b2J\u202e\u2066\u2028\ufeff\xff\xc0"
	for _, filter := range []string{
		hostile,
		"PartitionKey eq '" + hostile + "' or PartitionKey eq 'b'",
		"A" + hostile + " eq 1",
		"A eq '" + hostile,
		"PartitionKey eq '" + strings.Repeat(hostile, 100) + "' and PartitionKey eq 'b'",
		hostile + "(RowKey,'" + hostile + "')",
	} {
		var b strings.Builder
		Text(&b, filter, Plain)
		object, _ := JSON(filter)
		b.Write(object)
		for _, r := range b.String() {
			if r < 0x20 && r != '\n' || 0x7F <= r && r <= 0x9F || r == 0x202E || r == 0x2066 || r == 0x2028 || r == 0xFEFF {
				t.Errorf("%q prints %U", filter, r)
			}
		}
	}
}

func TestText_Carets(t *testing.T) {
	var b strings.Builder
	Text(&b, "Director eq '黒澤 明' and partitionkey eq 'x'", Plain)
	lines := strings.Split(b.String(), "\n")
	for i, line := range lines {
		if !strings.Contains(line, "^") {
			continue
		}
		if at, want := strings.Index(line, "^"), columns(lines[i-1][:strings.Index(lines[i-1], "partitionkey")]); at != want {
			t.Errorf("the caret stands in column %d, not %d:\n%s\n%s", at, want, lines[i-1], line)
		}
		return
	}
	t.Errorf("no caret in\n%s", b.String())
}

func TestText_Colored(t *testing.T) {
	var plain, colored strings.Builder
	Text(&plain, goldenFilters[1], Plain)
	Text(&colored, goldenFilters[1], Colored)
	if strings.Contains(plain.String(), "\x1b") || !strings.Contains(colored.String(), "\x1b[34;1m▬ ROW RANGE\x1b[0m") {
		t.Errorf("plain %q\ncolored %q", plain.String(), colored.String())
	}
}

func TestMain_Status(t *testing.T) {
	for _, test := range []struct {
		name   string
		args   []string
		stdin  string
		status int
		out    []string // must be in the output, in this order
		err    string   // must be in the error output
	}{
		{name: "one filter", args: []string{"PartitionKey eq 'a'"}, out: []string{"ROW RANGE", "all of a"}},
		{name: "two filters", args: []string{"Rating gt 4", "PartitionKey eq 'a'"}, out: []string{"FULL SCAN", "ROW RANGE"}},
		{name: "refused", args: []string{"A ==", "A eq 1"}, status: 1, out: []string{"REFUSED", "FULL SCAN"}},
		{name: "JSON", args: []string{"--json", "A eq 1"}, out: []string{`"class":"full-scan"`}},
		{name: "JSON refused", args: []string{"A ==", "--json"}, status: 1, out: []string{`"error":{"code":"InvalidInput"`}},
		{name: "standard input", args: []string{"--json"}, stdin: "A eq 1\r\n\nPartitionKey eq 'a'",
			out: []string{`{"filter":"A eq 1",`, "\n" + `{"filter":"","class":"full-scan"`, "\n" + `{"filter":"PartitionKey eq 'a'","class":"row-range"`}},
		{name: "standard input by dash", args: []string{"A eq 1", "-"}, stdin: "B eq 2\n", out: []string{"A eq 1", "B eq 2"}},
		{name: "standard input refused", stdin: "B ==\n", status: 1, out: []string{"REFUSED"}},
		{name: "nothing", args: []string{"--json"}},
		{name: "number on the left", args: []string{"-5 lt A"}, out: []string{"-5 lt A"}},
		{name: "behind dashes", args: []string{"--", "--json"}, status: 1, out: []string{"REFUSED"}},
		{name: "unknown flag", args: []string{"--jsn", "A eq 1"}, status: 2, err: "there is no flag --jsn"},
		{name: "help", args: []string{"--help"}, out: []string{"usage: rangefinder explain"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			if got := Main(test.args, strings.NewReader(test.stdin), &stdout, &stderr); got != test.status {
				t.Errorf("status %d, not %d", got, test.status)
			}
			rest := stdout.String()
			for _, want := range test.out {
				_, after, ok := strings.Cut(rest, want)
				if !ok {
					t.Fatalf("no %q in\n%s", want, stdout.String())
				}
				rest = after
			}
			if len(test.out) == 0 && stdout.Len() > 0 {
				t.Errorf("printed %q", stdout.String())
			}
			if !strings.Contains(stderr.String(), test.err) || test.err == "" && stderr.Len() > 0 {
				t.Errorf("error output %q, not %q", stderr.String(), test.err)
			}
		})
	}
}

func TestMain_InputFails(t *testing.T) {
	var stdout, stderr bytes.Buffer
	in := io.MultiReader(strings.NewReader("A eq 1\n"), iotest.ErrReader(errors.New("the disk is gone")))
	if got := Main(nil, in, &stdout, &stderr); got != 1 {
		t.Errorf("status %d", got)
	}
	if !strings.Contains(stdout.String(), "A eq 1") || !strings.Contains(stderr.String(), "the disk is gone") {
		t.Errorf("printed %q and %q", stdout.String(), stderr.String())
	}
}

// Ensure that what is explained for Azure Cosmos DB keeps its form, and that an emulator's plans are those of storage.
func TestCosmos_Golden(t *testing.T) {
	var b bytes.Buffer
	for _, f := range goldenFilters {
		var text, emulated, plain strings.Builder
		TextFor(filterlang.Cosmos, &text, f, Plain)
		b.WriteString(text.String())
		object, _ := JSONFor(filterlang.Cosmos, f)
		if err := json.Indent(&b, object, "", "  "); err != nil {
			t.Fatal(err)
		}
		b.WriteString("\n" + strings.Repeat("─", 80) + "\n")
		TextFor(filterlang.Emulator, &emulated, f, Plain)
		if Text(&plain, f, Plain); emulated.String() != plain.String() {
			t.Errorf("%q is explained differently for an emulator", f)
		}
	}
	golden(t, "cosmos.golden", b.String())
}

func TestMain_Profile(t *testing.T) {
	for _, test := range []struct {
		args   []string
		want   string
		status int
	}{
		{[]string{"--profile", "cosmos", "Status eq 'open'"}, "ALL PARTITIONS, BY INDEX", 0},
		{[]string{"--profile=cosmos", "--json", "Status ne 'open'"}, `"class":"no-index-help"`, 0},
		{[]string{"Status eq 'open'"}, "FULL SCAN", 0},
		{[]string{"--profile", "other", "Status eq 'open'"}, "take storage, cosmos or emulator", 2},
		{[]string{"--profile"}, "take storage, cosmos or emulator", 2},
	} {
		var out bytes.Buffer
		if status := Main(test.args, strings.NewReader(""), &out, &out); status != test.status || !strings.Contains(out.String(), test.want) {
			t.Errorf("%q: %d, %s", test.args, status, out.String())
		}
	}
}
