//go:build !js

package tabs

import (
	"context"
	"net/http/httptest"
	"testing"
	"time"

	"rangefinder/app/wire"
	"rangefinder/app/worker/workertest"
	"rangefinder/engine"
	"rangefinder/engine/tablerest"
)

// Ensure that a tab's requests to accounts go through the tab that holds the tables, that a write under way when that one goes
// is of unknown outcome, and that the next holder knows what the page asked for but not its result.
func TestLive_Takeover(t *testing.T) {
	m := &workertest.Remote{DB: engine.Open(engine.Options{})}
	server := httptest.NewServer(tablerest.NewHandler(m.DB, tablerest.Options{}))
	t.Cleanup(server.Close)
	m.URL = server.URL
	m.Fill(t, "Orders", 3, 1000)
	arrived := make(chan string, 16) // the tab whose worker asked
	b := newFakeBrowser()
	at := func(name string) func(*HostConfig) {
		return func(c *HostConfig) {
			c.Remote = func(context.Context, string) (tablerest.Client, error) {
				arrived <- name
				return tablerest.Client{Doer: m, URL: m.URL}, nil
			}
		}
	}
	first := openTab(t, b, at("first"))
	if n := first.count(t, "Orders"); n != -1 {
		t.Fatal(n)
	}
	second := openTab(t, b, at("second"))
	exchanged := make(chan []wire.Exchanged, 16)
	second.OnExchange(func(x []wire.Exchanged) { exchanged <- x })
	policy := tablerest.Policy{Kind: tablerest.Linear, Retries: 1, Wait: time.Millisecond}
	if err := wire.Do(t.Context(), second, wire.Retry, wire.RetryRequest{Policy: policy}); err != nil {
		t.Fatal(err)
	}
	run, err := wire.Call(t.Context(), second, wire.Run, wire.QueryRequest{Source: "shop", Table: "Orders", Pages: 1}, nil)
	if err != nil || run.Lines != 1000 {
		t.Fatalf("%+v, %v", run, err)
	}
	if at := workertest.Next(t, "the request", arrived); at != "first" {
		t.Errorf("asked by the %s", at)
	}
	workertest.Next(t, "the exchange", exchanged)

	hang := make(chan struct{})
	m.Fail = func(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
		if r.Method == "POST" {
			close(hang)
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return nil, nil
	}
	written := make(chan error, 1)
	go func() {
		_, err := wire.Call(t.Context(), second, wire.Apply, wire.ApplyRequest{Source: "shop", Table: "Orders", Kind: "insert", PartitionKey: "p", RowKey: "r"}, nil)
		written <- err
	}()
	workertest.Within(t, "the write", hang)
	first.kill()
	workertest.WantCode(t, workertest.Next(t, "the answer to the write", written), wire.OutcomeUnknown)
	workertest.Next(t, "moved in the second", second.moved)

	_, err = wire.Call(t.Context(), second, wire.More, wire.MoreRequest{Result: run.Result, Pages: 1}, nil)
	workertest.WantCode(t, err, wire.ResultGone)
	for len(exchanged) > 0 {
		<-exchanged
	}
	for len(arrived) > 0 {
		<-arrived
	}
	failed := false
	m.Mu.Lock()
	m.Fail = func(context.Context, tablerest.Request) (*tablerest.Response, error) {
		if !failed {
			failed = true
			return &tablerest.Response{Status: 503}, nil
		}
		return nil, nil
	}
	m.Mu.Unlock()
	again, err := wire.Call(t.Context(), second, wire.Run, wire.QueryRequest{Source: "shop", Table: "Orders"}, nil)
	if err != nil || again.Lines != 3002 || again.Live.Pages[0].Attempts != 2 {
		t.Fatalf("%+v, %v", again, err)
	}
	if at := workertest.Next(t, "the request", arrived); at != "second" {
		t.Errorf("asked by the %s", at)
	}
}
