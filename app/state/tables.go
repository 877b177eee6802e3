package state

import (
	"maps"
	"rangefinder/app/sample"
	"strings"

	"rangefinder/app/editor"
	"rangefinder/app/files"
	"rangefinder/app/grid"
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/query"
	"rangefinder/app/queryline"
	"rangefinder/app/tables"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// readsFirst reports whether a press on the table reads its first page, as is said beside the tables of an account.
func (m *Model) readsFirst() bool {
	return m.Account() != nil && m.Query.Filter == "" && m.Start == nil && !m.Vacant()
}

// updateTables is the side bar: tables, samples and loads.
func updateTables(m Model, msg Msg) (Model, []Cmd, bool) {
	t := *m.Tables
	switch msg := msg.(type) {
	case TablesListed:
		if l := m.Course.Lesson; msg.Err != nil && l != nil && l.L == nil && wire.FailureOf(msg.Err).Code == wire.RoomGone {
			return m, nil, true // its data is still made, and is listed then
		}
		if msg.Err != nil && msg.Older && m.Ready {
			return m, nil, true // the one that comes tells whether they can be
		}
		if msg.Err != nil {
			m, cmds := fail(m, "The tables could not be listed", msg.Err)
			return m, cmds, true
		}
		t.List, t.Heap = msg.Reply.Tables, msg.Reply.Heap
		m.Tables = &t
		if !m.Ready {
			m.Ready = true
			if m.Start != nil {
				m, cmds := opened(m)
				return m, cmds, true
			}
		}
		if msg.Older {
			return m, nil, true // what happened meanwhile is in the one that comes
		}
		if m.Missing != nil {
			m.Reshow, m.Back = false, nil
			m, cmds := tableCame(m)
			return m, cmds, true
		}
		if m.Reshow {
			return reshow(m)
		}
		if m.Query.Source == "" && t.Selected != "" && wire.TableNamed(t.List, t.Selected) == nil {
			return tableGone(m, t.Selected)
		}
		return m, nil, true

	case TableChanged:
		cmds := []Cmd{ListTables{}}
		if m.Query.Source == "" && msg.Table != "" && msg.Table == m.Query.Table && wire.TableNamed(t.List, msg.Table) != nil {
			if r := *m.Grid.Result; r.Reply != nil && r.Table == msg.Table && !r.Running {
				r.Stale = true
				m = m.withResult(&r)
			}
			var more []Cmd
			m, more = ask(m)
			cmds = append(cmds, more...)
			cmds = append(cmds, queryline.TakeCensus{Table: msg.Table}, queryline.DrawMap{Req: wire.MapRequest{Table: msg.Table, View: m.Map.Zoom, Buckets: queryline.MapSegments}})
		}
		return m, cmds, true

	case TableChosen:
		var cmds []Cmd
		if msg.Goes && m.Dialog != nil {
			m.Dialog, cmds = nil, []Cmd{CloseDialog{}}
		}
		if msg.Table == m.Query.Table && msg.Source == m.Query.Source {
			t.Open = false
			m.Tables = &t
			if r := m.Grid.Result; m.readsFirst() && r.Reply == nil && !r.Running { // it was left and came back without its rows
				var run []Cmd
				m, run = runLive(m, 1)
				cmds = append(cmds, run...)
			}
			return m, append(cmds, Focus{Target: m.Screen.FocusID()}), true
		}
		if here := m.Query; here.Source == "" && here.Table != "" && m.Missing == nil && m.Course.Lesson == nil {
			m.Unrun = maps.Clone(m.Unrun)
			if delete(m.Unrun, here.Table); m.Draft || m.Plan.Err != nil {
				if m.Unrun == nil {
					m.Unrun = map[string]query.Query{}
				}
				m.Unrun[here.Table] = here.Query
			}
		}
		route := Route{Query: query.Query{Source: msg.Source, Table: msg.Table, Top: m.Settings.Value("top")}, Screen: m.Screen, Why: m.Plan.Why}
		if msg.Source == "" && m.Course.Lesson == nil {
			if last := m.History.Last(msg.Table); last != nil {
				route.Query = last.Query
			} else if ex := sample.Examples(m.Samples, msg.Table); len(ex) > 0 {
				route.Filter = ex[0].Filter
			}
		}
		if q := m.opening(msg.Source, msg.Table); q != nil {
			route.Query = q.On(route.Source, route.Table)
		}
		typed, unrun := m.Unrun[msg.Table]
		if unrun = unrun && msg.Source == "" && m.Course.Lesson == nil && m.Missing == nil; unrun {
			route.Query = typed
		}
		if m.Missing != nil && msg.Source == "" {
			route.Query = m.Query.On("", msg.Table)
		}
		m.Saved = m.Saved.Chose(route)
		shown := show
		if route.Source != "" {
			shown = openLive
		}
		m, more := shown(m, route)
		cmds = append(append(cmds, more...), SetAddress{Fragment: routeOf(m).Fragment(), Push: true})
		var run []Cmd
		switch {
		case unrun:
			m.Draft = true
		case m.readsFirst():
			m, run = runLive(m, 1)
		default:
			m, run = runQuery(m)
		}
		if cmds = append(cmds, run...); msg.Goes {
			cmds = append(cmds, Focus{Target: "editor"})
		}
		return m, cmds, true

	case SampleOpened:
		s := sample.Named(m.Samples, msg.Name)
		if s == nil {
			return m, nil, true
		}
		if m.Start != nil && m.Embed == nil {
			start := *m.Start
			start.Sample = s.Name
			m.Start = &start
			return m, []Cmd{Announce{Text: s.Title + " is opened next."}}, true
		}
		if l := m.Course.Lesson; l != nil && l.Failed != nil { // it has no tables: the sample becomes one of the workspace
			m.Course = m.Course.Awaited()
			m = loseRoom(m)
			t = *m.Tables
		}
		if t.Loading != nil {
			m, cmds := notify(m, Notice{Text: "Something else is under way: " + t.Loading.Title + ". Stop it, or wait for its end, and open " + s.Title + " then."})
			return m, cmds, true
		}
		first := s.Tables[0].Name
		if wire.TableNamed(t.List, first) != nil {
			m.Dialog = nil
			m, cmds, _ := updateTables(m, TableChosen{Table: first})
			return m, append(cmds, CloseDialog{}), true
		}
		filter := ""
		if len(s.Queries) > 0 {
			filter = s.Queries[0].Filter
		}
		t.Loading = &Loading{Title: "Opening " + s.Title, Progress: wire.Progress{Total: s.Entities}}
		m.Tables, m.Dialog = &t, nil
		return m, []Cmd{CloseDialog{}, LoadSample{Name: s.Name, Select: first, Filter: filter}}, true

	case page.Moved:
		// Another tab holds the tables now, or this one: what the old one had of this page's result is gone.
		if m.Course.Lesson != nil && m.Course.Lesson.Room != "" {
			m, cmds, _ := hand(m, "course", page.RoomLost{})
			m, told := notify(m, Notice{Text: "The tab that held the tables closed. The data of the lesson starts again."})
			return m, append(append(cmds, told...), files.AskStorage{}), true
		}
		if m.Query.Source != "" {
			return readGone(m)
		}
		m.Reshow = true
		return m, []Cmd{ListTables{}, files.AskStorage{}}, true

	case grid.ResultLost:
		if m.Query.Source != "" {
			return readGone(m)
		}
		m.Reshow = true
		return m, []Cmd{ListTables{}}, true

	case Loaded:
		what, left := "the data", false
		if t.Loading != nil {
			what, left = t.Loading.Title, t.Loading.Left
		}
		t.Loading = nil
		m.Tables = &t
		if msg.Err != nil {
			var more []Cmd
			if t.Selected == "" { // the first view: there is no table behind it
				q := *m.Query
				q.Table = ""
				m.Query = &q
				m, more = ask(m)
			}
			var cmds []Cmd
			if wire.FailureOf(msg.Err).Code == wire.Canceled {
				m, cmds = notify(m, Notice{Text: "Stopped " + strings.ToLower(what[:1]) + what[1:] + ": nothing of it was kept."})
			} else {
				m, cmds = fail(m, "Nothing was loaded", msg.Err)
			}
			m, cmds = firstView(m, append(append(more, cmds...), ListTables{}))
			return m, cmds, true
		}
		if m.Query.Source != "" && msg.View == nil {
			return loadedAtHome(m, msg)
		}
		if left {
			m, cmds := notify(m, Notice{Text: strings.Join(msg.Reply.Tables, ", ") + ": now among the tables."})
			m, cmds = own(m, append(cmds, ListTables{}), msg.Select == "")
			m, cmds = firstView(m, cmds)
			return m, cmds, true
		}
		selected := msg.Select
		if selected == "" && len(msg.Reply.Tables) > 0 {
			selected = msg.Reply.Tables[0]
		}
		first := m.Query.Census == nil && t.Selected == ""
		route := Route{Query: query.Query{Table: selected, Filter: msg.Filter, Top: m.Settings.Value("top")}, Screen: m.Screen, Why: m.Plan.Why}
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
		cmds = append(cmds, SetAddress{Fragment: routeOf(m).Fragment(), Push: !first}, ListTables{})
		m, cmds = own(m, append(cmds, run...), msg.Select == "")
		if len(msg.Reply.Tables) > 1 && msg.View == nil { // one of them is on screen, whose number is not that of the sample
			m, run = notify(m, Notice{Text: "Opened " + strings.Join(msg.Reply.Tables, " and ") + ", " + words.Count(msg.Reply.Entities, "entity", "entities") + "."})
			cmds = append(cmds, run...)
		}
		m, cmds = firstView(m, cmds)
		return m, cmds, true

	}
	return m, nil, false
}

// tableGone leaves a table that is not there any more, and says so unless it was deleted here: another tab has done it. In
// a lesson the learner's own attempt has: its tables are the page's own.
func tableGone(m Model, table string) (Model, []Cmd, bool) {
	told := m.Notice
	m, cmds, _ := leaveTable(m)
	if m.Course.Lesson != nil || m.Notice != told || told != nil && told.Text == tables.Deleted(table)+"." {
		return m, cmds, true
	}
	m, more := notify(m, Notice{Text: "The table " + table + " is not here any more: it was deleted in another tab."})
	return m, append(cmds, more...), true
}

// leaveTable shows another table after the selected one went.
func leaveTable(m Model) (Model, []Cmd, bool) {
	if len(m.Tables.List) > 0 {
		m, cmds := show(m, Route{Query: query.Query{Table: m.Tables.List[0].Name}, Screen: m.Screen, Why: m.Plan.Why})
		m, run := runQuery(m)
		return m, append(append(cmds, SetAddress{Fragment: routeOf(m).Fragment(), Push: false}), run...), true
	}
	t := *m.Tables
	t.Selected = ""
	m.Tables = &t
	m.Seq++ // no answer that is on its way belongs to what is shown now
	m.Sources = m.Sources.Left()
	m.Query, m.Plan, m.Map = &queryline.Query{}, &plan.Plan{Why: m.Plan.Why}, &plan.Map{Hover: -1}
	m = m.withResult(&grid.Result{Line: -1})
	m.Inspector = m.Inspector.Emptied()
	return m, []Cmd{editor.SetEditor{Text: ""}, editor.ShowMarks{}}, true
}

// own notes that the workspace holds tables of the person's, which take the screen from the introduction.
func own(m Model, cmds []Cmd, made bool) (Model, []Cmd) {
	if !made {
		return m, cmds
	}
	m, more := introduced(m)
	return owned(m, append(cmds, more...))
}

// owned notes that the workspace holds something of the person's: the browser is asked, once, not to evict it.
func owned(m Model, cmds []Cmd) (Model, []Cmd) {
	m.Touched = true
	m.Course = m.Course.Touched()
	if m.Files.Storage != nil && m.Files.Storage.Durable && !m.Files.Storage.Persist && !m.Asked {
		m.Asked = true
		cmds = append(cmds, AskPersist{})
	}
	return m, cmds
}
