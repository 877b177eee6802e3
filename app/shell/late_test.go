package shell

import (
	"errors"
	"testing"

	"rangefinder/app/editor"
	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/queryline"
	"rangefinder/app/result"
	"rangefinder/app/tables"
	"rangefinder/app/wire"
)

// Ensure that what a run of the table before still answers is not shown as the result of the table that is open now.
func TestUpdate_RunEnded_AfterItsTableWasLeft(t *testing.T) {
	list := wire.TablesReply{Tables: []wire.TableInfo{{Name: "Movies"}, {Name: "Logs"}}}
	m, cmds := after(ready(t), page.TablesListed{Reply: list}, page.RunPressed{}, Navigated{Fragment: page.Route{Query: query.Query{Table: "Logs"}}.Fragment()},
		result.RunEnded{Reply: &wire.RunReply{Result: 1, Lines: 3}})
	if m.Grid.Result.Table != "Logs" || m.Grid.Result.Reply != nil || len(cmds) != 0 {
		t.Fatalf("the result of Movies came to %+v, commands %+v", m.Grid.Result, cmds)
	}
}

// Ensure that a table made while data is being loaded has its numbers, though the list does not name it yet.
func TestUpdate_TableMade_DuringLoad(t *testing.T) {
	m := ready(t)
	side := *m.Tables
	side.Loading = &page.Loading{Title: "Generating"}
	m.Tables = &side
	_, cmds := after(m, tables.TableMade{Table: "Orders"})
	if ask, ok := find[queryline.Explain](cmds); !ok || ask.Req.Table != "Orders" {
		t.Fatalf("nothing was asked: %+v", cmds)
	}
}

// Ensure that an explanation that fails takes the marks of the filter before away.
func TestUpdate_Explained_FailureClearsMarks(t *testing.T) {
	m, cmds := after(ready(t), queryline.FilterTyped{Text: "Rating gt 1"})
	ask, ok := find[queryline.Explain](cmds)
	if !ok {
		t.Fatalf("commands %+v", cmds)
	}
	shown := *m.Map
	shown.Ticks, shown.Reads = []int{1}, []wire.Stretch{{From: 0, To: 1}}
	m.Map = &shown
	m, cmds = after(m, queryline.Explained{Seq: ask.Seq, Err: errors.New("lost")})
	found, ok := find[editor.ShowFindings](cmds)
	if !ok || len(found.Diagnostics) != 0 || m.Map.Ticks != nil || m.Map.Reads != nil {
		t.Fatalf("commands %+v, map %+v", cmds, m.Map)
	}
}

// Ensure that an answer about the last table, come after it was deleted, shows nothing.
func TestUpdate_Explained_AfterTheLastTable(t *testing.T) {
	m, cmds := after(ready(t), queryline.FilterTyped{Text: "Rating gt 1"})
	ask, _ := find[queryline.Explain](cmds)
	m, _ = after(m, page.TablesListed{}, queryline.Explained{Seq: ask.Seq, Err: errors.New("no such table")})
	if m.Plan.Failed != "" || m.Plan.Filter != "" {
		t.Fatalf("plan %+v", m.Plan)
	}
}
