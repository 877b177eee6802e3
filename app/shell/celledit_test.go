package shell

import (
	"errors"
	"strings"
	"testing"

	"rangefinder/app/celledit"
	"rangefinder/app/edit"
	"rangefinder/app/grid"
	"rangefinder/app/notices"
	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/queryline"
	"rangefinder/app/result"
	"rangefinder/app/review"
	"rangefinder/app/wire"
	"rangefinder/filterlang/edm"
)

// cellModel is a model with a result, and the entity that is on its line 3.
func cellModel() (Model, wire.EntityReply) {
	columns := columnsNamed("PartitionKey", "RowKey", "Title", "Year", "Timestamp")
	columns[3].Type = edm.Int32
	m := shownBy(columns)
	return m, wire.EntityReply{PartitionKey: "Action", RowKey: "Alien", ETag: `W/"1"`, Properties: []wire.TextProperty{{Name: "Title", Type: edm.String, Text: "Alien"}, {Name: "Year", Type: edm.Int32, Text: "1979"}}}
}

// pressCell opens the field of a cell and answers the read of its entity.
func pressCell(t *testing.T, m Model, e wire.EntityReply, msg celledit.CellPressed) (Model, []page.Cmd) {
	t.Helper()
	msg.Line = 3
	if !celledit.Here(m.View(), msg) {
		t.Fatalf("%+v gets no field", msg)
	}
	m, cmds := Update(m, msg)
	read, ok := find[edit.ReadLine](cmds)
	if !ok || !read.Cell || read.Req.Line != 3 || m.Cell == nil {
		t.Fatalf("%+v does not read its entity: %v", msg, cmds)
	}
	return Update(m, edit.EntityRead{Table: "Movies", Entity: &e, ReadFor: read.ReadFor})
}

var yearCell = celledit.CellPressed{Column: "Year", Type: edm.Int32, Text: "1979", Whole: true}

// Ensure that a value edited in its cell becomes the pending change that the inspector would make, that undo takes it back, and
// that an edit which changes nothing makes none.
func TestCell_Kept(t *testing.T) {
	m, e := cellModel()
	m, _ = pressCell(t, m, e, yearCell)
	m, _ = Update(m, celledit.CellTyped{Text: "+0,1980"})
	if text, wrong := m.Cell.Note(); !wrong || text == "" {
		t.Errorf("%q is taken: %q", m.Cell.Text, text)
	}
	m, cmds := Update(m, celledit.CellEnded{Text: "+0,1980", How: celledit.CellKept})
	if m.Cell == nil || m.Cell.Text != "+0,1980" || len(m.Pending.Changes) > 0 {
		t.Fatalf("a mistake closes the field: %+v, %v", m.Cell, cmds)
	}
	if said, ok := find[page.Announce](cmds); !ok || said.Text == "" {
		t.Error("a mistake is not said")
	}
	m, _ = Update(m, celledit.CellTyped{Text: " 1980 "})
	if text, wrong := m.Cell.Note(); wrong || !strings.Contains(text, "Int32") || !strings.Contains(text, "1980") {
		t.Errorf("what was understood reads %q", text)
	}
	m, _ = Update(m, celledit.CellEnded{Text: " 1980 ", How: celledit.CellKept})
	c := m.Pending.At(edit.EntityKey{Source: "", Table: "Movies", PartitionKey: "Action", RowKey: "Alien"})
	if m.Cell != nil || c == nil || c.Kind != edit.MergeKind || c.Base.ETag != e.ETag || edit.PropertyOf(c.Want, "Year").Text != "1980" || edit.PropertyOf(c.Want, "Title").Text != "Alien" {
		t.Fatalf("pending is %+v", c)
	}
	if op := c.Op(); len(op.Properties) != 1 || op.Properties[0].Name != "Year" {
		t.Errorf("more is sent than what changed: %+v", op.Properties)
	}
	m, _ = pressCell(t, m, e, celledit.CellPressed{Column: "Year", Type: edm.Int32, Text: "1980", Whole: true})
	m, _ = Update(m, celledit.CellEnded{Text: "1980", How: celledit.CellKept})
	if m.Cell != nil || m.Pending.At(c.EntityKey) != c {
		t.Error("an edit that changes nothing is a change")
	}
	if m, _ = Update(m, review.PendingUndone{}); len(m.Pending.Changes) != 0 {
		t.Error("undo leaves the edit")
	}
}

// Ensure that a value on top of a pending replace leaves what that removes removed.
func TestCell_OverReplace(t *testing.T) {
	m, e := cellModel()
	k := edit.EntityKey{Source: "", Table: "Movies", PartitionKey: "Action", RowKey: "Alien"}
	m.Pending = m.Pending.Step("", map[edit.EntityKey]*edit.Change{k: edit.Over(nil, &edit.Change{EntityKey: k, Kind: edit.ReplaceKind, Base: &e, Want: e.Properties[1:]})})
	m, _ = pressCell(t, m, e, yearCell)
	m, _ = Update(m, celledit.CellEnded{Text: "1980", How: celledit.CellKept})
	if c := m.Pending.At(k); c == nil || c.Kind != edit.ReplaceKind || len(c.Want) != 1 || c.Want[0].Text != "1980" {
		t.Errorf("pending is %+v", c)
	}
}

// Ensure that Escape takes back, that a character begins another value, and that a property an entity lacks gets the usual type
// of its column, and stays missing when nothing is typed.
func TestCell_TypedMissingDropped(t *testing.T) {
	m, e := cellModel()
	m, _ = pressCell(t, m, e, yearCell)
	if m, _ = Update(m, celledit.CellEnded{Text: "1", How: celledit.CellDropped}); m.Cell != nil || len(m.Pending.Changes) > 0 {
		t.Error("Escape keeps the edit")
	}
	typed := yearCell
	typed.Typed = true
	m, _ = pressCell(t, m, e, typed)
	m, _ = Update(m, celledit.CellTyped{Text: "7"})
	m, _ = Update(m, celledit.CellEnded{Text: "7", How: celledit.CellKept})
	if c := m.Pending.Changes; len(c) != 1 || edit.PropertyOf(c[0].Want, "Year").Text != "7" {
		t.Fatalf("pending is %+v", c)
	}
	m, _ = Update(m, review.PendingUndone{})
	m, _ = pressCell(t, m, e, typed)
	if m, _ = Update(m, celledit.CellEnded{Text: "", How: celledit.CellLeft}); m.Cell != nil || len(m.Pending.Changes) > 0 || m.Inspector.Dirty() {
		t.Fatalf("a field that nothing was typed into is an edit: %+v", m.Inspector.Rows)
	}
	e.Properties = e.Properties[:1]
	missing := celledit.CellPressed{Column: "Year", Whole: true}
	m, _ = pressCell(t, m, e, missing)
	if m.Cell.Type != edm.Int32 || !m.Cell.New || m.Cell.Err != "" {
		t.Errorf("a missing value is %+v", m.Cell)
	}
	if m, _ = Update(m, celledit.CellEnded{Text: "", How: celledit.CellKept}); len(m.Pending.Changes) > 0 {
		t.Error("nothing typed makes a property")
	}
	m, _ = pressCell(t, m, e, missing)
	m, _ = Update(m, celledit.CellEnded{Text: "1980", How: celledit.CellKept})
	if c := m.Pending.Changes; len(c) != 1 || *edit.PropertyOf(c[0].Want, "Year") != (wire.TextProperty{Name: "Year", Type: edm.Int32, Text: "1980"}) {
		t.Errorf("pending is %+v", c)
	}
}

// Ensure that Tab goes to the next cell, past the end of the line to the entity below, and Shift+Tab back, past the beginning to the
// one above.
func TestCell_Tab(t *testing.T) {
	for _, c := range []struct {
		column, want string
		how          celledit.CellEnd
		line         int
	}{{"Title", "Year", celledit.CellNext, 3}, {"Year", "Title", celledit.CellBack, 3}} {
		m, e := cellModel()
		m, _ = pressCell(t, m, e, celledit.CellPressed{Column: c.column, Type: edm.String, Text: "x", Whole: true})
		m, cmds := Update(m, celledit.CellEnded{Text: "x", How: c.how})
		if show, ok := find[grid.ShowLine](cmds); !ok || show.Line != c.line || show.Column != c.want || m.Grid.Column != c.want {
			t.Errorf("from %s: %+v, column %s", c.column, show, m.Grid.Column)
		}
	}
	m, _ := cellModel()
	if _, cmds := Update(m, grid.CellStepped{Line: 3, Column: "Timestamp"}); cmds[len(cmds)-1] != (grid.ShowLine{Line: 4, Column: "PartitionKey"}) {
		t.Errorf("past the end: %v", cmds)
	}
	if _, cmds := Update(m, grid.CellStepped{Line: 29, Column: "Timestamp"}); cmds[len(cmds)-1] != (grid.ShowLine{Line: 29, Column: "Timestamp"}) {
		t.Errorf("at the end: %v", cmds)
	}
	if _, cmds := Update(m, grid.CellStepped{Line: 3, Column: "PartitionKey", Back: true}); cmds[len(cmds)-1] != (grid.ShowLine{Line: 2, Column: "Timestamp"}) {
		t.Errorf("past the beginning: %v", cmds)
	}
	if _, cmds := Update(m, grid.CellStepped{Line: 0, Column: "PartitionKey", Back: true}); cmds[len(cmds)-1] != (grid.ShowLine{Line: 0, Column: "PartitionKey"}) {
		t.Errorf("at the beginning: %v", cmds)
	}
}

// Ensure that keys, long texts and bytes are edited in the inspector, with the focus on their field; and that what cannot be
// edited says so.
func TestCell_Elsewhere(t *testing.T) {
	for _, c := range []struct {
		msg   celledit.CellPressed
		focus string
	}{
		{celledit.CellPressed{Column: "RowKey", Type: edm.String, Text: "Alien", Whole: true}, "insp-rk"},
		{celledit.CellPressed{Column: "Title", Type: edm.String, Text: "long"}, "prop-text-1"},
		{celledit.CellPressed{Column: "Blob", Type: edm.Binary, Whole: true}, "prop-text-3"},
	} {
		m, e := cellModel()
		if celledit.Here(m.View(), c.msg) {
			t.Errorf("%s is edited in its cell", c.msg.Column)
		}
		m, cmds := Update(m, c.msg)
		read, ok := find[edit.ReadLine](cmds)
		if !ok || read.Cell || m.Cell != nil {
			t.Fatalf("%s: %v", c.msg.Column, cmds)
		}
		_, cmds = Update(m, edit.EntityRead{Table: "Movies", Entity: &e, Focus: read.Focus, ReadFor: read.ReadFor})
		if f, _ := find[page.Focus](cmds); f.Target != c.focus {
			t.Errorf("%s: the focus goes to %q", c.msg.Column, f.Target)
		}
	}
	for _, msg := range []celledit.CellPressed{{Column: "Timestamp", Whole: true}, {Column: "RowKey", Whole: true, Typed: true}, {Column: "Blob", Type: edm.Binary, Typed: true}} {
		m, _ := cellModel()
		m, cmds := Update(m, msg)
		if _, said := find[page.Announce](cmds); !said || m.Notice == nil || m.Cell != nil {
			t.Errorf("%+v: %v", msg, cmds)
		}
	}
	m, _ := cellModel()
	m.Query = &queryline.Query{Query: query.Query{Source: "gone", Table: "Movies"}}
	if m, _ = Update(m, yearCell); m.Notice == nil || !m.Notice.Bad || m.Cell != nil {
		t.Error("a table that cannot be written says nothing")
	}
}

// Ensure that a mistake is in the inspector when the field is left or its result goes, that one beside other edits is told with
// its text, and that a right value is kept.
func TestCell_Left(t *testing.T) {
	m, e := cellModel()
	m, _ = pressCell(t, m, e, yearCell)
	m, _ = Update(m, celledit.CellEnded{Text: "19x", How: celledit.CellLeft})
	if in := m.Inspector; m.Cell != nil || in.RK != "Alien" || !in.Dirty() || in.Rows[1].Text != "19x" || in.Rows[1].Err == "" || m.Notice == nil {
		t.Errorf("the text is lost: %+v", in)
	}
	// Beside edits of the same entity it goes there, too; beside those of another it is told.
	m, _ = Update(m, yearCell)
	m, cmds := Update(m, edit.EntityRead{Table: "Movies", Entity: &e, ReadFor: edit.ReadFor{Cell: true}})
	if f, _ := find[page.Focus](cmds); f.Target != "prop-text-2" || m.Cell != nil || m.Inspector.Rows[1].Text != "19x" {
		t.Errorf("focus %q, %+v", f.Target, m.Inspector.Rows)
	}
	other := e
	other.RowKey = "Aliens"
	m, _ = pressCell(t, m, other, yearCell)
	m, _ = Update(m, celledit.CellEnded{Text: "20y", How: celledit.CellLeft})
	if m.Inspector.RK != "Alien" || m.Notice == nil || !strings.Contains(m.Notice.Text, "20y") {
		t.Errorf("told is %+v", m.Notice)
	}

	m, e = cellModel() // where another table is on screen by then, it is told as well
	m, _ = pressCell(t, m, e, yearCell)
	m.Query = &queryline.Query{Query: query.Query{Table: "Other"}}
	m, _ = Update(m, celledit.CellEnded{Text: "21z", How: celledit.CellLeft})
	if m.Inspector.Dirty() || m.Notice == nil || !m.Notice.Bad || !strings.Contains(m.Notice.Text, "21z") {
		t.Errorf("told is %+v", m.Notice)
	}

	m, e = cellModel()
	m, _ = pressCell(t, m, e, yearCell)
	m, _ = Update(m, celledit.CellTyped{Text: "1980"})
	m, _ = Update(m, result.RunEnded{Reply: m.Grid.Result.Reply}) // the same: nothing ends
	if m.Cell == nil {
		t.Fatal("the field is gone")
	}
	m.Grid.Result.Running = true
	m, _ = Update(m, result.RunEnded{Reply: &wire.RunReply{Result: 2, Lines: 30, Columns: m.Grid.Result.Reply.Columns, Pages: 1}})
	if m.Cell != nil || len(m.Pending.Changes) != 1 {
		t.Errorf("another result takes what was typed away: %+v", m.Pending.Changes)
	}
}

// Ensure that what was typed is kept when another result comes before its entity was read, as after a commit, and told when that is of
// another table or the entity cannot be read; and that a field that was only opened ends.
func TestCell_ResultBeforeEntity(t *testing.T) {
	unread, e := cellModel()
	unread, cmds := Update(unread, yearCell)
	read, _ := find[edit.ReadLine](cmds)
	unread.Grid.Result.Running = true
	other := result.RunEnded{Reply: &wire.RunReply{Result: 2, Lines: 30, Columns: unread.Grid.Result.Reply.Columns, Pages: 1}}
	if m, _ := Update(unread, other); m.Cell != nil {
		t.Errorf("a field that was only opened stays: %+v", m.Cell)
	}
	for _, msg := range []page.Msg{celledit.CellTyped{Text: "1980"}, celledit.CellEnded{Text: "1980", How: celledit.CellLeft}} {
		m, _ := after(unread, msg, other)
		kept, _ := Update(m, edit.EntityRead{Table: "Movies", Entity: &e, ReadFor: read.ReadFor})
		if c := kept.Pending.Changes; kept.Cell != nil || len(c) != 1 || edit.PropertyOf(c[0].Want, "Year").Text != "1980" {
			t.Errorf("after %T pending is %+v", msg, c)
		}
		for _, end := range []edit.EntityRead{{Table: "Other", Entity: &e}, {Table: "Movies", Err: errors.New("gone")}} {
			end.ReadFor = read.ReadFor
			if lost, _ := Update(m, end); lost.Cell != nil || lost.Notice == nil || !strings.Contains(lost.Notice.Text, "1980") {
				t.Errorf("after %T the notice is %+v", msg, lost.Notice)
			}
		}
	}
}

// Ensure that Enter before the entity was read is done when it is, or the mistake said at once, so that typing goes on; and that a
// failure to read, an entity of another table, and one that the next commit deletes end the edit.
func TestCell_ReadLate(t *testing.T) {
	m, e := cellModel()
	m, cmds := Update(m, yearCell)
	read, _ := find[edit.ReadLine](cmds)
	m, _ = Update(m, celledit.CellTyped{Text: "1980"})
	m, _ = Update(m, celledit.CellEnded{Text: "1980", How: celledit.CellKept})
	if m, _ = Update(m, celledit.CellTyped{Text: "19801"}); m.Cell == nil || len(m.Pending.Changes) > 0 {
		t.Fatal("it is kept without an entity")
	}
	late, _ := Update(m, edit.EntityRead{Table: "Movies", Entity: &e, ReadFor: read.ReadFor})
	if c := late.Pending.Changes; late.Cell != nil || len(c) != 1 || edit.PropertyOf(c[0].Want, "Year").Text != "1980" {
		t.Errorf("pending is %+v", c)
	}
	wrong, _ := cellModel()
	wrong, said := after(wrong, yearCell, celledit.CellEnded{Text: "19x", How: celledit.CellKept})
	if _, told := find[page.Announce](said); !told || wrong.Cell.Waits() {
		t.Errorf("a mistake waits: %+v", wrong.Cell)
	}
	wrong, _ = after(wrong, edit.EntityRead{Table: "Movies", Entity: &e, ReadFor: read.ReadFor})
	if now := wrong.Cell; now == nil || now.Err == "" || now.Waits() {
		t.Errorf("a mistake leaves %+v", now)
	}
	if other, _ := Update(m, edit.EntityRead{Table: "Other", Entity: &e, ReadFor: read.ReadFor}); other.Cell != nil || len(other.Pending.Changes) > 0 {
		t.Errorf("an entity of another table is edited: %+v", other.Pending.Changes)
	}
	gone, k := m, edit.EntityKey{Source: "", Table: "Movies", PartitionKey: "Action", RowKey: "Alien"}
	gone.Pending = m.Pending.Step("", map[edit.EntityKey]*edit.Change{k: edit.Over(nil, &edit.Change{EntityKey: k, Kind: edit.DeleteKind, Base: &e})})
	if gone, _ = Update(gone, edit.EntityRead{Table: "Movies", Entity: &e, ReadFor: read.ReadFor}); gone.Cell != nil || gone.Notice == nil || gone.Pending.At(k).Kind != edit.DeleteKind {
		t.Errorf("of an entity that is deleted: %+v", gone.Cell)
	}
	if m, _ = Update(m, edit.EntityRead{Table: "Movies", Err: errors.New("gone"), ReadFor: read.ReadFor}); m.Cell != nil || m.Notice == nil {
		t.Error("a failed read is not told")
	}
}

// Ensure that what is being typed into a cell outlives a reload, also beside edits in the inspector, and that nothing is kept of a
// field that was only opened.
func TestCell_OutlivesReload(t *testing.T) {
	back := func(m Model) Model {
		m, _ = after(New(), Started{Draft: EncodeKept(&m)}, page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Movies"}}}})
		return m
	}
	m, e := cellModel()
	m.Inspector = &edit.Inspector{}
	m, _ = pressCell(t, m, e, yearCell)
	if text := EncodeKept(&m); text != "" || m.Unsaved() {
		t.Errorf("of a field that was opened there is %q", text)
	}
	unread, _ := cellModel()
	unread, _ = Update(unread, yearCell)
	unread, _ = Update(unread, celledit.CellTyped{Text: "1980"})
	if !unread.Unsaved() || !unread.Perishable() {
		t.Error("what is typed before the entity was read is lost without a question")
	}
	for _, typed := range []string{"1980", "no number"} {
		now, _ := Update(m, celledit.CellTyped{Text: typed})
		if !now.Unsaved() {
			t.Errorf("%q is lost without a question", typed)
		}
		in := back(now).Inspector
		if p := propertyRow(in, "Year"); in.Mode != edit.Editing || in.RK != "Alien" || p == nil || p.Text != typed || p.Type != edm.Int32 || in.Original.ETag != e.ETag || !in.Dirty() {
			t.Errorf("%q comes back as %+v", typed, in)
		}
	}
	other := edit.FormOf("", "Movies", wire.EntityReply{PartitionKey: "Action", RowKey: "Aliens", Properties: e.Properties})
	other.Rows = edit.ChangeRow(other.Rows, other.Rows[0].ID, func(r *edit.PropertyRow) { r.Text = "Aliens" })
	m.Inspector = &other
	m, _ = Update(m, celledit.CellTyped{Text: "1980"})
	m = back(m)
	if m.Inspector.RK != "Aliens" || m.Notice == nil || !offersForm(m.Notice) {
		t.Fatalf("beside a form of %q there is the notice %+v", m.Inspector.RK, m.Notice)
	}
	if m, _ = Update(m, notices.UndoPressed{}); m.Inspector.RK != "Alien" || propertyRow(m.Inspector, "Year").Text != "1980" {
		t.Errorf("what is brought back is %+v", m.Inspector)
	}
	if m, _ = Update(m, celledit.CellTyped{Text: "x"}); EncodeKept(&m) == "" {
		t.Error("what was brought back is not kept")
	}
}

func propertyRow(in *edit.Inspector, name string) *edit.PropertyRow {
	for i, r := range in.Rows {
		if r.Name == name {
			return &in.Rows[i]
		}
	}
	return nil
}

// Ensure that a value that was typed over and then emptied is an empty text where its type has one, and is told where it has none;
// that a missing property stays missing; and that each says so while it is typed.
func TestCell_Emptied(t *testing.T) {
	over := func(msg celledit.CellPressed, texts ...string) Model {
		m, e := cellModel()
		m, _ = pressCell(t, m, e, msg)
		for _, text := range texts {
			m, _ = Update(m, celledit.CellTyped{Text: text})
		}
		return m
	}
	title := celledit.CellPressed{Column: "Title", Type: edm.String, Text: "Alien", Whole: true, Typed: true}
	m := over(title, "", "x", "")
	if said, wrong := m.Cell.Note(); wrong || said != `String · "": an empty string, not missing` {
		t.Errorf("the note is %q", said)
	}
	if cellForm := m.Cell.Form(); cellForm == nil || propertyRow(cellForm, "Title").Text != "" {
		t.Error("a reload loses the emptied value")
	}
	m, _ = Update(m, celledit.CellEnded{Text: "", How: celledit.CellKept})
	if c := m.Pending.Changes; len(c) != 1 || edit.PropertyOf(c[0].Want, "Title") == nil || edit.PropertyOf(c[0].Want, "Title").Text != "" {
		t.Errorf("pending is %+v", c)
	}
	m = over(title, "")
	if m, _ = Update(m, celledit.CellEnded{Text: "", How: celledit.CellKept}); len(m.Pending.Changes) > 0 || m.Cell != nil {
		t.Error("a field that nothing was typed into empties the value")
	}
	typed := yearCell
	typed.Typed = true
	for _, m := range []Model{over(typed, "", "7", ""), over(yearCell, "")} {
		m, _ = Update(m, celledit.CellEnded{Text: "", How: celledit.CellKept})
		if e := m.Cell; e == nil || e.Err != "An empty text is not a value of type Int32. To remove the property, press Escape, then Delete." || len(m.Pending.Changes) > 0 {
			t.Errorf("an emptied number leaves %+v, %+v", e, m.Pending.Changes)
		}
	}
	m = over(celledit.CellPressed{Column: "Genre", Whole: true, Typed: true}, "", "x", "")
	if said, wrong := m.Cell.Note(); wrong || said != `new property · String · not stored while it is empty; an empty text is stored from the inspector` {
		t.Errorf("the note is %q", said)
	}
	if m, _ = Update(m, celledit.CellEnded{Text: "", How: celledit.CellKept}); m.Cell != nil || len(m.Pending.Changes) > 0 {
		t.Error("a missing property is made")
	}
}
