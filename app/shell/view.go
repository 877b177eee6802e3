package shell

import (
	"rangefinder/app/guide"
	"rangefinder/app/keydesign/lab"
	"rangefinder/app/page"
	"rangefinder/app/result"
	"rangefinder/app/wire"
)

// View is what features may read of the model.
func (m *Model) View() *page.View {
	var result *wire.RunReply
	if r := m.Grid.Result; !r.Running && r.Table == m.Query.Table && r.Source == m.Query.Source {
		result = r.Reply
	}
	v := &page.View{
		Ready:      m.Ready,
		Screen:     m.Screen,
		Query:      m.Query.Query,
		Profile:    m.Profile(),
		Draft:      m.Draft,
		Census:     m.Query.Census,
		Examples:   m.Query.Examples,
		Saved:      m.Saved.List,
		Tables:     m.Tables.List,
		Accounts:   &m.Sources.Accounts,
		Here:       tablesOn(*m),
		Selected:   m.Tables.Selected,
		Loading:    m.Tables.Loading,
		Missing:    m.missingTable(),
		Result:     result,
		Rows:       m.rows(),
		ReadOnly:   m.ReadOnly(),
		Ran:        m.Grid.Result.Filter,
		Then:       m.Then(),
		Designs:    m.Designs(),
		Settings:   m.Settings,
		Notice:     m.Notice,
		Dialog:     m.Dialog,
		Base:       m.Base,
		Route:      func() page.Route { return routeOf(*m) },
		Why:        m.Plan.Why,
		Lesson:     m.Course.Lesson != nil,
		Hides:      m.Hides(),
		Embedded:   m.Embed != nil,
		Undos:      m.Undos,
		Comparison: m.comparison,
		Keys:       func() string { return guide.Keys(Commands(m)) },
		Dirty:      m.Inspector.Dirty(),
		Pending:    m.Cell.Form() != nil || len(m.Pending.Changes) > 0,
		Committing: m.desk().Committing(),
	}
	v.Plan, v.Refused = m.Line().Planned()
	if in := m.Inspector; in.Original != nil && in.Table == m.Query.Table && in.Source == m.Query.Source {
		v.Entity = in.Original
	}
	return v
}

// Away reports whether the entity in the inspector is not in the result on screen.
func (m *Model) Away() bool {
	k, now := m.Grid.Result.Away, m.inspected()
	return k != nil && now != nil && *k == *now
}

// rows are what the grid shows, as features see it.
func (m *Model) rows() page.Rows {
	r := m.Grid.Result
	rows := page.Rows{Source: r.Source, Table: r.Table, Filter: r.Filter, Reply: r.Reply, Running: r.Running, Failed: r.Failed != nil,
		Order: m.Grid.OrderNumber(), Count: m.Grid.Lines(), Kept: result.Kept(m.Grid, m.Then()), Line: r.Line, First: r.First, Last: r.Last}
	switch {
	case rows.Kept:
		rows.Entities = m.Grid.Order.Reply.Entities
	case r.Reply != nil:
		rows.Entities = r.Reply.Stats.Returned
	}
	return rows
}

// comparison is the comparison of the lab as a link brings it, when it is on screen.
func (m *Model) comparison() string {
	if m.Screen != page.LabScreen || m.Query.Source != "" || !m.Lab.Have || m.Lab.Table != m.Query.Table {
		return ""
	}
	return m.Lab.Spec.String()
}

// Designs are those that the lab compares for the open table.
func (m *Model) Designs() []lab.Design {
	if !m.Lab.Have || m.Lab.Table != m.Query.Table {
		return nil
	}
	return m.Lab.Spec.Designs
}
