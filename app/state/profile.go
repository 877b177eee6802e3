package state

import (
	"maps"

	"rangefinder/app/edit"
	"rangefinder/app/page"
	"rangefinder/engine"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang"
)

// ProfileSetting is the setting that says which engine plans of this browser's tables are for.
const ProfileSetting = "engine"

// profileSetting asks for the engine. An account knows its own.
var profileSetting = page.Setting{ID: ProfileSetting, Title: "Plan tables of this browser for", Note: "Which engine decides what a query costs. A copy of a table of Azure Cosmos DB is always planned for that, and an account for what it is.",
	Choices: page.Choices("", "Azure Table storage", "cosmos", "Azure Cosmos DB for Table")}

// Profile is the engine that answers the query line: what an account is, where a copy came from, and what was chosen for the other
// tables of this browser.
func (m *Model) Profile() filterlang.Profile {
	if m.Query.Source != "" {
		return m.Sources.Profile(m.Query.Source)
	}
	if m.Course.Lesson == nil && (m.Settings.Value(ProfileSetting) == "cosmos" || CopiedFrom(m.Copies.Copy(m.Query.Table)) == filterlang.Cosmos) {
		return filterlang.Cosmos
	}
	return filterlang.Storage
}

// CopiedFrom is the engine of the account that a copy came from.
func CopiedFrom(c *tablesync.Copy) filterlang.Profile {
	if c == nil {
		return filterlang.Storage
	}
	return engine.ProfileOf(c.Endpoint)
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
