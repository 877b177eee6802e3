package filterlang

import (
	"math/rand"
	"strings"
	"testing"

	"rangefinder/filterlang/edm"
)

func TestSplitSteps(t *testing.T) {
	for text, want := range map[string]string{
		"contains(A,'x')":  " | contains(A,'x')",
		`contains(A, "x")`: " | contains(A,'x')", "A contains 'x'": " | contains(A,'x')", `!A.Contains("x") && B > 1`: "B gt 1 | not contains(A,'x')",
		"A LIKE '%x' and B = 1": "B eq 1 | endswith(A,'x')", "A like '%x%'": " | contains(A,'x')", "A like 'x%' and A like 'x_'": "",
		"SELECT * FROM T WHERE A LIKE '%x%'": " | contains(A,'x')", "select * from T where B = 1 and not A like '%x';": "B eq 1 | not endswith(A,'x')", "SELECT B FROM T WHERE A LIKE '%x%'": " | contains(A,'x')", "Select B, C From T Where A LIKE '%x%' and B = 1;": "B eq 1 | contains(A,'x')", "SELECT TOP 5 * FROM T WHERE A LIKE '%x%'": " | contains(A,'x')", "SELECT TOP 5 FROM T WHERE A LIKE '%x%'": "", "SELECT TOP": "", "SELECT TOP 5": "", "select": "", "select B": "", "select B from": "", "select B from T where": "", "SELECT * FROM T WHERE A LIKE '%x%' LIMIT 5": " | contains(A,'x')", "SELECT * FROM T WHERE A LIKE '%x%' and B = 1 limit 5;": "B eq 1 | contains(A,'x')", "SELECT * FROM T WHERE limit 5": "", "SELECT * FROM T WHERE A LIKE '%x%' OR B = 1": "",
		"A LIKE '%x%' ORDER BY A": " | contains(A,'x')", "B = 1 AND A LIKE '%x%' ORDER BY A DESC, B LIMIT 5;": "B eq 1 | contains(A,'x')", "SELECT * FROM T WHERE B = 1 AND NOT A LIKE '%x' ORDER BY A": "B eq 1 | not endswith(A,'x')", "A LIKE '%x%' LIMIT 5": " | contains(A,'x')",
		"A LIKE '%x%' ORDER BY": "", "ORDER BY A": "", "A LIKE '%x%' ORDER A": "", "contains(A,'x') and by, B": "",
		"PartitionKey eq 'p' and contains(A,'x') and B gt 1":            "PartitionKey eq 'p' and B gt 1 | contains(A,'x')",
		"(B gt 1 or C eq 2) and not EndsWith( A , 'it''s' )":            "(B gt 1 or C eq 2) | not endswith(A,'it''s')",
		"(contains(A,'x') and (endswith(B,'y')))":                       " | contains(A,'x') and endswith(B,'y')",
		"substringof('x',A) eq false and startswith(RowKey,'Sh') and B": "RowKey ge 'Sh' and RowKey lt 'Si' and B | not contains(A,'x')",
		"contains(tolower(A),'x') and not startswith(B,'Sh')":           "not (B ge 'Sh' and B lt 'Si') | contains(tolower(A),'x')",
		"tolower(A) eq 'x'": " | tolower(A) eq 'x'", "B gt 1 and not (toupper(A) eq 'X')": "B gt 1 | toupper(A) ne 'X'", "not tolower(A) ne 'x'": " | tolower(A) eq 'x'",
		"B = 1 and LOWER(A) <> 'x'": "B eq 1 | tolower(A) ne 'x'", "A.ToLower() == \"x\" && B > 1": "B gt 1 | tolower(A) eq 'x'", "tolower(A) gt 'x'": "", "tolower(A) eq 1": "", "tolower(A,B) eq 'x'": "", "tolower(A) eq 'x' or B": "",
		"startswith(toupper(A),'X')":        " | startswith(toupper(A),'X')",
		"PartitionKey eq 'p' and A eq null": "PartitionKey eq 'p' | A eq null", "A ne null": " | A ne null", "not (A eq null)": " | A ne null", "A IS NULL": " | A eq null",
		"A != null": " | A ne null", "A does not equal NULL": " | A ne null", "A === null": " | A eq null", "where A is not null": " | A ne null", "where eq null": " | where eq null",
		"A == None": " | A eq null", "B gt 1 and A is not None": "B gt 1 | A ne null", "A != nil": " | A ne null", "A eq Null": " | A eq null", "A eq Nile": "",
		"B > 1 and A <> null": "B gt 1 | A ne null", "A greater than null": "", "A not equal to B null": "",
		"B gt 1 and A is not null": "B gt 1 | A ne null", "A is not": "", "A lt null": "", "null eq A": "", "A eq null or B eq 1": "", "A is B null": "", "not A eq null": " | A ne null",
		"not not contains(A,'x')":                " | contains(A,'x')",
		"contains(A,'x) and (y')":                " | contains(A,'x) and (y')",
		"contains(A,'x') or B eq 1":              "",
		"B eq 1 or C eq 2 and contains(A,'x')":   "",
		"B eq 1 and (C eq 2 or contains(A,'x'))": "",
		"not (C eq 2 and contains(A,'x'))":       "",
		"B eq 1":                                 "", "": "", "contains(A,B)": "", "contains(A,5)": "", "contains('x',A)": "", "contains(A,'x','y')": "", "contains(A,'x') and": "",
		"contains(A,'x') and and B": "", "contains(A,'x'))": "", "contains(A,'x": "", "indexof(A,'x') eq 2 and contains(A,'y')": "", "contains(trim(A),'x')": "", "contains(A,'x') eq 1": "",
	} {
		filter, steps, ok := SplitSteps(text)
		got := ""
		if ok {
			got = filter + " | " + JoinSteps(steps)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestParseSteps_Refused(t *testing.T) {
	for _, text := range []string{"A eq 1", "contains(A,'x') or contains(B,'y')", "contains(A)", "(", "x", "contains(A,'x') and B eq 1", strings.Repeat("contains(A,'x') and ", 20) + "contains(A,'x')", "\xff(", "contains(\x00,'x')"} {
		if steps, problem := ParseSteps(text); problem == "" {
			t.Errorf("%q: %v", text, steps)
		}
	}
}

// Ensure that filter and steps together accept exactly the entities that the text means, whatever is joined and negated.
func TestSplitSteps_NaiveEvaluation(t *testing.T) {
	r := rand.New(rand.NewSource(*planSeed))
	table := sampleTable(r)
	type part struct {
		text  string
		naive func(s sampleEntity) bool
	}
	split := 0
	for range 3000 {
		var parts []part
		for range 1 + r.Intn(4) {
			if r.Intn(2) == 0 {
				e := sampleFilter(r, r.Intn(2))
				parts = append(parts, part{"(" + e.String() + ")", func(s sampleEntity) bool { return accepts(e, s, true) }})
				continue
			}
			name := []string{PartitionKey, RowKey, "A", "B", "Nobody"}[r.Intn(5)]
			text := []string{"", "a", "b", "A", "ab"}[r.Intn(5)]
			f, not := r.Intn(5), r.Intn(2) == 0
			if f == 4 {
				parts = append(parts, part{"toupper(" + name + map[bool]string{true: ") ne '", false: ") eq '"}[not] + text + "'", func(s sampleEntity) bool {
					return (s[name].Type() == edm.String && strings.ToUpper(s[name].Text()) == text) != not
				}})
				continue
			}
			if f == 3 {
				parts = append(parts, part{name + map[bool]string{true: " ne null", false: " eq null"}[not], func(s sampleEntity) bool { return (s[name].Type() == edm.NoType) != not }})
				continue
			}
			words := []string{"contains", "startswith", "endswith"}[f] + "(" + name + ", '" + text + "')"
			if not {
				words = "not " + words
			}
			parts = append(parts, part{words, func(s sampleEntity) bool {
				v := s[name]
				return (v.Type() == edm.String && []func(a, b string) bool{strings.Contains, strings.HasPrefix, strings.HasSuffix}[f](v.Text(), text)) != not
			}})
		}
		var texts []string
		for _, p := range parts {
			texts = append(texts, p.text)
		}
		text := strings.Join(texts, " and ")
		filter, steps, ok := SplitSteps(text)
		if !ok {
			continue
		}
		split++
		e, err := Parse(filter)
		if err != nil {
			t.Fatalf("%s: what is left is refused: %v", text, err)
		}
		again, problem := ParseSteps(JoinSteps(steps))
		if problem != "" || JoinSteps(again) != JoinSteps(steps) {
			t.Fatalf("%s: its steps read back as %v: %s", text, again, problem)
		}
		for _, s := range table {
			want := true
			for _, p := range parts {
				want = want && p.naive(s)
			}
			got := e == nil || accepts(e, s, true)
			for _, step := range again {
				got = got && step.Match(s[step.Property])
			}
			if got != want {
				t.Fatalf("%s became %q and %v: %v accepted %v, want %v", text, filter, again, s, got, want)
			}
		}
	}
	if split < 1000 {
		t.Errorf("only %d texts were split", split)
	}
}

func FuzzSplitSteps(f *testing.F) {
	for _, text := range []string{"A eq 1 and contains(B,'x')", "not (substringof('a',tolower(B))) eq true", "((contains(A,'x')))", "'", "SELECT * FROM T WHERE A LIKE '%x%' AND B = 1;"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		filter, steps, ok := SplitSteps(text)
		if !ok {
			return
		}
		if _, err := Parse(filter); err != nil {
			t.Fatalf("%q: %v", filter, err)
		}
		again, problem := ParseSteps(JoinSteps(steps))
		if problem != "" || JoinSteps(again) != JoinSteps(steps) {
			t.Fatalf("%q reads back as %q: %s", JoinSteps(steps), JoinSteps(again), problem)
		}
		if _, _, more := SplitSteps(filter); more {
			t.Fatalf("%q can be split again", filter)
		}
	})
}
