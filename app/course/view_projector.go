package course

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/port/virtual"
)

// projector is the step in big type: nothing but what was revealed, and what reveals more.
func (p *Panel) projector() app.UI {
	l := p.Course.Lesson
	beats := Beats(l.L, l.Step)
	shown := min(l.Shown, len(beats))
	more, last := "Reveal", false
	if shown == len(beats) {
		more = "Next step"
		if l.Step+1 == len(l.L.Steps) {
			more, last = "Next lesson", p.Course.Next(l.Name) == ""
		}
	}
	return H("div.projector",
		H("h2#lesson-step tabindex=-1", virtual.Straight(l.At().Title)),
		H("div.beats", Each(shown, func(i int) app.UI {
			b := beats[i]
			what := "div.beat"
			if i == shown-1 {
				what += "#lesson-beat-last"
			}
			return H(what, beat(b))
		})),
		H("div.row.projector-foot",
			Press(p.Store, ".btn#lesson-hide", "←", ProjectorMoved{By: -1}, Label("Hide the last, or go back a step")),
			Press(p.Store, ".btn.primary#lesson-reveal", more+" →", ProjectorMoved{By: 1}, Off(last)),
			H("span.dim.num", strconv.Itoa(shown)+" of "+strconv.Itoa(len(beats))),
			H("span.grow"), H("span.dim.not-touch", "Space or → reveals, ← hides, Escape leaves")))
}

func beat(b Beat) []app.UI {
	head := map[BeatKind]string{QuestionBeat: "What do you expect?", AnswerBeat: "Answer", StartBeat: "To begin with", SolutionBeat: "A solution", BreakBeat: "What breaks it"}[b.Kind]
	switch b.Kind {
	case ParagraphBeat:
		text := []app.UI{H("p", inline(b.Text))}
		if b.Note != "" {
			text = append(text, H("p.dim", H("small", inline(b.Note))))
		}
		return text
	case QuestionBeat:
		return []app.UI{H("h3", head), H("p", inline(b.Text)), H("code.block", virtual.Straight(b.Note))}
	}
	note := any(nil)
	if b.Note != "" {
		note = H("p", inline(b.Note))
	}
	if b.Kind == AnswerBeat {
		return []app.UI{H("h3", head), H("p", H("b", virtual.Straight(b.Text)), inline(b.Note))}
	}
	return []app.UI{H("h3", head), H("div", H("code.block", virtual.Straight(strings.TrimPrefix(b.Text, "filter: "))), note)}
}
