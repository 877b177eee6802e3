package state

import (
	"rangefinder/app/charges"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
)

// charged are the charges with that of the result that has just come.
func charged(m *Model, live *wire.LiveRun) *charges.Charges {
	r := m.Grid.Result
	filter, err := parsedFilter(r.Filter)
	if live.Charge == 0 || err != nil {
		return m.Charges
	}
	return m.Charges.With(r.Source, r.Table, filter, r.Reply.Result, charges.Charge{Units: live.Charge, Entities: r.Reply.Stats.Returned, More: live.More})
}

// parsedFilter is a filter as it is sent, nil for none.
func parsedFilter(filter string) (filterlang.Expr, error) {
	if filter = sent(filter); filter == "" {
		return nil, nil
	}
	return filterlang.Parse(filter)
}

// LastCharge says what the last query of the shape on screen was charged, "" when nobody knows.
func (m *Model) LastCharge() string {
	p := m.Plan.Plan
	if p == nil || m.Query.Source == "" {
		return ""
	}
	if last, ok := m.Charges.Of(m.Query.Source, m.Query.Table, p.Filter); ok {
		return last.Text()
	}
	return ""
}

// worstByIndex is Worst for an engine with an index of values.
func worstByIndex(m *Model, p *filterlang.Plan) string {
	text := "Asks every physical partition, page by page, and each page is charged in request units. "
	if p.Class == filterlang.NoIndexHelp {
		text += "The index does not narrow it, so the charge grows with the table. "
	} else {
		text += "The index narrows it, so the charge grows with what it matches. "
	}
	if last := m.LastCharge(); last != "" {
		return text + last
	}
	return text + "How many units that are is known when the service has answered."
}
