package shell

import (
	"strings"
	"testing"

	"rangefinder/app/edit"
	"rangefinder/app/inspector"
	"rangefinder/app/page"
	"rangefinder/app/review"
)

// Ensure that a move onto a key that exists is told as that, with one number of what is pending; that what is there can be opened and
// does not take the place of the new entity; and that another key ends it.
func TestConflict_KeyTaken(t *testing.T) {
	w := newWorld(t)
	w.someone("1", "A=1")
	w.someone("2", "B=2")
	w.fresh("q", "9", 1)
	w.do(inspector.SavePressed{})
	w.open("p", "1")
	w.do(inspector.KeysTyped{RK: new("2")}, inspector.SaveNowPressed{})
	k := edit.EntityKey{Table: "Movies", PartitionKey: "p", RowKey: "2"}
	c := w.m.Pending.At(k)
	if c == nil || !c.Taken() || reviewed(w.m).Open != k || len(w.m.Pending.Changes) != 3 {
		t.Fatalf("%+v of %d", c, len(w.m.Pending.Changes))
	}
	if n := w.m.Notice; !strings.Contains(n.Text, "3 changes are still pending.") || !strings.HasPrefix(n.Details, "There is an entity p / 2 already.") {
		t.Errorf("told: %q, %q", n.Text, n.Details)
	}
	w.do(review.TakenOpened{Key: k})
	if in := w.m.Inspector; w.m.Dialog != nil || in.Mode != edit.Editing || in.RK != "2" || in.Rows[0].Name != "B" {
		t.Fatalf("opened: %+v", in)
	}
	w.do(inspector.PropertyTyped{ID: 1, Text: "3"}, inspector.SavePressed{})
	if w.m.Pending.At(k) != c {
		t.Fatal("an edit of what is there took the place of the new entity")
	}
	w.do(review.ChangeEdited{Key: k}, inspector.KeysTyped{RK: new("3")}, inspector.SaveNowPressed{})
	if got := w.has("1") + ", " + w.has("2") + ", " + w.has("3"); got != "-, B=2, A=1" {
		t.Errorf("left are %s", got)
	}
}

// Ensure that what the last commit told of goes when nothing of it is pending any more, whichever way that comes.
func TestConflict_ReportLeavesWithIt(t *testing.T) {
	for name, over := range map[string]func(k edit.EntityKey) []page.Msg{
		"undone":    func(edit.EntityKey) []page.Msg { return []page.Msg{review.PendingUndone{}} },
		"discarded": func(edit.EntityKey) []page.Msg { return []page.Msg{review.PendingDiscarded{}} },
		"dropped":   func(k edit.EntityKey) []page.Msg { return []page.Msg{review.ChangeDropped{Key: k}} },
	} {
		w := newWorld(t)
		w.someone("1", "A=1")
		w.open("p", "1")
		w.someone("1", "A=9")
		w.do(inspector.PropertyTyped{ID: 1, Text: "2"}, inspector.SaveNowPressed{})
		if n := w.m.Notice; n == nil || !strings.Contains(n.Text, "still pending") {
			t.Fatalf("%s: told %+v", name, n)
		}
		w.do(over(edit.EntityKey{Table: "Movies", PartitionKey: "p", RowKey: "1"})...)
		if n := w.m.Notice; n != nil && strings.Contains(n.Text, "still pending") {
			t.Errorf("%s: %q stays", name, n.Text)
		}
	}
}
