package shell

import (
	"slices"

	"rangefinder/app/lesson"
	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/query"
	"rangefinder/app/simulator"
)

// queryWanted shows a query and runs it.
func queryWanted(m Model, msg page.QueryWanted) (Model, []page.Cmd) {
	m, cmds := show(m, page.Route{Query: msg.Query, Why: m.Plan.Why})
	cmds = append(cmds, page.SetAddress{Fragment: routeOf(m).Fragment(), Push: true}, page.Focus{Target: "editor"})
	m, run := runQuery(m)
	return m, append(cmds, run...)
}

// simulationWanted shows a simulation and plays it.
func simulationWanted(m Model, msg page.SimulationWanted) (Model, []page.Cmd) {
	m, cmds := routedSim(m, page.Route{Screen: page.SimulatorScreen, Sim: msg.Setup})
	m, play, _ := hand(m, "simulator", simulator.AgainPressed{})
	return m, append(cmds, play...)
}

// draftWanted shows a query with its plan and does not run it.
func draftWanted(m Model, msg page.DraftWanted) (Model, []page.Cmd) {
	put := show
	if msg.Query.Source != "" {
		put = openLive
	}
	m, cmds := put(m, page.Route{Query: msg.Query, Why: true})
	m.Draft = true
	return m, append(cmds, page.SetAddress{Fragment: routeOf(m).Fragment(), Push: true}, page.Focus{Target: "editor"})
}

// partitionsWanted leaves a dialog for the partitions of the open table.
func partitionsWanted(m Model) (Model, []page.Cmd) {
	m.Dialog = nil
	m, cmds := toScreen(m, page.PartitionsScreen)
	return m, append(cmds, page.CloseDialog{}, page.Focus{Target: page.PartitionsScreen.TabID()})
}

// patternsGiven takes queries to the lab.
func patternsGiven(m Model, msg page.PatternsGiven) (Model, []page.Cmd) {
	m.Lab = m.Lab.WithPatterns(msg)
	route := page.Route{Query: query.Query{Table: msg.Table}, Screen: page.LabScreen, Why: m.Plan.Why}
	if m.Query.Source == "" && m.Query.Table == msg.Table {
		route.Query = m.Query.Query
	}
	m, cmds := show(m, route)
	return m, append(cmds, page.SetAddress{Fragment: routeOf(m).Fragment(), Push: true}, page.Focus{Target: page.LabScreen.TabID()})
}

// filesGiven takes the files that are none of tables: those that came with the start wait for the first view, lessons are opened, and
// what learners saved of their progress is read. Other files are imported, elsewhere: ok is false.
func filesGiven(m Model, given page.FilesGiven) (_ Model, _ []page.Cmd, ok bool) {
	switch {
	case len(given.Files) == 0:
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
func forget(files []port.FileRef) []page.Cmd {
	cmds := make([]page.Cmd, len(files))
	for i, f := range files {
		cmds[i] = page.ForgetFile{Token: f.Token}
	}
	return cmds
}
