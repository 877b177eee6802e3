package beside

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// Panel draws the kept query and how it differs from the one on screen.
type Panel struct {
	app.Compo
	Store    Sender
	Kept     *Model
	Plan     *plan.Plan // of the query on screen
	Tables   []wire.TableInfo
	Accounts *page.Accounts
	Price    float64 // of 10,000 requests, 0 when nobody gave one
}

// Render draws the panel.
func (p *Panel) Render() app.UI {
	m := p.Kept
	filter := m.Query.Filter
	if filter == "" {
		filter = "(no filter)"
	}
	return H("section.kept-beside#beside", Label("A query kept beside"),
		H("div.row", H("b", "Beside"), p.choice(), H("code.clip", Title(filter), words.Clip(filter, 300)), H("span.grow"), H("span.kept-acts",
			Press(p.Store, ".btn.small#beside-swap", "Swap", Swapped{}, Title("Make this query the one on screen, and keep that one here")),
			Press(p.Store, ".icon.small#beside-close", "✕", Closed{}, Label("Close the query kept beside")))),
		p.body())
}

// choice is the table that the kept query asks.
func (p *Panel) choice() app.UI {
	at := p.Kept.Query
	var options []app.UI
	found := false
	add := func(source, table string) {
		on := source == at.Source && strings.EqualFold(table, at.Table)
		found = found || on
		name := table
		if source != "" {
			name = source + ": " + table
		}
		options = append(options, H("option", Value(source+"/"+table), On(on), words.Clip(name, 60)))
	}
	for _, t := range p.Tables {
		add("", t.Name)
	}
	for _, a := range p.Accounts.List {
		if l := p.Accounts.Lists[a.Name]; l != nil {
			for _, t := range l.Tables {
				add(a.Name, t.Name)
			}
		}
	}
	if !found {
		add(at.Source, at.Table)
	}
	return H("select.btn.small#beside-table", Label("Table of the query kept beside"), options, Typed(p.Store, "change", "beside-table", func(v string) page.Msg {
		source, table, _ := strings.Cut(v, "/")
		return TableChosen{source, table}
	}))
}

func (p *Panel) body() app.UI {
	m := p.Kept
	switch {
	case m.Refused != "":
		return H("p.err", "The service refuses it: "+m.Refused)
	case m.Failed != "":
		return H("div.row", Badge(m.Plan.Class, page.Mark(m.Plan.Class)), H("span", page.Lead(m.Plan)), H("span.err", m.Failed))
	}
	facts := "counting…"
	switch {
	case m.Query.Source != "":
		facts = page.UnknownCost(m.Plan.Class)
	case m.Explain != nil && m.Match != nil:
		facts = plan.Spending(m.Explain.Cost) + " · returns " + words.Number(m.Match.Returned) + " of " + words.Number(m.Explain.Entities)
	}
	var model any
	if m.Explain != nil {
		if text := plan.Modelled(&m.Explain.Cost, m.Match, false, p.Price); text != "" {
			model = H("p.dim", H("span.tag", "a model"), " "+text)
		}
	}
	return H("div.kept-facts",
		H("div.row", Badge(m.Plan.Class, page.Mark(m.Plan.Class)), H("span", page.Lead(m.Plan)), H("span.dim", facts)),
		model,
		H("p#beside-difference", Difference(m, p.Plan)))
}

// Difference says how the query on screen differs from the kept one; "" while that is not known.
func Difference(kept *Model, now *plan.Plan) string {
	if kept.Plan == nil || now.Plan == nil || now.Err != nil {
		return ""
	}
	text := "On screen: the same class"
	if now.Plan.Class != kept.Plan.Class {
		text = "On screen: " + className(now.Plan.Class) + " instead of " + className(kept.Plan.Class)
	}
	if kept.Explain == nil || now.Explain == nil || kept.Match == nil || now.Match == nil || kept.Explain.Cost.Examined == wire.Unknown || now.Explain.Cost.Examined == wire.Unknown {
		return text + "."
	}
	return text + ", " + change(now.Explain.Cost.Examined-kept.Explain.Cost.Examined, "examined") + ", " + change(now.Match.Returned-kept.Match.Returned, "returned") + "."
}

func className(c filterlang.Class) string { return strings.ReplaceAll(c.Name(), "-", " ") }

// change is a difference of entities in words.
func change(n int, what string) string {
	switch {
	case n < 0:
		return words.Count(-n, "entity", "entities") + " fewer " + what
	case n > 0:
		return words.Count(n, "entity", "entities") + " more " + what
	}
	return "as many " + what
}
