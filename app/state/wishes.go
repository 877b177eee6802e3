package state

import (
	"rangefinder/app/lesson"
	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/query"
	"rangefinder/app/queryline"
	"rangefinder/app/simulator"
	"rangefinder/app/wire"
	"slices"
)

// updateWishes does what a feature wants of the query line.
func updateWishes(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg := msg.(type) {
	case page.QueryWanted:
		m, cmds := show(m, Route{Query: msg.Query, Why: m.Plan.Why})
		cmds = append(cmds, SetAddress{Fragment: routeOf(m).Fragment(), Push: true}, Focus{Target: "editor"})
		m, run := runQuery(m)
		return m, append(cmds, run...), true
	case page.SimulationWanted:
		m, cmds := routedSim(m, Route{Screen: SimulatorScreen, Sim: msg.Setup})
		m, play, _ := hand(m, "simulator", simulator.AgainPressed{})
		return m, append(cmds, play...), true
	case page.DraftWanted:
		put := show
		if msg.Query.Source != "" {
			put = openLive
		}
		m, cmds := put(m, Route{Query: msg.Query, Why: true})
		m.Draft = true
		return m, append(cmds, SetAddress{Fragment: routeOf(m).Fragment(), Push: true}, Focus{Target: "editor"}), true
	case page.PartitionsWanted:
		m.Dialog = nil
		m, cmds := toScreen(m, PartitionsScreen)
		return m, append(cmds, CloseDialog{}, Focus{Target: PartitionsScreen.TabID()}), true
	case page.TableWanted:
		m, cmds := showLocal(m, msg.Table)
		return m, cmds, true
	case page.PatternsGiven:
		m.Lab = m.Lab.WithPatterns(msg)
		route := Route{Query: query.Query{Table: msg.Table}, Screen: LabScreen, Why: m.Plan.Why}
		if m.Query.Source == "" && m.Query.Table == msg.Table {
			route.Query = m.Query.Query
		}
		m, cmds := show(m, route)
		return m, append(cmds, SetAddress{Fragment: routeOf(m).Fragment(), Push: true}, Focus{Target: LabScreen.TabID()}), true
	}
	return m, nil, false
}

// updateGiven takes the files that are none of tables: those that came with the start wait for the first view, lessons are opened, and
// what learners saved of their progress is read. Other files are imported.
func updateGiven(m Model, msg Msg) (Model, []Cmd, bool) {
	given, ok := msg.(page.FilesGiven)
	switch {
	case !ok || len(given.Files) == 0:
		return m, nil, false
	case m.Start != nil: // the installed application was started with them
		start := *m.Start
		start.Files = append(slices.Clone(start.Files), given.Files...)
		m.Start = &start
		return m, nil, true
	}
	if i := slices.IndexFunc(given.Files, func(f port.FileRef) bool { return lesson.IsFile(f.Name) }); i >= 0 {
		m, cmds, _ := hand(m, "course", page.LessonFileGiven{File: given.Files[i]})
		return m, append(cmds, forget(slices.Delete(slices.Clone(given.Files), i, i+1))...), true
	}
	isReport := func(f port.FileRef) bool { return lesson.IsReport(f.Name) }
	if reports := slices.Clone(given.Files); slices.ContainsFunc(reports, isReport) {
		others := slices.DeleteFunc(slices.Clone(given.Files), isReport)
		m, cmds, _ := hand(m, "course", page.ReportsGiven{Files: slices.DeleteFunc(reports, func(f port.FileRef) bool { return !isReport(f) })})
		return m, append(cmds, forget(others)...), true
	}
	return m, nil, false
}

// forget frees files that the person gave.
func forget(files []port.FileRef) []Cmd {
	cmds := make([]Cmd, len(files))
	for i, f := range files {
		cmds[i] = page.ForgetFile{Token: f.Token}
	}
	return cmds
}

// reshow shows the open table anew, because its entities may be others.
func reshow(m Model) (Model, []Cmd, bool) {
	back := m.Back
	m.Reshow, m.Back = false, nil
	if m.Query.Source != "" { // of an account
		return m, nil, true
	}
	if back != nil && !m.Draft && m.Course.Lesson == nil && wire.TableNamed(m.Tables.List, back.Table) != nil {
		m, cmds := show(m, *back)
		m, run := runQuery(m)
		return m, append(append(cmds, SetAddress{Fragment: routeOf(m).Fragment(), Push: true}), run...), true
	}
	info := wire.TableNamed(m.Tables.List, m.Query.Table)
	if info == nil {
		return leaveTable(m)
	}
	cmds := []Cmd{queryline.TakeCensus{Table: info.Name}, queryline.DrawMap{Req: wire.MapRequest{Table: info.Name, Buckets: queryline.MapSegments}}}
	mp := *m.Map
	mp.Zoom = wire.Stretch{}
	m.Map = &mp
	m, more := ask(m)
	m, run := runQuery(m)
	return m, append(append(cmds, more...), run...), true
}
