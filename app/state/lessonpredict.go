package state

import (
	"strconv"
	"strings"

	"rangefinder/app/lesson"
	"rangefinder/app/simulator"
)

// predicted takes the answer to a prediction and reveals what was hidden.
func predicted(m Model, answer string) (Model, []Cmd) {
	l, ls := *m.Lesson, *m.Lessons
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
			return m, []Cmd{Focus{Target: "lesson-guess"}, Announce{Text: l.GuessErr}}
		}
	}
	l.Guess, l.GuessErr, l.Right = answer, "", p.Right(answer)
	m.Lesson = &l
	ls.Progress = clone(ls.Progress).Predict(l.Name, l.Step, l.Right)
	m.Lessons = &ls
	keep := Cmd(keepProgress(m))
	var note []Cmd
	target := "lesson-next"
	if l.At().Form() == lesson.NoForm {
		m, keep = passed(m)
		note = append(note, noted(m, lesson.Passed))
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
		return m, append(note, keep, Announce{Text: text + answer + "."})
	}
	m, cmds := ask(m)
	m, run := runQuery(m)
	return m, append(append(append(cmds, run...), note...), keep, SetAddress{Fragment: routeOf(m).Fragment(), Push: false}, Focus{Target: target}, Announce{Text: text + answer + "."})
}

// simulated shows the run that a question was about on the simulator's screen, and plays it.
func simulated(m Model, s *lesson.Simulated, against bool) (Model, []Cmd) {
	setup := s.Setup
	if against {
		setup = s.Against
	}
	m, cmds := toScreen(m, SimulatorScreen)
	m, more := routedSim(m, Route{Screen: SimulatorScreen, Sim: setup})
	m, play := Update(m, simulator.AgainPressed{})
	return m, append(append(append(cmds, more...), play...), SetAddress{Fragment: routeOf(m).Fragment(), Push: true})
}

func clone(p lesson.Progress) lesson.Progress {
	n := lesson.Progress{}
	for name, marks := range p {
		n[name] = marks
	}
	return n
}
