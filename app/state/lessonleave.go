package state

import (
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// Place is what somebody is looking at.
type Place struct {
	Screen                page.Screen
	Source, Table, Filter string
}

func (m *Model) place() Place {
	return Place{m.Screen, m.Query.Source, m.Query.Table, m.Query.Filter}
}

// lessonKept leaves the lesson for the copies that were made, which can be taken back.
func lessonKept(m Model, msg LessonKept) (Model, []Cmd, bool) {
	if f := wire.FailureOf(msg.Err); f != nil {
		if m.Dialog != nil && m.Dialog.Kind == LeaveLesson {
			return dialogFailed(m, msg.Err)
		}
		m, cmds := fail(m, "The tables were not kept", msg.Err)
		return m, cmds, true
	}
	var cmds []Cmd
	if m.Dialog != nil && m.Dialog.Kind == LeaveLesson {
		m.Dialog = nil
		cmds = append(cmds, CloseDialog{})
	}
	view := Route{Why: m.Plan.Why}
	if len(msg.Reply.Tables) > 0 {
		view.Table = msg.Reply.Tables[0]
	}
	var more []Cmd
	switch {
	case m.Lesson != nil && m.Lesson.Room == msg.Ask.Room:
		m, more = leaveLesson(m, &view)
		cmds = append(cmds, SetAddress{Fragment: routeOf(m).Fragment(), Push: true}, Focus{Target: "lessons-all"})
	case m.Lesson == nil && view.Table != "" && m.place() == msg.Ask.From:
		m, more = show(blankQuery(m), view)
		var run []Cmd
		m, run = runQuery(m)
		more = append(append(more, run...), ListTables{}, SetAddress{Fragment: routeOf(m).Fragment(), Push: true})
	case m.Lesson == nil: // who has gone elsewhere meanwhile stays there
		more = []Cmd{ListTables{}}
	}
	cmds = append(append(more, cmds...), CloseRoom{msg.Ask.Room})
	m, undo := undoable(m, msg.Reply.Undo, "Kept "+strings.Join(msg.Reply.Tables, ", "))
	m, cmds = own(m, append(cmds, undo...), true)
	return m, cmds, true
}

// lessonNavigated follows an address into a lesson, within it or out of it; false when it has nothing to do with one.
func lessonNavigated(m Model, route Route) (Model, []Cmd, bool) {
	l := m.Lesson
	switch {
	case route.Lesson == "" && l == nil:
		return m, nil, false
	case route.Lesson == "":
		to := &route
		if route.Empty {
			to = nil
		}
		m, cmds := leaveLesson(m, to)
		m, more := notify(m, Notice{Text: "Left the lesson " + words.Quote(l.Title) + ". Its tables are dropped.", Undo: roomRegretted{l.Room}, Action: "Keep its tables"})
		return m, append(cmds, more...), true
	case l == nil || l.Name != route.Lesson || l.Failed != nil:
		m, cmds := openLesson(m, route.Lesson, route.Step, &route)
		return m, cmds, true
	case l.L == nil:
		n := *l
		n.Step, n.Wanted = route.Step-1, &route
		m.Lesson = &n
		return m, nil, true
	case route.Step > 0 && route.Step-1 != l.Step && route.Step <= len(l.L.Steps):
		m, cmds := toStep(m, route.Step-1, false)
		n := *m.Lesson
		n.Wanted = &route
		m.Lesson = &n
		return m, cmds, true
	}
	m, cmds := show(m, route)
	if route.Ran {
		var run []Cmd
		m, run = runQuery(m)
		cmds = append(cmds, run...)
	}
	return m, cmds, true
}
