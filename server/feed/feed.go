// Package feed keeps what was asked of the Table endpoint lately and what each query cost, for the page and for scripts. In
// reading order:
//
//	feed.go     Feed: a ring of the last requests
//	request.go  Request, one of them; findings are made when somebody looks
//	shape.go    shapes: queries that differ in their literals only, counted together
//	serve.go    the feed over HTTP: JSON, and a stream of events
//
// A request holds keys and filters, which are data of the account, and never a header, a signature or a body.
package feed

import (
	"strings"
	"sync"
	"unicode/utf8"

	"rangefinder/engine/tablerest"
)

// Size is how many requests a Feed keeps unless it is told otherwise.
const Size = 2000

// The bounds of what is kept of one request, in bytes.
const (
	maxFilter = 4 << 10
	maxPath   = 1 << 10
	maxText   = 512 // of a message, an id, a table's name
	maxSelect = 16  // names
)

// Feed keeps the last requests and counts the shapes of queries. Its methods may be called from several goroutines.
type Feed struct {
	lock   sync.Mutex
	ring   []Request // request seq is at seq % len
	last   uint64    // seq of the last request, 0 before the first
	first  uint64    // seq of the oldest that is kept, 0 when there is none
	shapes shapes
	wake   chan struct{} // closed when a request comes, nil while nobody waits
	done   chan struct{} // closed by Close
	closed bool
}

// New returns a Feed of the last size requests; Size when it is 0.
func New(size int) *Feed {
	if size <= 0 {
		size = Size
	}
	return &Feed{ring: make([]Request, size), done: make(chan struct{})}
}

// Add takes what a handler observed of a request to an account.
func (f *Feed) Add(account string, o *tablerest.Observation) {
	r := newRequest(account, o)
	f.lock.Lock()
	defer f.lock.Unlock()
	f.last++
	r.Seq = f.last
	r.Shape = f.shapes.add(&r, o)
	f.ring[r.Seq%uint64(len(f.ring))] = r
	if f.first == 0 {
		f.first = r.Seq
	}
	if n := uint64(len(f.ring)); f.last-f.first >= n {
		f.first = f.last - n + 1
	}
	if f.wake != nil {
		close(f.wake)
		f.wake = nil
	}
}

// Since returns the requests after a number, the oldest first, at most limit of them: the newest. missed is how many lie
// between, which are kept no more or are beyond the limit. last is the number to ask with the next time.
func (f *Feed) Since(after uint64, limit int) (requests []Request, missed, last uint64) {
	f.lock.Lock()
	defer f.lock.Unlock()
	if after > f.last {
		after = 0 // of another run of the server
	}
	if f.first == 0 || after == f.last {
		return nil, 0, f.last
	}
	from := max(after+1, f.first)
	if n := f.last - from + 1; limit >= 0 && n > uint64(limit) {
		from += n - uint64(limit)
	}
	requests = make([]Request, 0, f.last-from+1)
	for seq := from; seq <= f.last; seq++ {
		requests = append(requests, f.ring[seq%uint64(len(f.ring))])
	}
	return requests, from - after - 1, f.last
}

// wait returns a channel that is closed when a request after the number comes or has come, or the Feed is closed.
func (f *Feed) wait(after uint64) <-chan struct{} {
	f.lock.Lock()
	defer f.lock.Unlock()
	if f.last != after || f.closed {
		ready := make(chan struct{})
		close(ready)
		return ready
	}
	if f.wake == nil {
		f.wake = make(chan struct{})
	}
	return f.wake
}

// Clear forgets all requests and shapes. Numbers go on.
func (f *Feed) Clear() {
	f.lock.Lock()
	defer f.lock.Unlock()
	clear(f.ring)
	f.first = 0
	f.shapes = shapes{}
}

// Close ends the streams.
func (f *Feed) Close() {
	f.lock.Lock()
	defer f.lock.Unlock()
	if !f.closed {
		f.closed = true
		close(f.done)
	}
}

// cut returns the beginning of s, whole characters of at most n bytes, as a string of its own: the table of a transaction is a piece of
// its body, which would stay in memory as long as the request is kept.
func cut(s string, n int) string {
	if len(s) <= n {
		return strings.Clone(s)
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}
