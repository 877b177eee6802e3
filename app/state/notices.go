package state

import (
	"slices"
	"strings"
)

// A notice leaves the screen by itself and stays in a list, with its offer.

// How long a notice is up, in seconds: one that only tells, and one that offers something or tells of a failure.
const (
	noticeSeconds = 6
	offerSeconds  = 15
)

// maxTold bounds the list of notices.
const maxTold = 20

type (
	// NoticeExpired tells that a notice has been up long enough.
	NoticeExpired struct{ ID int }
	NoticeClosed  struct{}
	UndoPressed   struct{}         // of the notice on screen
	NoticeUndone  struct{ ID int } // of one in the list
	NoticesRead   struct{}         // the list is empty from now on
)

// notify puts up a notice. The offer that it covers is there again when it goes.
func notify(m Model, n Notice) (Model, []Cmd) {
	m.Notices++
	n.ID, n.Under = m.Notices, nil
	if old := m.Notice; old != nil && !n.Offers() {
		if n.Under = old.Under; old.Offers() {
			n.Under = old
		}
	}
	m.Notice = &n
	seconds := noticeSeconds
	if n.Bad || n.Offers() {
		seconds = offerSeconds
	}
	return m, []Cmd{Expire{n.ID, seconds}, Announce{Text: n.Text}}
}

// tell puts up a notice of what nobody pressed anything for, such as what comes of the address when the page starts. What is up
// already nobody may have read: it stays, with its offer, and the new sentences follow it.
func tell(m Model, n Notice) (Model, []Cmd) {
	old := m.Notice
	if old == nil {
		return notify(m, n)
	}
	joined := n
	if old.Offers() && !n.Offers() {
		joined = *old
	}
	joined.Details = strings.TrimSpace(old.Details + " " + n.Details)
	joined.Text, joined.Bad = old.Text, old.Bad || n.Bad
	if !strings.Contains(old.Text, n.Text) {
		joined.Text += " " + n.Text
	}
	m, cmds := notify(m, joined)
	m.Notice.Under = old.Under
	if old.Offers() && n.Offers() { // one of them can have the button
		m.Notice.Text, m.Notice.Under = n.Text, old
	} else {
		m.Messages = withoutNotice(m.Messages, old.ID)
	}
	return m, cmds
}

// updateNotices is the notice on screen and the list of those before.
func updateNotices(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg := msg.(type) {
	case NoticeExpired:
		switch n := m.Notice; {
		case n == nil:
		case n.ID == msg.ID:
			m.Notice = n.Under
		case n.Under != nil && n.Under.ID == msg.ID:
			alone := *n
			alone.Under, m.Notice = nil, &alone
		}
		return m, nil, true

	case NoticeClosed:
		if m.Notice != nil {
			m.Notice = m.Notice.Under
		}
		return m, nil, true

	case UndoPressed:
		if m.Notice == nil || !m.Notice.Offers() {
			return m, nil, true
		}
		undo := m.Notice.Undo
		m.Messages = withoutNotice(m.Messages, m.Notice.ID)
		m.Notice = nil
		m, cmds := update(m, undo)
		return m, cmds, true

	case NoticeUndone:
		at := slices.IndexFunc(m.Messages, func(n Notice) bool { return n.ID == msg.ID })
		if at < 0 || !m.Messages[at].Offers() {
			return m, nil, true
		}
		undo := m.Messages[at].Undo
		m.Messages = withoutNotice(m.Messages, msg.ID)
		if m.Notice != nil && m.Notice.ID == msg.ID {
			m.Notice = nil
		}
		m, cmds := update(m, undo)
		return m, cmds, true

	case NoticesRead:
		m.Messages = nil
		return m, []Cmd{Announce{Text: "The list of messages is empty."}}, true
	}
	return m, nil, false
}

// followNotices puts a notice that came up into the list. One that tells of another screen stays there: it is in the list.
func followNotices(old, m Model) Model {
	n := m.Notice
	if n != nil && n.ID <= old.Notices && !n.Bad && m.Screen != old.Screen {
		m.Notice = nil
	}
	if n == nil || n.ID <= old.Notices {
		return m
	}
	kept := *n
	kept.Under = nil
	m.Messages = append([]Notice{kept}, m.Messages...)
	if len(m.Messages) > maxTold {
		m.Messages = m.Messages[:maxTold:maxTold]
	}
	return m
}

// withoutNotice is a list of notices without one.
func withoutNotice(list []Notice, id int) []Notice {
	return slices.DeleteFunc(slices.Clone(list), func(n Notice) bool { return n.ID == id })
}
