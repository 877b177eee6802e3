package grid

import "rangefinder/app/page"

// Left is what was shown of a query when it was left: coming back shows it again.
type Left struct {
	Result *Result
	order  *Order
	find   *Find
	plain  bool
	column string
}

// Leave returns what is shown. A run under way ends.
func (m *Model) Leave() Left {
	r := *m.Result
	if r.Running {
		r.Running, r.Left, r.Wait = false, true, nil
		if !r.On {
			r.Reply, r.Line, r.First, r.Last = nil, -1, 0, 0 // it was of the run before
		}
	}
	return Left{&r, m.Order, m.Find, m.Plain, m.Column}
}

// ComeBack shows what was left.
func (m *Model) ComeBack(l Left) (*Model, []page.Cmd) {
	r := *l.Result
	g := *m.WithResult(&r)
	cmds := []page.Cmd{page.Stop{Slot: sortSlot}, page.Stop{Slot: seekSlot}}
	g.Of, g.Menu, g.Order, g.Find, g.Plain, g.Column = r.Reply, nil, l.order, l.find, l.plain, l.column
	next := g.laidOut()
	if r.Reply == nil {
		return next, cmds
	}
	if o := next.Order; o != nil && o.Asked {
		cmds = append(cmds, SortResult{o.request(r.Reply)})
	}
	if f := next.Find; f != nil {
		cmds = append(cmds, page.ResetFields{Values: map[string]string{"find": f.Text}})
		if f.Asked {
			var find []page.Cmd
			next, find = next.seek(f.Line, false)
			cmds = append(cmds, find...)
		}
	}
	return next, cmds
}
