package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
	"rangefinder/app/words"
)

// pastQueries is the dialog of the queries that were run.
func (p *DialogPanel) pastQueries(d *state.Dialog) []app.UI {
	list := state.HistoryOf(p.History, d.Find)
	facts := words.Count(len(list), "query", "queries") + " of " + words.Number(len(p.History)) + ", newest first. Queries of accounts are not kept."
	if len(p.History) == 0 {
		facts = "No query was run yet. Those of this browser's tables are kept here, the last hundred; those of accounts are not."
	}
	return []app.UI{
		h("div.row", h("input#history-find type=text autocomplete=off spellcheck=false autofocus=true placeholder=Find…", label("Find in the history"),
			typed(p.Store, "input", "history-find", func(v string) state.Msg { return state.HistorySought{Text: v} }))),
		h("p.dim role=status", facts),
		h("ul.history", each(len(list), func(i int) app.UI {
			r := list[i]
			filter := r.Filter
			if filter == "" {
				filter = "(no filter)"
			}
			return h("li", h("button.miss#ran-"+strconv.Itoa(i)+" type=button", hear{"click", func(app.Context, app.Event) { p.Store.Send(state.RanChosen{Ran: r}) }, app.EventScope("ran", r.Table, r.Filter, r.Select, r.Top)},
				h("span.why", words.Clip(r.Table, 63)), h("code", words.Clip(filter, 300)), h("span.row", h("small.dim.num", words.Number(r.Returned)+" of "+words.Number(r.Examined)+" examined"))))
		})),
		h("div.row.end", press(p.Store, ".btn.small.quiet#history-clear", "Clear the history", state.HistoryCleared{}, off(len(p.History) == 0))),
	}
}
