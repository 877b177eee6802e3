package state

import (
	"strconv"
	"strings"

	"rangefinder/app/lesson"
	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// Lesson is the one that is open. Its data is in a room of its own, where all requests go while it is; see wire.Client.Enter.
type Lesson struct {
	Name     string
	Title    string
	Room     string
	L        *lesson.Lesson // nil until it came
	Failed   *wire.Failure
	Progress wire.Progress // of making its data

	Step      int  // from 0
	Resetting bool // its data is being made anew, and the step is shown then
	Pushed    bool // the step that is shown then gets an address to go back from
	Guess     string
	GuessErr  string
	Right     bool        // the guess was
	Put       AttemptName // which was put on screen last
	Text      string      // of the panel's editor
	Problems  lesson.Problems
	Hints     int        // of the step that are shown
	Replaced  []Replaced // texts of the editor that others took the place of, latest last

	Trying bool
	Seq    int           // of the newest attempt
	Tried  wire.Progress // how far it is
	Reply  *wire.TryReply
	Err    *wire.Failure
	Done   bool // the last attempt passed, or there was nothing to do

	Folded    bool // on a phone: only the title is shown
	Projector bool
	Shown     int // things revealed on the projector

	Wanted *Route // the view of this lesson to return to, once
	Home   home
}

// home is what the page showed before the lesson.
type home struct {
	Route  Route
	Tables []wire.TableInfo
	Undos  []page.UndoEntry
}

// AttemptName is which attempt of a step.
type AttemptName string

// The attempts.
const (
	StartAttempt    AttemptName = "start"
	SolutionAttempt AttemptName = "solution"
	BreakAttempt    AttemptName = "break"
)

// Replaced is a text that another was put in the place of.
type Replaced struct{ Before, Put string }

// At returns the step that is open, nil while there is none.
func (l *Lesson) At() *lesson.Step {
	if l == nil || l.L == nil || l.Step >= len(l.L.Steps) {
		return nil
	}
	return &l.L.Steps[l.Step]
}

// Lit are the clauses of the filter on screen that the reason for the answer to the step's question is about.
func (m *Model) Lit() []filterlang.Span {
	s := m.Lesson.At()
	if s == nil || s.Predict == nil || m.Hides() || m.Plan.Filter != s.Predict.Query.Filter {
		return nil
	}
	return s.Predict.Clauses()
}

// Starts are the keys at which the lesson cuts its tables, nil when it cuts none.
func (l *Lesson) Starts() []string {
	if l == nil || l.L == nil {
		return nil
	}
	return l.L.Ranges
}

// Attempt returns an attempt of the step, nil when it has none of that name.
func (l *Lesson) Attempt(name AttemptName) *lesson.Attempt {
	s := l.At()
	switch {
	case s == nil:
		return nil
	case name == StartAttempt:
		return s.Start
	case name == SolutionAttempt:
		return s.Solution
	}
	return s.Break
}

// Changed reports whether the panel's editor holds something else than what was put there.
func (l *Lesson) changed() bool {
	a := l.Attempt(l.Put)
	return a == nil || a.Text != l.Text
}

// Open reports whether a prediction waits for an answer.
func (l *Lesson) Open(p lesson.Progress) bool {
	s := l.At()
	return s != nil && s.Predict != nil && !p.HasPredicted(l.Name, l.Step)
}

// Hides reports whether nothing may be told of plans and results: a prediction is open, or nobody knows yet.
func (m *Model) Hides() bool {
	l := m.Lesson
	return l != nil && l.Failed == nil && (l.L == nil || l.Resetting || l.Open(m.Lessons.Progress))
}

// room is where requests go.
func (m *Model) room() string {
	if m.Lesson == nil {
		return ""
	}
	return m.Lesson.Room
}

// openLesson opens a lesson at a step, from 1, or where its reader is for 0; view is what to show of it, nil for what the step
// begins with.
func openLesson(m Model, name string, step int, view *Route) (Model, []Cmd) {
	ls := *m.Lessons
	own := ls.own(name)
	refuse := func(text string) (Model, []Cmd) {
		m, cmds := notify(m, Notice{Bad: true, Text: text})
		return m, append(cmds, SetAddress{Fragment: routeOf(m).Fragment(), Push: false})
	}
	switch {
	case own == nil && strings.HasPrefix(name, "my-"):
		return refuse("That lesson came as a file, which only the tab keeps that it was opened in. Drop the file on this page to open it again.")
	case own == nil && (!lesson.ValidName(name) || ls.Course != nil && ls.Course.Find(name) == nil):
		return refuse("There is no lesson " + words.Quote(name) + ". The list at the left has all there are.")
	case m.Inspector.Dirty():
		return refuse("The inspector has edits that are not saved. Save or revert them, then open the lesson.")
	case m.committing():
		return refuse("A commit is under way. Open the lesson when it is done.")
	case m.Tables.Loading != nil:
		return refuse("Something is being loaded. Stop it or wait for its end, then open the lesson.")
	}
	l := Lesson{Name: name, Title: ls.Title(name), Step: step - 1, Wanted: view}
	if old := m.Lesson; old != nil {
		l.Home, l.Projector, l.Folded = old.Home, old.Projector, old.Folded && old.Name == name
		if old.Name == name {
			l.Text = old.Text
		}
	} else {
		l.Home = home{routeOf(m), m.Tables.List, m.Undos}
	}
	ls.Rooms++
	l.Room = "r" + strconv.Itoa(ls.Rooms)
	m = blank(m)
	m.Lessons, m.Lesson, m.Undos, m.Notice, m.Messages = &ls, &l, nil, nil, nil
	req := wire.OpenLessonRequest{Room: l.Room, Name: name}
	if own != nil {
		req.Text = own.Text
	}
	return m, []Cmd{SetEditor{""}, ShowMarks{}, OpenLesson{req}, Announce{Text: "Opening the lesson " + l.Title + "."}}
}

// blank is the page with no table.
func blank(m Model) Model {
	m.Seq++ // no answer that is on its way belongs to what is shown now
	m.Live = nil
	m.Tables = &Tables{Heap: m.Tables.Heap}
	m.Query, m.Plan, m.Map = &Query{}, &Plan{Why: m.Plan.Why}, &Map{Hover: -1}
	m.Result, m.Inspector = &Result{Line: -1}, &Inspector{}
	return m
}

// lessonOpened shows the step that was asked for, or the first that is not done.
func lessonOpened(m Model, msg LessonOpened) (Model, []Cmd) {
	l := *m.Lesson
	fail := func(f *wire.Failure) (Model, []Cmd) {
		f = m.Lessons.reason(l.Name, f)
		l.Failed = f
		m.Lesson = &l
		return m, []Cmd{Announce{Text: "The lesson could not be opened: " + f.Message}, Focus{Target: "lesson-again"}}
	}
	if f := wire.FailureOf(msg.Err); f != nil {
		return fail(f)
	}
	parsed, err := lesson.Parse(msg.Reply.Text)
	if err != nil {
		return fail(&wire.Failure{Code: wire.NoLesson, Message: "The lesson cannot be read.", Detail: err.Error()})
	}
	l.L, l.Title = parsed, parsed.Title
	if l.Step < 0 {
		for l.Step = 0; l.Step < len(parsed.Steps) && m.Lessons.Progress.HasPassed(l.Name, l.Step); {
			l.Step++
		}
		if l.Step == len(parsed.Steps) {
			l.Step = 0 // all is done: once more
		}
	}
	l.Step = min(l.Step, len(parsed.Steps)-1)
	l.Pushed = l.Wanted == nil
	m.Lesson = &l
	m, cmds := showStep(m)
	return m, append([]Cmd{ListTables{}}, cmds...)
}

// toStep goes to a step, whose data is made anew.
func toStep(m Model, step int, pushed bool) (Model, []Cmd) {
	l := *m.Lesson
	l.Step, l.Resetting, l.Pushed, l.Text, l.Shown, l.Hints, l.Wanted = step, true, pushed, "", 0, 0, nil
	l.Guess, l.GuessErr, l.Right = "", "", false
	l.Seq++
	l.Trying = false
	m.Lesson = &l
	m.Inspector = &Inspector{}
	m.Result = &Result{Table: m.Query.Table, Line: -1} // a run that ends now is told no more
	// The filter stays on screen until the data is there, without the lines that tell its plan.
	return m, []Cmd{Stop{Slot: trySlot}, Stop{Slot: runSlot}, ShowMarks{Marks: marksOf(&Plan{Filter: m.Plan.Filter})}, ResetLesson{l.Room}, ResetFields{Values: map[string]string{"lesson-guess": ""}}}
}

// showStep shows what a step begins with.
func showStep(m Model) (Model, []Cmd) {
	l := *m.Lesson
	s := l.At()
	early := l.Resetting && l.Guess != "" // the question was answered while the data was being made
	l.Resetting, l.Put, l.Replaced, l.Problems = false, "", nil, nil
	l.Trying, l.Reply, l.Err = false, nil, nil
	l.Done = m.Lessons.Progress.HasPassed(l.Name, l.Step)
	r := Route{Query: query.Query{Table: l.firstTable()}, Screen: m.Screen, Why: m.Plan.Why}
	hidden := s.Predict != nil && !m.Lessons.Progress.HasPredicted(l.Name, l.Step)
	switch form := s.Form(); {
	case hidden, early, form == lesson.NoForm && s.Predict != nil:
		r.Table, r.Filter, r.Select, r.Top = s.Predict.Table, s.Predict.Query.Filter, strings.Join(s.Predict.Query.Select, ", "), topText(s.Predict.Query.Top)
	case s.Start != nil:
		r.Table = s.Start.Table
		l.Put = StartAttempt
		if form == lesson.OneForm {
			q := s.Start.Queries[0]
			r.Filter, r.Select, r.Top = q.Filter, strings.Join(q.Select, ", "), topText(q.Top)
		}
	}
	if s.Start != nil && l.Text == "" && s.Form() != lesson.OneForm {
		l.Text, l.Put = s.Start.Text, StartAttempt
	}
	if kept, ok := keptAttempt(m.Lessons.Kept, l.Name, l.Step); ok && l.Wanted != nil && s.Form() != lesson.OneForm {
		l.Text = kept
	}
	_, err := lesson.ParseAttempt(l.Text)
	l.Problems = problemsOf(l.Text, err)
	if w := l.Wanted; w != nil && l.has(w.Table) {
		r.Screen, r.Table, r.Filter, r.Select, r.Top, r.Why = w.Screen, w.Table, w.Filter, w.Select, w.Top, w.Why
	}
	l.Wanted = nil
	pushed := l.Pushed
	m.Lesson = &l
	m = blankQuery(m)
	m, cmds := show(m, r)
	m, run := runQuery(m)
	cmds = append(append(cmds, run...), SetAddress{Fragment: routeOf(m).Fragment(), Push: pushed}, ResetFields{Values: map[string]string{"lesson-text": l.Text}})
	if early {
		target := "lesson-next"
		if s.Form() != lesson.NoForm {
			target = "lesson-begin"
		}
		return m, append(cmds, Focus{Target: target})
	}
	return m, append(cmds, Focus{Target: "lesson-step"}, Announce{Text: "Step " + strconv.Itoa(l.Step+1) + " of " + strconv.Itoa(len(l.L.Steps)) + ": " + s.Title})
}

// blankQuery makes the table that is shown next a new one, even if it has the name of the one before.
func blankQuery(m Model) Model {
	q := *m.Query
	q.Table, q.Source = "", ""
	m.Query = &q
	m.Live = nil
	return m
}

func topText(top int) string {
	if top == 0 {
		return ""
	}
	return strconv.Itoa(top)
}

// firstTable is the table that a step shows which says nothing.
func (l *Lesson) firstTable() string {
	if len(l.L.Tables) > 0 {
		return l.L.Tables[0].Name
	}
	return l.L.Samples[0]
}

// has reports whether the lesson's data has a table, as far as it is written down.
func (l *Lesson) has(table string) bool {
	for _, t := range l.L.Tables {
		if strings.EqualFold(t.Name, table) {
			return true
		}
	}
	return table != "" && len(l.L.Samples) > 0 && strings.EqualFold(l.L.Samples[0], table)
}

// problemsOf are what is wrong with a text as typed; an empty one is no attempt yet.
func problemsOf(text string, err error) lesson.Problems {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	problems, _ := err.(lesson.Problems)
	return problems
}

// keptText and keptAttempt write and read what is being written at a step, for a reload.
func keptText(name string, step int, text string) string {
	return name + " " + strconv.Itoa(step) + "\n" + text
}

func keptAttempt(kept, name string, step int) (text string, ok bool) {
	return strings.CutPrefix(kept, name+" "+strconv.Itoa(step)+"\n")
}

// leaveLesson shows what the page showed before, or another view of the own tables.
func leaveLesson(m Model, to *Route) (Model, []Cmd) {
	l := m.Lesson
	m = blank(m)
	m.Lesson = nil
	t := *m.Tables
	t.List = l.Home.Tables
	m.Tables, m.Undos = &t, l.Home.Undos
	view := l.Home.Route
	if to != nil {
		view = *to
	}
	view.Lesson, view.Step = "", 0
	cmds := []Cmd{Stop{Slot: trySlot}, KeepInTab{AttemptSlot, ""}}
	if view.Source != "" {
		m, more := openLive(m, view)
		return m, append(append(cmds, more...), ListTables{})
	}
	var more []Cmd
	switch info := wire.TableNamed(t.List, view.Table); {
	case info != nil || to != nil && view.Table != "":
		if info != nil {
			view.Table = info.Name
		}
		m, more = show(m, view)
		var run []Cmd
		m, run = runQuery(m)
		more = append(more, run...)
	case len(t.List) > 0:
		m, more, _ = leaveTable(m)
	default:
		m.Screen = QueryScreen
		m, more, _ = updateTables(m, SampleOpened{Name: FirstSample})
	}
	return m, append(append(cmds, more...), ListTables{})
}

// followLesson ends the lesson when an account came on screen: its tables are not the lesson's.
func followLesson(m Model, cmds []Cmd) (Model, []Cmd) {
	l := m.Lesson
	if l == nil || m.Query.Source == "" {
		return m, cmds
	}
	t := *m.Tables
	t.List = l.Home.Tables
	m.Tables, m.Undos, m.Lesson = &t, l.Home.Undos, nil
	return m, append(cmds, Stop{Slot: trySlot}, ListTables{}, SetAddress{Fragment: routeOf(m).Fragment(), Push: false})
}

// passed keeps that a step is done.
func passed(m Model) (Model, Cmd) {
	l, ls := *m.Lesson, *m.Lessons
	l.Done = true
	ls.Progress = clone(ls.Progress).Pass(l.Name, l.Step)
	m.Lesson, m.Lessons = &l, &ls
	return m, keepProgress(m)
}

// Answers are the classes that a prediction can be answered with.
var Answers = []filterlang.Class{filterlang.Point, filterlang.RowRange, filterlang.PartitionRange, filterlang.FullScan}
