package designlab

import (
	"regexp"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/keydesign/lab"
)

// Ensure that designs of one rank are said to be tied where nothing else tells them apart, and that the one with more bytes only has the same cost.
func TestRankText(t *testing.T) {
	report := func(ranks ...int) *lab.Report {
		r := &lab.Report{}
		for _, rank := range ranks {
			r.Designs = append(r.Designs, lab.DesignReport{Rank: rank, Impossible: rank == 0, Total: lab.Cost{Points: 1}})
		}
		return r
	}
	stored := func(r *lab.Report, times ...float64) *lab.Report {
		for i := range times {
			r.Designs[i].Storage = times[i]
		}
		return r
	}
	wide := func(r *lab.Report, design int) *lab.Report {
		cells := make([]lab.Cell, len(r.Designs))
		cells[design].Why = lab.Wider
		r.Patterns = append(r.Patterns, lab.PatternReport{Cells: cells})
		return r
	}
	for _, tt := range []struct {
		r    *lab.Report
		i    int
		want string
	}{
		{wide(stored(report(1, 1, 3), 1, 1.68, 1), 0), 0, "same cost as 1st"}, {wide(stored(report(1, 1, 3), 1, 1.68, 1), 0), 1, "1st of 3 by cost"},
		{report(1, 2), 0, "1st of 2 by cost"}, {report(1, 2), 1, "2nd of 2 by cost"}, {report(1, 1, 3), 0, "joint 1st of 3 by cost"}, {report(2, 1, 2, 2), 3, "joint 2nd of 4 by cost"},
		{report(1, 1), 0, ""}, {report(1, 1, 1), 2, ""}, {report(1, 0, 1), 2, ""}, {report(1, 0, 1), 1, "✖ does not fit"},
		{stored(report(1, 1, 3), 1, 1.68, 1), 0, "1st of 3 by cost"}, {stored(report(1, 1, 3), 1, 1.68, 1), 1, "same cost as 1st"}, {stored(report(3, 1, 1), 1, 1.5, 1.501), 1, "joint 1st of 3 by cost"},
		{report(1), 0, ""}, {report(0), 0, "✖ does not fit"}, {report(0, 0, 1), 0, "✖ does not fit"}, {report(0, 0, 1), 2, "1st of 3 by cost"},
	} {
		if got := RankText(tt.r, tt.i); got != tt.want {
			t.Errorf("%d: %q, want %q", tt.i, got, tt.want)
		}
	}
}

// Ensure that a tie of all designs is said once, of all of them.
func TestSummary_Tie(t *testing.T) {
	for _, tt := range []struct {
		ranks []int
		want  string
	}{
		{[]int{1, 2}, ""}, {[]int{1, 1, 3}, ""}, {[]int{1}, ""}, {[]int{1, 1}, " · both designs cost the same"},
		{[]int{1, 1, 1}, " · all 3 designs cost the same"}, {[]int{1, 0, 1}, " · 2 of the 3 designs cost the same"},
	} {
		r := &lab.Report{}
		for _, rank := range tt.ranks {
			r.Designs = append(r.Designs, lab.DesignReport{Rank: rank, Impossible: rank == 0, Total: lab.Cost{Points: 1}})
		}
		if got := Summary(&Model{Report: r}); !strings.HasSuffix(got, "patterns"+tt.want) {
			t.Errorf("%v: %q, want it to end with %q", tt.ranks, got, tt.want)
		}
	}
}

// Ensure that a cell of the same cost and another class has the word "same" beside its reason, and one that is no better for another
// reason has no word.
func TestVerdictText(t *testing.T) {
	for _, tt := range []struct {
		c    lab.Cell
		want string
	}{
		{lab.Cell{}, " "}, {lab.Cell{Why: lab.NotAll}, " "}, {lab.Cell{Why: lab.Wider}, "= same"}, {lab.Cell{Why: lab.Closer}, "= same"},
		{lab.Cell{Verdict: lab.Better}, "▲ better"}, {lab.Cell{Verdict: lab.Worse}, "▼ worse"}, {lab.Cell{Verdict: lab.Impossible}, "✖ impossible"},
	} {
		if mark, word := VerdictText(&tt.c); mark+" "+word != tt.want {
			t.Errorf("%+v: %s %s, want %s", tt.c, mark, word, tt.want)
		}
	}
}

// Ensure that the first name of a list that is no property is told what it was meant to be.
func TestNearName(t *testing.T) {
	names := []string{"Rating", "Title"}
	for text, want := range map[string]string{
		"rating": "Rating", "Title, -raitng": "Title, -Rating", "Titel,Ratin": "Title,Ratin", "partitionkey": "PartitionKey",
		"": "", "Title,": "", "-Rating": "", "Zzz": "", "RowKey": "",
	} {
		fix, got := nearName(text, names), ""
		if fix != nil {
			got = fix.Apply(text)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Ensure that a name that was made of a design's keys follows them while a template is typed, also in a copy, and that a name that somebody
// typed stays.
func TestTake_NameOfKeys(t *testing.T) {
	of := func(name, partition, row string) *Model {
		return &Model{Have: true, Spec: lab.Spec{Table: "Movies", Designs: []lab.Design{{Name: lab.AsItIs, Partition: "{PartitionKey}", Row: "{RowKey}"}, {Name: name, Partition: partition, Row: row}}}}
	}
	const buckets = "{PartitionKey}_{RowKey|hash(16)}"
	for _, tt := range []struct {
		name, partition, row string
		typed                []string // into the template of the PartitionKey
		want                 string
	}{
		{"16 buckets", buckets, "{RowKey}", []string{"{PartitionKey}_{RowKey|hash(1", "{PartitionKey}_{RowKey|hash(1)}", "{PartitionKey}_{RowKey|hash(32)}"}, "32 buckets"},
		{"16 buckets", buckets, "{RowKey}", []string{"{Language"}, "design 2"},
		{"16 buckets", buckets, "{RowKey}", []string{"{Language}x", buckets}, "16 buckets"},
		{"16 buckets copy", buckets, "{RowKey}", []string{"{Language}x"}, "design 2"},
		{"by Language", "{Language}", "{PartitionKey}_{RowKey}", []string{"{Rating}"}, "by Rating"},
		{"as it is copy", "{PartitionKey}", "{RowKey}", []string{"{PartitionKey}_"}, "design 2"},
		{"16 buckets", "{Language}", "{RowKey}", []string{"{Language}x"}, "16 buckets"},
		{"mine", buckets, "{RowKey}", []string{"{Language}x"}, "mine"},
		{"", buckets, "{RowKey}", []string{"{Language}x"}, ""},
	} {
		m := of(tt.name, tt.partition, tt.row)
		for _, text := range tt.typed {
			m, _ = m.take(FieldTyped{"lab-d1-partition", text})
		}
		if got := m.Spec.Designs[1].Name; got != tt.want {
			t.Errorf("%s with %v becomes %q, want %q", tt.name, tt.typed, got, tt.want)
		}
	}
	m, _ := of("16 buckets", buckets, "{RowKey}").take(FieldTyped{"lab-d1-name", "my buckets"})
	if m, _ = m.take(FieldTyped{"lab-d1-partition", "{Language}"}); m.Spec.Designs[1].Name != "my buckets" {
		t.Errorf("a typed name becomes %q", m.Spec.Designs[1].Name)
	}
}

// Ensure that a design that does not fit has no cost but the reason, and that the first place beside worse or wider patterns says what it
// is made of.
func TestTotal_Reasons(t *testing.T) {
	cells := func(c ...lab.Cell) lab.PatternReport {
		for i := range c {
			c[i].Known = true
		}
		return lab.PatternReport{Cells: c}
	}
	cost := lab.Cost{Points: 4, Requests: 4}
	l := &Model{
		Spec: lab.Spec{Designs: make([]lab.Design, 4), Patterns: []lab.Pattern{{Name: "All of a day"}, {Name: "One"}}},
		Report: &lab.Report{
			Designs: []lab.DesignReport{{Known: true, Rank: 1, Total: cost, Storage: 1}, {Known: true, Rank: 1, Total: cost, Storage: 1.68}, {Known: true, Impossible: true, Duplicates: 1200, Total: cost}, {Known: true, Impossible: true, Total: cost}},
			Patterns: []lab.PatternReport{
				cells(lab.Cell{}, lab.Cell{Why: lab.Wider}, lab.Cell{}, lab.Cell{Verdict: lab.Impossible}),
				cells(lab.Cell{}, lab.Cell{Verdict: lab.Worse}, lab.Cell{}, lab.Cell{}),
			},
		},
	}
	l.Report.Designs = append(l.Report.Designs, lab.DesignReport{Known: true, Rank: 3, Total: lab.Cost{Points: 9}})
	l.Spec.Designs = append(l.Spec.Designs, lab.Design{})
	for k := range l.Report.Patterns {
		l.Report.Patterns[k].Cells = append(l.Report.Patterns[k].Cells, lab.Cell{Known: true, Verdict: lab.Worse})
	}
	p := &Panel{Lab: l}
	for i, want := range []string{
		"1.00 × 1st",
		"1.00 × same cost as 1st 4 points · 4 requests · 0 examined It costs the same, but 1 pattern is worse, 1 read needs several partitions and it takes 1.68 times the space.",
		"✖ does not fit No cost: 1,200 entities have the same keys as another.",
		"✖ does not fit No cost: it cannot do “All of a day”.",
		"2.25 × 3rd 9 points",
	} {
		html := app.HTMLString(p.total(i))
		got := strings.Join(strings.Fields(regexp.MustCompile("<[^>]*>").ReplaceAllString(html, " ")), " ")
		if !strings.HasPrefix(got, want) || want[0] > 0x7f && got != want {
			t.Errorf("%d: %q, want %q", i, got, want)
		}
	}
}

// Ensure that a design that loses entities is not compared in bytes with the table: it takes less because it holds less.
func TestSizeText(t *testing.T) {
	for _, c := range []struct {
		r    lab.DesignReport
		want string
	}{
		{lab.DesignReport{Bytes: 340, Storage: 0.34}, "340 B, 0.34 × now"},
		{lab.DesignReport{Bytes: 340, Storage: 1}, "340 B, as now"},
		{lab.DesignReport{Bytes: 340, Storage: 0.34, Duplicates: 2}, "340 B"},
		{lab.DesignReport{Bytes: 340, Storage: 0.34, Keyless: 1}, "340 B"},
	} {
		if got := sizeText(&lab.Design{Partition: "{A}", Row: "{B}"}, &c.r); got != c.want {
			t.Errorf("%+v: %q, want %q", c.r, got, c.want)
		}
	}
}
