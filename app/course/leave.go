package course

import (
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// askLeave leaves the lesson. It asks first where that loses edits that were not committed.
func (m Model) askLeave(v *page.View) (*Model, []page.Cmd) {
	if m.Lesson.L == nil {
		next, cmds := m.leave(nil)
		return next, append(cmds, page.Readdress{Push: true}, page.Focus{Target: "lessons-all"})
	}
	if v.Dirty || v.Pending {
		return &m, []page.Cmd{page.ShowDialog{Dialog: &page.Dialog{Kind: LeaveDialog}}, page.OpenDialog{}}
	}
	return m.home()
}

// home leaves for what was on screen before the lesson. Tables that were changed can still be kept.
func (m Model) home() (*Model, []page.Cmd) {
	l := m.Lesson
	next, cmds := m.leave(nil)
	if l.Changed {
		cmds = append(cmds, page.Notify{Notice: leftNotice(l)})
	} else {
		cmds = append(cmds, CloseRoom{l.Room})
	}
	return next, append(cmds, page.Readdress{Push: true}, page.Focus{Target: "lessons-all"})
}

// leftNotice offers to keep the tables of a lesson that was left.
func leftNotice(l *Lesson) page.Notice {
	return page.Notice{Text: "Left the lesson " + words.Quote(l.Title) + ". Its tables are dropped.", Undo: RoomRegretted{l.Room}, Action: "Keep its tables"}
}

// Touched is the course when something was written, which is to the lesson's tables while one is open.
func (m *Model) Touched() *Model {
	if m == nil || m.Lesson == nil || m.Lesson.Changed {
		return m
	}
	n, l := *m, *m.Lesson
	l.Changed, n.Lesson = true, &l
	return &n
}

// left is what was chosen there.
func (m Model) left(v *page.View, msg LessonLeft) (*Model, []page.Cmd) {
	if !open(v, LeaveDialog) {
		return &m, nil // pressed when it was closing
	}
	room := m.Lesson.Room
	if msg.Keep {
		d := *v.Dialog
		d.Busy, d.Err = true, ""
		return &m, []page.Cmd{page.ShowDialog{Dialog: &d}, KeepTables{room, placeOf(v)}}
	}
	next, cmds := m.home()
	return next, append([]page.Cmd{page.ShowDialog{}, page.CloseDialog{}}, cmds...)
}

// leave shows what the page showed before, or another view of the own tables.
func (m Model) leave(to *page.Route) (*Model, []page.Cmd) {
	m.Lesson = nil
	return &m, []page.Cmd{page.Stop{Slot: trySlot}, page.KeepInTab{Name: AttemptSlot}, m.keepAnswers(), page.LeaveRoom{To: to}}
}

// Follow ends the lesson when an account came on screen: its tables are not the lesson's.
func (m *Model) Follow(v *page.View) (*Model, []page.Cmd) {
	listed := v.Query.Table == "" || v.Query.Source != "" || v.Table(v.Query.Table) != nil // what was loaded is, a moment later
	if m.Waiting != "" && v.Loading == nil && listed {
		next := *m
		next.Waiting = ""
		return &next, []page.Cmd{page.Repeat{Msg: page.LessonChosen{Name: m.Waiting}}}
	}
	if m.Lesson == nil || v.Query.Source == "" {
		return m, nil
	}
	next := *m
	next.Lesson = nil
	return &next, []page.Cmd{page.LoseRoom{}, page.Stop{Slot: trySlot}, page.Relist{}, page.Readdress{}}
}

// kept leaves the lesson for the copies that were made, which can be taken back.
func (m Model) kept(v *page.View, msg LessonKept) (*Model, []page.Cmd) {
	asked := open(v, LeaveDialog)
	if f := wire.FailureOf(msg.Err); f != nil {
		if !asked {
			return &m, []page.Cmd{page.Fail{What: "The tables were not kept", Err: msg.Err}}
		}
		d := *v.Dialog
		d.Busy, d.Err, d.ErrField = false, f.Message, "table-name"
		return &m, []page.Cmd{page.ShowDialog{Dialog: &d}, page.Focus{Target: "table-name"}, page.Announce{Text: f.Message}}
	}
	var cmds, after []page.Cmd
	if asked {
		cmds, after = append(cmds, page.ShowDialog{}), append(after, page.CloseDialog{})
	}
	view := page.Route{Why: v.Why}
	if len(msg.Reply.Tables) > 0 {
		view.Table = msg.Reply.Tables[0]
	}
	switch {
	case m.Lesson != nil && m.Lesson.Room == msg.Ask.Room:
		next, more := m.leave(&view)
		m, cmds = *next, append(cmds, more...)
		after = append(after, page.Readdress{Push: true}, page.Focus{Target: "lessons-all"})
	case m.Lesson == nil && view.Table != "" && placeOf(v) == msg.Ask.From:
		cmds = append(cmds, page.Show{Route: view, Anew: true}, page.RunQuery{}, page.Relist{}, page.Readdress{Push: true})
	case m.Lesson == nil: // who has gone elsewhere meanwhile stays there
		cmds = append(cmds, page.Relist{})
	}
	return &m, append(append(cmds, after...), CloseRoom{msg.Ask.Room}, page.Undoable{Undo: msg.Reply.Undo, Text: "Kept " + strings.Join(msg.Reply.Tables, ", ")}, page.Own{Tables: true})
}

// Navigated follows an address into a lesson, within it or out of it; false when it has nothing to do with one.
func (m Model) Navigated(v *page.View, route page.Route) (*Model, []page.Cmd, bool) {
	l := m.Lesson
	switch {
	case route.Lesson == "" && l == nil:
		return &m, nil, false
	case route.Lesson == "":
		to := &route
		if route.Empty {
			to = nil
		}
		next, cmds := m.leave(to)
		return next, append(cmds, page.Notify{Notice: leftNotice(l)}), true
	case l == nil || l.Name != route.Lesson || l.Failed != nil:
		next, cmds := m.Open(v, route.Lesson, route.Step, &route)
		return next, cmds, true
	case l.L == nil:
		n := *l
		n.Step, n.Wanted = route.Step-1, &route
		m.Lesson = &n
		return &m, nil, true
	case route.Step > 0 && route.Step-1 != l.Step && route.Step <= len(l.L.Steps):
		next, cmds := m.toStep(route.Step-1, false)
		next.Lesson.Wanted = &route
		return next, cmds, true
	}
	cmds := []page.Cmd{page.Show{Route: route}}
	if route.Ran {
		cmds = append(cmds, page.RunQuery{})
	}
	return &m, cmds, true
}

// open reports whether a dialog of the course is open.
func open(v *page.View, kind page.DialogKind) bool { return v.Dialog != nil && v.Dialog.Kind == kind }
