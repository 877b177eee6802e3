package requests

import (
	"fmt"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// Panel is what applications ask of the Table endpoint, and this page of accounts, below the result. The page beside it stays in
// use.
type Panel struct {
	app.Compo
	Store    Sender
	Requests *Model
	Accounts *page.Accounts
}

func (p *Panel) Render() app.UI {
	r := p.Requests.Shown
	label := "Applications"
	switch {
	case r.Account:
		label = "Live account"
	case r.Failing:
		label = "Faults"
	case r.ByShape:
		label = "By shape"
	}
	at := slices.IndexFunc(requestTabs, func(t requestTab) bool { return t.chosen == TabChosen{r.ByShape, r.Account, r.Failing} })
	pause := Button("btn small", "Pause").ID("pause").OnClick(Send(p.Store, Paused{Paused: true}))
	if r.Paused {
		text := "Resume"
		more := r.More
		if r.Account && r.Held != nil {
			more = p.Requests.Exchanges.Made - r.Held.Made
		}
		if more > 0 {
			text += " · " + words.Number(more) + " new"
		}
		pause = Button("btn small", text).ID("pause").OnClick(Send(p.Store, Paused{}))
	}
	panel := func(i int, draw func(*Shown) app.UI) app.UI { // one a tab, so that each begins at its top
		return Slot(at == i, func() app.UI {
			return El("div").ID("requests-panel").Class("scroll-x requests").Role("tabpanel").TabIndex(0).Aria("label", label).Body(draw(r))
		})
	}
	return El("section").ID("requests-dock").Class("dock").Aria("label", "Requests").TabIndex(-1).OnKeyDown(func(ctx app.Context, e app.Event) {
		if e.Get("key").String() == "Escape" && !e.Get("defaultPrevented").Bool() {
			e.PreventDefault()
			p.Store.Send(Closed{})
		}
	}).Body(
		El("div").Class("row dock-head").Body(
			H("h2", "Requests"),
			El("div").Class("views").Role("tablist").Aria("label", "Requests").Body(
				Each(len(requestTabs), func(i int) app.UI {
					return Slot(p.hasTab(i), func() app.UI { return p.requestTab(i, i == at) })
				})...,
			),
			El("span").Class("grow"),
			El("span").Class("dim").Text(feedState(r)),
			Slot(p.Accounts.Connection() != "", func() app.UI {
				return &Fold{Store: p.Store, ID: "connection", Class: "small", Text: "Connection…", Title: "The connection string with which an application reaches this server's tables", Panel: H("div.fold-panel", p.connection("connection-again"))}
			}),
			pause,
			Button("btn small", "Clear").OnClick(Send(p.Store, ClearPressed{})),
			Press(p.Store, ".icon.small#requests-close", "✕", Closed{}, Label("Close the requests")),
		),
		Slot(r.Problem != "", func() app.UI { return El("p").Class("err").Role("alert").Text(r.Problem) }),
		panel(0, p.live), panel(1, p.shapes), panel(2, p.faults), panel(3, p.exchanges),
	)
}

type requestTab struct {
	id, text string
	chosen   TabChosen
}

// requestTabs are the tabs, in their order.
var requestTabs = []requestTab{
	{"tab-live", "Applications", TabChosen{}},
	{"tab-shapes", "By shape", TabChosen{ByShape: true}},
	{"tab-faults", "Faults", TabChosen{Failing: true}},
	{"tab-account", "Live account", TabChosen{Account: true}},
}

// hasTab reports whether there is a tab: that of accounts where there are some, the others where the server tells of requests.
func (p *Panel) hasTab(i int) bool {
	if requestTabs[i].chosen.Account {
		return p.Accounts.Has
	}
	return p.Requests.Feed
}

// requestTab is one of the tabs; the arrow keys go to the next.
func (p *Panel) requestTab(i int, on bool) app.UI {
	t := requestTabs[i]
	class := "view-tab"
	if on {
		class += " on"
	}
	made := p.Requests.Exchanges.Made
	tab := Button(class, "").Body(app.Text(t.text), Slot(t.chosen.Account && made > 0, func() app.UI { // a phone has no room for it
		return H("span.not-phone", " · "+words.Number(made))
	})).Attr("data-t", t.text).ID(t.id).Role("tab").Aria("selected", on).Aria("controls", "requests-panel").OnClick(Send(p.Store, t.chosen)).
		OnKeyDown(func(ctx app.Context, e app.Event) {
			step := map[string]int{"ArrowRight": 1, "ArrowLeft": len(requestTabs) - 1}[e.Get("key").String()]
			if step == 0 {
				return
			}
			e.PreventDefault()
			next := (i + step) % len(requestTabs)
			for !p.hasTab(next) {
				next = (next + step) % len(requestTabs)
			}
			p.Store.Send(requestTabs[next].chosen)
		}, app.EventScope(t.id))
	if on {
		return tab.TabIndex(0)
	}
	return tab.TabIndex(-1)
}

func feedState(r *Shown) string {
	switch {
	case r.Heard && !r.Paused && !r.Down, r.Account && !r.Paused: // as it should be
		return ""
	case r.Down && !r.Account:
		return "Connection lost; trying again"
	case r.Paused:
		return "Paused"
	}
	return "Connecting"
}

// live lists requests, the newest first. It stands still while the keyboard is in it: what is about to be pressed must not
// become another request.
func (p *Panel) live(r *Shown) app.UI {
	if len(r.List) == 0 {
		return p.connect()
	}
	return El("ol").Class("plain").On("focusin", func(ctx app.Context, e app.Event) { p.Store.Send(Paused{Paused: true}) }).Body(
		app.Range(r.List).Slice(func(i int) app.UI { return p.request(&r.List[i], r.List[i].ID == r.Open) }),
	)
}

// connect says how an application comes to be listed here.
func (p *Panel) connect() app.UI {
	return H("div.none", H("p", "No requests yet. Point an application at this server's Table endpoint, and each request appears here with its plan."),
		Slot(p.Accounts.Connection() != "", func() app.UI { return p.connection("connection-copy") }))
}

// connection is the connection string, with a button of that id to copy it.
func (p *Panel) connection(id string) app.UI {
	text := p.Accounts.Connection()
	return H("div.row.connection", H("code.wrap", text), Press(p.Store, ".btn.small#"+id, "Copy", page.CopyPressed{What: "the connection string", Text: text}, Label("Copy the connection string")))
}

func (p *Panel) request(r *Request, open bool) app.UI {
	status := "tag stat"
	if r.Status >= 400 {
		status += " bad"
	}
	target := r.Path
	if target == "" {
		target = "/"
	}
	return El("li").Body(
		El("div").Class("row ask").Body(
			El("span").Class("dim num").Text(r.Time.Local().Format("15:04:05.000")),
			El("b").Text(r.Method),
			H("code.grow.wrap", Title(target), words.Clip(target, 200)),
			Slot(r.Filter != "", func() app.UI {
				return H("code.wrap.asked", Title(r.Filter), words.Clip(r.Filter, 500))
			}),
			El("span").Class(status).Text(fmt.Sprint(r.Status)),
			El("span").Class("num ms").Text(fmt.Sprintf("%.2f ms", r.MS)),
			Slot(r.Class.Plan != nil, func() app.UI { return classBadge(r.Class) }),
			Slot(r.Class.Plan != nil, func() app.UI {
				if r.Class.Plan.ByIndex() {
					return El("span").Class("num dim reads").Text(words.Units(r.Units) + " request units / " + words.Number(r.Returned) + " returned")
				}
				return El("span").Class("num dim reads").Text(words.Number(r.Examined) + " examined / " + words.Number(r.Returned) + " returned")
			}),
		),
		Slot(r.Fault != "", func() app.UI {
			return H("div.row", H("span.tag.odd", "a fault on purpose"), H("span", words.Clip(r.Fault, 200)))
		}),
		Slot(r.Code != "", func() app.UI { return El("p").Class("err wrap").Text(r.Code + ": " + words.Clip(r.Message, 300)) }),
		Slot(len(r.Findings) > 0 || r.Query(), func() app.UI { return p.requestActions(r, open) }),
		Slot(open, func() app.UI { return requestFindings(r.Findings) }),
	)
}

func (p *Panel) requestActions(r *Request, open bool) app.UI {
	return El("div").Class("row acts").Body(
		Slot(len(r.Findings) > 0, func() app.UI {
			return Button("btn small", words.Count(len(r.Findings), "finding", "findings")).Aria("expanded", open).OnClick(Send(p.Store, FindingsPicked{ID: r.ID}))
		}),
		Slot(r.Query(), func() app.UI { return p.openQuery(r.Account, r.Table, r.Filter) }),
	)
}

func (p *Panel) openQuery(account, table, filter string) app.UI {
	return Button("btn small", "Open in the query screen").OnClick(Send(p.Store, Opened{Account: account, Table: table, Filter: filter}))
}

func requestFindings(list []Finding) app.UI {
	return El("ul").Class("notes").Body(app.Range(list).Slice(func(i int) app.UI {
		f := list[i]
		text := ""
		for _, w := range f.Rewrites {
			text += " Rewrite: " + words.Clip(w.Title, 200) + "."
		}
		return El("li").Body(app.Text(words.Clip(f.Title, 500)), El("span").Class("dim").Text(text))
	}))
}

// shapes lists the shapes of queries as the server orders them: what made it read most comes first.
func (p *Panel) shapes(r *Shown) app.UI {
	if len(r.Shapes) == 0 {
		text := "No queries yet."
		if r.Asking {
			text = "Reading…"
		}
		return El("p").Class("dim none").Text(text)
	}
	capped := slices.ContainsFunc(r.Shapes, func(s Shape) bool { return !s.Point && s.Errors < s.Count })
	return H("div", Slot(capped, func() app.UI {
		return H("div.row.exchange-tools",
			Press(p.Store, ".btn.small", "Save as caps", CapsPressed{}, Title("A file that says what each of these queries costs now")),
			H("span.dim", "Saves a file with what each query costs now. rangefinder check --caps FILE fails when one costs more."),
		)
	}), El("ol").Class("plain").On("focusin", func(ctx app.Context, e app.Event) { p.Store.Send(Paused{Paused: true}) }).Body(
		app.Range(r.Shapes).Slice(func(i int) app.UI { return p.shape(&r.Shapes[i]) }),
	))
}

func (p *Panel) shape(s *Shape) app.UI {
	text := s.Shape
	if text == "" {
		text = "(no filter)"
	}
	failed := ""
	if s.Errors > 0 {
		failed = ", " + words.Number(s.Errors) + " with an error"
	}
	return El("li").Body(
		El("div").Class("row ask shaped").Body(
			El("b").Class("num").Text(words.Number(s.Count)+" ×"),
			El("b").Class("wrap").Text(s.Table),
			Slot(s.Class.Plan != nil, func() app.UI { return classBadge(s.Class) }),
			El("span").Class("reads").Text(examinedPer(s)+failed),
		),
		El("code").Class("wrap").Text(words.Clip(text, 500)),
		Slot(!s.Point, func() app.UI {
			return El("div").Class("row").Body(
				Slot(s.LastFilter != "", func() app.UI { return El("span").Class("dim wrap").Text("Last: " + words.Clip(s.LastFilter, 300)) }),
				p.openQuery(s.Account, s.Table, s.LastFilter),
			)
		}),
	)
}

func classBadge(c Class) app.UI { return Badge(*c.Plan, page.Mark(*c.Plan)) }

// examinedPer is what the queries of a shape read for what they returned.
func examinedPer(s *Shape) string {
	if s.Class.Plan != nil && s.Class.Plan.ByIndex() {
		return fmt.Sprintf("%s request units, %s on average, %s at most; returned %s", words.Units(s.Units), words.Units(s.Units/float64(max(s.Count, 1))), words.Units(s.MaxUnits), words.Number(int(s.Returned)))
	}
	examined := "examined " + words.Number(int(s.Examined))
	switch {
	case s.Returned == 0:
		return examined + ", returned none"
	case s.Examined == s.Returned:
		return examined + ", returned all of them"
	}
	return fmt.Sprintf("%s, returned %s: %.1f for each", examined, words.Number(int(s.Returned)), s.ExaminedPerReturned)
}
