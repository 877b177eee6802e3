//go:build !js

package worker

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"rangefinder/app/wire"
	"rangefinder/app/worker/workertest"
	"rangefinder/engine"
	"rangefinder/engine/tablerest"
)

// sixteen asks for the beginnings of 16 partitions of many: a full scan, or 16 ranges.
func sixteen(every int) string {
	var clauses []string
	for i := range 16 {
		clauses = append(clauses, fmt.Sprintf("PartitionKey eq 'p%03d' and RowKey lt 'r0020'", i*every))
	}
	return strings.Join(clauses, " or ")
}

// Ensure that the parallel queries find what the one query finds, in its order, here and on an account, and tell what they read.
func TestRun_Merge(t *testing.T) {
	d, m := openLive(t)
	m.Fill(t, "Numbers", 64, 50)
	d.load(t, "Numbers", func(add func(pk, rk string, properties ...engine.Property)) {
		for p := range 64 {
			for r := range 50 {
				add(fmt.Sprintf("p%03d", p), fmt.Sprintf("r%04d", r))
			}
		}
	})
	for _, source := range []string{"", "shop"} {
		for _, filter := range []string{sixteen(4), "PartitionKey eq 'p060' or PartitionKey eq 'p007' and RowKey ge 'r0040'", "PartitionKey eq 'p001' and (RowKey lt 'r0004' or RowKey gt 'r0046')", "PartitionKey eq 'none' or PartitionKey eq 'p003' and RowKey eq 'r0003'"} {
			req := wire.QueryRequest{Source: source, Table: "Numbers", Filter: filter, Top: 10}
			one, err := wire.Call(t.Context(), d, wire.Run, req, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := d.keysOf(t, one)
			asked := 0 // round trips, as the plan tells them before
			if source == "" {
				found, err := wire.Call(t.Context(), d, wire.Match, req, nil)
				if err != nil {
					t.Fatal(err)
				}
				asked = found.Parallel
			}
			req.Merge = true
			r, err := wire.Call(t.Context(), d, wire.Run, req, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := d.keysOf(t, r); !reflect.DeepEqual(got, want) {
				t.Errorf("%q %s:\n%v\nwant %v", source, filter, got, want)
			}
			if r.Stats.Returned != len(want) || r.Stats.Examined > one.Stats.Examined || r.Canceled || r.Merged.Queries < 2 || r.Stats.RoundTrips < r.Merged.Queries ||
				r.Lines != len(want) || !reflect.DeepEqual(r.Columns, one.Columns) {
				t.Errorf("%q %s: %+v, the one query %+v", source, filter, r, one)
			}
			if source == "" && (r.Merged.Single != one.Stats.Examined || r.Live != nil) || source != "" && (r.Merged.Single != wire.Unknown || r.Live.More || r.Live.Requests != r.Stats.RoundTrips || r.Live.AtLeast) {
				t.Errorf("%q %s: %+v, %+v", source, filter, r.Merged, r.Live)
			}
			if source == "" && r.Stats.RoundTrips != asked {
				t.Errorf("%s: %d round trips, the plan says %d", filter, r.Stats.RoundTrips, asked)
			}
		}
		for _, filter := range []string{"", "N eq 3", "PartitionKey eq 'p001'"} {
			_, err := wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Source: source, Table: "Numbers", Filter: filter, Merge: true}, nil)
			workertest.WantCode(t, err, string(engine.InvalidInput))
		}
	}
}

// Ensure that a query that fails fails all, and that what was read before the first that was stopped stays.
func TestRun_MergeEnds(t *testing.T) {
	d, m := openLive(t)
	m.Fill(t, "Numbers", 64, 50)
	req := wire.QueryRequest{Source: "shop", Table: "Numbers", Filter: sixteen(4), Merge: true}
	fail := func(f func(context.Context, tablerest.Request) (*tablerest.Response, error)) {
		m.Mu.Lock()
		defer m.Mu.Unlock()
		m.Fail = f
	}
	fail(func(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
		if strings.Contains(r.URL, "p032") {
			return &tablerest.Response{Status: 403, Body: `{"odata.error":{"code":"AuthorizationFailure"}}`}, nil
		}
		return nil, nil
	})
	_, err := wire.Call(t.Context(), d, wire.Run, req, nil)
	workertest.WantCode(t, err, "AuthorizationFailure")

	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	fail(func(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
		if strings.Contains(r.URL, "p032") {
			time.AfterFunc(300*time.Millisecond, stop)
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return nil, nil
	})
	r, err := wire.Call(ctx, d, wire.Run, req, nil)
	if errors.Is(err, context.Canceled) || err != nil {
		t.Fatal(err)
	}
	if !r.Canceled || r.Stats.Returned != 8*20 {
		t.Errorf("stopped: %+v", r)
	}
}

// Ensure that 16 ranges of an endpoint's table are read at least three times as fast as by the one query, which it scans for.
func TestRun_MergeFigure(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures time")
	}
	d, m := openLive(t)
	m.Fill(t, "Numbers", 960, 500)
	req := wire.QueryRequest{Source: "shop", Table: "Numbers", Filter: sixteen(60)}
	measure := func() (fastest time.Duration, r *wire.RunReply) {
		fastest = time.Hour
		for range 5 {
			at := time.Now()
			var err error
			if r, err = wire.Call(t.Context(), d, wire.Run, req, nil); err != nil {
				t.Fatal(err)
			}
			fastest = min(fastest, time.Since(at))
		}
		return fastest, r
	}
	single, one := measure()
	req.Merge = true
	merged, all := measure()
	t.Logf("one query %s for %d examined in %d requests, 16 merged %s for %d in %d", single, one.Stats.Examined, one.Stats.RoundTrips, merged, all.Stats.Examined, all.Stats.RoundTrips)
	if merged*3 > single {
		t.Errorf("16 ranges take %s, the one query %s", merged, single)
	}
	if all.Merged.Queries != 16 || all.Stats.Returned != one.Stats.Returned || all.Stats.Returned != 320 {
		t.Errorf("%+v, the one query %+v", all, one)
	}
}
