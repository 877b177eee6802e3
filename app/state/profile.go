package state

import (
	"maps"

	"rangefinder/app/edit"
	"rangefinder/app/queryline"
	"rangefinder/filterlang"
)

// Profile is the engine that answers the query line: what an account is, where a copy came from, and what was chosen for the other
// tables of this browser.
func (m *Model) Profile() filterlang.Profile {
	if m.Query.Source != "" {
		return m.Sources.Profile(m.Query.Source)
	}
	if m.Course.Lesson == nil && (m.Settings.Value(queryline.ProfileSetting) == "cosmos" || queryline.CopiedFrom(m.Copies.Copy(m.Query.Table)) == filterlang.Cosmos) {
		return filterlang.Cosmos
	}
	return filterlang.Storage
}

// followProfile plans anew, and checks anew what is typed and pending, when it became known that another engine answers.
func followProfile(m Model, cmds []Cmd) (Model, []Cmd) {
	if in := m.Inspector; in.Mode != edit.Idle && in.Source == m.Query.Source && in.Table == m.Query.Table && in.Profile != m.Profile() {
		next := *in
		next.Profile = m.Profile()
		next = edit.Measured(next)
		m.Inspector = &next
	}
	for _, c := range m.Pending.Changes {
		if was := m.Pending.ProfileOf(c.Source); was != m.Sources.Profile(c.Source) {
			p := *m.Pending
			p.Cosmos = maps.Clone(p.Cosmos)
			if p.Cosmos == nil {
				p.Cosmos = map[string]bool{}
			}
			p.Cosmos[c.Source] = was == filterlang.Storage
			m.Pending = p.Planned()
		}
	}
	if p := m.Plan.Plan; p == nil || p.Profile == m.Profile() {
		return m, cmds
	}
	m, more := ask(m)
	return m, append(cmds, more...)
}
