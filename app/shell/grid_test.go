package shell

import (
	"errors"
	"rangefinder/app/side"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rangefinder/app/edit"
	"rangefinder/app/grid"
	"rangefinder/app/inspector"
	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/queryline"
	"rangefinder/app/result"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

func columnsNamed(names ...string) []wire.Column {
	var list []wire.Column
	for _, n := range names {
		list = append(list, wire.Column{Name: n, Type: edm.String})
	}
	return list
}

// shownBy is a model with a result of these columns.
func shownBy(columns []wire.Column) Model {
	m := New()
	m.Query = &queryline.Query{Query: query.Query{Table: "Movies"}}
	m.Tables = &side.Model{List: []wire.TableInfo{{Name: "Movies", Entities: 30}}}
	m = m.withResult(&grid.Result{Table: "Movies", Running: true, Line: -1})
	m, _ = Update(m, result.RunEnded{Reply: &wire.RunReply{Result: 1, Lines: 30, Columns: columns, Pages: 1}})
	return m
}

// Ensure that a display order is asked for, shown when it is there, made anew of another run, and left for the service's.
func TestGrid_SortsForDisplay(t *testing.T) {
	m := shownBy(columnsNamed("PartitionKey", "RowKey", "A"))
	m, cmds := Update(m, grid.SortChosen{Column: "A", Descending: true})
	req := wire.SortRequest{Result: 1, Column: "A", Descending: true}
	if !slices.Contains(cmds, page.Cmd(grid.SortResult{Req: req})) || m.Grid.OrderNumber() != 0 || !m.Grid.Order.Asked {
		t.Fatalf("%+v, %+v", cmds, m.Grid.Order)
	}
	m, _ = Update(m, grid.Sorted{Req: wire.SortRequest{Result: 1, Column: "B"}, Reply: &wire.SortReply{Order: 9}})
	if m.Grid.OrderNumber() != 0 {
		t.Error("an older answer is shown")
	}
	m, _ = Update(m, grid.Sorted{Req: req, Reply: &wire.SortReply{Order: 1, Lines: 30, Entities: 30, Missing: 4, Types: []filterlang.TypeCount{{Type: edm.Int32, Count: 20}, {Type: edm.String, Count: 6}}}})
	if m.Grid.OrderNumber() != 1 || m.Grid.Lines() != 30 {
		t.Errorf("%+v", m.Grid.Order)
	}
	if text := grid.SortText(m.Grid.Order); !strings.Contains(text, "mixed: 20 Int32, 6 String; numbers come before text") || !strings.Contains(text, "4 without a value") {
		t.Errorf("%q", text)
	}
	if text := grid.SortText(&grid.Order{Column: "A", Reply: &wire.SortReply{Entities: 26, Types: []filterlang.TypeCount{{Type: edm.Int32, Count: 20}, {Type: edm.Double, Count: 6}}}}); !strings.HasSuffix(text, "mixed: 20 Int32, 6 Double") {
		t.Errorf("of numbers alone it says %q", text)
	}
	m, cmds = Update(m, grid.LineOpened{Line: 3})
	if want := (edit.ReadLine{Table: "Movies", Req: wire.LineRequest{Result: 1, Line: 3, Order: 1}, Focus: true}); !slices.Contains(cmds, page.Cmd(want)) {
		t.Errorf("%+v", cmds)
	}
	m = m.withResult(&grid.Result{Table: "Movies", Running: true, Line: -1, Reply: m.Grid.Result.Reply})
	m, cmds = Update(m, result.RunEnded{Reply: &wire.RunReply{Result: 2, Lines: 40, Columns: columnsNamed("A"), Pages: 1}})
	if m.Grid.OrderNumber() != 0 || !slices.Contains(cmds, page.Cmd(grid.SortResult{Req: wire.SortRequest{Result: 2, Column: "A", Descending: true}})) {
		t.Errorf("after another run: %+v, %+v", m.Grid.Order, cmds)
	}
	m, _ = Update(m, grid.Sorted{Req: wire.SortRequest{Result: 2, Column: "A", Descending: true}, Err: errors.New("no")})
	if m.Grid.Order != nil || m.Notice == nil {
		t.Error("a failure is not told, or not left")
	}
	m, _ = Update(m, grid.SortChosen{Column: "A"})
	if m, cmds = Update(m, grid.SortEnded{}); m.Grid.Order != nil || !slices.Contains(cmds, page.Cmd(page.Stop{Slot: "sort"})) {
		t.Errorf("%+v", cmds)
	}
}

// Ensure that a search steps to the next line and round the end, drops older answers, and looks again where the lines are others.
func TestGrid_Finds(t *testing.T) {
	m := shownBy(columnsNamed("PartitionKey", "A"))
	m, _ = Update(m, grid.FindPressed{})
	m, cmds := Update(m, grid.FindTyped{Text: "x"})
	want := wire.FindRequest{Result: 1, Text: "x", Columns: []string{"PartitionKey", "A"}}
	if len(cmds) != 1 || !reflect.DeepEqual(cmds[0], grid.Seek{Seq: 1, Req: want}) {
		t.Fatalf("%+v", cmds)
	}
	m, _ = Update(m, grid.FindTyped{Text: "xy"})
	m, _ = Update(m, grid.Sought{Seq: 1, Reply: &wire.FindReply{Line: 3}})
	if m.Grid.Find.Reply != nil {
		t.Error("an older answer is shown")
	}
	m, cmds = Update(m, grid.Sought{Seq: 2, Reply: &wire.FindReply{Line: 29, Column: "A", Lines: 2, Cells: 2, Index: 2, Read: 30}})
	if !slices.Contains(cmds, page.Cmd(grid.ShowLine{Line: 29, Column: "A"})) {
		t.Errorf("%+v", cmds)
	}
	m, cmds = Update(m, grid.FindStepped{})
	if s, ok := cmds[0].(grid.Seek); !ok || s.Req.From != 0 || s.Req.Back {
		t.Errorf("round the end: %+v", cmds)
	}
	m, _ = Update(m, grid.Sought{Seq: 3, Reply: &wire.FindReply{Line: 0, Lines: 2}})
	m, cmds = Update(m, grid.FindStepped{Back: true})
	if s, ok := cmds[0].(grid.Seek); !ok || s.Req.From != 29 || !s.Req.Back {
		t.Errorf("round the beginning: %+v", cmds)
	}
	if m, _ = Update(m, grid.FindClosed{}); m.Grid.Find != nil {
		t.Error("it stays open")
	}
	if m, _ = Update(m, grid.Sought{Seq: 4, Reply: &wire.FindReply{}}); m.Grid.Find != nil {
		t.Error("an answer opens it again")
	}
}

// Ensure that a template takes what is shown to another table, and that its name is checked.
func TestColumnSet_Templates(t *testing.T) {
	m := shownBy(columnsNamed("PartitionKey", "A", "B", "C"))
	m, _ = Update(m, grid.ColumnsPressed{})
	m, _ = Update(m, grid.ColumnHidden{Name: "B", Hide: true})
	m, _ = Update(m, grid.ColumnMoved{Name: "C", To: 1})
	m, _ = Update(m, grid.TemplateKept{})
	if m.Dialog.Err == "" {
		t.Error("a set without a name is kept")
	}
	m, _ = Update(m, grid.TemplateNamed{Text: " mine "})
	m, cmds := Update(m, grid.TemplateKept{})
	if len(m.Grid.Views.Templates) != 1 || m.Grid.Views.Templates[0].Name != "mine" || len(cmds) == 0 {
		t.Fatalf("%+v", m.Grid.Views)
	}
	m = m.withResult(&grid.Result{Table: "Other", Running: true, Line: -1})
	m.Query = &queryline.Query{Query: query.Query{Table: "Other"}}
	m, _ = Update(m, result.RunEnded{Reply: &wire.RunReply{Result: 2, Lines: 3, Columns: columnsNamed("PartitionKey", "A", "B", "C", "D"), Pages: 1}})
	if got := m.Grid.Names(); !slices.Equal(got, []string{"PartitionKey", "A", "B", "C", "D"}) {
		t.Errorf("before: %v", got)
	}
	m, _ = Update(m, grid.ColumnsPressed{})
	m, _ = Update(m, grid.TemplateTaken{Name: "mine"})
	if got := m.Grid.Names(); !slices.Equal(got, []string{"PartitionKey", "C", "A", "D"}) {
		t.Errorf("after: %v", got)
	}
	m, _ = Update(m, grid.ColumnsReset{})
	if got := m.Grid.Names(); len(got) != 5 {
		t.Errorf("reset: %v", got)
	}
}

// Ensure that Timestamp, or any other column, stays beside the keys until it is released, remembered with the table; a hidden one
// is shown; and that the keys refuse.
func TestGrid_Pinned(t *testing.T) {
	m := shownBy(columnsNamed("PartitionKey", "RowKey", "A", "B", "Timestamp"))
	m, _ = Update(m, grid.ColumnHidden{Name: "Timestamp", Hide: true})
	m, cmds := Update(m, grid.ColumnPinned{Name: "Timestamp", Pin: true})
	if got := strings.Join(m.Grid.Names(), " "); got != "PartitionKey RowKey Timestamp A B" || m.Grid.Pinned() != "Timestamp" {
		t.Errorf("the columns are %s, pinned %q", got, m.Grid.Pinned())
	}
	keep, _ := find[page.KeepSetting](cmds)
	if v, problem := grid.ParseViews(keep.Value); problem != "" || len(v.Tables) != 1 || v.Tables[0].Pinned != "Timestamp" {
		t.Errorf("kept is %q", keep.Value)
	}
	m, _ = Update(m, grid.ColumnStepped{Name: "B", By: -5})
	if got := strings.Join(m.Grid.Names(), " "); got != "PartitionKey RowKey Timestamp B A" {
		t.Errorf("beside a pinned column B comes to %s", got)
	}
	m, _ = Update(m, grid.CellSelected{Line: -1, Column: 4}) // A
	m, _ = Update(m, grid.ColumnPinPressed{})
	if got := strings.Join(m.Grid.Names(), " "); got != "PartitionKey RowKey A B Timestamp" {
		t.Errorf("one takes the place of the other: %s", got)
	}
	m, _ = Update(m, grid.ColumnPinPressed{})
	if m.Grid.Pinned() != "" {
		t.Error("it is not released")
	}
	if m, _ = Update(m, grid.ColumnPinned{Name: "RowKey", Pin: true}); m.Grid.Pinned() != "" {
		t.Error("a key is pinned")
	}
}

// Ensure that damage of what is kept is told, and that the columns are then shown as they come.
func TestGrid_DamagedViews(t *testing.T) {
	m, cmds := Update(New(), grid.ViewsRead{Text: "{"})
	if m.Notice == nil || !m.Notice.Bad || len(cmds) == 0 {
		t.Error("damage is not told")
	}
	m = shownBy(columnsNamed("PartitionKey", "A"))
	if len(m.Grid.Shown) != 2 {
		t.Errorf("%+v", m.Grid.Shown)
	}
}

// Ensure that a line opens again after its entity was closed.
func TestGrid_SameLineAfterClosing(t *testing.T) {
	m := twoTables(t)
	m, _ = after(m, grid.LineSelected{Line: 3}, edit.EntityRead{Table: m.Query.Table, Entity: &wire.EntityReply{PartitionKey: "p", RowKey: "r"}})
	if _, cmds := after(m, grid.LineSelected{Line: 3}); len(cmds) > 0 {
		t.Errorf("an entity that is shown is read again: %+v", cmds)
	}
	_, cmds := after(m, inspector.InspectorClosed{}, grid.LineSelected{Line: 3})
	if read, ok := find[edit.ReadLine](cmds); !ok {
		t.Errorf("asks %+v %+v", read, cmds)
	}
}

// Ensure that an inspector that was closed stays so while another line is chosen, and opens at a second press or from its rail.
func TestGrid_OtherLineAfterClosing(t *testing.T) {
	m := twoTables(t)
	m, _ = after(m, grid.LineSelected{Line: 3}, edit.EntityRead{Table: m.Query.Table, Entity: &wire.EntityReply{PartitionKey: "p", RowKey: "r"}}, inspector.InspectorClosed{})
	m, cmds := after(m, grid.LineSelected{Line: 4})
	if _, ok := find[edit.ReadLine](cmds); ok || m.Grid.Result.Line != 4 {
		t.Errorf("line %d is the current one; asks %+v", m.Grid.Result.Line, cmds)
	}
	for name, msg := range map[string]page.Msg{"again": grid.LineSelected{Line: 4}, "rail": inspector.InspectorOpened{}} {
		if _, cmds := after(m, msg); len(cmds) == 0 {
			t.Errorf("%s: asks nothing", name)
		} else if read, ok := find[edit.ReadLine](cmds); !ok || read.Req.Line != 4 {
			t.Errorf("%s: asks %+v", name, cmds)
		}
	}
}

// Ensure that a copy of cells tells of cells.
func TestGrid_CellsCopied(t *testing.T) {
	if m, _ := after(ready(t), grid.LinesCopied{Format: "tsv", Entities: 3, Columns: 2}); m.Notice == nil || m.Notice.Text != "Copied 6 cells." {
		t.Errorf("%+v", m.Notice)
	}
}
