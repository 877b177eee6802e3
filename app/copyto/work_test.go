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
