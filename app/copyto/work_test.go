package copyto

import (
	"slices"
	"strings"
	"testing"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/engine/tablecopy"
)

// Ensure that a copy which fails after it has made its table has the tables listed anew, and that the report names the table and says
// what can be done next; also when no report came back.
func TestWrote_Made(t *testing.T) {
	failed := &wire.CopyToReply{Report: tablecopy.Report{Made: []string{"Wars"}, Left: 3, Requests: 2}, Problem: "The server is busy."}
	for _, test := range []struct {
		to    string
		reply *wire.CopyToReply
		err   error
		want  page.Cmd
	}{
		{"shop", failed, nil, page.Written{Source: "shop", Table: "Wars", Made: true}},
		{"", failed, nil, page.Relist{Anew: true}},
		{"shop", nil, &wire.Failure{Code: wire.Canceled}, page.Written{Source: "shop", Table: "Wars", Made: true}},
	} {
		m := &Model{Table: "Movies", ToSource: test.to, ToTable: "Wars", Step: Writing, Plan: &wire.CopyToPlan{Copy: 1, Plan: tablecopy.Plan{Creates: 1}}}
		var cmds []page.Cmd
		m, cmds, _ = m.Update(&page.View{}, wrote{1, test.reply, test.err})
		if !slices.Contains(cmds, test.want) {
			t.Errorf("to %q: %v", test.to, cmds)
		}
		if test.reply == nil {
			continue
		}
		if got := m.Outcome(); !strings.HasSuffix(got, "It ended early: The server is busy. The table Wars was made and is in the list: go on with what is left, or delete it.") {
			t.Error(got)
		}
	}
}

// Ensure that a plan says which requests come after those that write.
func TestPlan_ReadBack(t *testing.T) {
	plan := func(entities int, tables ...string) *wire.CopyToPlan {
		return &wire.CopyToPlan{Plan: tablecopy.Plan{Inserts: entities}, Tables: tables}
	}
	for _, tt := range []struct {
		check Verification
		plan  *wire.CopyToPlan
		want  string
	}{
		{None, plan(300), "nothing, so no more requests"},
		{Sample, plan(300), "100 entities of 300, chosen at random; one request each"},
		{Sample, plan(100), "100 entities, in lists of up to 1,000"},
		{Sample, plan(300, "Films", "FilmsByYear"), "at most 100 entities of each table, chosen at random; one request each"},
		{All, plan(300), "300 entities, in lists of up to 1,000"},
	} {
		m := Model{Check: tt.check, Plan: tt.plan}
		if got := m.readBack(); got != tt.want {
			t.Errorf("%s of %d: %q, want %q", tt.check, tt.plan.Plan.Inserts, got, tt.want)
		}
	}
}
