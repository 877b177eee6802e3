package accounts

import (
	"maps"

	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/words"
)

// arrived tells that a route of an account was shown.
type arrived struct{}

// visit shows a route of an account, runs nothing there, and asks for what is not known of it.
func visit(v *page.View, q query.Query) []page.Cmd {
	return []page.Cmd{page.Show{Route: page.Route{Query: q, Why: v.Why}}, page.Send{Msg: arrived{}}}
}

// Arrived asks for what is not known of the account that was just put on screen. One that the server does not have is left.
func (m *Model) Arrived(v *page.View) (*Model, []page.Cmd) {
	switch {
	case m.Account(v.Query.Source) != nil:
		return m.listUnlessListed()
	case m.Known:
		return m, m.unknown(v)
	}
	return m.AskServer()
}

// chosen goes to a source.
func (m *Model) chosen(v *page.View, source string) []page.Cmd {
	switch source {
	case v.Query.Source:
		return nil
	case "":
		return m.goHome(v)
	}
	q := m.Last[source]
	q.Source = source
	return append(visit(v, q), page.Readdress{Push: true}, page.Announce{Text: "The tables of the account " + source + "."})
}

// goHome shows the tables of this browser again, as they were left.
func (m *Model) goHome(v *page.View) []page.Cmd {
	if v.Table(m.Home.Table) == nil {
		return []page.Cmd{page.LeaveTable{}}
	}
	return []page.Cmd{page.Show{Route: m.Home}, page.Readdress{Push: true}, page.RunQuery{}}
}

// unknown leaves the view of an account that the server does not have.
func (m *Model) unknown(v *page.View) []page.Cmd {
	text := "The server of this page has no account " + words.Quote(v.Query.Source) + ". The tables of this browser are shown instead."
	if !m.Has {
		text = "The account " + words.Quote(v.Query.Source) + " is one of a Rangefinder server, and this page was not loaded from one. The tables of this browser are shown instead."
	}
	return append(m.goHome(v), page.Tell{Notice: page.Notice{Bad: true, Text: text}})
}

// Leaving returns the model with the query to return to when its account is chosen again.
func (m *Model) Leaving(q query.Query) *Model {
	if q.Source == "" || q.Table == "" {
		return m
	}
	n := *m
	n.Last = map[string]query.Query{}
	maps.Copy(n.Last, m.Last)
	n.Last[q.Source] = q
	return &n
}

// At returns the model with another source on screen, "" for this browser. home is what to return to.
func (m *Model) At(source string, home page.Route) *Model {
	n := *m
	n.Home = home
	if n.Live = nil; source != "" {
		n.Live = &Live{AccountTables: page.AccountTables{Source: source}}
		if known := m.Lists[source]; known != nil && known.Listed {
			n.Live.Tables, n.Live.Listed = known.Tables, true
		}
	}
	return &n
}

// WithHome returns the model with another view of this browser to return to.
func (m *Model) WithHome(home page.Route) *Model {
	n := *m
	n.Home = home
	return &n
}

// Left returns the model with no account on screen.
func (m *Model) Left() *Model {
	if m.Live == nil {
		return m
	}
	return m.At("", m.Home)
}
