package history

import (
	"fmt"
	"strings"
	"testing"

	"rangefinder/app/query"
)

func ran(filter string) Ran { return Ran{Query: query.Query{Table: "Movies", Filter: filter}} }

func TestRemember_Bounds(t *testing.T) {
	m := &Model{}
	for i := range maxQueries + 5 {
		m, _ = m.Remember(ran(fmt.Sprintf("A eq %d", i)))
	}
	if len(m.List) != maxQueries {
		t.Errorf("%d are kept", len(m.List))
	}
	for _, not := range []Ran{ran("A eq '" + strings.Repeat("x", maxEntry) + "'"), ran("A eq '\xff'"), {Query: query.Query{Source: "prod", Table: "Movies", Filter: "PartitionKey eq 'secret'"}}} {
		if next, cmds := m.Remember(not); next != m || cmds != nil {
			t.Errorf("%.40q is kept", not.Filter)
		}
	}
}

func TestFound_AllWordsInAnyCase(t *testing.T) {
	list := []Ran{ran("A eq 1"), ran("B eq 'x'")}
	if got := found(list, "movies b"); len(got) != 1 || got[0].Filter != "B eq 'x'" {
		t.Errorf("found %+v", got)
	}
}

func TestParse_Damaged(t *testing.T) {
	for _, bad := range []string{"{", "[1]", `[{"t":""}]`, strings.Repeat(" ", maxText+1)} {
		if got := Parse(bad); len(got) > 0 {
			t.Errorf("%.20q is read as %+v", bad, got)
		}
	}
}
