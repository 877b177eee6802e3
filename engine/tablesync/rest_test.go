//go:build !js

package tablesync_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang/edm"
)

// wire is a Doer that asks a handler, counts the requests and keeps the size of the greatest body.
type wire struct {
	handler  *tablerest.Handler
	mu       sync.Mutex // of the counts: pushes ask several things at once
	requests int
	largest  int
}

func (w *wire) Do(_ context.Context, r tablerest.Request) (*tablerest.Response, error) {
	w.mu.Lock()
	w.requests++
	w.largest = max(w.largest, len(r.Body))
	w.mu.Unlock()
	request := httptest.NewRequest(r.Method, r.URL, strings.NewReader(r.Body))
	for _, f := range r.Header {
		request.Header.Set(f.Name, f.Value)
	}
	answer := httptest.NewRecorder()
	w.handler.ServeHTTP(answer, request)
	out := &tablerest.Response{Status: answer.Code, Body: answer.Body.String()}
	for name, values := range answer.Header() {
		out.Header = append(out.Header, tablerest.Field{Name: name, Value: values[0]})
	}
	return out, nil
}

// Ensure that a copy over the protocol is in step after a push of values of every type, and that no request is larger than the
// service takes.
func TestPush_OverTheWire(t *testing.T) {
	r := rand.New(rand.NewPCG(randomSeed(t), 0))
	remote := engine.Open(engine.Options{Now: clock()})
	must(t, remote.CreateTable(ctx, "Remote"))
	w := &wire{handler: tablerest.NewHandler(remote, tablerest.Options{Account: "acct"})}
	client := &tablerest.Client{Doer: w, URL: "https://" + strings.Repeat("long", 50) + ".example.org"}
	db := engine.Open(engine.Options{Now: clock()})
	pull(t, db, client)
	texts := []string{"plain", "é", "日本", "\U0001F600", "\x01\x02", `"\'`, "%", "<&>"}
	n := 400
	if testing.Short() { // the race detector runs, and there is one goroutine
		n = 100
	}
	for i := range n {
		text := strings.Repeat(texts[r.IntN(len(texts))], r.IntN(9000))
		if len(text) > 32_000 {
			text = text[:0]
		}
		e := engine.BulkEntity{PartitionKey: "p'é", RowKey: fmt.Sprintf("r'%% 日%05d", i), Properties: []engine.Property{
			{Name: "Text", Value: edm.NewString(text)}, {Name: "Zero", Value: edm.NewDouble(math.Copysign(0, -1))},
			{Name: "Bytes", Value: edm.NewBinary(strings.Repeat("\xff\x00", r.IntN(30_000)))}, {Name: "Long", Value: edm.NewInt64(-1 << 62)},
			{Name: "Id", Value: edm.NewGuid(edm.UUID{1, 2, 3})}, {Name: "When", Value: edm.NewDateTime(edm.MinTicks + 7)},
			{Name: "Price", Value: edm.NewDouble(1.5)}, {Name: "Yes", Value: edm.NewBoolean(true)}, {Name: "Größe", Value: edm.NewInt32(-5)},
		}}
		_, err := db.Bulk(ctx, "Copy", []engine.BulkEntity{e}, engine.ReplaceExisting)
		must(t, err)
	}
	report := push(t, db, client)
	if report.Written != n || report.Left != 0 || len(report.Refused) > 0 {
		t.Errorf("%+v", report)
	}
	if w.largest > engine.MaxBatchBytes || w.largest < engine.MaxBatchBytes/2 {
		t.Errorf("the largest request has %d bytes", w.largest)
	}
	again := pull(t, db, client)
	if again.Updated+again.Added+again.Deleted != 0 || again.Read != n {
		t.Errorf("pulled again: %+v", again)
	}
	local, err := db.Snapshot("Copy")
	must(t, err)
	sum, err := tablesync.Compare(ctx, tablesync.LocalSide(local), tablesync.RemoteSide(client, "Remote", tablesync.Scope{}), tablesync.Options{},
		func(d tablesync.Difference) error { return fmt.Errorf("%+v", d) })
	if err != nil || sum.Equal != n {
		t.Errorf("%+v, %v", sum, err)
	}
}

// Ensure that a push fills its requests: the service limits their bytes, not the size of the entities by its formula.
func TestPush_FillsRequests(t *testing.T) {
	remote, db := engine.Open(engine.Options{}), engine.Open(engine.Options{})
	must(t, remote.CreateTable(ctx, "Remote"))
	w := &wire{handler: tablerest.NewHandler(remote, tablerest.Options{Account: "acct"})}
	client := &tablerest.Client{Doer: w, URL: "https://acct.table.core.windows.net"}
	pull(t, db, client)
	text := strings.Repeat(`{"a":1}`, 4000)
	for i := range 100 {
		e := engine.BulkEntity{PartitionKey: "p", RowKey: fmt.Sprint(i), Properties: []engine.Property{{Name: "Text", Value: edm.NewString(text)}}}
		_, err := db.Bulk(ctx, "Copy", []engine.BulkEntity{e}, engine.ReplaceExisting)
		must(t, err)
	}
	before := w.requests
	report := push(t, db, client)
	if n := w.requests - before; report.Written != 100 || n != 1 || w.largest < 3_600_000 {
		t.Errorf("%d entities in %d requests, the largest of %d bytes", report.Written, n, w.largest)
	}
}
