package shell

import (
	"testing"

	"rangefinder/app/accounts"
	"rangefinder/app/grid"
	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/queryline"
	"rangefinder/app/wire"
)

// Ensure that a table of an account counts as empty only while nothing says otherwise: it was made here and not read, or read whole
// without a filter and held nothing.
func TestVacant(t *testing.T) {
	read := func(filter string, lines int, more bool) *grid.Result {
		return &grid.Result{Source: "shop", Table: "Orders", Filter: filter, Reply: &wire.RunReply{Lines: lines, Live: &wire.LiveRun{More: more}}}
	}
	for _, c := range []struct {
		name, made string
		result     *grid.Result
		want       bool
	}{
		{"made and not read", "orders", &grid.Result{}, true},
		{"another was made", "Films", &grid.Result{}, false},
		{"made, then read with entities", "Orders", read("", 2, false), false},
		{"read whole, nothing there", "", read("", 0, false), true},
		{"nothing matched", "Orders", read("a eq 1", 0, false), false},
		{"nothing so far", "", read("", 0, true), false},
	} {
		m := &Model{Grid: &grid.Model{Result: c.result}, Query: &queryline.Query{Query: query.Query{Source: "shop", Table: "Orders"}}, Sources: &accounts.Model{Live: &accounts.Live{AccountTables: page.AccountTables{Source: "shop"}, Made: c.made}}}
		if m.Vacant() != c.want {
			t.Errorf("%s: %v", c.name, !c.want)
		}
	}
}
