package ui

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// PlanStrip is the plan of what the editor says, before Run: class, numbers, key map, the Why table and the light bulb.
type PlanStrip struct {
	app.Compo
	Store *state.Store
	Plan  *state.Plan
	Map   *state.Map
	Tree  *state.Tree // nil while Why is closed
	Table string
	Live  bool // of an account: nothing is counted before it is read
	// Hidden is set while a lesson asks for a prediction: there is nothing to see then.
	Hidden bool
	Full   bool // it has the whole window
	Embed  bool // the page is in a frame, which has no guide

	// Then is the step in the browser, ThenText what came of it, ThenErr what is wrong with it.
	Then, ThenText, ThenErr string
}

func (s *PlanStrip) Render() app.UI {
	p := s.plan()
	class := "plan "
	switch {
	case p.Err != nil:
		class += "refused"
	case p.Plan != nil:
		class += p.Plan.Class.Name()
	}
	if s.counting() {
		class += " counting" // the key map and the hints are of the text before
	}
	return el("section").ID("planstrip").Class(class).Aria("label", "Plan").OnKeyDown(func(ctx app.Context, e app.Event) {
		if s.Full && e.Get("key").String() == "Escape" && !e.Get("defaultPrevented").Bool() {
			s.Store.Send(state.PlanFilled{})
		}
	}).Body(
		el("div").Class("row strip").Body(s.headline()...),
		slot(p.Err != nil, func() app.UI { return s.refusal(p.Err) }),
		slot(s.Then != "" && s.ThenErr == "" && !s.Hidden, func() app.UI {
			return h("div.row.then-plan", h("span.tag.odd", title("The service does not know it: it reads and returns as much as without it"), "▽ client-side"),
				h("span.facts", "then in this browser ", h("code", words.Clip(s.Then, 200)), " · "+s.ThenText))
		}),
		slot(s.Table != "" && !s.Live && !s.Hidden, func() app.UI { return &KeyMap{Store: s.Store, Map: s.Map} }),
		slot(s.Table != "" && s.Live, func() app.UI {
			return el("p").Class("dim").Text("No key map: the service does not tell how its keys are spread. Pull a copy to see it.")
		}),
		slot(p.Bulb && hinted(p) != nil, func() app.UI { return s.advice(hinted(p)) }),
		slot(p.Why && p.Plan != nil, func() app.UI { return s.why() }),
	)
}

// counting reports whether the numbers of the plan are on their way and none of this text are there.
func (s *PlanStrip) counting() bool { return s.Plan.Asked && s.Plan.Explain == nil && !s.Hidden }

// hinted is the answer whose hints have a place: that of the text before until there is one of this.
func hinted(p *state.Plan) *wire.ExplainReply {
	if p.Explain == nil && p.Asked {
		return p.Was.Explain
	}
	return p.Explain
}

// plan is what can be said: of a filter nothing while no table is open, save that it is refused.
func (s *PlanStrip) plan() *state.Plan {
	if s.Table != "" || s.Plan.Err != nil {
		return s.Plan
	}
	return &state.Plan{}
}

func (s *PlanStrip) headline() []app.UI {
	ui := s.told()
	if p := s.plan(); p.Err == nil && p.Plan != nil && !s.Hidden {
		return ui // with the switch in front of Why
	}
	return append(ui, h("span.grow"), s.fill())
}

// fill takes the window back from the plan, which it was given below Why.
func (s *PlanStrip) fill() app.UI {
	return slot(s.Full, func() app.UI {
		return press(s.Store, ".btn.small#plan-full", "Back to the entities", state.PlanFilled{})
	})
}

// told is what there is to say of the plan in one line.
func (s *PlanStrip) told() []app.UI {
	p := s.plan()
	if p.Err != nil {
		return []app.UI{
			el("span").Class("badge refused").Body(el("span").Class("shape").Aria("hidden", true).Text("✕"), el("span").Text("refused")),
			el("span").Class("facts").Text("the service would answer " + status(p.Err.Code) + " " + p.Err.Code),
		}
	}
	if s.Hidden {
		return []app.UI{el("span").Class("facts").Text("The plan is hidden until you say what you expect.")}
	}
	if p.Plan == nil && s.Live {
		return []app.UI{h("span.facts", "Choose a table to see plans.")}
	}
	if p.Plan == nil {
		return []app.UI{el("span").Class("facts").Text("Choose a table, or open a sample, to see plans.")}
	}
	ui := []app.UI{badge(p.Plan.Class, state.Mark(p.Plan.Class)), s.facts()}
	if p.Applied != nil {
		ui = append(ui, el("span").Class("applied").Text(p.Applied.Title+": "+state.Saving(p.Applied.Before, p.Applied.After)))
	}
	if e := hinted(p); e != nil && len(e.Findings) > 0 {
		text := " " + words.Count(len(e.Findings), "hint", "hints")
		if p.Explain == nil {
			text = " " + blank(words.Number(len(e.Findings))) + words.Plural(len(e.Findings), " hint", " hints")
		}
		ui = append(ui, el("button").Attr("type", "button").Class("btn small bulb").Aria("expanded", strconv.FormatBool(p.Bulb)).OnClick(send(s.Store, state.BulbToggled{})).Body(
			app.Raw(`<svg width="14" height="14" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true"><path d="M5.5 11.5c0-1.6-2-2.4-2-5a4.5 4.5 0 0 1 9 0c0 2.6-2 3.4-2 5z"/><path d="M6 14h4"/></svg>`),
			app.Text(text),
		))
	}
	text := "Why ▾"
	if p.Why {
		text = "Why ▴"
	}
	return append(ui, s.fill(), button("btn small", text).ID("why").Aria("expanded", strconv.FormatBool(p.Why)).OnClick(send(s.Store, state.WhyToggled{})))
}

// facts is the sentence with its exact numbers.
func (s *PlanStrip) facts() app.UI {
	p := s.Plan
	body := []app.UI{app.Text(state.Lead(p.Plan))}
	if p.Failed != "" {
		body = append(body, app.Text(" · "), el("span").Class("err").Text(p.Failed))
	}
	if s.Live {
		body = append(body, app.Text(" · counts are not known before reading"))
	} else if p.Failed == "" || p.Explain != nil {
		body = append(body, s.numbers()...)
	}
	return el("span").Class("facts").Body(body...)
}

// numbers are those of the sentence. Each has its place before it is there: as wide as the number of the text before.
func (s *PlanStrip) numbers() []app.UI {
	p := s.Plan
	e, explained := p.Explain, p.Explain != nil
	if e = cmp.Or(e, p.Was.Explain); e == nil {
		e = &wire.ExplainReply{Entities: 1000, Cost: wire.Cost{Examined: 1000, Partitions: 10}}
	}
	m, matched := p.Match, p.Match != nil
	if m = cmp.Or(m, p.Was.Match); m == nil {
		m = &wire.MatchReply{Returned: 100, RoundTrips: 1}
	}
	returned := amount(m.Returned, matched)
	if !matched && p.Matching.Done > 0 {
		returned = el("span").Class("pending").Text("… (counted in " + words.Number(p.Matching.Done) + ": " + words.Number(p.Matching.Found) + state.Rate(p.Matching) + ")")
	}
	body := []app.UI{
		app.Text(" · examines "), amount(e.Cost.Examined, explained), app.Text(" of "), amount(e.Entities, explained), app.Text(" entities · returns "), returned,
		app.Text(" · "), amount(e.Cost.Partitions, explained), app.Text(words.Plural(e.Cost.Partitions, " partition · ", " partitions · ")), amount(m.RoundTrips, matched), app.Text(words.Plural(m.RoundTrips, " round trip", " round trips")),
	}
	if matched && m.Mismatched > 0 {
		body = append(body, app.Text(" · "), bold(words.Number(m.Mismatched)), app.Text(" met a value of another type"))
	}
	return body
}

// amount is a number, or an empty place as wide as one, in which dots appear when the number is long in coming.
func amount(n int, known bool) app.UI {
	if known {
		return bold(words.Number(n))
	}
	return el("b").Class("room").Text(blank(words.Number(n)))
}

// blank returns spaces as wide as a number.
func blank(number string) string {
	return strings.Map(func(r rune) rune {
		if r == ',' {
			return '\u2008' // as wide as a comma
		}
		return '\u2007' // as wide as a digit
	}, number)
}

func status(code string) string {
	if code == "NotImplemented" {
		return "501"
	}
	return "400"
}

// refusal tells what is wrong, where, and offers the fix.
func (s *PlanStrip) refusal(e *filterlang.SyntaxError) app.UI {
	text := e.Detail
	if text == "" {
		text = e.Message
	}
	filter, then, split := s.Plan.Splits()
	at := filterlang.PositionAt(s.Plan.Filter, e.Span.Start)
	return el("div").ID("refusal").Class("refusal").Body(
		el("p").Body(el("b").Text(text), app.Text(" Line "+strconv.Itoa(at.Line)+", column "+strconv.Itoa(at.Column)+".")),
		slot(len(e.Expected) > 0, func() app.UI { return el("p").Class("dim").Text("Expected: " + join(e.Expected) + ".") }),
		el("p").Class("dim mono").Text(e.Message),
		slot(split, func() app.UI {
			if filter == "" {
				filter = "no filter"
			}
			return h("div.row",
				press(s.Store, ".btn.small.primary#then-take", "Check it in this browser instead", state.ThenTaken{}, title("The service reads and returns what its part finds; this browser keeps what holds it")),
				h("span", "▽ client-side: the service gets ", h("code", words.Clip(filter, 160)), ", this browser checks ", h("code", words.Clip(then, 160))))
		}),
		slot(e.Fix != nil, func() app.UI {
			fixed := filterlang.Splice(s.Plan.Filter, e.Fix.Span, e.Fix.Text)
			return el("div").Class("row").Body(
				button("btn small primary", e.Fix.Title).OnClick(send(s.Store, state.FilterSet{Text: fixed})),
				el("code").Text(words.Clip(fixed, 160)),
			)
		}),
	)
}

func join(list []string) string {
	text := ""
	for i, w := range list {
		switch {
		case i == 0:
		case i == len(list)-1:
			text += " or "
		default:
			text += ", "
		}
		text += w
	}
	return text
}

// why is the filter tree and the two ways side by side.
func (s *PlanStrip) why() app.UI {
	p := s.Plan
	return el("div").Class("why").Body(
		slot(s.Tree != nil, func() app.UI { return s.tree() }),
		el("div").Class("ways").Body(
			s.way("What the service does", p.Plan.Range.String(), p.Plan.Class, p.Plan.Class == filterlang.Empty, cost(p.Explain, false)),
			slot(p.Plan.MultiRange && !p.Plan.IdealGaveUp, func() app.UI {
				return s.way("What parallel queries could do", idealText(p.Plan), p.Plan.IdealClass, len(p.Plan.Ideal) == 0, cost(p.Explain, true))
			}),
		),
		slot(!s.Embed, func() app.UI {
			return h("div.row", howComputed(s.Store, "numbers"), press(s.Store, ".link-like.guide-link", "How is it planned?", state.GuideOpened{Page: "plan"}),
				slot(!s.Full, func() app.UI {
					return press(s.Store, ".link-like.guide-link#plan-full", "Plan over the whole window", state.PlanFilled{})
				}))
		}),
	)
}

func cost(e *wire.ExplainReply, ideal bool) *wire.Cost {
	switch {
	case e == nil:
		return nil
	case ideal:
		return &e.Ideal
	}
	return &e.Cost
}

func idealText(p *filterlang.Plan) string {
	text := ""
	for i, r := range p.Ideal {
		if i == 4 {
			return text + " and " + words.Number(len(p.Ideal)-4) + " more"
		}
		if i > 0 {
			text += " ∪ "
		}
		text += r.String()
	}
	return text
}

func (s *PlanStrip) way(title, ranges string, class filterlang.Class, empty bool, c *wire.Cost) app.UI {
	if empty {
		ranges, class = "nothing", filterlang.Empty
	}
	body := []app.UI{
		el("h2").Text(title),
		el("div").Class("row").Body(badge(class, state.Mark(class)), el("code").Text(words.Clip(ranges, 200))),
	}
	if !s.Live { // the line is there before its numbers are, so that nothing moves when they come
		spends := el("p").Class("dim late").Text("counting…")
		if c != nil {
			spends = el("p").Class("dim").Text(state.Spending(*c))
		}
		body = append(body, spends)
	}
	return el("div").Class("way").Body(body...)
}

// advice is the light bulb's list: findings, each with its rewrites and their numbers before and after. That of the text before is
// out of reach.
func (s *PlanStrip) advice(e *wire.ExplainReply) app.UI {
	list := e.Findings
	ul := el("ul").ID("advice").Class("advice").Aria("label", "Hints").TabIndex(-1)
	if s.Plan.Explain == nil {
		ul = ul.Attr("inert", true)
	}
	return ul.Body(
		app.Range(list).Slice(func(i int) app.UI {
			f := list[i]
			return el("li").Class("finding severity-"+strconv.Itoa(int(f.Severity))).Body(
				el("p").Text(f.Message),
				app.Range(f.Rewrites).Slice(func(j int) app.UI { return s.rewrite(e, i, j) }),
			)
		}),
	)
}

const shownParallel = 6

func (s *PlanStrip) rewrite(e *wire.ExplainReply, i, j int) app.UI {
	f := e.Findings[i]
	rw := f.Rewrites[j]
	numbers := ""
	if j < len(f.Costs) {
		numbers = state.Saving(e.Cost, f.Costs[j])
	}
	saving := "dim"
	if s.Plan.Explain == nil {
		saving = "dim unseen"
	}
	note := "the same entities"
	if !rw.Same {
		note = "may return other entities"
	}
	shown := rw.Filters
	if len(shown) > shownParallel {
		shown = shown[:shownParallel]
	}
	return el("div").Class("rewrite").Body(
		el("div").Class("row").Body(el("b").Text(rw.Title), el("span").Class(saving).Text(numbers), el("span").Class("tag").Text(note)),
		app.Range(shown).Slice(func(k int) app.UI {
			label := "Apply"
			if len(rw.Filters) > 1 {
				label = "Take query " + strconv.Itoa(k+1)
			}
			return el("div").Class("row").Body(
				button("btn small", label).OnClick(send(s.Store, state.RewriteTaken{Finding: i, Rewrite: j, Filter: k})),
				el("code").Text(words.Clip(shown[k], 200)),
			)
		}),
		slot(len(rw.Filters) > len(shown), func() app.UI {
			return el("p").Class("dim").Text("and " + words.Number(len(rw.Filters)-len(shown)) + " more queries")
		}),
	)
}
