//go:build !js

package tablesync_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
)

// simWeather is what goes wrong between here and the service, in per cent of the requests.
type simWeather struct {
	lost, unanswered, failed, undone, busy, gateway, torn int
	storm                                                 int // conditional writes that are refused for no reason
	meddling                                              int // requests while which somebody changes something
}

var climates = []simWeather{
	{},
	{meddling: 40},
	{lost: 3, unanswered: 3, failed: 2, undone: 2, busy: 3, gateway: 1, torn: 2, storm: 3, meddling: 20},
	{lost: 10, unanswered: 25, failed: 10, undone: 5, meddling: 30},
	{unanswered: 60, meddling: 20},
	{storm: 60, meddling: 10},
	{lost: 50, busy: 40},
	{torn: 50, failed: 10, meddling: 10},
}

// simWire is the Doer between a client and the service's handler.
type simWire struct {
	w       *simWorld
	handler http.Handler
}

var errWire = errors.New("the connection was reset")

// Do implements tablerest.Doer.
func (n *simWire) Do(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
	w := n.w
	now := w.weather
	w.requests++
	if w.requests > 20_000 {
		panic(stuck{})
	}
	w.meddle(now.meddling)
	w.mayCrash("request is to be sent")
	switch {
	case w.chance(now.lost):
		w.tell("    lost: %s %s", r.Method, r.URL)
		return nil, errWire
	case w.chance(now.busy):
		w.tell("    503: %s %s", r.Method, r.URL)
		return trouble(503, "ServerBusy"), nil
	case w.chance(now.undone):
		w.tell("    500, not done: %s %s", r.Method, r.URL)
		return trouble(500, "InternalError"), nil
	}
	answer, err := n.forward(ctx, r)
	if err != nil {
		return nil, err
	}
	w.mayCrash("request was done")
	w.meddle(now.meddling)
	switch {
	case w.chance(now.unanswered):
		w.tell("    answered %d, lost: %s %s", answer.Status, r.Method, r.URL)
		return nil, errWire
	case w.chance(now.failed):
		w.tell("    answered %d, 500 came: %s %s", answer.Status, r.Method, r.URL)
		return trouble(500, "OperationTimedOut"), nil
	case w.chance(now.gateway):
		return &tablerest.Response{Status: 502, Body: "<html>Bad Gateway</html>"}, nil
	case len(answer.Body) > 0 && w.chance(now.torn):
		w.tell("    answered %d, torn: %s %s", answer.Status, r.Method, r.URL)
		answer.Body = answer.Body[:w.IntN(len(answer.Body))]
	}
	return answer, nil
}

func trouble(status int, code string) *tablerest.Response {
	return &tablerest.Response{Status: status, Body: fmt.Sprintf(`{"odata.error":{"code":%q,"message":{"lang":"en-US","value":"trouble"}}}`, code)}
}

// answered is a http.ResponseWriter into memory.
type answered struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *answered) Header() http.Header         { return a.header }
func (a *answered) WriteHeader(status int)      { a.status = status }
func (a *answered) Write(b []byte) (int, error) { return a.body.Write(b) }

// forward hands a request to the handler.
func (n *simWire) forward(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
	u, err := url.Parse(r.URL)
	if err != nil {
		return nil, err
	}
	q := (&http.Request{
		Method: r.Method, URL: u, Host: u.Host, RequestURI: u.RequestURI(), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{}, Body: io.NopCloser(strings.NewReader(r.Body)), ContentLength: int64(len(r.Body)),
	}).WithContext(ctx)
	for _, f := range r.Header {
		q.Header.Add(f.Name, f.Value)
	}
	a := &answered{header: http.Header{}, status: 200}
	n.handler.ServeHTTP(a, q)
	out := &tablerest.Response{Status: a.status, Body: a.body.String()}
	for _, name := range [...]string{"Etag", "Content-Type", "X-Ms-Continuation-Nextpartitionkey", "X-Ms-Continuation-Nextrowkey", "X-Ms-Request-Id"} {
		for key, values := range a.header {
			if strings.EqualFold(key, name) {
				out.Header = append(out.Header, tablerest.Field{Name: key, Value: values[0]})
			}
		}
	}
	return out, nil
}

// watched is the service behind the handler. It refuses conditions in a storm, answers small and empty pages, and has the
// model look at what sync writes.
type watched struct {
	*engine.DB
	w *simWorld
}

// Apply implements engine.Service.
func (s *watched) Apply(ctx context.Context, table string, op engine.Op) (engine.OpResult, error) {
	if op.IfMatch != "" && s.w.chance(s.w.weather.storm) {
		s.w.tell("    412 for no reason: %v", show(&op))
		return engine.OpResult{}, engine.Errorf(engine.UpdateConditionNotSatisfied, "A storm.")
	}
	var result engine.OpResult
	var err error
	s.watch([]engine.Op{op}, func() error {
		result, err = s.DB.Apply(ctx, table, op)
		return err
	})
	return result, err
}

// Batch implements engine.Service.
func (s *watched) Batch(ctx context.Context, table string, ops []engine.Op) ([]engine.OpResult, error) {
	for i := range ops {
		if ops[i].IfMatch != "" && s.w.chance(s.w.weather.storm) {
			s.w.tell("    412 for no reason: operation %d, %v", i, show(&ops[i]))
			err := engine.Errorf(engine.UpdateConditionNotSatisfied, "A storm.")
			err.Index = i
			return nil, err
		}
	}
	var results []engine.OpResult
	var err error
	s.watch(ops, func() error {
		results, err = s.DB.Batch(ctx, table, ops)
		return err
	})
	return results, err
}

// watch does something and has the model look at what it did.
func (s *watched) watch(ops []engine.Op, do func() error) {
	before := make([]map[string]int64, len(ops))
	for i := range ops {
		if k := ops[i].Kind; k == engine.InsertOrMerge || k == engine.InsertOrReplace || ops[i].IfMatch == "*" {
			s.w.model.broken("sync wrote without a condition: %v", show(&ops[i]))
		}
		before[i] = valuesOf(s.w.get(atService, keyOf(&ops[i])))
	}
	err := do()
	for i := range ops {
		s.w.tell("    wrote %v: %v", show(&ops[i]), err)
		if err == nil {
			s.w.model.written(keyOf(&ops[i]), before[i], valuesOf(s.w.get(atService, keyOf(&ops[i]))))
		}
	}
}

// Query implements engine.Service.
func (s *watched) Query(ctx context.Context, table string, q engine.Query) (*engine.Page, error) {
	query := s.DB.Query
	if s.w.lists != nil {
		query = s.w.lists.Query
	}
	if s.w.still {
		return query(ctx, table, q)
	}
	from := q.From
	q.Top = 1 + s.w.IntN(5)
	page, err := query(ctx, table, q)
	if err == nil && s.w.lists != nil && s.w.chance(15) && from.Valid { // an empty page goes on where it began
		page.Entities, page.Next = nil, from
		return page, nil
	}
	if err == nil && s.w.lists == nil && len(page.Entities) > 0 && s.w.chance(15) { // an empty page goes on where this one begins
		e := page.Entities[0]
		page.Entities = nil
		page.Next = engine.Token{PartitionKey: e.PartitionKey(), RowKey: e.RowKey(), HasRow: true, Valid: true}
	}
	return page, err
}
