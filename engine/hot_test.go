package engine

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"

	"rangefinder/filterlang/edm"
)

// hotFilters compare numbers and texts, alone and with what has no column.
var hotFilters = []string{
	"Number gt 500000", "Number le 0", "Number ne 7", "Number gt 990000 and Score lt 1e15", "not (Number lt 900000)", "Number lt 100000 or Score ge 3e15",
	"Score ne 0", "Score gt 1e15 and Flag", "Number gt 100000 and Text gt 'm'", "PartitionKey gt 'p000003' and Number gt 5", "Absent gt 5 or Number gt 5",
	"Number gt 'x'", "Number gt 5 and RowKey lt 'r000300'", "Text eq 'x'", "Text ne 'x' and Flag eq false", "Flag ne true or Text eq 'nope'",
	"Text eq 'lkefuyguijklmnopqrst' or Text eq 'mgqetoszijklmnopqrst'", // of one chunk and two nodes, the later first
	"Text eq 'x' and Text gt 'm'",
}

// checkHot holds what a scan that may read columns says against what one without says.
func checkHot(t *testing.T, s *Snapshot, filter string) {
	t.Helper()
	plain, ctx := &Snapshot{t: s.t, match: s.match}, context.Background()
	plan := benchPlan(t, filter)
	for _, opt := range []MatchOptions{{}, {Top: 7}, {Top: 7, View: Stretch{100, s.Len()}, Buckets: 9}} {
		got, err := s.Match(ctx, plan, opt)
		want, failed := plain.Match(ctx, plan, opt)
		got.Elapsed, want.Elapsed = 0, 0
		if err != nil || failed != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%s: %+v, %v; without columns %+v, %v", filter, got, err, want, failed)
		}
	}
	for _, q := range []Query{{Filter: filter}, {Filter: filter, Top: 3}} {
		got, err := s.Run(ctx, q, RunOptions{})
		want, failed := plain.Run(ctx, q, RunOptions{})
		if err != nil || failed != nil {
			t.Fatal(err, failed)
		}
		got.Stats.Elapsed, want.Stats.Elapsed = 0, 0
		if got.Stats != want.Stats || !reflect.DeepEqual(got.marks, want.marks) || !slices.Equal(got.Window(0, got.Len()), want.Window(0, want.Len())) {
			t.Fatalf("%s: %+v with %d pages, without columns %+v with %d", filter, got.Stats, got.Pages(), want.Stats, want.Pages())
		}
	}
}

// Ensure that scans say the same whether they read columns, make some, or read entities: while filters are repeated, scans are ended
// before their time, and the table is changed.
func TestHotColumns_SameAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector runs, and there is one goroutine; TestHotColumns_ManyAtATime has many")
	}
	r := rand.New(rand.NewPCG(4, 4))
	db, ctx := benchTable(t, 5_000), context.Background()
	read := 0
	for round := range 150 {
		s, err := db.Snapshot("Bench")
		if err != nil {
			t.Fatal(err)
		}
		filter := pickOne(r, hotFilters)
		for range 1 + r.IntN(3) {
			checkHot(t, s, filter)
		}
		if scan := s.hot.begin(s.t, []*matcher{newMatcher(benchPlan(t, "Number gt 5").Filter, s.match, s.t)}, true); scan != nil && scan.nodes != nil {
			read++
		}
		stop := errors.New("stop")
		if _, err := s.Match(ctx, benchPlan(t, filter), MatchOptions{Yield: func() error { return stop }}); err != nil && !errors.Is(err, stop) {
			t.Fatal(err)
		}
		if round%10 == 9 {
			op := Op{Kind: InsertOrReplace, PartitionKey: benchPartition(r.IntN(6)), RowKey: benchRow(r.IntN(1200)), Properties: []Property{
				{"Number", edm.NewInt32(int32(r.IntN(1_000_000)))}, {"Score", edm.NewDouble(-1)}, {"Text", edm.NewString("x")}, {"Flag", edm.NewBoolean(true)}}}
			if round == 99 { // from now on the table has two layouts
				op.Properties = op.Properties[1:]
			}
			if _, err := db.Apply(ctx, "Bench", op); err != nil {
				t.Fatal(err)
			}
			if db.hot.columns != nil && len(db.hot.columns) > 0 {
				t.Fatal("a commit leaves columns")
			}
		}
	}
	if read < 20 {
		t.Errorf("%d scans could read nothing but columns: the test has become blind", read)
	}
}

func pickOne[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// Ensure that several scans of several versions at a time say the same, and that columns stay within their bound.
func TestHotColumns_ManyAtATime(t *testing.T) {
	db := benchTable(t, 3_000)
	old, _ := db.Snapshot("Bench")
	if _, err := db.Apply(context.Background(), "Bench", Op{Kind: InsertOrReplace, PartitionKey: benchPartition(9), RowKey: benchRow(1), Properties: old.At(5).Properties()}); err != nil {
		t.Fatal(err)
	}
	now, _ := db.Snapshot("Bench")
	var scans sync.WaitGroup
	for i := range 8 {
		scans.Go(func() {
			r := rand.New(rand.NewPCG(uint64(i), 4))
			for range 30 {
				checkHot(t, pickOne(r, []*Snapshot{old, now, now}), pickOne(r, hotFilters))
			}
		})
	}
	scans.Wait()
	if n := db.hot.bytes(); n > hotBytes*now.Len()+64 {
		t.Errorf("columns take %d bytes of %d entities", n, now.Len())
	}
}
