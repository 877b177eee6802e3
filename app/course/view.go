package course

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/anatomy/drawn"
	. "rangefinder/app/kit"
	"rangefinder/app/lesson"
	"rangefinder/app/page"
	"rangefinder/app/port/virtual"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// Panel is the lesson that is open, in the place of the list of tables: its text, its steps, what is asked, and what became
// of an attempt.
type Panel struct {
	app.Compo
	Store   Sender
	Course  *Model
	Tables  []wire.TableInfo
	Shown   string      // the one on screen
	Picture drawn.Table // of the query on screen, for a step that asks for it
	Refused bool        // the filter on screen
}

func (p *Panel) Render() app.UI {
	l := p.Course.Lesson
	class := "section.lesson"
	if l.L == nil && l.Failed == nil {
		class += ".waiting" // it has its room before its text comes
	}
	if l.Folded && !l.Projector { // the projector has no button to unfold it
		class += ".folded"
	}
	var body app.UI
	switch {
	case l.Failed != nil:
		detail := any(nil)
		if l.Failed.Detail != "" {
			detail = H("p.dim.wrap", virtual.Straight(words.Clip(l.Failed.Detail, 400)))
		}
		body = H("div.failure role=alert", H("b", l.Failed.Message), detail, H("div.row", Press(p.Store, ".btn.primary#lesson-again", "Try again", LessonRetried{}), Press(p.Store, ".btn", "Leave", LessonLeavePressed{})))
	case l.L == nil:
		text := "Opening the lesson…"
		if n := l.Progress.Done; n > 0 {
			text = "Making its data: " + words.Number(n) + " entities…"
		}
		body = H("p.dim role=status", text) // of another kind than the step, which is drawn anew rather than moved here
	case l.Projector:
		body = p.projector()
	default:
		body = p.step()
	}
	return H(class+" aria-label=Lesson", p.head(), body)
}

func (p *Panel) head() app.UI {
	l := p.Course.Lesson
	fold := "▴"
	if l.Folded {
		fold = "▾"
	}
	heading, big, title := "h2", "Projector", "Shows this step in big type to a class, one part after another"
	if l.Projector {
		heading, big, title = "h1", "Exit projector", "Back to the lesson and its query" // it is all there is
	}
	return H("div.lesson-head",
		H("div.row",
			H("span.tag", "Lesson"), H("span.grow"),
			Press(p.Store, ".icon.small.only-phone aria-expanded="+strconv.FormatBool(!l.Folded), fold, LessonFolded{}, Label("Text of the lesson")),
			Press(p.Store, ".btn.small.quiet#lesson-projector", big, ProjectorPressed{}, Title(title), Off(l.L == nil)),
			Press(p.Store, ".btn.small#lesson-leave", "Leave", LessonLeavePressed{}, Title("Back to your own tables"))),
		H(heading+"#lesson-title", virtual.Straight(l.Title)), H("div.row.lesson-place", p.steps(), p.minutes()))
}

// minutes says how long the lesson takes, as far as its file says.
func (p *Panel) minutes() app.UI {
	l := p.Course.Lesson.L
	return Slot(l != nil && l.Minutes > 0, func() app.UI {
		return H("span.dim.num", words.Count(l.Minutes, "minute", "minutes"))
	})
}

// effort says which lessons the lesson builds on, as far as its file says.
func (p *Panel) effort() []app.UI {
	l := p.Course.Lesson.L
	var parts []string
	if len(l.BuildsOn) > 0 {
		titles := make([]string, len(l.BuildsOn))
		for i, name := range l.BuildsOn {
			if titles[i] = name; p.Course.Course != nil {
				if e := p.Course.Course.Find(name); e != nil {
					titles[i] = e.Title
				}
			}
		}
		parts = append(parts, "Builds on "+strings.Join(titles, ", "))
	}
	if len(parts) == 0 {
		return nil
	}
	return []app.UI{H("p.dim#lesson-effort", H("small", virtual.Straight(strings.Join(parts, " · "))))}
}

// steps is the list of steps: one line, the titles are names of its buttons.
func (p *Panel) steps() app.UI {
	l := p.Course.Lesson
	if l.L == nil {
		return H("div.slot")
	}
	return H("ol.steps aria-label=Steps", Each(len(l.L.Steps), func(i int) app.UI {
		s := &l.L.Steps[i]
		what, text, name := ".step", strconv.Itoa(i+1), "Step "+strconv.Itoa(i+1)+": "+virtual.Straight(s.Title)
		if p.Course.Progress.HasPassed(l.Name, i) {
			what, text, name = what+".done", "✓", name+", done"
		}
		if i == l.Step {
			what += ".on aria-current=step"
		}
		return H("li", Press(p.Store, what, text, LessonStepChosen{Step: i}, Label(name), Title(virtual.Straight(s.Title))))
	}))
}

func (p *Panel) step() app.UI {
	l := p.Course.Lesson
	s := l.At()
	open := l.Open(p.Course.Progress)
	before, after := s.Parts()
	about := append(p.effort(), paragraphs(l.L.Text)...)
	var intro any
	if l.Step == 0 {
		intro = H("div", about)
	} else {
		intro = H("details", H("summary", "What the lesson is about"), H("div", about))
	}
	var told, work, made any
	if !open && after != "" { // it may give the answer away
		told = H("div", paragraphs(after))
	}
	if !open && p.working() {
		work = p.work()
	}
	if !open && (l.Reply != nil || l.Err != nil || l.Trying) {
		made = p.verdict()
	}
	return H("div.lesson-body",
		intro,
		H("h3#lesson-step tabindex=-1", virtual.Straight(s.Title)),
		H("div", paragraphs(before)),
		p.predict(),
		told, work, made,
		Slot(s.Picture && !open, func() app.UI { return p.Picture.Picture(l.L.Ranges) }),
		p.left(), p.foot(open),
		p.tables(), p.sources())
}

// paragraphs draws a lesson's text: code stands between backticks. Its sources stand at the end of the lesson, not in the way of the reader.
func paragraphs(text string) []app.UI {
	list := Paragraphs(text)
	list = slices.DeleteFunc(list, func(paragraph string) bool {
		_, cites := lesson.Citation(paragraph)
		return cites
	})
	return Each(len(list), func(i int) app.UI { return H("p", inline(list[i])) })
}

// cited are the sources of the lesson and of what its text and the step on screen say, each once.
func cited(l *lesson.Lesson, step *lesson.Step) []string {
	list := slices.Clone(l.Source)
	for _, text := range []string{l.Text, step.Text} {
		for _, paragraph := range Paragraphs(text) {
			if source, cites := lesson.Citation(paragraph); cites && !slices.Contains(list, source) {
				list = append(list, source)
			}
		}
	}
	return list
}

func inline(text string) []app.UI {
	parts := strings.Split(virtual.Straight(text), "`") // else a teacher's text could turn what stands after it
	return Each(len(parts), func(i int) app.UI {
		if i%2 == 1 && i < len(parts)-1 {
			return H("code", parts[i])
		}
		return app.Text(parts[i])
	})
}

// work is where the learner writes, or the pointer to where that is, and what can be done with it.
func (p *Panel) work() app.UI {
	l := p.Course.Lesson
	s := l.At()
	form := s.Form()
	var editor any
	if form != lesson.OneForm {
		editor = p.editor(form)
	}
	hint := map[lesson.Form]string{
		lesson.OneForm: "Write the filter in the editor of the query. Run or Check says whether it passes.",
		lesson.Queries: "One filter a line. Each line is a request; they run in parallel.",
		lesson.Keys:    "Write two lines, partition: and row:, each with a template for that key. A try makes a second table with these keys.",
		lesson.Script:  "One request a line. Each run begins with the lesson's own data.",
	}[form]
	note := any(nil)
	if a := l.Attempt(l.Put); a != nil && a.Note != "" && !(l.Put == StartAttempt && (l.passed() || l.Reply != nil && l.Of != l.begins())) {
		note = H("p.note", H("b", map[AttemptName]string{StartAttempt: "You start with this. ", SolutionAttempt: "One way to do it. ", BreakAttempt: "Broken: "}[l.Put]), H("span", inline(a.Note)))
	}
	switch {
	case l.Put != OwnAttempt || l.Done:
	case p.Refused:
		note = H("p.note", "Your filter cannot run yet. What is wrong with it stands below the editor.")
	case l.Reply == nil:
		note = H("p.note", "This is your own filter.")
	}
	var broken any
	if s.Break != nil {
		broken = Press(p.Store, ".btn.small#lesson-break", "Break it", LessonPut{What: BreakAttempt}, Title("Puts in a wrong attempt, and says what breaks it"), Off(l.Resetting))
	}
	var hints, show any // beside each other: a second press of a hint must not show the solution
	if n := len(s.Hints); n > 0 {
		text := "Another hint"
		switch l.Hints {
		case 0:
			text = "Hint"
		case n:
			text = "Last hint"
		}
		hints = Press(p.Store, ".btn.small#lesson-hint", text, LessonHintPressed{}, Off(l.Resetting))
	}
	if l.Hints >= len(s.Hints) {
		show = Press(p.Store, ".btn.small#lesson-show", "Show me", LessonPut{What: SolutionAttempt}, Title("Puts in a solution"), Off(l.Resetting))
	}
	return H("div.work", note, H("p.dim", hint), editor,
		H("div.row",
			hints, show, broken,
			Press(p.Store, ".btn.small.quiet#lesson-over", "Start over", LessonStartOver{}, Title("The step as it was, with the lesson's own data"))),
		H("div", Each(min(l.Hints, len(s.Hints)), func(i int) app.UI {
			return H("p.note#lesson-hint-"+strconv.Itoa(i), H("b", "Hint. "), H("span", inline(s.Hints[i])))
		})))
}

// editor is for what is not a filter: several of them, templates of keys, or requests. Ctrl+Z takes back what was put in.
func (p *Panel) editor(form lesson.Form) app.UI {
	l := p.Course.Lesson
	name := map[lesson.Form]string{lesson.Queries: "Filters", lesson.Keys: "Templates of the keys", lesson.Script: "Requests"}[form]
	rows := min(max(strings.Count(l.Text, "\n")+1, 3), 14)
	what := "textarea.mono#lesson-text spellcheck=false autocomplete=off rows=" + strconv.Itoa(rows)
	var problems any
	if len(l.Problems) > 0 {
		what += " aria-invalid=true aria-describedby=lesson-problems"
		problems = H("ul.notes.err#lesson-problems", Each(min(len(l.Problems), 5), func(i int) app.UI { return H("li", virtual.Straight(l.Problems[i].String())) }))
	}
	return H("div", H(what, Label(name), Typed(p.Store, "input", "lesson-text", func(v string) page.Msg { return LessonTyped{Text: v} }),
		Listen("keydown", func(ctx app.Context, e app.Event) {
			n := len(p.Course.Lesson.Replaced)
			if (e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool()) && !e.Get("shiftKey").Bool() && e.Get("key").String() == "z" && n > 0 && p.Course.Lesson.Replaced[n-1].Put == p.Course.Lesson.Text {
				e.PreventDefault()
				p.Store.Send(LessonUndone{})
			}
		}, app.EventScope("lesson-keys"))), problems)
}

// verdict is what became of the attempt.
func (p *Panel) verdict() app.UI {
	l := p.Course.Lesson
	switch r := l.Reply; {
	case l.Trying:
		var since any // not told: it changes all the time
		if n := l.Tried.Micros; n > 0 {
			since = H("span.dim", "since "+words.Micros(n))
		}
		return H("div.verdict.row", H("span.dim role=status", "Checking…"), since, H("span.grow"), Press(p.Store, ".btn.small", "Stop", LessonStopPressed{}))
	case l.Err != nil:
		return H("div.failure role=alert", H("b", l.Err.Message), H("p.dim", l.Err.Code))
	case !r.Judged:
		return H("div.verdict#lesson-verdict", p.since(), H("div.row", H("b#lesson-word", "Done"), H("span.dim", "not checked yet")), why(r), p.numbers(r), p.shown(r), p.outcomes(r))
	default:
		class, word := "div.verdict.bad", "✗ Not yet"
		if r.Passed {
			class, word = "div.verdict.good", "✓ Passed"
		}
		if r.ByHand {
			word += ", by what you changed by hand"
		}
		if l.Since {
			class = "div.verdict"
		}
		return H(class+"#lesson-verdict", p.since(), H("b.word#lesson-word", word), why(r), p.checks(r), p.numbers(r), p.shown(r), p.outcomes(r))
	}
}

// since says what the verdict is about when that is not what is written now.
func (p *Panel) since() any {
	l := p.Course.Lesson
	switch {
	case !l.Since:
		return nil
	case l.At().Form() != lesson.OneForm:
		return H("p.dim#lesson-since", "Before your last changes:")
	case strings.TrimSpace(l.Of) == "":
		return H("p.dim#lesson-since", "Without a filter:")
	}
	return H("p.dim.wrap#lesson-since", "For the filter ", H("code", words.Clip(virtual.Straight(l.Of), 200)), ":")
}

func why(r *wire.TryReply) any {
	if len(r.Checks) > 0 || r.Why == "" {
		return nil
	}
	return H("p.wrap", inline(r.Why))
}

// checks lists what the step asks for, each with what was found: first what is not met.
func (p *Panel) checks(r *wire.TryReply) app.UI {
	var list, met []wire.TriedCheck
	for _, c := range r.Checks {
		if c.Passed {
			met = append(met, c)
		} else {
			list = append(list, c)
		}
	}
	list = append(list, met...)
	return H("ul.checks", Each(len(list), func(i int) app.UI {
		c := list[i]
		mark, word := "✗", "not met: "
		if c.Passed {
			mark, word = "✓", "met: "
		}
		return H("li", Title(virtual.Straight(c.Text)), H("span.mark aria-hidden=true", mark), H("span.wrap", H("span.sr", word), inline(c.Why)))
	}))
}

// numbers are what queries cost.
func (p *Panel) numbers(r *wire.TryReply) any {
	if r.Requests == 0 || len(r.Outcomes) > 0 || p.Course.Lesson.At().Form() == lesson.OneForm && !r.FirstPage { // of one query the plan tells
		return nil
	}
	of := ""
	if r.FirstPage {
		of = "of the first page alone: "
	}
	var last any
	if n := p.Course.Lesson.Asked; n > 1 {
		last = H("span.dim#lesson-last", "The last of these "+words.Count(n, "request", "requests")+" is on screen.")
	}
	return H("p.row", Badge(r.Class, page.Mark(r.Class)), H("span.facts", of+"examined "+words.Number(r.Examined)+" · returned "+words.Number(r.Returned)+" · "+words.Count(r.Requests, "round trip", "round trips")+" · "+words.Count(r.Partitions, "partition", "partitions")), last)
}

// shown names the pattern that was asked of the table with the keys of a design.
func (p *Panel) shown(r *wire.TryReply) any {
	if r.Filter == "" {
		return nil
	}
	return H("p.dim.wrap#lesson-pattern", "The table with these keys was asked: ", H("code", virtual.Straight(p.Course.Lesson.At().Shown())))
}

// outcomes is what became of each request of a script.
func (p *Panel) outcomes(r *wire.TryReply) any {
	if len(r.Outcomes) == 0 {
		return nil
	}
	more := any(nil)
	if r.More > 0 {
		more = H("p.dim", "and "+words.Count(r.More, "request", "requests")+" more")
	}
	var gone any
	if r.Gone {
		gone = H("p.dim", "It ran on the lesson's own data, so your changes by hand are gone.")
	}
	return H("div", H("h3", "What the service answered"), H("ol.outcomes", Each(len(r.Outcomes), func(i int) app.UI {
		o := r.Outcomes[i]
		class, word := "span.tag.good", "done"
		if o.Code != "" {
			class, word = "span.tag.bad", o.Code
		}
		lost := any(nil)
		if o.Lost {
			lost = H("span.tag.odd", "answer lost")
		}
		detail := any(nil)
		if o.Why != "" {
			detail = H("span.dim.wrap", virtual.Straight(o.Why))
		}
		return H("li", H("code.block", words.Clip(virtual.Straight(o.Text), 600)), H("div.row", H(class, word), lost, detail))
	})), more, gone)
}

// tables are the lesson's own, to look at.
func (p *Panel) tables() app.UI {
	list := p.Tables
	return H("div.lesson-tables", H("h3", "Tables of the lesson"), H("ul.row", Each(len(list), func(i int) app.UI {
		t := list[i]
		what := ".btn.small"
		if t.Name == p.Shown {
			what += ".on aria-current=true"
		}
		return H("li", Press(p.Store, what, "", page.TableChosen{Table: t.Name}, H("span", t.Name+" "), H("small.dim", words.Number(t.Entities)), Title(words.Count(t.Entities, "entity", "entities")+" in "+words.Count(t.Partitions, "partition", "partitions"))))
	})))
}

func (p *Panel) sources() app.UI {
	list := cited(p.Course.Lesson.L, p.Course.Lesson.At())
	return H("div.dim.lesson-sources", Each(len(list), func(i int) app.UI { return H("p", "Source: "+virtual.Straight(list[i])) }),
		Slot(p.Course.Class.Name != "", func() app.UI {
			return H("div.row", H("span", "Class "+words.Quote(p.Course.Class.Name)), Press(p.Store, ".btn.small#class-open", "Save my progress…", ClassPressed{}))
		}),
		Slot(p.Course.Progress.Has(p.Course.Lesson.Name), func() app.UI {
			return Press(p.Store, ".btn.small.quiet#lesson-forget", "Forget my progress in this lesson", ProgressForgotten{Name: p.Course.Lesson.Name}, Title("Its questions are asked again; it can be undone"))
		}))
}
