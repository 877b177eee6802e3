package state

import (
	"encoding/json"

	"rangefinder/app/query"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// updateRequests is the panel of requests. The page listens while it is open.
func updateRequests(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg := msg.(type) {
	case RequestsPressed:
		if m.Requests != nil {
			m, cmds := closeRequests(m)
			return m, cmds, true
		}
		a := m.Account() // what applications ask of the server's own is in the first tab
		m.Requests = &Requests{Account: !m.Feed || m.Live != nil && (a == nil || a.Live)}
		tab := Focus{Target: "tab-live"}
		if m.Requests.Account {
			tab.Target = "tab-account"
		}
		if !m.Feed {
			return m, []Cmd{tab}, true
		}
		return m, []Cmd{ListenRequests{true}, tab}, true
	case RequestOpened:
		return openRequest(m, msg)
	}
	if m.Requests == nil {
		return m, nil, false
	}
	r := *m.Requests
	var cmds []Cmd
	switch msg := msg.(type) {
	case RequestsClosed:
		m, cmds := closeRequests(m)
		return m, cmds, true

	case RequestsTold:
		r, cmds = toldRequests(r, msg.Requests)

	case FeedConnected:
		if r.Down == msg.OK && r.Heard {
			text := "The connection to the server is lost; trying again."
			if msg.OK {
				text = "Connected again."
			}
			cmds = []Cmd{Announce{Text: text}}
		}
		r.Down, r.Heard = !msg.OK, r.Heard || msg.OK

	case ShapesTold:
		r.Asking, r.Problem = false, ""
		if msg.Later && r.Paused { // the list stands still
			break
		}
		var reply struct{ Shapes []Shape }
		err := msg.Err
		if err == nil {
			err = json.Unmarshal(msg.Text, &reply)
		}
		if err != nil {
			r.Problem = "The shapes could not be read: " + err.Error()
			break
		}
		r.Shapes = reply.Shapes[:min(len(reply.Shapes), MaxRequests)]
		if r.Again && r.ByShape && !r.Paused {
			r.Asking, r.Again = true, false
			cmds = []Cmd{AskShapes{Later: true}}
		}

	case RequestsTabChosen:
		r.ByShape, r.Account, r.Problem = msg.ByShape, msg.Account, ""
		tab := "tab-live"
		switch {
		case r.Account:
			tab = "tab-account"
		case r.ByShape:
			tab = "tab-shapes"
			if !r.Asking {
				r.Asking = true
				cmds = []Cmd{AskShapes{}}
			}
		}
		cmds = append(cmds, Focus{Target: tab})

	case RequestsPaused:
		if r.Paused == msg.Paused {
			return m, nil, true
		}
		r.Paused = msg.Paused
		if r.Held = nil; r.Paused {
			r.Held = m.Exchanges
			cmds = []Cmd{Announce{Text: "Paused."}}
			break
		}
		r.List = newest(r.Waiting, r.List)
		r.Waiting, r.More = nil, 0
		if r.ByShape && !r.Asking {
			r.Asking = true
			cmds = []Cmd{AskShapes{}}
		}

	case RequestsClearPressed:
		if r.Account {
			r.Picked, r.Held, r.Paused = 0, nil, false
			m.Exchanges = &Exchanges{Made: m.Exchanges.Made}
			cmds = []Cmd{Announce{Text: "Cleared."}}
			break
		}
		cmds = []Cmd{ForgetRequests{}}

	case RequestsForgotten:
		if msg.Err != nil {
			r.Problem = "The server did not clear the list: " + msg.Err.Error()
			break
		}
		r.List, r.Waiting, r.More, r.Shapes, r.Open, r.Problem = nil, nil, 0, nil, 0, ""
		cmds = []Cmd{Announce{Text: "Cleared."}}

	case RequestFindingsPicked:
		if r.Open == msg.ID {
			msg.ID = 0
		}
		r.Open = msg.ID

	default:
		return m, nil, false
	}
	m.Requests = &r
	return m, cmds, true
}

func toldRequests(r Requests, texts []string) (Requests, []Cmd) {
	var list []Request
	list, r.Made = readRequests(texts, r.Made)
	if r.Paused {
		r.Waiting, r.More = newest(list, r.Waiting), r.More+len(list)
		return r, nil
	}
	r.List = newest(list, r.List)
	switch {
	case !r.ByShape:
	case r.Asking:
		r.Again = true
	default:
		r.Asking = true
		return r, []Cmd{AskShapes{Later: true}}
	}
	return r, nil
}

// newest puts requests in front of older ones and drops the oldest.
func newest(list, older []Request) []Request {
	out := append(list[:len(list):len(list)], older...)
	return out[:min(len(out), MaxRequests)]
}

// openRequest shows a query of an application and runs nothing: on the server's own account that was asked, else on this
// browser's table of the same name, else on the one that is open.
func openRequest(m Model, msg RequestOpened) (Model, []Cmd, bool) {
	var cmds, more []Cmd
	route := Route{Query: query.Query{Filter: msg.Filter}, Why: true}
	if a := m.Sources.Account(msg.Account); a != nil && !a.Live {
		route.Source, route.Table = a.Name, msg.Table
		if m.Query.Source == a.Name { // its tables are known, as they are written
			if info := wire.TableNamed(m.Live.Tables, msg.Table); info != nil {
				route.Table = info.Name
			}
		}
		m, more = openLive(m, route)
	} else if info := wire.TableNamed(m.Tables.List, msg.Table); info != nil {
		route.Table = info.Name
		m, more = show(m, route)
	}
	if route.Table != "" {
		m.Draft = true
		more = append(more, SetAddress{Fragment: routeOf(m).Fragment(), Push: true}, Focus{Target: "editor"})
		return m, append(cmds, more...), true
	}
	m, more, _ = updateQuery(m, FilterSet{msg.Filter})
	cmds = append(cmds, more...)
	text := "The table " + words.Quote(msg.Table) + " is not in this browser."
	if m.Query.Table != "" {
		text += " Its filter is shown on " + m.Query.Table + "."
	}
	m, more = notify(m, Notice{Text: text})
	return m, append(cmds, more...), true
}

// closeRequests ends listening with the panel.
func closeRequests(m Model) (Model, []Cmd) {
	m.Requests = nil
	return m, []Cmd{ListenRequests{}, Focus{Target: "requests"}}
}
