package course

import (
	"strconv"
	"strings"

	"rangefinder/app/lesson"
	"rangefinder/app/page"
	"rangefinder/app/wire"
)

// Update takes a message about lessons; ok is false for any other.
func (m *Model) Update(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	next, ok = m, true
	n := *m
	switch msg := msg.(type) {
	case CourseListed:
		n.Asked = false
		if n.Failed = wire.FailureOf(msg.Err); n.Failed == nil {
			n.Course = &msg.Reply.Course
		}
		next = &n
		if n.nowhere() {
			next, cmds = n.quit()
		} else if l := n.Lesson; l != nil && l.Early != nil {
			next, cmds = n.opened(v, *l.Early)
		}

	case ProgressTold:
		next, cmds = n.withProgress(n.Progress.Union(lesson.ParseProgress(msg.Text)))

	case ProgressForgotten:
		next, cmds = n.forget(msg.Name)

	case ProgressRecalled:
		next, cmds = n.recall(msg)

	case RoomRegretted:
		cmds = []page.Cmd{KeepTables{msg.Room, placeOf(v)}}

	case CourseWanted:
		if !n.Asked {
			n.Asked, n.Failed = true, nil
			next, cmds = &n, []page.Cmd{ListLessons{}}
		}

	case LessonsUnfolded:
		n.All = !n.All
		next = &n

	case page.LessonChosen:
		if msg.Name != "" {
			next, cmds = n.Open(v, msg.Name, 0, nil)
		}

	case WaitEnded:
		n.Waiting = ""
		next = &n

	case LessonHelpPressed:
		cmds = []page.Cmd{page.ShowDialog{Dialog: &page.Dialog{Kind: HelpDialog}}, page.OpenDialog{}}

	case LessonTemplateSaved:
		cmds = []page.Cmd{page.Download{Name: "my.lesson", Mime: "text/plain", Data: []byte(lesson.Template)}}

	case LessonFileTried:
		if f := n.File; f != nil && f.Token == msg.Token && f.Busy {
			tried := *f
			tried.Progress = msg.Progress
			n.File = &tried
			next = &n
		}

	case page.LessonFileGiven:
		next, cmds = n.fileGiven(msg.File)

	case page.ReportsGiven:
		next, cmds = n.reportsGiven(v, msg.Files)

	case LessonFileRead:
		next, cmds = n.fileRead(v, msg)

	case LessonKept:
		next, cmds = n.kept(v, msg)

	default:
		if next, cmds, ok = n.updateClassroom(v, msg); !ok && n.Lesson != nil {
			next, cmds, ok = m.updateLesson(v, msg)
		}
	}
	return next, cmds, ok
}

// updateLesson is the lesson that is open.
func (m *Model) updateLesson(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	next, ok = m, true
	n, l := *m, *m.Lesson
	n.Lesson = &l
	switch msg := msg.(type) {
	case LessonOpening:
		if msg.Room == l.Room && l.L == nil {
			l.Progress = msg.Progress
			next = &n
		}

	case LessonOpened:
		if msg.Room == l.Room && l.L == nil { // else of another lesson, that was left
			next, cmds = n.opened(v, msg)
		}

	case LessonRetried:
		next, cmds = n.reopen(v)

	case page.RoomLost:
		next, cmds = n.reopen(v)

	case LessonReset:
		switch {
		case msg.Room != l.Room || !l.Resetting:
		case wire.FailureOf(msg.Err) != nil:
			next, cmds = n.reopen(v)
		default:
			l.Changed = false
			next, cmds = n.showStep(v)
		}

	case LessonLeavePressed:
		next, cmds = n.askLeave(v)

	case LessonLeft:
		next, cmds = n.left(v, msg)

	case LessonFolded:
		l.Folded = !l.Folded
		next = &n

	case page.SourceChosen:
		if ok = msg.Source == ""; ok {
			next, cmds = n.askLeave(v)
		}

	case AnswerFirst:
		next, cmds = n.answerFirst()

	case LessonFocused:
		cmds = []page.Cmd{page.Focus{Target: "lesson-step"}}

	default:
		if ok = l.At() != nil; ok {
			return m.updateStep(v, msg)
		}
	}
	return next, cmds, ok
}

// updateStep is the step that is open.
func (m *Model) updateStep(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	next, ok = m, true
	n, l := *m, *m.Lesson
	n.Lesson = &l
	step := l.At()
	switch msg := msg.(type) {
	case LessonStepChosen:
		if msg.Step >= 0 && msg.Step < len(l.L.Steps) && !l.Resetting && msg.Step != l.Step {
			next, cmds = n.toStep(msg.Step, true)
		}

	case LessonStartOver:
		n.note(func(a *Answered) { a.Query, a.Text = nil, "" })
		next, cmds = n.toStep(l.Step, false)

	case LessonPredicted:
		if l.Open(n.Progress) {
			next, cmds = n.predicted(v, msg.Answer)
		}

	case LessonPut:
		if a := l.Attempt(msg.What); a != nil && !n.Hides() {
			next, cmds = n.put(v, msg.What, a)
			if msg.What == SolutionAttempt {
				cmds = append(cmds, next.noted(lesson.SolutionShown))
			}
		}

	case LessonSimulated:
		if step.Predict != nil && step.Predict.Simulated != nil && !n.Hides() {
			cmds = simulated(step.Predict.Simulated, msg.Against)
		}

	case LessonHintPressed:
		if len(step.Hints) == 0 || n.Hides() {
			break
		}
		if l.Hints < len(step.Hints) {
			l.Hints++
			next, cmds = &n, []page.Cmd{n.noted(lesson.Hinted)}
		}
		cmds = append(cmds, page.Reveal{ID: "lesson-hint-" + strconv.Itoa(l.Hints-1)}, page.Announce{Text: "Hint: " + strings.ReplaceAll(step.Hints[l.Hints-1], "`", "")})

	case LessonTyped:
		if msg.Text != l.Text {
			next, cmds = n.typed(msg.Text)
		}

	case LessonUndone:
		if last := len(l.Replaced) - 1; last >= 0 && l.Replaced[last].Put == l.Text {
			before := l.Replaced[last].Before
			l.Replaced = l.Replaced[:last:last]
			next, cmds = n.typed(before)
			cmds = append(cmds, page.ResetFields{Values: map[string]string{"lesson-text": before}}, page.Announce{Text: "Undone."})
		}

	case FilterWanted:
		cmds = []page.Cmd{page.Send{Msg: page.ScreenChosen{}}, page.Focus{Target: page.QueryScreen.FocusID()}}

	case LessonRunPressed:
		next, cmds = n.pressed(v, false)

	case LessonCheckPressed:
		next, cmds = n.pressed(v, true)

	case LessonStopPressed:
		cmds = []page.Cmd{page.Stop{Slot: trySlot}}

	case LessonTrying:
		if msg.Seq == l.Seq && l.Trying {
			l.Tried = msg.Progress
			next = &n
		}

	case LessonTried:
		if msg.Seq == l.Seq && l.Trying {
			next, cmds = n.tried(v, msg)
		}

	case LessonNextPressed:
		next, cmds = n.next(v)

	case ProjectorPressed:
		l.Projector, l.Shown = !l.Projector, 0
		text := "The projector view. Space reveals, the arrow keys go on and back, Escape leaves it."
		if !l.Projector {
			text = "The projector view is closed."
		}
		next, cmds = &n, []page.Cmd{page.Announce{Text: text}, page.Focus{Target: "lesson-step"}}

	case ProjectorMoved:
		next, cmds = n.moveProjector(v, msg.By)

	default:
		ok = false
	}
	return next, cmds, ok
}

// pressed tries what the learner wrote, and judges it when that was asked for.
func (m Model) pressed(v *page.View, judge bool) (*Model, []page.Cmd) {
	l := m.Lesson
	switch {
	case l.Resetting, m.Hides():
		return m.answerFirst()
	case l.At().Form() == lesson.NoForm || l.Trying:
		return &m, nil
	}
	next, cmds := m.try(v, judge)
	if judge {
		cmds = append(cmds, next.noted(lesson.Tried))
	}
	return next, cmds
}
