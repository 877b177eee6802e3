package study

import (
	"slices"
	"strings"
	"testing"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/worker/workertest/desk"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// films fills a small table with values that people get nearly right.
func films(t *testing.T, d *desk.Desk) {
	t.Helper()
	if err := d.DB.CreateTable(t.Context(), "Films"); err != nil {
		t.Fatal(err)
	}
	list := []engine.BulkEntity{
		{PartitionKey: "Action", RowKey: "Alien", Properties: []engine.Property{{Name: "Year", Value: edm.NewInt32(1979)}, {Name: "Label", Value: edm.NewString("Big  Hit")}}},
		{PartitionKey: "Action", RowKey: "000042", Properties: []engine.Property{{Name: "Year", Value: edm.NewInt32(1980)}}},
		{PartitionKey: "Action ", RowKey: "Zulu", Properties: []engine.Property{{Name: "Year", Value: edm.NewInt32(1964)}, {Name: "Code", Value: edm.NewString("7")}}},
		{PartitionKey: "Drama", RowKey: "O'Hara's", Properties: []engine.Property{{Name: "Year", Value: edm.NewInt32(1990)}, {Name: "Label", Value: edm.NewString("small")}}},
	}
	if _, err := d.DB.Bulk(t.Context(), "Films", list, engine.RefuseExisting); err != nil {
		t.Fatal(err)
	}
}

func TestMisses_Kinds(t *testing.T) {
	d := open(t, nil)
	films(t, d)
	for _, tt := range []struct {
		filter string
		kind   wire.MissKind
		near   string
		count  int
	}{
		{"PartitionKey eq 'action'", wire.MissCase, "PartitionKey eq 'Action'", 2},
		{"PartitionKey eq 'Action' and RowKey eq 'ALIEN'", wire.MissCase, "PartitionKey eq 'Action' and RowKey eq 'Alien'", 1},
		{"PartitionKey eq 'action' and RowKey eq 'ALIEN'", wire.MissCase, "PartitionKey eq 'Action' and RowKey eq 'Alien'", 1},
		{"PartitionKey eq 'drama' and RowKey ge 'o''h' and RowKey lt 'o''i'", wire.MissCase, "PartitionKey eq 'Drama' and RowKey ge 'O''H' and RowKey lt 'O''I'", 1},
		{"Label eq 'Big Hit'", wire.MissSpace, "Label eq 'Big  Hit'", 1},
		{"PartitionKey eq ' Drama'", wire.MissSpace, "PartitionKey eq 'Drama'", 1},
		{"PartitionKey eq 'Action' and RowKey eq '42'", wire.MissPadding, "PartitionKey eq 'Action' and RowKey eq '000042'", 1},
		{"Label eq 'BIGHIT'", wire.MissSpelled, "Label eq 'Big  Hit'", 1},
		{"PartitionKey eq 'Acton'", wire.MissTypo, "PartitionKey eq 'Action'", 2},
		{"PartitionKey eq 'Darma' and Year gt 1980", wire.MissTypo, "PartitionKey eq 'Drama' and Year gt 1980", 1},
		{"RowKey eq 'aliens'", wire.MissTypo, "RowKey eq 'Alien'", 1},
		{"RowKey eq 'Alyen'", wire.MissTypo, "RowKey eq 'Alien'", 1},
		{"Year eq '1979'", wire.MissType, "Year eq 1979", 1},
		{"Code eq 7", wire.MissType, "Code eq '7'", 1},
		{"year gt 1979", wire.MissName, "Year gt 1979", 2},
		{"Title eq 'Alien'", wire.MissName, "RowKey eq 'Alien'", 1},
		{"Title eq 'alien'", wire.MissSpelled, "RowKey eq 'Alien'", 1},
		{"Title ge 'Al' and Title lt 'Am'", wire.MissName, "RowKey ge 'Al' and RowKey lt 'Am'", 1},
		{"Title eq 'alien' and Genre eq 'Action'", wire.MissSpelled, "RowKey eq 'Alien' and PartitionKey eq 'Action'", 1},
		{"partitionkey eq 'action'", wire.MissSpelled, "PartitionKey eq 'Action'", 2},
		{"PartitionKey eq 'Alien'", wire.MissKey, "RowKey eq 'Alien'", 1},
		{"RowKey ge 'Act' and RowKey lt 'Acu'", wire.MissKey, "PartitionKey ge 'Act' and PartitionKey lt 'Acu'", 3},
		{"PartitionKey eq 'Alien' and RowKey eq 'Action'", wire.MissKey, "RowKey eq 'Alien' and PartitionKey eq 'Action'", 1},
		{"Year gt 1985 and Year lt 1979", wire.MissBounds, "Year gt 1979 and Year lt 1985", 1},
		{"PartitionKey eq 'Action' and PartitionKey eq 'Drama'", wire.MissOr, "PartitionKey eq 'Action' or PartitionKey eq 'Drama'", 3},
		{"PartitionKey eq 'Action ' and Label ne 'small'", wire.MissAbsent, "PartitionKey eq 'Action ' and not (Label eq 'small')", 1},
		{"PartitionKey eq 'Action' and RowKey eq 'Beta'", wire.MissNearest, "PartitionKey eq 'Action' and RowKey eq 'Alien'", 1},
		{"PartitionKey eq 'Zzz'", wire.MissNearest, "PartitionKey eq 'Drama'", 1},
		{"PartitionKey eq 'Drama' and Year lt 1950", wire.MissClause, "PartitionKey eq 'Drama'", 1},
	} {
		got, err := wire.Call(t.Context(), d, wire.Misses, wire.MissesRequest{Table: "Films", Filter: tt.filter}, nil)
		if err != nil {
			t.Fatalf("%s: %v", tt.filter, err)
		}
		i := slices.IndexFunc(got.Misses, func(m wire.Miss) bool { return m.Kind == tt.kind && m.Filter == tt.near })
		if i < 0 {
			t.Errorf("%s: no %s to %q in %+v", tt.filter, tt.kind, tt.near, got.Misses)
			continue
		}
		if written := tt.kind == wire.MissCase || tt.kind == wire.MissSpace || tt.kind == wire.MissTypo; written && slices.ContainsFunc(got.Misses, func(m wire.Miss) bool { return m.Kind == wire.MissNearest }) {
			t.Errorf("%s: what is stored is written in another way, and the nearest key is offered too: %+v", tt.filter, got.Misses)
		}
		if first := got.Misses[slices.IndexFunc(got.Misses, func(m wire.Miss) bool { return m.Kind == tt.kind })]; tt.kind == wire.MissKey && first.Filter != tt.near {
			t.Errorf("%s: %s is offered first", tt.filter, first.Filter)
		}
		if got.Misses[i].Count != tt.count {
			t.Errorf("%s: %s takes %d, want %d", tt.filter, tt.near, got.Misses[i].Count, tt.count)
		}
	}
}

// Ensure that every count is that of a run, that nothing without matches is offered, and that hostile filters are borne.
func TestMisses_CountsAreThoseOfRuns(t *testing.T) {
	d := open(t, nil)
	films(t, d)
	for _, filter := range []string{
		"PartitionKey eq 'action' and Year eq '1979' and Label ne 'x' and RowKey eq 'alien'", "PartitionKey eq ''", "RowKey lt 'Action' and RowKey gt 'Zulu'",
		"not (PartitionKey gt '')", "Timestamp lt datetime'1990-01-01T00:00:00Z'", "PartitionKey eq '" + strings.Repeat("a", 9000) + "'",
		"(" + strings.Repeat("Year eq 1 or ", 300) + "Year eq 2) and PartitionKey eq 'DRAMA'",
	} {
		got, err := wire.Call(t.Context(), d, wire.Misses, wire.MissesRequest{Table: "Films", Filter: filter}, nil)
		if err != nil {
			t.Fatalf("%.60s: %v", filter, err)
		}
		if got.Entities != 4 || len(got.Misses) > wire.MaxMisses || got.Tried < len(got.Misses) {
			t.Errorf("%.60s: %+v", filter, got)
		}
		for _, m := range got.Misses {
			run, err := wire.Call(t.Context(), d, wire.Match, wire.QueryRequest{Table: "Films", Filter: m.Filter}, nil)
			if err != nil || run.Returned != m.Count || m.Count == 0 {
				t.Errorf("%.60s: offers %+v, a run returns %+v, %v", filter, m, run, err)
			}
		}
	}
}

// Ensure nothing is looked for near a filter that takes something, if nobody knew.
func TestMisses_Unsure(t *testing.T) {
	d := open(t, nil)
	films(t, d)
	for filter, near := range map[string]bool{"PartitionKey eq 'Drama'": false, "PartitionKey eq 'drama'": true} {
		got, err := wire.Call(t.Context(), d, wire.Misses, wire.MissesRequest{Table: "Films", Filter: filter, Unsure: true}, nil)
		if err != nil || len(got.Misses) > 0 != near || got.Tried > 0 != near {
			t.Errorf("%s: %+v, %v", filter, got, err)
		}
	}
}

// Ensure that a filter with nothing near it says why no entity can match, if the types or names of the table tell.
func TestMisses_Why(t *testing.T) {
	d := open(t, nil)
	films(t, d)
	for _, tt := range []struct {
		filter, why string
		tried       bool
	}{
		{"Year gt 'x'", "Year is stored as Int32 and 'x' is a String: they are never compared, so this is never true.", false},
		{"Year eq '2050'", "Year is stored as Int32 and '2050' is a String: they are never compared, so this is never true. Write Year eq 2050.", true},
		{"Year gt 2050", "", false},
	} {
		got, err := wire.Call(t.Context(), d, wire.Misses, wire.MissesRequest{Table: "Films", Filter: tt.filter}, nil)
		if err != nil || len(got.Misses) > 0 || got.Tried > 0 != tt.tried || got.Why != tt.why {
			t.Errorf("%s: %+v, %v", tt.filter, got, err)
		}
	}
}

func TestMisses_Nothing(t *testing.T) {
	d := open(t, nil)
	if err := d.DB.CreateTable(t.Context(), "Empty"); err != nil {
		t.Fatal(err)
	}
	got, err := wire.Call(t.Context(), d, wire.Misses, wire.MissesRequest{Table: "Empty", Filter: "PartitionKey eq 'a'"}, nil)
	if err != nil || got.Misses == nil || len(got.Misses) > 0 {
		t.Errorf("an empty table: %+v, %v", got, err)
	}
	got, err = wire.Call(t.Context(), d, wire.Misses, wire.MissesRequest{Source: "prod", Table: "Never", Filter: "PartitionKey eq 'a'"}, nil)
	if err != nil || got.Entities != 0 || len(got.Misses) > 0 {
		t.Errorf("an account of which nothing was read: %+v, %v", got, err)
	}
}

func TestCanonical(t *testing.T) {
	for _, tt := range []struct{ a, b, kind string }{
		{"Action", "aCTION", "case"}, {"00042", "42", "padding"}, {"a007b", "a7b", "padding"}, {"0", "000", "padding"}, {"A b", "Ab", "space"}, {"A\u00a0b", "Ab", "space"}, {"Ä", "ä", "case"},
		{"10", "1", ""}, {"100", "1", ""}, {"a", "b", ""},
	} {
		kind := ""
		if canonical(tt.a) == canonical(tt.b) {
			kind = string(nearness(tt.a, tt.b))
		}
		if kind != tt.kind {
			t.Errorf("%q and %q: %q, want %q (%q, %q)", tt.a, tt.b, kind, tt.kind, canonical(tt.a), canonical(tt.b))
		}
	}
}

// Ensure that numbers one digit apart are no mistake, and neither are short words.
func TestMistyped_Not(t *testing.T) {
	for _, pair := range [][2]string{{"tt0111161", "tt0111162"}, {"order-12", "order-123"}, {"cat", "car"}, {"drama", "dream"}, {"same", "same"}} {
		if mistyped(pair[0], pair[1]) || mistyped(pair[1], pair[0]) {
			t.Errorf("%q is taken for %q", pair[0], pair[1])
		}
	}
}

// Ensure that names are told without what a button says, and that one mistake is not told as two.
func TestMisses_Texts(t *testing.T) {
	d := open(t, nil)
	films(t, d)
	if _, err := d.DB.Bulk(t.Context(), "Films", []engine.BulkEntity{{PartitionKey: "Action", RowKey: "Aliens"}}, engine.RefuseExisting); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ filter, first string }{
		{"year gt 1979", "another name: Year"},
		{"partitonkey eq 'Drama' and Labl eq 'small'", "what is stored is PartitionKey and Label"},
		{"Year eq '1979'", "another type is stored: Year eq 1979"},
		{"PartitionKey eq 'Acton' and RowKey eq 'Alien'", "“Acton” is not stored; “Action” is"},
		{"Alien", "it is a value of RowKey: RowKey eq 'Alien'"},
		{"PartitionKey eq 'Alien'", "RowKey in place of PartitionKey"},
		{"PartitionKey eq 'Alien' and RowKey eq 'Action'", "the values of PartitionKey and RowKey swapped"},
		{"Year gt 1985 and Year lt 1979", "the two bounds of Year swapped"},
	} {
		got, err := wire.Call(t.Context(), d, wire.Misses, wire.MissesRequest{Table: "Films", Filter: tt.filter}, nil)
		if err != nil || len(got.Misses) == 0 {
			t.Fatalf("%s: %+v, %v", tt.filter, got, err)
		}
		if text := page.MissText(got.Misses[0]); text != tt.first {
			t.Errorf("%s: %s, want %s", tt.filter, text, tt.first)
		}
		for _, m := range got.Misses {
			if strings.Contains(m.Asked, " … ") {
				t.Errorf("%s: %s", tt.filter, page.MissText(m))
			}
		}
	}
}
