package shell

import (
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/sample"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// sampleOpened fills the tables of a sample, or shows them when they are here.
func sampleOpened(m Model, msg page.SampleOpened) (Model, []page.Cmd) {
	t := *m.Tables
	s := sample.Named(m.Samples, msg.Name)
	if s == nil {
		return m, nil
	}
	if m.Start != nil && m.Embed == nil {
		start := *m.Start
		start.Sample = s.Name
		m.Start = &start
		return m, []page.Cmd{page.Announce{Text: s.Title + " is opened next."}}
	}
	if l := m.Course.Lesson; l != nil && l.Failed != nil { // it has no tables: the sample becomes one of the workspace
		m.Course = m.Course.Awaited()
		m = loseRoom(m)
		t = *m.Tables
	}
	if t.Loading != nil {
		return notify(m, page.Notice{Text: "Something else is under way: " + t.Loading.Title + ". Stop it, or wait for its end, and open " + s.Title + " then."})
	}
	first := s.Tables[0].Name
	if wire.TableNamed(t.List, first) != nil {
		m.Dialog = nil
		m, cmds := tableChosen(m, page.TableChosen{Table: first})
		return m, append(cmds, page.CloseDialog{})
	}
	filter := ""
	if len(s.Queries) > 0 {
		filter = s.Queries[0].Filter
	}
	t.Loading = &page.Loading{Title: "Opening " + s.Title, Progress: wire.Progress{Total: s.Entities}}
	m.Tables, m.Dialog = &t, nil
	return m, []page.Cmd{page.CloseDialog{}, LoadSample{Name: s.Name, Select: first, Filter: filter}}
}

// loaded shows a table that was filled, or tells why none was.
func loaded(m Model, msg page.Loaded) (Model, []page.Cmd) {
	t := *m.Tables
	what, left := "the data", false
	if t.Loading != nil {
		what, left = t.Loading.Title, t.Loading.Left
	}
	t.Loading = nil
	m.Tables = &t
	if msg.Err != nil {
		var more []page.Cmd
		if t.Selected == "" { // the first view: there is no table behind it
			q := *m.Query
			q.Table = ""
			m.Query = &q
			m, more = ask(m)
		}
		var cmds []page.Cmd
		if wire.FailureOf(msg.Err).Code == wire.Canceled {
			m, cmds = notify(m, page.Notice{Text: "Stopped " + strings.ToLower(what[:1]) + what[1:] + ": nothing of it was kept."})
		} else {
			m, cmds = fail(m, "Nothing was loaded", msg.Err)
		}
		return firstView(m, append(append(more, cmds...), ListTables{}))
	}
	if m.Query.Source != "" && msg.View == nil {
		return loadedAtHome(m, msg)
	}
	if left {
		m, cmds := notify(m, page.Notice{Text: strings.Join(msg.Reply.Tables, ", ") + ": now among the tables."})
		m, cmds = own(m, append(cmds, ListTables{}), msg.Select == "")
		return firstView(m, cmds)
	}
	selected := msg.Select
	if selected == "" && len(msg.Reply.Tables) > 0 {
		selected = msg.Reply.Tables[0]
	}
	first := m.Query.Census == nil && t.Selected == ""
	route := page.Route{Query: query.Query{Table: selected, Filter: msg.Filter, Top: m.Settings.Value("top")}, Screen: m.Screen, Why: m.Plan.Why}
	if msg.View != nil {
		route = *msg.View
		route.Table = selected
	}
	if first {
		if m.Query.Table == selected {
			route.Filter = m.Query.Filter // with what was typed while it was loading
		}
		route.Select, route.Top, route.Then, route.Was = m.Query.Select, m.Query.Top, m.Query.Then, m.Query.Was
		q := *m.Query
		q.Table = ""
		m.Query = &q
	}
	m, cmds := show(m, route)
	m, run := runQuery(m)
	cmds = append(cmds, page.SetAddress{Fragment: routeOf(m).Fragment(), Push: !first}, ListTables{})
	m, cmds = own(m, append(cmds, run...), msg.Select == "")
	if len(msg.Reply.Tables) > 1 && msg.View == nil { // one of them is on screen, whose number is not that of the sample
		m, run = notify(m, page.Notice{Text: "Opened " + strings.Join(msg.Reply.Tables, " and ") + ", " + words.Count(msg.Reply.Entities, "entity", "entities") + "."})
		cmds = append(cmds, run...)
	}
	return firstView(m, cmds)
}
