package uitest

import (
	"sync/atomic"

	"rangefinder/app/port"
)

// line is the page's end of its pipe, which can be held: the worker then hears nothing more.
type line struct {
	port.Port
	held atomic.Bool
}

func (l *line) Send(message []byte) {
	if !l.held.Load() {
		l.Port.Send(message)
	}
}

// Hold keeps from the worker what the page sends from here on, as when it is too busy to take it in before the page ends.
func (p *Page) Hold() { p.line.held.Store(true) }
