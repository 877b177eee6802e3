package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
	"rangefinder/app/words"
)

// copies is a button that copies the selected lines.
func (r *ResultPanel) copies(text, format, about string) app.UI {
	return button("btn small", text).Attr("title", about).OnClick(func(ctx app.Context, e app.Event) { r.Copy(format) }, app.EventScope(format))
}

// Selected says how many lines are selected; all lines are all entities of the result.
func (r *ResultPanel) Selected() string {
	rp, n := r.Result.Reply, r.Result.Last-r.Result.First+1
	lines, entities := rp.Lines, rp.Lines-max(rp.Pages-1, 0)
	if r.Grid.OrderNumber() != 0 {
		lines, entities = r.Grid.Order.Reply.Lines, r.Grid.Order.Reply.Entities
	}
	if n < lines {
		return words.Count(n, "line selected", "lines selected")
	}
	text := "all " + words.Count(entities, "entity", "entities") + " of the result selected"
	if rp.Live != nil && rp.Live.More || rp.Canceled {
		text = "all " + words.Count(entities, "entity", "entities") + " read so far selected"
	}
	return text
}

// tools are the buttons at the end of the line above the grid.
func (r *ResultPanel) tools() app.UI {
	rp, g := r.Result.Reply, r.Grid
	if rp == nil || r.Result.Running || len(rp.Columns) == 0 {
		return h("span.slot")
	}
	columns := "Columns"
	if hidden := len(rp.Columns) - len(g.Shown); hidden > 0 {
		columns += " · " + words.Number(hidden) + " hidden"
	}
	return h("span.row.tools",
		press(r.Store, ".btn.small.quiet#plain-table aria-pressed="+strconv.FormatBool(g.Plain), "Plain table", state.PlainToggled{}, title("Every line as ordinary text, for a screen reader and the browser's own search")),
		press(r.Store, ".btn.small.quiet#find-open", "Find", state.FindPressed{}, title("Find in all lines of the result (Ctrl+F in the grid)")),
		slot(rp.Lines > 0, func() app.UI {
			return press(r.Store, ".btn.small.quiet#edit-many", "Change…", state.ManyPressed{}, title("Set, rename, remove or retype a property of the selected entities, or of all"))
		}),
		slot(!r.root.embedded(), func() app.UI {
			return h("span.row.tools", press(r.Store, ".btn.small.quiet#remove", "Delete…", state.RemovePressed{}, title("The selected lines, all that the query finds, or everything in the table: counted first")),
				press(r.Store, ".btn.small.quiet#columns", columns, state.ColumnsPressed{}, title("Show, hide, order, width, column sets, time zone")))
		}),
	)
}

// sorted is the badge of another order than the service's, with the way back.
func (r *ResultPanel) sorted() app.UI {
	o := r.Grid.Order
	if o.Column == "" { // only some of the entities, in the service's order
		what := "▽ what this browser kept"
		if o.Reply == nil {
			what = "▽ not checked"
		}
		return h("p.row.sorted", h("span.tag.odd", what), h("span.dim", r.ThenText), slot(o.Asked, func() app.UI {
			return press(r.Store, ".btn.small", "Stop", state.SortStopped{})
		}))
	}
	if o.Asked {
		text := "Sorting for display by " + o.Column
		if p := o.Progress; p.Total > 0 {
			text += " · " + words.Number(p.Done) + " of " + words.Number(p.Total) + " entities"
		}
		return h("p.row.sorted role=status", h("span.tag.odd", text), press(r.Store, ".btn.small", "Stop", state.SortStopped{}))
	}
	return h("p.row.sorted",
		h("span.tag.odd", "⇅ sorted for display"), h("span.dim", state.SortText(o)),
		press(r.Store, ".btn.small#unsort", "Service's order", state.SortEnded{}, title("Back to PartitionKey, RowKey: the only order in which the service answers")),
	)
}

// find is the search bar.
func (r *ResultPanel) find() app.UI {
	f, rp := r.Grid.Find, r.Result.Reply
	input := void("input").ID("find").Attr("type", "text").Aria("label", "Find in the lines of the result").Attr("autocomplete", "off").Spellcheck(false).Attr("placeholder", "Find in the result").
		OnInput(sendValue(r.Store, "find", func(v string) state.Msg { return state.FindTyped{Text: v} })).
		OnKeyDown(func(ctx app.Context, e app.Event) {
			switch e.Get("key").String() {
			case "Enter":
				e.PreventDefault()
				r.Store.Send(state.FindStepped{Back: e.Get("shiftKey").Bool()})
			case "Escape":
				e.PreventDefault()
				r.Store.Send(state.FindClosed{})
			}
		})
	text := state.FindText(f)
	if f.Asked {
		if text = "Looking"; f.Progress.Total > 0 {
			text += " · " + words.Number(f.Progress.Done) + " of " + words.Number(f.Progress.Total) + " entities"
		}
	}
	none := f.Reply == nil || f.Reply.Line < 0
	rest := rp != nil && (rp.Canceled || rp.Live != nil && rp.Live.More)
	return h("div.row.find role=search",
		input,
		press(r.Store, ".icon#find-back", "↑", state.FindStepped{Back: true}, label("Previous line with it"), title("Shift+Enter"), off(none)),
		press(r.Store, ".icon#find-next", "↓", state.FindStepped{}, label("Next line with it"), title("Enter"), off(none)),
		press(r.Store, ".btn.small#find-case aria-pressed="+strconv.FormatBool(f.Case), "Aa", state.FindCased{Case: !f.Case}, label("Match case"), title("Match case")),
		h("span.dim#find-text", text),
		slot(f.Asked, func() app.UI { return press(r.Store, ".btn.small", "Stop", state.FindStopped{}) }),
		slot(rest && f.Text != "" && !f.Asked, func() app.UI {
			return press(r.Store, ".btn.small#find-rest", "Read on and find in the rest", state.FindRest{}, title("Only what was read was looked at: there is more"))
		}),
		press(r.Store, ".icon#find-close", "✕", state.FindClosed{}, label("Close the search"), title("Escape")),
	)
}
