package grid

import (
	"rangefinder/app/page"
	"rangefinder/app/wire"
)

// What goes on at most once at a time.
const (
	sortSlot page.Slot = "sort"
	seekSlot page.Slot = "seek"
)

// Model is the result of the query that ran last, and how it is shown.
type Model struct {
	Result *Result
	Views  Views
	Shown  []Shown // columns of the result on screen
	Listed []int   // all of them, in the order of the layout
	All    bool    // its layout would hide every column, so it hides none
	Order  *Order  // nil: the service's
	Find   *Find   // nil: not looking for anything
	Menu   *Menu   // nil: closed
	Column string  // of the current cell
	Plain  bool    // a plain table stands in the place of the grid

	Of *wire.RunReply // the result that Shown is of
}

// New returns the grid before a query ran.
func New() *Model { return &Model{Result: &Result{Line: -1}} }

// WithResult returns the grid with another result, or another state of it.
func (m *Model) WithResult(r *Result) *Model {
	g := *m
	g.Result = r
	return &g
}

// Lines is how many lines the grid has.
func (m *Model) Lines() int {
	switch r := m.Result.Reply; {
	case r == nil:
		return 0
	case m.OrderNumber() != 0:
		return m.Order.Reply.Lines
	default:
		return r.Lines
	}
}

// Columns are those of the result on screen.
func (m *Model) Columns() []wire.Column {
	if m.Of == nil {
		return nil
	}
	return m.Of.Columns
}

// Pinned is the column that stays beside the keys, "" for none.
func (m *Model) Pinned() string {
	for i, name := range m.Names() {
		if i <= 2 && m.Shown[i].Pinned {
			return name
		}
	}
	return ""
}

// Names are the columns that are shown, in their order; nil for all as they come.
func (m *Model) Names() []string {
	if m.Of == nil {
		return nil
	}
	names := make([]string, len(m.Shown))
	for i, s := range m.Shown {
		names[i] = m.Of.Columns[s.Index].Name
	}
	return names
}

// unselected is Unselected; an entity that is shown beside the lines is then of none that is marked.
func (m *Model) unselected(v *page.View) *Model {
	g := m.Unselected()
	r := *g.Result
	r.Apart, r.Away = v.Entity != nil, nil
	return g.WithResult(&r)
}

// Unselected forgets the selection: its lines are others now. The inspector keeps its entity.
func (m *Model) Unselected() *Model {
	r := *m.Result
	r.Line, r.First, r.Last = -1, 0, 0
	return m.WithResult(&r)
}
