package state

import (
	"strings"

	"rangefinder/app/link"
	"rangefinder/app/page"
	"rangefinder/app/simulator"
	"rangefinder/filterlang"
)

// Route is the view that the address names.
type Route = page.Route

// ParseRoute reads a fragment, and the tables that a shared link brings along. It never fails: what cannot be used is left at
// its default, and problem then says in one or two sentences what was left out.
func ParseRoute(fragment string) (r Route, data []link.TableData, problem string) {
	l, err := link.Decode(fragment)
	if err != nil {
		problem = err.Error()
	}
	r = Route{Query: l.Query, Sim: l.View.Sim, Why: l.View.Why, Ran: l.View.Ran, Lesson: l.View.Lesson, Step: l.View.Step, Class: l.View.Class, Lab: l.Lab, Beside: l.Beside}
	if r.Screen = page.Screen(l.View.Screen); !r.Screen.Known() {
		problem = strings.TrimSpace(problem + " The link asks for a screen that this version does not have. Query is shown instead.")
		r.Screen = QueryScreen
	}
	if _, ok := simulator.ParseSetup(r.Sim); r.Sim != "" && !ok {
		problem = strings.TrimSpace(problem + " The link's settings for the simulator cannot be used; the simulator shows its own.")
		r.Sim = ""
	}
	if r == (Route{}) {
		r.Empty = true
		if problem != "" && !strings.Contains(problem, "shown") {
			problem += " The usual view is shown."
		}
	}
	return r, l.Data, problem
}

// routeOf returns the route of what is on screen. That a query was run on an account is not part of it: an address never runs
// one there.
func routeOf(m Model) Route {
	ran := m.Query.Source == "" && m.Grid.Result.Reply != nil && m.Grid.Result.Table == m.Query.Table && filterlang.SameFilter(m.Grid.Result.Filter, m.Query.Filter)
	r := Route{Query: m.Query.Query, Screen: m.Screen, Why: m.Plan.Why, Ran: ran, Beside: m.Beside.Query}
	if r.Table == "" && r.Source == "" {
		r.Table = m.missingTable() // which the query waits for
	}
	if l := m.Course.Lesson; l != nil {
		r.Lesson, r.Step = l.Name, l.Step+1
	}
	if m.Screen == SimulatorScreen && m.Sim.Faulty() < 0 {
		r.Sim = m.Sim.Setup.Encode()
	}
	return r
}

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
