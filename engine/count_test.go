package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Ensure that what is remembered of ranges is what counting says, for several versions of a table by turns and at a time.
func TestCounted_SameAnswers(t *testing.T) {
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
				whole := filterlang.KeyRange{Partition: filterlang.Interval{Low: filterlang.Bound{Kind: filterlang.Exclusive, Value: fmt.Sprint("q", r.IntN(4))}}}
				if r.IntN(2) == 0 {
					keys = whole
				}
				bare := &Snapshot{t: s.t, match: s.match}
				got, queries := s.count(keys, limit)
				want, fresh := bare.count(keys, limit)
				if got != want || queries != fresh {
					t.Errorf("%v within %d: remembered %+v by %d queries, counted %+v by %d", keys, limit, got, queries, want, fresh)
				}
				if got, want := s.Stretch(whole), bare.Stretch(whole); got != want {
					t.Errorf("%v: remembered %v, found %v", whole, got, want)
				}
			}
		})
	}
	counts.Wait()
	if n := len(db.counted.answers); n > maxCounted {
		t.Errorf("%d counts are remembered", n)
	}
}

// Ensure that a rank is found wherever the search begins.
func TestRankNear_AnyGuess(t *testing.T) {
	s, err := benchTable(t, 700).Snapshot("Bench")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, 7))
	for range 20_000 {
		key, _ := s.t.entities.GetAt(r.IntN(s.t.entities.Len()))
		text := edm.PackedKey(key) + []string{"", "\x00", "z"}[r.IntN(3)]
		want := s.t.rank(text)
		low, high := r.IntN(want+1), want+r.IntN(s.t.entities.Len()-want+1)
		guess := r.IntN(900) - 100
		if got := s.t.rankNear(text, low, high, guess); got != want {
			t.Fatalf("%q from %d to %d, guessed %d: rank %d, want %d", text, low, high, guess, got, want)
		}
	}
}
