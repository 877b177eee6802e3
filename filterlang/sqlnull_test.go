package filterlang

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rangefinder/filterlang/edm"
)

// Ensure that a condition that no filter says is named and left out, and that the rest never returns less than the statement.
func TestFromSQL_Omitted(t *testing.T) {
	for text, want := range map[string]string{
		"SELECT * FROM T WHERE A < NULL AND B = 1":                     "B eq 1",
		"SELECT * FROM T WHERE Title LIKE '%war%'":                     "",
		"B = 1 AND Title LIKE '%war%'":                                 "B eq 1",
		"SELECT * FROM T WHERE B = 1 OR A LIKE '%x'":                   "",
		"SELECT * FROM T WHERE C = 2 AND (B = 1 OR A LIKE '%x')":       "C eq 2",
		"SELECT * FROM T WHERE C = 2 AND NOT (B = 1 AND A LIKE '%x')":  "C eq 2",
		"SELECT * FROM T WHERE C = 2 AND Title NOT LIKE '%war%'":       "C eq 2",
		"SELECT * FROM T WHERE (A LIKE '%x' AND B = 1) OR Title = 'x'": "(B eq 1) or Title eq 'x'",
		"SELECT * FROM T WHERE A LIKE '%x' ORDER BY B LIMIT 5":         "",
		"SELECT * FROM T WHERE Title LIKE '%' AND Title NOT LIKE 'A%'": "(Title lt 'A' or Title ge 'B')",
	} {
		sql, ok := FromSQL(text)
		if !ok || sql.Filter != want {
			t.Errorf("%s: %+v, want %q", text, sql, want)
		} else if !slices.ContainsFunc(sql.Lost, func(s string) bool { return strings.HasSuffix(s, "more entities may come back.") }) {
			t.Errorf("%s: %q does not say that something is left out", text, sql.Lost)
		}
	}
}

// Ensure that a comparison with null alone offers in SQL's words, and in those of other languages, what it offers in a filter's.
func TestParse_OtherNull(t *testing.T) {
	for text, want := range map[string][2]string{
		"A IS NULL": {"not (A ge '')", "eq"}, "A is not null": {"A ge ''", "ne"}, "A == null": {"not (A ge '')", "eq"}, "A != NULL": {"A ge ''", "ne"},
		"A is null order by B": {"not (A ge '')", ""}, "RowKey IS NULL": {"", ""},
	} {
		_, err := Parse(text)
		e, _ := err.(*SyntaxError)
		if e == nil || (e.Fix == nil) != (want[0] == "") || e.Fix != nil && (e.Fix.Apply(text) != want[0] || e.Fix.Null != want[1]) || e.SQL == nil && e.Detail != noNull {
			t.Errorf("%s: %+v", text, e)
		}
	}
}

// Ensure that IS NULL asks for what an entity lacks, with a note while the types are not known.
func TestFromSQL_Null(t *testing.T) {
	for text, want := range map[string]string{
		"SELECT * FROM T WHERE A IS NULL":                           "not (A ge '')",
		"SELECT * FROM T WHERE A IS NOT NULL AND B = 1":             "A ge '' and B eq 1",
		"SELECT * FROM T WHERE NOT A IS NULL":                       "not (not (A ge ''))",
		"SELECT * FROM T WHERE B = 1 OR A IS NULL":                  "B eq 1 or not (A ge '')",
		"SELECT * FROM T WHERE C = 2 AND NOT (B = 1 AND A IS NULL)": "C eq 2 and not ((B eq 1 and not (A ge '')))",
		"A = NULL AND B = 1":                                        "not (A ge '') and B eq 1",
		"t.Where(m => m.A != null && m.B == 1)":                     "A ge '' and B eq 1",
		"where A is not null order by B limit 5":                    "A ge ''",
	} {
		sql, ok := FromSQL(text)
		if !ok || sql.Filter != want || !slices.Contains(sql.Lost, "NULL: the service stores none. `A ge ''` asks for a String: an entity whose A has another type counts as one without it.") {
			t.Errorf("%s: %+v, want %q", text, sql, want)
		}
	}
}

// Ensure that IS NULL finds exactly the entities that lack a property whose types the table knows, under either reading of another type.
func TestSQL_MeantNull(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	values := append([]edm.Value{{}}, matchPool[edm.String]...)
	for _, t := range edm.Types {
		values = append(values, matchPool[t]...)
	}
	for range 200 {
		p := PropertyCensus{Name: "Abc"}
		for _, t := range edm.Types {
			if r.IntN(3) == 0 {
				p.Types = append(p.Types, TypeCount{Type: t, Count: 1})
			}
		}
		for text, null := range map[string]bool{"SELECT * FROM T WHERE abc IS NULL": true, "SELECT * FROM T WHERE Abc IS NOT NULL": false} {
			sql, _ := FromSQL(text)
			meant := sql.Meant(&Census{Entities: 1, Properties: []PropertyCensus{p}})
			if len(p.Types) == 0 {
				if len(meant.Lost) != 1 || !strings.Contains(meant.Filter, "Abc ge ''") {
					t.Errorf("no types: %+v", meant)
				}
				continue
			}
			e := mustParse(t, meant.Filter)
			if n := strings.Count(meant.Filter, " eq 0"); n > 1 {
				t.Fatalf("%s compares numbers %d times", meant.Filter, n)
			}
			if len(meant.Lost) > 0 || meant.Filter != e.String() {
				t.Fatalf("%+v", meant)
			}
			for _, v := range values {
				if !v.IsZero() && !slices.ContainsFunc(p.Types, func(c TypeCount) bool { return c.Type == v.Type() }) {
					continue
				}
				options := MatchOptions{MismatchRanksLow: r.IntN(2) == 1}
				if got := Eval(e, func(string) edm.Value { return v }, options); got != (v.IsZero() == null) {
					t.Fatalf("%s of %v (%+v): %v", meant.Filter, v, options, got)
				}
			}
		}
	}
}
