package course

import (
	"strconv"
	"strings"

	"rangefinder/app/lesson"
	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/filterlang"
)

// Answers are the classes that a prediction can be answered with.
var Answers = []filterlang.Class{filterlang.Point, filterlang.RowRange, filterlang.PartitionRange, filterlang.FullScan}

// predicted takes the answer to a prediction and reveals what was hidden: of the filter that was asked about, whatever was typed meanwhile.
func (m Model) predicted(v *page.View, answer string) (*Model, []page.Cmd) {
	l := *m.Lesson
	p := l.At().Predict
	if p.Measure != lesson.Class && p.Simulated == nil {
		answer = strings.Map(func(r rune) rune {
			if r == ',' || r == ' ' {
				return -1
			}
			return r
		}, answer)
		if n, err := strconv.Atoi(answer); err != nil || n < 0 {
			l.GuessErr = "Type a whole number, such as 12."
			m.Lesson = &l
			return &m, []page.Cmd{page.Focus{Target: "lesson-guess"}, page.Announce{Text: l.GuessErr}}
		}
	}
	l.Guess, l.GuessErr, l.Right, l.Pointed = answer, "", p.Right(answer), 0
	m.Lesson = &l
	m.Progress = clone(m.Progress).Predict(l.Name, l.Step, l.Right)
	keep := m.keepProgress()
	m.note(func(a *Answered) { *a = Answered{Lesson: l.Name, Step: l.Step, Guess: l.Guess} })
	var note []page.Cmd
	target := "lesson-next"
	if l.At().Form() == lesson.NoForm {
		keep = m.pass()
		note = append(note, m.noted(lesson.Passed))
	} else {
		target = "lesson-begin"
	}
	text := "Right: "
	if !l.Right {
		text = "Not quite: "
	}
	answer = p.AnswerText()
	if why := p.Reason(); why != "" && !l.Right {
		answer += ", because " + strings.ReplaceAll(why, "`", "")
	}
	if l.Resetting { // it counts at once; the plan comes with the step's data
		return &m, append(note, keep, m.keepAnswers(), page.Announce{Text: text + answer + "."})
	}
	reveal := []page.Cmd{page.Replan{}, page.RunQuery{}}
	if asked := askedQuery(p); p.Simulated == nil && (v.Query != asked || v.Screen != page.QueryScreen) {
		reveal = []page.Cmd{page.Show{Route: page.Route{Query: asked, Why: v.Why}}, page.RunQuery{}}
	}
	return &m, append(append(reveal, note...), keep, m.keepAnswers(), page.Readdress{}, page.Focus{Target: target}, page.Reveal{ID: "lesson-predicted"}, page.Announce{Text: text + answer + "."})
}

// answerFirst points at the question, which something was pressed before that wants its answer.
func (m Model) answerFirst() (*Model, []page.Cmd) {
	l := *m.Lesson
	if l.L == nil || l.Resetting {
		return &m, []page.Cmd{page.Notify{Notice: page.Notice{Text: "The data of the step is being made."}}}
	}
	if l.Projector {
		return &m, []page.Cmd{page.Notify{Notice: page.Notice{Text: "The query runs when the question is answered. Escape leaves the projector for it."}}}
	}
	l.Pointed, l.Folded = l.Pointed+1, false
	m.Lesson = &l
	return &m, []page.Cmd{page.Announce{Text: PointedText}, page.Focus{Target: "lesson-ask"}, page.Reveal{ID: Guess}}
}

// PointedText says what a press wants first.
const PointedText = "First say what you expect. The query runs when you have answered."

// askedQuery is the query that a question is about.
func askedQuery(p *lesson.Prediction) query.Query {
	return query.Query{Table: p.Table, Filter: p.Query.Filter, Select: strings.Join(p.Query.Select, ", "), Top: topText(p.Query.Top)}
}

// simulated shows the run that a question was about on the simulator's screen, and plays it.
func simulated(s *lesson.Simulated, against bool) []page.Cmd {
	setup := s.Setup
	if against {
		setup = s.Against
	}
	return []page.Cmd{page.Send{Msg: page.ScreenChosen{Screen: page.SimulatorScreen}}, page.Send{Msg: page.SimulationWanted{Setup: setup}}, page.Readdress{Push: true}}
}

func clone(p lesson.Progress) lesson.Progress {
	n := lesson.Progress{}
	for name, marks := range p {
		n[name] = marks
	}
	return n
}
