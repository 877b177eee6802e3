package history

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// Dialog draws the dialog of the queries that were run, if it is the one that is open.
func Dialog(m *Model, d *page.Dialog) func(s Sender) (Drawn, bool) {
	return func(s Sender) (Drawn, bool) {
		of := page.Held[Search](d)
		if of == nil {
			return Drawn{}, false
		}
		return Drawn{Label: "History", Class: "wide", Body: m.body(s, of.Text)}, true
	}
}

func (m *Model) body(s Sender, find string) []app.UI {
	list := found(m.List, find)
	facts := words.Count(len(list), "query", "queries") + " of " + words.Number(len(m.List)) + ", newest first. Queries on accounts are not kept: their filters may hold private keys."
	if len(m.List) == 0 {
		facts = "No query was run yet. Those of this browser's tables are kept here, the last hundred; those of accounts are not."
	}
	return []app.UI{
		H("div.row", H("input#history-find type=text autocomplete=off spellcheck=false autofocus=true placeholder=Find…", Label("Find in the history"),
			Typed(s, "input", "history-find", func(v string) page.Msg { return HistorySought{Text: v} }))),
		H("p.dim role=status", facts),
		H("ul.history", Each(len(list), func(i int) app.UI {
			r := list[i]
			filter := r.Filter
			if filter == "" {
				filter = "(no filter)"
			}
			return H("li", H("button.miss#ran-"+strconv.Itoa(i)+" type=button", Listen("click", func(app.Context, app.Event) { s.Send(RanChosen{Ran: r}) }, app.EventScope("ran", r.Table, r.Filter, r.Select, r.Top)),
				H("span.why", words.Clip(r.Table, 63), H("small.dim", r.when())), H("code", words.Clip(filter, 300)), H("span.row", r.badge(), H("small.dim.num", r.text()))))
		})),
		H("div.row.end", Press(s, ".btn.small.quiet#history-clear", "Clear the history", HistoryCleared{}, Off(len(m.List) == 0))),
	}
}

// badge is the class of the query's plan.
func (a *Ran) badge() app.UI {
	for _, c := range slices.Concat(page.Classes, page.IndexClasses) {
		if a.Class == c.Name() {
			return Badge(c, page.Mark(c))
		}
	}
	return H("span.slot")
}
