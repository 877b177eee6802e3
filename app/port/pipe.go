package port

import "sync"

// Pipe returns two connected ports in one process. What one end sends, the other end's receiver gets, in order and on
// another goroutine, as a message port does; what is sent before the first listener came is kept. Close ends both directions.
func Pipe() (page, worker Port) {
	a, b := newPipeEnd(), newPipeEnd()
	a.peer, b.peer = b, a
	return a, b
}

// pipeEnd is one end: the inbox that its peer fills and the receiver that reads it.
type pipeEnd struct {
	peer *pipeEnd
	in   *Inbox
	done chan struct{}
	once sync.Once

	mu      sync.Mutex
	receive func([]byte)
	running bool
}

func newPipeEnd() *pipeEnd { return &pipeEnd{in: NewInbox(), done: make(chan struct{})} }

// Send hands a copy of b to the other end. It never blocks; after Close it does nothing.
func (e *pipeEnd) Send(b []byte) {
	select {
	case <-e.done:
	default:
		e.peer.in.Put(append([]byte(nil), b...))
	}
}

// Listen sets the receiver: f is called for every message, one at a time, until remove is called.
func (e *pipeEnd) Listen(f func([]byte)) (remove func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.receive = f
	if !e.running {
		e.running = true
		go e.in.Each(e.done, e.deliver)
	}
	return func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.receive = nil
	}
}

// Close ends both directions. It may be called more than once.
func (e *pipeEnd) Close() {
	e.once.Do(func() { close(e.done) })
	e.peer.once.Do(func() { close(e.peer.done) })
}

func (e *pipeEnd) deliver(b []byte) {
	e.mu.Lock()
	f := e.receive
	e.mu.Unlock()
	if f != nil {
		f(b)
	}
}
