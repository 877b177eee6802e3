//go:build !js

package workertest

import (
	"context"
	"fmt"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/engine/tablerest"
)

// Remote is an account in this process: a store behind a Handler, and what may go wrong on the way to it.
type Remote struct {
	DB  *engine.DB
	URL string

	Mu       sync.Mutex
	Fail     func(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) // instead of an answer, when either is not nil
	Lose     func(r tablerest.Request) bool                                              // the answer
	Requests []tablerest.Request
}

// Do implements tablerest.Doer.
func (m *Remote) Do(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
	m.Mu.Lock()
	m.Requests = append(m.Requests, r)
	fail, lose := m.Fail, m.Lose
	m.Mu.Unlock()
	if fail != nil {
		if answer, err := fail(ctx, r); answer != nil || err != nil {
			return answer, err
		}
	}
	answer, err := tablerest.HTTPDoer{}.Do(ctx, r)
	if err == nil && lose != nil && lose(r) {
		return nil, fmt.Errorf("the line is cut")
	}
	return answer, err
}

// FailAfter lets so many pages of a query through and answers the requests for later ones, and no other request, otherwise.
func (m *Remote) FailAfter(pages int64, answer *tablerest.Response, err error) {
	var sent atomic.Int64
	m.Mu.Lock()
	defer m.Mu.Unlock()
	m.Fail = func(_ context.Context, r tablerest.Request) (*tablerest.Response, error) {
		if r.Method == "GET" && strings.Contains(r.URL, "()") && sent.Add(1) > pages {
			return answer, err
		}
		return nil, nil
	}
}

// Put writes an entity of the account.
func (m *Remote) Put(t *testing.T, table, pk, rk string, properties ...engine.Property) engine.OpResult {
	t.Helper()
	r, err := m.DB.Apply(t.Context(), table, engine.Op{Kind: engine.InsertOrReplace, PartitionKey: pk, RowKey: rk, Properties: properties})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func (m *Remote) Fill(t *testing.T, table string, partitions, rows int) {
	t.Helper()
	Fill(t, m.DB, table, partitions, rows)
}

// Shop is an account "shop", and what reaches it.
func Shop(t *testing.T) (*Remote, func(context.Context, string) (tablerest.Client, error)) {
	t.Helper()
	m := &Remote{DB: engine.Open(engine.Options{})}
	server := httptest.NewServer(tablerest.NewHandler(m.DB, tablerest.Options{}))
	t.Cleanup(server.Close)
	m.URL = server.URL
	return m, func(_ context.Context, source string) (tablerest.Client, error) {
		if source != "shop" {
			return tablerest.Client{}, &wire.Failure{Code: "AccountNotFound", Message: "There is no account " + source + "."}
		}
		return tablerest.Client{Doer: m, URL: m.URL}, nil
	}
}
