package feed

import (
	"encoding/json"
	"fmt"
	"net/http"
	"rangefinder/server/budget"
	"strconv"
	"sync/atomic"
	"time"
)

// The pace of a stream.
const (
	streamPause = 200 * time.Millisecond // between two bursts at least
	streamBurst = 100                    // requests in one, the newest
	streamIdle  = 15 * time.Second       // until a sign of life
	streamWrite = 30 * time.Second       // for a burst to be taken
	maxStreams  = 16                     // at a time
)

// list is the answer to GET requests.
type list struct {
	Last     uint64    `json:"last"`   // to ask with as ?after= the next time
	Missed   uint64    `json:"missed"` // requests after the one asked with that are kept no more
	Requests []Request `json:"requests"`
}

// Register answers below a path, such as "/api":
//
//	GET    /api/requests?after=N&limit=N  the last requests, the oldest first
//	GET    /api/requests/stream?after=N   the same as events: "request", and "missed" with a count; after a lost connection from
//	                                      Last-Event-ID on
//	DELETE /api/requests                  forget them, and the shapes
//	GET    /api/shapes                    queries by shape, those that made the server read most first
//	GET    /api/caps                      a file of caps for "rangefinder check --caps", at what the queries came to; 404 without any
func (f *Feed) Register(mux *http.ServeMux, path string) {
	mux.HandleFunc("GET "+path+"/requests", f.serveRequests)
	mux.HandleFunc("DELETE "+path+"/requests", func(w http.ResponseWriter, _ *http.Request) {
		f.Clear()
		w.WriteHeader(http.StatusNoContent)
	})
	var streams atomic.Int32
	mux.HandleFunc("GET "+path+"/requests/stream", func(w http.ResponseWriter, r *http.Request) {
		defer streams.Add(-1)
		if streams.Add(1) > maxStreams {
			w.Header().Set("Retry-After", "10")
			http.Error(w, fmt.Sprintf("%d pages are listening already", maxStreams), http.StatusServiceUnavailable)
			return
		}
		f.serveStream(w, r)
	})
	mux.HandleFunc("GET "+path+"/shapes", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, struct {
			Shapes []Shape `json:"shapes"`
		}{f.Shapes()})
	})
	mux.HandleFunc("GET "+path+"/caps", func(w http.ResponseWriter, _ *http.Request) {
		caps := f.Caps()
		if len(caps) == 0 {
			http.Error(w, "no query was answered yet that could have a cap", http.StatusNotFound)
			return
		}
		w.Header().Set("Content-Type", "application/x-ndjson; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		_ = budget.WriteCaps(w, caps) // the client may be gone
	})
}

func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	json.NewEncoder(w).Encode(v) // the client may be gone
}

// number reads a parameter that is a number, or answers that it is none.
func number(w http.ResponseWriter, name, text string, fallback uint64) (n uint64, ok bool) {
	if text == "" {
		return fallback, true
	}
	n, err := strconv.ParseUint(text, 10, 63)
	if err != nil {
		http.Error(w, name+" is a number", http.StatusBadRequest)
	}
	return n, err == nil
}

func (f *Feed) serveRequests(w http.ResponseWriter, r *http.Request) {
	after, ok := number(w, "after", r.FormValue("after"), 0)
	if !ok {
		return
	}
	limit, ok := number(w, "limit", r.FormValue("limit"), uint64(len(f.ring)))
	if !ok {
		return
	}
	a := list{}
	a.Requests, a.Missed, a.Last = f.Since(after, int(min(limit, uint64(len(f.ring)))))
	if a.Requests == nil {
		a.Requests = []Request{}
	}
	e := explainer{}
	for i := range a.Requests {
		e.explain(&a.Requests[i])
	}
	answer(w, a)
}

// serveStream sends requests as they come until the client is gone or the feed is closed.
func (f *Feed) serveStream(w http.ResponseWriter, r *http.Request) {
	text := r.Header.Get("Last-Event-Id")
	if text == "" {
		text = r.FormValue("after")
	}
	after, ok := number(w, "after", text, 0)
	if !ok {
		return
	}
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Time{}) // what has no deadlines, as in a test, needs none lifted
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	e := explainer{}
	for first := true; ; first = false {
		requests, missed, last := f.Since(after, streamBurst)
		_ = control.SetWriteDeadline(time.Now().Add(streamWrite))
		if err := writeBurst(w, requests, missed, e, first || len(requests) == 0); err != nil {
			return
		}
		if control.Flush() != nil {
			return
		}
		after = last
		if !f.idle(r, after) {
			return
		}
	}
}

// idle waits for requests after a number, and in between for a while; false when the stream ends.
func (f *Feed) idle(r *http.Request, after uint64) bool {
	for _, wait := range [...]struct {
		time time.Duration
		wake <-chan struct{}
	}{{streamPause, nil}, {streamIdle, f.wait(after)}} {
		timer := time.NewTimer(wait.time)
		select {
		case <-wait.wake:
		case <-timer.C:
		case <-r.Context().Done():
		case <-f.done:
		}
		timer.Stop()
		select {
		case <-f.done:
			return false
		case <-r.Context().Done():
			return false
		default:
		}
	}
	return true
}

// writeBurst writes requests as events, and a comment when a sign of life is wanted.
func writeBurst(w http.ResponseWriter, requests []Request, missed uint64, e explainer, alive bool) error {
	if alive {
		if _, err := fmt.Fprint(w, ": \n\n"); err != nil {
			return err
		}
	}
	if missed > 0 {
		if _, err := fmt.Fprintf(w, "event: missed\ndata: {\"count\":%d}\n\n", missed); err != nil {
			return err
		}
	}
	for i := range requests {
		e.explain(&requests[i])
		data, err := json.Marshal(&requests[i])
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "id: %d\nevent: request\ndata: %s\n\n", requests[i].Seq, data); err != nil {
			return err
		}
	}
	return nil
}
