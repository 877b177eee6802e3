//go:build !js

package cosmos

import (
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Front is what stands before the Handler of an account: it charges request units, refuses what is above a rate, and what the
// service does not have. The zero rate refuses nothing.
//
// The charge is a MODEL, made to be like published examples (1 unit for a point read of 1 kB, some 5 for a write of 1 kB) and to
// grow with what the real one grows with. It is no prediction of a bill:
//
//	point read             1 for each kB of the answer, at least 1
//	query                  2.5, and 0.5 for each kB of the answer; 0.02 for each entity looked at when the index does not help
//	query of all partitions 1 more
//	write                  5 for each kB of the request, at least 5
//	whatever else          1
type Front struct {
	Units float64          // request units a second; 0 for no limit
	Now   func() time.Time // nil: time.Now

	mu   sync.Mutex
	left float64 // of the second that is going on; below 0 when it is overdrawn
	at   time.Time
}

// Serve answers a request by next, if the service has what it asks for.
func (f *Front) Serve(next http.Handler, w http.ResponseWriter, r *http.Request) {
	if what := lacks(r); what != "" && f.wait() <= 0 {
		refuse(w, http.StatusNotImplemented, "NotImplemented", "Azure Cosmos DB for Table has no "+what+".")
		return
	}
	f.Charge(next, w, r)
}

// Charge answers a request by next, below the rate, and says what it was charged.
func (f *Front) Charge(next http.Handler, w http.ResponseWriter, r *http.Request) {
	if wait := f.wait(); wait > 0 {
		w.Header().Set("X-Ms-Retry-After-Ms", strconv.FormatInt(wait.Milliseconds()+1, 10))
		refuse(w, http.StatusTooManyRequests, "TooManyRequests", fmt.Sprintf("The rate of %g request units a second is exceeded (serve --request-units).", f.Units))
		return
	}
	next.ServeHTTP(&charging{ResponseWriter: w, front: f, r: r}, r)
}

// lacks returns what a request asks for and the service does not have, "" for nothing.
func lacks(r *http.Request) string {
	q := r.URL.Query()
	switch {
	case q.Get("sig") != "":
		return "shared access signatures"
	case q.Get("comp") != "":
		return "stored access policies, service properties and stats"
	case r.Method == http.MethodOptions:
		return "CORS"
	case r.Method == "MERGE":
		return "MERGE by that method; send POST with X-HTTP-Method: MERGE, or PATCH"
	}
	return ""
}

func refuse(w http.ResponseWriter, status int, code, message string) {
	w.Header().Set("Content-Type", "application/json;odata=minimalmetadata;streaming=true;charset=utf-8")
	w.Header().Set("X-Ms-Error-Code", code)
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"odata.error":{"code":%q,"message":{"lang":"en-US","value":%q}}}`, code, message)
}

func (f *Front) now() time.Time {
	if f.Now != nil {
		return f.Now()
	}
	return time.Now()
}

// wait returns how long the next request has to wait.
func (f *Front) wait() time.Duration {
	if f.Units <= 0 {
		return 0
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	now := f.now()
	if f.at.IsZero() {
		f.left = f.Units
	} else {
		f.left = min(f.Units, f.left+f.Units*now.Sub(f.at).Seconds())
	}
	f.at = now
	if f.left > 0 {
		return 0
	}
	return time.Duration(-f.left / f.Units * float64(time.Second))
}

func (f *Front) spend(units float64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.left -= units
}

// charging adds the charge to an answer.
type charging struct {
	http.ResponseWriter
	front *Front
	r     *http.Request
}

// WriteHeader implements http.ResponseWriter.
func (c *charging) WriteHeader(status int) {
	h := c.Header()
	length, _ := strconv.ParseFloat(h.Get("Content-Length"), 64)
	units := charge(c.r, length, h.Get("X-Rangefinder-Plan"))
	h.Set("X-Ms-Request-Charge", strconv.FormatFloat(units, 'f', -1, 64))
	c.front.spend(units)
	c.ResponseWriter.WriteHeader(status)
}

// charge is the model.
func charge(r *http.Request, answered float64, plan string) float64 {
	units := 1.0
	class, rest, _ := strings.Cut(plan, "; examined=")
	switch {
	case class == "point" && !strings.Contains(r.URL.Path, "()"):
		units = max(1, answered/1024)
	case plan != "":
		units = 2.5 + answered/2048
		if class == "no-index-help" {
			examined, _, _ := strings.Cut(rest, ";")
			n, _ := strconv.ParseFloat(examined, 64)
			units += n * 0.02
		}
		if class == "all-partitions" || class == "no-index-help" {
			units++
		}
	case r.Method == http.MethodGet && strings.Contains(r.URL.Path, "("):
		units = max(1, answered/1024)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		units = 5 * max(1, float64(r.ContentLength)/1024)
	}
	return math.Round(units*100) / 100
}
