package lesson

import (
	"strings"
	"testing"
)

// simQuestion is a lesson with a question that the simulator answers.
const simQuestion = head + data + "## A run\nA text.\n\n```predict\nask: How much?\nsetup: 1,keys:single,length:5 min\nreading: refused\nchoice: 0 to 1: hardly any\nchoice: 1 to more: many\nbecause: one partition is busy\nanswer: many\n```\n"

// Ensure that the simulator answers a question, and that what is wrong with one is told with its line.
func TestSimulated(t *testing.T) {
	for _, test := range []struct{ from, to, want string }{
		{"", "", ""},
		{"answer: many", "answer: hardly any", "and not \"hardly any\""},
		{"answer: many", "answer: some", "\"some\" is none of the choices"},
		{"keys:single", "keys:table", "The setup cannot be used"},
		{"setup: 1,", "setup: 2,", "The setup cannot be used"},
		{"length:5 min", "length:0 s", "The setup cannot be used"},
		{"reading: refused", "reading: latency late", "is not a number of a run"},
		{"0 to 1: hardly any", "1 to 0: hardly any", "is not a choice"},
		{"because: one partition is busy\n", "", "is not complete"},
		{"choice: 0 to 1: hardly any\n", "", "is not complete"},
		{"1 to more: many", "90 to more: many", "The simulator finds"},
	} {
		text := strings.Replace(simQuestion, test.from, test.to, 1)
		l, err := Parse(text)
		var problems Problems
		if err != nil {
			problems = err.(Problems)
		} else if problems, err = l.Validate(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		said := problems.Error()
		if len(problems) == 0 {
			said = ""
		}
		if test.want == "" && said != "" || !strings.Contains(said, test.want) {
			t.Errorf("with %q in the place of %q: %s", test.to, test.from, said)
		}
	}
	l, err := Parse(simQuestion)
	if err != nil {
		t.Fatal(err)
	}
	p := l.Steps[0].Predict
	if !p.Right("many") || p.Right("hardly any") || p.Right("") || p.Reason() != "one partition is busy" || p.AnswerText() != "many" || p.Clauses() != nil {
		t.Errorf("%+v", p)
	}
	one, err := p.Simulated.Ask(t.Context())
	two, _ := p.Simulated.Ask(t.Context())
	if err != nil || one != two || one < 1 {
		t.Errorf("%v and %v, %v", one, two, err)
	}
}
