package course

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/lesson"
	"rangefinder/app/port/virtual"
	"rangefinder/app/words"
)

// working reports that the learner has begun, as it is done at once where there is no query to begin with.
func (p *Panel) working() bool {
	l := p.Course.Lesson
	form := l.At().Form()
	return form != lesson.NoForm && (l.Put != "" || form != lesson.OneForm)
}

// foot is what goes on. It sticks to the bottom of the pane, unless there is something to predict first: the answers are the way on then.
func (p *Panel) foot(open bool) app.UI {
	l := p.Course.Lesson
	what := "div.row.lesson-next"
	var on []app.UI
	switch {
	case open:
	case p.working():
		what += ".sticks"
		on = p.tries()
	default:
		what += ".sticks"
		if l.At().Form() != lesson.NoForm {
			on = []app.UI{Press(p.Store, ".btn.primary#lesson-begin", "Try it yourself", LessonPut{What: StartAttempt})}
		}
	}
	return H(what, append(on, p.next())) // always behind Check, whose second press must not go on
}

// left says at the last step how many others are not done, since the way on leads out of the lesson.
func (p *Panel) left() app.UI {
	l := p.Course.Lesson
	last := len(l.L.Steps) - 1
	open := 0
	for i := range last {
		if !p.Course.Progress.HasPassed(l.Name, i) {
			open++
		}
	}
	return Slot(l.Step == last && open > 0, func() app.UI {
		return H("p.dim#lesson-left", words.Count(open, "other step", "other steps")+" "+words.Plural(open, "is", "are")+" not done yet.")
	})
}

// tries are Check and Run. They stay enabled while an attempt is tried, which takes no other: a button that is disabled loses the keyboard.
func (p *Panel) tries() []app.UI {
	l := p.Course.Lesson
	off := Off(l.Resetting || len(l.Problems) > 0)
	check := ".btn"
	if !l.Done {
		check += ".primary"
	}
	list := []app.UI{Press(p.Store, check+"#lesson-check", "Check", LessonCheckPressed{}, Title("Ctrl+Shift+Enter"), off)}
	if l.At().Form() == lesson.OneForm {
		list = append(list, Press(p.Store, ".btn.only-phone#lesson-filter", "Filter ↓", FilterWanted{}, Label("Go to the filter")))
	} else {
		list = append(list, Press(p.Store, ".btn#lesson-run", "Run", LessonRunPressed{}, off))
	}
	return list
}

// next goes on, to the next step or the next lesson.
func (p *Panel) next() app.UI {
	l := p.Course.Lesson
	s := l.At()
	text, what, title := "Next step →", ".btn", ""
	if l.Step+1 == len(l.L.Steps) {
		if next := p.Course.Next(l.Name); next != "" {
			text = "Next lesson: " + virtual.Straight(p.Course.Title(next)) + " →"
		} else {
			text = "Leave the lesson"
		}
	}
	if l.Done || s.Form() == lesson.NoForm && !l.Open(p.Course.Progress) {
		what += ".primary"
	} else {
		if strings.HasPrefix(text, "Next") { // of the last step too, which leads out of the lesson
			text, title = "Skip this step", strings.TrimSuffix(text, " →")
		}
		what += ".quiet.small"
	}
	return Press(p.Store, what+"#lesson-next", text, LessonNextPressed{}, Title(title))
}
