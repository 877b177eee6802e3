package course

import (
	"slices"

	"rangefinder/app/lesson"
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// withProgress takes what was done elsewhere, forgotten or brought back.
func (m Model) withProgress(p lesson.Progress) (*Model, []page.Cmd) {
	hid, before := m.Hides(), m.Progress
	m.Progress = p
	l := m.Lesson
	switch {
	case l.At() == nil || l.Resetting:
		return &m, nil
	case p[l.Name].Forgotten > before[l.Name].Forgotten && !p.Has(l.Name):
		return m.toStep(0, true) // its questions are open again
	case hid && !m.Hides():
		return &m, []page.Cmd{page.Replan{}, page.RunQuery{}} // the question on screen was answered
	}
	if p.HasPassed(l.Name, l.Step) && !l.Done {
		n := *l
		n.Done = true
		m.Lesson = &n
	}
	return &m, nil
}

// forget forgets what was done of a lesson, of all for "". The notice takes that back.
func (m Model) forget(name string) (*Model, []page.Cmd) {
	before := m.Progress
	text := "Forgot your progress in " + words.Quote(m.Title(name)) + "."
	if name == "" {
		text = "Forgot your progress in all lessons."
	}
	if before.Empty() || name != "" && !before.Has(name) {
		return &m, []page.Cmd{page.Announce{Text: "There is nothing to forget."}}
	}
	forgotten := func(a Answered) bool { return name == "" || a.Lesson == name }
	had := slices.DeleteFunc(slices.Clone(m.Answers), func(a Answered) bool { return !forgotten(a) })
	m.Answers = slices.DeleteFunc(slices.Clone(m.Answers), forgotten)
	next, cmds := m.withProgress(before.Forget(name))
	if m.Lesson == nil {
		cmds = append(cmds, page.Focus{Target: "lessons-all"}) // the button that was pressed is gone
	}
	return next, append(cmds, next.keepProgress(), next.keepAnswers(), page.Notify{Notice: page.Notice{Text: text, Undo: ProgressRecalled{before, had}, Action: "Undo"}})
}

// recall takes that back.
func (m Model) recall(msg ProgressRecalled) (*Model, []page.Cmd) {
	old := slices.DeleteFunc(slices.Clone(msg.Answers), func(a Answered) bool { // a step that was answered anew since keeps that
		return slices.ContainsFunc(m.Answers, func(n Answered) bool { return n.Lesson == a.Lesson && n.Step == a.Step })
	})
	m.Answers = append(old, m.Answers...)
	next, cmds := m.withProgress(m.Progress.Recall(msg.Before))
	return next, append(cmds, next.keepProgress(), next.keepAnswers(), RecallEfforts{msg.Before, next.Progress}, page.Announce{Text: "Undone."})
}

// pass notes that a step is done, and returns the command that keeps it.
func (m *Model) pass() page.Cmd {
	l := *m.Lesson
	l.Done = true
	m.Lesson, m.Progress = &l, clone(m.Progress).Pass(l.Name, l.Step)
	return m.keepProgress()
}

func (m *Model) keepProgress() page.Cmd {
	return page.KeepSetting{Key: ProgressSetting, Value: m.Progress.String()}
}

// noted is the command that notes what happened at the step on screen.
func (m *Model) noted(what lesson.Noted) page.Cmd {
	l := m.Lesson
	return NoteEffort{lesson.EffortOf{Lesson: l.Name, Step: l.Step, Forgotten: m.Progress[l.Name].Forgotten}, what}
}
