package shell

import (
	"strings"

	"rangefinder/app/link"
	"rangefinder/app/page"
	"rangefinder/app/simulator"
	"rangefinder/filterlang"
)

// ParseRoute reads a fragment, and the tables that a shared link brings along. It never fails: what cannot be used is left at
// its default, and problem then says in one or two sentences what was left out.
func ParseRoute(fragment string) (r page.Route, data []link.TableData, problem string) {
	l, err := link.Decode(fragment)
	if err != nil {
		problem = err.Error()
	}
	r = page.Route{Query: l.Query, Sim: l.View.Sim, Why: l.View.Why, Ran: l.View.Ran, Lesson: l.View.Lesson, Step: l.View.Step, Class: l.View.Class, Lab: l.Lab, Beside: l.Beside}
	if r.Screen = page.Screen(l.View.Screen); !r.Screen.Known() {
		problem = strings.TrimSpace(problem + " The link asks for a screen that this version does not have. Query is shown instead.")
		r.Screen = page.QueryScreen
	}
	if _, ok := simulator.ParseSetup(r.Sim); r.Sim != "" && !ok {
		problem = strings.TrimSpace(problem + " The link's settings for the simulator cannot be used; the simulator shows its own.")
		r.Sim = ""
	}
	if r == (page.Route{}) {
		r.Empty = true
		if problem != "" && !strings.Contains(problem, "shown") {
			problem += " The usual view is shown."
		}
	}
	return r, l.Data, problem
}

// routeOf returns the route of what is on screen. That a query was run on an account is not part of it: an address never runs
// one there.
func routeOf(m Model) page.Route {
	ran := m.Query.Source == "" && m.Grid.Result.Reply != nil && m.Grid.Result.Table == m.Query.Table && filterlang.SameFilter(m.Grid.Result.Filter, m.Query.Filter)
	r := page.Route{Query: m.Query.Query, Screen: m.Screen, Why: m.Plan.Why, Ran: ran, Beside: m.Beside.Query}
	if r.Table == "" && r.Source == "" {
		r.Table = m.missingTable() // which the query waits for
	}
	if l := m.Course.Lesson; l != nil {
		r.Lesson, r.Step = l.Name, l.Step+1
	}
	if m.Screen == page.SimulatorScreen && m.Sim.Faulty() < 0 {
		r.Sim = m.Sim.Setup.Encode()
	}
	return r
}

// linkLab notes the comparison that a link brings.
func linkLab(m Model, route page.Route) Model {
	if route.Lab != "" {
		m.Lab = m.Lab.WithLink(route.Lab, route.Table)
	}
	return m
}

// linkBeside keeps the query that an address has beside its own.
func linkBeside(m Model, route page.Route) (Model, []page.Cmd) {
	var cmds []page.Cmd
	m.Beside, cmds = m.Beside.WithQuery(m.View(), route.Beside)
	return m, cmds
}

// routedSim shows the settings of the simulator that an address has. ParseRoute has told when they cannot be used.
func routedSim(m Model, route page.Route) (Model, []page.Cmd) {
	if route.Screen != page.SimulatorScreen || route.Sim == "" {
		return m, nil
	}
	var cmds []page.Cmd
	m.Sim, cmds = m.Sim.WithSetup(route.Sim)
	return m, cmds
}
