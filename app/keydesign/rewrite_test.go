package keydesign

import (
	"testing"

	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

var kept = Data{PartitionKey: "WasPartition", RowKey: "WasRow", Timestamp: "WasWritten"}

func design(t testing.TB, partition, row string) Design {
	t.Helper()
	d, err := ParseDesign(partition, row)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func parse(t testing.TB, filter string) filterlang.Expr {
	t.Helper()
	e, err := filterlang.Parse(filter)
	if err != nil {
		t.Fatal(filter, err)
	}
	return e
}

// Ensure what conditions on properties become for the keys, and that they become no more.
func TestRewrite_Keys(t *testing.T) {
	typed := kept
	typed.Types = func(property string) []edm.Type {
		if property == "Whole" {
			return []edm.Type{edm.Int32, edm.Int64}
		}
		return edm.Types[:]
	}
	for _, test := range []struct{ partition, row, filter, keys string }{
		// The three designs of the white paper's micro-blog.
		{"{Channel}", "{CreatedOn|inverse}", "Channel eq 'Football' and CreatedOn ge datetime'2008-10-01T00:00:00Z'",
			"[start of Football…(Football,2521794815999999999)]"},
		{"{Channel}", "{CreatedOn|inverse}", "Channel eq 'Football' and CreatedOn gt datetime'2008-10-01T00:00:00Z' and CreatedOn le datetime'2008-10-02T00:00:00Z'",
			"[(Football,2521793951999999999)…(Football,2521794815999999999))"},
		{"{Channel}_{CreatedOn|inverse:yyyy-MM}", "{CreatedOn|inverse}", "Channel eq 'Football' and CreatedOn ge datetime'2008-10-02T00:00:00Z' and CreatedOn lt datetime'2008-10-03T00:00:00Z'",
			"((Football_7991-03,2521793087999999999)…(Football_7991-03,2521793951999999999)]"},
		{"{Channel}_{CreatedOn|inverse:yyyy-MM}", "", "Channel eq 'Football' and CreatedOn lt datetime'2008-10-01T00:00:00Z'",
			"[Football_7991-04 … Football`)"},
		{"{Channel}_{CreatedOn|inverse:yyyy-MM}", "", "Channel eq 'Football' and CreatedOn lt datetime'2008-10-01T00:00:01Z'",
			"[Football_7991-03 … Football`)"},
		{"{Channel}_{CreatedOn|inverse}", "", "Channel eq 'Football'", "[Football_ … Football`)"},
		{"{Channel}_{CreatedOn|inverse}", "", "CreatedOn ge datetime'2008-10-01T00:00:00Z'", "everything"},
		// Strings, last and not.
		{"{A}", "{B}", "A eq 'x' and B eq 'y'", "(x,y)"},
		{"{A}", "{B}", "A eq 'x' and B ge 'Sh' and B lt 'Si'", "[(x,Sh)…(x,Si))"},
		{"{A}-{B}", "", "A ge 'Sh' and A lt 'Si'", "[Sh … Si)"},
		{"{A}-{B}", "", "A le 'ab'", "(−∞ … ab.)"},
		{"{A}c{B}", "", "A le 'ab'", "(−∞ … d)"},
		{"{A}!{B}", "", "A gt 'ab'", "(ab … +∞)"},
		{"{A|prefix(1)}", "{A}", "A ge 'Sh' and A lt 'Si'", "[(S,Sh)…(S,Si))"},
		{"{A|prefix(2)}", "", "A ge 'Sh' and A lt 'Si'", "(Sh,'')"},
		{"{A|prefix(3)}", "", "A ge 'Sh' and A lt 'Si'", "[Sh … Si)"},
		{"{A|prefix(2)}", "", "A gt 'ab'", "[ab … +∞)"},
		{"{A|prefix(2)}", "", "A gt 'a'", "(a … +∞)"},
		{"{A|prefix(2)}", "", "A lt 'abc'", "(−∞ … ab]"},
		{"{A|lower}", "", "A eq 'Sh'", "(sh,'')"},
		{"{A|lower}", "", "A ge 'Sh'", "everything"},
		{"x{A|hash(4)}_{A}", "", "A eq 'Sh'", "(x2_Sh,'')"},
		{"x{A|hash(4)}_{A}", "", "A gt 'Sh'", "[x … y)"},
		// Numbers keep their order only when they are padded, and are of three types.
		{"{N|pad(3)}", "", "N eq 7", "(007,'')"},
		{"{N|pad(3)}", "", "N ge 7 and N lt 12", "[007 … 012)"},
		{"{N|pad(3)}_", "", "N gt 7", "(007 … +∞)"},
		{"{N|pad(3)|inverse}", "", "N gt 7L", "everything"},
		{"{Whole|pad(3)|inverse}", "", "Whole gt 7L", "(−∞ … 992)"},
		{"{Whole|pad(3)|inverse}_{X}", "", "Whole ge 7 and Whole le 12L", "[987 … 992`)"},
		{"{N}", "", "N eq 7", "(7,'')"},
		{"{N}", "", "N gt 7", "everything"},
		{"{N|pad(2)}", "", "N ge 700", "everything"},
		{"{N|pad(2)}", "", "N eq 'seven'", "(seven,'')"},
		{"{N|pad(3)}", "", "7 lt N", "(007 … +∞)"},
		// Dates.
		{"{D|date}", "", "D eq datetime'2008-10-02T10:00:00Z'", "(2008-10-02,'')"},
		{"{D|date}", "{D|ticks}", "D ge datetime'2008-10-02T00:00:00Z' and D lt datetime'2008-10-03T00:00:00Z'", "[(2008-10-02,0633585024000000000)…(2008-10-02,0633585888000000000))"},
		{"{D|date:yyyyMM}", "{X}", "D ge datetime'2008-09-01T00:00:00Z' and D lt datetime'2008-10-01T00:00:00Z'", "all of 200809"},
		{"{D|date:yyyy-Www}", "", "D ge datetime'2008-10-02T00:00:00Z'", "[2008-W40 … +∞)"},
		{"{D|date}", "", "D lt datetime'2008-10-02T00:00:00.0000001Z'", "(−∞ … 2008-10-02]"},
		{"{D|date}", "", "D gt datetime'2008-10-01T23:59:59.9999998Z'", "[2008-10-01 … +∞)"},
		{"{D|date}", "", "D gt datetime'2008-10-01T23:59:59.9999999Z'", "[2008-10-02 … +∞)"},
		{"{D|date:MM}", "", "D ge datetime'2008-10-02T00:00:00Z'", "everything"},
		{"{D|date:MM}", "", "D eq datetime'2008-10-02T00:00:00Z'", "(10,'')"},
		// Other types, other operators, other shapes.
		{"{F}", "", "F", "(true,'')"},
		{"{G}", "", "G ge guid'ab000000-0000-0000-0000-000000000001'", "[ab000000-0000-0000-0000-000000000001 … +∞)"},
		{"{G}~{A}", "", "G lt guid'ab000000-0000-0000-0000-000000000001'", "(−∞ … ab000000-0000-0000-0000-000000000001)"},
		{"{D}~{A}", "", "D lt datetime'2008-10-02T00:00:00Z'", "(−∞ … 2008-10-02T00:00:00.0000000Z)"},
		{"{A}", "", "A ne 'x'", "everything"},
		{"{A}", "", "A eq 'x' or A eq 'y'", "everything"},
		{"{A}", "", "not (A ne 'x')", "everything"},
		{"{A}", "", "(A eq 'x' and B gt 5) and C", "(x,'')"},
		{"{A}", "", "A gt 'b' and A lt 'a'", "everything"},
		{"{A}", "", "", "everything"},
		{"", "{A}", "A eq 'x'", "('',x)"},
		{"all", "{A}", "B eq 'x'", "all of all"},
		// The keys that entities had.
		{"{RowKey}", "{PartitionKey}", "PartitionKey eq 'p' and RowKey eq 'r'", "(r,p)"},
	} {
		r := design(t, test.partition, test.row).Rewrite(parse(t, test.filter), typed)
		keys := filterlang.KeyRange{Partition: r.Partition, Row: r.Row}
		plan := filterlang.NewPlan(r.Filter)
		if _, single := r.Partition.Single(); !single {
			keys.Row = filterlang.Interval{} // of no use to the service
		}
		if got := keys.String(); got != test.keys || plan.Range.String() != got {
			t.Errorf("%s | %s: %s\n gives %s, planned %s\n want  %s\n %s", test.partition, test.row, test.filter, got, plan.Range, test.keys, r.Filter)
		}
	}
}

// Ensure that the rewritten filter asks for all that the given one did, of the former keys too.
func TestRewrite_Text(t *testing.T) {
	d := design(t, "{Channel}", "{PartitionKey}")
	for filter, want := range map[string]string{
		"":                                     "PartitionKey ge '' and PartitionKey lt ''",
		"Channel eq 'a'":                       "PartitionKey eq 'a' and Channel eq 'a'",
		"PartitionKey ne 'p' or RowKey eq 'r'": "WasPartition ne 'p' or WasRow eq 'r'",
		"not (Timestamp gt datetime'2010-01-01T00:00:00Z')":   "not (WasWritten gt datetime'2010-01-01T00:00:00Z')",
		"(Channel eq 'a' and X gt 1) and 'p' lt PartitionKey": "PartitionKey eq 'a' and RowKey gt 'p' and Channel eq 'a' and X gt 1 and 'p' lt WasPartition",
	} {
		r := d.Rewrite(parse(t, filter), kept)
		if filter == "" {
			if r.Filter != nil {
				t.Errorf("no filter becomes %s", r.Filter)
			}
			continue
		}
		if got := r.Filter.String(); got != want {
			t.Errorf("%s\n becomes %s\n want    %s", filter, got, want)
		}
		if again := parse(t, r.Filter.String()); again.String() != r.Filter.String() {
			t.Errorf("%s is read as %s", r.Filter, again)
		}
	}
}

func TestRewrite_Uses(t *testing.T) {
	d := design(t, "{A}_{B|pad(3)}_{C}", "{B|pad(3)}")
	r := d.Rewrite(parse(t, "A eq 'x' and (B gt 5 and C eq 'z') and D and B ne 7"), kept)
	want := []struct {
		text           string
		partition, row bool
	}{{"A eq 'x'", true, false}, {"B gt 5", true, true}, {"C eq 'z'", false, false}, {"D", false, false}, {"B ne 7", false, false}}
	if len(r.Uses) != len(want) {
		t.Fatalf("%d uses", len(r.Uses))
	}
	for i, w := range want {
		if u := r.Uses[i]; u.Expr.String() != w.text || u.Partition != w.partition || u.Row != w.row {
			t.Errorf("%s: %+v, want %+v", u.Expr, u, w)
		}
	}
}
