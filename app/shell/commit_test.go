package shell

import (
	"fmt"
	"rangefinder/app/accounts"
	"rangefinder/app/inspector"
	"rangefinder/app/notices"
	"rangefinder/app/review"
	"strings"
	"testing"

	"rangefinder/app/conflict"
	"rangefinder/app/edit"
	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/filterlang/edm"
)

// Ensure that what is pressed while a commit runs is done when that is over: the undo of the commit before, an undo and a redo, and
// the form that was saved.
func TestCommit_PressedMeanwhile(t *testing.T) {
	running := func(origin edit.CommitOrigin) Model {
		m := ready(t)
		p := *m.Pending
		p.Commit = &edit.Commit{ID: 7, Running: true, Origin: origin, Runs: []*edit.BatchRun{{Batch: &edit.Batch{Source: "", Table: "Movies"}, State: edit.Sending, At: -1}}}
		m.Pending = &p
		return m
	}
	over := review.BatchEnded{ID: 7, Reply: &wire.BatchReply{}}

	m := running(edit.OfPending)
	m.Notice = &page.Notice{Text: "Committed.", Action: "Undo", Undo: review.CommitTaken{Inverse: []*edit.Change{{EntityKey: edit.EntityKey{Table: "Movies", PartitionKey: "a", RowKey: "b"}, Kind: edit.DeleteKind, Base: &wire.EntityReply{PartitionKey: "a", RowKey: "b", ETag: "e"}}}}}
	m, cmds := after(m, notices.UndoPressed{})
	if does[review.CommitBatch](cmds) || m.Notice == nil || m.Notice.Bad {
		t.Fatalf("the notice is %+v, done is %+v", m.Notice, cmds)
	}
	m, cmds = after(m, over)
	sent, ok := find[review.CommitBatch](cmds)
	if !ok || len(sent.Req.Ops) != 1 || !m.desk().Committing() || m.Pending.Commit.Origin != edit.OfUndo {
		t.Fatalf("the commit before is not taken back: %+v", cmds)
	}

	m = running(edit.OfUndo)
	m, _ = after(m, page.NewEntityPressed{}, inspector.KeysTyped{PK: new("p"), RK: new("r")}, inspector.SavePressed{})
	if len(m.Pending.Changes) != 0 {
		t.Fatal("the form is taken while the commit runs")
	}
	m, _ = after(m, review.PendingUndone{}, review.PendingRedone{}, over)
	if len(m.Pending.Changes) != 1 || m.Pending.Changes[0].PartitionKey != "p" {
		t.Fatalf("pending: %+v", m.Pending.Changes)
	}

	m = running(edit.OfUndo)
	m, _ = after(m, page.NewEntityPressed{}, inspector.KeysTyped{PK: new("p"), RK: new("r")}, inspector.SavePressed{}, inspector.KeysTyped{RK: new("other")}, over)
	if len(m.Pending.Changes) != 0 || m.Notice == nil || !m.Notice.Bad {
		t.Fatalf("another form was taken: %+v, notice %+v", m.Pending.Changes, m.Notice)
	}
}

// Ensure that a group that fails leaves the others committed and tells which operation failed it, and that the conflict is
// settled property by property.
func TestCommit_Conflict(t *testing.T) {
	w := newWorld(t)
	for _, pk := range []string{"a", "b"} {
		w.apply([]wire.ApplyRequest{{Kind: "insert", PartitionKey: pk, RowKey: "1", Properties: num(1)}})
		w.open(pk, "1")
		w.do(inspector.PropertyTyped{ID: 1, Text: "2"}, inspector.PropertyAdded{}, inspector.PropertyNamed{ID: 2, Name: "Mine"}, inspector.PropertyTyped{ID: 2, Text: "m"}, inspector.SavePressed{})
	}
	w.apply([]wire.ApplyRequest{{Kind: "replace", PartitionKey: "a", RowKey: "1", IfMatch: "*", Properties: append(num(7), wire.TextProperty{Name: "Theirs", Type: edm.String, Text: "t"})}})
	w.do(review.CommitPressed{})
	if w.read("b", "1").Properties[0].Text != "2" || len(w.m.Pending.Changes) != 1 {
		t.Fatalf("b is %+v, %d pending", w.read("b", "1"), len(w.m.Pending.Changes))
	}
	c := w.m.Pending.Changes[0]
	if c.Conflict == nil || conflict.Open(c.Conflict.Picks) != 1 || len(c.Conflict.Picks) != 3 || w.m.Dialog == nil {
		t.Fatalf("conflict %+v, dialog %+v", c.Conflict, w.m.Dialog)
	}
	asked := w.asked
	w.do(review.ConflictSettled{Key: c.EntityKey, Whose: conflict.Undecided}, review.CommitPressed{})
	if w.asked != asked || w.m.Pending.Changes[0].Conflict == nil {
		t.Fatal("an open conflict was settled, or sent")
	}
	w.do(review.SidePicked{Key: c.EntityKey, Property: "N", Whose: conflict.Mine}, review.ConflictSettled{Key: c.EntityKey, Whose: conflict.Undecided}, review.CommitPressed{})
	if got := fmt.Sprint(w.read("a", "1").Properties); got != fmt.Sprint([]wire.TextProperty{{Name: "N", Type: edm.Int32, Text: "2"}, {Name: "Theirs", Type: edm.String, Text: "t"}, {Name: "Mine", Type: edm.String, Text: "m"}}) || len(w.m.Pending.Changes) > 0 {
		t.Fatalf("merged to %s, %d pending", got, len(w.m.Pending.Changes))
	}
}

// Ensure that a conflict which is settled their way leaves nothing behind that still tells of it, and that the form has what is there
// by now, so that its next save is no conflict.
func TestCommit_ConflictTheirs(t *testing.T) {
	for _, gone := range []bool{false, true} {
		w := newWorld(t)
		w.apply([]wire.ApplyRequest{{Kind: "insert", PartitionKey: "a", RowKey: "1", Properties: num(1)}})
		w.open("a", "1")
		w.do(inspector.PropertyTyped{ID: 1, Text: "2"}, inspector.SavePressed{})
		if w.apply([]wire.ApplyRequest{{Kind: "replace", PartitionKey: "a", RowKey: "1", IfMatch: "*", Properties: num(7)}}); gone {
			w.apply([]wire.ApplyRequest{{Kind: "delete", PartitionKey: "a", RowKey: "1", IfMatch: "*"}})
		}
		w.do(review.CommitPressed{})
		if w.m.Notice == nil || !strings.HasPrefix(w.m.Notice.Text, "Nothing was committed. 1 change is still pending.") {
			t.Errorf("told is %+v", w.m.Notice)
		}
		w.do(review.ConflictSettled{Key: w.m.Pending.Changes[0].EntityKey, Whose: conflict.Theirs})
		if p := w.m.Pending; len(p.Changes) > 0 || p.Commit != nil || w.m.Notice != nil {
			t.Errorf("left are %+v, %+v, %+v", p.Changes, p.Commit, w.m.Notice)
		}
		in := w.m.Inspector
		if gone {
			if in.Mode != edit.Idle {
				t.Errorf("the form of what is gone is %+v", in)
			}
			continue
		}
		if in.Rows[0].Text != "7" || in.Saved != nil || in.Original.ETag != w.read("a", "1").ETag {
			t.Fatalf("the form is %+v", in)
		}
		w.do(inspector.PropertyTyped{ID: 1, Text: "8"}, inspector.SavePressed{}, review.CommitPressed{})
		if got := w.read("a", "1").Properties[0].Text; got != "8" {
			t.Errorf("the next save leaves %s", got)
		}
	}
}

// Ensure that settling the last conflict leaves the offer to take back what the commit has done, without what is untrue by then, and
// leaves a notice of something else alone.
func TestCommit_ConflictTheirs_Notice(t *testing.T) {
	met := func() *world {
		w := newWorld(t)
		for _, pk := range []string{"a", "b"} {
			w.apply([]wire.ApplyRequest{{Kind: "insert", PartitionKey: pk, RowKey: "1", Properties: num(1)}})
			w.open(pk, "1")
			w.do(inspector.PropertyTyped{ID: 1, Text: "2"}, inspector.SavePressed{})
		}
		w.apply([]wire.ApplyRequest{{Kind: "replace", PartitionKey: "a", RowKey: "1", IfMatch: "*", Properties: num(7)}})
		w.do(review.CommitPressed{})
		return w
	}
	w := met()
	w.do(review.ConflictSettled{Key: w.m.Pending.Changes[0].EntityKey, Whose: conflict.Theirs})
	if n := w.m.Notice; n == nil || n.Bad || !n.Offers() || n.Text != "Committed 1 change in 1 request." || n.Details != "" {
		t.Errorf("told is %+v", n)
	}
	w = met()
	w.m.Notice = &page.Notice{Bad: true, Text: "Nothing can be saved any more."}
	w.do(review.ConflictSettled{Key: w.m.Pending.Changes[0].EntityKey, Whose: conflict.Theirs})
	if n := w.m.Notice; n == nil || n.Text != "Nothing can be saved any more." {
		t.Errorf("told is %+v", n)
	}
}

// Ensure that after a group without an answer what is there tells whether it was done, and that the rest waits when nobody
// answers at all.
func TestCommit_UnknownOutcome(t *testing.T) {
	for _, arrived := range []bool{true, false} {
		w := newWorld(t)
		w.fresh("a", "1", 1)
		w.do(inspector.SavePressed{})
		w.next = func(req wire.BatchRequest) (*wire.BatchReply, error) {
			if arrived {
				w.apply(req.Ops)
			}
			return nil, &wire.Failure{Code: wire.OutcomeUnknown, Message: "No answer."}
		}
		w.do(review.CommitPressed{})
		if left := len(w.m.Pending.Changes); (left == 0) != arrived || (w.read("a", "1") != nil) != arrived {
			t.Errorf("arrived %v: %d pending, %+v", arrived, left, w.m.Notice)
		}
	}
}

// Ensure that nothing is sent to an account whose lock is closed.
func TestCommit_LockedAccount(t *testing.T) {
	w := newWorld(t)
	k := edit.EntityKey{Source: "prod", Table: "Orders", PartitionKey: "a", RowKey: "1"}
	w.m.Pending = w.m.Pending.Step("x", map[edit.EntityKey]*edit.Change{k: edit.MeasuredChange(&edit.Change{EntityKey: k, Kind: edit.InsertKind, Want: num(1)})})
	w.m.Sources = &accounts.Model{Accounts: page.Accounts{List: []port.Account{{Name: "prod", Live: true}}}}
	w.do(review.CommitPressed{})
	if w.asked != 0 || len(w.m.Pending.Changes) != 1 || w.m.Pending.Commit.Runs[0].State != edit.Unsent {
		t.Fatalf("asked %d, %+v", w.asked, w.m.Pending.Commit.Runs[0])
	}
}
