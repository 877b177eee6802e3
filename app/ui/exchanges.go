package ui

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
)

// exchanges lists what this page has asked of accounts, the newest first.
func (p *DialogPanel) exchanges(r *state.Requests) app.UI {
	list := p.shownExchanges(r)
	if len(list) == 0 {
		return el("p").Class("dim none").Text("No requests yet. Each request of this page to an account appears here with what a support case needs.")
	}
	return el("div").Body(
		el("div").Class("row exchange-tools").Body(
			button("btn small", "Save as HAR").ID("har").Attr("title", "An HTTP archive without keys and signatures").OnClick(send(p.Store, state.ExchangesSaved{})),
			button("btn small", "Copy all for support").OnClick(func(ctx app.Context, e app.Event) {
				p.Store.Send(state.CopyPressed{What: "the requests", Text: state.Lines(p.Exchanges.List)})
			}),
			el("span").Class("dim").Text(state.Count(len(list), "request", "requests")),
		),
		el("ol").Class("plain").On("focusin", func(ctx app.Context, e app.Event) { p.Store.Send(state.RequestsPaused{Paused: true}) }).Body(
			app.Range(list).Slice(func(i int) app.UI { return p.exchange(list[i], list[i].ID == r.Picked) }),
		),
	)
}

func (p *DialogPanel) shownExchanges(r *state.Requests) []*state.Exchange {
	if r.Paused && r.Held != nil {
		return r.Held.List
	}
	return p.Exchanges.List
}

func (p *DialogPanel) exchange(x *state.Exchange, open bool) app.UI {
	status := "tag"
	if x.Status == 0 || x.Status >= 400 {
		status += " bad"
	}
	facts := ""
	if x.Entities >= 0 && x.Status == 200 {
		facts = state.Count(x.Entities, "entity", "entities")
		if x.Continues {
			facts += ", there is more"
		}
	}
	if x.Attempt > 1 {
		facts += fmt.Sprintf(" attempt %d", x.Attempt)
	}
	return el("li").Body(
		el("div").Class("row").Body(
			el("span").Class("dim num").Text(x.Started.Local().Format("15:04:05.000")),
			el("b").Text(x.Method),
			el("code").Class("grow wrap").Text(clip(x.URL, 300)),
			el("span").Class(status).Text(x.Outcome()),
			el("span").Class("num").Text(fmt.Sprintf("%.1f ms", float64(x.Duration.Microseconds())/1000)),
			el("span").Class("dim").Text(facts),
		),
		slot(x.Failed != "", func() app.UI { return el("p").Class("err wrap").Text(x.Failed) }),
		el("div").Class("row").Body(
			button("btn small", "Details").Aria("expanded", open).Aria("label", fmt.Sprintf("Details of request %d", x.ID)).OnClick(send(p.Store, state.ExchangePicked{ID: x.ID})),
			slot(x.RequestID != "", func() app.UI {
				return button("btn small", "Copy request id").Attr("title", x.RequestID).OnClick(send(p.Store, state.CopyPressed{What: "the request id", Text: x.RequestID}))
			}),
			slot(x.RequestID != "", func() app.UI { return el("code").Class("dim wrap").Text(x.RequestID) }),
		),
		slot(open, func() app.UI { return exchangeDetails(x) }),
	)
}

// exchangeDetails is both messages whole, as far as they were kept.
func exchangeDetails(x *state.Exchange) app.UI {
	return el("div").Class("exchange").Body(
		el("h3").Text("Sent"), el("pre").Class("mono").TabIndex(0).Role("region").Aria("label", "Sent").Text(x.Request()),
		el("h3").Text("Received"), el("pre").Class("mono").TabIndex(0).Role("region").Aria("label", "Received").Text(x.Reply()),
	)
}
