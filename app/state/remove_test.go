package state

import (
	"slices"
	"strings"
	"testing"

	"rangefinder/app/worker"
	"rangefinder/filterlang"
)

// Ensure that many entities are counted before they are deleted, that the answer to an older count is dropped, and that what was
// deleted can be undone and is not on screen any more.
func TestRemoval_CountsFirst(t *testing.T) {
	m := shownBy(columnsNamed("PartitionKey", "RowKey"))
	m, _ = Update(m, LinesSelected{First: 2, Last: 5})
	m, cmds := Update(m, LineDeletePressed{Line: 3})
	lines := worker.RemoveRequest{Table: "Movies", Result: 1, First: 2, Last: 5}
	dry := lines
	dry.Dry = true
	if m.Dialog == nil || !slices.Equal(m.Dialog.Removal.Can, []RemoveWhat{RemoveLines, RemoveFound, RemoveAll}) || !slices.Contains(cmds, Cmd(CountRemoval{1, dry})) {
		t.Fatalf("%+v, %+v", m.Dialog, cmds)
	}
	if _, cmds := Update(m, RemoveConfirmed{}); len(cmds) != 0 {
		t.Errorf("deleted before it was counted: %+v", cmds)
	}
	m, cmds = Update(m, RemoveChosen{RemoveFound})
	if want := (CountRemoval{2, worker.RemoveRequest{Table: "Movies", Dry: true}}); !slices.Contains(cmds, Cmd(want)) {
		t.Errorf("%+v", cmds)
	}
	m, _ = Update(m, RemoveCounted{Seq: 1, Reply: &worker.RemoveReply{Entities: 4}})
	if m.Dialog.Removal.Count != nil {
		t.Error("an older count is shown")
	}
	m, _ = Update(m, RemoveCounted{Seq: 2, Reply: &worker.RemoveReply{Entities: 1545, Partitions: 2, Groups: 17, Reads: 2, Examined: 1545, Class: filterlang.NewPlan(nil).Class}})
	if text := RemovalCost(m.Dialog); !strings.HasPrefix(text, "2 requests to find them (full scan, examines 1,545), then 17 entity group transactions") {
		t.Errorf("%q", text)
	}
	m, cmds = Update(m, RemoveConfirmed{})
	req := worker.RemoveRequest{Table: "Movies"}
	if !slices.Contains(cmds, Cmd(Remove{3, req})) {
		t.Fatalf("%+v", cmds)
	}
	if _, cmds := Update(m, RemoveConfirmed{}); len(cmds) != 0 {
		t.Errorf("deleted twice: %+v", cmds)
	}
	closed, cmds := Update(m, DialogClosed{})
	if closed.Dialog != nil || !slices.Contains(cmds, Cmd(StopRemoval{})) {
		t.Errorf("closing: %+v", cmds)
	}
	m, _ = Update(m, Removed{Req: req, Reply: &worker.RemoveReply{Entities: 1545, Removed: 1000, Changed: 1, Stopped: true, Undo: "u"}})
	if m.Dialog != nil || m.Notice == nil || m.Notice.Back != "u" || !strings.Contains(m.Notice.Text, "deleted 1,000 of 1,545") || !m.Result.Running {
		t.Errorf("%+v, %+v", m.Notice, m.Result)
	}
}

// Ensure that of an account only what was read can be deleted, and nothing while it is locked.
func TestRemoval_Account(t *testing.T) {
	m := shownBy(columnsNamed("PartitionKey", "RowKey"))
	m.Query, m.Result = &Query{Source: "prod", Table: "Movies"}, &Result{Source: "prod", Table: "Movies", Line: -1, Reply: m.Result.Reply}
	m.Live = &Live{Source: "prod"}
	locked, _ := Update(m, RemovePressed{})
	if locked.Dialog != nil && locked.Dialog.Removal != nil {
		t.Error("a locked account offers a deletion")
	}
}
