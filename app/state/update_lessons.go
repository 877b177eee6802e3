package state

import (
	"slices"
	"strings"

	"rangefinder/app/lesson"
	"rangefinder/app/query"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// reason is why a lesson could not be opened: that there is none of its name, once the course is known.
func (ls *Lessons) reason(name string, f *wire.Failure) *wire.Failure {
	if ls.Course != nil && ls.own(name) == nil && ls.Course.Find(name) == nil {
		return &wire.Failure{Code: wire.NoLesson, Message: "There is no lesson " + words.Quote(name) + "."}
	}
	return f
}

// updateLessons is the course, the lesson that is open, and the files of a teacher.
func updateLessons(m Model, msg Msg) (Model, []Cmd, bool) {
	ls := *m.Lessons
	switch msg := msg.(type) {
	case CourseListed:
		ls.Asked = false
		if ls.Failed = wire.FailureOf(msg.Err); ls.Failed == nil {
			ls.Course = &msg.Reply.Course
		}
		m.Lessons = &ls
		if l := m.Lesson; l != nil && l.Failed != nil {
			n := *l
			n.Failed = ls.reason(l.Name, l.Failed)
			m.Lesson = &n
		}
		return m, nil, true

	case ProgressTold:
		m, cmds := withProgress(m, ls.Progress.Union(lesson.ParseProgress(msg.Text)))
		return m, cmds, true

	case ProgressForgotten:
		return forgetProgress(m, msg.Name)

	case CourseWanted:
		if ls.Asked {
			return m, nil, true
		}
		ls.Asked, ls.Failed = true, nil
		m.Lessons = &ls
		return m, []Cmd{ListLessons{}}, true

	case LessonsUnfolded:
		ls.All = !ls.All
		m.Lessons = &ls
		return m, nil, true

	case LessonChosen:
		if msg.Name == "" {
			return m, nil, true
		}
		m, cmds := openLesson(m, msg.Name, 0, nil)
		return m, cmds, true

	case LessonHelpPressed:
		m.Dialog = &Dialog{Kind: LessonHelp}
		return m, []Cmd{OpenDialog{}}, true

	case LessonTemplateSaved:
		return m, []Cmd{Download{Name: "my.lesson", Mime: "text/plain", Data: []byte(lesson.Template)}}, true

	case LessonFileTried:
		if f := ls.File; f != nil && f.Token == msg.Token && f.Busy {
			n := *f
			n.Progress = msg.Progress
			ls.File = &n
			m.Lessons = &ls
		}
		return m, nil, true

	case LessonFileRead:
		return lessonFileRead(m, msg)

	case LessonKept:
		return lessonKept(m, msg)
	}
	if m, cmds, ok := updateClassroom(m, msg); ok {
		return m, cmds, true
	}
	if m.Lesson == nil {
		return m, nil, false
	}
	return updateLesson(m, msg)
}

// updateLesson is the lesson that is open.
func updateLesson(m Model, msg Msg) (Model, []Cmd, bool) {
	l := *m.Lesson
	step := l.At()
	switch msg := msg.(type) {
	case LessonOpening:
		if msg.Room == l.Room && l.L == nil {
			l.Progress = msg.Progress
			m.Lesson = &l
		}
		return m, nil, true

	case LessonOpened:
		if msg.Room != l.Room || l.L != nil {
			return m, nil, true // of another lesson, that was left
		}
		m, cmds := lessonOpened(m, msg)
		return m, cmds, true

	case LessonRetried:
		m, cmds := reopen(m)
		return m, cmds, true

	case LessonReset:
		if msg.Room != l.Room || !l.Resetting {
			return m, nil, true
		}
		if f := wire.FailureOf(msg.Err); f != nil {
			m, cmds := reopen(m)
			return m, cmds, true
		}
		m, cmds := showStep(m)
		return m, cmds, true

	case LessonLeavePressed:
		if l.L == nil {
			m, cmds := leaveLesson(m, nil)
			return m, append(cmds, SetAddress{Fragment: routeOf(m).Fragment(), Push: true}, Focus{Target: "lessons-all"}), true
		}
		m.Dialog = &Dialog{Kind: LeaveLesson}
		return m, []Cmd{OpenDialog{}}, true

	case LessonLeft:
		if m.Dialog == nil || m.Dialog.Kind != LeaveLesson {
			return m, nil, true // pressed when it was closing
		}
		if msg.Keep {
			d := *m.Dialog
			d.Busy, d.Err = true, ""
			m.Dialog = &d
			return m, []Cmd{KeepTables{Room: l.Room}}, true
		}
		m.Dialog = nil
		m, cmds := leaveLesson(m, nil)
		return m, append(cmds, CloseDialog{}, CloseRoom{l.Room}, SetAddress{Fragment: routeOf(m).Fragment(), Push: true}, Focus{Target: "lessons-all"}), true

	case LessonFolded:
		l.Folded = !l.Folded
		m.Lesson = &l
		return m, nil, true

	case SourceChosen:
		if msg.Source == "" {
			m, cmds, _ := updateLesson(m, LessonLeavePressed{})
			return m, cmds, true
		}

	case LessonFocused:
		return m, []Cmd{Focus{Target: "lesson-step"}}, true
	}
	if step == nil {
		return m, nil, false
	}
	switch msg := msg.(type) {
	case LessonStepChosen:
		if msg.Step < 0 || msg.Step >= len(l.L.Steps) || l.Resetting || msg.Step == l.Step {
			return m, nil, true
		}
		m, cmds := toStep(m, msg.Step, true)
		return m, cmds, true

	case LessonStartOver:
		m, cmds := toStep(m, l.Step, false)
		return m, cmds, true

	case LessonPredicted:
		if !l.Open(m.Lessons.Progress) {
			return m, nil, true
		}
		m, cmds := predicted(m, msg.Answer)
		return m, cmds, true

	case LessonPut:
		a := l.Attempt(msg.What)
		if a == nil || m.Hides() {
			return m, nil, true
		}
		m, cmds := putAttempt(m, msg.What, a)
		if msg.What == SolutionAttempt {
			cmds = append(cmds, noted(m, lesson.SolutionShown))
		}
		return m, cmds, true

	case LessonSimulated:
		if step == nil || step.Predict == nil || step.Predict.Simulated == nil || m.Hides() {
			return m, nil, true
		}
		m, cmds := simulated(m, step.Predict.Simulated, msg.Against)
		return m, cmds, true

	case LessonHintPressed:
		s := l.At()
		if s == nil || m.Hides() || l.Hints >= len(s.Hints) {
			return m, nil, true
		}
		l.Hints++
		m.Lesson = &l
		return m, []Cmd{noted(m, lesson.Hinted), Announce{Text: "Hint: " + strings.ReplaceAll(s.Hints[l.Hints-1], "`", "")}}, true

	case LessonTyped:
		if msg.Text == l.Text {
			return m, nil, true
		}
		m, cmds := typedAttempt(m, msg.Text)
		return m, cmds, true

	case LessonUndone:
		n := len(l.Replaced)
		if n == 0 || l.Replaced[n-1].Put != l.Text {
			return m, nil, true
		}
		before := l.Replaced[n-1].Before
		l.Replaced = l.Replaced[: n-1 : n-1]
		m.Lesson = &l
		m, cmds := typedAttempt(m, before)
		return m, append(cmds, ResetFields{Values: map[string]string{"lesson-text": before}}, Announce{Text: "Undone."}), true

	case LessonRunPressed, LessonCheckPressed:
		if l.Resetting {
			return m, []Cmd{Announce{Text: "The data of the step is being made."}}, true
		}
		if m.Hides() {
			return m, []Cmd{Announce{Text: "Predict first."}, Focus{Target: "lesson-ask"}}, true
		}
		if step.Form() == lesson.NoForm || l.Trying {
			return m, nil, true
		}
		_, judge := msg.(LessonCheckPressed)
		m, cmds := try(m, judge)
		if judge {
			cmds = append(cmds, noted(m, lesson.Tried))
		}
		return m, cmds, true

	case LessonStopPressed:
		return m, []Cmd{Stop{Slot: trySlot}}, true

	case LessonTrying:
		if msg.Seq == l.Seq && l.Trying {
			l.Tried = msg.Progress
			m.Lesson = &l
		}
		return m, nil, true

	case LessonTried:
		if msg.Seq != l.Seq || !l.Trying {
			return m, nil, true
		}
		m, cmds := triedAttempt(m, msg)
		return m, cmds, true

	case LessonNextPressed:
		m, cmds := nextStep(m)
		return m, cmds, true

	case ProjectorPressed:
		l.Projector, l.Shown = !l.Projector, 0
		m.Lesson = &l
		text := "The projector view. Space reveals, the arrow keys go on and back, Escape leaves it."
		if !l.Projector {
			text = "The projector view is closed."
		}
		return m, []Cmd{Announce{Text: text}, Focus{Target: "lesson-step"}}, true

	case ProjectorMoved:
		m, cmds := moveProjector(m, msg.By)
		return m, cmds, true
	}
	return m, nil, false
}

// reopen makes the lesson's data anew and comes back to what is on screen.
func reopen(m Model) (Model, []Cmd) {
	l := m.Lesson
	var view *Route
	if l.L != nil {
		r := routeOf(m)
		view = &r
	} else if l.Wanted != nil {
		view = l.Wanted
	}
	m.Inspector = &Inspector{}
	return openLesson(m, l.Name, l.Step+1, view)
}

// putAttempt puts an attempt where the learner writes: the editor of the query, or that of the panel. Both can undo it.
func putAttempt(m Model, what AttemptName, a *lesson.Attempt) (Model, []Cmd) {
	l := *m.Lesson
	l.Put, l.Reply, l.Err = what, nil, nil
	var stop []Cmd
	if l.Trying { // what is being tried is not what is on screen any more
		l.Trying, stop = false, []Cmd{Stop{Slot: trySlot}}
		l.Seq++
	}
	var cmds []Cmd
	if l.At().Form() == lesson.OneForm {
		q := a.Queries[0]
		m.Lesson = &l
		m, cmds = show(m, Route{Query: query.Query{Table: a.Table, Filter: q.Filter, Select: strings.Join(q.Select, ", "), Top: topText(q.Top)}, Why: m.Plan.Why})
		var run []Cmd
		m, run = runQuery(m)
		cmds = append(append(cmds, run...), SetAddress{Fragment: routeOf(m).Fragment(), Push: false})
	} else {
		if l.Text != a.Text {
			l.Replaced = append(slices.Clip(l.Replaced), Replaced{l.Text, a.Text})
		}
		l.Text, l.Problems = a.Text, nil
		m.Lesson = &l
		cmds = []Cmd{ResetFields{Values: map[string]string{"lesson-text": l.Text}}, keepAttempt(&l)}
	}
	cmds = append(stop, cmds...)
	if what == BreakAttempt { // what it spoils is told at once
		m, more := try(m, true)
		return m, append(cmds, more...)
	}
	target := "lesson-text"
	if l.At().Form() == lesson.OneForm {
		target = "editor"
	}
	return m, append(cmds, Focus{Target: target})
}

// typedAttempt takes what is in the panel's editor.
func typedAttempt(m Model, text string) (Model, []Cmd) {
	l := *m.Lesson
	l.Text = text
	_, err := lesson.ParseAttempt(text)
	l.Problems = problemsOf(text, err)
	m.Lesson = &l
	return m, []Cmd{keepAttempt(&l)}
}

func keepAttempt(l *Lesson) Cmd { return KeepInTab{AttemptSlot, keptText(l.Name, l.Step, l.Text)} }

// try does what the learner wrote, and judges it.
func try(m Model, judge bool) (Model, []Cmd) {
	l := *m.Lesson
	l.Trying, l.Tried, l.Reply, l.Err = true, wire.Progress{}, nil, nil
	l.Seq++
	req := wire.TryRequest{Step: l.Step, Judge: judge}
	var cmds []Cmd
	if l.At().Form() == lesson.OneForm {
		names, _ := SelectNames(m.Query.Select)
		top, _ := TopNumber(m.Query.Top)
		req.Query = &wire.TriedQuery{Table: m.Query.Table, Filter: sent(m.Query.Filter), Select: names, Top: max(top, 0)}
	} else {
		req.Text = l.Text
	}
	m.Lesson = &l
	if req.Query != nil && unrunnable(m) == nil && (!SameFilter(m.Result.Filter, m.Query.Filter) || m.Result.Table != m.Query.Table || m.Result.Stale) {
		m, cmds = runQuery(m) // the entities belong to the verdict
	}
	return m, append(cmds, TryAttempt{l.Seq, req})
}

// triedAttempt shows what became of an attempt.
func triedAttempt(m Model, msg LessonTried) (Model, []Cmd) {
	l := *m.Lesson
	l.Trying = false
	if f := wire.FailureOf(msg.Err); f != nil {
		m.Lesson = &l
		switch f.Code {
		case wire.Canceled:
			return m, []Cmd{Announce{Text: "Stopped."}}
		case wire.RoomGone:
			return reopen(m)
		}
		l.Err = f
		return m, []Cmd{Announce{Text: f.Message}}
	}
	r := msg.Reply
	l.Reply = r
	m.Lesson = &l
	var cmds []Cmd
	if r.Shown != "" {
		if !strings.EqualFold(m.Query.Table, r.Shown) {
			m, cmds = show(m, Route{Query: query.Query{Table: r.Shown}, Screen: m.Screen, Why: m.Plan.Why})
			// A list that was asked for before the table was made has not got it, and is older than this one.
			cmds = append(cmds, ListTables{}, SetAddress{Fragment: routeOf(m).Fragment(), Push: false})
		}
		var run []Cmd
		m, run = runQuery(m)
		cmds = append(cmds, run...)
	}
	switch {
	case r.Passed:
		m, keep := passed(m)
		return m, append(cmds, keep, noted(m, lesson.Passed), Focus{Target: "lesson-next"}, Announce{Text: "Passed. " + r.Why})
	case r.Judged:
		return m, append(cmds, Reveal{ID: "lesson-word"}, Announce{Text: "Not yet. " + strings.ReplaceAll(r.Why, "`", "")})
	}
	return m, append(cmds, Reveal{ID: "lesson-word"}, Announce{Text: words.Count(len(r.Outcomes)+r.More, "request", "requests") + " done."})
}

// nextStep goes on: to the next step, or to the next lesson. A step with nothing to do is done by that.
func nextStep(m Model) (Model, []Cmd) {
	var cmds []Cmd
	l := m.Lesson
	if l.At().Form() == lesson.NoForm && !l.Open(m.Lessons.Progress) && !l.Done {
		var keep Cmd
		m, keep = passed(m)
		cmds = append(cmds, keep, noted(m, lesson.Passed))
		l = m.Lesson
	}
	if l.Step+1 < len(l.L.Steps) {
		m, more := toStep(m, l.Step+1, true)
		return m, append(cmds, more...)
	}
	if next := m.Lessons.Next(l.Name); next != "" {
		m, more := openLesson(m, next, 0, nil)
		return m, append(cmds, more...)
	}
	m, more, _ := updateLesson(m, LessonLeavePressed{})
	return m, append(cmds, more...)
}
