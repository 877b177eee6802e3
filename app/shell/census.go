package shell

import (
	"rangefinder/app/page"
	"rangefinder/app/tables"
	"rangefinder/filterlang"
)

// censusShown returns the census on screen and its table, when what is above it is there; "" for none.
func (m Model) censusShown() (table string, census *filterlang.Census) {
	if table, census = tables.CensusOf(m.Dialog); table != "" {
		return table, census
	}
	if p := m.Partitions; m.Screen == page.PartitionsScreen && p.Reply != nil && p.Told() {
		return p.Table, m.Query.Census
	}
	return "", nil
}

// counted takes in what was counted, for all who read it.
func (m *Model) counted(msg page.Msg) ([]page.Cmd, bool) {
	next, was, learned, ok := m.Recount.Update(msg)
	m.Recount = next
	if learned == nil {
		return nil, ok
	}
	if m.Query.Census == was {
		q := *m.Query
		q.Census = learned
		m.Query = &q
	}
	return tables.Learned(m.Dialog, was, learned), ok
}
