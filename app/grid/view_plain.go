package grid

import (
	"time"

	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// Bounds of the plain table: every cell is an element, which a browser bears some ten thousands of.
const (
	maxPlainLines = 3000
	maxPlainCells = 40_000
)

// plain fills the plain table, a window at a time, so that keys are heard in between.
func (b *Binding) plain() {
	b.filling++
	run, req := b.filling, b.request
	m := b.host.Now()
	columns := b.headers(m)
	if len(columns) == 0 {
		return
	}
	total := m.Lines()
	lines := min(total, maxPlainLines, max(maxPlainCells/len(columns), wire.MaxWindow))
	caption := words.Count(total, "row", "rows") + " of " + m.Result.Table
	if lines < total {
		caption = "The first " + words.Number(lines) + " of " + caption + ": a browser cannot show more. Narrow the filter to see all of them."
	}
	table := b.host.Page.NewPlainTable("plain", caption, columns)
	var next func(first int)
	next = func(first int) {
		if first >= lines || run != b.filling {
			return
		}
		req.First, req.Count = first, min(wire.MaxWindow, lines-first)
		b.host.window(req, func(reply *wire.WindowReply) {
			if run != b.filling || reply == nil {
				return
			}
			rows := make([]port.Row, len(reply.Rows))
			for i, r := range reply.Rows {
				rows[i] = b.row(r)
			}
			table.Append(rows)
			time.AfterFunc(time.Millisecond, func() { b.host.Later(func() { next(first + wire.MaxWindow) }) })
		})
	}
	next(0)
}
