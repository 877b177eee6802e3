package uitest

import (
	"sync"
	"sync/atomic"
	"time"

	"rangefinder/app/port"
)

// line is the page's end of its pipe, which can be held: the worker then hears nothing more.
type line struct {
	port.Port
	held atomic.Bool

	mu   sync.Mutex
	open map[int64]bool // requests without an answer
	last time.Time      // something crossed it
}

func (l *line) Send(message []byte) {
	if !l.held.Load() {
		l.note(message)
		l.Port.Send(message)
	}
}

// Hold keeps from the worker what the page sends from here on, as when it is too busy to take it in before the page ends.
func (p *Page) Hold() { p.line.held.Store(true) }
