package faults

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Header is the header in which an answer tells the faults of its request.
const Header = "X-Rangefinder-Fault"

// told gathers what happened to a request.
type told struct {
	method string
	lock   sync.Mutex
	faults []string
}

func (t *told) add(text string) {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.faults = append(t.faults, text)
}

func (t *told) text() string {
	t.lock.Lock()
	defer t.lock.Unlock()
	return strings.Join(t.faults, "; ")
}

type toldKey struct{}

func toldOf(ctx context.Context) *told {
	t, _ := ctx.Value(toldKey{}).(*told)
	return t
}

// Told returns the faults of a request by its context, "" for none.
func Told(ctx context.Context) string {
	if t := toldOf(ctx); t != nil {
		return t.text()
	}
	return ""
}

// Answers are what a request can end in besides an answer of the tables.
type Answers struct {
	Next http.HandlerFunc // the tables
	Busy http.HandlerFunc // 503 ServerBusy
	Gone http.HandlerFunc // notes a request that was not done and gets no answer
}

// Serve answers a request under the rules. Where no answer is to come it panics with http.ErrAbortHandler, which closes the connection.
func (s *Set) Serve(w http.ResponseWriter, r *http.Request, to Answers) {
	if s.none() {
		to.Next(w, r)
		return
	}
	t := &told{method: r.Method}
	if r.Method == http.MethodPost {
		if method := r.Header.Get("X-Http-Method"); method != "" {
			t.method = strings.ToUpper(method)
		}
	}
	r = r.WithContext(context.WithValue(r.Context(), toldKey{}, t))
	for _, h := range s.hits(delay, t.method) {
		wait := h.rule.from + time.Duration(h.dice*float64(h.rule.to-h.rule.from))
		t.add(fmt.Sprintf("%s: it waited %v", h.rule, wait.Round(time.Millisecond)))
		if !sleep(r.Context(), wait) {
			panic(http.ErrAbortHandler)
		}
	}
	for _, h := range s.hits(drop, t.method) {
		t.add(fmt.Sprintf("%s: it was not done, and there was no answer", h.rule))
		to.Gone(w, r)
		panic(http.ErrAbortHandler)
	}
	for _, h := range s.hits(throttle, t.method) {
		t.add(fmt.Sprintf("%s: it was not done", h.rule))
		w.Header().Set(Header, t.text())
		to.Busy(w, r)
		return
	}
	for _, h := range s.hits(lose, t.method) {
		t.add(fmt.Sprintf("%s: the answer was lost", h.rule))
		to.Next(nowhere{http.Header{}}, r)
		panic(http.ErrAbortHandler)
	}
	to.Next(&telling{w, t}, r)
}

// sleep waits; false when the client went away meanwhile.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// nowhere is an answer that nobody gets.
type nowhere struct{ header http.Header }

// Header implements http.ResponseWriter.
func (n nowhere) Header() http.Header { return n.header }

// WriteHeader implements http.ResponseWriter.
func (n nowhere) WriteHeader(int) {}

// Write implements http.ResponseWriter.
func (n nowhere) Write(b []byte) (int, error) { return len(b), nil }

// telling adds the header with the faults to an answer.
type telling struct {
	http.ResponseWriter
	told *told
}

// WriteHeader implements http.ResponseWriter.
func (t *telling) WriteHeader(status int) {
	if text := t.told.text(); text != "" {
		t.Header().Set(Header, text)
	}
	t.ResponseWriter.WriteHeader(status)
}

// Unwrap is for http.ResponseController.
func (t *telling) Unwrap() http.ResponseWriter { return t.ResponseWriter }
