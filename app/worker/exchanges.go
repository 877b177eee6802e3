package worker

import (
	"sync"
	"time"

	"rangefinder/app/wire"
	"rangefinder/engine/tablerest"
)

// exchangesEvery is the least time between two messages about exchanges. A copy makes hundreds of requests a second: a message for each,
// with its bodies, would keep the page busier than the copy keeps the worker.
const exchangesEvery = 100 * time.Millisecond

// BodiesKept is how many exchanges of a message keep their bodies, beside all that failed. Most writes that went together have none: their
// answers were shortened.
const BodiesKept = 4

// exchanges gathers what went over the wire until the page is told: the first at once, those that follow soon after together, and what
// there is before the reply of any request.
type exchanges struct {
	mu    sync.Mutex
	list  []wire.Exchanged
	told  time.Time
	later *time.Timer
}

// exchanged takes one attempt at a request.
func (s *server) exchanged(source string, x tablerest.Exchange) {
	e := &s.exchanges
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.list) >= BodiesKept && x.Status >= 200 && x.Status < 300 {
		x.Body, x.Answer = "", ""
	}
	e.list = append(e.list, wire.Exchanged{Source: source, Exchange: x})
	if wait := exchangesEvery - time.Since(e.told); wait <= 0 {
		s.tellExchanges()
	} else if e.later == nil {
		e.later = time.AfterFunc(wait, s.settleExchanges)
	}
}

// settleExchanges tells what was not told.
func (s *server) settleExchanges() {
	s.exchanges.mu.Lock()
	defer s.exchanges.mu.Unlock()
	s.tellExchanges()
}

// tellExchanges is settleExchanges with the lock held.
func (s *server) tellExchanges() {
	e := &s.exchanges
	if e.later != nil {
		e.later.Stop()
		e.later = nil
	}
	if len(e.list) == 0 || s.ctx.Err() != nil {
		return
	}
	s.send(0, wire.FrameEvent, wire.EventExchanged, e.list)
	e.list, e.told = nil, time.Now()
}
