package grid

import (
	"slices"

	"rangefinder/app/page"
	"rangefinder/app/wire"
)

// What happened to the grid.
type (
	// ViewsRead is what this browser kept, at the start; ViewsTold what another tab wrote.
	ViewsRead struct{ Text string }
	ViewsTold struct{ Text string }

	CellSelected struct{ Line, Column int } // Column among those shown
	// CellStepped goes from a cell to the next of its line or the one before; past the ends to the entities above and below.
	CellStepped struct {
		Line   int
		Column string
		Back   bool
	}
	PlainToggled struct{}
	// ResultLost tells that the worker has let go of the result on screen, as after its table was dropped: nothing else is lost.
	ResultLost struct{}
)

// What happened to a line. The inspector takes these, and reads its entity.
type (
	LineSelected struct { // it is the current one now
		Line int
		Menu bool // for its menu: an inspector that is closed stays so
	}
	LineOpened           struct{ Line int }
	LineDeletePressed    struct{ Line int }
	LineDuplicatePressed struct{ Line int }
)

// Update takes a message of the grid; ok is false for any other.
func (m *Model) Update(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	g := *m
	switch msg := msg.(type) {
	case ViewsRead:
		views, problem := ParseViews(msg.Text)
		if g.Views = views; problem != "" {
			cmds = []page.Cmd{page.Notify{Notice: page.Notice{Text: problem, Bad: true}}}
		}
		return &g, cmds, true

	case ViewsTold:
		if views, problem := ParseViews(msg.Text); problem == "" {
			g.Views = views
			return g.laidOut(), nil, true
		}
		return m, nil, true

	case CellSelected:
		if msg.Column >= 0 && msg.Column < len(g.Shown) {
			g.Column = g.Of.Columns[g.Shown[msg.Column].Index].Name
			next = &g
		} else {
			next = m
		}
		if msg.Line >= 0 && !v.Embedded {
			cmds = []page.Cmd{page.Send{Msg: LineSelected{Line: msg.Line}}}
		}
		return next, cmds, true

	case CellStepped:
		names, line := m.Names(), msg.Line
		at := slices.Index(names, msg.Column) + 1
		if msg.Back {
			at -= 2
		}
		switch {
		case at >= len(names) && line+1 < m.Lines():
			at, line = 0, line+1
		case at < 0 && line > 0:
			at, line = len(names)-1, line-1
		}
		at = min(max(at, 0), len(names)-1)
		next, cmds, _ := m.Update(v, CellSelected{Line: line, Column: at})
		return next, append(cmds, ShowLine{Line: line, Column: names[at]}), true

	case RowsTaken:
		return m, []page.Cmd{TakeRows(msg)}, true

	case PlainToggled:
		if g.Of == nil {
			return m, nil, true
		}
		if g.Plain = !g.Plain; g.Plain {
			return &g, []page.Cmd{page.Focus{Target: "plain"}}, true
		}
		return &g, []page.Cmd{page.Focus{Target: "grid"}}, true
	}
	for _, part := range []func(*page.View, page.Msg) (*Model, []page.Cmd, bool){m.columned, m.ordered, m.found, m.menued, m.chooses, m.copied} {
		if next, cmds, ok = part(v, msg); ok {
			return next, cmds, true
		}
	}
	return m, nil, false
}

// Follow keeps the grid in step with the result: another result has other columns, and an order is made anew of one that has grown or
// was run again. The step in the browser may have become another: what it looks at is there already, so the service is not asked.
func (m *Model) Follow(v *page.View) (*Model, []page.Cmd) {
	m, cmds := m.followResult(v)
	m, more := m.followThen(v)
	return m, append(cmds, more...)
}

func (m *Model) followResult(v *page.View) (*Model, []page.Cmd) {
	now := m.Result.Reply
	if m.Of == now {
		return m, nil
	}
	var cmds []page.Cmd
	g := *m
	g.Of, g.Menu = now, nil
	g.Shown, g.Listed, g.All = nil, nil, false
	if now == nil {
		if g.Order != nil {
			cmds = append(cmds, page.Stop{Slot: sortSlot})
		}
		g.Order, g.Find, g.Plain = nil, nil, false
		return &g, cmds
	}
	l := g.Views.layoutOf(g.Result.Source, g.Result.Table)
	g.Shown, g.All = l.apply(now.Columns)
	g.Listed = l.arrange(now.Columns)
	again := m.Of != nil && m.Of.Result != now.Result
	if g.Order != nil {
		o := *g.Order
		if again {
			o.Reply = nil
		}
		if o.Column != "" && !hasColumn(now, o.Column) {
			o.Column = ""
		}
		stays := again && now.Sorted != nil && o.Then == v.Then
		if o.Then = v.Then; stays {
			o.Asked, o.Reply = false, now.Sorted
			g.Order = &o
			cmds = append(cmds, g.kept()...)
		} else if o.Column != "" || o.Then != "" {
			o.Asked, o.Progress = true, wire.Progress{}
			req := o.request(now)
			req.Keep = shownKey(v)
			cmds = append(cmds, SortResult{req})
			g.Order = &o
		} else {
			g.Order = nil
			cmds = append(cmds, page.Stop{Slot: sortSlot})
		}
	} else if again && now.Sorted != nil {
		cmds = append(cmds, g.kept()...)
	}
	if g.Find == nil {
		return &g, cmds
	}
	next, find := g.seek(g.Find.Line, false)
	return next, append(cmds, find...)
}

// followThen keeps what the grid shows in step with the step in the browser.
func (m *Model) followThen(v *page.View) (*Model, []page.Cmd) {
	was := ""
	if m.Order != nil {
		was = m.Order.Then
	}
	if m.Of == nil || was == v.Then {
		return m, nil
	}
	g, o := *m, Order{}
	if g.Order != nil {
		o = *g.Order
	}
	if o.Then = v.Then; o.Then == "" && o.Column == "" {
		g.Order = nil
		return g.unselected(v), []page.Cmd{page.Stop{Slot: sortSlot}}
	}
	o.Asked, o.Progress = true, wire.Progress{}
	g.Order = &o
	return &g, []page.Cmd{SortResult{o.request(g.Of)}}
}

func hasColumn(r *wire.RunReply, name string) bool {
	return slices.ContainsFunc(r.Columns, func(c wire.Column) bool { return c.Name == name })
}

// kept makes the line of the entity that a run was to keep the current one.
func (m *Model) kept() []page.Cmd {
	line := m.Of.Sorted.Line
	if line < 0 {
		return nil
	}
	r := *m.Result
	r.Line, r.Apart, r.Away, m.Result = line, false, nil, &r
	return []page.Cmd{ShowLine{Line: line, Column: m.Column}}
}
