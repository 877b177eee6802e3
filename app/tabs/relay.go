package tabs

import (
	"maps"
	"slices"
	"sync"

	"rangefinder/app/port"
	"rangefinder/app/wire"
)

func unknown() *wire.Failure {
	return &wire.Failure{
		Code:    wire.OutcomeUnknown,
		Message: "The tab that held the tables closed while this was being written. It may or may not have been done; check before you repeat it.",
	}
}

// relay carries a page's messages to whoever serves it: a server of this worker, or that of another tab. It keeps those for
// which there is nobody yet, and knows what is under way when that changes.
type relay struct {
	page port.Port

	mu     sync.Mutex
	up     port.Port // towards the server; nil while there is none
	served bool      // there has been one
	calls  map[int64]*relayed
}

// relayed is a request that is not answered yet.
type relayed struct {
	frame    []byte // nil once a write is on its way
	sent     bool
	canceled bool
}

func newRelay(page port.Port) *relay { return &relay{page: page, calls: map[int64]*relayed{}} }

// ready tells the page that it may ask: what it asks is kept.
func (r *relay) ready() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer(0, wire.FrameEvent, wire.EventReady, nil)
}

// fromPage takes a message of the page. It never waits.
func (r *relay) fromPage(b []byte) {
	f, err := wire.DecodeFrame(b)
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case err != nil:
		r.refuse(f.ID, err.Error())
	case f.Kind == wire.FrameHello:
		r.answer(0, wire.FrameEvent, wire.EventReady, nil)
	case f.Kind == wire.FrameRequest && r.calls[f.ID] != nil:
		r.refuse(f.ID, "a request of that number is under way already")
	case f.Kind == wire.FrameRequest:
		c := &relayed{frame: b}
		r.calls[f.ID] = c
		if r.up != nil {
			r.send(f, c)
		}
	case f.Kind == wire.FrameCancel:
		c := r.calls[f.ID]
		if c == nil {
			return // answered meanwhile
		}
		c.canceled = true
		if c.sent {
			r.up.Send(b)
			return
		}
		r.finish(f.ID, wire.Stopped())
	default:
		r.refuse(f.ID, "the page sent a "+string(f.Kind))
	}
}

// refuse answers a message that cannot be sent on.
func (r *relay) refuse(id int64, detail string) {
	v := wire.Invalid("", detail)
	if id > 0 {
		r.answer(id, wire.FrameError, "", v)
	} else {
		r.answer(0, wire.FrameEvent, wire.EventFault, v)
	}
}

func (r *relay) answer(id int64, k wire.FrameKind, op string, body any) {
	if b, err := wire.EncodeFrame(id, k, op, body); err == nil {
		r.page.Send(b)
	}
}

// finish answers a request with an error.
func (r *relay) finish(id int64, f *wire.Failure) {
	delete(r.calls, id)
	r.answer(id, wire.FrameError, "", f)
}

// send sends a request on. A write's message is dropped: it is never sent twice.
func (r *relay) send(f wire.Frame, c *relayed) {
	c.sent = true
	r.up.Send(c.frame)
	if !wire.Repeatable(f.Op, c.frame) {
		c.frame = nil
	}
}

// fromUp takes a message of the server behind up; one of a server that has been left is dropped. It never waits.
func (r *relay) fromUp(up port.Port, b []byte) {
	f, err := wire.DecodeFrame(b)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.up != up {
		return
	}
	if err == nil {
		switch f.Kind {
		case wire.FrameEvent:
			if f.Op == wire.EventReady {
				return // the page knows
			}
		case wire.FrameProgress:
			if r.calls[f.ID] == nil {
				return
			}
		case wire.FrameReply, wire.FrameError:
			if r.calls[f.ID] == nil {
				return
			}
			delete(r.calls, f.ID)
		}
	}
	r.page.Send(b)
}

// attach sends from now on to up, beginning with what waits. A page that was served by another before is told, because what
// it had there is gone.
func (r *relay) attach(up port.Port) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.up = up
	if r.served {
		r.answer(0, wire.FrameEvent, wire.EventMoved, nil)
	}
	r.served = true
	for _, id := range r.order() {
		c := r.calls[id]
		f, _ := wire.DecodeFrame(c.frame)
		r.send(f, c)
	}
}

// lose is told that whoever served the page is gone. Reads wait for the next one; of writes nobody knows what became.
func (r *relay) lose() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.up = nil
	for _, id := range r.order() {
		c := r.calls[id]
		switch {
		case !c.sent:
		case c.frame == nil:
			r.finish(id, unknown())
		case c.canceled:
			r.finish(id, wire.Stopped())
		default:
			c.sent = false
		}
	}
}

// order returns the numbers of the requests under way in the order of their asking.
func (r *relay) order() []int64 { return slices.Sorted(maps.Keys(r.calls)) }

// wait tells the requests that wait how far the tables are read.
func (r *relay) wait(read, total int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, id := range r.order() {
		if !r.calls[id].sent {
			r.answer(id, wire.FrameProgress, "", wire.Progress{Received: read, Size: total})
		}
	}
}
