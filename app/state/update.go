package state

import (
	"strings"

	"rangefinder/app/accounts"
	"rangefinder/app/beside"
	"rangefinder/app/copies"
	"rangefinder/app/copyto"
	"rangefinder/app/count"
	"rangefinder/app/course"
	"rangefinder/app/designlab"
	"rangefinder/app/edit"
	"rangefinder/app/editor"
	"rangefinder/app/files"
	"rangefinder/app/grid"
	"rangefinder/app/history"
	"rangefinder/app/inspector"
	"rangefinder/app/intro"
	"rangefinder/app/move"
	"rangefinder/app/page"
	"rangefinder/app/palette"
	"rangefinder/app/partitions"
	"rangefinder/app/plan"
	"rangefinder/app/queries"
	"rangefinder/app/queryline"
	"rangefinder/app/requests"
	"rangefinder/app/sample"
	"rangefinder/app/settings"
	"rangefinder/app/side"
	"rangefinder/app/simulator"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/app/workload"
)

// New returns the model before anything has happened.
func New() Model {
	return Model{
		Keeping:   &settings.Model{},
		Intro:     &intro.Model{},
		Palette:   &palette.Model{},
		Tables:    &side.Model{},
		Query:     &queryline.Query{},
		Plan:      &plan.Plan{},
		Map:       &plan.Map{Hover: -1},
		Inspector: &edit.Inspector{},
		Copies:    copies.New(),
		History:   &history.Model{},
		Saved:     &queries.Model{},
		Samples:   sample.Samples(),
		Sources:   accounts.New(),
		Requests:  requests.New(),
		Course:    course.New(),

		Grid:       grid.New(),
		Pending:    &edit.Pending{},
		Lens:       &inspector.Model{},
		Lab:        designlab.New(""),
		Partitions: partitions.New(),
		Files:      files.New(),
		Recount:    &partitions.Recount{},
		Sim:        simulator.New(),
		Move:       &move.Model{},
		CopyTo:     &copyto.Model{},
		Count:      &count.Model{},
		Beside:     &beside.Model{},
		Workload:   workload.New(),
	}
}

// The table and filter that a first visit shows.
const (
	FirstSample = page.FirstSample
	FirstTable  = "Movies"
	FirstFilter = "PartitionKey eq 'Action' and RowKey ge 'Alien' and RowKey lt 'Terminator' and Rating gt 4.0"
)

// Update answers what the page looks like after msg and what shall be done. It is pure.
func Update(m Model, msg Msg) (Model, []Cmd) {
	if m.Embed.ignores(msg) {
		return m, nil
	}
	if closed, ok := msg.(DialogClosed); ok && closed.Nth > 0 && closed.Nth != m.Dialogs {
		return m, nil // of the one before
	}
	next, cmds := update(m, msg)
	if _, ok := msg.(palette.Chosen); ok {
		return next, cmds // of messages that each went through here
	}
	return follow(m, next, cmds, msg)
}

func update(m Model, msg Msg) (Model, []Cmd) {
	switch msg := msg.(type) {
	case Started:
		return started(m, msg)
	case Navigated:
		return navigated(m, msg)
	case WorkerLost:
		m.Fatal = msg.Reason
		return m, []Cmd{ShowCrash{Report: msg.Reason, Lost: true}}
	case EngineCrashed:
		return m, []Cmd{ShowCrash{Report: msg.Report}}
	case ThemePressed:
		theme := settings.ThemeOf(m.Settings).After()
		m, cmds := changeSettings(m, m.Settings.With("theme", string(theme)))
		return m, append(cmds, Announce{Text: "Colours: " + string(theme)})
	case EditorWanted:
		m, cmds := toScreen(m, QueryScreen)
		return m, append(cmds, Focus{Target: "editor"})
	case ScreenChosen:
		return screenChosen(m, msg)
	case DraftRefused:
		m.Undrafted = msg.Refused
		if !msg.Refused {
			return m, nil
		}
		return notify(m, Notice{Bad: true, Text: draftUnkept})
	case Returned:
		return returned(m, msg)
	case edit.FormReturned:
		return bringBack(m, msg.Form)
	case CopyPressed:
		m, cmds := notify(m, Notice{Text: "Copied " + msg.What + "."})
		return m, append(cmds, Copy{Text: msg.Text})
	}
	for _, part := range []func(Model, Msg) (Model, []Cmd, bool){updateTables, updateSelection, updateWhy, updateRun, updateGiven, updateUndo, updateWishes, updatePane} {
		if next, cmds, ok := part(m, msg); ok {
			return next, cmds
		}
	}
	for _, feature := range listeners(&m, msg) {
		if next, cmds, ok := hand(m, feature, msg); ok {
			return next, cmds
		}
	}
	if next, cmds, ok := updateDialog(m, msg); ok {
		return next, cmds
	}
	return m, nil
}

func navigated(m Model, msg Navigated) (Model, []Cmd) {
	route, data, problem := ParseRoute(msg.Fragment)
	m = linkLab(m, route)
	m, kept := linkBeside(m, route)
	var cmds []Cmd
	if problem != "" {
		m, cmds = notify(m, Notice{Text: problem, Bad: true})
	}
	cmds = append(cmds, kept...)
	if len(data) > 0 && m.Ready {
		m, more := offerLink(m, route, data)
		return m, append(append(cmds, more...), SetAddress{Fragment: routeOf(m).Fragment(), Push: false})
	}
	if m.Embed != nil {
		route.Source, route.Screen, route.Lesson = "", QueryScreen, "" // it has neither accounts nor other screens
	}
	m, class := m.withCourse(m.Course.InClass(m.View(), route.Class))
	cmds, route.Class = append(cmds, class...), ""
	if m.Ready && m.Start == nil {
		if next, more, ok := m.Course.Navigated(m.View(), route); ok {
			m, more = m.withCourse(next, more)
			return m, append(cmds, more...)
		}
	}
	if route.Empty {
		route.Table, route.Filter = FirstTable, FirstFilter
	}
	if route.Source != "" && m.Ready {
		m, more := openLive(m, route)
		return m, append(cmds, more...)
	}
	if !m.Ready && m.Start != nil {
		start := *m.Start
		start.Lesson, m.Course = nil, m.Course.Awaited()
		if route.Lesson != "" {
			start.Lesson, m.Course = &route, m.Course.Await(route.Lesson)
			m.Start = &start
			return m, cmds
		}
		start.Route = route
		m.Start, m.Screen = &start, route.Screen
		m, reset := routedSim(m, route)
		cmds = append(cmds, reset...)
		q := *m.Query
		q.Query, q.ThenOpen = route.Query, false
		m.Query = queryline.Checked(&q)
		m, more := ask(m)
		return m, append(append(cmds, editor.SetEditor{Text: q.Filter}), more...)
	}
	if route.Table == "" && m.Ready {
		m, more := showNoTable(m, route)
		return m, append(cmds, more...)
	}
	name := m.here(route.Table)
	if name == "" && m.Tables.Loading != nil && m.Query.Source == "" && strings.EqualFold(route.Table, m.Query.Table) {
		q := *m.Query // the table is on its way, and the query of the address will be run on it
		q.Query = route.On(q.Source, q.Table)
		m.Query, m.Screen = queryline.Checked(&q), route.Screen
		m, reset := routedSim(m, route)
		m, more := ask(m)
		return m, append(append(append(cmds, reset...), editor.SetEditor{Text: q.Filter}), more...)
	}
	if name == "" {
		text := ""
		if s := sampleOfTable(m.Samples, route.Table); s != nil {
			if m.Tables.Loading == nil {
				t := *m.Tables
				t.Loading = &Loading{Title: "Opening " + s.Title}
				m.Tables = &t
				return m, append(cmds, LoadSample{Name: s.Name, Select: tableOfSample(s, route.Table), View: &route})
			}
			text = "The table " + words.Quote(route.Table) + " is not open. Open it when the load that is under way is over."
		}
		var more []Cmd
		if text == "" {
			m, more = showMissing(m, route)
			return m, append(cmds, more...)
		}
		m, more = notify(m, Notice{Bad: true, Text: text})
		return m, append(append(cmds, more...), SetAddress{Fragment: routeOf(m).Fragment(), Push: false})
	}
	route.Table = name // a link may write it in another case
	m, more := show(m, route)
	cmds = append(cmds, more...)
	if route.Ran {
		var run []Cmd
		m, run = runQuery(m)
		cmds = append(cmds, run...)
	}
	return m, cmds
}

// here is how a table of this browser is spelled, "" while there is none of that name. The one on screen is here although the list may
// still be that of before it was loaded.
func (m Model) here(table string) string {
	if info := wire.TableNamed(m.Tables.List, table); info != nil {
		return info.Name
	}
	if t := m.Tables; m.Query.Source == "" && m.Missing == nil && t.Loading == nil && strings.EqualFold(t.Selected, table) {
		return t.Selected
	}
	return ""
}

// show makes route the view, without touching the address.
func show(m Model, route Route) (Model, []Cmd) {
	if m.Missing != nil && route.Source == "" && route.Table != "" && route.Filter == "" {
		route.Query = m.Query.On("", route.Table) // it waited for a table
	}
	m.Missing = nil
	changed := m.Query.Table != route.Table || m.Query.Source != route.Source
	fields := map[string]string{"select": route.Select, "top": route.Top, "then": route.Then}
	moved := m.Query.Source != route.Source || (m.Live() == nil) != (route.Source == "")
	if moved {
		m = toSource(m, route.Source)
	}
	m.Screen = route.Screen
	var cmds []Cmd
	m, cmds = routedSim(m, route)
	m = linkLab(m, route)
	q := *m.Query
	q.Query, q.ThenOpen = route.Query, false
	if changed {
		q.Census = nil
		q.Examples = nil
		if route.Source == "" && m.Course.Lesson == nil {
			q.Examples = examplesOf(m.Samples, route.Table)
		}
		m = m.withResult(&grid.Result{Source: route.Source, Table: route.Table, Line: -1})
		m.Map = &plan.Map{Hover: -1}
		m.Inspector = &edit.Inspector{}
	}
	m.Query, m.Draft = queryline.Checked(&q), false
	t := *m.Tables
	if t.Selected, t.Open = route.Table, false; route.Source != "" {
		t.Selected = ""
	}
	if moved && t.Find != "" {
		t.Find, fields["find-table"] = "", ""
	}
	if m.Tables = &t; changed {
		m.Tables = t.Showing(route.Table, tablesOn(m))
	}
	p := *m.Plan
	p.Why = route.Why
	m.Plan = &p
	cmds = append(cmds, editor.SetEditor{Text: q.Filter}, ResetFields{Values: fields})
	if !changed && m.Map.Zoom.To > 0 { // another query begins with the whole table
		mp := *m.Map
		mp.Zoom, mp.Drag, mp.Hover = wire.Stretch{}, nil, -1
		m.Map = &mp
		cmds = append(cmds, queryline.DrawMap{Req: wire.MapRequest{Table: q.Table, Buckets: queryline.MapSegments}})
	}
	switch {
	case !changed || q.Table == "":
	case q.Source != "":
		cmds = append(cmds, queryline.TakeCensus{Source: q.Source, Table: q.Table})
	default:
		cmds = append(cmds, queryline.TakeCensus{Table: q.Table}, queryline.DrawMap{Req: wire.MapRequest{Table: q.Table, Buckets: queryline.MapSegments}})
	}
	m, more := ask(m)
	return m, append(cmds, more...)
}

// sampleOfTable returns the sample that holds a table of that name, or nil.
func sampleOfTable(samples []sample.Sample, table string) *sample.Sample {
	for i := range samples {
		for _, t := range samples[i].Tables {
			if strings.EqualFold(t.Name, table) {
				return &samples[i]
			}
		}
	}
	return nil
}

// tableOfSample returns the name of the sample's table as the sample writes it.
func tableOfSample(s *sample.Sample, name string) string {
	for _, t := range s.Tables {
		if strings.EqualFold(t.Name, name) {
			return t.Name
		}
	}
	return name
}

func examplesOf(samples []sample.Sample, table string) []sample.Query {
	if s := sampleOfTable(samples, table); s != nil {
		var list []sample.Query
		for _, q := range s.Queries {
			if q.Table == table || q.Table == "" {
				list = append(list, q)
			}
		}
		return list
	}
	return nil
}
