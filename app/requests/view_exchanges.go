package requests

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// exchanges lists what this page has asked of accounts, the newest first.
func (p *Panel) exchanges(r *Shown) app.UI {
	list := p.shownExchanges(r)
	if len(list) == 0 {
		return H("p.dim.none", "No requests yet. Each request of this page to an account appears here with what a support case needs.")
	}
	return H("div",
		H("div.row.exchange-tools",
			Press(p.Store, ".btn.small#har", "Save as HAR", ExchangesSaved{}, Title("An HTTP archive without keys and signatures")),
			H("button.btn.small type=button", "Copy all for support", Listen("click", func(ctx app.Context, e app.Event) {
				p.Store.Send(page.CopyPressed{What: "the requests", Text: Lines(p.Requests.Exchanges.List)})
			}, app.EventScope("all"))),
			H("span.dim", words.Count(len(list), "request", "requests")),
		),
		H("ol.plain", Listen("focusin", func(ctx app.Context, e app.Event) { p.Store.Send(Paused{Paused: true}) }, app.EventScope("focus")),
			Each(len(list), func(i int) app.UI { return p.exchange(list[i], list[i].ID == r.Picked) })),
	)
}

func (p *Panel) shownExchanges(r *Shown) []*Exchange {
	if r.Paused && r.Held != nil {
		return r.Held.List
	}
	return p.Requests.Exchanges.List
}

func (p *Panel) exchange(x *Exchange, open bool) app.UI {
	status := ".tag.stat"
	if x.Status == 0 || x.Status >= 400 {
		status += ".bad"
	}
	facts := ""
	if x.Entities >= 0 && x.Status == 200 {
		facts = words.Count(x.Entities, "entity", "entities")
		if x.Continues {
			facts += ", there is more"
		}
	}
	if units, ok := x.Charge(); ok {
		facts = strings.TrimPrefix(facts+", "+words.Units(units)+" request units", ", ")
	}
	if x.Attempt > 1 {
		facts += fmt.Sprintf(" attempt %d", x.Attempt)
	}
	var failed, id app.UI
	if x.Failed != "" {
		failed = H("p.err.wrap", x.Failed)
	}
	if x.RequestID != "" {
		id = H("span.row", Press(p.Store, ".btn.small", "Copy request id", page.CopyPressed{What: "the request id", Text: x.RequestID}, Title(x.RequestID)), H("code.dim.wrap", x.RequestID))
	}
	return H("li",
		H("div.row.ask",
			H("span.dim.num", x.Started.Local().Format("15:04:05.000")),
			H("b", x.Method),
			H("code.grow.wrap", Title(x.URL), words.Clip(x.path(), 300)),
			H("span"+status, x.Outcome()),
			H("span.num.ms", fmt.Sprintf("%.1f ms", float64(x.Duration.Microseconds())/1000)),
			H("span.dim.reads", facts),
		),
		failed,
		H("div.row.acts",
			Press(p.Store, ".btn.small aria-expanded="+strconv.FormatBool(open), "Details", ExchangePicked{ID: x.ID}, Label(fmt.Sprintf("Details of request %d", x.ID))),
			id,
		),
		Slot(open, func() app.UI { return exchangeDetails(x) }),
	)
}

// exchangeDetails is both messages whole, as far as they were kept.
func exchangeDetails(x *Exchange) app.UI {
	return H("div.exchange",
		H("h3", "Sent"), H("pre.mono tabindex=0 role=region", Label("Sent"), x.Request()),
		H("h3", "Received"), H("pre.mono tabindex=0 role=region", Label("Received"), x.Reply()),
	)
}
