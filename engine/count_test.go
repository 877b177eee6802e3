package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"rangefinder/filterlang"
)

// Ensure that what is remembered of skip scans is what counting says, for several versions of a table by turns and at a time.
func TestSkipCounts_SameAnswers(t *testing.T) {
	db := benchTable(t, 3_000)
	var versions []*Snapshot
	for i := range 4 {
		if _, err := db.Apply(context.Background(), "Bench", Op{Kind: InsertOrReplace, PartitionKey: fmt.Sprint("q", i), RowKey: benchRow(i)}); err != nil {
			t.Fatal(err)
		}
		s, err := db.Snapshot("Bench")
		if err != nil {
			t.Fatal(err)
		}
		versions = append(versions, s)
	}
	var counts sync.WaitGroup
	for i := range 4 {
		counts.Go(func() {
			r := rand.New(rand.NewPCG(uint64(i), 5))
			for range 2_000 {
				s := pickOne(r, versions)
				keys := filterlang.KeyRange{Row: filterlang.Interval{Low: filterlang.Bound{Kind: filterlang.Inclusive, Value: benchRow(r.IntN(100))}}}
				limit := 1 + r.IntN(4)
				got, queries := s.count(keys, limit)
				want, fresh := (&Snapshot{t: s.t, match: s.match}).count(keys, limit)
				if got != want || queries != fresh {
					t.Errorf("%v within %d: remembered %+v by %d queries, counted %+v by %d", keys, limit, got, queries, want, fresh)
				}
			}
		})
	}
	counts.Wait()
	if n := len(db.skips.counts); n > maxSkipCounts {
		t.Errorf("%d counts are remembered", n)
	}
}
