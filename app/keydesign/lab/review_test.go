package lab

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rangefinder/app/keydesign/population"
	"rangefinder/engine"
)

var rewrite = flag.Bool("rewrite", false, "write the golden files")

// reviewed is a comparison with something of everything.
func reviewed(t testing.TB) (Spec, *Report) {
	spec := Spec{Table: "Employees", Patterns: []Pattern{
		{Name: "One", Kind: Read, PerDay: 9000, Filter: "PartitionKey eq 'Sales' and RowKey eq '000800'"},
		{Name: "By name", Kind: Read, PerDay: 1000, Filter: "LastName eq 'Name03' and Age gt 30"},
		{Name: "Newest", Kind: Read, PerDay: 500, Filter: "PartitionKey eq 'Law'", Top: 10, Order: "-Hired"},
		{Name: "Hire", Kind: Insert, PerDay: 50, Rate: 3000, Batch: 10, Together: "PartitionKey", Arrival: "Hired"},
	}, Designs: []Design{
		asItIs,
		{Name: "by name", Partition: "{LastName}", Row: "{PartitionKey}_{RowKey}", Indexes: []Index{{Name: "age", Kind: OtherPartition, Partition: "age{Age|pad(3)}", Row: "{RowKey}", Properties: []string{"LastName"}}}},
		{Name: "too coarse", Partition: "{LastName}", Row: "{Age}"},
		{Name: "newest", Partition: "{PartitionKey}", Row: "{Hired|inverse}", Indexes: []Index{{Kind: SamePartition, Row: "id_{RowKey}"}}},
	}}
	return spec, measure(t, NewBench(employees(t), false), spec)
}

// Ensure that each step is answered from the numbers, for designs that do and designs that do not.
func TestChecklist(t *testing.T) {
	spec, r := reviewed(t)
	for _, test := range []struct {
		design int
		step   string
		state  State
		says   string
	}{
		{0, "Which properties", Fine, "Of 10,500 reads a day: PartitionKey in 90 %, RowKey in 86 %, LastName in 10 %"},
		{0, "What is the dominant", Fine, "“One”, 86 % of the reads, is a point: it examines 1 entity of 1,000 for the 1 wanted, in 1 round trip."},
		{1, "What is the dominant", Bad, "is a full scan: it examines 2,000 entities of 1,000 for the 1 wanted"},
		{0, "Do the keys begin", Fine, "”, “PartitionKey eq 'Sales'” narrows the PartitionKey and “RowKey eq '000800'” narrows the RowKey."},
		{1, "Do the keys begin", Bad, "nothing narrows the PartitionKey"},
		{0, "What do the other", Fine, "None of 2 other reads scans"},
		{1, "What do the other", Look, "1 of 2 other reads, 5 % of the calls: “Newest”."},
		{0, "Do the keys tell", Fine, "All 1,000 entities have keys of their own."},
		{2, "Do the keys tell", Bad, "800 entities have the key of another, such as Name00 · 20. Add"},
		{0, "Are there enough", Fine, "4 partitions; the largest, Audit, has 250 entities, 25 % of all"},
		{1, "Are there enough", Fine, "partitions"},
		{0, "Does the hottest", Fine, ""},
		{0, "Do new keys come", Look, "“Hire”: 100 % of the new keys sort before or after all others"},
		{0, "Does each transaction", Fine, "Yes: “Hire” in 100 calls."},
		{1, "Does each transaction", Bad, "“Hire”: 100 of 100 calls lie in several partitions, such as Name"},
		{1, "What do the indexes", Look, "No transaction keeps the table and “age” in step"},
		{3, "What do the indexes", Fine, "one transaction"},
	} {
		found := false
		for _, s := range Checklist(spec, r, test.design) {
			if !strings.HasPrefix(s.Name, test.step) {
				continue
			}
			found = true
			if test.says != "" && (s.State != test.state || !strings.Contains(s.Answer, test.says)) {
				t.Errorf("design %d: %s %s %s\nwant %s, %q", test.design, s.State, s.Name, s.Answer, test.state, test.says)
			}
		}
		if !found {
			t.Errorf("design %d has no step %q", test.design, test.step)
		}
	}
	if Checklist(spec, r, 9) != nil || Checklist(spec, r, -1) != nil {
		t.Error("a design that is not there has a checklist")
	}
	for i := range spec.Patterns {
		spec.Patterns[i].Batch = 1
	}
	for _, s := range Checklist(spec, r, 0) {
		if strings.HasPrefix(s.Name, "Does each transaction") && s.State != Idle {
			t.Errorf("without a transaction: %s %s", s.State, s.Answer)
		}
	}
}

// Ensure that the load on a partition is judged by both limits.
func TestChecklist_Stress(t *testing.T) {
	b := NewBench(employees(t), false)
	for rate, want := range map[float64]State{400: Fine, 1600: Fine, 3200: Look, 100_000: Bad, 0: Look} {
		spec := Spec{Patterns: []Pattern{{Kind: Update, Rate: rate, Changed: []string{"Age"}}}, Designs: []Design{asItIs}}
		for _, s := range Checklist(spec, measure(t, b, spec), 0) {
			if strings.HasPrefix(s.Name, "Does the hottest") && s.State != want {
				t.Errorf("%g a second: %s %s", rate, s.State, s.Answer)
			}
		}
	}
}

// Ensure that the document for a review is what was looked at.
func TestMarkdown_Golden(t *testing.T) {
	spec, r := reviewed(t)
	got := Markdown(spec, r, "https://example.org/#v=1&screen=lab")
	path := filepath.Join("testdata", "review.md")
	if *rewrite {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the document is now\n%s", got)
	}
}

// Ensure that the document says what the generated entities are like.
func TestMarkdown_Population(t *testing.T) {
	people := population.Spec{Entities: 500, Seed: 4, Properties: []population.Property{
		{Name: "City_", Type: "String", Distinct: 40, Skew: 1.5, Missing: 0.25}, {Name: "Number", Type: "Int64"}}}
	spec := Spec{Population: &people, Designs: []Design{asItIs}}
	got := Markdown(spec, measure(t, NewBench(load(t, people), true), spec), "")
	for _, want := range []string{"500 entities that are generated (seed 4)", "\n- `City_` String: 40 values, skew 1.50, missing in 25 %\n", "\n- `Number` Int64: each entity has a value of its own\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

var hostile = []string{"|", "a|b", "`", "``x`", "<script>alert(1)</script>", "<!--", "](javascript:alert(1))", "![x](https://evil.example/p.png)", "line\nbreak\r\n\r\n# head",
	"\u2028\u202e", "\\", "\\|", "1. list", "- list", "*b* _i_ ~s~", "$x$", "&lt;", "https://evil.example www.evil.example a@evil.example", strings.Repeat("x", 90), "| --- |", "\x00"}

// Ensure that no text of a stranger means anything in the document: tables keep their columns, and there is no HTML, link,
// picture or line of theirs.
func TestMarkdown_Hostile(t *testing.T) {
	b := NewBench(employees(t), false)
	for _, h := range hostile {
		spec := Spec{Table: "Employees", Designs: []Design{
			{Name: h, Partition: "{PartitionKey}", Row: "{RowKey}", Indexes: []Index{{Name: h, Kind: OtherTable, Partition: "{LastName|prefix(1)}`|" + strings.Map(func(r rune) rune {
				if strings.ContainsRune("/\\#?{}\n\r\x00", r) {
					return -1
				}
				return r
			}, h), Row: "{RowKey}", Properties: []string{h}}}}, {Name: h, Partition: h, Row: h}},
			Patterns: []Pattern{{Name: h, Kind: Read, PerDay: 1, Filter: "LastName eq '" + strings.ReplaceAll(h, "'", "''") + "'"}, {Name: h, Kind: Insert, Together: h, Batch: 2, Arrival: h, Rate: 5}}}
		if spec.Check() != nil {
			t.Fatalf("%q is refused: %v", h, spec.Check())
		}
		r := measure(t, b, spec)
		plain := Markdown(Spec{Table: spec.Table, Designs: plainDesigns(spec.Designs), Patterns: []Pattern{{Name: "x", Kind: Read, PerDay: 1}, {Name: "x", Kind: Insert, Together: "x", Batch: 2, Rate: 5}}}, r, "")
		got := Markdown(spec, r, "https://example.org/")
		columns := 0
		for line := range strings.SplitSeq(got, "\n") {
			outside := withoutCode(line)
			bars := strings.Count(strings.ReplaceAll(strings.ReplaceAll(line, `\\`, ""), `\|`, ""), "|")
			switch {
			case !strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "| ---"):
				columns = 0
			case columns == 0:
				columns = bars
			case bars != columns:
				t.Errorf("%q: a row has %d bars, not %d: %s", h, bars, columns, line)
			}
			for _, bad := range []string{`(^|[^\\(])<`, `(^|[^\\])!\[`, `[^\\]\]\([^<]`, `https?://e`, `(^|[^\\])\*i`} {
				if regexp.MustCompile(bad).MatchString(outside) && !strings.HasPrefix(line, "[Open the comparison](<https://example.org/>)") {
					t.Errorf("%q: %s in %s", h, bad, line)
				}
			}
			if strings.ContainsAny(line, "\r\u2028\u202e\x00") {
				t.Errorf("%q: a character that does not print in %q", h, line)
			}
		}
		if x, y := strings.Count(got, "\n# "), strings.Count(plain, "\n# "); x != y {
			t.Errorf("%q: %d headings, want %d", h, x, y)
		}
	}
}

// withoutCode takes the code spans out of a line, as CommonMark finds them.
func withoutCode(line string) string {
	var b strings.Builder
	for at := 0; at < len(line); {
		if line[at] == '\\' && at+1 < len(line) {
			b.WriteString(line[at : at+2])
			at += 2
			continue
		}
		n := len(line[at:]) - len(strings.TrimLeft(line[at:], "`"))
		if n == 0 {
			b.WriteByte(line[at])
			at++
			continue
		}
		at += n
		for end := at; ; end++ {
			next := strings.IndexByte(line[end:], '`')
			if next < 0 {
				b.WriteString(strings.Repeat("`", n)) // it opens nothing
				break
			}
			end += next
			run := len(line[end:]) - len(strings.TrimLeft(line[end:], "`"))
			if run == n {
				at = end + n
				break
			}
			end += run - 1
		}
	}
	return b.String()
}

func plainDesigns(designs []Design) []Design {
	var list []Design
	for range designs {
		list = append(list, Design{Name: "x"})
	}
	list[0].Indexes = []Index{{Kind: OtherTable}}
	return list
}

// Ensure that numbers are written for people.
func TestAmount(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 7: "7", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1234: "-1,234", -123: "-123", 0.5: "0.50", 12.34: "12.3", 123.4: "123", 1234.5: "1,234", 9.999: "10.00", 99999.9: "100,000"} {
		if got := amount(v); got != want {
			t.Errorf("%g is %s, want %s", v, got, want)
		}
	}
	for v, want := range map[float64]string{0: "0 parts", 0.999: "1 part", 1: "1 part", 1.5: "1.50 parts", 15.97: "16 parts", 16.04: "16 parts", 16.06: "16.1 parts", 1000: "1,000 parts"} {
		if got := many(v, "part", "parts"); got != want {
			t.Errorf("%g are %s, want %s", v, got, want)
		}
	}
	for _, test := range []struct {
		part, whole float64
		want        string
	}{{0, 0, "0 %"}, {0, 5, "0 %"}, {5, 5, "100 %"}, {1, 1000, "under 1 %"}, {999, 1000, "over 99 %"}, {1, 3, "33 %"}} {
		if got := percent(test.part, test.whole); got != test.want {
			t.Errorf("%g of %g is %s", test.part, test.whole, got)
		}
	}
}

// Ensure that a read of the same cost is neither better nor worse for its class alone, and says which of the two crosses partitions.
func TestRank_SameCostOtherClass(t *testing.T) {
	spec := Spec{Table: "Employees", Patterns: []Pattern{{Name: "By number", Kind: Read, PerDay: 1000, Filter: "PartitionKey eq 'Sales' and RowKey ge '000800' and RowKey lt '000805'"}},
		Designs: []Design{asItIs, {Name: "one entity each", Partition: "{PartitionKey}_{RowKey}"}}}
	bench := NewBench(employees(t), false)
	for _, want := range []string{"Same cost, but it reads several partitions.", "Same cost, and it reads only one partition."} {
		r := measure(t, bench, spec)
		if c := r.Patterns[0].Cells[1]; c.Verdict != Same || c.Why != want || r.Designs[0].Rank != r.Designs[1].Rank {
			t.Errorf("%v: %q, ranks %d and %d; want %q", c.Verdict, c.Why, r.Designs[0].Rank, r.Designs[1].Rank, want)
		}
		if text := Markdown(spec, r, ""); strings.ContainsAny(text, "▲▼") || !strings.Contains(text, want) {
			t.Errorf("the report:\n%s", text)
		}
		spec.Designs[0], spec.Designs[1] = spec.Designs[1], spec.Designs[0]
	}
}

// Ensure that what is offered for keys that collide is not in the templates yet and tells all entities apart.
func TestChecklist_Apart(t *testing.T) {
	b := NewBench(table(t, func(add func(string, string, ...engine.Property)) {
		for i := range 60 {
			add([]string{"1", "11", "2"}[i%3], []string{"11", "1", "3", "4"}[i/3%4]+strings.Repeat("x", i/12), text("Kind", "k"))
		}
	}), false)
	for _, test := range []struct{ partition, row, want string }{
		{"{Kind}", "{RowKey}", "{PartitionKey}"},
		{"{PartitionKey}", "{Kind}", "{RowKey}"},
		{"{RowKey}", "", "{PartitionKey}"},
		{"{Kind}", "{RowKey|prefix(1)}", "{PartitionKey}_{RowKey}"},
		{"{Kind}", "{PartitionKey}{RowKey}", ""},
	} {
		pattern := []Pattern{{Kind: Read, PerDay: 1}}
		spec := Spec{Patterns: pattern, Designs: []Design{{Partition: test.partition, Row: test.row}}}
		r := measure(t, b, spec)
		answer := ""
		for _, s := range Checklist(spec, r, 0) {
			if strings.HasPrefix(s.Name, "Do the keys tell") {
				answer = s.Answer
			}
		}
		if r.Designs[0].Duplicates == 0 || strings.Contains(answer, ". Add "+test.want+" to the RowKey") != (test.want != "") || test.want == "" && strings.Contains(answer, "{") {
			t.Errorf("%s and %s: %s", test.partition, test.row, answer)
		}
		spec.Designs[0].Row += "_" + test.want
		if r = measure(t, b, spec); test.want != "" && r.Designs[0].Duplicates+r.Designs[0].Keyless > 0 {
			t.Errorf("%s and %s: with %s, %d collide", test.partition, test.row, test.want, r.Designs[0].Duplicates)
		}
	}
}

// Ensure that the share of the largest partition is of all that its table holds: copies beside the entities are in it, those of
// another table are not.
func TestChecklist_LargestWithCopies(t *testing.T) {
	spec := Spec{Patterns: []Pattern{{Kind: Read, PerDay: 1}}, Designs: []Design{
		{Partition: "{PartitionKey}", Row: "{RowKey}", Indexes: []Index{{Kind: OtherPartition, Partition: "index", Row: "{RowKey}"}}},
		{Partition: "{PartitionKey}", Row: "{RowKey}", Indexes: []Index{{Kind: OtherTable, Partition: "index", Row: "{RowKey}"}}},
	}}
	r := measure(t, NewBench(employees(t), false), spec)
	for i, want := range []string{"index, has 1,000 entities, 50 % of all with the copies;", "Audit, has 250 entities, 25 % of all;"} {
		for _, s := range Checklist(spec, r, i) {
			if strings.HasPrefix(s.Name, "Are there enough") && !strings.Contains(s.Answer, want) {
				t.Errorf("%s, want %s", s.Answer, want)
			}
		}
	}
}
