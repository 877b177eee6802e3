package shell

import (
	"maps"

	"rangefinder/app/editor"
	"rangefinder/app/files"
	"rangefinder/app/grid"
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/query"
	"rangefinder/app/queryline"
	"rangefinder/app/sample"
	"rangefinder/app/tables"
	"rangefinder/app/wire"
)

// readsFirst reports whether a press on the table reads its first page, as is said beside the tables of an account.
func (m *Model) readsFirst() bool {
	return m.Account() != nil && m.Query.Filter == "" && m.Start == nil && !m.Vacant()
}

// tablesListed shows the tables of this browser, and what waited for them.
func tablesListed(m Model, msg page.TablesListed) (Model, []page.Cmd) {
	t := *m.Tables
	if l := m.Course.Lesson; msg.Err != nil && l != nil && l.L == nil && wire.FailureOf(msg.Err).Code == wire.RoomGone {
		return m, nil // its data is still made, and is listed then
	}
	if msg.Err != nil && msg.Older && m.Ready {
		return m, nil // the one that comes tells whether they can be
	}
	if msg.Err != nil {
		return fail(m, "The tables could not be listed", msg.Err)
	}
	t.List, t.Heap = msg.Reply.Tables, msg.Reply.Heap
	m.Tables = &t
	if !m.Ready {
		m.Ready = true
		if m.Start != nil {
			return opened(m)
		}
	}
	if msg.Older {
		return m, nil // what happened meanwhile is in the one that comes
	}
	if m.Missing != nil {
		m.Reshow, m.Back = false, nil
		return tableCame(m)
	}
	if m.Reshow {
		return reshow(m)
	}
	if m.Query.Source == "" && t.Selected != "" && wire.TableNamed(t.List, t.Selected) == nil {
		return tableGone(m, t.Selected)
	}
	return m, nil
}

// tableChanged reads anew what is shown of a table that another tab wrote to.
func tableChanged(m Model, msg page.TableChanged) (Model, []page.Cmd) {
	cmds := []page.Cmd{ListTables{}}
	if m.Query.Source == "" && msg.Table != "" && msg.Table == m.Query.Table && wire.TableNamed(m.Tables.List, msg.Table) != nil {
		if r := *m.Grid.Result; r.Reply != nil && r.Table == msg.Table && !r.Running {
			r.Stale = true
			m = m.withResult(&r)
		}
		var more []page.Cmd
		m, more = ask(m)
		cmds = append(cmds, more...)
		cmds = append(cmds, queryline.TakeCensus{Table: msg.Table}, queryline.DrawMap{Req: wire.MapRequest{Table: msg.Table, View: m.Map.Zoom, Buckets: queryline.MapSegments}})
	}
	return m, cmds
}

// place is where a table is; Source is "" for this browser.
type place struct{ Source, Table string }

// tableChosen opens a table with the query that it was left with, or with one that suits it.
func tableChosen(m Model, msg page.TableChosen) (Model, []page.Cmd) {
	var cmds []page.Cmd
	if msg.Goes && m.Dialog != nil {
		m.Dialog, cmds = nil, []page.Cmd{page.CloseDialog{}}
	}
	if msg.Table == m.Query.Table && msg.Source == m.Query.Source {
		t := *m.Tables
		t.Open = false
		m.Tables = &t
		if r := m.Grid.Result; m.readsFirst() && r.Reply == nil && !r.Running { // it was left and came back without its rows
			var run []page.Cmd
			m, run = runLive(m, 1)
			cmds = append(cmds, run...)
		}
		return m, append(cmds, page.Focus{Target: m.Screen.FocusID()})
	}
	if here := m.Query; here.Table != "" && m.Missing == nil && m.Course.Lesson == nil {
		at := place{here.Source, here.Table}
		m.Unrun = maps.Clone(m.Unrun)
		if delete(m.Unrun, at); m.Draft || m.Plan.Err != nil {
			if m.Unrun == nil {
				m.Unrun = map[place]query.Query{}
			}
			m.Unrun[at] = here.Query
		}
	}
	route := page.Route{Query: query.Query{Source: msg.Source, Table: msg.Table, Top: m.Settings.Value("top")}, Screen: m.Screen, Why: m.Plan.Why}
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
	typed, unrun := m.Unrun[place{msg.Source, msg.Table}]
	if unrun = unrun && m.Course.Lesson == nil && m.Missing == nil; unrun {
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
	cmds = append(append(cmds, more...), page.SetAddress{Fragment: routeOf(m).Fragment(), Push: true})
	var run []page.Cmd
	switch {
	case unrun:
		m.Draft = true
	case m.readsFirst():
		m, run = runLive(m, 1)
	default:
		m, run = runQuery(m)
	}
	if cmds = append(cmds, run...); msg.Goes {
		cmds = append(cmds, page.Focus{Target: "editor"})
	}
	return m, cmds
}

// reshow shows the open table anew, because its entities may be others.
func reshow(m Model) (Model, []page.Cmd) {
	back := m.Back
	m.Reshow, m.Back = false, nil
	if m.Query.Source != "" { // of an account
		return m, nil
	}
	if back != nil && !m.Draft && m.Course.Lesson == nil && wire.TableNamed(m.Tables.List, back.Table) != nil {
		m, cmds := show(m, *back)
		m, run := runQuery(m)
		return m, append(append(cmds, page.SetAddress{Fragment: routeOf(m).Fragment(), Push: true}), run...)
	}
	info := wire.TableNamed(m.Tables.List, m.Query.Table)
	if info == nil {
		return leaveTable(m)
	}
	cmds := []page.Cmd{queryline.TakeCensus{Table: info.Name}, queryline.DrawMap{Req: wire.MapRequest{Table: info.Name, Buckets: queryline.MapSegments}}}
	mp := *m.Map
	mp.Zoom = wire.Stretch{}
	m.Map = &mp
	m, more := ask(m)
	m, run := runQuery(m)
	return m, append(append(cmds, more...), run...)
}

// moved shows the tables anew: another tab holds them now, or this one, and what the old one had of this page's result is gone.
func moved(m Model) (Model, []page.Cmd) {
	if m.Course.Lesson != nil && m.Course.Lesson.Room != "" {
		m, cmds, _ := hand(m, "course", page.RoomLost{})
		m, told := notify(m, page.Notice{Text: "The tab that held the tables closed. The data of the lesson starts again."})
		return m, append(append(cmds, told...), files.AskStorage{})
	}
	if m.Query.Source != "" {
		return readGone(m)
	}
	m.Reshow = true
	return m, []page.Cmd{ListTables{}, files.AskStorage{}}
}

// resultLost reads the table anew: the worker does not have the result on screen any more.
func resultLost(m Model) (Model, []page.Cmd) {
	if m.Query.Source != "" {
		return readGone(m)
	}
	m.Reshow = true
	return m, []page.Cmd{ListTables{}}
}

// tableGone leaves a table that is not there any more, and says so unless it was deleted here: another tab has done it. In
// a lesson the learner's own attempt has: its tables are the page's own.
func tableGone(m Model, table string) (Model, []page.Cmd) {
	told := m.Notice
	m, cmds := leaveTable(m)
	if m.Course.Lesson != nil || m.Notice != told || told != nil && told.Text == tables.Deleted(table)+"." {
		return m, cmds
	}
	m, more := notify(m, page.Notice{Text: "The table " + table + " is not here any more: it was deleted in another tab."})
	return m, append(cmds, more...)
}

// leaveTable shows another table after the selected one went.
func leaveTable(m Model) (Model, []page.Cmd) {
	if len(m.Tables.List) > 0 {
		m, cmds := show(m, page.Route{Query: query.Query{Table: m.Tables.List[0].Name}, Screen: m.Screen, Why: m.Plan.Why})
		m, run := runQuery(m)
		return m, append(append(cmds, page.SetAddress{Fragment: routeOf(m).Fragment(), Push: false}), run...)
	}
	t := *m.Tables
	t.Selected = ""
	m.Tables = &t
	m.Seq++ // no answer that is on its way belongs to what is shown now
	m.Sources = m.Sources.Left()
	m.Query, m.Plan, m.Map = &queryline.Query{}, &plan.Plan{Why: m.Plan.Why}, &plan.Map{Hover: -1}
	m = m.withResult(&grid.Result{Line: -1})
	m.Inspector = m.Inspector.Emptied()
	return m, []page.Cmd{editor.SetEditor{Text: ""}, editor.ShowMarks{}}
}

// own notes that the workspace holds tables of the person's, which take the screen from the introduction.
func own(m Model, cmds []page.Cmd, made bool) (Model, []page.Cmd) {
	if !made {
		return m, cmds
	}
	m, more := introduced(m)
	return owned(m, append(cmds, more...))
}

// owned notes that the workspace holds something of the person's: the browser is asked, once, not to evict it.
func owned(m Model, cmds []page.Cmd) (Model, []page.Cmd) {
	m.Touched = true
	m.Course = m.Course.Touched()
	if m.Files.Storage != nil && m.Files.Storage.Durable && !m.Files.Storage.Persist && !m.Asked {
		m.Asked = true
		cmds = append(cmds, AskPersist{})
	}
	return m, cmds
}
