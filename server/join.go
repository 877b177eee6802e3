package server

import (
	"net"
	"net/http"
	"sync"
)

// net/http collects an answer in a buffer of httpBuffer bytes. Of a larger answer it writes that buffer first, which holds the
// header and the beginning of the body, and then the rest: two calls of the system, and two that wake the client. A handler
// that knows so in advance has both written at once.
const httpBuffer = 4 << 10

// firstPiece is the beginning of an answer that waits for the rest. It is used by the goroutine that writes the answer.
type firstPiece struct {
	expected bool // the next write is followed by another one
	held     *[]byte
}

var firstPieces = sync.Pool{New: func() any { b := make([]byte, httpBuffer); return &b }}

// keep holds b back if it is the piece that another one follows, and reports whether it does.
func (f *firstPiece) keep(b []byte) bool {
	if !f.expected {
		return false
	}
	f.expected = false
	if len(b) != httpBuffer { // a record of TLS, or another way of net/http's to write
		return false
	}
	f.held = firstPieces.Get().(*[]byte)
	copy(*f.held, b)
	return true
}

// write writes what is held and b. The count is of b alone.
func (f *firstPiece) write(c net.Conn, b []byte) (int, error) {
	if f.held == nil {
		return c.Write(b)
	}
	both := net.Buffers{*f.held, b}
	n, err := both.WriteTo(c)
	firstPieces.Put(f.held)
	f.held = nil
	return max(0, int(n)-httpBuffer), err
}

// joiner is a ResponseWriter for answers of which every large body is written at once or not at all.
type joiner struct {
	http.ResponseWriter
	conn *conn // nil where nothing is joined
}

// joined returns what a handler answers a request with.
func joined(w http.ResponseWriter, r *http.Request) joiner {
	if r.Method == http.MethodHead { // its body is thrown away
		return joiner{ResponseWriter: w}
	}
	return joiner{w, connOf(r.Context())}
}

// Write implements io.Writer.
func (j *joiner) Write(b []byte) (int, error) {
	if j.conn != nil {
		j.conn.first.expected = len(b) > httpBuffer
		j.conn = nil // what follows has its header sent
	}
	return j.ResponseWriter.Write(b)
}
