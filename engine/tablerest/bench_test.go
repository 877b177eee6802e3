//go:build !js

package tablerest_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang/edm"
)

// discard is an answer that nobody reads.
type discard struct {
	header http.Header
	bytes  int
	status int
}

func (d *discard) Header() http.Header { return d.header }

func (d *discard) Write(b []byte) (int, error) {
	d.bytes += len(b)
	return len(b), nil
}

func (d *discard) WriteHeader(status int) { d.status = status }

// thousand returns an account with a table of 1,000 entities of four properties.
func thousand(b *testing.B) *engine.DB {
	b.Helper()
	ctx := context.Background()
	db := engine.Open(engine.Options{})
	if err := db.CreateTable(ctx, "Movies"); err != nil {
		b.Fatal(err)
	}
	for i := range 1000 {
		if _, err := db.Apply(ctx, "Movies", fourProperties("P0001", i)); err != nil {
			b.Fatal(err)
		}
	}
	return db
}

func fourProperties(pk string, i int) engine.Op {
	return engine.Op{Kind: engine.Insert, PartitionKey: pk, RowKey: fmt.Sprintf("R%08d", i), Properties: []engine.Property{
		{Name: "Amount", Value: edm.NewInt32(int32(i))}, {Name: "Rating", Value: edm.NewDouble(float64(i) / 8)},
		{Name: "Title", Value: edm.NewString("a title of 20 letters")}, {Name: "Seen", Value: edm.NewBoolean(i%2 == 0)},
	}}
}

const (
	accept    = "application/json;odata=minimalmetadata"
	insertion = `{"PartitionKey":"Q%d","RowKey":"R%08d","Amount":12,"Rating":4.5,"Title":"a title of 20 letters","Seen":true}`
)

// request returns a request that may be served again and again with another body.
func request(method, path string) *http.Request {
	r := httptest.NewRequest(method, "http://127.0.0.1:10002"+path, nil)
	r.Header.Set("Accept", accept)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Ms-Version", "2019-02-02")
	return r
}

// The handler alone, without a connection.
func BenchmarkHandler(b *testing.B) {
	db := thousand(b)
	h := tablerest.NewHandler(db, tablerest.Options{Observe: func(tablerest.Observation) {}})
	point := request("GET", "/Movies(PartitionKey='P0001',RowKey='R00000500')")
	page := request("GET", "/Movies()")
	run := func(b *testing.B, r *http.Request, want int) {
		b.ReportAllocs()
		for b.Loop() {
			w := &discard{header: http.Header{}}
			h.ServeHTTP(w, r)
			if w.status != want {
				b.Fatal(w.status)
			}
		}
	}
	b.Run("PointGet", func(b *testing.B) { run(b, point, 200) })
	b.Run("Page1000", func(b *testing.B) { run(b, page, 200) })
	n := 0
	b.Run("Insert", func(b *testing.B) {
		b.ReportAllocs()
		r := request("POST", "/Movies")
		r.Header.Set("Prefer", "return-no-content")
		for b.Loop() {
			n++
			body := fmt.Sprintf(insertion, n%100, n)
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
			w := &discard{header: http.Header{}}
			h.ServeHTTP(w, r)
			if w.status != 204 {
				b.Fatal(w.status)
			}
		}
	})
	b.Run("Transaction100", func(b *testing.B) {
		b.ReportAllocs()
		r := request("POST", "/$batch")
		r.Header.Set("Content-Type", "multipart/mixed; boundary=b")
		for b.Loop() {
			n++
			var body strings.Builder
			body.WriteString("--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n")
			for i := range 100 {
				body.WriteString("--c\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\nPOST http://127.0.0.1:10002/Movies HTTP/1.1\r\n" +
					"Accept: " + accept + "\r\nContent-Type: application/json\r\nPrefer: return-no-content\r\nDataServiceVersion: 3.0\r\n\r\n")
				fmt.Fprintf(&body, insertion+"\r\n", 1000+n, i)
			}
			body.WriteString("--c--\r\n--b--\r\n")
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader(body.String())), int64(body.Len())
			w := &discard{header: http.Header{}}
			h.ServeHTTP(w, r)
			if w.status != 202 || w.bytes < 10_000 {
				b.Fatal(w.status, w.bytes)
			}
		}
	})
}

// Over connections, client included: 16 at a time.
func BenchmarkHTTP(b *testing.B) {
	db := thousand(b)
	server := httptest.NewServer(tablerest.NewHandler(db, tablerest.Options{}))
	defer server.Close()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 16, MaxConnsPerHost: 16, DisableCompression: true}}
	var n atomic.Int64
	do := func(b *testing.B, method, path string, body func() string, want int) {
		b.SetParallelism(8) // by 2 cores
		b.ReportAllocs()
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				r, err := http.NewRequest(method, server.URL+path, strings.NewReader(body()))
				if err != nil {
					b.Error(err)
					return
				}
				r.Header.Set("Accept", accept)
				r.Header.Set("Content-Type", "application/json")
				r.Header.Set("Prefer", "return-no-content")
				w, err := client.Do(r)
				if err != nil {
					b.Error(err)
					return
				}
				_, _ = io.Copy(io.Discard, w.Body)
				w.Body.Close()
				if w.StatusCode != want {
					b.Error(w.StatusCode)
					return
				}
			}
		})
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "requests/s")
	}
	none := func() string { return "" }
	b.Run("PointGet", func(b *testing.B) {
		do(b, "GET", "/Movies(PartitionKey='P0001',RowKey='R00000500')", none, 200)
	})
	b.Run("Page1000", func(b *testing.B) { do(b, "GET", "/Movies()", none, 200) })
	b.Run("Insert", func(b *testing.B) {
		do(b, "POST", "/Movies", func() string { k := n.Add(1); return fmt.Sprintf(insertion, k%100, k) }, 204)
	})
}

// The client's half: a page of 1,000 entities read.
func BenchmarkClient_Page1000(b *testing.B) {
	h := tablerest.NewHandler(thousand(b), tablerest.Options{})
	c := &tablerest.Client{Doer: direct{h}, URL: "http://127.0.0.1:10002"}
	b.ReportAllocs()
	for b.Loop() {
		page, err := c.Query(context.Background(), "Movies", engine.Query{})
		if err != nil || len(page.Entities) != 1000 {
			b.Fatal(err)
		}
	}
}

// direct is a Doer that calls a handler.
type direct struct{ h http.Handler }

func (d direct) Do(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
	request := httptest.NewRequestWithContext(ctx, r.Method, r.URL, strings.NewReader(r.Body))
	for _, f := range r.Header {
		request.Header.Set(f.Name, f.Value)
	}
	w := httptest.NewRecorder()
	d.h.ServeHTTP(w, request)
	return &tablerest.Response{Status: w.Code, Body: w.Body.String()}, nil
}

// A page of 1,000 entities as a Client reads it, without the connection.
func BenchmarkClient_ReadPage(b *testing.B) {
	h := tablerest.NewHandler(thousand(b), tablerest.Options{})
	w := httptest.NewRecorder()
	h.ServeHTTP(w, request("GET", "/Movies()"))
	c := &tablerest.Client{Doer: &canned{answer: tablerest.Response{Status: 200, Body: w.Body.String()}}, URL: "http://x"}
	b.ReportAllocs()
	for b.Loop() {
		page, err := c.Query(b.Context(), "Movies", engine.Query{})
		if err != nil || len(page.Entities) != 1000 {
			b.Fatal(err)
		}
	}
	b.ReportMetric(1000*float64(b.N)/b.Elapsed().Seconds(), "entities/s")
}
