package state

import (
	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/simulator"
)

// linkLab notes the comparison that a link brings.
func linkLab(m Model, route Route) Model {
	if route.Lab != "" {
		m.Lab = m.Lab.WithLink(route.Lab, route.Table)
	}
	return m
}

// linkBeside keeps the query that an address has beside its own.
func linkBeside(m Model, route Route) (Model, []Cmd) {
	var cmds []Cmd
	m.Beside, cmds = m.Beside.WithQuery(m.View(), route.Beside)
	return m, cmds
}

// routedSim shows the settings of the simulator that an address has. ParseRoute has told when they cannot be used.
func routedSim(m Model, route Route) (Model, []Cmd) {
	if route.Screen != SimulatorScreen || route.Sim == "" {
		return m, nil
	}
	var cmds []Cmd
	m.Sim, cmds = m.Sim.WithSetup(route.Sim)
	return m, cmds
}

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
