package state

import (
	"context"
	"slices"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// Grid is how results are shown. Nothing of it changes what a query finds.
type Grid struct {
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

	of *wire.RunReply // the result that Shown is of
}

// withResult returns the model with another result, or another state of it.
func (m Model) withResult(r *Result) Model {
	g := *m.Grid
	g.Result = r
	m.Grid = &g
	return m
}

// Lines is how many lines the grid has.
func (m *Model) Lines() int {
	switch r := m.Grid.Result.Reply; {
	case r == nil:
		return 0
	case m.Grid.OrderNumber() != 0:
		return m.Grid.Order.Reply.Lines
	default:
		return r.Lines
	}
}

// Pinned is the column that stays beside the keys, "" for none.
func (g *Grid) Pinned() string {
	for i, name := range g.Names() {
		if i <= 2 && g.Shown[i].Pinned {
			return name
		}
	}
	return ""
}

// Names are the columns that are shown, in their order; nil for all as they come.
func (g *Grid) Names() []string {
	if g.of == nil {
		return nil
	}
	names := make([]string, len(g.Shown))
	for i, s := range g.Shown {
		names[i] = g.of.Columns[s.Index].Name
	}
	return names
}

// What happened to the grid.
type (
	// ViewsRead is what this browser kept, at the start; ViewsTold what another tab wrote.
	ViewsRead struct{ Text string }
	ViewsTold struct{ Text string }

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
	ColumnSought     struct{ Text string } // in the dialog
	TemplateNamed    struct{ Text string }
	TemplateKept     struct{}
	TemplateTaken    struct{ Name string }
	TemplateDropped  struct{ Name string }
	ZoneTyped        struct{ Zone string }
	ZoneRefused      struct{ Text string } // the browser knows no such zone

	CellSelected struct{ Line, Column int } // Column among those shown
	PlainToggled struct{}
)

// ColumnSet is the dialog of columns.
type ColumnSet struct {
	Sought string // only columns with this in their name are listed
	Name   string // of a template, being typed
	Zone   string // being typed
	Before Layout // when it was opened
}

// followGrid keeps the grid in step with the result: another result has other columns, and an order is made anew of one that
// has grown or was run again.
func followGrid(old, m Model, cmds []Cmd) (Model, []Cmd) {
	now := m.Grid.Result.Reply
	if m.Grid.of == now {
		return m, cmds
	}
	g := *m.Grid
	g.of, g.Menu = now, nil
	g.Shown, g.Listed, g.All = nil, nil, false
	if now == nil {
		if g.Order != nil {
			cmds = append(cmds, Stop{Slot: sortSlot})
		}
		g.Order, g.Find, g.Plain = nil, nil, false
		m.Grid = &g
		return m, cmds
	}
	l := g.Views.layoutOf(m.Grid.Result.Source, m.Grid.Result.Table)
	g.Shown, g.All = l.apply(now.Columns)
	g.Listed = l.arrange(now.Columns)
	again := old.Grid.of != nil && old.Grid.of.Result != now.Result
	if g.Order != nil {
		o := *g.Order
		if again {
			o.Reply = nil
		}
		if o.Column != "" && !hasColumn(now, o.Column) {
			o.Column = ""
		}
		if o.Then = m.then(); o.Column != "" || o.Then != "" {
			o.Asked, o.Progress = true, wire.Progress{}
			cmds = append(cmds, SortResult{o.request(now)})
			g.Order = &o
		} else {
			g.Order = nil
			cmds = append(cmds, Stop{Slot: sortSlot})
		}
	}
	m.Grid = &g
	if g.Find != nil {
		var find []Cmd
		m, find = seek(m, m.Grid.Find.Line, false)
		cmds = append(cmds, find...)
	}
	return m, cmds
}

func hasColumn(r *wire.RunReply, name string) bool {
	return slices.ContainsFunc(r.Columns, func(c wire.Column) bool { return c.Name == name })
}

// updateGrid is columns, order and the view of the grid.
func updateGrid(m Model, msg Msg) (Model, []Cmd, bool) {
	g := *m.Grid
	switch msg := msg.(type) {
	case ViewsRead:
		views, problem := ParseViews(msg.Text)
		g.Views = views
		m.Grid = &g
		if problem != "" {
			m, cmds := notify(m, Notice{Text: problem, Bad: true})
			return m, cmds, true
		}
		return m, nil, true

	case ViewsTold:
		if views, problem := ParseViews(msg.Text); problem == "" {
			g.Views = views
			m.Grid = &g
			return laidOut(m), nil, true
		}
		return m, nil, true

	case ColumnsPressed:
		if g.of == nil {
			return m, []Cmd{Announce{Text: "Run a query first: its result has the columns."}}, true
		}
		g.Menu = nil
		m.Grid = &g
		m.Dialog = &Dialog{Kind: ChooseColumns, Columns: &ColumnSet{Zone: g.Views.Zone, Before: m.layout()}}
		return m, []Cmd{ResetFields{Values: map[string]string{"template-name": "", "column-sought": "", "zone": zoneTyped(g.Views.Zone)}}, OpenDialog{}}, true

	case ColumnMoved:
		return relay(m, m.layout().moved(m.columns(), msg.Name, msg.To))

	case ColumnStepped:
		at := slices.Index(g.Names(), msg.Name)
		if at < 0 {
			return m, nil, true
		}
		m, cmds, _ := relay(m, m.layout().moved(m.columns(), msg.Name, max(at+msg.By, 0)))
		now := slices.Index(m.Grid.Names(), msg.Name)
		return m, append(cmds, Announce{Text: msg.Name + " is column " + words.Number(now+1) + " of " + words.Number(len(m.Grid.Shown)) + "."}), true

	case ColumnHidden:
		if isKey(msg.Name) {
			return m, []Cmd{Announce{Text: "The keys stay: they name the entity."}}, true
		}
		l := m.layout().hiding(msg.Name, msg.Hide)
		if !msg.Hide {
			l = l.showing(m.columns(), msg.Name)
		}
		m, cmds, _ := relay(m, l)
		m = closeMenu(m)
		text := msg.Name + " is shown."
		if msg.Hide {
			text = msg.Name + " is hidden. Columns brings it back."
		}
		return m, append(cmds, Announce{Text: text}), true

	case ColumnsHidden:
		l := m.layout()
		l.Hidden, l.Only = nil, msg.Hide
		if msg.Hide {
			l.Order = nil
		}
		return relay(m, l)

	case ColumnSized:
		return relay(m, m.layout().sized(msg.Name, msg.Width))

	case ColumnPinPressed:
		return updateGrid(m, ColumnPinned{g.Column, g.Pinned() != g.Column})

	case ColumnPinned:
		if isKey(msg.Name) || msg.Name == "" {
			return m, []Cmd{Announce{Text: "The keys stay at the left anyway."}}, true
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
		m, cmds, _ := relay(closeMenu(m), l)
		return m, append(cmds, Announce{Text: text}), true

	case ColumnsReset:
		m, cmds, _ := relay(closeMenu(m), Layout{})
		return m, append(cmds, Announce{Text: "The columns are as they come: keys, properties, Timestamp."}), true

	case SortChosen:
		return sorts(m, msg)

	case SortProgressed:
		if o := g.Order; o != nil && o.asks(m, msg.Req) {
			n := *o
			n.Progress = msg.Progress
			g.Order = &n
			m.Grid = &g
		}
		return m, nil, true

	case Sorted:
		return sorted(m, msg)

	case SortStopped, SortEnded:
		if g.Order == nil {
			return m, nil, true
		}
		g.Order = nil
		if then := m.then(); then != "" {
			o := Order{Then: then}
			var cmds []Cmd
			if _, stopped := msg.(SortStopped); !stopped {
				o.Asked = true
				cmds = []Cmd{SortResult{o.request(g.of)}}
			} else {
				cmds = []Cmd{Stop{Slot: sortSlot}}
			}
			g.Order = &o
			m.Grid = &g
			return unselected(closeMenu(m)), cmds, true
		}
		m.Grid = &g
		m = unselected(closeMenu(m))
		return m, []Cmd{Stop{Slot: sortSlot}, Announce{Text: "The service's order: by PartitionKey, then RowKey."}}, true

	case CellSelected:
		if msg.Column >= 0 && msg.Column < len(g.Shown) {
			g.Column = g.of.Columns[g.Shown[msg.Column].Index].Name
			m.Grid = &g
		}
		if msg.Line < 0 || m.Embed != nil {
			return m, nil, true
		}
		return updateResult(m, LineSelected{msg.Line})

	case PlainToggled:
		if g.of == nil {
			return m, nil, true
		}
		g.Plain = !g.Plain
		m.Grid = &g
		if g.Plain {
			return m, []Cmd{Focus{Target: "plain"}}, true
		}
		return m, []Cmd{Focus{Target: "grid"}}, true
	}
	return updateColumnSet(m, msg)
}

// layout is that of the table on screen.
func (m *Model) layout() Layout {
	return m.Grid.Views.layoutOf(m.Grid.Result.Source, m.Grid.Result.Table)
}

// columns are those of the result on screen.
func (m *Model) columns() []wire.Column {
	if m.Grid.of == nil {
		return nil
	}
	return m.Grid.of.Columns
}

// relay gives the table on screen another layout, which is remembered.
func relay(m Model, l Layout) (Model, []Cmd, bool) {
	if m.Grid.of == nil {
		return m, nil, true
	}
	g := *m.Grid
	g.Views = g.Views.with(m.Grid.Result.Source, m.Grid.Result.Table, l)
	m.Grid = &g
	return laidOut(m), []Cmd{KeepSetting{Key: ViewsKey, Value: g.Views.Encode()}}, true
}

// laidOut works out what is shown by the layout that holds.
func laidOut(m Model) Model {
	if m.Grid.of == nil {
		return m
	}
	g := *m.Grid
	g.Shown, g.All = m.layout().apply(g.of.Columns)
	g.Listed = m.layout().arrange(g.of.Columns)
	m.Grid = &g
	return m
}

// unselected forgets the selection: its lines are others now. The inspector keeps its entity.
func unselected(m Model) Model {
	r := *m.Grid.Result
	r.Line, r.First, r.Last = -1, 0, 0
	m = m.withResult(&r)
	return m
}

func (SortResult) Slot() Slot { return sortSlot }
func (Seek) Slot() Slot       { return seekSlot }

func (cmd SortResult) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Sort, cmd.Req, func(p wire.Progress) { out.Tell(SortProgressed{cmd.Req, p}) })
	return page.UnlessStopped(ctx, Sorted{cmd.Req, reply, err})
}

func (cmd Seek) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Find, cmd.Req, func(p wire.Progress) { out.Tell(Seeking{cmd.Seq, p}) })
	return page.UnlessStopped(ctx, Sought{cmd.Seq, reply, err})
}

func (cmd AskCellFilters) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.CellFilters, cmd.Req, nil)
	return CellFiltersTold{cmd.Req, reply, err}
}
