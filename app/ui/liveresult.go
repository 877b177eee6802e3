package ui

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// reading is the line above the grid while pages of an account are read.
func (r *ResultPanel) reading() []app.UI {
	res := r.Result
	text := "Reading"
	if p := res.Progress; p.Pages > 0 {
		text += " · " + words.Count(p.Pages, "page", "pages") + " · at least " + words.Number(p.Done) + " read so far · " + words.Number(p.Found) + " returned"
	}
	body := []app.UI{h("span.dim.running#reading tabindex=-1", text)}
	if res.Wait != nil {
		body = append(body, h("span.tag.odd#waiting", state.WaitText(res.Wait)), press(r.Store, ".btn.small", "Stop", state.StopPressed{}))
	}
	return body
}

// liveFacts are the numbers of a run on an account: what came, and what is certain of the rest.
func liveFacts(rp *wire.RunReply) app.UI {
	s, least, empty := rp.Stats, "", 0
	if rp.Live.AtLeast {
		least = "at least "
	}
	for _, p := range rp.Live.Pages {
		if p.Entities == 0 {
			empty++
		}
	}
	none := ""
	if empty > 0 {
		none = " (" + words.Number(empty) + " empty)"
	}
	return h("span.facts",
		bold(words.Number(s.Returned)), words.Plural(s.Returned, " entity returned", " entities returned")+" · "+least, bold(words.Number(s.Examined)), " read so far · ",
		bold(words.Number(rp.Pages)), words.Plural(rp.Pages, " page", " pages")+none+" · "+words.Count(rp.Live.Requests, "request", "requests")+" · ", bold(state.Micros(s.Micros)))
}

// goOn is where the service stopped and what can be done about it.
func (r *ResultPanel) goOn() app.UI {
	live := r.Result.Reply.Live
	if !live.More {
		return h("span.tag", "read to the end")
	}
	at := state.KeyText(live.Continue.PartitionKey)
	if live.Continue.HasRow {
		at += " / " + state.KeyText(live.Continue.RowKey)
	}
	return h("span.row",
		h("span.tag.odd", title("The continuation token of the last page"), "there is more, from "+words.Clip(at, 60)),
		press(r.Store, ".btn.small#next-page", "Next page", state.MorePressed{}),
		press(r.Store, ".btn.small#read-on", "Read on to the end", state.MorePressed{All: true}),
	)
}

// pageFacts lists the last pages with their request ids, empty ones included.
func (r *ResultPanel) pageFacts() app.UI {
	rp := r.Result.Reply
	pages := rp.Live.Pages
	ids := ""
	for _, p := range pages {
		ids += p.RequestID + "\n"
	}
	head := strings.Split("Page,Entities,Time,Attempts,x-ms-request-id", ",")
	return h("details.page-facts",
		h("summary", "Pages and request ids · last ", h("code", pages[len(pages)-1].RequestID)),
		h("div.scroll-x tabindex=0 role=region", label("Pages"), h("table.preview",
			h("thead", h("tr", each(len(head), func(i int) app.UI { return h("th scope=col", head[i]) }))),
			h("tbody", each(len(pages), func(i int) app.UI {
				p := pages[len(pages)-1-i]
				entities := words.Number(p.Entities)
				if p.Entities == 0 {
					entities = "0 (empty page)"
				}
				return h("tr", h("th scope=row", strconv.Itoa(rp.Pages-i)), h("td", entities), h("td", state.Micros(p.Micros)), h("td", strconv.Itoa(p.Attempts)), h("td", h("code", p.RequestID)))
			})),
		)),
		h("div.row", press(r.Store, ".btn.small", "Copy the request ids", state.CopyPressed{What: "the request ids", Text: ids})),
	)
}

// liveEmpty is what stands in place of an empty grid of an account.
func (r *ResultPanel) liveEmpty() app.UI {
	res, l := r.Result, r.Live
	say := func(head, text string, buttons ...app.UI) app.UI {
		return h("div.blank", h("h2", head), h("p", text), h("div.row", buttons))
	}
	if r.Lost && res.Reply == nil && res.Failed == nil && !res.Running { // the bar of the account says why, and asks again
		return say("Nothing can be asked of "+l.Source, "It is an account behind the server that this page came from, and that server has not told of it.")
	}
	if r.Table == "" {
		next := each(min(len(l.Tables), 12), func(i int) app.UI {
			return press(r.Store, ".btn", l.Tables[i].Name, state.TableChosen{Source: l.Source, Table: l.Tables[i].Name})
		})
		if l.Failed != nil { // the side bar has it too, where there is room for one
			next = []app.UI{press(r.Store, ".btn.primary", "List them again", state.LiveListPressed{})}
		}
		return say("No table of "+l.Source+" is open", "Nothing is read before you say so. "+state.LiveState(l), next...)
	}
	switch rp := res.Reply; {
	case res.Running && rp == nil || res.Failed != nil:
	case rp == nil && res.Left:
		return say("The query was stopped", "Nothing is read of "+l.Source+" while another query is on screen. Nothing of this one had come yet.", press(r.Store, ".btn.primary", "Run", state.RunPressed{}))
	case rp == nil:
		return say("Nothing was asked of "+l.Source+" yet", "A query on an account runs only when you say so. One that would scan tells its worst case first.", press(r.Store, ".btn.primary", "Run", state.RunPressed{}))
	case rp.Lines == 0 && rp.Live != nil && rp.Live.More:
		return say("No entity on the pages read so far", "The service has read on and found nothing yet: pages without entities are usual when a query scans. It says that there is more.")
	case rp.Lines == 0:
		if r.Misses != nil {
			return h("div.blank", h("h2", "No entity matches"), h("p", "The service read to the end of the query's range and returned none."), r.misses())
		}
		return say("No entity matches", "The service read to the end of the query's range and returned none.")
	}
	return nil
}
