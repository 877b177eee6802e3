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

	"rangefinder/filterlang"
)

// Front is what stands before the Handler of an account: it charges request units, refuses what is above a rate, and what the
// service does not have. The zero rate refuses nothing.
//
// The charge is that of the model in units.go, one page a request.
type Front struct {
	Units float64          // request units a second; 0 for no limit
	Now   func() time.Time // nil: time.Now

	mu   sync.Mutex
	left float64 // of the second that is going on; below 0 when it is overdrawn
	at   time.Time
}

// Lacks refuses a request for what the service does not have, whoever signed it, and reports that.
func (f *Front) Lacks(w http.ResponseWriter, r *http.Request) bool {
	what := lacks(r)
	if what == "" {
		return false
	}
	refuse(w, http.StatusNotImplemented, "NotImplemented", "Azure Cosmos DB for Table has no "+what+".")
	return true
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

// classes are those whose queries cost more, by their names in x-rangefinder-plan.
var classes = map[string]filterlang.Class{
	filterlang.AllPartitions.Name(): filterlang.AllPartitions,
	filterlang.NoIndexHelp.Name():   filterlang.NoIndexHelp,
}

// charge is what the model charges for a request.
func charge(r *http.Request, answered float64, plan string) float64 {
	units := 1.0
	class, rest, _ := strings.Cut(plan, "; examined=")
	switch {
	case class == "point" && !strings.Contains(r.URL.Path, "()"):
		units = PointUnits(answered)
	case plan != "":
		examined, _, _ := strings.Cut(rest, ";")
		looked, _ := strconv.ParseFloat(examined, 64)
		units = QueryUnits(classes[class], 1, answered, looked)
	case r.Method == http.MethodGet && strings.Contains(r.URL.Path, "("):
		units = PointUnits(answered)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		units = WriteUnits(float64(r.ContentLength))
	}
	return math.Round(units*100) / 100
}
