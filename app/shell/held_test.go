package shell

import (
	"reflect"
	"strconv"
	"testing"

	"rangefinder/app/edit"
	"rangefinder/app/grid"
	"rangefinder/app/page"
	"rangefinder/app/queryline"
	"rangefinder/app/querytabs"
	"rangefinder/app/result"
	"rangefinder/app/wire"
)

// twoTables is the page with two tables and a result of the first on screen, scrolled nowhere, with its third line selected.
func twoTables(t *testing.T) Model {
	m, _ := after(ready(t), page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Movies"}, {Name: "Orders"}}}},
		page.RunPressed{}, result.RunEnded{Reply: runReply(7, 100), Err: nil}, grid.LineSelected{Line: 3})
	return m
}

func runReply(number, returned int) *wire.RunReply {
	return &wire.RunReply{Result: number, Lines: returned, Pages: 1, Columns: []wire.Column{{Name: "PartitionKey"}, {Name: "RowKey"}, {Name: "Rating"}}, Stats: wire.RunStats{Returned: returned, Bytes: int64(returned) * 100}}
}

// Ensure that an open query comes back with its result, order, search and selected line, that nothing runs for it, and that what is
// done elsewhere meanwhile leaves no trace in it.
func TestHeld_ComesBack(t *testing.T) {
	m := twoTables(t)
	m, _ = after(m, grid.SortChosen{Column: "Rating"})
	m, _ = after(m, grid.Sorted{Req: wire.SortRequest{Result: 7, Column: "Rating"}, Reply: &wire.SortReply{Order: 2, Lines: 100, Entities: 100, Of: 100}, Err: nil}, grid.LineSelected{Line: 3}, grid.FindPressed{}, grid.FindTyped{Text: "x"})
	m, _ = after(m, grid.Sought{Seq: m.Grid.Find.Seq, Reply: &wire.FindReply{Lines: 1, Line: 3}, Err: nil})
	shown, order, search := *m.Grid.Result, *m.Grid.Order, *m.Grid.Find

	m, cmds := after(m, querytabs.Added{})
	if m.Grid.Result.Reply != nil || m.Grid.Order != nil || m.Grid.Find != nil {
		t.Errorf("another query shows %+v, %+v", m.Grid.Result, m.Grid)
	}
	m, cmds = after(m, queryline.FilterTyped{Text: "Rating gt 1"}, page.RunPressed{})
	if run, ok := find[result.Run](cmds); !ok || !reflect.DeepEqual(run.Req.Keep, []int{7}) {
		t.Errorf("the second run keeps %v", run.Req.Keep)
	}
	m, _ = after(m, result.RunEnded{Reply: runReply(8, 5), Err: nil}, page.TableChosen{Table: "Orders"}, result.RunEnded{Reply: runReply(9, 6), Err: nil})
	m, cmds = after(m, querytabs.Chosen{Index: 0})
	if _, ran := find[result.Run](cmds); ran {
		t.Error("it ran again")
	}
	if !reflect.DeepEqual(*m.Grid.Result, shown) || !reflect.DeepEqual(*m.Grid.Order, order) || !reflect.DeepEqual(*m.Grid.Find, search) || m.Query.Filter != FirstFilter {
		t.Errorf("came back with %+v, %+v, %+v", m.Grid.Result, m.Grid.Order, m.Grid.Find)
	}
	if read, ok := find[edit.ReadLine](cmds); !ok || read.Req != (wire.LineRequest{Result: 7, Line: 3, Order: 2}) {
		t.Errorf("the inspector reads %+v", read)
	}
	m, cmds = after(m, querytabs.Chosen{Index: 1})
	if m.Grid.Result.Reply == nil || m.Grid.Result.Reply.Result != 9 || m.Query.Table != "Orders" || m.Grid.Order != nil {
		t.Errorf("the other came back with %+v", m.Grid.Result)
	}
}

// Ensure that a result whose table has changed says so when it comes back, and that one of a table that is gone is let go.
func TestHeld_Older(t *testing.T) {
	m, _ := after(twoTables(t), querytabs.Added{}, page.TableChanged{Table: "Orders"})
	if back, _ := after(m, querytabs.Chosen{Index: 0}); back.Grid.Result.Stale {
		t.Error("a change of another table makes it stale")
	}
	m, _ = after(m, page.TableChanged{Table: "Movies"})
	back, cmds := after(m, querytabs.Chosen{Index: 0})
	if _, ran := find[result.Run](cmds); ran || !back.Grid.Result.Stale || back.Grid.Result.Reply == nil {
		t.Errorf("came back with %+v", back.Grid.Result)
	}
	m, _ = after(m, page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Orders"}}}}, page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Movies"}, {Name: "Orders"}}}})
	if back, cmds = after(m, querytabs.Chosen{Index: 0}); back.Grid.Result.Reply != nil {
		t.Errorf("of a table that was dropped and made again: %+v", back.Grid.Result)
	}
	if _, ran := find[result.Run](cmds); !ran {
		t.Error("it does not run")
	}
	m, _ = after(twoTables(t), querytabs.Added{}, page.Moved{})
	if back, _ = after(m, querytabs.Chosen{Index: 0}); back.Grid.Result.Reply != nil {
		t.Errorf("of a worker that is gone: %+v", back.Grid.Result)
	}
}

// Ensure that a run ends when its query is left: one of this browser begins again, one of an account says that it was stopped and
// keeps what it had read on to.
func TestHeld_Running(t *testing.T) {
	m, cmds := after(twoTables(t), page.RunPressed{}, querytabs.Added{})
	if !has(cmds, page.Stop{Slot: result.RunSlot}) {
		t.Error("the run goes on")
	}
	if m, cmds = after(m, querytabs.Chosen{Index: 0}); !m.Grid.Result.Running {
		t.Errorf("came back with %+v", m.Grid.Result)
	}
	if _, ran := find[result.Run](cmds); !ran {
		t.Error("it does not run")
	}

	live, _ := after(onProd(t, pointFilter), page.RunPressed{})
	m, cmds = after(live, querytabs.Added{}, querytabs.Chosen{Index: 0})
	if _, ran := find[result.Run](cmds); ran || !m.Grid.Result.Left || m.Grid.Result.Running || m.Grid.Result.Reply != nil {
		t.Errorf("an account: came back with %+v", m.Grid.Result)
	}
	first := runReply(4, 10)
	first.Live = &wire.LiveRun{More: true}
	m, _ = after(live, result.RunEnded{Reply: first, Err: nil}, grid.MorePressed{All: true}, querytabs.Added{})
	m, cmds = after(m, querytabs.Chosen{Index: 0})
	if _, ran := find[result.More](cmds); ran || !m.Grid.Result.Left || m.Grid.Result.Running || m.Grid.Result.Reply != first {
		t.Errorf("an account that is read on: came back with %+v", m.Grid.Result)
	}
	if m, _ = after(m, grid.MorePressed{}); m.Grid.Result.Left || !m.Grid.Result.Running {
		t.Errorf("read on: %+v", m.Grid.Result)
	}
}

// Ensure that a run leaves the result that stays on screen meanwhile, so that a line of it can still be opened.
func TestHeld_OnScreen(t *testing.T) {
	m := twoTables(t)
	m, cmds := after(m, queryline.FilterTyped{Text: "Rating gt 1"}, page.RunPressed{})
	if run, ok := find[result.Run](cmds); !ok || !reflect.DeepEqual(run.Req.Keep, []int{7}) || m.Grid.Result.Reply.Result != 7 {
		t.Errorf("the run keeps %v beside result %d on screen", run.Req.Keep, m.Grid.Result.Reply.Result)
	}
	m, _ = after(m, result.RunEnded{Reply: runReply(8, querytabs.MaxHeld+1), Err: nil})
	_, cmds = after(m, page.RunPressed{})
	if run, ok := find[result.Run](cmds); !ok || len(run.Req.Keep) != 0 {
		t.Errorf("a result beyond the bound is kept: %v", run.Req.Keep)
	}
}

// Ensure that what is held is bounded, in queries and in entities, that those left last stay, and that a closed query holds nothing.
func TestHeld_Bounded(t *testing.T) {
	m := twoTables(t)
	for i := range 2 * wire.MaxKept {
		m, _ = after(m, querytabs.Added{}, queryline.FilterTyped{Text: "Rating gt " + strconv.Itoa(i)}, page.RunPressed{}, result.RunEnded{Reply: runReply(100+i, 10), Err: nil})
	}
	if n := m.Tabs.Holds(); n != wire.MaxKept-1 {
		t.Errorf("%d results are held", n)
	}
	_, cmds := after(m, querytabs.Stepped{By: -1})
	if _, ran := find[result.Run](cmds); ran {
		t.Error("the one left last runs again")
	}
	_, cmds = after(m, querytabs.Chosen{Index: 0})
	if _, ran := find[result.Run](cmds); !ran {
		t.Error("the one left first does not run again")
	}
	m, _ = after(twoTables(t), page.RunPressed{}, result.RunEnded{Reply: runReply(7, querytabs.MaxHeld+1), Err: nil}, querytabs.Added{})
	if n := m.Tabs.Holds(); n != 0 {
		t.Errorf("a result of %d entities is held", querytabs.MaxHeld+1)
	}
	m, _ = after(twoTables(t), querytabs.Added{}, querytabs.Closed{Index: 0})
	if n := m.Tabs.Holds(); n != 0 {
		t.Errorf("%d results of closed queries are held", n)
	}
}
