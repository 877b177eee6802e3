package shell

import (
	"errors"
	"strings"
	"testing"

	"rangefinder/app/edit"
	"rangefinder/app/inspector"
	"rangefinder/app/notices"
	"rangefinder/app/page"
	"rangefinder/app/review"
	"rangefinder/app/tables"
	"rangefinder/app/wire"
)

// Ensure that a notice does not follow to another screen, but a failure does, and that both are in the list.
func TestNotices_LeftBehind(t *testing.T) {
	m := ready(t)
	m.Notice, m.Messages = nil, nil
	m, _ = after(m, tables.TableDropped{Table: "Gone", Undo: "7"})
	if m.Notice == nil {
		t.Fatal("no notice")
	}
	left, _ := after(m, page.ScreenChosen{Screen: page.LabScreen})
	if left.Notice != nil || len(left.Messages) != 1 || !left.Messages[0].Offers() {
		t.Errorf("on the other screen: %+v, listed %+v", left.Notice, left.Messages)
	}
	m.Notice.Bad = true
	if left, _ = after(m, page.ScreenChosen{Screen: page.LabScreen}); left.Notice == nil {
		t.Error("a failure is gone with its screen")
	}
}

// Ensure that an offer does not follow to another table, where it would be another's, and is in the list; that to bring a table back
// stays when another takes its place.
func TestNotices_TableLeft(t *testing.T) {
	for name, offer := range map[string]page.Msg{"commit": review.CommitTaken{}, "redo": review.PendingRedone{}, "worker": page.TakeBackPressed{ID: "7"}} {
		m := ready(t)
		m.Notice, m.Messages = nil, nil
		m, _ = after(m, page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Movies"}, {Name: "Other"}}}})
		m, _ = notify(m, page.Notice{Text: "Done.", Action: "Undo", Undo: offer})
		m, _ = after(m, page.CopyPressed{What: "a", Text: "a"})
		if m.Notice == nil || !m.Notice.Offered() || len(m.Messages) != 1 {
			t.Fatalf("%s: on its own table: %+v, listed %+v", name, m.Notice, m.Messages)
		}
		left, _ := after(m, page.TableChosen{Table: "Other"})
		if left.Query.Table != "Other" || left.Notice != nil {
			t.Errorf("%s: on %q: %+v", name, left.Query.Table, left.Notice)
		}
		gone, _ := after(m, page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Other"}}}})
		if gone.Query.Table == "Movies" || gone.Notice == nil || !gone.Notice.Offered() {
			t.Errorf("%s: the table is gone, on %q: %+v", name, gone.Query.Table, gone.Notice)
		}
	}
}

// Ensure that the offers about the last step of pending changes lose their buttons in the list when there is another step.
func TestNotices_PendingOutdated(t *testing.T) {
	m := ready(t)
	m, _ = notify(m, page.Notice{Text: "Nothing is pending.", Action: "Redo", Undo: review.PendingRedone{}})
	m.Messages = []page.Notice{*m.Notice}
	m, _ = after(m, ShortcutsPressed{})
	if !m.Messages[0].Offers() {
		t.Fatalf("nothing was changed: %+v", m.Messages)
	}
	m, _ = after(m, page.NewEntityPressed{}, inspector.KeysTyped{PK: new("p"), RK: new("r")}, inspector.SavePressed{})
	if n := m.Messages[len(m.Messages)-1]; len(m.Pending.Changes) != 1 || n.Offers() || n.Text != "Nothing is pending." {
		t.Errorf("%d changes, listed %+v", len(m.Pending.Changes), n)
	}
}

// Ensure that every notice goes by itself, an offer and a failure later, that what only tells uncovers the offer, that the end of one
// notice is not taken for that of another, and that all stay in the list, where the offer still holds.
func TestNotice_Stays(t *testing.T) {
	m := ready(t)
	m.Notice = nil
	m, cmds := notify(m, page.Notice{Text: "Removed it.", Action: "Undo", Undo: page.TakeBackPressed{ID: "7"}})
	if e, _ := find[notices.Expire](cmds); e.Seconds != notices.OfferSeconds {
		t.Fatalf("an offer goes after %d s", e.Seconds)
	}
	offer := *m.Notice
	m, cmds = notify(m, page.Notice{Text: "Copied."})
	m, cmds2 := notify(m, page.Notice{Text: "Copied again."})
	first, _ := find[notices.Expire](cmds)
	second, ok := find[notices.Expire](cmds2)
	if !ok || m.Notice.Text != "Copied again." {
		t.Fatalf("%+v", m.Notice)
	}
	if m, _ = after(m, notices.Expired{ID: first.ID}); m.Notice.Text != "Copied again." {
		t.Fatal("the end of one notice takes another away")
	}
	if m, _ = after(m, notices.Expired{ID: second.ID}); m.Notice == nil || m.Notice.Text != offer.Text || m.Notice.Undo != page.Msg(page.TakeBackPressed{ID: "7"}) {
		t.Fatalf("the offer is gone: %+v", m.Notice)
	}
	m, cmds = fail(m, "It did not work", errors.New("x"))
	if e, _ := find[notices.Expire](cmds); e.Seconds != notices.OfferSeconds || !m.Notice.Bad {
		t.Fatalf("%+v", cmds)
	}
	if m, _ = after(m, notices.Closed{}); m.Notice == nil || m.Notice.Undo != page.Msg(page.TakeBackPressed{ID: "7"}) {
		t.Fatalf("the offer is gone: %+v", m.Notice)
	}
	covered, _ := notify(m, page.Notice{Text: "Copied."})
	covered, _ = after(covered, page.TakeBackPressed{ID: "7"})
	if covered, _ = after(covered, notices.Closed{}); covered.Notice != nil {
		t.Fatalf("what was taken back is offered again: %+v", covered.Notice)
	}
	if m, _ = after(m, notices.Closed{}); m.Notice != nil {
		t.Fatalf("%+v", m.Notice)
	}
	m, _ = notify(m, page.Notice{Text: "Copied."})
	if m, _ = after(m, notices.Expired{ID: second.ID}); m.Notice == nil {
		t.Fatal("the timer of a notice that was closed takes a later one away")
	}
}

// Ensure that no notice of a start is lost: what comes after another that nobody can have read is told beside it, with the button
// of the one that has one, and the same is told once.
func TestNotice_Together(t *testing.T) {
	m, _ := after(New(), Started{Settings: "{", Fragment: "#v=9&t=Mine"}, page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Mine"}}}})
	if m.Notice == nil || !m.Notice.Bad || m.Notice.Under != nil {
		t.Fatalf("%+v", m.Notice)
	}
	for _, part := range []string{"The settings that this browser kept", "link"} {
		if !strings.Contains(m.Notice.Text, part) {
			t.Errorf("%q says nothing of %q", m.Notice.Text, part)
		}
	}

	m = ready(t)
	m.Notice = nil
	m, _ = tell(m, page.Notice{Text: "A is not saved.", Undo: edit.FormReturned{Form: &edit.Inspector{}}, Action: "Bring it back"})
	m, cmds := tell(m, page.Notice{Text: "B is lost.", Bad: true})
	m, _ = tell(m, page.Notice{Text: "B is lost.", Bad: true})
	if n := m.Notice; n.Text != "A is not saved. B is lost." || !n.Bad || !offersForm(n) || n.Action != "Bring it back" || !has(cmds, page.Announce{Text: n.Text}) {
		t.Errorf("%+v, %+v", n, cmds)
	}
	m, _ = tell(m, page.Notice{Text: "C can come back.", Undo: page.TakeBackPressed{ID: "7"}, Action: "Undo"})
	if n := m.Notice; n.Text != "C can come back." || n.Under == nil || !offersForm(n.Under) {
		t.Errorf("%+v", n)
	}
}

// offersForm reports whether the button of a notice brings a form back.
func offersForm(n *page.Notice) bool { _, ok := n.Undo.(edit.FormReturned); return ok }

// undoes is the change that the button of a notice takes one back with, nil when there is none.
func undoes(n *page.Notice) *edit.Change {
	if undo, ok := n.Undo.(review.CommitTaken); ok && len(undo.Inverse) == 1 {
		return undo.Inverse[0]
	}
	return nil
}

// Ensure that messages stay in a list when they have left the screen, with their offers, each of which holds once.
func TestNotices_List(t *testing.T) {
	m := ready(t)
	m.Notice, m.Messages = nil, nil
	m, _ = after(m, page.CopyPressed{What: "a", Text: "a"})
	m, _ = after(m, tables.TableDropped{Table: "Gone", Undo: "7"})
	m, _ = after(m, notices.Expired{ID: m.Notices})
	for m.Notice != nil {
		m, _ = after(m, notices.Closed{})
	}
	if len(m.Messages) != 2 || !strings.Contains(m.Messages[1].Text, "Copied a") || m.Messages[0].Undo != page.Msg(page.TakeBackPressed{ID: "7"}) {
		t.Fatalf("%+v", m.Messages)
	}
	undone, cmds := after(m, notices.Undone{ID: m.Messages[0].ID})
	if back, ok := find[notices.TakeBack](cmds); !ok || back.ID != "7" || len(undone.Messages) != 1 {
		t.Errorf("%+v, %+v", undone.Messages, cmds)
	}
	if _, cmds = after(undone, notices.Undone{ID: m.Messages[0].ID}); len(cmds) != 0 {
		t.Errorf("it is undone twice: %+v", cmds)
	}
	if m, _ = after(m, notices.Cleared{}); len(m.Messages) != 0 {
		t.Error("the list stays")
	}
}

// Ensure that a notice stays while the pointer or the keyboard is on it, and goes soon after both have left; one from before is not held.
func TestNotices_Held(t *testing.T) {
	m, _ := notify(ready(t), page.Notice{Text: "Copied."})
	id := m.Notice.ID
	m, _ = after(m, notices.Hold{ID: id, On: true}, notices.Expired{ID: id})
	if m.Notice == nil {
		t.Fatal("it went from under the pointer")
	}
	m, cmds := after(m, notices.Hold{ID: id})
	if e, ok := find[notices.Expire](cmds); !ok || e.ID != id {
		t.Errorf("once the pointer has left: %+v", cmds)
	}
	if gone, _ := after(m, notices.Expired{ID: id}); gone.Notice != nil {
		t.Error("it stays for good")
	}
	m, _ = after(m, notices.Hold{ID: id, On: true})
	m, _ = notify(m, page.Notice{Text: "Copied again."})
	if m, _ = after(m, notices.Expired{ID: m.Notice.ID}); m.Notice != nil {
		t.Error("the next one is held, too")
	}
}

// Ensure that a query that is run takes down a notice that only tells, though the pointer rests on it, and that an offer stays until its
// time is over.
func TestNotices_QueryRun(t *testing.T) {
	m := ready(t)
	m.Notice, m.Messages = nil, nil
	m, _ = notify(m, page.Notice{Text: "Copied."})
	m, _ = after(m, notices.Hold{ID: m.Notice.ID, On: true}, notices.Expired{ID: m.Notice.ID})
	if m.Notice == nil {
		t.Fatal("a notice under the pointer is gone")
	}
	if ran, _ := after(m, page.RunPressed{}); ran.Notice != nil {
		t.Errorf("after a run: %+v", ran.Notice)
	}
	m, _ = notify(m, page.Notice{Text: "Done.", Action: "Undo", Undo: page.TakeBackPressed{ID: "7"}})
	if m, _ = after(m, page.RunPressed{}); m.Notice == nil || !m.Notice.Offers() {
		t.Fatalf("an offer is gone: %+v", m.Notice)
	}
	m, _ = after(m, notices.Hold{ID: m.Notice.ID, On: true}, notices.Expired{ID: m.Notice.ID})
	if m, _ = after(m, page.RunPressed{}); m.Notice.Offered() {
		t.Errorf("an offer whose time is over: %+v", m.Notice)
	}
}
