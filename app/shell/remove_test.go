package shell

import (
	"slices"
	"strings"
	"testing"

	"rangefinder/app/bulk"
	"rangefinder/app/edit"
	"rangefinder/app/grid"
	"rangefinder/app/inspector"
	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/queryline"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Ensure that the key Delete takes the line that has the focus, also where no entity is open yet or the inspector keeps the edits of
// another one, and the form as it is where it is that line's.
func TestDelete_TheLineInFocus(t *testing.T) {
	read := func(m Model, rk string) (Model, []page.Cmd) {
		m, cmds := Update(m, grid.LineDeletePressed{Line: 3})
		i := slices.IndexFunc(cmds, func(c page.Cmd) bool { _, ok := c.(edit.ReadLine); return ok })
		if i < 0 || cmds[i].(edit.ReadLine).Req.Line != 3 {
			t.Fatalf("%+v", cmds)
		}
		return Update(m, edit.EntityRead{Table: "Movies", ReadFor: cmds[i].(edit.ReadLine).ReadFor, Entity: &wire.EntityReply{PartitionKey: "p", RowKey: rk, Properties: []wire.TextProperty{{Name: "A", Type: edm.String, Text: "x"}}}})
	}
	gone := func(m Model, rk string) bool {
		return len(m.Pending.Changes) == 1 && m.Pending.Changes[0].RowKey == rk && m.Pending.Changes[0].Kind == "delete"
	}
	m := shownBy(columnsNamed("PartitionKey", "RowKey"))
	if m, _ := read(m, "r3"); !gone(m, "r3") {
		t.Errorf("nothing open: %+v", m.Pending.Changes)
	}
	m, _ = Update(m, edit.EntityRead{Table: "Movies", Entity: &wire.EntityReply{PartitionKey: "p", RowKey: "r1", Properties: []wire.TextProperty{{Name: "A", Type: edm.String, Text: "x"}}}})
	m, _ = Update(m, inspector.PropertyTyped{ID: 1, Text: "edited"})
	if m, _ := read(m, "r3"); !gone(m, "r3") {
		t.Errorf("another one is open with edits: %+v", m.Pending.Changes)
	}
	if m, _ := read(m, "r1"); !gone(m, "r1") {
		t.Errorf("its own edits are open: %+v", m.Pending.Changes)
	}
}

// Ensure that Ctrl+D on a line makes a new entity of that one, whichever is open, and of the form as it is where it is that line's.
func TestDuplicate_TheLineInFocus(t *testing.T) {
	entity := func(rk string) *wire.EntityReply {
		return &wire.EntityReply{PartitionKey: "p", RowKey: rk, ETag: "W/1", Properties: []wire.TextProperty{{Name: "A", Type: edm.String, Text: "x"}}}
	}
	twin := func(m Model, rk, text string) {
		m, cmds := Update(m, grid.LineDuplicatePressed{Line: 3})
		read, ok := find[edit.ReadLine](cmds)
		if !ok || read.Req.Line != 3 {
			t.Fatalf("%+v", cmds)
		}
		m, cmds = Update(m, edit.EntityRead{Table: "Movies", ReadFor: read.ReadFor, Entity: entity(rk)})
		if in := m.Inspector; in.Mode != edit.Creating || !in.Open || in.PK != "p" || in.RK != rk+" copy" || in.Original != nil || in.Rows[0].Text != text || !slices.Contains(cmds, page.Cmd(page.Focus{Target: "insp-rk"})) {
			t.Errorf("%s: %+v, %+v", rk, in, cmds)
		}
	}
	m := shownBy(columnsNamed("PartitionKey", "RowKey"))
	twin(m, "r3", "x")
	m, _ = Update(m, edit.EntityRead{Table: "Movies", Entity: entity("r1")})
	m, _ = Update(m, inspector.PropertyTyped{ID: 1, Text: "edited"})
	twin(m, "r3", "x")
	twin(m, "r1", "edited")
}

// Ensure that many entities are counted before they are deleted, that the answer to an older count is dropped, and that what was
// deleted can be undone and is not on screen any more.
func TestRemoval_CountsFirst(t *testing.T) {
	m := shownBy(columnsNamed("PartitionKey", "RowKey"))
	m, _ = Update(m, grid.LinesSelected{First: 2, Last: 5})
	m, cmds := Update(m, grid.LineDeletePressed{Line: 3})
	lines := wire.RemoveRequest{Table: "Movies", Result: 1, First: 2, Last: 5}
	dry := lines
	dry.Dry = true
	if m.Dialog == nil || !slices.Equal(removal(m).Can, []bulk.RemoveWhat{bulk.RemoveLines, bulk.RemoveFound, bulk.RemoveAll}) || !slices.Contains(cmds, page.Cmd(bulk.CountRemoval{Seq: 1, Req: dry})) {
		t.Fatalf("%+v, %+v", m.Dialog, cmds)
	}
	if _, cmds := Update(m, bulk.RemoveConfirmed{}); len(cmds) != 0 {
		t.Errorf("deleted before it was counted: %+v", cmds)
	}
	m, cmds = Update(m, bulk.RemoveChosen{What: bulk.RemoveFound})
	if want := (bulk.CountRemoval{Seq: 2, Req: wire.RemoveRequest{Table: "Movies", Dry: true}}); !slices.Contains(cmds, page.Cmd(want)) {
		t.Errorf("%+v", cmds)
	}
	m, _ = Update(m, bulk.RemoveCounted{Seq: 1, Reply: &wire.RemoveReply{Entities: 4}})
	if removal(m).Count != nil {
		t.Error("an older count is shown")
	}
	m, _ = Update(m, bulk.RemoveCounted{Seq: 2, Reply: &wire.RemoveReply{Entities: 1545, Partitions: 2, Groups: 17, Reads: 2, Examined: 1545, Class: filterlang.NewPlan(nil).Class}})
	if text := removal(m).Cost(); !strings.HasPrefix(text, "2 requests to find them (full scan, examines 1,545), then 17 entity group transactions") {
		t.Errorf("%q", text)
	}
	m, cmds = Update(m, bulk.RemoveConfirmed{})
	req := wire.RemoveRequest{Table: "Movies"}
	if !slices.Contains(cmds, page.Cmd(bulk.Remove{Seq: 3, Req: req})) {
		t.Fatalf("%+v", cmds)
	}
	if _, cmds := Update(m, bulk.RemoveConfirmed{}); len(cmds) != 0 {
		t.Errorf("deleted twice: %+v", cmds)
	}
	closed, cmds := Update(m, page.DialogClosed{})
	if closed.Dialog != nil || !slices.Contains(cmds, page.Cmd(page.Stop{Slot: "remove"})) {
		t.Errorf("closing: %+v", cmds)
	}
	m, _ = Update(m, bulk.Removed{Req: req, Reply: &wire.RemoveReply{Entities: 1545, Removed: 1000, Changed: 1, Stopped: true, Undo: "u"}})
	if m.Dialog != nil || m.Notice == nil || m.Notice.Undo != page.Msg(page.TakeBackPressed{ID: "u"}) || !strings.Contains(m.Notice.Text, "deleted 1,000 of 1,545") || !m.Grid.Result.Running {
		t.Errorf("%+v, %+v", m.Notice, m.Grid.Result)
	}
}

// Ensure that of an account only what was read can be deleted, and nothing while it is locked.
func TestRemoval_Account(t *testing.T) {
	m := shownBy(columnsNamed("PartitionKey", "RowKey"))
	m.Query = &queryline.Query{Query: query.Query{Source: "prod", Table: "Movies"}}
	m = m.withResult(&grid.Result{Source: "prod", Table: "Movies", Line: -1, Reply: m.Grid.Result.Reply})
	m.Sources = m.Sources.At("prod", m.Sources.Home)
	locked, _ := Update(m, bulk.RemovePressed{})
	if removal(locked) != nil {
		t.Error("a locked account offers a deletion")
	}
}

// Ensure that an entity that is new already is not made another of, and that a copy of a copy is numbered.
func TestDuplicate_Again(t *testing.T) {
	m, _ := Update(shownBy(columnsNamed("PartitionKey", "RowKey")), edit.EntityRead{Table: "Movies", Entity: &wire.EntityReply{PartitionKey: "p", RowKey: "r1", ETag: "W/1"}})
	m, _ = Update(m, inspector.DuplicatePressed{})
	m, cmds := Update(m, inspector.DuplicatePressed{})
	if m.Inspector.RK != "r1 copy" || m.Notice == nil || !strings.Contains(m.Notice.Text, "new entity already") || !slices.Contains(cmds, page.Cmd(page.Focus{Target: "insp-rk"})) {
		t.Errorf("%+v, %+v, %+v", m.Inspector, m.Notice, cmds)
	}
	in := *m.Inspector
	in.Saved = &edit.Change{}
	m.Inspector = &in
	if m, _ = Update(m, inspector.DuplicatePressed{}); m.Inspector.RK != "r1 copy 2" {
		t.Errorf("a copy of what is saved is %q", m.Inspector.RK)
	}
	for name, want := range map[string]string{"": " copy", "a": "a copy", "a copy": "a copy 2", "a copy 2": "a copy 3", "a copy 1": "a copy 1 copy", "a copy 02": "a copy 02 copy", "a copying": "a copying copy", "a copy ": "a copy  copy"} {
		if got := words.NextCopy(name); got != want {
			t.Errorf("a copy of %q is %q, want %q", name, got, want)
		}
	}
}

// removal is the deletion of many entities whose dialog is open, nil for none.
func removal(m Model) *bulk.Removal { return page.Held[bulk.Removal](m.Dialog) }
