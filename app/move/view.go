package move

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
	"rangefinder/engine/cosmos"
)

// Dialog draws the dialog, if it is the one that is open.
func Dialog(m *Model, d *page.Dialog) func(s Sender) (Drawn, bool) {
	return func(s Sender) (Drawn, bool) {
		if d.Kind != kind || m.Table == "" {
			return Drawn{}, false
		}
		return Drawn{Label: "Would " + m.Table + " move?", Class: "wide", Body: m.body(s)}, true
	}
}

func (m *Model) body(s Sender) []app.UI {
	done := !m.Busy && m.Reply != nil
	stop := Press(s, ".btn#move-go", "Look again", AgainPressed{})
	if m.Busy {
		stop = Press(s, ".btn#move-go", "Stop", StopPressed{}) // in the same place: the keyboard stays on it
	}
	return []app.UI{
		H("p.dim", "What changes for this table and its queries in Azure Cosmos DB for Table. The check runs in this browser: nothing is sent anywhere."),
		H("div.stack#move-body", m.found(s)),
		H("div.row.end", HowComputed(s, "plan"), H("span.grow"),
			Slot(done, func() app.UI {
				return Press(s, ".btn#move-copy", "Copy", page.CopyPressed{What: "what changes", Text: m.text()}, Label("Copy what changes as a table"))
			}), stop),
	}
}

// found is what was found, or how far the look is.
func (m *Model) found(s Sender) []app.UI {
	switch {
	case m.Busy:
		p := m.Progress
		return []app.UI{H("progress max="+strconv.Itoa(max(p.Total, 1))+" value="+strconv.Itoa(p.Done), Label("Read so far")),
			H("p.num", words.Number(p.Done)+" of "+words.Number(p.Total)+" read, for the table and "+words.Count(len(m.Queries), "query", "queries"))}
	case m.Failed != nil:
		return []app.UI{H("p.err role=alert", "It could not be checked: "+m.Failed.Message+" "+m.Failed.Detail)}
	case m.Reply == nil:
		return []app.UI{H("p", "Stopped: a part of the table was not checked.")}
	}
	list := m.sections()
	return []app.UI{
		H("p", H("b", m.Verdict()), " "+words.Count(m.Reply.Entities, "entity", "entities")+" and "+words.Count(len(m.Queries), "query", "queries")+" were looked at, in "+words.Micros(m.Reply.Micros)+"."),
		Slot(m.Stale, func() app.UI { return H("p", H("span.tag.odd", "The table has changed since")) }),
		H("div.stack", Each(len(list), func(i int) app.UI { return m.section(s, &list[i]) })),
		Slot(len(m.Queries) == 0, func() app.UI {
			return H("p", "No query of this table is saved, and none is on screen: save those that an application asks, to see what becomes of them.")
		}),
		H("p.dim", "Entities were counted in all of the table. The cost of a query there is given by its class: request units are only known once they are charged.")}
}

// headings of the subjects.
var headings = map[cosmos.Subject]string{cosmos.Limits: "Limits", cosmos.Names: "Names", cosmos.Order: "Order", cosmos.Cost: "Cost"}

func (m *Model) section(s Sender, of *section) app.UI {
	return H("section.stack", Label(headings[of.of]), H("h3", headings[of.of]), H("ul.plain.stack", Each(len(of.changes), func(i int) app.UI { return m.change(s, of.changes[i]) })))
}

// change is one line of a section.
func (m *Model) change(s Sender, c *cosmos.Change) app.UI {
	var refused any
	if c.Refused {
		refused = H("span.tag.bad", "refused there")
	}
	return H("li", H("div.card.stack", H("p", refused, " "+c.Text), m.query(s, c), classes(c.Classes), entities(c)))
}

// query is the query that a change is about.
func (m *Model) query(s Sender, c *cosmos.Change) app.UI {
	at := m.place(c)
	return Slot(at >= 0, func() app.UI {
		q := &m.Queries[at]
		name, filter := q.Name, q.Filter
		if name == "" {
			name = "on screen"
		}
		if filter == "" {
			filter = "no filter"
		}
		return H("div.row", H("b", words.Clip(name, 60)), H("code.wrap.grow", words.Clip(filter, 300)),
			Press(s, ".btn.small", "Open", QueryChosen{at}, Label("Open the query "+words.Clip(name, 60)), Title("Closes this and runs the query")))
	})
}

// classes are those of a query here and there.
func classes(p *cosmos.Classes) app.UI {
	return Slot(p != nil, func() app.UI {
		return H("div.row", Badge(p.Before, page.Mark(p.Before)), H("span.sr", "becomes"), H("span aria-hidden=true", "→"), Badge(p.After, page.Mark(p.After)))
	})
}

// entities are those that a change is about.
func entities(c *cosmos.Change) app.UI {
	if c.Entities == 0 && c.Classes != nil {
		return H("p.dim", "No entity matches it now.")
	}
	return Slot(c.Entities > 0, func() app.UI {
		text := words.Count(c.Entities, "entity", "entities")
		if n := len(c.First); n < c.Entities {
			text += ", the first " + strconv.Itoa(n)
		}
		return H("details", H("summary", text), H("ul.notes", Each(len(c.First), func(i int) app.UI {
			return H("li", H("code", page.KeyText(c.First[i].PartitionKey)), " / ", H("code", page.KeyText(c.First[i].RowKey)))
		})))
	})
}
