package grid

import (
	"context"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
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

func (cmd AskCellFilters) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.CellFilters, cmd.Req, nil)
	return CellFiltersTold{cmd.Req, reply, err}
}

// MenuFocus is what takes the focus in a menu that opens.
const MenuFocus = "gridmenu"

// WithoutMenu returns the grid with its menu closed.
func (m *Model) WithoutMenu() *Model {
	if m.Menu == nil {
		return m
	}
	g := *m
	g.Menu = nil
	return &g
}

// menued is the menu.
func (m *Model) menued(v *page.View, msg page.Msg) (*Model, []page.Cmd, bool) {
	g := *m
	switch msg := msg.(type) {
	case CellMenuOpened:
		if g.Of == nil || msg.Column < 0 || msg.Column >= len(g.Shown) {
			return m, nil, true
		}
		menu := Menu{Header: msg.Line < 0, Line: msg.Line, Column: g.Of.Columns[g.Shown[msg.Column].Index].Name}
		menu.Replace, menu.X, menu.Y = v.Query.Filter == "", msg.X, msg.Y
		g.Menu = &menu
		cmds := []page.Cmd{PlaceMenu{msg.X, msg.Y}, page.Focus{Target: MenuFocus}}
		if !menu.Header {
			cmds = append(cmds, AskCellFilters{g.menuRequest(v)})
			if g.Column = menu.Column; !v.Embedded {
				cmds = append(cmds, page.Send{Msg: LineSelected{Line: msg.Line, Menu: true}})
			}
		}
		return &g, cmds, true

	case MenuClosed:
		next := m.WithoutMenu()
		if msg.Focus {
			return next, []page.Cmd{page.Focus{Target: "grid"}}, true
		}
		return next, nil, true

	case CellFiltersTold:
		if g.Menu == nil || g.Menu.Header || msg.Req != g.menuRequest(v) {
			return m, nil, true
		}
		menu := *g.Menu
		g.Menu = &menu
		if f := wire.FailureOf(msg.Err); f != nil {
			if menu.Failed = f.Message; f.Code == string("InvalidInput") {
				menu.Failed = "A page boundary has no value."
			}
			return &g, nil, true
		}
		menu.Filters = msg.Reply
		if msg.Reply.Refused != "" {
			menu.Replace = true
		}
		return &g, []page.Cmd{PlaceMenu{menu.X, menu.Y}}, true // it is longer now

	case FilterHow:
		if g.Menu == nil {
			return m, nil, true
		}
		menu := *g.Menu
		menu.Replace = msg.Replace
		g.Menu = &menu
		return &g, nil, true

	case FilterChosen:
		if g.Menu == nil || g.Menu.Filters == nil || msg.Index >= len(g.Menu.Filters.Choices) {
			return m, nil, true
		}
		filter := filterlang.KeepComments(v.Query.Filter, g.Menu.Chosen(msg.Index).Filter)
		return m.WithoutMenu(), []page.Cmd{
			page.Send{Msg: page.FilterSet{Text: filter}},
			page.Send{Msg: page.RunPressed{}}, // on an account it asks before it scans
			page.Focus{Target: "grid"},
		}, true
	}
	return m, nil, false
}

// menuRequest is what the open menu asks.
func (m *Model) menuRequest(v *page.View) wire.CellFiltersRequest {
	return wire.CellFiltersRequest{Source: m.Result.Source, Table: m.Result.Table, Result: m.Of.Result, Order: m.OrderNumber(), Line: m.Menu.Line, Column: m.Menu.Column, Filter: filterlang.WithoutComments(v.Query.Filter), Profile: v.Profile}
}

// Chosen is a filter of the menu as it would be put into the query line.
func (menu *Menu) Chosen(i int) wire.PlannedFilter {
	c := menu.Filters.Choices[i]
	if menu.Replace || c.Added.Filter == "" {
		return c.Alone
	}
	return c.Added
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
		return page.UnknownCost(c.Class)
	case c.Examined == wire.Unknown:
		return "the service does not tell how many"
	}
	return "examines " + words.Number(c.Examined)
}
