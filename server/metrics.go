package server

import (
	"cmp"
	"io"
	"maps"
	"net/http"
	"runtime"
	runtimemetrics "runtime/metrics"
	"slices"
	"strconv"
	"sync"
	"time"

	"rangefinder/engine/tablerest"
	"rangefinder/server/openmetrics"
)

// Metrics counts the requests to a Table endpoint. Make one with NewMetrics and give it to both TablesConfig and Config: the first
// fills it, the second answers GET /metrics with it.
type Metrics struct {
	started time.Time
	commit  string

	mutex     sync.Mutex
	requests  map[requestKey]*requestCounts
	latencies map[latencyKey]*openmetrics.Histogram
	throttled map[throttledKey]uint64
}

// requestKey holds the labels of a request. Their values are few, whatever clients send.
type requestKey struct {
	account, operation, class string
	status                    int
}

type requestCounts struct {
	requests, examined, returned, in, out uint64
}

type latencyKey struct{ account, operation string }

type throttledKey struct{ account, reason string }

// Why a request was throttled.
const (
	throttledBusy = "busy" // more requests, or bytes of bodies, than the server takes at a time: 503
	throttledRate = "rate" // above the request units of --profile cosmos: 429
)

// latencyBounds are the upper bounds of the buckets of latencies, in seconds.
var latencyBounds = []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}

// NewMetrics returns metrics without requests. commit is the label of the build.
func NewMetrics(commit string) *Metrics {
	return &Metrics{
		started: time.Now(), commit: commit,
		requests:  map[requestKey]*requestCounts{},
		latencies: map[latencyKey]*openmetrics.Histogram{},
		throttled: map[throttledKey]uint64{},
	}
}

// observe counts a request; m may be nil.
func (m *Metrics) observe(account string, o *tablerest.Observation) {
	if m == nil {
		return
	}
	key := requestKey{account, cmp.Or(o.Operation, "none"), "none", o.Status}
	if o.Plan != nil {
		key.class = o.Plan.Class.Name()
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	counts := m.requests[key]
	if counts == nil {
		counts = new(requestCounts)
		m.requests[key] = counts
	}
	counts.requests++
	counts.examined += uint64(o.Stats.Examined)
	counts.returned += uint64(o.Stats.Returned)
	counts.in += uint64(max(0, o.BytesIn))
	counts.out += uint64(max(0, o.BytesOut))
	latency := m.latencies[latencyKey{key.account, key.operation}]
	if latency == nil {
		latency = openmetrics.NewHistogram(latencyBounds)
		m.latencies[latencyKey{key.account, key.operation}] = latency
	}
	latency.Observe(max(0, o.Elapsed.Seconds()))
	if o.Status == http.StatusServiceUnavailable && o.Code == tablerest.ServerBusy {
		m.throttled[throttledKey{account, throttledBusy}]++
	}
}

// watchRate returns w, which counts an answer 429 if there are metrics.
func (m *Metrics) watchRate(account string, w http.ResponseWriter) http.ResponseWriter {
	if m == nil {
		return w
	}
	return &rateWatch{w, m, account}
}

type rateWatch struct {
	http.ResponseWriter
	metrics *Metrics
	account string
}

// WriteHeader implements http.ResponseWriter.
func (w *rateWatch) WriteHeader(status int) {
	if status == http.StatusTooManyRequests {
		w.metrics.mutex.Lock()
		w.metrics.throttled[throttledKey{w.account, throttledRate}]++
		w.metrics.mutex.Unlock()
	}
	w.ResponseWriter.WriteHeader(status)
}

// serve answers GET /metrics. tables may be nil.
func (m *Metrics) serve(w http.ResponseWriter, tables *Tables) {
	w.Header().Set("Content-Type", openmetrics.ContentType)
	w.Header().Set("Cache-Control", "no-store")
	io.WriteString(w, m.text(tables)) // the client may be gone
}

// text returns the exposition. Families and samples are in an order of their own, the same each time.
func (m *Metrics) text(tables *Tables) string {
	var w openmetrics.Writer
	w.Family("rangefinder_build", openmetrics.Info, "", "Which build is running.")
	w.Sample(1, "commit", m.commit, "go", runtime.Version())
	w.Family("rangefinder_start_time_seconds", openmetrics.Gauge, "seconds", "When the server started, in seconds since 1970.")
	w.Sample(float64(m.started.UnixMilli()) / 1000)
	m.writeRequests(&w)
	if tables != nil {
		tables.writeMetrics(&w)
	}
	writeMemory(&w)
	return w.String()
}

func (m *Metrics) writeRequests(w *openmetrics.Writer) {
	m.mutex.Lock()
	requests := make(map[requestKey]requestCounts, len(m.requests))
	for key, counts := range m.requests {
		requests[key] = *counts
	}
	latencies := make(map[latencyKey]*openmetrics.Histogram, len(m.latencies))
	for key, h := range m.latencies {
		latencies[key] = h.Clone()
	}
	throttled := maps.Clone(m.throttled)
	m.mutex.Unlock()

	keys := slices.SortedFunc(maps.Keys(requests), func(a, b requestKey) int {
		return cmp.Or(cmp.Compare(a.account, b.account), cmp.Compare(a.operation, b.operation), cmp.Compare(a.class, b.class), cmp.Compare(a.status, b.status))
	})
	for _, family := range []struct {
		name, unit, help string
		of               func(requestCounts) uint64
	}{
		{"rangefinder_requests", "", "Requests to the Table endpoint, by account, operation, class of the plan and status; status 0 when the client was gone.", func(c requestCounts) uint64 { return c.requests }},
		{"rangefinder_entities_examined", "", "Entities that queries and point reads looked at.", func(c requestCounts) uint64 { return c.examined }},
		{"rangefinder_entities_returned", "", "Entities that queries and point reads returned.", func(c requestCounts) uint64 { return c.returned }},
		{"rangefinder_request_body_bytes", "bytes", "Bytes of the bodies of requests.", func(c requestCounts) uint64 { return c.in }},
		{"rangefinder_response_body_bytes", "bytes", "Bytes of the bodies of answers.", func(c requestCounts) uint64 { return c.out }},
	} {
		w.Family(family.name, openmetrics.Counter, family.unit, family.help)
		for _, k := range keys {
			w.Sample(float64(family.of(requests[k])), "account", k.account, "operation", k.operation, "class", k.class, "status", strconv.Itoa(k.status))
		}
	}
	w.Family("rangefinder_request_duration_seconds", openmetrics.Histograms, "seconds", "How long requests took, by account and operation.")
	for _, k := range slices.SortedFunc(maps.Keys(latencies), func(a, b latencyKey) int {
		return cmp.Or(cmp.Compare(a.account, b.account), cmp.Compare(a.operation, b.operation))
	}) {
		w.Histogram(latencies[k], "account", k.account, "operation", k.operation)
	}
	w.Family("rangefinder_throttled_requests", openmetrics.Counter, "", "Requests that were refused because there were too many: reason busy is 503 of the server, rate is 429 above the request units.")
	for _, k := range slices.SortedFunc(maps.Keys(throttled), func(a, b throttledKey) int {
		return cmp.Or(cmp.Compare(a.account, b.account), cmp.Compare(a.reason, b.reason))
	}) {
		w.Sample(float64(throttled[k]), "account", k.account, "reason", k.reason)
	}
}

// writeMetrics writes what the endpoint holds.
func (t *Tables) writeMetrics(w *openmetrics.Writer) {
	w.Family("rangefinder_requests_in_flight", openmetrics.Gauge, "", "Requests that are worked on.")
	w.Sample(float64(len(t.gate.slots)))
	w.Family("rangefinder_bodies_in_memory_bytes", openmetrics.Gauge, "bytes", "Bytes of the bodies that are in memory.")
	w.Sample(float64(t.gate.taken.Load()))
	for _, family := range []struct {
		name, unit, help string
		of               func(*account) int64
	}{
		{"rangefinder_tables", "", "Tables of an account.", func(a *account) int64 { return int64(len(a.db.Image().Tables())) }},
		{"rangefinder_entities", "", "Entities of an account.", func(a *account) int64 { return int64(a.db.Image().Entities()) }},
		{"rangefinder_entities_size_bytes", "bytes", "Bytes of the entities of an account, by the service's formula.", func(a *account) int64 { return a.db.Image().Bytes() }},
		{"rangefinder_log_bytes", "bytes", "Bytes of an account's log on disk; 0 in memory.", func(a *account) int64 { return a.db.Storage().Log }},
		{"rangefinder_log_live_bytes", "bytes", "Bytes that the log would have if it were written anew.", func(a *account) int64 { return a.db.Storage().Live }},
		{"rangefinder_snapshots_size_bytes", "bytes", "Bytes of an account's snapshots on disk.", func(a *account) int64 { return a.db.Storage().Checkpoints }},
		{"rangefinder_writable", "", "1 while an account can be written, 0 while nothing can.", func(a *account) int64 {
			if a.trouble() != "" {
				return 0
			}
			return 1
		}},
	} {
		w.Family(family.name, openmetrics.Gauge, family.unit, family.help)
		for _, a := range t.order {
			w.Sample(float64(family.of(a)), "account", a.Name)
		}
	}
}

// memoryFamilies are measured by the runtime.
var memoryFamilies = []struct{ name, unit, help, source string }{
	{"rangefinder_memory_heap_bytes", "bytes", "Bytes of live and dead objects on the heap.", "/memory/classes/heap/objects:bytes"},
	{"rangefinder_memory_total_bytes", "bytes", "Bytes that the program has of the system.", "/memory/classes/total:bytes"},
	{"rangefinder_goroutines", "", "Goroutines.", "/sched/goroutines:goroutines"},
}

func writeMemory(w *openmetrics.Writer) {
	samples := make([]runtimemetrics.Sample, len(memoryFamilies))
	for i, family := range memoryFamilies {
		samples[i].Name = family.source
	}
	runtimemetrics.Read(samples)
	for i, family := range memoryFamilies {
		w.Family(family.name, openmetrics.Gauge, family.unit, family.help)
		if samples[i].Value.Kind() == runtimemetrics.KindUint64 {
			w.Sample(float64(samples[i].Value.Uint64()))
		}
	}
}
