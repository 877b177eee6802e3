package course

import (
	"strconv"
	"strings"

	"rangefinder/app/lesson"
	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/wire"
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
	Early    *LessonOpened // it came before the list of lessons, which has the titles of those that it builds on

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
	Pointed   int        // how often the question was pointed at: something was pressed that wants its answer first
	Replaced  []Replaced // texts of the editor that others took the place of, latest last

	Trying bool
	Seq    int           // of the newest attempt
	Tried  wire.Progress // how far it is
	Reply  *wire.TryReply
	Asked  int // queries that Reply is about, the last of which is on screen
	Err    *wire.Failure
	Of     string // the filter or the text that Reply is about
	Since  bool   // another one was written since
	ByRun  bool   // Reply is of a run on the query screen, where the learner stays
	Done   bool   // the last attempt passed, or there was nothing to do

	Folded    bool // on a phone: only the title is shown
	Projector bool
	Shown     int // things revealed on the projector

	Changed bool // its tables are not as the step made them

	Wanted *page.Route // the view of this lesson to return to, once
}

// AttemptName is which attempt of a step.
type AttemptName string

// The attempts.
const (
	StartAttempt    AttemptName = "start"
	SolutionAttempt AttemptName = "solution"
	BreakAttempt    AttemptName = "break"
	OwnAttempt      AttemptName = "own" // what the learner wrote before any of them
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
	case name == BreakAttempt:
		return s.Break
	}
	return nil
}

// begins is what the step puts into the editor that its learner writes in.
func (l *Lesson) begins() string {
	if l.At().Form() == lesson.OneForm {
		return l.At().Start.Queries[0].Filter
	}
	return l.At().Start.Text
}

// Wrote is the course when a filter was typed or run. Of a learner who went on without a press it is the first attempt, which the panel
// then offers to check; "Try it yourself" would put another in its place. A verdict on another filter says so from now on.
func (m *Model) Wrote(q query.Query) *Model {
	if m == nil || m.Lesson == nil || m.Lesson.L == nil {
		return m
	}
	l := *m.Lesson
	p := l.At().Predict
	if l.Resetting || l.At().Form() != lesson.OneForm || l.Open(m.Progress) {
		return m
	}
	n := *m
	n.Lesson = &l
	own := strings.TrimSpace(q.Filter) != "" && (p == nil || q.Filter != p.Query.Filter)
	switch {
	case p == nil:
	case own && l.Put == "":
		l.Put = OwnAttempt
	case !own && l.Put == OwnAttempt && l.Reply == nil && !l.Trying: // taken back
		l.Put = ""
	}
	if own {
		n.note(func(a *Answered) { a.Query = &q })
	}
	l.Since = l.Reply != nil && !filterlang.SameFilter(q.Filter, l.Of)
	return &n
}

// Ran is the course when the query on screen has run: what the learner wrote is checked with it, what the step put there is not.
func (m *Model) Ran(v *page.View) (*Model, []page.Cmd) {
	n := m.Wrote(v.Query)
	l := n.Lesson
	if l.At() == nil || l.At().Form() != lesson.OneForm || l.Put == "" || l.Resetting || l.Trying || l.Done || l.Open(n.Progress) || l.Reply != nil && !l.Since {
		return n, nil
	}
	for _, name := range []AttemptName{StartAttempt, l.Put} {
		if a := l.Attempt(name); a != nil && filterlang.SameFilter(v.Query.Filter, queryOf(a, a.Table).Filter) {
			return n, nil
		}
	}
	next, try := n.ask(v, true)
	next.Lesson.ByRun = true
	return next, []page.Cmd{try}
}

// Open reports whether a prediction waits for an answer.
func (l *Lesson) Open(p lesson.Progress) bool {
	s := l.At()
	return s != nil && s.Predict != nil && !p.HasPredicted(l.Name, l.Step)
}

// passed reports whether the attempt on screen is what the step asks for.
func (l *Lesson) passed() bool { return l.Reply != nil && l.Reply.Judged && l.Reply.Passed }

// behind reports whether the prediction was answered and read: the learner went on to the attempt.
func (l *Lesson) behind() bool {
	return l.At().Form() == lesson.OneForm && l.Put != "" || l.Trying || l.Reply != nil || l.Err != nil
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

// Has reports whether the lesson's data has a table, as far as it is written down.
func (l *Lesson) Has(table string) bool {
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

// KeptText is what is being written at a step as the tab keeps it for a reload; KeptAttempt reads it, false when it is of another step.
func KeptText(name string, step int, text string) string {
	return name + " " + strconv.Itoa(step) + "\n" + text
}

func KeptAttempt(kept, name string, step int) (text string, ok bool) {
	return strings.CutPrefix(kept, name+" "+strconv.Itoa(step)+"\n")
}
