package server

import (
	"net/http/httptest"
	"testing"
	"time"

	"rangefinder/engine/tablerest"
	"rangefinder/server/feed"
	"rangefinder/server/tableauth"
)

// BenchmarkTables_Get is a point read without a connection: with a signature and the feed, and the protocol alone.
func BenchmarkTables_Get(b *testing.B) {
	known := tableauth.WellKnownAccount()
	tables := openTables(b, TablesConfig{Feed: feed.New(0)})
	send(tables, known, "POST", wellKnownBase+"/Tables", `{"TableName":"Movies"}`)
	send(tables, known, "POST", wellKnownBase+"/Movies", `{"PartitionKey":"a","RowKey":"b","Rating":4.5}`)
	r := httptest.NewRequest("GET", wellKnownBase+"/Movies(PartitionKey='a',RowKey='b')", nil)
	r.RequestURI = r.URL.RequestURI()
	r.Header.Set("Accept", "application/json;odata=nometadata")
	tableauth.SignSharedKeyLite(r, known.Name, known.Keys[0], time.Now())
	b.Run("endpoint", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			w := httptest.NewRecorder()
			if tables.ServeHTTP(w, r); w.Code != 200 {
				b.Fatal(w.Body)
			}
		}
	})
	b.Run("protocol", func(b *testing.B) {
		b.ReportAllocs()
		h := tablerest.NewHandler(tables.accounts[known.Name].db, tablerest.Options{})
		in := stripped(r, "/Movies(PartitionKey='a',RowKey='b')")
		for b.Loop() {
			w := httptest.NewRecorder()
			if h.ServeHTTP(w, in); w.Code != 200 {
				b.Fatal(w.Body)
			}
		}
	})
	v := tables.accounts[known.Name].verifier
	b.Run("signature", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := v.Verify(r); err != nil {
				b.Fatal(err)
			}
		}
	})
}
