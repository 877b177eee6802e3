package server

import (
	"errors"
	"io"
	"net/http"
	"sync/atomic"
	"time"

	"rangefinder/engine/tablerest"
)

// gate bounds how many requests are worked on at a time, and how many bytes of bodies are in memory. A request takes a slot
// when all of its body has come and gives it back before its answer is sent: a client that stalls holds none.
type gate struct {
	slots chan struct{}
	body  int64        // bytes of one body
	bytes int64        // of all bodies together
	taken atomic.Int64 // of bytes
}

// serve has a handler answer a request, or refuses it when there are too many.
func (g *gate) serve(h *tablerest.Handler, w http.ResponseWriter, r *http.Request) {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodDelete: // have no bodies that are read
	default:
		if r.Body != nil && r.Body != http.NoBody && r.ContentLength <= g.body {
			from := &countedBody{from: r.Body, gate: g, conn: connOf(r.Context())}
			defer func() { g.taken.Add(-from.taken) }()
			r.Body = tablerest.ReadBody(from, g.body)
			if from.busy {
				refuseBusy(h, w, r)
				return
			}
		}
	}
	select {
	case g.slots <- struct{}{}:
	default:
		refuseBusy(h, w, r)
		return
	}
	turn := &turn{joiner: joined(w, r), gate: g}
	defer turn.end()
	h.ServeHTTP(turn, r)
}

func refuseBusy(h *tablerest.Handler, w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Retry-After", "1")
	h.Refuse(w, r, tablerest.Errorf(tablerest.ServerBusy, "More requests are in flight than the server takes at a time."))
}

// turn is the answer to a request that has a slot.
type turn struct {
	joiner
	gate  *gate
	ended bool
}

func (t *turn) end() {
	if !t.ended {
		t.ended = true
		<-t.gate.slots
	}
}

// WriteHeader begins to send the answer. The handler makes all of it first.
func (t *turn) WriteHeader(status int) {
	t.end()
	t.ResponseWriter.WriteHeader(status)
}

// countedBody counts what is in memory of a body that is being read.
type countedBody struct {
	from  io.Reader
	gate  *gate
	conn  *conn
	taken int64
	busy  bool
}

var errBusy = errors.New("the bodies in memory are too many")

// makeRoomFor is how long a body waits for others to give way, and how often it looks.
const (
	makeRoomFor   = time.Second
	makeRoomEvery = 10 * time.Millisecond
)

// Read counts what it reads. Where that is too much in all, the bodies that have stalled for longest give way; where none has,
// the error is errBusy.
func (b *countedBody) Read(p []byte) (int, error) {
	n, err := b.from.Read(p)
	b.taken += int64(n)
	if b.gate.taken.Add(int64(n)) <= b.gate.bytes || n == 0 {
		return n, err
	}
	for end := time.Now().Add(makeRoomFor); b.gate.taken.Load() > b.gate.bytes; {
		if b.conn == nil || !b.conn.crowd.giveWay(b.conn, (*conn).stalledBody) || time.Now().After(end) {
			b.busy = true
			return n, errBusy
		}
		time.Sleep(makeRoomEvery) // until the body of the closed connection is let go
	}
	return n, err
}
