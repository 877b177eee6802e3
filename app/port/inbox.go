package port

import "sync"

// Inbox keeps messages between a port's callback, which must never wait, and the goroutine that reads them in order. It
// has no bound: the other end of a port is this program, and a full queue could only lose an answer.
type Inbox struct {
	wake chan struct{} // holds one token while messages may wait

	mu   sync.Mutex
	msgs [][]byte
}

func NewInbox() *Inbox { return &Inbox{wake: make(chan struct{}, 1)} }

// Put adds a message and returns at once.
func (q *Inbox) Put(b []byte) {
	q.mu.Lock()
	q.msgs = append(q.msgs, b)
	q.mu.Unlock()
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// take returns every message that waits, oldest first.
func (q *Inbox) take() [][]byte {
	q.mu.Lock()
	defer q.mu.Unlock()
	m := q.msgs
	q.msgs = nil
	return m
}

// Each calls f for every message in order until done is closed.
func (q *Inbox) Each(done <-chan struct{}, f func([]byte)) {
	for {
		select {
		case <-done:
			return
		case <-q.wake:
		}
		for _, m := range q.take() {
			f(m)
		}
	}
}
