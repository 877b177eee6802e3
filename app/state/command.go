package state

import (
	"slices"

	"rangefinder/app/edit"
	"rangefinder/app/guide"
	"rangefinder/app/page"
	"rangefinder/app/simulator"
	"rangefinder/app/workload"
)

// unless makes one of conditions: the first that says why, counts.
//
//go:noinline
func unless(list ...func(*Model) string) func(*Model) string {
	return func(m *Model) string {
		for _, not := range list {
			if why := not(m); why != "" {
				return why
			}
		}
		return ""
	}
}

// missing is a condition: why, as long as there is not what has looks for.
//
//go:noinline
func missing(why string, has func(m *Model) bool) func(*Model) string {
	return func(m *Model) string {
		if has(m) {
			return ""
		}
		return why
	}
}

// What commands wait for.
var (
	aTable     = missing("No table is open.", func(m *Model) bool { return m.Query.Table != "" })
	aHomeTable = unless(aTable, missing("The table is of an account; this works on tables of this browser.", func(m *Model) bool { return m.Query.Source == "" }))
	anEntity   = missing("No entity is open in the inspector.", func(m *Model) bool { return m.Inspector.Mode == edit.Editing })
	edits      = missing("Nothing is being edited.", func(m *Model) bool { return m.Inspector.Dirty() })
	noLoad     = missing("Something is being loaded.", func(m *Model) bool { return m.Tables.Loading == nil })
	writable   = (*Model).ReadOnly
)

// Commands returns all of them, as things are now.
func Commands(m *Model) []page.Command {
	v := m.View()
	return slices.Concat(
		queryCommands(m),
		openingCommands(m),
		m.Tabs.Commands(noTabs(m)),
		thenCommands(m),
		gridCommands(m),
		gridToolCommands(m),
		editCommands(m),
		tableCommands(m),
		tableToolCommands(m),
		sourceCommands(m),
		m.Course.Commands(v),
		simulator.Commands(),
		pendingCommands(m),
		manyCommands(m),
		groupCommands(m),
		m.Lab.Commands(v),
		workload.Commands(),
		pageCommands(m),
		guide.Commands(),
	)
}
