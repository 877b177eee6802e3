package feed

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang"
	"rangefinder/server/budget"
)

// observed makes the observation of a query that was answered.
func observed(t testing.TB, table, filter string, examined, returned int) *tablerest.Observation {
	t.Helper()
	e, err := filterlang.Parse(filter)
	if err != nil {
		t.Fatal(err)
	}
	return &tablerest.Observation{
		Start: time.Unix(1, 0), Elapsed: time.Millisecond, Method: "GET", Path: "/" + table + "()", Operation: queryEntities, Status: 200, Table: table,
		Filter: filter, Plan: filterlang.NewPlan(e), Stats: engine.Stats{Examined: examined, Returned: returned, Partitions: 1},
	}
}

// Ensure that a request that is kept does not keep the body of which its words are pieces.
func TestFeed_KeepsNoBodies(t *testing.T) {
	live := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	f, before := New(100), live()
	for range 100 {
		body := strings.Repeat("Movies A eq 1 ", 100_000)
		o := observed(t, "Movies", "A eq 1", 1, 1)
		o.Table, o.Filter, o.Path, o.Message, o.ClientRequestID, o.Select = body[:6], body[7:13], body[:6], body[:6], body[:6], []string{body[7:8]}
		f.Add("account", o)
	}
	if grown := live() - before; grown > 10<<20 { // the bodies are 133 MiB
		t.Errorf("100 requests keep %d MiB", grown>>20)
	}
	runtime.KeepAlive(f)
}

// Ensure that the ring gives what came after a number, and tells what it lost.
func TestFeed_Since(t *testing.T) {
	f := New(5)
	numbers := func(after uint64, limit int) string {
		requests, missed, last := f.Since(after, limit)
		var out []uint64
		for _, r := range requests {
			out = append(out, r.Seq)
		}
		return fmt.Sprint(out, missed, last)
	}
	if got := numbers(0, -1); got != "[] 0 0" {
		t.Error(got)
	}
	for i := range 8 {
		f.Add("account", observed(t, "Movies", "A eq 1", i, i))
	}
	for _, test := range []struct {
		after uint64
		limit int
		want  string
	}{{0, -1, "[4 5 6 7 8] 3 8"}, {3, -1, "[4 5 6 7 8] 0 8"}, {6, -1, "[7 8] 0 8"}, {8, -1, "[] 0 8"}, {0, 2, "[7 8] 6 8"}, {6, 0, "[] 2 8"}, {99, -1, "[4 5 6 7 8] 3 8"}} {
		if got := numbers(test.after, test.limit); got != test.want {
			t.Errorf("after %d, %d: %s, want %s", test.after, test.limit, got, test.want)
		}
	}
	f.Clear()
	if got := numbers(8, -1); got != "[] 0 8" || len(f.Shapes()) != 0 {
		t.Error(got)
	}
	f.Add("account", observed(t, "Movies", "A eq 1", 1, 1))
	if got := numbers(8, -1); got != "[9] 0 9" {
		t.Error(got)
	}
}

// Ensure that queries are counted by shape, that tables are told apart in any case of their names, and that the most expensive
// shape comes first.
func TestFeed_Shapes(t *testing.T) {
	f := New(0)
	add := func(table, filter string, examined, returned int, code engine.Code) {
		o := observed(t, table, filter, examined, returned)
		o.Code = code
		f.Add("account", o)
	}
	add("Movies", "PartitionKey eq 'a'", 10, 10, "")
	add("movies", "PartitionKey eq 'b'", 10, 5, "")
	add("Films", "PartitionKey eq 'b'", 3, 0, "")
	add("Movies", "Rating gt 4", 500, 2, "")
	add("Movies", "Rating gt 5", 0, 0, tablerest.QueryDenied)
	add("Movies", "PartitionKey ge 'b'", 20, 20, "")
	add("Movies", "PartitionKey ge ''", 20, 0, "")
	point := observed(t, "Movies", "", 1, 1)
	point.Operation, point.Plan = getEntity, &filterlang.Plan{Class: filterlang.Point}
	f.Add("account", point)
	insert := observed(t, "Movies", "", 1, 1)
	insert.Operation, insert.Plan = "Insert Entity", nil
	f.Add("account", insert)

	var got []string
	shapes := f.Shapes()
	for _, s := range shapes {
		got = append(got, fmt.Sprintf("%s|%s|%s|%d|%d|%d/%d=%g|%s", s.Table, s.Shape, s.Class, s.Count, s.Errors, s.Examined, s.Returned, s.ExaminedPerReturned, s.LastFilter))
	}
	want := []string{
		"Movies|Rating gt {Int32}|full-scan|2|1|500/2=250|Rating gt 5",
		"Movies|PartitionKey ge {String}|full-scan|2|0|40/20=2|PartitionKey ge ''",
		"Movies|PartitionKey eq {String}|row-range|2|0|20/15=1.3333333333333333|PartitionKey eq 'b'",
		"Films|PartitionKey eq {String}|row-range|1|0|3/0=3|PartitionKey eq 'b'",
		"Movies|(PartitionKey={String},RowKey={String})|point|1|0|1/1=1|",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for i := range 2 * maxShapes {
		add("Movies", fmt.Sprintf("P%d eq 1", i), 1, 1, "")
	}
	if n := len(f.Shapes()); n != maxShapes || f.Shapes()[0].Shape != "Rating gt {Int32}" {
		t.Errorf("%d shapes, first %s", n, f.Shapes()[0].Shape)
	}
}

// Ensure that request units are summed by shape, that the dearest shape comes first, and that what is found is said for the engine that
// charged them.
func TestFeed_RequestUnits(t *testing.T) {
	f := New(0)
	add := func(filter string, charge float64) {
		o := observed(t, "Orders", filter, 100, 1)
		o.Plan, o.Charge = filterlang.Cosmos.Plan(o.Plan.Filter), charge
		f.Add("account", o)
	}
	add("A eq 1", 3)
	add("A eq 2", 4.5)
	add("A ne 1", 70)
	var got []string
	for _, s := range f.Shapes() {
		got = append(got, fmt.Sprintf("%s|%s|%g|%g", s.Shape, s.Class, s.RequestUnits, s.MaxRequestUnits))
		for _, x := range s.Findings {
			if strings.Contains(strings.ToLower(x.Title), "full scan") || strings.Contains(x.Title, "whole table") {
				t.Errorf("%s: %q is said of an engine with an index of values", s.Shape, x.Title)
			}
		}
	}
	if want := []string{"A ne {Int32}|no-index-help|70|70", "A eq {Int32}|all-partitions|7.5|4.5"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if requests, _, _ := f.Since(0, -1); requests[1].RequestUnits != 4.5 {
		t.Errorf("%+v", requests[1])
	}
}

// Ensure that what a signature narrows is counted under the filter that was sent.
func TestFeed_ShapeNarrowed(t *testing.T) {
	f := New(0)
	o := observed(t, "Movies", "(Rating gt 4) and PartitionKey eq 'secret'", 1, 1)
	o.Filter = "Rating gt 4"
	f.Add("account", o)
	if s := f.Shapes()[0]; s.Shape != "Rating gt {Int32}" || s.Class != "row-range" {
		t.Errorf("%+v", s)
	}
}

// Ensure that a request does not keep more than its share, and that a cut filter is not explained.
func TestFeed_Bounded(t *testing.T) {
	f := New(0)
	o := observed(t, "Movies", "A eq '"+strings.Repeat("ü", 10_000)+"'", 1, 1)
	o.Path, o.ClientRequestID = strings.Repeat("p", 10_000), strings.Repeat("c", 10_000)
	for range 100 {
		o.Select = append(o.Select, strings.Repeat("s", 1000))
	}
	f.Add("account", o)
	requests, _, _ := f.Since(0, -1)
	r := &requests[0]
	explainer{}.explain(r)
	data, err := json.Marshal(r)
	if err != nil || len(data) > 16<<10 || len(r.Findings) != 0 || r.Shape != "A eq {String}" {
		t.Errorf("%d bytes, %d findings, %s: %v", len(data), len(r.Findings), r.Shape, err)
	}
}

func served(f *Feed) http.Handler {
	mux := http.NewServeMux()
	f.Register(mux, "/api")
	return mux
}

func TestFeed_Serve(t *testing.T) {
	f := New(5)
	h := served(f)
	ask := func(target string) (int, string) {
		method, path, _ := strings.Cut(target, " ")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(method, path, nil))
		return w.Code, w.Body.String()
	}
	if status, body := ask("GET /api/requests"); status != 200 || body != "{\"last\":0,\"missed\":0,\"requests\":[]}\n" {
		t.Errorf("%d %s", status, body)
	}
	for range 7 {
		f.Add("account", observed(t, "Movies", "PartitionKey eq 'a' or PartitionKey eq 'b'", 10, 2))
	}
	_, body := ask("GET /api/requests?after=5&limit=1")
	var l list
	if err := json.Unmarshal([]byte(body), &l); err != nil {
		t.Fatal(err)
	}
	if l.Last != 7 || l.Missed != 1 || len(l.Requests) != 1 || l.Requests[0].Class != "full-scan" || l.Requests[0].Examined != 10 {
		t.Error(body)
	}
	if len(l.Requests[0].Findings) == 0 || len(l.Requests[0].Findings[0].Rewrites) == 0 || len(l.Requests[0].Findings[0].Rewrites[0].Filters) != 2 {
		t.Errorf("findings %+v", l.Requests[0].Findings)
	}
	if status, body := ask("GET /api/shapes"); status != 200 || !strings.Contains(body, `"examinedPerReturned":5`) || !strings.Contains(body, `"rewrites"`) {
		t.Errorf("%d %s", status, body)
	}
	for _, target := range []string{"GET /api/requests?after=x", "GET /api/requests?limit=-1", "GET /api/requests/stream?after=x"} {
		if status, body := ask(target); status != 400 {
			t.Errorf("%s: %d %s", target, status, body)
		}
	}
	if status, _ := ask("DELETE /api/requests"); status != 204 {
		t.Errorf("status %d", status)
	}
	if requests, _, _ := f.Since(0, -1); len(requests) != 0 {
		t.Errorf("%d requests are left", len(requests))
	}
}

// Ensure that a stream gives what was there, what comes, what it lost, goes on where it was, and ends with the feed.
func TestFeed_Stream(t *testing.T) {
	f := New(5)
	for range 7 {
		f.Add("account", observed(t, "Movies", "A eq 1", 10, 2))
	}
	s := httptest.NewServer(served(f))
	defer s.Close()
	open := func(id string) (*bufio.Scanner, func()) {
		r, err := http.NewRequestWithContext(t.Context(), "GET", s.URL+"/api/requests/stream", nil)
		if err != nil {
			t.Fatal(err)
		}
		if id != "" {
			r.Header.Set("Last-Event-ID", id)
		}
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		if response.StatusCode != 200 || response.Header.Get("Content-Type") != "text/event-stream" {
			t.Fatal(response.Status)
		}
		return bufio.NewScanner(response.Body), func() { response.Body.Close() }
	}
	expect := func(in *bufio.Scanner, prefixes ...string) {
		t.Helper()
		for in.Scan() {
			if strings.HasPrefix(in.Text(), prefixes[0]) {
				if prefixes = prefixes[1:]; len(prefixes) == 0 {
					return
				}
			}
		}
		t.Fatalf("the stream ends without %q: %v", prefixes, in.Err())
	}
	in, done := open("")
	defer done()
	expect(in, ": ", "event: missed", `data: {"count":2}`, "id: 3", "event: request", `data: {"seq":3,`, "id: 7", "event: request")
	f.Add("account", observed(t, "Movies", "A eq 1", 10, 2))
	expect(in, "id: 8", "event: request")
	again, done := open("7")
	defer done()
	for again.Scan() && !strings.HasPrefix(again.Text(), "id: ") {
	}
	if again.Text() != "id: 8" {
		t.Errorf("goes on with %s", again.Text())
	}
	f.Close()
	for again.Scan() { // ends
	}
	for in.Scan() {
	}
}

// BenchmarkFeed_Add is what a query costs more because it is told of.
func BenchmarkFeed_Add(b *testing.B) {
	f := New(0)
	o := observed(b, "Movies", "PartitionKey eq 'a' and Rating gt 4", 10, 2)
	b.Run("same", func(b *testing.B) {
		for b.Loop() {
			f.Add("account", o)
		}
	})
	b.Run("different", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			o.Filter = fmt.Sprintf("PartitionKey eq '%09d' and Rating gt 4", i)
			f.Add("account", o)
		}
	})
}

// Ensure that what was asked becomes caps of one query with its pages, over all accounts, and that point reads by their address and what
// was refused have none.
func TestFeed_Caps(t *testing.T) {
	f := New(10)
	server := served(f)
	get := func() *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		server.ServeHTTP(w, httptest.NewRequest("GET", "/api/caps", nil))
		return w
	}
	refused := observed(t, "Movies", "B eq 1", 0, 0)
	refused.Status, refused.Code = 400, engine.InvalidInput
	f.Add("one", refused)
	read := observed(t, "Movies", "PartitionKey eq 'a'", 1, 1)
	read.Operation = getEntity
	f.Add("one", read)
	if w := get(); w.Code != http.StatusNotFound {
		t.Errorf("nothing has a cap: %d %s", w.Code, w.Body)
	}
	for page, account := range []string{"one", "one", "two"} {
		o := observed(t, "Movies", fmt.Sprintf("Rating gt %d", page), 1000, 10)
		o.Continued, o.BytesOut = page == 1, 5000
		f.Add(account, o)
	}
	w := get()
	want := "{\"rangefinder.caps\":1}\n{\"table\":\"Movies\",\"query\":\"Rating gt {Int32}\",\"class\":\"full-scan\",\"examined\":1500,\"roundTrips\":1.5,\"bytes\":7500}\n"
	if got := w.Body.String(); w.Code != http.StatusOK || got != want {
		t.Errorf("%d\n%s, want\n%s", w.Code, got, want)
	}
	if _, err := budget.ReadCaps(w.Body); err != nil {
		t.Error(err)
	}
}
