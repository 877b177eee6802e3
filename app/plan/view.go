package plan

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// Strip is the plan of what the editor says, before Run: class, numbers, key map, the Why table and the light bulb.
type Strip struct {
	app.Compo
	Store  Store
	Plan   *Plan
	Map    *Map
	Tree   *Tree // nil while Why is closed
	Table  string
	Live   bool    // of an account: nothing is counted before it is read
	Vacant bool    // the account's table is known to have no entities
	Price  float64 // of 10,000 requests, 0 when nobody gave one
	// Charged is what the last query of the shape was charged, "" when nobody knows.
	Charged string
	// Hidden is set while a lesson asks for a prediction: there is nothing to see then.
	Hidden bool
	Full   bool // it has the whole window
	Embed  bool // the page is in a frame, which has no guide

	Lit     []filterlang.Span // clauses that the reason of a lesson is about
	Starts  []string          // keys at which a lesson cuts its tables; nil without one
	Missing bool              // the query's table is not here
	Near    *Near
	Beside  string // what SQL sets besides the filter

	// Then is the step in the browser, ThenText what came of it, ThenErr what is wrong with it.
	Then, ThenText, ThenErr string
}

func (s *Strip) Render() app.UI {
	p := s.plan()
	shown, earlier := p.Shown()
	class := "plan"
	switch {
	case p.Err != nil && p.Rested && !p.Unfinished():
		class += " refused"
	case shown.Plan != nil:
		class += " " + shown.Plan.Class.Name()
	}
	if p.Why && !s.Hidden {
		class += " unfolded" // as high whatever is in it, so that the entities stay where they are while another filter is typed
	}
	if s.counting() || earlier {
		class += " counting" // the key map and the hints are of the text before
	}
	if earlier {
		class += " earlier"
	}
	if e := shown.Explain; s.Vacant || s.Missing || e != nil && e.Entities == 0 && !s.Live {
		class += " vacant" // reading nothing is not a fault
	}
	told := p.Err != nil && p.Rested
	return El("section").ID("planstrip").Class(class).Aria("label", "Plan").OnKeyDown(func(ctx app.Context, e app.Event) {
		switch {
		case e.Get("key").String() != "Escape" || e.Get("defaultPrevented").Bool():
		case s.Full:
			s.Store.Send(PlanFilled{})
		case s.Plan.Bulb:
			s.Store.Send(BulbToggled{})
		}
	}).Body(
		H("div.plan-head", s.headline(shown, earlier)...),
		H("div.plan-body",
			Slot(told, func() app.UI { return s.refusal(p.Err) }),
			Slot(!told, func() app.UI { return H("div.plan-facts", s.facts(shown)) }),
			Slot(!told && s.Then != "" && s.ThenErr == "" && !s.Hidden, func() app.UI {
				return H("div.row.then-plan", H("span.tag.odd", Title("The service does not know it: it reads and returns as much as without it"), "▽ client-side"),
					H("span.facts", "then in this browser ", H("code", words.Clip(s.Then, 200)), " · "+s.ThenText))
			}),
			Slot(!told && s.Table != "" && !s.Live && !s.Hidden, func() app.UI { return &KeyMap{Store: s.Store, Map: s.Map, Text: s.Plan.Filter} }),
			Slot(!told && !s.Hidden && (s.Missing || s.Table != "" && s.Live), func() app.UI { // in the room of the map that the table, or its copy, has
				text := "No key map: the service does not say how the keys are distributed. Pull a copy to see it."
				if s.Missing {
					text = "The key map of the table will be here."
				}
				return H("div.keymap.mapless", H("div.bar.waiting"), H("div.row.map-foot", H("span.dim", text)))
			}),
			Slot(p.Bulb && hinted(p) != nil && !s.Full, func() app.UI { return s.advice(hinted(p)) }),
			Slot(p.Why && shown.Plan != nil && !told && !s.Full, func() app.UI { return s.why(shown) }),
			Slot(p.Why && shown.Plan != nil && !told && s.Full, func() app.UI { return s.filled(shown) }),
		),
	)
}

// counting reports whether the numbers of the plan are on their way and none of this text are there.
func (s *Strip) counting() bool { return s.Plan.Asked && s.Plan.Explain == nil && !s.Hidden }

// hinted is the answer whose hints have a place: that of the text before until there is one of this.
func hinted(p *Plan) *wire.ExplainReply {
	if p.Explain == nil && p.Asked {
		return p.Was.Explain
	}
	return p.Explain
}

// plan is what can be said: of a filter nothing while no table is open, save that it is refused.
func (s *Strip) plan() *Plan {
	if s.Table != "" || s.Missing || s.Plan.Err != nil {
		return s.Plan
	}
	return &Plan{}
}

// headline is the class, what is read in words, and what can be opened. It is one line in every state.
func (s *Strip) headline(shown *Plan, earlier bool) []any {
	p := s.plan()
	line := s.told(shown, earlier)
	grow := H("span.grow")
	if p.Err != nil && p.Rested || shown.Plan == nil || s.Hidden {
		return append(line, grow, s.fill())
	}
	if p.Applied != nil {
		line = append(line, H("span.applied.clip", p.Applied.Title+": "+Saving(p.Applied.Before, p.Applied.After)))
	}
	line = append(line, grow)
	if e := hinted(p); e != nil && len(e.Findings) > 0 && !(s.Full && p.Why) { // there the hints are open
		text := words.Count(len(e.Findings), "hint", "hints")
		if p.Explain == nil {
			text = blank(words.Number(len(e.Findings))) + words.Plural(len(e.Findings), " hint", " hints")
		}
		line = append(line, Press(s.Store, ".btn.small.bulb#bulb", "", BulbToggled{}, Expanded(p.Bulb),
			app.Raw(`<svg width="14" height="14" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true"><path d="M5.5 11.5c0-1.6-2-2.4-2-5a4.5 4.5 0 0 1 9 0c0 2.6-2 3.4-2 5z"/><path d="M6 14h4"/></svg>`),
			text))
	}
	text := "Why ▾"
	if p.Why {
		text = "Why ▴"
	}
	return append(line, s.fill(), Press(s.Store, ".btn.small#why", text, WhyToggled{}, Expanded(p.Why)))
}

// fill takes the window back from the plan, which it was given below Why. On a phone, where Why has little room, it gives it as well.
func (s *Strip) fill() app.UI {
	if s.Plan.Why && !s.Full && !s.Embed && s.plan().Plan != nil {
		return Slot(true, func() app.UI { return Press(s.Store, ".btn.small.only-phone#plan-all", "Whole plan", PlanFilled{}) })
	}
	return Slot(s.Full, func() app.UI {
		return Press(s.Store, ".btn.small#plan-full", "Back to the entities", PlanFilled{})
	})
}

// told is what there is to say of the plan in one line.
func (s *Strip) told(shown *Plan, earlier bool) []any {
	p := s.plan()
	sentence := func(text string) []any { return []any{H("span.clip", Title(text), text)} }
	switch {
	case p.Err != nil && (earlier || !p.Rested && shown.Plan == nil):
		text := "Not a filter yet."
		if earlier {
			text = shown.whose()
		}
		return append([]any{H("span.badge", H("span.shape aria-hidden=true", "…"), "incomplete")}, sentence(text)...)
	case p.Err != nil && p.Unfinished():
		return append([]any{H("span.badge", H("span.shape aria-hidden=true", "…"), "incomplete")}, sentence("The filter is not finished yet.")...)
	case p.Err != nil:
		return append([]any{H("span.badge.refused", H("span.shape aria-hidden=true", "✕"), H("span", "refused"))}, sentence("The service would answer "+status(p.Err.Code)+" "+p.Err.Code+".")...)
	case s.Hidden:
		return sentence("Say what you expect first; then the plan appears.")
	case p.Plan == nil && s.Live:
		return sentence("The plan of a query appears here when a table is open.")
	case p.Plan == nil:
		return sentence("Choose a table, or open a sample, to see plans.")
	}
	badge := []any{&ClassBadge{Store: s.Store, Class: p.Plan.Class, Plan: p.Plan, Map: s.pictured(), Match: p.Match, Top: p.Of.Top, Embed: s.Embed}}
	if p.Plan.Profile == filterlang.Cosmos {
		badge = append(badge, engineTag())
	}
	return append(badge, sentence(lead(p))...)
}

// pictured is the key map of a table whose keys are all known, nil for none.
func (s *Strip) pictured() *Map {
	if s.Live || s.Missing {
		return nil
	}
	return s.Map
}

// facts are the exact numbers.
func (s *Strip) facts(p *Plan) app.UI {
	if p.Plan == nil || s.Hidden {
		return H("span.facts")
	}
	var body []any
	mend, near := MendOf(p), s.Near
	if s.Plan.Err != nil { // they are of the filter before: nobody asks to mend what is not there any more
		mend, near = nil, nil
	}
	if p.Failed != "" {
		body = append(body, H("span.err", p.Failed))
	}
	if s.Missing {
		body = append(body, "The table is not here, so nothing is counted.")
	} else if p.Plan.Profile == filterlang.Cosmos {
		body = append(body, s.factsByIndex(p)...)
	} else if s.Vacant {
		body = append(body, "The table has no entities yet.")
	} else if s.Live {
		text := page.UnknownCost(p.Plan.Class)
		body = append(body, strings.ToUpper(text[:1])+text[1:]+".")
	} else if s.Plan.Err != nil && p.Explain == nil && p.Match == nil {
		// The filter before was never counted, and will not be: its line is empty, and as high.
	} else if p.Failed == "" || p.Explain != nil {
		if mend != nil { // before the numbers, which may fill the line
			body = append(body, H("span.near", mend.Says+". ", Slot(mend.Title != "", func() app.UI {
				return Press(s.Store, ".link-like.guide-link#mend-take", mend.Title, RewriteTaken{Finding: mend.Finding})
			}), " · "))
		}
		body = append(body, s.numbers(p)...)
		if p.Failed == "" && p.Matching.Done == 0 && (cmp.Or(p.Explain, p.Was.Explain) == nil || cmp.Or(p.Match, p.Was.Match) == nil) {
			return H("span.facts.unseen", body...) // where its lines end, only the numbers tell
		}
	}
	if near != nil && p.Match != nil && mend == nil { // what stands before it is cut first where the line is short
		return H("span.facts.offered", H("span.nums", body...), " ", H("span.near", H("span", "· "+NearText(near)), " ",
			Press(s.Store, ".link-like.guide-link#near-take", "Use it", NearTaken{}, Title(near.Miss.Filter))))
	}
	return H("span.facts", body...)
}

// numbers are those of the sentence. Each has its place before it is there: as wide as the number of the text before.
func (s *Strip) numbers(p *Plan) []any {
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
		returned = El("span").Class("pending").Text("… (counted in " + words.Number(p.Matching.Done) + ": " + words.Number(p.Matching.Found) + page.Rate(p.Matching) + ")")
	}
	of := []any{" of ", amount(e.Entities, explained), H("span.not-narrow", words.Plural(e.Entities, " entity", " entities"))}
	var body []any
	if l := m.Limited; l != nil && matched {
		of = []any{H("span.not-narrow", of...)}
		body = []any{"to the first ", Bold(words.Number(l.Returned)), ": examines ", Bold(words.Number(l.Examined)), " · ", atLeast(p), words.Count(l.RoundTrips, "round trip", "round trips"), " · to the end: "}
	}
	body = append(body,
		"examines ", amount(e.Cost.Examined, explained))
	body = append(append(body, of...), " · returns ", returned,
		" · ", amount(e.Cost.Partitions, explained), words.Plural(e.Cost.Partitions, " partition · ", " partitions · "), atLeast(p), amount(m.RoundTrips, matched), words.Plural(m.RoundTrips, " round trip", " round trips"))
	if matched && m.Mismatched > 0 && MendOf(p) == nil { // which says it
		tip := Title("A comparison is false where the stored value has another type than the literal")
		body = append(body, H("span", tip, " · ", Bold(words.Number(m.Mismatched)), " hold another type", H("span.lengthy", Mismatched(p))))
	}
	return body
}

// atLeast stands before round trips that only running tells.
func atLeast(p *Plan) app.UI {
	return Slot(!certain(p), func() app.UI {
		return H("span", Title("A page ends at 1,000 entities or $top, and also at 4 MB of entities, after 5 seconds, and where another server has what follows"), "at least ")
	})
}

// amount is a number, or an empty place as wide as one, in which dots appear when the number is long in coming.
func amount(n int, known bool) app.UI {
	if known {
		return Bold(words.Number(n))
	}
	return El("b").Class("room").Text(blank(words.Number(n)))
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

// why is the filter tree and the two ways side by side.
func (s *Strip) why(p *Plan) app.UI {
	if p.Plan.Profile == filterlang.Cosmos {
		return s.whyByIndex(p)
	}
	return El("div").Class("why").Body(
		Slot(s.Tree != nil, func() app.UI { return s.tree(p) }),
		s.ways(p),
		s.how(p),
	)
}

// index is the picture of what the plan touches of the table.
func (s *Strip) index(p *Plan) app.UI {
	return Slot(s.pictured() != nil, func() app.UI {
		return H("div.way.touched", H("h2", "The index"), TableOf(p.Plan, s.Map, p.Match, p.Of.Top).Picture(s.Starts))
	})
}

// ways are what the service does, what parallel queries could do, and what the plan touches.
func (s *Strip) ways(p *Plan) app.UI {
	return El("div").Class("ways").Body(
		s.way("What the service does", p.Plan.Range.String(), p.Plan.Class, p.Plan.Class == filterlang.Empty, false, cost(p.Explain, false), p.Match),
		Slot(p.Plan.MultiRange && !p.Plan.IdealGaveUp, func() app.UI {
			return s.way("What parallel queries could do", idealText(p.Plan), p.Plan.IdealClass, len(p.Plan.Ideal) == 0, true, cost(p.Explain, true), p.Match)
		}),
		s.index(p),
	)
}

// how leads to what explains the numbers.
func (s *Strip) how(p *Plan) app.UI {
	return Slot(!s.Embed, func() app.UI {
		return H("div.row", Slot(Mergeable(p.Plan) && !s.Missing, func() app.UI { return s.merge("merge") }), HowComputed(s.Store, "numbers"), Press(s.Store, ".link-like.guide-link", "How is it planned?", page.GuideOpened{Page: "plan"}),
			Slot(!s.Missing, func() app.UI {
				return Press(s.Store, ".link-like.guide-link#beside-keep", "Keep beside", page.BesidePressed{}, Title("Compare it with what you type next, or with the same query on another table"))
			}),
			Slot(!s.Full, func() app.UI {
				return Press(s.Store, ".link-like.guide-link#plan-full", "Plan over the whole window", PlanFilled{})
			}))
	})
}

// merge runs the parallel queries at once.
func (s *Strip) merge(id string) app.UI {
	return Press(s.Store, ".btn.small#"+id, "Run all and merge", MergePressed{}, Title("Each query to its end, in parallel on an account; entities come in key order, each once"))
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
			text += " and "
		}
		text += r.String()
	}
	return text
}

func (s *Strip) way(title, ranges string, class filterlang.Class, empty, ideal bool, c *wire.Cost, m *wire.MatchReply) app.UI {
	if empty {
		ranges, class = "nothing", filterlang.Empty
	}
	body := []app.UI{
		El("h2").Text(title),
		El("div").Class("row").Body(Badge(class, page.Mark(class)), El("code").Text(words.Clip(ranges, 200))),
	}
	if !s.Live && !s.Missing && (c != nil || s.Plan.Failed == "") { // the line is there before its numbers are, so that nothing moves when they come
		spends := El("p").Class("dim late").Text("counting…")
		if c != nil {
			spends = El("p").Class("dim").Text(Spending(*c))
		}
		body = append(body, spends)
		model := Modelled(c, m, ideal, s.Price)
		if model != "" || c == nil || m == nil {
			body = append(body, H("p.dim", H("span.tag", Title("Not measured: How computed? says what it takes for granted"), "a model"), " "+model))
		}
	}
	return El("div").Class("way").Body(body...)
}

// advice is the light bulb's list: findings, each with its rewrites and their numbers before and after. That of the text before is
// out of reach.
func (s *Strip) advice(e *wire.ExplainReply) app.UI {
	list := e.Findings
	ul := El("ul").ID("advice").Class("advice").Aria("label", "Hints").TabIndex(-1)
	if s.Plan.Explain == nil {
		ul = ul.Attr("inert", true)
	}
	return ul.Body(
		app.Range(list).Slice(func(i int) app.UI {
			f := list[i]
			return El("li").Class("finding severity-"+strconv.Itoa(int(f.Severity))).Body(
				H("p", Coded(f.Message)...),
				app.Range(f.Rewrites).Slice(func(j int) app.UI { return s.rewrite(e, i, j) }),
			)
		}),
	)
}

const shownParallel = 6

func (s *Strip) rewrite(e *wire.ExplainReply, i, j int) app.UI {
	f := e.Findings[i]
	rw := f.Rewrites[j]
	if f.Kind == filterlang.MixedTypes && s.Plan.vain(rw.Filters[0]) {
		return H("p.dim", "Even with the type that these entities hold, the literal matches none of them.")
	}
	numbers := ""
	if j < len(f.Costs) {
		numbers = Saving(e.Cost, f.Costs[j])
	}
	saving := "dim"
	if s.Plan.Explain == nil {
		saving = "dim unseen"
	}
	note := "the same entities"
	if rw.Now {
		note = "the same entities of this table"
	} else if !rw.Same {
		note = "may return other entities"
		if len(rw.Filters) == 1 {
			note = s.Plan.gain(rw.Filters[0])
		}
	}
	shown := rw.Filters
	if len(shown) > shownParallel {
		shown = shown[:shownParallel]
	}
	var merge any
	if !s.Embed && len(rw.Filters) > 1 && Mergeable(s.Plan.Plan) && len(rw.Filters) == len(s.Plan.Plan.Ideal) {
		merge = s.merge("merge-" + strconv.Itoa(i))
	}
	return El("div").Class("rewrite").Body(
		H("div.row", H("b", rw.Title), H("span."+strings.ReplaceAll(saving, " ", "."), numbers), H("span.tag", note), merge),
		app.Range(shown).Slice(func(k int) app.UI {
			label := "Apply"
			if len(rw.Filters) > 1 {
				label = "Take query " + strconv.Itoa(k+1)
			}
			return El("div").Class("row").Body(
				Button("btn small", label).OnClick(Send(s.Store, RewriteTaken{Finding: i, Rewrite: j, Filter: k})),
				El("code").Text(words.Clip(shown[k], 200)),
			)
		}),
		Slot(len(rw.Filters) > len(shown), func() app.UI {
			return El("p").Class("dim").Text("and " + words.Number(len(rw.Filters)-len(shown)) + " more queries")
		}),
	)
}
