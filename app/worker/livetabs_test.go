//go:build !js

package worker

import (
	"context"
	"net/http/httptest"
	"testing"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
)

// Ensure that a tab's requests to accounts go through the tab that holds the tables, that a write under way when that one goes
// is of unknown outcome, and that the next holder knows what the page asked for but not its result.
func TestLive_Takeover(t *testing.T) {
	m := &remote{db: engine.Open(engine.Options{})}
	server := httptest.NewServer(tablerest.NewHandler(m.db, tablerest.Options{}))
	t.Cleanup(server.Close)
	m.url = server.URL
	m.fill(t, "Orders", 3, 1000)
	arrived := make(chan string, 16) // the tab whose worker asked
	b := newFakeBrowser()
	at := func(name string) func(*HostConfig) {
		return func(c *HostConfig) {
			c.Remote = func(context.Context, string) (tablerest.Client, error) {
				arrived <- name
				return tablerest.Client{Doer: m, URL: m.url}, nil
			}
		}
	}
	first := openTab(t, b, at("first"))
	if n := first.count(t, "Orders"); n != -1 {
		t.Fatal(n)
	}
	second := openTab(t, b, at("second"))
	exchanged := make(chan Exchanged, 16)
	second.OnExchange(func(x Exchanged) { exchanged <- x })
	policy := tablerest.Policy{Kind: tablerest.Linear, Retries: 1, Wait: time.Millisecond}
	if err := second.Retry(t.Context(), RetryRequest{policy}); err != nil {
		t.Fatal(err)
	}
	run, err := second.Run(t.Context(), QueryRequest{Source: "shop", Table: "Orders", Pages: 1}, nil)
	if err != nil || run.Lines != 1000 {
		t.Fatalf("%+v, %v", run, err)
	}
	if at := next(t, "the request", arrived); at != "first" {
		t.Errorf("asked by the %s", at)
	}
	next(t, "the exchange", exchanged)

	hang := make(chan struct{})
	m.fail = func(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
		if r.Method == "POST" {
			close(hang)
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return nil, nil
	}
	written := make(chan error, 1)
	go func() {
		_, err := second.Apply(t.Context(), ApplyRequest{Source: "shop", Table: "Orders", Kind: "insert", PartitionKey: "p", RowKey: "r"})
		written <- err
	}()
	within(t, "the write", hang)
	first.kill()
	wantCode(t, next(t, "the answer to the write", written), OutcomeUnknown)
	next(t, "moved in the second", second.moved)

	_, err = second.More(t.Context(), MoreRequest{run.Result, 1}, nil)
	wantCode(t, err, ResultGone)
	for len(exchanged) > 0 {
		<-exchanged
	}
	for len(arrived) > 0 {
		<-arrived
	}
	failed := false
	m.mu.Lock()
	m.fail = func(context.Context, tablerest.Request) (*tablerest.Response, error) {
		if !failed {
			failed = true
			return &tablerest.Response{Status: 503}, nil
		}
		return nil, nil
	}
	m.mu.Unlock()
	again, err := second.Run(t.Context(), QueryRequest{Source: "shop", Table: "Orders"}, nil)
	if err != nil || again.Lines != 3002 || again.Live.Pages[0].Attempts != 2 {
		t.Fatalf("%+v, %v", again, err)
	}
	if at := next(t, "the request", arrived); at != "second" {
		t.Errorf("asked by the %s", at)
	}
}
