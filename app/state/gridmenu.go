package state

import (
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang/edm"
)

// Menu is the menu of a cell or of a column's head.
type Menu struct {
	X, Y   int // its place in the window, in px
	Header bool
	Column string
	Line   int

	Filters *wire.CellFiltersReply // nil until they came
	Failed  string
	Replace bool // a filter takes the place of the one in the query line, rather than being added to it
}

// What happens in a menu.
type (
	CellMenuOpened struct{ Line, Column, X, Y int } // Column among those shown; Line -1: the head
	MenuClosed     struct{ Focus bool }
	FilterHow      struct{ Replace bool }
	FilterChosen   struct{ Index int }
	// CellFiltersTold answers AskCellFilters.
	CellFiltersTold struct {
		Req   wire.CellFiltersRequest
		Reply *wire.CellFiltersReply
		Err   error
	}
)

// PlaceMenu tells where the menu goes, in px in the window.
type PlaceMenu struct{ X, Y int }

// AskCellFilters asks what filters a cell offers. Answer: CellFiltersTold.
type AskCellFilters struct{ Req wire.CellFiltersRequest }

// MenuFocus is what takes the focus in a menu that opens.
const MenuFocus = "gridmenu"

func closeMenu(m Model) Model {
	if m.Grid.Menu == nil {
		return m
	}
	g := *m.Grid
	g.Menu = nil
	m.Grid = &g
	return m
}

// updateMenu is the menu.
func updateMenu(m Model, msg Msg) (Model, []Cmd, bool) {
	g := *m.Grid
	switch msg := msg.(type) {
	case CellMenuOpened:
		if g.of == nil || msg.Column < 0 || msg.Column >= len(g.Shown) {
			return m, nil, true
		}
		menu := Menu{Header: msg.Line < 0, Line: msg.Line, Column: g.of.Columns[g.Shown[msg.Column].Index].Name}
		menu.Replace, menu.X, menu.Y = m.Query.Filter == "", msg.X, msg.Y
		g.Menu = &menu
		m.Grid = &g
		cmds := []Cmd{PlaceMenu{msg.X, msg.Y}, Focus{Target: MenuFocus}}
		if !menu.Header {
			cmds = append(cmds, AskCellFilters{menu.request(m)})
		}
		return m, cmds, true

	case MenuClosed:
		m = closeMenu(m)
		if msg.Focus {
			return m, []Cmd{Focus{Target: "grid"}}, true
		}
		return m, nil, true

	case CellFiltersTold:
		if g.Menu == nil || g.Menu.Header || msg.Req != g.Menu.request(m) {
			return m, nil, true
		}
		menu := *g.Menu
		g.Menu = &menu
		m.Grid = &g
		if f := wire.FailureOf(msg.Err); f != nil {
			if menu.Failed = f.Message; f.Code == string("InvalidInput") {
				menu.Failed = "A page boundary has no value."
			}
			return m, nil, true
		}
		menu.Filters = msg.Reply
		if msg.Reply.Refused != "" {
			menu.Replace = true
		}
		return m, []Cmd{PlaceMenu{menu.X, menu.Y}}, true // it is longer now

	case FilterHow:
		if g.Menu == nil {
			return m, nil, true
		}
		menu := *g.Menu
		menu.Replace = msg.Replace
		g.Menu = &menu
		m.Grid = &g
		return m, nil, true

	case FilterChosen:
		if g.Menu == nil || g.Menu.Filters == nil || msg.Index >= len(g.Menu.Filters.Choices) {
			return m, nil, true
		}
		filter := g.Menu.Chosen(msg.Index).Filter
		m = closeMenu(m)
		m, cmds := edited(m, filter)
		m, run, _ := updateResult(m, RunPressed{}) // on an account it asks before it scans
		return m, append(append(cmds, run...), Focus{Target: "grid"}), true
	}
	return m, nil, false
}

// Chosen is a filter of the menu as it would be put into the query line.
func (menu *Menu) Chosen(i int) wire.PlannedFilter {
	c := menu.Filters.Choices[i]
	if menu.Replace || c.Added.Filter == "" {
		return c.Alone
	}
	return c.Added
}

func (menu *Menu) request(m Model) wire.CellFiltersRequest {
	return wire.CellFiltersRequest{Source: m.Grid.Result.Source, Table: m.Grid.Result.Table, Result: m.Grid.of.Result, Order: m.Grid.OrderNumber(), Line: menu.Line, Column: menu.Column, Filter: sent(m.Query.Filter), Profile: m.Profile()}
}

// FilterText says what a filter of a cell asks, short enough for a menu.
func FilterText(t edm.Type, c wire.CellFilter) string {
	value := page.KeyText(c.Text)
	if t == edm.String {
		value = words.Quote(value)
	}
	if c.Text == "" {
		value = "the empty string"
	}
	switch c.Kind {
	case wire.FilterEqual:
		return "= " + value
	case wire.FilterNotEqual:
		return "≠ " + value
	case wire.FilterAtLeast:
		return "≥ " + value
	case wire.FilterAtMost:
		return "≤ " + value
	case wire.FilterStarts:
		return "starts with " + value
	case wire.FilterPartition:
		return "This partition: " + page.KeyText(c.Text)
	case wire.FilterEntity:
		return "This entity"
	}
	return string(c.Kind)
}

// CostText says what a filter reads.
func CostText(c wire.Cost) string {
	switch {
	case c.Class.ByIndex():
		return plan.UnknownCost(c.Class)
	case c.Examined == wire.Unknown:
		return "the service does not tell how many"
	}
	return "examines " + words.Number(c.Examined)
}
