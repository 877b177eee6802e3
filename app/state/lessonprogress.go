package state

import (
	"rangefinder/app/lesson"
	"rangefinder/app/words"
)

// withProgress takes what was done elsewhere, forgotten or brought back.
func withProgress(m Model, p lesson.Progress) (Model, []Cmd) {
	hid, ls := m.Hides(), *m.Lessons
	before := ls.Progress
	ls.Progress = p
	m.Lessons = &ls
	l := m.Lesson
	switch {
	case l.At() == nil || l.Resetting:
		return m, nil
	case p[l.Name].Forgotten > before[l.Name].Forgotten && !p.Has(l.Name):
		return toStep(m, 0, true) // its questions are open again
	case hid && !m.Hides():
		m, cmds := ask(m) // the question on screen was answered
		m, run := runQuery(m)
		return m, append(cmds, run...)
	}
	if p.HasPassed(l.Name, l.Step) && !l.Done {
		n := *l
		n.Done = true
		m.Lesson = &n
	}
	return m, nil
}

// forgetProgress forgets what was done of a lesson, of all for "". The notice takes that back.
func forgetProgress(m Model, name string) (Model, []Cmd, bool) {
	before := m.Lessons.Progress
	text := "Forgot what you did of " + words.Quote(m.Lessons.Title(name)) + "."
	if name == "" {
		text = "Forgot what you did of all lessons."
	}
	if before.Empty() || name != "" && !before.Has(name) {
		return m, []Cmd{Announce{Text: "There is nothing to forget."}}, true
	}
	m, cmds := withProgress(m, before.Forget(name))
	if m.Lesson == nil {
		cmds = append(cmds, Focus{Target: "lessons-all"}) // the button that was pressed is gone
	}
	m, tell := notify(m, Notice{Text: text, Undo: progressRecalled{before}, Action: "Undo"})
	return m, append(append(cmds, keepProgress(m)), tell...), true
}

// recallProgress takes that back.
func recallProgress(m Model, before lesson.Progress) (Model, []Cmd) {
	m, cmds := withProgress(m, m.Lessons.Progress.Recall(before))
	return m, append(cmds, keepProgress(m), Announce{Text: "Undone."})
}

func keepProgress(m Model) Cmd { return KeepSetting{LessonsSetting, m.Lessons.Progress.String()} }
