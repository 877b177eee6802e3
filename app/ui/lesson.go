package ui

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/lesson"
	"rangefinder/app/port/virtual"
	"rangefinder/app/state"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// LessonPanel is the lesson that is open, in the place of the list of tables: its text, its steps, what is asked, and what became
// of an attempt.
type LessonPanel struct {
	app.Compo
	Store   *state.Store
	Lesson  *state.Lesson
	Lessons *state.Lessons
	Tables  *state.Tables
}

func (p *LessonPanel) Render() app.UI {
	l := p.Lesson
	class := "section.lesson"
	if l.Folded && !l.Projector { // the projector has no button to unfold it
		class += ".folded"
	}
	var body app.UI
	switch {
	case l.Failed != nil:
		detail := any(nil)
		if l.Failed.Detail != "" {
			detail = h("p.dim.wrap", virtual.Straight(words.Clip(l.Failed.Detail, 400)))
		}
		body = h("div.failure role=alert", h("b", l.Failed.Message), detail, h("div.row", press(p.Store, ".btn.primary#lesson-again", "Try again", state.LessonRetried{}), press(p.Store, ".btn", "Leave", state.LessonLeavePressed{})))
	case l.L == nil:
		text := "Opening the lesson…"
		if n := l.Progress.Done; n > 0 {
			text = "Making its data: " + words.Number(n) + " entities…"
		}
		body = h("div", h("p.dim role=status", text))
	case l.Projector:
		body = p.projector()
	default:
		body = p.step()
	}
	return h(class+" aria-label=Lesson", p.head(), body)
}

func (p *LessonPanel) head() app.UI {
	l := p.Lesson
	fold := "▴"
	if l.Folded {
		fold = "▾"
	}
	heading := "h2"
	if l.Projector {
		heading = "h1" // it is all there is
	}
	return h("div.lesson-head",
		h("div.row",
			h("span.tag", "Lesson"), h("span.dim.num", strings.TrimPrefix(score(p.Lessons.Progress), " · ")), h("span.grow"),
			press(p.Store, ".icon.small.only-phone aria-expanded="+strconv.FormatBool(!l.Folded), fold, state.LessonFolded{}, label("Text of the lesson")),
			press(p.Store, ".btn.small.quiet#lesson-projector aria-pressed="+strconv.FormatBool(l.Projector), "Projector", state.ProjectorPressed{}, title("Big type, revealed bit by bit: for a class"), off(l.L == nil)),
			press(p.Store, ".btn.small#lesson-leave", "Leave", state.LessonLeavePressed{}, title("Back to your own tables"))),
		h(heading+"#lesson-title", virtual.Straight(l.Title)), p.steps())
}

// steps is the list of steps: one line, the titles are names of its buttons.
func (p *LessonPanel) steps() app.UI {
	l := p.Lesson
	if l.L == nil {
		return h("div.slot")
	}
	return h("ol.steps aria-label=Steps", each(len(l.L.Steps), func(i int) app.UI {
		s := &l.L.Steps[i]
		what, text, name := ".step", strconv.Itoa(i+1), "Step "+strconv.Itoa(i+1)+": "+virtual.Straight(s.Title)
		if p.Lessons.Progress.HasPassed(l.Name, i) {
			what, text, name = what+".done", "✓", name+", done"
		}
		if i == l.Step {
			what += ".on aria-current=step"
		}
		return h("li", press(p.Store, what, text, state.LessonStepChosen{Step: i}, label(name), title(virtual.Straight(s.Title))))
	}))
}

func (p *LessonPanel) step() app.UI {
	l := p.Lesson
	s := l.At()
	open := l.Open(p.Lessons.Progress)
	var intro any
	if l.Step == 0 {
		intro = h("div", paragraphs(l.L.Text))
	} else {
		intro = h("details", h("summary", "What the lesson is about"), h("div", paragraphs(l.L.Text)))
	}
	var work, made any
	switch {
	case open:
	case s.Form() == lesson.NoForm:
	case l.Put == "" && s.Form() == lesson.OneForm:
		work = h("div.row", press(p.Store, ".btn.primary#lesson-begin", "Now try it yourself", state.LessonPut{What: state.StartAttempt}))
	default:
		work = p.work()
	}
	if !open && (l.Reply != nil || l.Err != nil || l.Trying) {
		made = p.verdict()
	}
	return h("div.lesson-body",
		intro,
		h("h3#lesson-step tabindex=-1", virtual.Straight(s.Title)),
		h("div", paragraphs(s.Text)),
		p.predict(),
		work, made, p.next(),
		p.tables(), p.sources())
}

// paragraphs draws a lesson's text: code stands between backticks.
func paragraphs(text string) []app.UI {
	list := state.Paragraphs(text)
	return each(len(list), func(i int) app.UI { return h("p", inline(list[i])) })
}

func inline(text string) []app.UI {
	parts := strings.Split(virtual.Straight(text), "`") // else a teacher's text could turn what stands after it
	return each(len(parts), func(i int) app.UI {
		if i%2 == 1 && i < len(parts)-1 {
			return h("code", parts[i])
		}
		return app.Text(parts[i])
	})
}

// predict asks what the learner expects, and says afterwards how that was.
func (p *LessonPanel) predict() app.UI {
	l := p.Lesson
	q := l.At().Predict
	if q == nil {
		return h("div.slot")
	}
	filter := q.Query.Filter
	if filter == "" {
		filter = "(no filter)"
	}
	ask := h("div", h("p", inline(q.Ask)), h("p", h("code.block", virtual.Straight(filter))))
	if !l.Open(p.Lessons.Progress) {
		mark, what := "✓", "Right: "
		class := "div.predict.right"
		if !p.Lessons.Progress.WasRight(l.Name, l.Step) && l.Guess == "" || l.Guess != "" && !l.Right {
			mark, what, class = "✗", "Not as you said: ", "div.predict.wrong"
		}
		said := any(nil)
		if l.Guess != "" && !l.Right {
			said = h("span.dim", "You said "+guessText(q, l.Guess)+".")
		}
		return h(class+"#lesson-predicted", ask, h("div.row", h("b", mark+" "+what), answer(q), said), h("p.dim", "The plan and the result are on the screen now."))
	}
	var input app.UI
	if q.Measure == lesson.Class {
		input = h("div.answers", each(len(state.Answers), func(i int) app.UI {
			c := state.Answers[i]
			id := ""
			if i == 0 {
				id = "#lesson-predict"
			}
			return press(p.Store, ".btn.answer"+id, "", state.LessonPredicted{Answer: c.Name()}, badge(c, state.Mark(c)))
		}))
	} else {
		problem := any(nil)
		if l.GuessErr != "" {
			problem = h("p.err#lesson-guess-err role=alert", l.GuessErr)
		}
		field := h("input.narrow#lesson-guess type=text inputmode=numeric autocomplete=off aria-label=Answer")
		if l.GuessErr != "" {
			field = h("input.narrow#lesson-guess type=text inputmode=numeric autocomplete=off aria-label=Answer aria-invalid=true aria-describedby=lesson-guess-err")
		}
		input = h("form#lesson-form", h("div.row", field, h("span.dim", unit(q.Measure)), h("button.btn.primary#lesson-predict type=submit", "Predict")), problem,
			hear{"submit", func(ctx app.Context, e app.Event) {
				e.PreventDefault()
				p.Store.Send(state.LessonPredicted{Answer: app.Window().GetElementByID("lesson-guess").Get("value").String()})
			}, app.EventScope("guess")})
	}
	return h("div.predict.open role=group aria-labelledby=lesson-ask", h("div", h("h3#lesson-ask tabindex=-1", "Predict"), ask), input, h("p.dim", "The plan and the result are hidden until you have said what you expect."))
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
	}
	return ""
}

// counted is the unit of that many.
func counted(m lesson.Measure, n int) string {
	if n == 1 {
		return map[lesson.Measure]string{lesson.Examined: "entity read", lesson.Returned: "entity returned", lesson.Requests: "round trip", lesson.Partitions: "partition", lesson.Values: "value sent"}[m]
	}
	return unit(m)
}

// answer is the right one.
func answer(q *lesson.Prediction) app.UI {
	if q.Measure == lesson.Class {
		c := filterlang.Class(q.Answer)
		return badge(c, state.Mark(c))
	}
	return h("span", h("b", words.Number(q.Answer)), " "+counted(q.Measure, q.Answer))
}

func guessText(q *lesson.Prediction, guess string) string {
	if c, ok := lesson.ClassOf(guess); ok && q.Measure == lesson.Class {
		return c.String()
	}
	return words.Clip(guess, 20)
}

// work is where the learner writes, or the pointer to where that is, and what can be done with it.
func (p *LessonPanel) work() app.UI {
	l := p.Lesson
	s := l.At()
	form := s.Form()
	var editor any
	if form != lesson.OneForm {
		editor = p.editor(form)
	}
	hint := map[lesson.Form]string{
		lesson.OneForm: "Write the filter in the editor of the query, then check it.",
		lesson.Queries: "One filter: a line. Each is a request of its own, asked in parallel.",
		lesson.Keys:    "Templates of both keys. The table with these keys is shown beside the other.",
		lesson.Script:  "One request a line. Each run begins with the lesson's own data.",
	}[form]
	note := any(nil)
	if a := l.Attempt(l.Put); a != nil && a.Note != "" {
		note = h("p.note", h("b", map[state.AttemptName]string{state.StartAttempt: "This is where you begin. ", state.SolutionAttempt: "One way to do it. ", state.BreakAttempt: "Broken: "}[l.Put]), h("span", inline(a.Note)))
	}
	// They stay enabled while an attempt is tried, which takes no other: a button that is disabled loses the keyboard.
	var run, broken any
	if form == lesson.Script || form == lesson.Keys || form == lesson.Queries {
		run = press(p.Store, ".btn#lesson-run", "Run", state.LessonRunPressed{}, off(l.Resetting || len(l.Problems) > 0))
	}
	if s.Break != nil {
		broken = press(p.Store, ".btn.small#lesson-break", "Break it", state.LessonPut{What: state.BreakAttempt}, title("Puts in what spoils the solution"), off(l.Resetting))
	}
	return h("div.work", note, h("p.dim", hint), editor,
		h("div.row", press(p.Store, ".btn.primary#lesson-check", "Check", state.LessonCheckPressed{}, title("Ctrl+Shift+Enter"), off(l.Resetting || len(l.Problems) > 0)), run),
		h("div.row",
			press(p.Store, ".btn.small#lesson-show", "Show me", state.LessonPut{What: state.SolutionAttempt}, title("Puts in a solution"), off(l.Resetting)), broken,
			press(p.Store, ".btn.small.quiet#lesson-over", "Start over", state.LessonStartOver{}, title("The step as it was, with the lesson's own data"))))
}

// editor is for what is not a filter: several of them, templates of keys, or requests. Ctrl+Z takes back what was put in.
func (p *LessonPanel) editor(form lesson.Form) app.UI {
	l := p.Lesson
	name := map[lesson.Form]string{lesson.Queries: "Filters", lesson.Keys: "Templates of the keys", lesson.Script: "Requests"}[form]
	rows := min(max(strings.Count(l.Text, "\n")+1, 3), 14)
	what := "textarea.mono#lesson-text spellcheck=false autocomplete=off rows=" + strconv.Itoa(rows)
	var problems any
	if len(l.Problems) > 0 {
		what += " aria-invalid=true aria-describedby=lesson-problems"
		problems = h("ul.notes.err#lesson-problems", each(min(len(l.Problems), 5), func(i int) app.UI { return h("li", virtual.Straight(l.Problems[i].String())) }))
	}
	return h("div", h(what, label(name), typed(p.Store, "input", "lesson-text", func(v string) state.Msg { return state.LessonTyped{Text: v} }),
		hear{"keydown", func(ctx app.Context, e app.Event) {
			n := len(p.Lesson.Replaced)
			if (e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool()) && !e.Get("shiftKey").Bool() && e.Get("key").String() == "z" && n > 0 && p.Lesson.Replaced[n-1].Put == p.Lesson.Text {
				e.PreventDefault()
				p.Store.Send(state.LessonUndone{})
			}
		}, app.EventScope("lesson-keys")}), problems)
}

// verdict is what became of the attempt.
func (p *LessonPanel) verdict() app.UI {
	l := p.Lesson
	switch r := l.Reply; {
	case l.Trying:
		text := "Checking…"
		if n := l.Tried.Micros; n > 0 {
			text = "Checking for " + state.Micros(n) + "…"
		}
		return h("div.verdict.row", h("span.dim role=status", text), h("span.grow"), press(p.Store, ".btn.small", "Stop", state.LessonStopPressed{}))
	case l.Err != nil:
		return h("div.failure role=alert", h("b", l.Err.Message), h("p.dim", l.Err.Code))
	case !r.Judged:
		return h("div.verdict#lesson-verdict", h("div.row", h("b#lesson-word", "Done"), h("span.dim", "not checked yet")), why(r), p.numbers(r), p.outcomes(r))
	default:
		class, word := "div.verdict.bad", "✗ Not yet"
		if r.Passed {
			class, word = "div.verdict.good", "✓ Passed"
		}
		if r.ByHand {
			word += ", by what you changed by hand"
		}
		return h(class+"#lesson-verdict", h("b.word#lesson-word", word), why(r), p.checks(r), p.numbers(r), p.outcomes(r))
	}
}

func why(r *wire.TryReply) any {
	if len(r.Checks) > 0 || r.Why == "" {
		return nil
	}
	return h("p.wrap", virtual.Straight(r.Why))
}

// checks lists what the step asks for, each with what was found.
func (p *LessonPanel) checks(r *wire.TryReply) app.UI {
	return h("ul.checks", each(len(r.Checks), func(i int) app.UI {
		c := r.Checks[i]
		mark, word := "✗", "not met: "
		if c.Passed {
			mark, word = "✓", "met: "
		}
		return h("li", title(virtual.Straight(c.Text)), h("span.mark aria-hidden=true", mark), h("span.wrap", h("span.sr", word), virtual.Straight(c.Why)))
	}))
}

// numbers are what queries cost.
func (p *LessonPanel) numbers(r *wire.TryReply) any {
	if r.Requests == 0 || len(r.Outcomes) > 0 || p.Lesson.At().Form() == lesson.OneForm && !r.FirstPage { // of one query the plan tells
		return nil
	}
	of := ""
	if r.FirstPage {
		of = "of the first page alone: "
	}
	return h("p.row", badge(r.Class, state.Mark(r.Class)), h("span.facts", of+"examined "+words.Number(r.Examined)+" · returned "+words.Number(r.Returned)+" · "+words.Count(r.Requests, "round trip", "round trips")+" · "+words.Count(r.Partitions, "partition", "partitions")))
}

// outcomes is what became of each request of a script.
func (p *LessonPanel) outcomes(r *wire.TryReply) any {
	if len(r.Outcomes) == 0 {
		return nil
	}
	more := any(nil)
	if r.More > 0 {
		more = h("p.dim", "and "+words.Count(r.More, "request", "requests")+" more")
	}
	var gone any
	if r.Gone {
		gone = h("p.dim", "It was run on the lesson's own data: what you had changed by hand is gone.")
	}
	return h("div", h("h3", "What the service answered"), h("ol.outcomes", each(len(r.Outcomes), func(i int) app.UI {
		o := r.Outcomes[i]
		class, word := "span.tag.good", "done"
		if o.Code != "" {
			class, word = "span.tag.bad", o.Code
		}
		lost := any(nil)
		if o.Lost {
			lost = h("span.tag.odd", "answer lost")
		}
		detail := any(nil)
		if o.Why != "" {
			detail = h("span.dim.wrap", virtual.Straight(o.Why))
		}
		return h("li", h("code.block", words.Clip(virtual.Straight(o.Text), 600)), h("div.row", h(class, word), lost, detail))
	})), more, gone)
}

// next goes on, to the next step or the next lesson.
func (p *LessonPanel) next() app.UI {
	l := p.Lesson
	s := l.At()
	text, what := "Next step →", ".btn"
	if l.Step+1 == len(l.L.Steps) {
		if next := p.Lessons.Next(l.Name); next != "" {
			text = "Next lesson: " + virtual.Straight(p.Lessons.Title(next)) + " →"
		} else {
			text = "Leave the lesson"
		}
	}
	if l.Done || s.Form() == lesson.NoForm && !l.Open(p.Lessons.Progress) {
		what += ".primary"
	} else {
		text = strings.Replace(text, "Next", "Skip to the next", 1)
		what += ".quiet.small"
	}
	return h("div.row.lesson-next", press(p.Store, what+"#lesson-next", text, state.LessonNextPressed{}))
}

// tables are the lesson's own, to look at.
func (p *LessonPanel) tables() app.UI {
	list := p.Tables.List
	return h("div.lesson-tables", h("h3", "Tables of the lesson"), h("ul.row", each(len(list), func(i int) app.UI {
		t := list[i]
		what := ".btn.small"
		if t.Name == p.Tables.Selected {
			what += ".on aria-current=true"
		}
		return h("li", press(p.Store, what, "", state.TableChosen{Table: t.Name}, h("span", t.Name+" "), h("small.dim", words.Number(t.Entities)), title(words.Count(t.Entities, "entity", "entities")+" in "+words.Count(t.Partitions, "partition", "partitions"))))
	})))
}

func (p *LessonPanel) sources() app.UI {
	list := p.Lesson.L.Source
	return h("div.dim.lesson-sources", each(len(list), func(i int) app.UI { return h("p", "Source: "+virtual.Straight(list[i])) }),
		slot(p.Lessons.Progress.Has(p.Lesson.Name), func() app.UI {
			return press(p.Store, ".btn.small.quiet#lesson-forget", "Forget my progress in this lesson", state.ProgressForgotten{Name: p.Lesson.Name}, title("Its questions are asked again; it can be undone"))
		}))
}
