package requests

import (
	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// MaxRequests is how many requests, and how many shapes, are shown.
const MaxRequests = 200

// Model is what applications ask of the server's Table endpoint, and this page of accounts. It is immutable: Update returns another.
type Model struct {
	Feed      bool // the server of the page tells of requests
	Exchanges *Exchanges
	Shown     *Shown // nil while the panel is closed
}

// New returns the model before anything was asked.
func New() *Model { return &Model{Exchanges: &Exchanges{}} }

// Shown is what the panel shows. The page listens while it is open.
type Shown struct {
	List    []Request // newest first
	Waiting []Request // that came during a pause, newest first
	More    int       // that came during a pause, those included that are not kept
	Paused  bool
	Down    bool // the connection is lost
	Heard   bool // there was a connection
	Open    int  // ID of the request whose findings are shown, 0 for none
	Made    int  // the last ID

	Account bool       // the tab of exchanges with accounts
	Picked  int        // ID of the exchange whose details are shown, 0 for none
	Held    *Exchanges // the list of a pause

	Failing bool   // the tab of faults
	Faults  Faults // as the server told
	Rules   string // as they are typed
	Typed   bool   // Rules are not those of the server
	Asked   int    // how often the server was asked for them
	Heeded  int    // the last of these whose answer was taken: an earlier answer may come later

	ByShape bool // the tab, when Account is not
	Shapes  []Shape
	Asking  bool // for the shapes
	Again   bool // they have changed meanwhile
	Problem string
}

// What the person did.
type (
	Pressed        struct{} // opens the panel, or closes it
	Closed         struct{}
	TabChosen      struct{ ByShape, Account, Failing bool }
	Paused         struct{ Paused bool }
	ClearPressed   struct{}
	CapsPressed    struct{} // saves a file of caps
	FindingsPicked struct{ ID int }
	// Opened shows a query to an account of the server's own in the query screen.
	Opened struct{ Account, Table, Filter string }
)

// WithFeed returns the model of a page whose server tells of requests, or does not.
func (m *Model) WithFeed(feed bool) *Model {
	n := *m
	n.Feed = feed
	return &n
}

// Update takes a message about requests; ok is false for any other.
func (m *Model) Update(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	n := *m
	switch msg := msg.(type) {
	case ExchangesTold:
		for _, source := range n.exchanged(msg) {
			if !v.Accounts.Charging[source] {
				cmds = append(cmds, page.Send{Msg: page.ChargeTold{Source: source}})
			}
		}
		return &n, cmds, true

	case ExchangesSaved:
		return m, m.save(), true

	case Pressed:
		if m.Shown != nil {
			return n.close()
		}
		a := v.Accounts.Account(v.Query.Source) // what applications ask of the server's own is in the first tab, what the button counts in that of accounts
		n.Shown = &Shown{Account: !m.Feed || m.Exchanges.Made > 0 || v.Query.Source != "" && (a == nil || a.Live)}
		if m.Feed {
			cmds = []page.Cmd{Hear{true}}
		}
		tab := "tab-live"
		if n.Shown.Account {
			tab = "tab-account"
		}
		return &n, append(cmds, page.Focus{Target: tab}, page.Reveal{ID: "requests-dock"}), true // of a page that scrolls the tab alone would be in sight

	case CapsPressed:
		return m, []page.Cmd{AskCaps{}}, true

	case CapsTold:
		return m, capsTold(msg), true

	case Opened:
		return m, openQuery(v, msg), true

	case Closed:
		if m.Shown != nil {
			return n.close()
		}
		return m, nil, true

	case ExchangePicked, Told, Connected, ShapesTold, TabChosen, Paused, ClearPressed, Forgotten, FindingsPicked, FaultsTyped, FaultAdded, FaultsSet, FaultsRead, FaultsTold:
		if m.Shown == nil {
			return m, nil, true
		}
		r := *m.Shown
		r, cmds = n.shown(r, msg)
		n.Shown = &r
		return &n, cmds, true
	}
	return m, nil, false
}

// close ends listening with the panel.
func (m Model) close() (*Model, []page.Cmd, bool) {
	m.Shown = nil
	return &m, []page.Cmd{Hear{}, page.Focus{Target: "requests"}}, true
}

// shown takes a message of the open panel.
func (m *Model) shown(r Shown, msg page.Msg) (next Shown, cmds []page.Cmd) {
	switch msg := msg.(type) {
	case ExchangePicked:
		r.Picked = turned(r.Picked, msg.ID)

	case Told:
		return r.told(msg.Requests)

	case Connected:
		if r.Down == msg.OK && r.Heard {
			text := "The connection to the server is lost; trying again."
			if msg.OK {
				text = "Connected again."
			}
			cmds = []page.Cmd{page.Announce{Text: text}}
		}
		r.Down, r.Heard = !msg.OK, r.Heard || msg.OK
		return r, cmds

	case ShapesTold:
		return r.shapesTold(msg)

	case TabChosen:
		r.ByShape, r.Account, r.Failing, r.Problem = msg.ByShape, msg.Account, msg.Failing, ""
		switch {
		case r.Failing:
			r.Asked++
			return r, []page.Cmd{AskFaults{Nth: r.Asked}, page.Focus{Target: "tab-faults"}}
		case r.Account:
			return r, []page.Cmd{page.Focus{Target: "tab-account"}}
		case r.ByShape:
			return r, append(r.askShapes(), page.Focus{Target: "tab-shapes"})
		}
		return r, []page.Cmd{page.Focus{Target: "tab-live"}}

	case Paused:
		if r.Paused == msg.Paused {
			return r, nil
		}
		r.Paused = msg.Paused
		if r.Held = nil; r.Paused {
			r.Held = m.Exchanges
			return r, []page.Cmd{page.Announce{Text: "Paused."}}
		}
		r.List = newest(r.Waiting, r.List)
		r.Waiting, r.More = nil, 0
		if r.ByShape {
			return r, r.askShapes()
		}

	case ClearPressed:
		if !r.Account {
			return r, []page.Cmd{Forget{}}
		}
		r.Picked, r.Held, r.Paused = 0, nil, false
		m.Exchanges = &Exchanges{Made: m.Exchanges.Made}
		return r, []page.Cmd{page.Announce{Text: "Cleared."}}

	case Forgotten:
		if msg.Err != nil {
			r.Problem = "The server did not clear the list: " + msg.Err.Error()
			break
		}
		r.List, r.Waiting, r.More, r.Shapes, r.Open, r.Problem = nil, nil, 0, nil, 0, ""
		return r, []page.Cmd{page.Announce{Text: "Cleared."}}

	case FindingsPicked:
		r.Open = turned(r.Open, msg.ID)

	default:
		return r.faults(msg)
	}
	return r, nil
}

// turned is what is unfolded after a press: what was pressed, 0 when it was unfolded before.
func turned(open, pressed int) int {
	if open == pressed {
		return 0
	}
	return pressed
}

// askShapes asks for the shapes, unless that was done.
func (r *Shown) askShapes() []page.Cmd {
	if r.Asking {
		return nil
	}
	r.Asking = true
	return []page.Cmd{AskShapes{}}
}

// openQuery shows a query of an application and runs nothing: on the server's own account that was asked, else on this
// browser's table of the same name, else on the one that is open.
func openQuery(v *page.View, msg Opened) []page.Cmd {
	if !v.Accounts.Known && msg.Account != "" { // this browser's table of that name would be another one
		return []page.Cmd{page.Notify{Notice: page.Notice{Bad: true, Text: v.Accounts.Missing(msg.Account)}}}
	}
	q := query.Query{Filter: msg.Filter}
	if a := v.Accounts.Account(msg.Account); a != nil && !a.Live {
		q.Source, q.Table = a.Name, msg.Table
		if l := v.Accounts.Lists[a.Name]; l != nil && v.Query.Source == a.Name { // its tables are known, as they are written
			if info := wire.TableNamed(l.Tables, msg.Table); info != nil {
				q.Table = info.Name
			}
		}
	} else if info := v.Table(msg.Table); info != nil {
		q.Table = info.Name
	}
	if q.Table != "" {
		return []page.Cmd{page.Send{Msg: page.DraftWanted{Query: q}}}
	}
	text := "The table " + words.Quote(msg.Table) + " is not in this browser."
	if v.Query.Table != "" {
		text += " Its filter is shown on " + v.Query.Table + "."
	}
	return []page.Cmd{page.Send{Msg: page.FilterSet{Text: msg.Filter}}, page.Notify{Notice: page.Notice{Text: text}}}
}
