package connection

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

// wire is a connection to a service, with one request at a time on it.
type wire struct {
	transport *Transport
	to        endpoint
	conn      net.Conn // encrypted, where it is
	socket    net.Conn // below conn
	limit     io.LimitedReader
	in        *bufio.Reader
	out       *bufio.Writer
	used      bool // there was a request before
	since     time.Time
	expiry    *time.Timer
}

func (w *wire) prepare() {
	w.limit = io.LimitedReader{R: w.conn, N: math.MaxInt64}
	w.in, w.out = bufio.NewReaderSize(&w.limit, 32<<10), bufio.NewWriterSize(w.conn, 8<<10)
}

// restless is how long a connection is taken to be alive without looking, for a request that can be sent again.
const restless = time.Second

// stale reports whether the service has closed a connection, or sent something that nobody asked for. It looks after a while; or
// at once for a request that cannot be sent again, where the system can tell.
func (w *wire) stale(again bool) bool {
	if young := time.Since(w.since) <= restless; young && (again || !canTell) {
		return false
	}
	return !canTell || !silent(w.socket)
}

// expire closes a connection that nobody used for long.
func (w *wire) expire() {
	t := w.transport
	t.mutex.Lock()
	defer t.mutex.Unlock()
	kept := t.idle[w.to]
	i := slices.Index(kept, w)
	if i < 0 {
		return // somebody took it meanwhile
	}
	t.idle[w.to] = slices.Delete(kept, i, i+1)
	w.conn.Close()
}

// longAgo is a deadline that ends what reads or writes.
var longAgo = time.Unix(1, 0)

// exchange sends a request and reads the answer up to its body. The connection is closed when that fails, and kept when the body
// was read to its end. The request's context ends all of it. Error: errStale when a connection used before has no answer at all.
func (w *wire) exchange(r *http.Request) (*http.Response, error) {
	stop := context.AfterFunc(r.Context(), func() { w.conn.SetDeadline(longAgo) })
	answer, err := w.send(r)
	if err != nil {
		stop()
		w.conn.Close()
		return nil, err
	}
	body := &answerBody{wire: w, stop: stop, from: answer.Body, last: r.Close || answer.Close}
	if answer.Body == http.NoBody {
		body.end(true)
		return answer, nil
	}
	answer.Body = body
	return answer, nil
}

func (w *wire) send(r *http.Request) (*http.Response, error) {
	used := w.used
	w.used = true
	w.limit.N = maxAnswerHeader
	failed := r.Write(w.out)
	if failed == nil {
		failed = w.out.Flush()
	}
	if r.Body != nil {
		r.Body.Close()
	}
	if failed != nil && r.ContentLength == 0 {
		if used {
			return nil, errStale
		}
		return nil, failed
	}
	// A service that does not read all of a body may have said why.
	if _, err := w.in.Peek(1); err != nil {
		switch {
		case failed != nil:
			return nil, failed
		case used && !errors.Is(err, context.DeadlineExceeded) && r.Context().Err() == nil:
			return nil, errStale
		}
		return nil, err
	}
	answer, err := w.read(r)
	w.limit.N = math.MaxInt64
	if err == nil && failed != nil {
		answer.Close = true
	}
	return answer, err
}

// read reads an answer up to its body, past preliminary ones.
func (w *wire) read(r *http.Request) (*http.Response, error) {
	for {
		answer, err := http.ReadResponse(w.in, r)
		if err != nil {
			return nil, fmt.Errorf("malformed answer: %w", err)
		}
		if answer.StatusCode >= 200 || answer.StatusCode == http.StatusSwitchingProtocols {
			if answer.StatusCode < 200 {
				return nil, errors.New("malformed answer: another protocol")
			}
			return answer, nil
		}
	}
}

// answerBody is the body of an answer. At its end, or when it is closed before, the connection is kept or closed.
type answerBody struct {
	wire *wire // nil after the end
	stop func() bool
	from io.ReadCloser
	last bool // the connection cannot be used again

	mutex sync.Mutex
}

// Read implements io.Reader.
func (b *answerBody) Read(p []byte) (int, error) {
	n, err := b.from.Read(p)
	if err != nil {
		b.end(err == io.EOF)
	}
	return n, err
}

// Close implements io.Closer. What was not read is left.
func (b *answerBody) Close() error {
	b.end(false)
	return nil
}

func (b *answerBody) end(whole bool) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	w := b.wire
	if w == nil {
		return
	}
	b.wire = nil
	if alive := b.stop(); !alive || !whole || b.last || w.in.Buffered() > 0 {
		w.conn.Close()
		return
	}
	w.transport.keep(w)
}
