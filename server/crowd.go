package server

import (
	"context"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// The limits of a port.
const (
	// maxConnections bounds the open connections, so that those that say nothing cannot take all memory.
	maxConnections = 2048

	// maxUnsent bounds the bytes of answers that wait in the server for clients to read them.
	maxUnsent = 256 << 20

	// A body has bodyGrace plus a second for each bodyRate bytes that have come.
	bodyGrace = 10 * time.Second
	bodyRate  = 16 << 10

	// An answer goes out in pieces, each of which the client has to take in sendPause.
	sendPiece = 64 << 10
	sendPause = 30 * time.Second

	// patience is how long a connection may do nothing before it is closed in favour of another. So a client at work keeps its
	// connections, however many others come and go, and no more than maxConnections come and go in that time.
	patience = time.Second
)

// crowd is a listener that bounds how many connections are open. One more than the limit makes one of the others give way:
// of the source that has most, the connection that has been idle or stalled for longest. So nobody is locked out by
// connections that do nothing, whoever opened them, and no request that is being worked on is lost.
type crowd struct {
	net.Listener
	limit int
	grace time.Duration // bodyGrace
	pause time.Duration // sendPause
	quiet time.Duration // patience

	mutex  sync.Mutex
	open   map[*conn]struct{}
	counts map[source]int // of open, by source
	unsent int64          // bytes
	closed chan struct{}  // holds an element after a connection was closed
}

func newCrowd(l net.Listener, limit int) *crowd {
	return &crowd{Listener: l, limit: limit, grace: bodyGrace, pause: sendPause, quiet: patience, open: map[*conn]struct{}{}, counts: map[source]int{}, closed: make(chan struct{}, 1)}
}

// Accept returns the next connection, when it is within the limit or another one has given way to it.
func (l *crowd) Accept() (net.Conn, error) {
	inner, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &conn{Conn: inner, crowd: l, from: sourceOf(inner.RemoteAddr().String())}
	c.enter(waiting)
	for !l.add(c) {
		if l.giveWay(nil, (*conn).idle) {
			continue
		}
		select { // none has been idle for long enough
		case <-l.closed:
		case <-time.After(l.quiet / 50):
		}
	}
	return c, nil
}

// add counts a connection if there is room.
func (l *crowd) add(c *conn) bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if len(l.open) >= l.limit {
		return false
	}
	l.open[c] = struct{}{}
	l.counts[c.from]++
	return true
}

func (l *crowd) remove(c *conn) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if _, ok := l.open[c]; !ok {
		return
	}
	delete(l.open, c)
	if l.counts[c.from]--; l.counts[c.from] == 0 {
		delete(l.counts, c.from)
	}
	select {
	case l.closed <- struct{}{}:
	default:
	}
}

// giveWay closes one connection other than c; false when there is none that may be closed. idle says for how long a connection
// has done nothing, negative for one that must stay.
func (l *crowd) giveWay(c *conn, idle func(*conn, time.Time) time.Duration) bool {
	now := time.Now()
	l.mutex.Lock()
	var first *conn
	var longest time.Duration
	most := 0
	for other := range l.open {
		d := idle(other, now)
		if n := l.counts[other.from]; other != c && d >= 0 && (n > most || n == most && d > longest) {
			first, longest, most = other, d, n
		}
	}
	l.mutex.Unlock()
	if first == nil {
		return false
	}
	if tcp, ok := first.Conn.(*net.TCPConn); ok && state(first.state.Load()) == sending {
		tcp.SetLinger(0) // or the system would keep what the client does not read
	}
	first.Close()
	return true
}

// state is what a connection is busy with.
type state int32

const (
	waiting   state = iota // for a request, or for the rest of its header
	receiving              // a body
	working                // on an answer
	sending                // an answer that the client does not take at once
)

// conn is a connection of a crowd.
type conn struct {
	net.Conn
	crowd *crowd
	from  source

	state    atomic.Int32
	since    atomic.Int64 // Unix nanoseconds at which the state, or the piece that is sent, began
	received atomic.Int64 // bytes of the body
	unsent   int64        // bytes; guarded by the crowd's mutex
	first    firstPiece
}

func (c *conn) enter(s state) {
	c.since.Store(time.Now().UnixNano())
	c.state.Store(int32(s))
}

// idle returns how long the connection has made no progress; negative when it is at work, or has not been idle for long enough.
func (c *conn) idle(now time.Time) time.Duration {
	d := max(0, now.Sub(time.Unix(0, c.since.Load())))
	s := state(c.state.Load())
	if s == receiving {
		d -= worth(c.received.Load())
	}
	if s == working || d < c.crowd.quiet {
		return -1
	}
	return d
}

// stalledBody is idle for connections that hold a part of a body, and negative for others.
func (c *conn) stalledBody(now time.Time) time.Duration {
	if state(c.state.Load()) != receiving || c.received.Load() == 0 {
		return -1
	}
	return c.idle(now)
}

// unread returns how long an answer has been waiting for its client; negative for a connection without one.
func (c *conn) unread(now time.Time) time.Duration {
	if state(c.state.Load()) != sending {
		return -1
	}
	return max(0, now.Sub(time.Unix(0, c.since.Load())))
}

// worth returns how long so many bytes of a body may take.
func worth(bytes int64) time.Duration { return time.Duration(bytes) * time.Second / bodyRate }

// Write sends b in pieces, each with a time limit. The first piece of an answer may leave with the second one.
func (c *conn) Write(b []byte) (n int, err error) {
	before := c.state.Load()
	if len(b) > sendPiece {
		c.hold(int64(len(b)))
		defer c.hold(0)
	}
	if c.first.keep(b) {
		return len(b), nil
	}
	for n < len(b) && err == nil {
		c.enter(sending)
		if err = c.Conn.SetWriteDeadline(time.Now().Add(c.crowd.pause)); err == nil {
			var k int
			k, err = c.first.write(c.Conn, b[n:min(len(b), n+sendPiece)])
			n += k
		}
	}
	c.enter(state(before))
	return n, err
}

// hold counts the bytes of an answer that are unsent. Where they are too many in all, those that have been waiting for longest
// give way.
func (c *conn) hold(bytes int64) {
	l := c.crowd
	l.mutex.Lock()
	l.unsent += bytes - c.unsent
	c.unsent = bytes
	over := bytes > 0 && l.unsent > maxUnsent
	l.mutex.Unlock()
	if over {
		l.giveWay(c, (*conn).unread)
	}
}

// Close closes the connection, which then gives its place free.
func (c *conn) Close() error {
	err := c.Conn.Close()
	c.crowd.remove(c)
	return err
}

// connKey finds the connection of a request in its context.
type connKey struct{}

// connOf returns the connection of a request; nil when it came over none of a crowd.
func connOf(ctx context.Context) *conn {
	c, _ := ctx.Value(connKey{}).(*conn)
	return c
}

// tracked returns the connection of a crowd below one that the HTTP server has, which may speak TLS over it.
func tracked(c net.Conn) *conn {
	if outer, ok := c.(interface{ NetConn() net.Conn }); ok {
		c = outer.NetConn()
	}
	own, _ := c.(*conn)
	return own
}

// watch has a server tell the connections of a crowd what they are busy with.
func watch(s *http.Server) {
	s.Handler = paced(s.Handler)
	s.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		return context.WithValue(ctx, connKey{}, tracked(c))
	}
	s.ConnState = func(c net.Conn, to http.ConnState) {
		own := tracked(c)
		switch {
		case own == nil:
		case to == http.StateActive: // the header has come
			own.enter(working)
		case to == http.StateIdle:
			own.enter(waiting)
		}
	}
}

// paced gives bodies a time limit that grows with what has come of them.
func paced(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := connOf(r.Context())
		if c == nil || r.Body == nil || r.Body == http.NoBody {
			next.ServeHTTP(w, r)
			return
		}
		in := new(http.Request)
		*in = *r // the HTTP server looks at the body of its own
		b := &pacedBody{ReadCloser: r.Body, conn: c, start: time.Now()}
		in.Body = b
		c.received.Store(0)
		c.enter(receiving)
		c.SetReadDeadline(b.start.Add(c.crowd.grace)) // also for a body that nobody reads and the HTTP server skips
		next.ServeHTTP(w, in)
	})
}

// pacedBody is a body with a time limit.
type pacedBody struct {
	io.ReadCloser
	conn  *conn
	start time.Time
	ended bool
}

func (b *pacedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if b.ended {
		return n, err
	}
	total := b.conn.received.Add(int64(n))
	switch {
	case err == io.EOF:
		b.ended = true
		b.conn.enter(working)
		b.conn.SetReadDeadline(time.Time{}) // from now on the HTTP server reads to see whether the client is there
	case n > 0:
		b.conn.SetReadDeadline(b.start.Add(b.conn.crowd.grace + worth(total)))
	}
	return n, err
}
