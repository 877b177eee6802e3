package state

import (
	"rangefinder/app/designlab"
	"rangefinder/app/link"
	"rangefinder/app/page"
)

// view is what features may read of the model.
func (m *Model) view() *page.View {
	return &page.View{Ready: m.Ready, Screen: m.Screen, Query: m.Query.Query, Draft: m.Draft, Census: m.Query.Census, Examples: m.Query.Examples,
		Saved: m.Queries, Tables: m.Tables.List, Base: m.Base, Link: func() link.Link { return routeOf(*m).link() }}
}

// updateFeatures hands a message to the feature that takes it.
func updateFeatures(m Model, msg Msg) (Model, []Cmd, bool) {
	l, cmds, ok := m.Lab.Update(m.view(), msg)
	if !ok {
		return m, nil, false
	}
	m.Lab = l
	m, cmds = answer(m, cmds)
	return m, cmds, true
}

// followFeatures lets the features follow what else changed.
func followFeatures(old, m Model, cmds []Cmd, msg Msg) (Model, []Cmd) {
	v := m.view()
	v.Again = old.Reshow && !m.Reshow
	l, more := m.Lab.Follow(v, msg)
	m.Lab = l
	m, more = answer(m, more)
	return m, append(cmds, more...)
}

// answer carries out what a feature asked of the page, and returns its other commands.
func answer(m Model, cmds []Cmd) (Model, []Cmd) {
	var out []Cmd
	for _, cmd := range cmds {
		var more []Cmd
		switch cmd := cmd.(type) {
		case page.Notify:
			m, more = notify(m, cmd.Notice)
		case page.Tell:
			m, more = tell(m, cmd.Notice)
		case page.Fail:
			m, more = fail(m, cmd.What, cmd.Err)
		case page.Made:
			m, more = undoable(m, cmd.Undo, cmd.Text)
			m, more = own(m, more, true)
			more = append(more, ListTables{})
		case page.Readdress:
			more = []Cmd{SetAddress{Fragment: routeOf(m).Fragment(), Push: cmd.Push}}
		case page.Send:
			m, more = update(m, cmd.Msg)
		default:
			more = []Cmd{cmd}
		}
		out = append(out, more...)
	}
	return m, out
}

// linkLab notes the comparison that a link brings.
func linkLab(m Model, route Route) Model {
	if route.Lab != "" {
		m.Lab = m.Lab.WithLink(route.Lab, route.Table)
	}
	return m
}

// updateSimulated plays a design of the lab.
func updateSimulated(m Model, msg Msg) (Model, []Cmd, bool) {
	if msg, ok := msg.(designlab.Simulated); ok {
		m, cmds := simulateDesign(m, msg.Design)
		return m, cmds, true
	}
	return m, nil, false
}
