package server

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Ensure that an answer that is joined arrives as it does without, whatever its size and form, also when the next one comes over
// the same connection.
func TestJoined_SameBytes(t *testing.T) {
	handler := func(join bool) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			size, _ := strconv.Atoi(r.URL.Query().Get("size"))
			body := bytes.Repeat([]byte("0123456789"), size/10+1)[:size]
			if join {
				j := joined(w, r)
				w = &j
			}
			w.Header()["Date"] = nil
			w.Header().Set("Content-Type", "text/plain")
			if r.URL.Query().Has("length") {
				w.Header().Set("Content-Length", strconv.Itoa(size))
			}
			pieces, _ := strconv.Atoi(r.URL.Query().Get("pieces"))
			for len(body) > 0 {
				n := (len(body) + pieces - 1) / pieces
				w.Write(body[:n])
				body, pieces = body[n:], pieces-1
			}
		})
	}
	var addresses []string
	for _, join := range []bool{false, true} {
		_, address := crowdOf(t, 10, handler(join))
		addresses = append(addresses, address)
	}
	var texts [2]string
	for i, address := range addresses {
		var all strings.Builder
		for _, size := range []int{0, 1, 2000, 2048, 3900, 4000, 4095, 4096, 4097, 5000, 8192, 20_000, sendPiece - 1, sendPiece, sendPiece + 1, 3 * sendPiece} {
			for _, form := range []string{"pieces=1", "pieces=1&length", "pieces=2", "pieces=3&length"} {
				for _, method := range []string{"GET", "HEAD"} {
					fmt.Fprintf(&all, "%s /?size=%d&%s HTTP/1.1\r\nHost: a\r\n\r\n", method, size, form)
				}
			}
		}
		all.WriteString("GET /?size=5&pieces=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
		c := dial(t, address, all.String())
		text, err := io.ReadAll(c)
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = string(text)
	}
	if texts[0] != texts[1] || len(texts[0]) < 16*sendPiece {
		t.Errorf("answers differ: %d bytes, joined %d", len(texts[0]), len(texts[1]))
	}
}

// Ensure that only a full buffer that another write follows is held back, and only until then.
func TestConn_Write_HoldsFirstPiece(t *testing.T) {
	for _, test := range []struct {
		expected bool
		first    int
		held     bool
	}{{true, httpBuffer, true}, {true, httpBuffer - 1, false}, {true, httpBuffer + 22, false}, {false, httpBuffer, false}} {
		inner := &recorded{}
		c := &conn{Conn: inner, crowd: &crowd{pause: sendPause}}
		for round := range 2 { // a connection has many answers
			inner.got.Reset()
			c.first.expected = test.expected
			n, err := c.Write(bytes.Repeat([]byte("a"), test.first))
			if held := inner.got.Len() == 0; n != test.first || err != nil || held != test.held {
				t.Fatalf("%+v, round %d: wrote %d, %v; held %v", test, round, n, err, held)
			}
			n, err = c.Write(bytes.Repeat([]byte("b"), 2*sendPiece))
			if want := strings.Repeat("a", test.first) + strings.Repeat("b", 2*sendPiece); n != 2*sendPiece || err != nil || inner.got.String() != want {
				t.Fatalf("%+v, round %d: wrote %d, %v, %d bytes in all", test, round, n, err, inner.got.Len())
			}
		}
	}
}

// recorded is a connection that keeps what is written to it.
type recorded struct {
	net.Conn
	got bytes.Buffer
}

func (r *recorded) Write(b []byte) (int, error)      { return r.got.Write(b) }
func (r *recorded) SetWriteDeadline(time.Time) error { return nil }

// Ensure that TLS, whose records have other sizes, loses nothing.
func TestJoined_TLS(t *testing.T) {
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out := joined(w, r)
		out.Write(make([]byte, 20_000))
	}))
	s.Listener = newCrowd(s.Listener, 10)
	watch(s.Config)
	s.StartTLS()
	defer s.Close()
	for range 3 {
		answer, err := s.Client().Get(s.URL)
		if err != nil {
			t.Fatal(err)
		}
		if body, err := io.ReadAll(answer.Body); err != nil || len(body) != 20_000 {
			t.Fatalf("%d bytes, %v", len(body), err)
		}
		answer.Body.Close()
	}
}
