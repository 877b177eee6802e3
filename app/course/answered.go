package course

import (
	"encoding/json"
	"slices"

	"rangefinder/app/lesson"
	"rangefinder/app/page"
	"rangefinder/app/query"
)

// Answered is what a learner predicted at a step and wrote after it. It is there again when they come back to the step; what of it was
// right is Progress.
type Answered struct {
	Lesson string
	Step   int
	Guess  string       `json:",omitempty"`
	Query  *query.Query `json:",omitempty"` // of a step that asks for one
	Text   string       `json:",omitempty"` // of the panel's editor
}

// AnswersSetting is where this browser keeps them.
const AnswersSetting = "answers"

// Of how many steps they are kept, the latest, and how much text of one, in bytes.
const (
	mostAnswered  = 100
	longestAnswer = 4000
)

// EncodeAnswered writes them as the browser keeps them; "" for none.
func EncodeAnswered(list []Answered) string {
	b, err := json.Marshal(list)
	if err != nil || len(list) == 0 {
		return ""
	}
	return string(b)
}

// DecodeAnswered reads what EncodeAnswered wrote, and leaves out what is of no lesson.
func DecodeAnswered(text string) []Answered {
	var list []Answered
	if text == "" || json.Unmarshal([]byte(text), &list) != nil {
		return nil
	}
	list = slices.DeleteFunc(list, func(a Answered) bool { return !lesson.ValidName(a.Lesson) || a.Step < 0 || a.Step >= lesson.MaxSteps })
	return list[max(0, len(list)-mostAnswered):]
}

// answered is what was predicted and written at a step.
func (m *Model) answered(name string, step int) Answered {
	for _, a := range m.Answers {
		if a.Lesson == name && a.Step == step {
			return a
		}
	}
	return Answered{Lesson: name, Step: step}
}

// note changes what is known of the step on screen, which becomes the latest.
func (m *Model) note(change func(a *Answered)) {
	l := m.Lesson
	a := m.answered(l.Name, l.Step)
	change(&a)
	if a.Query != nil && len(a.Query.Filter)+len(a.Query.Select) > longestAnswer {
		a.Query = nil
	}
	if len(a.Text) > longestAnswer {
		a.Text = ""
	}
	list := slices.DeleteFunc(slices.Clone(m.Answers), func(o Answered) bool { return o.Lesson == l.Name && o.Step == l.Step })
	m.Answers = append(list, a)[max(0, len(list)+1-mostAnswered):]
}

func (m *Model) keepAnswers() page.Cmd {
	return page.KeepSetting{Key: AnswersSetting, Value: EncodeAnswered(m.Answers)}
}
