package server

import (
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"

	"rangefinder/filterlang"
	"rangefinder/server/openmetrics"
	"rangefinder/server/openmetrics/openmetricstest"
	"rangefinder/server/tableauth"
)

// scrape reads the metrics as Prometheus does.
func scrape(t *testing.T, h http.Handler) openmetricstest.Samples {
	t.Helper()
	r := get(h, "/metrics")
	body, err := io.ReadAll(r.Body)
	if err != nil || r.StatusCode != 200 || r.Header.Get("Content-Type") != openmetrics.ContentType || r.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%d %v %v", r.StatusCode, r.Header, err)
	}
	samples, err := openmetricstest.Parse(string(body))
	if err != nil {
		t.Fatalf("%v\n%s", err, body)
	}
	return samples
}

// Ensure that requests are counted by operation, class and status, with entities, latencies and sizes.
func TestMetrics(t *testing.T) {
	m := NewMetrics("0a1b2c")
	own := ownAccount(t)
	tables := openTables(t, TablesConfig{Metrics: m, Data: t.TempDir()})
	page := testHandler(t, func(c *Config) { c.Tables, c.Metrics = tables, m })
	base := "http://127.0.0.1:10002/" + own.Name
	if before := scrape(t, page); before[`rangefinder_tables{account="private1"}`] != 0 || before[`rangefinder_writable{account="private1"}`] != 1 {
		t.Errorf("%v", before)
	}
	send(tables, own, "POST", base+"/Tables", `{"TableName":"Movies"}`)
	for i := range 3 {
		send(tables, own, "POST", base+"/Movies", fmt.Sprintf(`{"PartitionKey":"a","RowKey":"%d"}`, i))
	}
	send(tables, own, "GET", base+"/Movies()?$filter=PartitionKey%20eq%20'a'%20and%20RowKey%20ge%20'1'", "")
	send(tables, own, "GET", base+"/Movies()?$filter=Rating%20gt%201", "")
	send(tables, own, "GET", base+"/Movies(PartitionKey='a',RowKey='9')", "")
	send(tables, tableauth.Account{}, "GET", base+"/Movies()", "")
	samples := scrape(t, page)
	const labels = `{account="private1",operation="Query Entities",class="%s",status="200"}`
	for series, want := range map[string]float64{
		`rangefinder_build_info{commit="0a1b2c",go="` + runtime.Version() + `"}`:                               1,
		`rangefinder_requests_total{account="private1",operation="Insert Entity",class="none",status="201"}`:   3,
		`rangefinder_requests_total{account="private1",operation="Get Entity",class="point",status="404"}`:     1,
		`rangefinder_requests_total{account="private1",operation="none",class="none",status="403"}`:            1,
		"rangefinder_requests_total" + fmt.Sprintf(labels, "row-range"):                                        1,
		"rangefinder_entities_examined_total" + fmt.Sprintf(labels, "row-range"):                               2,
		"rangefinder_entities_returned_total" + fmt.Sprintf(labels, "row-range"):                               2,
		"rangefinder_entities_examined_total" + fmt.Sprintf(labels, "full-scan"):                               3,
		"rangefinder_entities_returned_total" + fmt.Sprintf(labels, "full-scan"):                               0,
		`rangefinder_request_duration_seconds_count{account="private1",operation="Query Entities"}`:            2,
		`rangefinder_request_duration_seconds_bucket{account="private1",operation="Query Entities",le="+Inf"}`: 2,
		`rangefinder_tables{account="private1"}`:                                                               1,
		`rangefinder_entities{account="private1"}`:                                                             3,
		`rangefinder_requests_in_flight`:                                                                       0,
	} {
		if got, ok := samples[series]; !ok || got != want {
			t.Errorf("%s is %v (%v), want %v", series, got, ok, want)
		}
	}
	for _, series := range []string{`rangefinder_log_bytes{account="private1"}`, `rangefinder_memory_heap_bytes`, `rangefinder_memory_total_bytes`, `rangefinder_start_time_seconds`} {
		if samples[series] <= 0 {
			t.Errorf("%s is %v", series, samples[series])
		}
	}
}

// Ensure that refused requests are counted by what refused them.
func TestMetrics_Throttled(t *testing.T) {
	m := NewMetrics("")
	own := ownAccount(t)
	tables := openTables(t, TablesConfig{Metrics: m, MaxRequests: 1, Profile: filterlang.Cosmos, RequestUnits: 0.001})
	page := testHandler(t, func(c *Config) { c.Tables, c.Metrics = tables, m })
	base := "http://127.0.0.1:10002/" + own.Name
	tables.gate.slots <- struct{}{}
	busy := send(tables, own, "GET", base+"/Tables", "")
	<-tables.gate.slots
	rate := send(tables, own, "GET", base+"/Tables", "")
	if busy.Code != 503 || rate.Code != 429 {
		t.Fatalf("%d %d", busy.Code, rate.Code)
	}
	samples := scrape(t, page)
	for reason, n := range map[string]float64{"busy": 1, "rate": 1} {
		if got := samples[`rangefinder_throttled_requests_total{account="private1",reason="`+reason+`"}`]; got != n {
			t.Errorf("%s: %v", reason, got)
		}
	}
}

// Ensure that metrics are answered when they were asked for only, and to nobody who may not see the page.
func TestMetrics_Access(t *testing.T) {
	on := func(c *Config) { c.Metrics = NewMetrics("") }
	locked := func(c *Config) { on(c); c.Token = "sesame" }
	for _, test := range []struct {
		name   string
		change func(*Config)
		target string
		fields []string
		want   int
	}{
		{"off", nil, "/metrics", nil, 404},
		{"on", on, "/metrics", nil, 200},
		{"other method", on, "POST /metrics", nil, 405},
		{"foreign host name", on, "http://foreign.example/metrics", nil, 421},
		{"no token", locked, "/metrics", nil, 401},
		{"wrong token", locked, "/metrics", []string{"Authorization", "Bearer wrong"}, 401},
		{"token", locked, "/metrics", []string{"Authorization", "Bearer sesame"}, 200},
	} {
		r := get(testHandler(t, test.change), test.target, test.fields...)
		if r.StatusCode != test.want || r.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: %d", test.name, r.StatusCode)
		}
	}
}

// Ensure that no request is lost among many at a time, and that what is read meanwhile is whole.
func TestMetrics_Together(t *testing.T) {
	m := NewMetrics("")
	own := ownAccount(t)
	tables := openTables(t, TablesConfig{Metrics: m})
	page := testHandler(t, func(c *Config) { c.Tables, c.Metrics = tables, m })
	var working sync.WaitGroup
	for range 8 {
		working.Go(func() {
			for range 25 {
				send(tables, own, "GET", "http://127.0.0.1:10002/private1/Tables", "")
			}
		})
	}
	for range 5 {
		scrape(t, page)
	}
	working.Wait()
	if got := scrape(t, page)[`rangefinder_requests_total{account="private1",operation="Query Tables",class="none",status="200"}`]; got != 200 {
		t.Errorf("%v requests", got)
	}
}

// Ensure that what clients send makes no series of its own.
func TestMetrics_Bounded(t *testing.T) {
	m := NewMetrics("")
	tables := openTables(t, TablesConfig{Metrics: m})
	for i := range 100 {
		send(tables, tableauth.Account{}, fmt.Sprintf("M%d", i), fmt.Sprintf("http://127.0.0.1:10002/account%d/T%d", i, i), "")
		send(tables, ownAccount(t), "GET", fmt.Sprintf("http://127.0.0.1:10002/private1/T%d()?$filter=A%d%%20eq%%20%d", i, i, i), "")
	}
	if n := strings.Count(m.text(tables), "\nrangefinder_requests_total"); n > 4 {
		t.Errorf("%d series", n)
	}
}
