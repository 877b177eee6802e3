package result

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/accounts"
	"rangefinder/app/grid"
	. "rangefinder/app/kit"
	"rangefinder/app/misses"
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// Panel is the line above the grid and the grid's place.
type Panel struct {
	app.Compo
	Store   Sender
	Result  *grid.Result
	Tables  []wire.TableInfo // of this browser
	Loading *page.Loading    // what is under way, nil for nothing
	Live    *accounts.Live   // the account on screen, nil for this browser
	Vacant  bool             // the account's table is known to have no entities
	Table   string           // that is open, "" for none
	Step    int              // at which the first lesson goes on, 0 when it was not begun

	Connection string      // with which an application reaches the account on screen, "" when it may not be shown
	ReadOnly   string      // why nothing can be written to it, "" when it can
	Openable   bool        // by a lock that the person can open
	Missing    *page.Route // a query whose table is not here; nil for none
	Top        string      // $top as typed
	Older      bool        // the result is not of the query in the editor
	Refused    bool        // the query in the editor is no filter
	Ready      bool        // the tables are known
	Misses     *misses.Model
	Grid       *grid.Model
	Hidden     bool // a lesson asks for a prediction
	Lost       bool // the account on screen is not known: the server was not reached

	Host     *grid.Host // nil without a browser
	Embedded bool       // in the page of somebody else
	ThenText string     // what came of the step in the browser
	ByIndex  bool       // plans are for an engine with an index of values
}

// Copy puts the selected lines on the clipboard.
func (r *Panel) Copy(format string) {
	if r.Host != nil {
		r.Host.CopyLines(r.Result.First, r.Result.Last, format)
	}
}

func (r *Panel) Render() app.UI {
	empty := r.empty()
	if r.Hidden {
		empty = H("div.blank", H("p.dim", "The result comes with the plan."))
	}
	var stopped *wire.Failure // in the middle of an account: what was read is there
	pages := false
	if rp := r.Result.Reply; rp != nil && rp.Live != nil && !r.Result.Running {
		stopped, pages = rp.Live.Failed, len(rp.Live.Pages) > 0
	}
	class := "grid"
	plain := r.Grid.Plain && empty == nil
	if empty != nil || plain || r.Result.Failed != nil && r.Result.Reply == nil {
		class += " hidden"
	}
	return El("section").ID("result").Class("result").Aria("label", "Result").Body(
		El("div").ID("result-line").Class("row result-line").Body(El("div").Class("row grow").Body(r.line()...), r.tools()),
		Slot(r.Grid.Find != nil, func() app.UI { return r.find() }),
		Slot(r.Grid.Order != nil && r.Grid.Order.Column == "" && (r.Grid.Order.Asked || r.Grid.Order.Reply == nil), r.unchecked),
		Slot(r.Grid.All, func() app.UI {
			return H("p.row", H("span.tag.odd", "every column of this result is hidden in its layout, so all are shown"), Press(r.Store, ".btn.small", "Reset the columns", grid.ColumnsReset{}))
		}),
		Slot(r.Result.Failed != nil, func() app.UI {
			return r.failure(r.Result.Failed, Press(r.Store, ".btn.small#run-again", "Try again", page.RunPressed{}))
		}),
		Slot(stopped != nil, func() app.UI { return r.failure(stopped, nil) }),
		Slot(pages, func() app.UI { return r.pageFacts() }),
		Slot(empty != nil, func() app.UI { return empty }),
		Slot(plain, func() app.UI {
			return H("div.plain-place#plain role=region tabindex=0", Label("The rows of the result as a plain table"))
		}),
		El("div").ID("grid").Class(class),
		Slot(r.Grid.Order != nil && r.Grid.Order.Column != "", r.sorted),
		Slot(r.Result.Reply != nil && r.Result.Last > r.Result.First && !r.Result.Running && !r.Hidden, r.selection),
	)
}

// failure tells why a run ended without a result, or in the middle of one. It is no alert: the end of the run is announced.
func (r *Panel) failure(f *wire.Failure, again app.UI) app.UI {
	todo := page.WhatToDo(f)
	name := f.Code
	if f.RequestID != "" {
		name += " · x-ms-request-id " + f.RequestID
	}
	return H("div.failure", H("b", f.Message),
		Slot(f.Detail != "", func() app.UI { return H("p", f.Detail) }),
		Slot(todo != "", func() app.UI { return H("p", todo) }),
		H("p.dim.mono", name),
		H("div.row", again, Press(r.Store, ".btn.small", "Copy", page.CopyPressed{What: "the error", Text: strings.TrimSpace(f.Message+" "+f.Detail) + "\n" + name}, Label("Copy the error"))))
}

func (r *Panel) line() []app.UI {
	res := r.Result
	if r.Hidden {
		return []app.UI{H("div.slot")}
	}
	if res.Running && r.Live != nil {
		return r.reading()
	}
	if res.Running {
		text := "Running"
		if p := res.Progress; p.Done > 0 {
			text += " · examined " + words.Number(p.Done)
			if p.Total > 0 {
				text += " of " + words.Number(p.Total)
			}
			text += " · found " + words.Number(p.Found) + page.Rate(p)
		}
		return []app.UI{El("span").Class("dim running").Text(text), Slot(res.Reply != nil, func() app.UI { return H("span.tag.odd", "shown is the result before") })}
	}
	if res.Reply == nil && res.Left {
		return []app.UI{H("span.tag.odd", "stopped when another query was chosen"), H("span.dim", "Run the query to see its entities.")}
	}
	if res.Reply == nil {
		text := "Run the query to see its entities."
		switch {
		case res.Failed != nil:
			text = "The query failed."
		case r.Loading != nil && r.Live == nil:
			text = r.Loading.Title + "…"
		case r.Table == "" || r.Lost:
			text = ""
		}
		return []app.UI{El("span").Class("dim").Text(text)}
	}
	rp := res.Reply
	s := rp.Stats
	var body []app.UI
	if rp.Live != nil {
		body = append(body, r.liveFacts(), r.goOn())
	} else {
		facts := r.returned()
		var more []any                // what a phone has no room for
		if !rp.Plan.Class.ByIndex() { // what was read here is not what that service would read
			facts = append(facts, " · examined ", Bold(words.Number(s.Examined)))
			if rp.Merged == nil { // the queries' own pages are in its text
				more = []any{" · ", H("span", Title("The service answers each page in a round trip of its own."), Bold(words.Number(rp.Pages)), words.Plural(rp.Pages, " page", " pages"))}
			}
		}
		if s.Bytes != wire.Unknown {
			more = append(more, " · ", Bold(words.Bytes(s.Bytes)))
		}
		if s.Micros > 0 { // what a browser's clock does not tell
			more = append(more, " · ", H("span", Title("The time that this browser took. A request to the service takes some 10 ms or more, whatever it reads."), "in this browser ", Bold(words.Micros(s.Micros))))
		}
		body = append(body, H("span.facts.local", append(facts, H("span.not-phone", more...))...))
	}
	if rp.Merged != nil {
		body = append(body, H("span.tag#merged", plan.MergedText(rp)))
	}
	if rp.Limited {
		body = append(body, H("span.tag", Title("The statement wants no more; the table has more that match"), "first "+words.Number(s.Returned)), Press(r.Store, ".btn.small#read-all", "Read all", page.LimitLifted{}))
	}
	if rp.Canceled {
		body = append(body, El("span").Class("tag odd").Text("stopped: not everything was read"))
	}
	if res.Left {
		body = append(body, H("span.tag.odd", "reading on stopped when another query was chosen"))
	}
	if res.Stale {
		text := "the table changed since"
		if rp.Live != nil { // who else wrote there is not known
			text = "read before your changes"
		}
		body = append(body, El("span").Class("tag odd").Text(text), Button("btn small", "Run again").OnClick(Send(r.Store, page.RunPressed{})))
	}
	if r.Older {
		short, text, of := "Rows", "Earlier result; press Run", " of the previous run"
		if rp.Live == nil { // a phone has no room for how many there are beside it
			short = words.Count(s.Returned, "row", "rows")
		}
		if r.Refused {
			text, of = "Earlier result; this filter cannot run", " of the filter before"
		}
		body = append(body, H("span.tag", H("span.not-phone", text), H("span.only-phone", short+of)))
	}
	return body
}

// empty is what stands in place of an empty grid.
func (r *Panel) empty() app.UI {
	res := r.Result
	if o := r.Grid.Order; o != nil && o.Then != "" && o.Reply != nil && !o.Asked && o.Reply.Entities == 0 && o.Reply.Of > 0 && !res.Running && r.ThenText != "" {
		return H("div.blank#kept-none", H("h2", "The step in this browser kept nothing"),
			H("p", "The service returned "+words.Count(o.Reply.Of, "entity", "entities")+", and "+words.Clip(o.Then, 200)+" holds for none of them. Case and white space matter; tolower() around a property takes any case."),
			H("div.row", Press(r.Store, ".btn", "Show what the service returned", page.ThenClosed{})))
	}
	if r.Live != nil {
		return r.liveEmpty()
	}
	if r.Missing != nil && r.Loading == nil {
		return r.missing(r.Missing.Table)
	}
	if r.Ready && r.Table == "" && r.Loading == nil {
		return NoTable(r.Store, "Open a sample from the list, or make a table of your own.", r.Step)
	}
	if res.Running || res.Failed != nil || res.Reply == nil || res.Reply.Lines > 0 {
		return nil
	}
	for _, t := range r.Tables {
		if t.Name == res.Table && t.Entities == 0 {
			return EmptyTable(r.Store, "Add an entity, drop a file here, paste rows from a spreadsheet, or make a table with generated data or a sample.", page.NewEntityPressed{})
		}
	}
	if r.Older {
		return r.older()
	}
	title, text := "No entity matches", "The query examined "+words.Count(res.Reply.Stats.Examined, "entity", "entities")+" and returned none."
	if res.Reply.Plan.Class.ByIndex() {
		text = "The query returned none."
	}
	if res.Reply.Stats.Examined != 0 || res.Reply.Plan.Class.ByIndex() {
		text += " Why, above, tells how many entities each clause keeps."
	}
	switch {
	case res.Reply.Canceled:
		title, text = "Stopped before anything was found", "The query examined "+words.Count(res.Reply.Stats.Examined, "entity", "entities")+" until then. Run it again to read on to the end."
	case strings.TrimSpace(r.Top) == "0":
		title, text = "$top is 0", "The service answers a page of no entities. Empty $top to get pages of 1,000."
	}
	return El("div").Class("blank").Body(
		El("h2").Text(title),
		El("p").Text(text),
		Slot(r.Misses != nil, func() app.UI { return misses.Draw(r.Store, r.Misses) }),
		El("div").Class("row").Body(Button("btn", "Show the whole table").OnClick(Send(r.Store, page.FilterSet{}))),
	)
}

// older stands where the entities would be while another filter is typed than the one that returned none: it must not look like the
// answer to what is typed.
func (r *Panel) older() app.UI {
	before, now := "The query before had no filter", "Press Run to see what this one finds."
	if text := strings.TrimSpace(r.Result.Filter); text != "" {
		before = "The filter before was " + words.Clip(text, 160)
	}
	if r.Refused {
		now = "This one cannot run: what is wrong with it stands above."
	}
	return H("div.blank", H("h2", "No result of this filter yet"), H("p", before+", and no entity matched. "+now))
}

// mostOffered is how many tables are offered in the place of one that is missing.
const mostOffered = 5

// missing offers a table to a query whose own is not here.
func (r *Panel) missing(table string) app.UI {
	list := r.Tables[:min(len(r.Tables), mostOffered)]
	name := words.Clip(table, 63)
	here := "."
	if len(list) > 0 {
		here = "; or run it on a table that is here."
	}
	return H("div.blank#missing", H("h2", "The table "+words.Quote(name)+" is not in this browser"),
		H("p", "The query is kept above. Make the table or import it, and the query runs on it"+here+" A link brings data only when its sender chose that."),
		H("div.row",
			Press(r.Store, ".btn.primary", "Import "+name+"…", page.ImportPressed{}),
			Press(r.Store, ".btn", "New table "+name+"…", page.NewTablePressed{})),
		Slot(len(list) > 0, func() app.UI {
			return H("div.row", H("span.dim", "Run it on"), Each(len(list), func(i int) app.UI {
				return Press(r.Store, ".btn.small", words.Clip(list[i].Name, 63), page.TableChosen{Table: list[i].Name, Goes: true})
			}))
		}))
}
