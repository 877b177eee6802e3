package ui

import (
	"fmt"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
	"rangefinder/app/words"
)

// exchanges lists what this page has asked of accounts, the newest first.
func (p *DialogPanel) exchanges(r *state.Requests) app.UI {
	list := p.shownExchanges(r)
	if len(list) == 0 {
		return h("p.dim.none", "No requests yet. Each request of this page to an account appears here with what a support case needs.")
	}
	return h("div",
		h("div.row.exchange-tools",
			press(p.Store, ".btn.small#har", "Save as HAR", state.ExchangesSaved{}, title("An HTTP archive without keys and signatures")),
			h("button.btn.small type=button", "Copy all for support", hear{"click", func(ctx app.Context, e app.Event) {
				p.Store.Send(state.CopyPressed{What: "the requests", Text: state.Lines(p.Exchanges.List)})
			}, app.EventScope("all")}),
			h("span.dim", words.Count(len(list), "request", "requests")),
		),
		h("ol.plain", hear{"focusin", func(ctx app.Context, e app.Event) { p.Store.Send(state.RequestsPaused{Paused: true}) }, app.EventScope("focus")},
			each(len(list), func(i int) app.UI { return p.exchange(list[i], list[i].ID == r.Picked) })),
	)
}

func (p *DialogPanel) shownExchanges(r *state.Requests) []*state.Exchange {
	if r.Paused && r.Held != nil {
		return r.Held.List
	}
	return p.Exchanges.List
}

func (p *DialogPanel) exchange(x *state.Exchange, open bool) app.UI {
	status := ".tag"
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
	if x.Attempt > 1 {
		facts += fmt.Sprintf(" attempt %d", x.Attempt)
	}
	var failed, id app.UI
	if x.Failed != "" {
		failed = h("p.err.wrap", x.Failed)
	}
	if x.RequestID != "" {
		id = h("span.row", press(p.Store, ".btn.small", "Copy request id", state.CopyPressed{What: "the request id", Text: x.RequestID}, title(x.RequestID)), h("code.dim.wrap", x.RequestID))
	}
	return h("li",
		h("div.row",
			h("span.dim.num", x.Started.Local().Format("15:04:05.000")),
			h("b", x.Method),
			h("code.grow.wrap", words.Clip(x.URL, 300)),
			h("span"+status, x.Outcome()),
			h("span.num", fmt.Sprintf("%.1f ms", float64(x.Duration.Microseconds())/1000)),
			h("span.dim", facts),
		),
		failed,
		h("div.row",
			press(p.Store, ".btn.small aria-expanded="+strconv.FormatBool(open), "Details", state.ExchangePicked{ID: x.ID}, label(fmt.Sprintf("Details of request %d", x.ID))),
			id,
		),
		slot(open, func() app.UI { return exchangeDetails(x) }),
	)
}

// exchangeDetails is both messages whole, as far as they were kept.
func exchangeDetails(x *state.Exchange) app.UI {
	return h("div.exchange",
		h("h3", "Sent"), h("pre.mono tabindex=0 role=region", label("Sent"), x.Request()),
		h("h3", "Received"), h("pre.mono tabindex=0 role=region", label("Received"), x.Reply()),
	)
}
