package state

import (
	"errors"
	"strings"
	"testing"

	"rangefinder/app/wire"
)

// Ensure that an offer and a failure stay until somebody closes them, that what only tells goes by itself and uncovers the offer,
// and that the end of one notice is not taken for that of another.
func TestNotice_Stays(t *testing.T) {
	m := ready(t)
	m.Notice = nil
	m, cmds := notify(m, Notice{Text: "Removed it.", Action: "Undo", Undo: TakeBackPressed{"7"}})
	if does[Expire](cmds) {
		t.Fatal("an offer goes by itself")
	}
	offer := *m.Notice
	m, cmds = notify(m, Notice{Text: "Copied."})
	m, cmds2 := notify(m, Notice{Text: "Copied again."})
	first, _ := find[Expire](cmds)
	second, ok := find[Expire](cmds2)
	if !ok || m.Notice.Text != "Copied again." {
		t.Fatalf("%+v", m.Notice)
	}
	if m, _ = after(m, NoticeExpired{first.ID}); m.Notice.Text != "Copied again." {
		t.Fatal("the end of one notice takes another away")
	}
	if m, _ = after(m, NoticeExpired{second.ID}); m.Notice == nil || m.Notice.Text != offer.Text || m.Notice.Undo != Msg(TakeBackPressed{"7"}) {
		t.Fatalf("the offer is gone: %+v", m.Notice)
	}
	m, cmds = fail(m, "It did not work", errors.New("x"))
	if does[Expire](cmds) || !m.Notice.Bad {
		t.Fatalf("%+v", cmds)
	}
	if m, _ = after(m, NoticeClosed{}); m.Notice == nil || m.Notice.Undo != Msg(TakeBackPressed{"7"}) {
		t.Fatalf("the offer is gone: %+v", m.Notice)
	}
	covered, _ := notify(m, Notice{Text: "Copied."})
	covered, _ = takeBack(covered, "7")
	if covered, _ = after(covered, NoticeClosed{}); covered.Notice != nil {
		t.Fatalf("what was taken back is offered again: %+v", covered.Notice)
	}
	if m, _ = after(m, NoticeClosed{}); m.Notice != nil {
		t.Fatalf("%+v", m.Notice)
	}
	m, _ = notify(m, Notice{Text: "Copied."})
	if m, _ = after(m, NoticeExpired{second.ID}); m.Notice == nil {
		t.Fatal("the timer of a notice that was closed takes a later one away")
	}
}

// Ensure that no notice of a start is lost: what comes after another that nobody can have read is told beside it, with the button
// of the one that has one, and the same is told once.
func TestNotice_Together(t *testing.T) {
	m, _ := after(New(), Started{Settings: "{", Fragment: "#v=1&t=Nowhere"}, TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Mine"}}}})
	if m.Notice == nil || !m.Notice.Bad || m.Notice.Under != nil {
		t.Fatalf("%+v", m.Notice)
	}
	for _, part := range []string{"The settings that this browser kept", "Nowhere"} {
		if !strings.Contains(m.Notice.Text, part) {
			t.Errorf("%q says nothing of %q", m.Notice.Text, part)
		}
	}

	m = ready(t)
	m.Notice = nil
	m, _ = tell(m, Notice{Text: "A is not saved.", Undo: formReturned{&Inspector{}}, Action: "Bring it back"})
	m, cmds := tell(m, Notice{Text: "B is lost.", Bad: true})
	m, _ = tell(m, Notice{Text: "B is lost.", Bad: true})
	if n := m.Notice; n.Text != "A is not saved. B is lost." || !n.Bad || !offersForm(n) || n.Action != "Bring it back" || !has(cmds, Announce{Text: n.Text}) {
		t.Errorf("%+v, %+v", n, cmds)
	}
	m, _ = tell(m, Notice{Text: "C can come back.", Undo: TakeBackPressed{"7"}, Action: "Undo"})
	if n := m.Notice; n.Text != "C can come back." || n.Under == nil || !offersForm(n.Under) {
		t.Errorf("%+v", n)
	}
}

// offersForm reports whether the button of a notice brings a form back.
func offersForm(n *Notice) bool { _, ok := n.Undo.(formReturned); return ok }

// undoes is the write that the button of a notice sends, the zero one when it sends none.
func undoes(n *Notice) wire.ApplyRequest {
	undo, _ := n.Undo.(editUndone)
	return undo.Req
}
