package result

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/bulk"
	"rangefinder/app/copyto"
	"rangefinder/app/grid"
	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// copies is a button that copies the selected lines.
func (r *Panel) copies(text, format, about string) app.UI {
	return Button("btn small", text).Attr("title", about).OnClick(func(ctx app.Context, e app.Event) { r.Copy(format) }, app.EventScope(format))
}

// selection is what can be done with the selected entities. It stands below the grid, whose top stays in its place.
func (r *Panel) selection() app.UI {
	return H("div.row.selection#selection", H("span.tag", r.Selected()),
		r.copies("Copy as table", "rich", "As TSV and as a table, for spreadsheets; with a header"), r.copies("Without header", "tsv!", "TSV, only the entities"), r.copies("Copy as JSON", "json", "Whole entities with their types"))
}

// Selected says how many lines are selected; all lines are all entities of the result.
func (r *Panel) Selected() string {
	rp, n := r.Result.Reply, r.Result.Last-r.Result.First+1
	lines, entities := rp.Lines, rp.Lines-max(rp.Pages-1, 0)
	if r.Grid.OrderNumber() != 0 {
		lines, entities = r.Grid.Order.Reply.Lines, r.Grid.Order.Reply.Entities
	}
	if n < lines {
		return words.Count(n, "entity selected", "entities selected")
	}
	text := "all " + words.Count(entities, "entity", "entities") + " of the result selected"
	if rp.Live != nil && rp.Live.More || rp.Canceled {
		text = "all " + words.Count(entities, "entity", "entities") + " read so far selected"
	}
	return text
}

// tools are the buttons at the end of the line above the grid.
func (r *Panel) tools() app.UI {
	rp, g := r.Result.Reply, r.Grid
	if rp == nil || r.Result.Running || len(rp.Columns) == 0 {
		return H("span.slot")
	}
	columns, class := "Columns", "span.row.tools"
	if hidden := len(rp.Columns) - len(g.Shown); hidden > 0 {
		columns += " · " + words.Number(hidden) + " hidden"
		class += ".hiding" // wider
	}
	plain := "Plain table"
	if g.Plain {
		plain = "Back to the grid"
	}
	more := []FoldItem{{ID: "plain-table", Text: plain, Title: "Every entity as ordinary text, for a screen reader and the browser's own search", Msg: grid.PlainToggled{}}}
	if !r.Embedded {
		more = append(more,
			FoldItem{ID: "copy-result-to", Text: "Copy to…", Title: "These entities into an account, or a table of this browser, with a plan of the requests first", Off: rp.Lines == 0 || r.Loading != nil, Msg: copyto.Pressed{Result: true}},
			FoldItem{ID: "edit-many", Text: "Change entities…", Title: "Set, rename, remove or retype a property of the selected entities, or of all", Off: rp.Lines == 0, Msg: bulk.ManyPressed{}},
			FoldItem{ID: "remove", Text: "Delete…", Title: "The selected entities, all that the query finds, or everything in the table: counted first", Msg: bulk.RemovePressed{}})
	}
	return H(class,
		Press(r.Store, ".btn.small.quiet#find-open", "Find", grid.FindPressed{}, Title("Find in all entities of the result (Ctrl+F in the grid)")),
		Slot(!r.Embedded, func() app.UI {
			return Press(r.Store, ".btn.small.quiet#columns", columns, grid.ColumnsPressed{}, Title("Show, hide, order, width, column sets, time zone"))
		}),
		&Fold{Store: r.Store, ID: "result-more", Class: "small.quiet", Label: "More about this result: plain table, copy, change, delete", Items: more})
}

// unchecked tells that the lines are not those that the step in the browser keeps.
func (r *Panel) unchecked() app.UI {
	return H("p.row.sorted", H("span.tag.odd", "▽ not checked"), H("span.dim", r.ThenText), Slot(r.Grid.Order.Asked, func() app.UI {
		return Press(r.Store, ".btn.small", "Stop", grid.SortStopped{})
	}))
}

// sorted is the badge of another order than the service's, with the way back. It stands below the grid, so that the head that was
// pressed stays under the pointer.
func (r *Panel) sorted() app.UI {
	o := r.Grid.Order
	if o.Asked {
		text := "Sorting for display by " + o.Column
		if p := o.Progress; p.Total > 0 {
			text += " · " + words.Number(p.Done) + " of " + words.Number(p.Total) + " entities"
		}
		return H("p.row.sorted role=status", H("span.tag.odd", text), Press(r.Store, ".btn.small", "Stop", grid.SortStopped{}))
	}
	return H("p.row.sorted",
		H("span.tag.odd", "⇅ sorted for display"),
		Press(r.Store, ".btn.small#unsort", "Back to key order", grid.SortEnded{}, Title("Back to PartitionKey, RowKey: the only order in which the service answers")),
		H("span.dim", grid.SortText(o)),
	)
}

// find is the search bar.
func (r *Panel) find() app.UI {
	f, rp := r.Grid.Find, r.Result.Reply
	input := Void("input").ID("find").Attr("type", "text").Aria("label", "Find in the result").Attr("autocomplete", "off").Spellcheck(false).Attr("placeholder", "Find in the result").
		OnInput(SendValue(r.Store, "find", func(v string) page.Msg { return grid.FindTyped{Text: v} })).
		OnKeyDown(func(ctx app.Context, e app.Event) {
			switch e.Get("key").String() {
			case "Enter":
				e.PreventDefault()
				r.Store.Send(grid.FindStepped{Back: e.Get("shiftKey").Bool()})
			case "Escape":
				e.PreventDefault()
				r.Store.Send(grid.FindClosed{})
			}
		})
	text := grid.FindText(f)
	if f.Asked {
		if text = "Looking"; f.Progress.Total > 0 {
			text += " · " + words.Number(f.Progress.Done) + " of " + words.Number(f.Progress.Total) + " entities"
		}
	}
	none := f.Reply == nil || f.Reply.Line < 0
	rest := rp != nil && (rp.Canceled || rp.Live != nil && rp.Live.More)
	return H("div.row.find role=search",
		input,
		Press(r.Store, ".icon#find-back", "↑", grid.FindStepped{Back: true}, Label("Previous match"), Title("Shift+Enter"), Off(none)),
		Press(r.Store, ".icon#find-next", "↓", grid.FindStepped{}, Label("Next match"), Title("Enter"), Off(none)),
		Press(r.Store, ".btn.small#find-case aria-pressed="+strconv.FormatBool(f.Case), "Aa", grid.FindCased{Case: !f.Case}, Label("Match case"), Title("Match case")),
		H("span.dim#find-text", text),
		Slot(f.Asked, func() app.UI { return Press(r.Store, ".btn.small", "Stop", grid.FindStopped{}) }),
		Slot(rest && f.Text != "" && !f.Asked, func() app.UI {
			return Press(r.Store, ".btn.small#find-rest", "Read on and find in the rest", grid.FindRest{}, Title("Only the entities read so far were searched; there are more"))
		}),
		Press(r.Store, ".icon#find-close", "✕", grid.FindClosed{}, Label("Close the search"), Title("Escape")),
	)
}
