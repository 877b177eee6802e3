package course

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/lesson"
	"rangefinder/app/page"
	"rangefinder/app/port/virtual"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// Guess is the id of where the learner predicts.
const Guess = "lesson-answers"

// predict asks what the learner expects, and says afterwards how that was.
func (p *Panel) predict() app.UI {
	l := p.Course.Lesson
	q := l.At().Predict
	if q == nil {
		return H("div.slot")
	}
	filter := q.Query.Filter
	if filter == "" {
		filter = "(no filter)"
	}
	ask := H("div", H("p", inline(q.Ask)), H("p", H("code.block", virtual.Straight(filter))))
	if q.Simulated != nil {
		ask = H("p", inline(q.Ask))
	}
	if !l.Open(p.Course.Progress) {
		mark, what := "✓", "Right: "
		class := "div.predict.right"
		if !p.Course.Progress.WasRight(l.Name, l.Step) && l.Guess == "" || l.Guess != "" && !l.Right {
			mark, what, class = "✗", "Not quite: ", "div.predict.wrong"
		}
		because := func(head any) app.UI { // of a right answer too: it may have been a guess
			why := "."
			if reason := q.Reason(); reason != "" {
				why = ", because " + reason + "."
			}
			return H("p", head, answer(q), inline(why))
		}
		said := any(nil)
		if l.Guess != "" && !l.Right {
			said = H("p.dim", "You predicted "+guessText(q, l.Guess)+".")
		}
		if q.Simulated == nil {
			ask = H("div", H("p", inline(q.Ask)), H("p", H("code.block", lit(filter, q.Clauses())...)))
		}
		if l.behind() { // the task and the verdict have the room
			return H("details."+strings.TrimPrefix(class, "div.")+"#lesson-predicted", H("summary", mark+" ", outcome(q, l.Guess, mark == "✓")), ask, because("The answer is "), p.afterwards(q))
		}
		return H(class+"#lesson-predicted", ask, because(H("b", mark+" "+what)), said, p.afterwards(q))
	}
	var input app.UI
	if q.Simulated != nil {
		input = H("div.answers#"+Guess, Each(len(q.Simulated.Choices), func(i int) app.UI {
			id := ""
			if i == 0 {
				id = "#lesson-predict"
			}
			text := q.Simulated.Choices[i].Text
			return Press(p.Store, ".btn.answer"+id, virtual.Straight(text), LessonPredicted{Answer: text})
		}))
	} else if q.Measure == lesson.Class {
		input = H("div.answers#"+Guess, Each(len(Answers), func(i int) app.UI {
			c := Answers[i]
			id := ""
			if i == 0 {
				id = "#lesson-predict"
			}
			return Press(p.Store, ".btn.answer"+id, "", LessonPredicted{Answer: c.Name()}, Badge(c, page.Mark(c)))
		}))
	} else {
		problem := any(nil)
		if l.GuessErr != "" {
			problem = H("p.err#lesson-guess-err role=alert", l.GuessErr)
		}
		field := H("input.narrow#lesson-guess type=text inputmode=numeric autocomplete=off aria-label=Answer")
		if l.GuessErr != "" {
			field = H("input.narrow#lesson-guess type=text inputmode=numeric autocomplete=off aria-label=Answer aria-invalid=true aria-describedby=lesson-guess-err")
		}
		input = H("form#lesson-form", H("div.row#"+Guess, field, H("span.dim", unit(q.Measure)), H("button.btn.primary#lesson-predict type=submit", "Answer")), problem,
			Listen("submit", func(ctx app.Context, e app.Event) {
				e.PreventDefault()
				p.Store.Send(LessonPredicted{Answer: Entered(e, "lesson-guess")})
			}, app.EventScope("guess")))
	}
	box := "div.predict.open"
	var first any
	if l.Pointed > 0 {
		box += ".pointed.pointed-" + strconv.Itoa(l.Pointed%2) // by turns, so that each press is seen
		first = H("p.first#lesson-first", PointedText)
	}
	return H(box+" role=group aria-labelledby=lesson-ask", H("div", H("h3#lesson-ask tabindex=-1", "Predict"), ask), first, input,
		Slot(q.Simulated != nil, func() app.UI {
			return H("p.dim", "The simulator runs it when you have said what you expect. Its answer is that of a model, not a measurement.")
		}))
}

// afterwards says where to see what was asked.
func (p *Panel) afterwards(q *lesson.Prediction) app.UI {
	if q.Simulated == nil {
		return H("p.dim", "The plan and the result are on the screen now.")
	}
	return H("div.row", Press(p.Store, ".btn.small#lesson-simulate", "See it in the simulator", LessonSimulated{}),
		Slot(q.Simulated.Against != "", func() app.UI {
			return Press(p.Store, ".btn.small#lesson-against", "See the other run", LessonSimulated{Against: true})
		}))
}

// lit draws a filter with the clauses marked that the reason beside it is about.
func lit(filter string, clauses []filterlang.Span) []any {
	var in []any
	at := 0
	for _, c := range clauses {
		if at < c.Start {
			in = append(in, virtual.Straight(filter[at:c.Start]))
		}
		in = append(in, H("mark", virtual.Straight(filter[c.Start:c.End])))
		at = c.End
	}
	if at < len(filter) {
		in = append(in, virtual.Straight(filter[at:]))
	}
	return in
}

// unit is what a number counts.
func unit(m lesson.Measure) string {
	switch m {
	case lesson.Examined:
		return "entities read"
	case lesson.Returned:
		return "entities returned"
	case lesson.Requests:
		return "round trips"
	case lesson.Partitions:
		return "partitions"
	case lesson.Values:
		return "values sent"
	case lesson.Comparisons:
		return "comparisons"
	}
	return ""
}

// counted is the unit of that many.
func counted(m lesson.Measure, n int) string {
	if n == 1 {
		return map[lesson.Measure]string{lesson.Examined: "entity read", lesson.Returned: "entity returned", lesson.Requests: "round trip", lesson.Partitions: "partition", lesson.Values: "value sent", lesson.Comparisons: "comparison"}[m]
	}
	return unit(m)
}

// answer is the right one.
func answer(q *lesson.Prediction) app.UI {
	if q.Simulated != nil {
		return H("b", virtual.Straight(q.Simulated.Answer))
	}
	if q.Measure == lesson.Class {
		c := filterlang.Class(q.Answer)
		return Badge(c, page.Mark(c))
	}
	return H("span", H("b", words.Number(q.Answer)), " "+counted(q.Measure, q.Answer))
}

// outcome says in a line what was predicted, and what is so. The guess is "" when it was made before the page was opened.
func outcome(q *lesson.Prediction, guess string, right bool) app.UI {
	switch {
	case right && guess != "":
		return H("span", "You predicted ", answer(q), ", and that is right.")
	case right:
		return H("span", "You predicted ", answer(q), ".")
	case guess != "":
		return H("span", "You predicted "+guessText(q, guess)+"; it is ", answer(q), ".")
	}
	return H("span", "You predicted something else; it is ", answer(q), ".")
}

func guessText(q *lesson.Prediction, guess string) string {
	if c, ok := lesson.ClassOf(guess); ok && q.Measure == lesson.Class {
		return c.String()
	}
	return words.Clip(guess, 80)
}
