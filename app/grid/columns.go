package grid

import (
	"slices"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang/edm"
)

// What happened to the columns.
type (
	ColumnsPressed struct{} // their dialog
	ColumnMoved    struct { // to a place among those that are shown
		Name string
		To   int
	}
	ColumnStepped struct { // by so many places
		Name string
		By   int
	}
	ColumnHidden struct {
		Name string
		Hide bool
	}
	ColumnSized struct {
		Name  string
		Width int // px; 0 for one that suits
	}
	ColumnPinned struct { // beside the keys; the one that was is released
		Name string
		Pin  bool
	}
	ColumnPinPressed struct{}            // of the current column
	ColumnsHidden    struct{ Hide bool } // all but the keys
	ColumnsReset     struct{}
)

// columned is the columns.
func (m *Model) columned(v *page.View, msg page.Msg) (*Model, []page.Cmd, bool) {
	switch msg := msg.(type) {
	case ColumnsPressed:
		return m.openColumns()

	case ColumnMoved:
		return m.relay(m.layout().moved(m.Columns(), msg.Name, msg.To))

	case ColumnStepped:
		at := slices.Index(m.Names(), msg.Name)
		if at < 0 {
			return m, nil, true
		}
		next, cmds, _ := m.relay(m.layout().moved(m.Columns(), msg.Name, max(at+msg.By, 0)))
		now := slices.Index(next.Names(), msg.Name)
		return next, append(cmds, page.Announce{Text: msg.Name + " is column " + words.Number(now+1) + " of " + words.Number(len(next.Shown)) + "."}), true

	case ColumnHidden:
		if IsKey(msg.Name) {
			return m, []page.Cmd{page.Announce{Text: "The keys stay: they name the entity."}}, true
		}
		l := m.layout().hiding(msg.Name, msg.Hide)
		if !msg.Hide {
			l = l.showing(m.Columns(), msg.Name)
		}
		next, cmds, _ := m.relay(l)
		text := msg.Name + " is shown."
		if msg.Hide {
			text = msg.Name + " is hidden. Columns brings it back."
		}
		return next.WithoutMenu(), append(cmds, page.Announce{Text: text}), true

	case ColumnsHidden:
		l := m.layout()
		l.Hidden, l.Only = nil, msg.Hide
		if msg.Hide {
			l.Order = nil
		}
		return m.relay(l)

	case ColumnSized:
		return m.relay(m.layout().sized(msg.Name, msg.Width))

	case ColumnPinPressed:
		return m.columned(v, ColumnPinned{m.Column, m.Pinned() != m.Column})

	case ColumnPinned:
		if IsKey(msg.Name) || msg.Name == "" {
			return m, []page.Cmd{page.Announce{Text: "The keys stay at the left anyway."}}, true
		}
		l := m.layout()
		text := msg.Name + " is pinned next to the keys."
		switch {
		case msg.Pin:
			l = l.hiding(msg.Name, false)
			l.Pinned = msg.Name
		case l.Pinned == msg.Name:
			l.Pinned, text = "", msg.Name+" is back in its place."
		}
		next, cmds, _ := m.WithoutMenu().relay(l)
		return next, append(cmds, page.Announce{Text: text}), true

	case ColumnsReset:
		next, cmds, _ := m.WithoutMenu().relay(Layout{})
		return next, append(cmds, page.Announce{Text: "The columns are in their first order: keys, properties, Timestamp."}), true
	}
	return m, nil, false
}

// layout is that of the table on screen.
func (m *Model) layout() Layout { return m.Views.layoutOf(m.Result.Source, m.Result.Table) }

// relay gives the table on screen another layout, which is remembered.
func (m *Model) relay(l Layout) (*Model, []page.Cmd, bool) {
	if m.Of == nil {
		return m, nil, true
	}
	g := *m
	g.Views = g.Views.with(m.Result.Source, m.Result.Table, l)
	return g.laidOut(), []page.Cmd{g.keep()}, true
}

// keep remembers the layouts.
func (m *Model) keep() page.Cmd { return page.KeepSetting{Key: ViewsKey, Value: m.Views.Encode()} }

// laidOut works out what is shown by the layout that holds.
func (m *Model) laidOut() *Model {
	if m.Of == nil {
		return m
	}
	g := *m
	g.Shown, g.All = g.layout().apply(g.Of.Columns)
	g.Listed = g.layout().arrange(g.Of.Columns)
	return &g
}

// headText is what a column's head says of its type, e.g. "Double", or "Double+" where some values have another, with the zone that
// instants are shown in.
func headText(c wire.Column, zone string) string {
	text := c.Type.String()
	if len(c.Also) > 0 {
		text += "+"
	}
	if c.Type == edm.DateTime {
		text += " (" + ZoneText(zone) + ")"
	}
	return text
}

// MixText explains the head of a column whose values are of several types; "" for any other.
func MixText(c wire.Column) string {
	if len(c.Also) == 0 {
		return ""
	}
	return "Most often " + c.Type.String() + ", also " + strings.Join(c.Also, ", ") + ". Which of them a filter finds depends on its literal: 4 finds Int32, Int64 and Double, 4L finds Int64 and Double, 4.0 finds Double, and '4' finds String."
}

// mix is MixText of a column of the result.
func (m *Model) mix(name string) string {
	if m.Of != nil {
		for _, c := range m.Of.Columns {
			if c.Name == name {
				return MixText(c)
			}
		}
	}
	return ""
}
