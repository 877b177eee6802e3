package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
	"rangefinder/app/worker"
)

// reading is the line above the grid while pages of an account are read.
func (r *ResultPanel) reading() []app.UI {
	res := r.Result
	text := "Reading"
	if p := res.Progress; p.Pages > 0 {
		text += " · " + state.Count(p.Pages, "page", "pages") + " · at least " + state.Number(p.Done) + " read so far · " + state.Number(p.Found) + " returned"
	}
	body := []app.UI{el("span").Class("dim running").Text(text)}
	if res.Wait != nil {
		body = append(body, el("span").Class("tag odd").ID("waiting").Text(state.WaitText(res.Wait)), button("btn small", "Stop").OnClick(send(r.Store, state.StopPressed{})))
	}
	return body
}

// liveFacts are the numbers of a run on an account: what came, and what is certain of the rest.
func liveFacts(rp *worker.RunReply) app.UI {
	s, least, empty := rp.Stats, "", 0
	if rp.Live.AtLeast {
		least = "at least "
	}
	for _, p := range rp.Live.Pages {
		if p.Entities == 0 {
			empty++
		}
	}
	body := []app.UI{
		bold(state.Number(s.Returned)), app.Text(plural(s.Returned, " entity returned", " entities returned") + " · " + least), bold(state.Number(s.Examined)), app.Text(" read so far · "),
		bold(state.Number(rp.Pages)), app.Text(plural(rp.Pages, " page", " pages")),
	}
	if empty > 0 {
		body = append(body, app.Text(" ("+state.Number(empty)+" empty)"))
	}
	return el("span").Class("facts").Body(append(body, app.Text(" · "+state.Count(rp.Live.Requests, "request", "requests")+" · "), bold(state.Micros(s.Micros)))...)
}

// goOn is where the service stopped and what can be done about it.
func (r *ResultPanel) goOn() app.UI {
	live := r.Result.Reply.Live
	if !live.More {
		return el("span").Class("tag").Text("read to the end")
	}
	at := state.KeyText(live.Continue.PartitionKey)
	if live.Continue.HasRow {
		at += " / " + state.KeyText(live.Continue.RowKey)
	}
	return el("span").Class("row").Body(
		el("span").Class("tag odd").Attr("title", "The continuation token of the last page").Text("there is more, from "+clip(at, 60)),
		button("btn small", "Next page").ID("next-page").OnClick(send(r.Store, state.MorePressed{})),
		button("btn small", "Read on to the end").ID("read-on").OnClick(send(r.Store, state.MorePressed{All: true})),
	)
}

// pageFacts lists the last pages with their request ids, empty ones included.
func (r *ResultPanel) pageFacts() app.UI {
	rp := r.Result.Reply
	pages := rp.Live.Pages
	first := rp.Pages - len(pages) + 1
	ids := ""
	for _, p := range pages {
		ids += p.RequestID + "\n"
	}
	return el("details").Class("page-facts").Body(
		el("summary").Body(app.Text("Pages and request ids · last "), el("code").Text(pages[len(pages)-1].RequestID)),
		el("div").Class("scroll-x").TabIndex(0).Role("region").Aria("label", "Pages").Body(el("table").Class("preview").Body(
			el("thead").Body(el("tr").Body(app.Range([]string{"Page", "Entities", "Time", "Attempts", "x-ms-request-id"}).Slice(func(i int) app.UI {
				return el("th").Attr("scope", "col").Text([]string{"Page", "Entities", "Time", "Attempts", "x-ms-request-id"}[i])
			}))),
			el("tbody").Body(app.Range(pages).Slice(func(i int) app.UI {
				p := pages[len(pages)-1-i]
				entities := state.Number(p.Entities)
				if p.Entities == 0 {
					entities = "0 (empty page)"
				}
				return el("tr").Body(
					el("th").Attr("scope", "row").Text(strconv.Itoa(first+len(pages)-1-i)), el("td").Text(entities), el("td").Text(state.Micros(p.Micros)), el("td").Text(strconv.Itoa(p.Attempts)),
					el("td").Body(el("code").Text(p.RequestID)),
				)
			})),
		)),
		el("div").Class("row").Body(button("btn small", "Copy the request ids").OnClick(send(r.Store, state.CopyPressed{What: "the request ids", Text: ids}))),
	)
}

// liveEmpty is what stands in place of an empty grid of an account.
func (r *ResultPanel) liveEmpty() app.UI {
	res, l := r.Result, r.Live
	if r.Table == "" {
		tables := l.Tables[:min(len(l.Tables), 12)]
		return el("div").Class("empty").Body(
			el("h2").Text("No table of "+l.Source+" is open"),
			el("p").Text("Nothing is read before you say so. "+state.LiveState(l)),
			el("div").Class("row").Body(app.Range(tables).Slice(func(i int) app.UI {
				return button("btn", tables[i].Name).OnClick(send(r.Store, state.TableChosen{Source: l.Source, Table: tables[i].Name}))
			})),
		)
	}
	switch rp := res.Reply; {
	case res.Running && rp == nil || res.Failed != nil:
	case rp == nil:
		return el("div").Class("empty").Body(
			el("h2").Text("Nothing was asked of "+l.Source+" yet"),
			el("p").Text("A query on an account runs only when you say so. One that would scan tells its worst case first."),
			el("div").Class("row").Body(button("btn primary", "Run").OnClick(send(r.Store, state.RunPressed{}))),
		)
	case rp.Lines == 0 && rp.Live != nil && rp.Live.More:
		return el("div").Class("empty").Body(
			el("h2").Text("No entity on the pages read so far"),
			el("p").Text("The service has read on and found nothing yet: pages without entities are usual when a query scans. It says that there is more."),
		)
	case rp.Lines == 0:
		return el("div").Class("empty").Body(
			el("h2").Text("No entity matches"),
			el("p").Text("The service read to the end of the query's range and returned none."),
		)
	}
	return nil
}
