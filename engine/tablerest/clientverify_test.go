//go:build !js

package tablerest_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang/edm"
)

// The ways in which an attempt can fail.
const (
	lostRequest = "lost request"
	lostReply   = "lost reply"
	busy        = "503"
	failedDone  = "500 though done"
	tornBatch   = "an answer cut in the middle"
	portal      = "an answer of something else"
)

// faulty is a Doer to a handler, some of whose attempts at writes fail. After the first that fails others may meddle.
type faulty struct {
	handler http.Handler
	faults  []string // of the attempts at writes, in order
	meddle  func()
	asked   int
}

func (f *faulty) Do(_ context.Context, r tablerest.Request) (*tablerest.Response, error) {
	f.asked++
	fault := ""
	if r.Method != "GET" && len(f.faults) > 0 {
		fault, f.faults = f.faults[0], f.faults[1:]
	}
	switch fault {
	case lostRequest:
		return nil, errors.New("connection reset")
	case busy:
		return &tablerest.Response{Status: 503, Body: `{"odata.error":{"code":"ServerBusy","message":{"value":"x"}}}`}, nil
	case portal:
		return &tablerest.Response{Status: 200, Body: "<html>Log in</html>"}, nil
	}
	q := httptest.NewRequest(r.Method, r.URL, strings.NewReader(r.Body))
	for _, h := range r.Header {
		q.Header.Add(h.Name, h.Value)
	}
	w := httptest.NewRecorder()
	f.handler.ServeHTTP(w, q)
	body, _ := io.ReadAll(w.Result().Body)
	out := &tablerest.Response{Status: w.Code, Body: string(body)}
	for name := range w.Header() {
		out.Header = append(out.Header, tablerest.Field{Name: name, Value: w.Header().Get(name)})
	}
	if fault != "" && f.meddle != nil {
		f.meddle()
	}
	switch fault {
	case lostReply:
		return nil, errors.New("connection reset")
	case failedDone:
		return &tablerest.Response{Status: 500, Body: `{"odata.error":{"code":"OperationTimedOut","message":{"value":"x"}}}`}, nil
	case tornBatch:
		out.Body = out.Body[:len(out.Body)/2]
	}
	return out, nil
}

// verifying is an account with one entity, a retrying client of it and one without faults.
type verifying struct {
	client, other *tablerest.Client
	doer          *faulty
	etag          string // of entity "p", "old"
	now           time.Time
}

func newVerifying(t *testing.T, policy tablerest.Policy, faults ...string) *verifying {
	t.Helper()
	v := &verifying{now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
	db := engine.Open(engine.Options{Now: func() time.Time { v.now = v.now.Add(time.Second); return v.now }})
	handler := tablerest.NewHandler(db, tablerest.Options{})
	v.other = &tablerest.Client{Doer: &faulty{handler: handler}, URL: "http://x"}
	if err := v.other.CreateTable(context.Background(), "Movies"); err != nil {
		t.Fatal(err)
	}
	r, err := v.other.Apply(context.Background(), "Movies", change(engine.Insert, "old", "", "A", 1))
	if err != nil {
		t.Fatal(err)
	}
	v.etag = r.ETag
	v.doer = &faulty{handler: handler, faults: faults}
	v.client = &tablerest.Client{URL: "http://x", Doer: &tablerest.Retrier{
		Doer: v.doer, Policy: func() tablerest.Policy { return policy }, Wait: func(context.Context, time.Duration) error { return nil },
	}}
	return v
}

func change(kind engine.OpKind, rk, etag, name string, n int32) engine.Op {
	op := engine.Op{Kind: kind, PartitionKey: "p", RowKey: rk, IfMatch: etag}
	if name != "" {
		op.Properties = []engine.Property{{Name: name, Value: edm.NewInt32(n)}, {Name: "D", Value: edm.NewDouble(math.NaN())}, {Name: "Z", Value: edm.NewDouble(math.Copysign(0, -1))}, {Name: "N"}}
	}
	return op
}

// Ensure that a write that was sent twice and refused for what it has done itself is no error and answers the entity's ETag,
// while a write that somebody else stands in the way of is refused.
func TestClient_RetriedWrite(t *testing.T) {
	for _, test := range []struct {
		name   string
		fault  string
		kind   engine.OpKind
		rk     string
		match  bool      // the ETag of "old"
		meddle engine.Op // of others, between the attempts
		want   engine.Code
	}{
		{name: "insert", fault: lostReply, kind: engine.Insert, rk: "new"},
		{name: "insert of which 500 came", fault: failedDone, kind: engine.Insert, rk: "new"},
		{name: "insert that did not arrive", fault: lostRequest, kind: engine.Insert, rk: "new"},
		{name: "insert that is there since long", fault: lostRequest, kind: engine.Insert, rk: "old", want: engine.EntityAlreadyExists},
		{name: "insert changed by others", fault: lostReply, kind: engine.Insert, rk: "new", meddle: change(engine.Replace, "new", "*", "A", 3), want: engine.EntityAlreadyExists},
		{name: "insert added to by others", fault: lostReply, kind: engine.Insert, rk: "new", meddle: change(engine.Merge, "new", "*", "B", 3), want: engine.EntityAlreadyExists},
		{name: "replace", fault: lostReply, kind: engine.Replace, rk: "old", match: true},
		{name: "replace that did not arrive", fault: busy, kind: engine.Replace, rk: "old", match: true},
		{name: "replace changed by others", fault: lostReply, kind: engine.Replace, rk: "old", match: true, meddle: change(engine.Replace, "old", "*", "A", 3), want: engine.UpdateConditionNotSatisfied},
		{name: "replace added to by others", fault: lostReply, kind: engine.Replace, rk: "old", match: true, meddle: change(engine.Merge, "old", "*", "B", 3), want: engine.UpdateConditionNotSatisfied},
		{name: "replace deleted by others", fault: lostReply, kind: engine.Replace, rk: "old", match: true, meddle: change(engine.Delete, "old", "*", "", 0), want: engine.ResourceNotFound},
		{name: "merge", fault: failedDone, kind: engine.Merge, rk: "old", match: true},
		{name: "merge added to by others", fault: lostReply, kind: engine.Merge, rk: "old", match: true, meddle: change(engine.Merge, "old", "*", "B", 3)},
		{name: "merge changed by others", fault: lostReply, kind: engine.Merge, rk: "old", match: true, meddle: change(engine.Merge, "old", "*", "A", 3), want: engine.UpdateConditionNotSatisfied},
		{name: "upsert", fault: lostReply, kind: engine.InsertOrReplace, rk: "new"},
		{name: "delete", fault: lostReply, kind: engine.Delete, rk: "old", match: true},
		{name: "delete of a new one of others", fault: lostReply, kind: engine.Delete, rk: "old", match: true, meddle: change(engine.Insert, "old", "", "A", 3), want: engine.UpdateConditionNotSatisfied},
	} {
		for _, batch := range []bool{false, true} {
			t.Run(fmt.Sprint(test.name, batch), func(t *testing.T) {
				ctx := context.Background()
				v := newVerifying(t, tablerest.Linear.Policy(), test.fault)
				v.doer.meddle = func() {
					if test.meddle.PartitionKey != "" {
						if _, err := v.other.Apply(ctx, "Movies", test.meddle); err != nil {
							t.Fatal(err)
						}
					}
				}
				op := change(test.kind, test.rk, "", "A", 2)
				if test.match {
					op.IfMatch = v.etag
				}
				if test.kind == engine.Delete {
					op.Properties = nil
				}
				var got engine.OpResult
				var err error
				if batch {
					var all []engine.OpResult
					// The other operation is new and is not meddled with.
					if all, err = v.client.Batch(ctx, "Movies", []engine.Op{change(engine.Insert, "beside", "", "A", 1), op}); err == nil {
						got = all[1]
					}
				} else {
					got, err = v.client.Apply(ctx, "Movies", op)
				}
				if test.want != "" {
					// A batch may be refused for either of its operations.
					_, unknown := errors.AsType[*engine.UnknownOutcome](err)
					if e, ok := errors.AsType[*engine.Error](err); !ok || !unknown || e.Code != test.want && !(batch && e.Code == engine.EntityAlreadyExists) {
						t.Fatalf("%v, want %s", err, test.want)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				e, err := v.other.Get(ctx, "Movies", "p", test.rk)
				if test.kind == engine.Delete {
					if err == nil {
						t.Fatal("it is there still")
					}
					return
				}
				if test.kind == engine.Merge && got != (engine.OpResult{}) {
					t.Errorf("answered %+v, which nobody can know", got)
				}
				if err != nil || test.kind != engine.Merge && (got.ETag != e.ETag() || got.Timestamp != e.Timestamp()) {
					t.Errorf("answered %+v, is %s, %v", got, e.ETag(), err)
				}
				if a, _ := e.Value("A"); a.Int() != 2 {
					t.Errorf("A is %v", a)
				}
			})
		}
	}
}

// Ensure that making and dropping a table twice is no error, unless the first attempt found it so.
func TestClient_RetriedTable(t *testing.T) {
	ctx := context.Background()
	v := newVerifying(t, tablerest.Linear.Policy(), lostReply, "", lostReply)
	if err := v.client.CreateTable(ctx, "Actors"); err != nil {
		t.Error(err)
	}
	if err := v.client.DeleteTable(ctx, "Actors"); err != nil {
		t.Error(err)
	}
	v = newVerifying(t, tablerest.Linear.Policy())
	if err := v.client.CreateTable(ctx, "Movies"); err == nil {
		t.Error("a table was made twice")
	}
	if err := v.client.DeleteTable(ctx, "Actors"); err == nil {
		t.Error("a table that is not there was deleted")
	}
}

// Ensure that a write whose outcome nobody knows says so, and that a plain refusal does not.
func TestClient_UnknownOutcome(t *testing.T) {
	ctx := context.Background()
	for _, test := range []struct {
		faults  []string
		unknown bool
		code    engine.Code // of the service's last word
		done    bool
	}{
		{[]string{lostReply}, true, "", true},
		{[]string{lostRequest}, true, "", false},
		{[]string{failedDone}, true, "OperationTimedOut", true},
		{[]string{portal}, true, engine.WrongAnswer, false},
		{[]string{busy}, false, "ServerBusy", false},
		{[]string{lostReply, busy}, true, "ServerBusy", true},
		{[]string{tornBatch}, true, engine.InvalidInput, true},
	} {
		for _, batch := range []bool{false, true} {
			if test.faults[0] == tornBatch && !batch {
				continue
			}
			v := newVerifying(t, tablerest.Policy{Kind: tablerest.Linear, Retries: len(test.faults) - 1}, test.faults...)
			op := change(engine.Insert, "new", "", "A", 2)
			var err error
			if batch {
				_, err = v.client.Batch(ctx, "Movies", []engine.Op{op, change(engine.InsertOrMerge, "old", "", "A", 1)})
			} else {
				_, err = v.client.Apply(ctx, "Movies", op)
			}
			name := fmt.Sprint(test.faults, batch)
			if _, ok := errors.AsType[*engine.UnknownOutcome](err); err == nil || ok != test.unknown {
				t.Errorf("%s: %v", name, err)
			}
			e, ok := errors.AsType[*engine.Error](err)
			if ok != (test.code != "") || ok && test.code != engine.InvalidInput && e.Code != test.code {
				t.Errorf("%s: %v", name, err)
			}
			if _, err := v.other.Get(ctx, "Movies", "p", "new"); (err == nil) != test.done {
				t.Errorf("%s: done is %v", name, err == nil)
			}
		}
	}
	// A request that the context did not let out is not unknown; one that it cut is.
	stopped, cancel := context.WithCancel(ctx)
	v := newVerifying(t, tablerest.Linear.Policy(), lostReply)
	v.doer.meddle = cancel
	_, err := v.client.Apply(stopped, "Movies", change(engine.Insert, "new", "", "A", 2))
	if _, ok := errors.AsType[*engine.UnknownOutcome](err); !ok || !errors.Is(err, context.Canceled) {
		t.Errorf("cut: %v", err)
	}
	_, err = v.client.Apply(stopped, "Movies", change(engine.Insert, "newer", "", "A", 2))
	if _, ok := errors.AsType[*engine.UnknownOutcome](err); ok || !errors.Is(err, context.Canceled) {
		t.Errorf("not sent: %v", err)
	}
	// Reads have no outcome.
	v = newVerifying(t, tablerest.Policy{})
	v.client.Doer = answering(func(tablerest.Request) (*tablerest.Response, error) { return nil, io.ErrUnexpectedEOF })
	_, err = v.client.Get(ctx, "Movies", "p", "old")
	if _, ok := errors.AsType[*engine.UnknownOutcome](err); ok || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("read: %v", err)
	}
}

// Ensure that a transaction is verified with few requests, also in a partition of many others, and that the first entity that
// tells ends it.
func TestClient_RetriedBatch_Requests(t *testing.T) {
	ctx := context.Background()
	for _, test := range []struct {
		name   string
		others int    // entities between each two
		theirs string // RowKey of one that somebody has changed meanwhile
		want   int    // requests
	}{
		{"alone", 0, "", 2 + 1},
		{"alone, changed", 0, "r000", 2 + 1},
		{"among a few", 5, "", 2 + 1},
		{"among many", 60, "", 2 + 3 + 50},
		{"among many, changed", 60, "r099", 2 + 3 + 50},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := newVerifying(t, tablerest.Linear.Policy(), lostReply)
			ops := make([]engine.Op, 100)
			for i := range ops {
				ops[len(ops)-1-i] = change(engine.Insert, fmt.Sprintf("r%03d", i), "", "A", 2)
				for n := range test.others {
					if _, err := v.other.Apply(ctx, "Movies", change(engine.Insert, fmt.Sprintf("r%03d-%d", i, n), "", "A", 2)); err != nil {
						t.Fatal(err)
					}
				}
			}
			v.doer.meddle = func() {
				if test.theirs != "" {
					if _, err := v.other.Apply(ctx, "Movies", change(engine.Replace, test.theirs, "*", "A", 9)); err != nil {
						t.Fatal(err)
					}
				}
			}
			results, err := v.client.Batch(ctx, "Movies", ops)
			if (err != nil) != (test.theirs != "") || v.doer.asked > test.want || v.doer.asked < 3 {
				t.Errorf("%d requests, %v", v.doer.asked, err)
			}
			for i, r := range results {
				if e, err := v.other.Get(ctx, "Movies", "p", ops[i].RowKey); err != nil || e.ETag() != r.ETag {
					t.Errorf("%s answered %s", ops[i].RowKey, r.ETag)
				}
			}
		})
	}
}
