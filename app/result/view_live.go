package result

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/accounts"
	"rangefinder/app/grid"
	. "rangefinder/app/kit"
	"rangefinder/app/misses"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// reading is the line above the grid while pages of an account are read.
func (r *Panel) reading() []app.UI {
	res := r.Result
	text := "Reading"
	if p := res.Progress; p.Pages > 0 && (r.ByIndex || p.Done == p.Found) { // a service that does not tell what it examined tells what it returned
		text += " · " + words.Count(p.Pages, "page", "pages") + " · " + words.Number(p.Found) + " returned"
	} else if p.Pages > 0 {
		text += " · " + words.Count(p.Pages, "page", "pages") + " · " + words.Number(p.Done) + " examined · " + words.Number(p.Found) + " returned"
	}
	body := []app.UI{H("span.dim.running#reading tabindex=-1", text)}
	if res.Wait != nil {
		body = append(body, H("span.tag.odd#waiting", res.Wait.Text()), Press(r.Store, ".btn.small", "Stop", StopPressed{}))
	}
	return body
}

// liveFacts are the numbers of a run on an account: what came, and what is certain of the rest.
func (r *Panel) liveFacts() app.UI {
	rp := r.Result.Reply
	s, empty := rp.Stats, 0
	for _, p := range rp.Live.Pages {
		if p.Entities == 0 {
			empty++
		}
	}
	none := ""
	if empty > 0 {
		none = " (" + words.Number(empty) + " empty)"
	}
	cost := []any{"examined ", Bold(words.Number(s.Examined))}
	switch {
	case rp.Plan.Class.ByIndex():
		cost = []any{chargeSum(rp.Live)}
	case rp.Live.AtLeast:
		cost = []any{H("span", Title(untold), "examined: the service does not tell")}
	}
	facts := append(append(r.returned(), " · "), cost...)
	return H("span.facts", append(facts, " · ",
		Bold(words.Number(rp.Pages)), words.Plural(rp.Pages, " page", " pages")+none+" · ", H("span", Title("That this run sent"), words.Count(rp.Live.Requests, "request", "requests")), " · ", Bold(words.Micros(s.Micros)))...)
}

// untold says why nobody knows what a run examined.
const untold = "The service returns the entities that match, and does not tell how many it read to find them."

// asSent says what the order of the lines is worth.
var asSent = Title("Azure Cosmos DB promises no order of a list, and the next answer may have another. A press on a column sorts what was read")

// chargeSum is what a run was charged.
func chargeSum(l *wire.LiveRun) any {
	if l.Charge == 0 {
		return "no request units told"
	}
	return H("span#units", Title("The sum of x-ms-request-charge of the pages"), Bold(words.Units(l.Charge)), " request units")
}

// goOn is where the service stopped and what can be done about it.
func (r *Panel) goOn() app.UI {
	live := r.Result.Reply.Live
	if !live.More {
		whole := Slot(!r.Result.Stale, func() app.UI { return H("span.tag", "complete") }) // what changed since takes its room
		return H("span.row", whole, Slot(r.Result.Reply.Plan.Class.ByIndex(), func() app.UI { return H("span.tag", asSent, "as the service sent them") }))
	}
	order := Slot(r.Result.Reply.Plan.Class.ByIndex(), func() app.UI {
		return H("span.tag", asSent, "as the service sent them")
	})
	at := page.KeyText(live.Continue.PartitionKey)
	if live.Continue.HasRow {
		at += " / " + page.KeyText(live.Continue.RowKey)
	}
	return H("span.row", order,
		H("span.tag.odd", Title("The continuation token of the last page"), "there is more, from "+words.Clip(at, 60)),
		Press(r.Store, ".btn.small#next-page", "Next page", grid.MorePressed{}),
		Press(r.Store, ".btn.small#read-on", "Read on to the end", grid.MorePressed{All: true}),
	)
}

// pageFacts lists the last pages with their request ids, empty ones included.
func (r *Panel) pageFacts() app.UI {
	rp := r.Result.Reply
	pages := rp.Live.Pages
	ids := ""
	for _, p := range pages {
		ids += p.RequestID + "\n"
	}
	head := strings.Split("Page,Entities,Time,Attempts,x-ms-request-id", ",")
	if rp.Live.Charge > 0 {
		head = append(head, "Request units")
	}
	return H("details.page-facts",
		H("summary", "Pages and request ids · last ", H("code", pages[len(pages)-1].RequestID)),
		Slot(rp.Live.AtLeast, func() app.UI { return H("p.dim", untold) }),
		H("div.scroll-x tabindex=0 role=region", Label("Pages"), H("table.preview",
			H("thead", H("tr", Each(len(head), func(i int) app.UI { return H("th scope=col", head[i]) }))),
			H("tbody", Each(len(pages), func(i int) app.UI {
				p := pages[len(pages)-1-i]
				entities := words.Number(p.Entities)
				if p.Entities == 0 {
					entities = "0 (empty page)"
				}
				return H("tr", H("th scope=row", strconv.Itoa(rp.Pages-i)), H("td", entities), H("td", words.Micros(p.Micros)), H("td", strconv.Itoa(p.Attempts)), H("td", H("code", p.RequestID)),
					Slot(rp.Live.Charge > 0, func() app.UI { return H("td.num", words.Units(p.Charge)) }))
			})),
		)),
		H("div.row", Press(r.Store, ".btn.small", "Copy the request ids", page.CopyPressed{What: "the request ids", Text: ids})),
	)
}

// liveEmpty is what stands in place of an empty grid of an account.
func (r *Panel) liveEmpty() app.UI {
	res, l := r.Result, r.Live
	say := func(head, text string, buttons ...app.UI) app.UI {
		return H("div.blank", H("h2", head), H("p", text), H("div.row", buttons))
	}
	if r.Lost && res.Reply == nil && res.Failed == nil && !res.Running { // the bar of the account says why, and asks again
		return say("Nothing can be asked of "+l.Source, "It is an account of the server that this page came from, and that server does not list it.")
	}
	if r.Table == "" {
		next := Each(min(len(l.Tables), 12), func(i int) app.UI {
			return Press(r.Store, ".btn", l.Tables[i].Name, page.TableChosen{Source: l.Source, Table: l.Tables[i].Name, Goes: true})
		})
		if l.Listed && !l.Listing && l.Failed == nil && len(l.Tables) == 0 {
			return r.emptyAccount()
		}
		if l.Failed != nil { // the side bar has it too, where there is room for one
			next = []app.UI{Press(r.Store, ".btn.primary", "Refresh", accounts.LiveListPressed{})}
		}
		text := "A press on a table reads its first page: one request, at most 1,000 entities."
		if l.Listing || l.Failed != nil {
			text = accounts.ListText(&l.AccountTables)
		}
		return say("No table of "+l.Source+" is open", text, next...)
	}
	switch rp := res.Reply; {
	case res.Running && rp == nil || res.Failed != nil:
	case rp == nil && res.Left:
		return say("The query was stopped", "Rangefinder stops reading "+l.Source+" when another query comes on screen. Nothing of this query had arrived by then.", Press(r.Store, ".btn.primary", "Run", page.RunPressed{}))
	case rp == nil && r.Vacant:
		return r.emptyTable()
	case rp == nil:
		return say("No query has been run on "+l.Source, "Rangefinder reads it when you press Run. Before a query that may read a whole table, it says what that takes and asks.", Press(r.Store, ".btn.primary", "Run", page.RunPressed{}))
	case rp.Lines == 0 && rp.Live != nil && rp.Live.More:
		return say("No entity on the pages read so far", "The service has read on and found nothing yet: pages without entities are usual when a query scans. It says that there is more.")
	case r.Vacant:
		return r.emptyTable()
	case rp.Lines == 0 && r.Older:
		return r.older()
	case rp.Lines == 0:
		if r.Misses != nil {
			return H("div.blank", H("h2", "No entity matches"), H("p", "The service read to the end of the query's range and returned none."), misses.Draw(r.Store, r.Misses))
		}
		return say("No entity matches", "The service read to the end of the query's range and returned none.")
	}
	return nil
}

// emptyAccount stands where the entities would be while the account has no table: the ways to its first one.
func (r *Panel) emptyAccount() app.UI {
	text := "Make its first table, or import a file into a new one."
	if r.Connection != "" {
		text = "Make its first table, import a file into a new one, or have your application make its own. It connects with:"
	}
	return H("div.blank", H("h2", r.Live.Source+" is empty"), H("p", text), r.connection(), r.fill("New table…", page.NewTablePressed{}))
}

// fill are the ways to put something where nothing is yet; the lock comes first where it is shut.
func (r *Panel) fill(text string, msg page.Msg) []app.UI {
	first, only := ".btn.primary", r.ReadOnly != ""
	var open any
	if r.Openable {
		first, open = ".btn", Press(r.Store, ".btn.primary#blank-unlock", "Open the lock…", page.UnlockPressed{Source: r.Live.Source, Table: r.Table})
	}
	return []app.UI{
		H("div.row", open,
			Press(r.Store, first, text, msg, Off(only), Title(r.ReadOnly)),
			Press(r.Store, ".btn", "Import a file…", page.ImportPressed{}, Off(only), Title(r.ReadOnly))),
		Slot(only, func() app.UI { return H("p.dim", r.ReadOnly) }),
	}
}

// emptyTable is the same for a table that has no entities.
func (r *Panel) emptyTable() app.UI {
	text := "Add its first entity, or import a file."
	if r.Connection != "" {
		text = "Add its first entity, import a file, or have your application write to it. It connects with:"
	}
	return H("div.blank", H("h2", r.Table+" is empty"), H("p", text), r.connection(), r.fill("New entity…", page.NewEntityPressed{}))
}

func (r *Panel) connection() app.UI {
	return Slot(r.Connection != "", func() app.UI {
		return H("div.row.connection", H("code.wrap", r.Connection), Press(r.Store, ".btn.small", "Copy", page.CopyPressed{What: "the connection string", Text: r.Connection}, Label("Copy the connection string")))
	})
}
