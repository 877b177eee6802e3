package shell

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rangefinder/app/conflict"
	"rangefinder/app/edit"
	"rangefinder/app/inspector"
	"rangefinder/app/page"
	"rangefinder/app/review"
	"rangefinder/app/wire"
	"rangefinder/filterlang/edm"
)

// numbers writes properties as a person would: "A=1 B=2".
func numbers(text string) []wire.TextProperty {
	var list []wire.TextProperty
	for _, f := range strings.Fields(text) {
		name, value, _ := strings.Cut(f, "=")
		list = append(list, wire.TextProperty{Name: name, Type: edm.Int32, Text: value})
	}
	return list
}

func (w *world) has(rk string) string {
	e := w.read("p", rk)
	if e == nil {
		return "-"
	}
	var out []string
	for _, p := range e.Properties {
		out = append(out, p.Name+"="+p.Text)
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// someone writes an entity as somebody else does.
func (w *world) someone(rk, text string) {
	op := wire.ApplyRequest{Kind: edit.UpsertKind, PartitionKey: "p", RowKey: rk, Properties: numbers(text)}
	if text == "-" {
		op = wire.ApplyRequest{Kind: edit.DeleteKind, PartitionKey: "p", RowKey: rk, IfMatch: "*"}
	}
	if r, err := w.apply([]wire.ApplyRequest{op}); err != nil || r.Failed != nil {
		w.t.Fatal(err, r)
	}
}

// The ways to change the entity p/1, A=1 B=1, into B=2, to delete it, or to move it to p/2.
var conflictWays = map[string]struct {
	once bool
	does []page.Msg
	mine string // what mine makes of p/1
	to   string // and of p/2
}{
	"commit now":           {false, []page.Msg{inspector.PropertyTyped{ID: 2, Text: "2"}, inspector.SaveNowPressed{}}, "A=1 B=2", "-"},
	"commit now, a merge":  {false, []page.Msg{inspector.ReplaceChosen{Replace: false}, inspector.PropertyTyped{ID: 2, Text: "2"}, inspector.SaveNowPressed{}}, "A=1 B=2", "-"},
	"saved at once":        {true, []page.Msg{inspector.PropertyTyped{ID: 2, Text: "2"}, inspector.SavePressed{}}, "A=1 B=2", "-"},
	"collected":            {false, []page.Msg{inspector.PropertyTyped{ID: 2, Text: "2"}, inspector.SavePressed{}, review.CommitPressed{}}, "A=1 B=2", "-"},
	"deleted at once":      {true, []page.Msg{inspector.DeletePressed{}, inspector.EntityDropConfirmed{}}, "-", "-"},
	"delete collected":     {false, []page.Msg{inspector.DeletePressed{}, review.CommitPressed{}}, "-", "-"},
	"moved":                {false, []page.Msg{inspector.KeysTyped{RK: new("2")}, inspector.PropertyTyped{ID: 2, Text: "2"}, inspector.SavePressed{}, review.CommitPressed{}}, "-", "A=1 B=2"},
	"moved, committed now": {false, []page.Msg{inspector.KeysTyped{RK: new("2")}, inspector.PropertyTyped{ID: 2, Text: "2"}, inspector.SaveNowPressed{}}, "-", "A=1 B=2"},
}

// Ensure that every way to change an entity that somebody else changed meanwhile leads to base, theirs and mine in the review, that
// nothing is written before something is chosen, that leaving keeps mine pending, and that each outcome is what it says.
func TestConflict_EachWay(t *testing.T) {
	for name, way := range conflictWays {
		for _, theirs := range []string{"A=999 B=1 N=1", "-"} {
			for _, side := range []conflict.Whose{conflict.Theirs, conflict.Both, conflict.Mine} {
				t.Run(fmt.Sprint(name, "/", theirs, "/", side), func(t *testing.T) {
					w := newWorld(t)
					if way.once {
						w.do(page.SettingChosen{ID: "edits", Value: "once"})
					}
					w.someone("1", "A=1 B=1")
					w.open("p", "1")
					w.someone("1", theirs)
					w.do(way.does...)
					k := edit.EntityKey{Table: "Movies", PartitionKey: "p", RowKey: "1"}
					c := w.m.Pending.At(k)
					if c == nil || c.Conflict == nil || w.m.Dialog == nil || reviewed(w.m).Open != k || w.m.desk().Committing() {
						t.Fatalf("no conflict is shown: %+v, dialog %+v, form %+v", c, w.m.Dialog, w.m.Inspector.Failed)
					}
					if in := w.m.Inspector; in.Failed != nil || in.Busy || in.Saved != nil && in.Saved.Conflict == nil && in.Saved.EntityKey == k {
						t.Errorf("the form is %+v", in)
					}
					if got := w.has("1") + w.has("2"); got != theirs+"-" {
						t.Fatalf("%s was written", got)
					}
					w.do(page.DialogClosed{})
					if w.m.Pending.At(k) != c {
						t.Fatal("leaving the review lost mine")
					}
					w.do(review.ReviewPressed{}, review.ConflictSettled{Key: k, Whose: side})
					if got := w.has("1") + w.has("2"); got != theirs+"-" {
						t.Fatalf("settling wrote %s", got)
					}
					w.do(review.PendingUndone{})
					if side == conflict.Both {
						w.do(review.PendingRedone{})
					} else {
						w.do(review.ConflictSettled{Key: k, Whose: side})
					}
					if len(w.m.Pending.Changes) > 0 {
						w.do(review.CommitPressed{})
					}
					want, to := way.mine, way.to
					switch {
					case side == conflict.Theirs:
						want, to = theirs, "-"
					case side == conflict.Both && theirs != "-":
						want, to = strings.Replace(want, "A=1 B=2", "A=999 B=2 N=1", 1), strings.Replace(to, "A=1 B=2", "A=999 B=2 N=1", 1)
					}
					if got := w.has("1") + ", " + w.has("2"); got != want+", "+to || len(w.m.Pending.Changes) > 0 {
						t.Errorf("left are %s, want %s, %s; %d pending", got, want, to, len(w.m.Pending.Changes))
					}
					for _, op := range w.applied {
						if op.IfMatch == "*" || op.Kind == edit.UpsertKind {
							t.Errorf("sent without a condition: %+v", op)
						}
					}
				})
			}
		}
	}
}

// Ensure that what is written over theirs is on condition that it is still what was shown: a third change is shown too.
func TestConflict_OnceMore(t *testing.T) {
	w := newWorld(t)
	w.someone("1", "A=1 B=1")
	w.open("p", "1")
	w.someone("1", "A=999 B=1 N=1")
	w.do(inspector.PropertyTyped{ID: 2, Text: "2"}, inspector.SaveNowPressed{})
	k := w.m.Pending.Changes[0].EntityKey
	w.do(review.ConflictSettled{Key: k, Whose: conflict.Mine})
	w.someone("1", "A=5 B=5")
	w.do(review.CommitPressed{})
	if c := w.m.Pending.At(k); w.has("1") != "A=5 B=5" || c == nil || c.Conflict == nil || c.Conflict.Theirs.Properties[0].Text != "5" {
		t.Errorf("%s, %+v", w.has("1"), c)
	}
}

// Ensure that a conflict of which theirs cannot be read says so, keeps mine pending, and is read again by the next commit.
func TestConflict_TheirsUnreadable(t *testing.T) {
	w := newWorld(t)
	w.someone("1", "A=1 B=1")
	w.open("p", "1")
	w.someone("1", "A=999 B=1")
	w.blind = &wire.Failure{Code: wire.NoAnswer, Message: "The server does not answer."}
	w.do(inspector.PropertyTyped{ID: 2, Text: "2"}, inspector.SaveNowPressed{})
	c := w.m.Pending.Changes[0]
	if c.Conflict != nil || c.Failed == nil || !strings.Contains(c.Failed.Message, "could not be read: The server does not answer.") || w.m.Dialog == nil || reviewed(w.m).Open != c.EntityKey {
		t.Fatalf("%+v, %+v", c, w.m.Dialog)
	}
	w.blind = nil
	w.do(review.CommitPressed{})
	if c := w.m.Pending.Changes[0]; c.Conflict == nil || w.has("1") != "A=999 B=1" {
		t.Errorf("%+v, %s", c, w.has("1"))
	}
}

// Ensure that properties which were never read are neither shown as removed nor lost, whatever is chosen.
func TestConflict_Partial(t *testing.T) {
	for _, side := range []conflict.Whose{conflict.Both, conflict.Mine} {
		w := newWorld(t)
		w.someone("1", "A=1 B=1 Hidden=7")
		part := *w.read("p", "1")
		part.Partial, part.Properties = true, part.Properties[:2]
		w.do(edit.EntityRead{Table: "Movies", Entity: &part, Focus: true})
		w.someone("1", "A=999 B=1 Hidden=7")
		w.do(inspector.PropertyTyped{ID: 2, Text: "2"}, inspector.SaveNowPressed{})
		c := w.m.Pending.Changes[0]
		if text := w.m.Pending.Sides(c).Loses(); text != "replaces A, which somebody changed" {
			t.Errorf("it loses %q", text)
		}
		w.do(review.ConflictSettled{Key: c.EntityKey, Whose: side}, review.CommitPressed{})
		want := map[conflict.Whose]string{conflict.Both: "A=999 B=2 Hidden=7", conflict.Mine: "A=1 B=2 Hidden=7"}[side]
		if got := w.has("1"); got != want {
			t.Errorf("%d leaves %s, want %s", side, got, want)
		}
	}
}

// Ensure that an insert that meets somebody's entity can be put on it, and that a move which meets one loses neither.
func TestConflict_Insert(t *testing.T) {
	for side, want := range map[conflict.Whose]string{conflict.Theirs: "A=9 N=1", conflict.Both: "A=2 B=2 N=1", conflict.Mine: "A=2 B=2"} {
		w := newWorld(t)
		w.do(page.NewEntityPressed{}, inspector.KeysTyped{PK: new("p"), RK: new("1")}, inspector.PropertyNamed{ID: 1, Name: "A"}, inspector.PropertyTypeChosen{ID: 1, Type: edm.Int32}, inspector.PropertyTyped{ID: 1, Text: "2"},
			inspector.PropertyAdded{}, inspector.PropertyNamed{ID: 2, Name: "B"}, inspector.PropertyTypeChosen{ID: 2, Type: edm.Int32}, inspector.PropertyTyped{ID: 2, Text: "2"}, inspector.SavePressed{})
		w.someone("1", "A=9 N=1")
		w.do(review.CommitPressed{})
		w.do(review.ConflictSettled{Key: w.m.Pending.Changes[0].EntityKey, Whose: side})
		if len(w.m.Pending.Changes) > 0 {
			w.do(review.CommitPressed{})
		}
		if got := w.has("1"); got != want {
			t.Errorf("%d leaves %s, want %s", side, got, want)
		}
	}
	w := newWorld(t)
	w.someone("1", "A=1")
	w.open("p", "1")
	w.someone("2", "A=9")
	w.do(inspector.KeysTyped{RK: new("2")}, inspector.SavePressed{}, review.CommitPressed{})
	w.do(review.ConflictSettled{Key: edit.EntityKey{Table: "Movies", PartitionKey: "p", RowKey: "2"}, Whose: conflict.Theirs})
	if got := w.has("1") + ", " + w.has("2"); got != "A=1, A=9" || len(w.m.Pending.Changes) > 0 {
		t.Errorf("left are %s, and %+v", got, w.m.Pending.Changes)
	}
}

// reviewed is what the review of the pending changes shows; nothing while its dialog is not open.
func reviewed(m Model) review.Review {
	if r := page.Held[review.Review](m.Dialog); r != nil {
		return *r
	}
	return review.Review{}
}
