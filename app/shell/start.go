package shell

import (
	"strings"

	"rangefinder/app/course"
	"rangefinder/app/editor"
	"rangefinder/app/files"
	"rangefinder/app/history"
	"rangefinder/app/intro"
	"rangefinder/app/page"
	"rangefinder/app/queries"
	"rangefinder/app/query"
	"rangefinder/app/queryline"
	"rangefinder/app/sample"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// started shows what the address names as far as it is known before the tables are; opened does the rest.
func started(m Model, msg Started) (Model, []page.Cmd) {
	m, cmds := startSettings(m, msg)
	m.Base, m.Requests = msg.Base, m.Requests.WithFeed(msg.Feed)
	m.History = &history.Model{List: history.Parse(msg.History)}
	if msg.Embed {
		m.Embed = &Embed{}
	}
	route, data, problem := ParseRoute(msg.Fragment)
	if msg.Embed {
		route.Source, route.Screen, route.Lesson = "", page.QueryScreen, "" // it has neither accounts nor other screens
	}
	m.Course = m.Course.Restored(msg.Lessons, msg.Answers, msg.Class, msg.Own, msg.Attempt)
	m, class := m.withCourse(m.Course.InClass(m.View(), route.Class))
	cmds, route.Class = append(cmds, class...), ""
	if problem != "" {
		var more []page.Cmd
		m, more = tell(m, page.Notice{Text: problem, Bad: true})
		cmds = append(cmds, more...)
	}
	m, kept := linkBeside(m, route)
	cmds = append(cmds, kept...)
	if len(data) == 0 {
		m = linkLab(m, route)
	}
	visited := msg.Last != ""
	m.Visited = visited
	linked := route
	if last, _, _ := ParseRoute(msg.Last); (route.Empty || len(data) > 0) && !last.Empty {
		route = last
		route.Empty = true // nobody asked for it by name
	} else if len(data) > 0 && !msg.Embed {
		route = page.Route{}
	}
	var wanted *page.Route
	if route.Lesson != "" && !msg.Embed {
		view := route
		wanted, route = &view, page.Route{}
	}
	m, route, problem = startTabs(m, msg, route, wanted != nil || len(data) > 0)
	if problem != "" {
		var more []page.Cmd
		m, more = tell(m, page.Notice{Text: problem, Bad: true})
		cmds = append(cmds, more...)
	}
	left := visited && route.Empty && route.Table != "" && route.Source == ""
	asks := len(data) > 0 && !visited && !msg.Embed // about the link's data, before this browser has seen a table
	if asks {
		route.Empty = true
	} else if route.Table == "" && route.Source == "" {
		route = page.Route{Query: query.Query{Table: FirstTable, Filter: FirstFilter}, Empty: true}
	}
	m.Intro = intro.New(linked, wanted != nil, visited || len(data) > 0) // what a link brings is asked about first, and is not on screen
	m.Start = &Start{Route: route, Lesson: wanted, Left: left, Draft: msg.Draft, Linked: linked, Data: data}
	if wanted != nil {
		m.Course = m.Course.Await(wanted.Lesson)
		return m, append(cmds, ListTables{}, files.AskStorage{}, queries.ReadQueries{})
	}
	m.Screen = route.Screen
	m, _ = routedSim(m, route) // its form is not drawn yet
	q := *m.Query
	q.Query = route.Query
	m.Query = queryline.Checked(&q)
	p := *m.Plan
	p.Why = route.Why
	m.Plan = &p
	t := *m.Tables
	t.Loading = &page.Loading{Title: "Opening " + route.Table, Start: true}
	m.Tables = &t
	cmds = append(cmds, editor.SetEditor{Text: route.Filter}, ListTables{}, files.AskStorage{}, queries.ReadQueries{})
	if asks {
		t.Loading.Title = "Opening the link"
		return m, cmds
	}
	m, more := ask(m)
	return m, append(cmds, more...)
}

// opened decides what a visit shows once the tables are known: the table of the address, the sample that has it, or, when
// neither is there, another table. A first visit begins with a sample.
func opened(m Model) (Model, []page.Cmd) {
	route := m.Start.Route
	named := !route.Empty // by the address
	list := m.Tables.List
	t := *m.Tables
	var cmds []page.Cmd
	if view := m.Start.Lesson; view != nil {
		m.Course = m.Course.Awaited()
		read := t
		read.Loading = nil // what this browser keeps is read; a lesson waits for nothing else
		m.Tables = &read
		if m, cmds = m.withCourse(m.Course.Open(m.View(), view.Lesson, view.Step, view)); m.Home != nil {
			m.Home.Route = page.Route{} // nothing was shown before
			return firstView(m, cmds)
		}
		t.Loading = &page.Loading{Title: "Opening " + route.Table}
	}
	if m.Embed != nil && len(m.Start.Data) > 0 {
		t.Loading = nil
		m.Tables = &t
		q := *m.Query
		q.Table = "" // its map and census are still to come
		m.Query = &q
		return firstView(m, nil)
	}
	instead := func(shown string) { // in a frame, which has no ways to make a table
		if named {
			m, cmds = tell(m, page.Notice{Bad: true, Text: "The table " + words.Quote(route.Table) + " is not in this browser. The table " + shown + " is shown instead."})
		}
	}
	if route.Source != "" {
		route.Query = m.Query.On(route.Source, route.Table) // with what was typed meanwhile
		t.Loading = nil
		m.Tables = &t
		q := *m.Query
		q.Source, q.Table = "", "" // nothing of it is shown yet
		m.Query = &q
		pressed := m.Start.Pressed
		m, cmds := openLive(m, route)
		m, cmds = firstView(m, append(cmds, page.SetAddress{Fragment: routeOf(m).Fragment(), Push: false}))
		if pressed {
			var run []page.Cmd
			m, run = pressRun(m)
			cmds = append(cmds, run...)
		}
		return m, cmds
	}
	info, s := wire.TableNamed(list, route.Table), sample.Holding(m.Samples, route.Table)
	switch {
	case info != nil:
		if strings.EqualFold(m.Query.Table, info.Name) {
			route.Query = m.Query.On(route.Source, route.Table) // with what was typed meanwhile
		}
		route.Table = info.Name
	case named && s != nil:
		return openSample(m, s, s.TableNamed(route.Table), route.Filter)
	case named && m.Embed == nil:
		t.Loading = nil
		m.Tables = &t
		route.Query = m.Query.On(route.Source, route.Table) // with what was typed meanwhile
		m, more := showMissing(m, route)
		return firstView(m, append(cmds, more...))
	case m.Start.Left && s != nil && len(list) == 0: // the page was left before the sample was here
		return openSample(m, s, s.TableNamed(route.Table), route.Filter)
	case len(list) > 0:
		instead(list[0].Name)
		route = page.Route{Query: query.Query{Table: list[0].Name}, Screen: route.Screen, Why: route.Why}
	case !named && !m.Visited && len(m.Start.Data) > 0: // the link's table may be all that is wanted: nothing is loaded before
		t.Loading = nil
		m.Tables = &t
		return firstView(m, nil)
	case named || !m.Visited || m.Files.Storage != nil && !m.Files.Storage.Durable:
		instead(FirstTable)
		m, more := openSample(m, sample.Named(m.Samples, page.FirstSample), FirstTable, FirstFilter)
		return m, append(cmds, more...)
	default:
		t.Loading = nil
		m.Tables = &t
		m, more := leaveTable(m)
		return firstView(m, append(cmds, more...))
	}
	t.Loading = nil
	m.Tables = &t
	q := *m.Query
	q.Table = ""
	m.Query = &q
	m, more := show(m, route)
	m, run := runQuery(m)
	cmds = append(append(cmds, more...), run...)
	cmds = append(cmds, page.SetAddress{Fragment: routeOf(m).Fragment(), Push: false})
	return firstView(m, cmds)
}

// openSample loads a sample as the first view.
func openSample(m Model, s *sample.Sample, table, filter string) (Model, []page.Cmd) {
	t := *m.Tables
	t.Loading = &page.Loading{Title: "Opening " + s.Title, Progress: wire.Progress{Total: s.Entities}}
	m.Tables = &t
	q := *m.Query
	if !strings.EqualFold(q.Table, table) {
		q.Filter, q.Select, q.Top = filter, "", ""
	}
	q.Table = table
	m.Query = queryline.Checked(&q)
	cmds := []page.Cmd{LoadSample{Name: s.Name, Select: table, Filter: filter}}
	if q.Filter != filter {
		return m, cmds
	}
	m, more := ask(m)
	return m, append(append(cmds, editor.SetEditor{Text: filter}), more...)
}

// linkRefused writes the address of what is on screen in place of the link's. A first visit goes on as one without a link does, with
// the sample: an empty page would teach nothing.
func linkRefused(m Model) (Model, []page.Cmd) {
	if m.Visited || m.Query.Table != "" || len(m.Tables.List) > 0 || m.Tables.Loading != nil {
		return m, []page.Cmd{page.SetAddress{Fragment: routeOf(m).Fragment(), Push: false}}
	}
	return openSample(m, sample.Named(m.Samples, page.FirstSample), FirstTable, FirstFilter)
}

// linkAsked reports whether a link's data is asked about. Its address stays until that is answered: loading the page asks again.
func linkAsked(m *Model) bool { return m.Dialog != nil && m.Dialog.Kind == files.OpenLink }

// firstView ends the start: what waited for the first table comes on top of it.
func firstView(m Model, cmds []page.Cmd) (Model, []page.Cmd) {
	start := m.Start
	if start == nil {
		return m, cmds
	}
	m.Start = nil
	if m.Embed == nil && !m.Sources.Known {
		cmds = append(cmds, m.Sources.AskServerAtRest())
	}
	if c := *m.Course; m.Embed == nil && !c.Asked && c.Course == nil {
		c.Asked = true
		m.Course = &c
		cmds = append(cmds, course.ListLessons{})
	}
	m, more := restoreDraft(m, start.Draft)
	cmds = append(cmds, more...)
	if len(start.Data) > 0 {
		m, more = offerLink(m, start.Linked, start.Data)
		cmds = append(cmds, more...)
	}
	if len(start.Files) > 0 {
		m, more = update(m, page.FilesGiven{Files: start.Files})
		cmds = append(cmds, more...)
	}
	if s := sample.Named(m.Samples, start.Sample); s != nil && m.Course.Lesson == nil && s.Tables[0].Name != m.Query.Table {
		m, more = sampleOpened(m, page.SampleOpened{Name: start.Sample})
		cmds = append(cmds, more...)
	}
	return m, cmds
}
