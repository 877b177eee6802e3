package filterlang

import (
	"math/rand/v2"
	"regexp"
	"testing"
)

var (
	isoDateShape    = regexp.MustCompile(`^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?`)
	bareGuidShape   = regexp.MustCompile(`^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}`)
	nextClauseShape = regexp.MustCompile(`\s+(and|or)\s+(not\s+)?\(*[\pL_][\pL\d_]*\s+(eq|ne|gt|ge|lt|le)\s`)
)

// checkShapes holds the shapes to the regular expressions that say the same.
func checkShapes(t *testing.T, s string) {
	t.Helper()
	if got, want := isoDate(s), isoDateShape.FindString(s); got != want {
		t.Errorf("isoDate(%q) = %q, want %q", s, got, want)
	}
	if got, want := bareGuid(s), bareGuidShape.FindString(s); got != want {
		t.Errorf("bareGuid(%q) = %q, want %q", s, got, want)
	}
	want := -1
	if at := nextClauseShape.FindStringIndex(s); at != nil {
		want = at[0]
	}
	if got := nextClause(s); got != want {
		t.Errorf("nextClause(%q) = %d, want %d", s, got, want)
	}
}

func TestShapes_AsRegularExpressions(t *testing.T) {
	pieces := []string{" ", "  ", "\t", "\n", "\v", "and", "or", "not", "(", "((", "Name", "_x9", "é", "9", "eq", "ne ", "le", "'a'", "2026-11-20", "T09:30", ":15", ".1234567", ".", "Z", "+01:00", "-1",
		"dd3cb8f8", "-93b7-44e2-b74a-", "c0aa3b27a6d2", "\xff", "1601-01-01T00:00:00Z"}
	random := rand.New(rand.NewPCG(1, 2))
	cases := 200_000
	if testing.Short() { // the race detector runs, and there is one goroutine
		cases /= 10
	}
	for range cases {
		s := ""
		for range random.IntN(10) {
			s += pieces[random.IntN(len(pieces))]
		}
		checkShapes(t, s)
		if t.Failed() {
			return
		}
	}
}

func FuzzShapes(f *testing.F) {
	f.Add(" and not (Name eq 'a'")
	f.Add("2026-11-20T09:30:15.5+01:00")
	f.Fuzz(func(t *testing.T, s string) { checkShapes(t, s) })
}
