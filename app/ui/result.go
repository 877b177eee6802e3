package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
	"rangefinder/app/worker"
)

// ResultPanel is the line above the grid and the grid's place.
type ResultPanel struct {
	app.Compo
	Store  *state.Store
	Result *state.Result
	Tables *state.Tables
	Live   *state.Live // the account on screen, nil for this browser
	Table  string      // that is open, "" for none
	Top    string      // $top as typed
	Older  bool        // the result is not of the query in the editor
	Ready  bool        // the tables are known
	Misses *state.Misses
	Grid   *state.Grid
	Hidden bool // a lesson asks for a prediction
	root   *Root

	ThenText string // what came of the step in the browser
}

// Copy puts the selected lines on the clipboard.
func (r *ResultPanel) Copy(format string) {
	if r.root != nil {
		r.root.copyLines(r.Result.First, r.Result.Last, format)
	}
}

func (r *ResultPanel) Render() app.UI {
	empty := r.empty()
	if r.Hidden {
		empty = h("div.blank", h("h2", "The result is hidden"), h("p", "It is run when you have said what you expect."))
	}
	var stopped *worker.Failure // in the middle of an account: what was read is there
	pages := false
	if rp := r.Result.Reply; rp != nil && rp.Live != nil && !r.Result.Running {
		stopped, pages = rp.Live.Failed, len(rp.Live.Pages) > 0
	}
	class := "grid"
	plain := r.Grid.Plain && empty == nil
	if empty != nil || plain {
		class += " hidden"
	}
	return el("section").Class("result").Aria("label", "Result").Body(
		el("div").Class("row result-line").Body(el("div").Class("row grow").Body(r.line()...), r.tools()),
		slot(r.Grid.Find != nil, func() app.UI { return r.find() }),
		slot(r.Grid.Order != nil, func() app.UI { return r.sorted() }),
		slot(r.Grid.All, func() app.UI {
			return h("p.row", h("span.tag.odd", "every column of this result is hidden in its layout, so all are shown"), press(r.Store, ".btn.small", "Reset the columns", state.ColumnsReset{}))
		}),
		slot(r.Result.Failed != nil, func() app.UI { return failure(r.Result.Failed) }),
		slot(stopped != nil, func() app.UI { return failure(stopped) }),
		slot(pages, func() app.UI { return r.pageFacts() }),
		slot(empty != nil, func() app.UI { return empty }),
		slot(plain, func() app.UI {
			return h("div.plain-place#plain role=region tabindex=0", label("The lines of the result as a plain table"))
		}),
		el("div").ID("grid").Class(class),
	)
}

func failure(f *worker.Failure) app.UI {
	return el("div").Class("failure").Role("alert").Body(
		el("b").Text(f.Message),
		slot(f.Detail != "", func() app.UI { return el("p").Text(f.Detail) }),
		el("p").Class("dim mono").Text(f.Code),
	)
}

func (r *ResultPanel) line() []app.UI {
	res := r.Result
	if r.Hidden {
		return []app.UI{h("div.slot")}
	}
	if res.Running && r.Live != nil {
		return r.reading()
	}
	if res.Running {
		text := "Running"
		if p := res.Progress; p.Done > 0 {
			text += " · examined " + state.Number(p.Done) + " · found " + state.Number(p.Found) + state.Rate(p)
		}
		return []app.UI{el("span").Class("dim running").Text(text)}
	}
	if res.Reply == nil && res.Left {
		return []app.UI{h("span.tag.odd", "stopped when another query was chosen"), h("span.dim", "Run the query to see its entities.")}
	}
	if res.Reply == nil {
		return []app.UI{el("span").Class("dim").Text("Run the query to see its entities.")}
	}
	rp := res.Reply
	s := rp.Stats
	var body []app.UI
	if rp.Live != nil {
		body = append(body, liveFacts(rp), r.goOn())
	} else {
		body = append(body, el("span").Class("facts").Body(
			bold(state.Number(s.Returned)), app.Text(plural(s.Returned, " entity returned", " entities returned")),
			app.Text(" · examined "), bold(state.Number(s.Examined)),
			app.Text(" · "), bold(state.Number(rp.Pages)), app.Text(plural(rp.Pages, " page · ", " pages · ")),
			bold(state.Bytes(s.Bytes)), app.Text(" · "), bold(state.Micros(s.Micros)),
		))
	}
	if rp.Canceled {
		body = append(body, el("span").Class("tag odd").Text("stopped: not everything was read"))
	}
	if res.Left {
		body = append(body, h("span.tag.odd", "reading on stopped when another query was chosen"))
	}
	if res.Stale {
		body = append(body, el("span").Class("tag odd").Text("the table changed since"), button("btn small", "Run again").OnClick(send(r.Store, state.RunPressed{})))
	}
	if res.Last > res.First {
		body = append(body, el("span").Class("tag").Text(r.Selected()),
			r.copies("Copy as table", "rich", "As TSV and as a table, for spreadsheets; with a header"), r.copies("Without header", "tsv!", "TSV, only the lines"), r.copies("Copy as JSON", "json", "Whole entities with their types"))
	}
	if r.Older {
		body = append(body, el("span").Class("tag").Text("of the query that was run, not of the one above"))
	}
	return body
}

// empty is what stands in place of an empty grid.
func (r *ResultPanel) empty() app.UI {
	res := r.Result
	if r.Live != nil {
		return r.liveEmpty()
	}
	if r.Ready && r.Table == "" && r.Tables.Loading == nil {
		return el("div").Class("blank").Body(
			el("h2").Text("No table is open"),
			el("p").Text("Open a sample from the list, or make a table of your own."),
			el("div").Class("row").Body(
				button("btn primary", "Open "+state.FirstSample).OnClick(send(r.Store, state.SampleOpened{Name: state.FirstSample})),
				button("btn", "New table…").OnClick(send(r.Store, state.NewTablePressed{})),
				button("btn", "Generate a table…").OnClick(send(r.Store, state.GeneratePressed{})),
				button("btn", "Import a file…").OnClick(send(r.Store, state.ImportPressed{})),
			),
		)
	}
	if res.Running || res.Failed != nil || res.Reply == nil || res.Reply.Lines > 0 {
		return nil
	}
	for _, t := range r.Tables.List {
		if t.Name == res.Table && t.Entities == 0 {
			return el("div").Class("blank").Body(
				el("h2").Text("This table is empty"),
				el("p").Text("Add an entity, drop a file here, paste rows from a spreadsheet, or make a table with generated data or a sample."),
				el("div").Class("row").Body(
					button("btn primary", "Add an entity").OnClick(send(r.Store, state.NewEntityPressed{})),
					button("btn", "Import a file…").OnClick(send(r.Store, state.ImportPressed{})),
					button("btn", "Generate a table…").OnClick(send(r.Store, state.GeneratePressed{})),
				),
			)
		}
	}
	title, text := "No entity matches", "The query examined "+state.Count(res.Reply.Stats.Examined, "entity", "entities")+" and returned none. The plan above says what each clause leaves over."
	switch {
	case res.Reply.Canceled:
		title, text = "Stopped before anything was found", "The query examined "+state.Count(res.Reply.Stats.Examined, "entity", "entities")+" until then. Run it again to read on to the end."
	case strings.TrimSpace(r.Top) == "0":
		title, text = "$top is 0", "The service answers a page of no entities. Empty $top to get pages of 1,000."
	}
	return el("div").Class("blank").Body(
		el("h2").Text(title),
		el("p").Text(text),
		slot(r.Misses != nil, func() app.UI { return r.misses() }),
		el("div").Class("row").Body(button("btn", "Show the whole table").OnClick(send(r.Store, state.FilterSet{}))),
	)
}
