package state

import (
	"rangefinder/app/grid"
	"rangefinder/app/wire"
)

// pressRun runs the query because the person said so. One that would scan an account asks first.
func pressRun(m Model) (Model, []Cmd) {
	if cmds := unrunnable(m); cmds != nil {
		return m, cmds
	}
	if m.Query.Source == "" {
		return runQuery(m)
	}
	expr, _ := m.Query.parsed()
	if m.Profile().Plan(expr).Class.Wide() {
		m.Sources = m.Sources.Scanning(true)
		return m, []Cmd{Focus{Target: "scan"}, Announce{Text: Worst(&m)}}
	}
	return runLive(m, 1)
}

// runLive reads pages of the query, 0 for all.
func runLive(m Model, pages int) (Model, []Cmd) {
	m = unasked(m)
	req := request(m)
	req.Pages = pages
	r := grid.Result{Source: req.Source, Table: req.Table, Filter: m.Query.Filter, Running: true, Line: -1}
	if m.Grid.Result.Source == req.Source && m.Grid.Result.Table == req.Table {
		r.Reply = m.Grid.Result.Reply
	}
	m = m.withResult(&r)
	m.Draft = false
	return m, []Cmd{Run{req}}
}

// unasked takes the question of a scan from the screen.
func unasked(m Model) Model {
	m.Sources = m.Sources.Scanning(false)
	return m
}

// updatePages reads an account page by page.
func updatePages(m Model, msg Msg) (Model, []Cmd, bool) {
	r := *m.Grid.Result
	switch msg := msg.(type) {
	case ScanChosen:
		if m.Live() == nil || !m.Live().Ask {
			return m, nil, true
		}
		if cmds := unrunnable(m); cmds != nil {
			return unasked(m), cmds, true
		}
		pages := 1
		if msg.All {
			pages = 0
		}
		m, cmds := runLive(m, pages)
		return m, append(cmds, SetAddress{Fragment: routeOf(m).Fragment(), Push: false}, Focus{Target: "run"}), true

	case ScanCanceled:
		return unasked(m), []Cmd{Focus{Target: "editor"}}, true

	case grid.MorePressed:
		if r.Running || r.Reply == nil || r.Reply.Live == nil || !r.Reply.Live.More {
			return m, nil, true
		}
		req := wire.MoreRequest{Result: r.Reply.Result, Pages: 1}
		if msg.All {
			req.Pages = 0
		}
		r.Running, r.On, r.Left, r.Progress, r.Failed = true, true, false, wire.Progress{}, nil
		m = m.withResult(&r)
		// The buttons go while it reads, and with them the focus would.
		return m, []Cmd{More{req}, FocusOn{From: "next-page", To: "reading"}, FocusOn{From: "read-on", To: "reading"}}, true

	case WaitTicked:
		if r.Wait == nil || r.Wait.ID != msg.ID || r.Wait.Left == 0 {
			return m, nil, true
		}
		w := *r.Wait
		w.Left--
		r.Wait = &w
		m = m.withResult(&r)
		if w.Left == 0 {
			return m, nil, true
		}
		return m, []Cmd{Tick{w.ID}}, true
	}
	return m, nil, false
}

// waits notes what a progress says of a request that waits for its next attempt.
func waits(r *grid.Result, p wire.Progress) []Cmd {
	if p.Waiting == nil {
		r.Wait = nil
		return nil
	}
	w := grid.RetryWait{Waiting: *p.Waiting, ID: 1, Left: int((p.Waiting.Wait + 999) / 1000)}
	if r.Wait != nil {
		w.ID = r.Wait.ID + 1
	}
	r.Wait = &w
	return []Cmd{Tick{w.ID}, Announce{Text: w.Text()}}
}
