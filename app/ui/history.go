package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
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
		H("div.row", H("input#history-find type=text autocomplete=off spellcheck=false autofocus=true placeholder=Find…", Label("Find in the history"),
			Typed(p.Store, "input", "history-find", func(v string) state.Msg { return state.HistorySought{Text: v} }))),
		H("p.dim role=status", facts),
		H("ul.history", Each(len(list), func(i int) app.UI {
			r := list[i]
			filter := r.Filter
			if filter == "" {
				filter = "(no filter)"
			}
			return H("li", H("button.miss#ran-"+strconv.Itoa(i)+" type=button", Listen("click", func(app.Context, app.Event) { p.Store.Send(state.RanChosen{Ran: r}) }, app.EventScope("ran", r.Table, r.Filter, r.Select, r.Top)),
				H("span.why", words.Clip(r.Table, 63)), H("code", words.Clip(filter, 300)), H("span.row", H("small.dim.num", state.RanText(&r)))))
		})),
		H("div.row.end", Press(p.Store, ".btn.small.quiet#history-clear", "Clear the history", state.HistoryCleared{}, Off(len(p.History) == 0))),
	}
}
