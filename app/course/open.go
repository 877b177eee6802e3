package course

import (
	"strconv"
	"strings"

	"rangefinder/app/lesson"
	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// Open opens a lesson at a step, from 1, or where its reader is for 0; view is what to show of it, nil for what the step begins with.
func (m Model) Open(v *page.View, name string, step int, view *page.Route) (*Model, []page.Cmd) {
	own := m.OwnNamed(name)
	refuse := func(text string) (*Model, []page.Cmd) {
		return &m, []page.Cmd{page.Notify{Notice: page.Notice{Bad: true, Text: text}}, page.Readdress{}}
	}
	switch {
	case own == nil && strings.HasPrefix(name, "my-"):
		return refuse("That lesson came from a file, which is kept only in the tab that opened it. Drop the file on this page to open it again.")
	case own == nil && (!lesson.ValidName(name) || m.Course != nil && m.Course.Find(name) == nil):
		return refuse(noLesson(name))
	case v.Dirty:
		return refuse("The inspector has edits that are not committed. Commit or revert them, then open the lesson.")
	case v.Committing:
		return refuse("A commit is under way. Open the lesson when it is done.")
	case v.Loading != nil:
		m.Waiting = name
		text := words.Quote(m.Title(name)) + " opens when this is done: " + v.Loading.Title + "."
		return &m, []page.Cmd{page.Notify{Notice: page.Notice{Text: text, Undo: WaitEnded{}, Action: "Do not open it"}}, page.Readdress{}}
	}
	m.Waiting = ""
	l := Lesson{Name: name, Title: m.Title(name), Step: step - 1, Wanted: view}
	if old := m.Lesson; old != nil {
		l.Projector, l.Folded = old.Projector, old.Folded && old.Name == name
		if old.Name == name {
			l.Text = old.Text
		}
	}
	m.Rooms++
	l.Room = "r" + strconv.Itoa(m.Rooms)
	m.Lesson = &l
	req := wire.OpenLessonRequest{Room: l.Room, Name: name}
	if own != nil {
		req.Text = own.Text
	}
	return &m, []page.Cmd{page.EnterRoom{}, OpenLesson{req}, page.Announce{Text: "Opening the lesson " + l.Title + "."}}
}

// Await shows that a lesson will be opened, once more is known.
func (m Model) Await(name string) *Model {
	m.Lesson = &Lesson{Name: name, Title: m.Title(name)}
	return &m
}

// Awaited ends that.
func (m Model) Awaited() *Model {
	m.Lesson = nil
	return &m
}

// reopen makes the lesson's data anew and comes back to what is on screen.
func (m Model) reopen(v *page.View) (*Model, []page.Cmd) {
	l := m.Lesson
	view := l.Wanted
	if l.L != nil {
		route := v.Route()
		view = &route
	}
	clean := *v
	clean.Dirty = false // the form was of the data that is made anew
	return m.Open(&clean, l.Name, l.Step+1, view)
}

// opened shows the step that was asked for, or the first that is not done.
func (m Model) opened(v *page.View, msg LessonOpened) (*Model, []page.Cmd) {
	l := *m.Lesson
	l.Early = nil
	fail := func(f *wire.Failure) (*Model, []page.Cmd) {
		l.Failed = f
		m.Lesson = &l
		if m.nowhere() {
			return m.quit()
		}
		return &m, []page.Cmd{page.Announce{Text: "The lesson could not be opened: " + f.Message}, page.Focus{Target: "lesson-again"}}
	}
	if f := wire.FailureOf(msg.Err); f != nil {
		return fail(f)
	}
	parsed, err := lesson.Parse(msg.Reply.Text)
	if err != nil {
		return fail(&wire.Failure{Code: wire.NoLesson, Message: "The lesson cannot be read.", Detail: err.Error()})
	}
	if len(parsed.BuildsOn) > 0 && m.Asked && m.Course == nil {
		l.Early = &msg
		m.Lesson = &l
		return &m, nil
	}
	l.L, l.Title = parsed, parsed.Title
	if l.Step < 0 {
		l.Step = m.Progress.Resume(l.Name, len(parsed.Steps)) // all is done: once more
	}
	l.Step = min(l.Step, len(parsed.Steps)-1)
	l.Pushed = l.Wanted == nil
	m.Lesson = &l
	next, cmds := m.showStep(v)
	return next, append([]page.Cmd{page.Relist{}}, cmds...)
}

// nowhere reports whether the lesson could not be opened because there is none of its name, which the course tells once it is known.
func (m *Model) nowhere() bool {
	l := m.Lesson
	return l != nil && l.Failed != nil && m.Course != nil && m.OwnNamed(l.Name) == nil && m.Course.Find(l.Name) == nil
}

// quit leaves a lesson that does not exist, for what a visit without it shows.
func (m Model) quit() (*Model, []page.Cmd) {
	text := noLesson(m.Lesson.Name)
	next, cmds := m.leave(nil)
	return next, append(cmds, page.Notify{Notice: page.Notice{Bad: true, Text: text}}, page.Readdress{})
}

func noLesson(name string) string {
	return "There is no lesson " + words.Quote(name) + ". Learn lists all lessons."
}

// toStep goes to a step, whose data is made anew.
func (m Model) toStep(step int, pushed bool) (*Model, []page.Cmd) {
	l := *m.Lesson
	l.Step, l.Resetting, l.Pushed, l.Text, l.Shown, l.Hints, l.Wanted = step, true, pushed, "", 0, 0, nil
	l.Guess, l.GuessErr, l.Right, l.Pointed = "", "", false, 0
	l.Seq++
	l.Trying = false
	m.Lesson = &l
	return &m, []page.Cmd{page.Stop{Slot: trySlot}, page.ClearResult{}, ResetLesson{l.Room}, m.keepAnswers(), page.ResetFields{Values: map[string]string{"lesson-guess": ""}}}
}

// showStep shows what a step begins with.
func (m Model) showStep(v *page.View) (*Model, []page.Cmd) {
	l := *m.Lesson
	s := l.At()
	resetting := l.Resetting
	early := resetting && l.Guess != "" // the question was answered while the data was being made
	l.Resetting, l.Put, l.Replaced, l.Problems = false, "", nil, nil
	l.Trying, l.Reply, l.Err, l.Since = false, nil, nil, false
	l.Done = m.Progress.HasPassed(l.Name, l.Step)
	r := page.Route{Query: query.Query{Table: l.firstTable()}, Why: v.Why}
	if resetting && s.Form() != lesson.OneForm && (s.Predict == nil || s.Predict.Simulated != nil) {
		r.Screen = v.Screen // the step is about no query, and the one before may have led to another screen
	}
	hidden := s.Predict != nil && !m.Progress.HasPredicted(l.Name, l.Step)
	switch form := s.Form(); {
	case hidden, early, form == lesson.NoForm && s.Predict != nil:
		r.Query = askedQuery(s.Predict)
	case s.Start != nil:
		r.Table = s.Start.Table
		l.Put = StartAttempt
		if form == lesson.OneForm {
			q := s.Start.Queries[0]
			r.Filter, r.Select, r.Top = q.Filter, strings.Join(q.Select, ", "), topText(q.Top)
		}
	}
	if was := m.answered(l.Name, l.Step); !hidden && !early {
		if l.Guess == "" && was.Guess != "" && s.Predict != nil {
			l.Guess, l.Right = was.Guess, s.Predict.Right(was.Guess)
		}
		if q := was.Query; q != nil && s.Form() == lesson.OneForm && l.Has(q.Table) {
			if r.Query = *q; s.Start == nil || q.Filter != s.Start.Queries[0].Filter {
				l.Put = OwnAttempt
			}
		}
		if l.Text == "" && s.Form() != lesson.OneForm {
			l.Text = was.Text
		}
	}
	if s.Start != nil && l.Text == "" && s.Form() != lesson.OneForm {
		l.Text, l.Put = s.Start.Text, StartAttempt
	}
	if kept, ok := KeptAttempt(m.Kept, l.Name, l.Step); ok && l.Wanted != nil && s.Form() != lesson.OneForm {
		l.Text = kept
	}
	_, err := lesson.ParseAttempt(s.Form(), l.Text)
	l.Problems = problemsOf(l.Text, err)
	if w := l.Wanted; w != nil && l.Has(w.Table) {
		r.Screen, r.Table, r.Filter, r.Select, r.Top, r.Why = w.Screen, w.Table, w.Filter, w.Select, w.Top, w.Why
	}
	l.Wanted = nil
	pushed := l.Pushed
	m.Lesson = &l
	cmds := []page.Cmd{page.Show{Route: r, Anew: true}, page.RunQuery{}, page.Readdress{Push: pushed}, page.ResetFields{Values: map[string]string{"lesson-text": l.Text}}}
	if early {
		target := "lesson-next"
		if s.Form() != lesson.NoForm {
			target = "lesson-begin"
		}
		return &m, append(cmds, page.Focus{Target: target})
	}
	cmds = append(cmds, page.Focus{Target: "lesson-step"})
	if l.Projector && l.Shown > 0 { // it went back to where the step ended, and that is behind the heading
		cmds = append(cmds, page.Reveal{ID: "lesson-beat-last"})
	}
	if !l.Projector {
		if resetting && hidden {
			cmds = append(cmds, page.Reveal{ID: Guess})
		}
		// With its head, which on a phone the heading of the step would scroll away; and beside it the screen from its top.
		cmds = append(cmds, page.Reveal{ID: "lesson-leave"}, page.Reveal{ID: "tabs"})
	}
	return &m, append(cmds, page.Announce{Text: "Step " + strconv.Itoa(l.Step+1) + " of " + strconv.Itoa(len(l.L.Steps)) + ": " + s.Title})
}

// next goes on: to the next step, or to the next lesson. A step with nothing to do is done by that.
func (m Model) next(v *page.View) (*Model, []page.Cmd) {
	var cmds []page.Cmd
	if l := m.Lesson; l.At().Form() == lesson.NoForm && !l.Open(m.Progress) && !l.Done {
		keep := m.pass()
		cmds = append(cmds, keep, m.noted(lesson.Passed))
	}
	l := m.Lesson
	if l.Step+1 < len(l.L.Steps) {
		next, more := m.toStep(l.Step+1, true)
		return next, append(cmds, more...)
	}
	if after := m.Next(l.Name); after != "" {
		next, more := m.Open(v, after, 0, nil)
		return next, append(cmds, more...)
	}
	next, more := m.askLeave(v)
	return next, append(cmds, more...)
}
