package worker

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/app/worker/workertest"
	"rangefinder/engine"
)

// TestMap_Covers draws random maps of random tables and checks every promise of a segment list.
func TestMap_Covers(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	d := open(t, nil)
	rounds := 60
	if testing.Short() { // the race detector runs, and there is one goroutine
		rounds = 6
	}
	for round := range rounds {
		table := fmt.Sprintf("Table%d", round)
		if err := d.db.CreateTable(t.Context(), table); err != nil {
			t.Fatal(err)
		}
		l, err := d.db.Load(t.Context(), table)
		if err != nil {
			t.Fatal(err)
		}
		var owner []int // partition by rank
		var sizes []int
		for p := range 1 + random.IntN(40) {
			size := 1 + random.IntN(4)
			if random.IntN(6) == 0 {
				size = 1 + random.IntN(300)
			}
			sizes = append(sizes, size)
			for r := range size {
				owner = append(owner, p)
				if err := l.Add(fmt.Sprintf("p%03d", p), fmt.Sprintf("r%04d", r), nil); err != nil {
					t.Fatal(err)
				}
			}
		}
		if _, err := l.Commit(); err != nil {
			t.Fatal(err)
		}
		for range 20 {
			view := wire.Stretch{}
			if random.IntN(2) == 0 {
				view.From = random.IntN(len(owner))
				view.To = view.From + 1 + random.IntN(len(owner)-view.From)
			}
			checkMap(t, d, table, view, 1+random.IntN(50), owner, sizes)
		}
	}
}

func checkMap(t *testing.T, d *desk, table string, view wire.Stretch, buckets int, owner, sizes []int) {
	t.Helper()
	m, err := wire.Call(t.Context(), d, wire.Map, wire.MapRequest{Table: table, View: view, Buckets: buckets}, nil)
	if err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprintf("%s view %v in %d of partitions %v", table, view, buckets, sizes)
	if view.To == 0 {
		view.To = len(owner)
	}
	if m.View != view || m.Entities != len(owner) || len(m.Segments) > buckets || len(m.Segments) == 0 {
		t.Fatalf("%s: %d segments, view %v", name, len(m.Segments), m.View)
	}
	if inside := owner[view.From] == owner[view.To-1]; m.Inside != inside {
		t.Fatalf("%s: inside %v", name, m.Inside)
	}
	inView := owner[view.To-1] - owner[view.From] + 1
	at := view.From
	for _, s := range m.Segments {
		if s.From != at || s.To <= s.From {
			t.Fatalf("%s: segment %+v begins after %d", name, s, at)
		}
		at = s.To
		first, last := owner[s.From], owner[s.To-1]
		if m.Inside {
			from := s.From
			for from > 0 && owner[from-1] == first {
				from--
			}
			start := from
			if s.FirstKey != fmt.Sprintf("r%04d", s.From-start) || s.LastKey != fmt.Sprintf("r%04d", s.To-1-start) || s.PartitionKey != fmt.Sprintf("p%03d", first) {
				t.Fatalf("%s: segment %+v of partition %d", name, s, first)
			}
			continue
		}
		if s.Partitions != last-first+1 || s.FirstKey != fmt.Sprintf("p%03d", first) || s.LastKey != fmt.Sprintf("p%03d", last) {
			t.Fatalf("%s: segment %+v of partitions %d to %d", name, s, first, last)
		}
		if s.From > view.From && owner[s.From-1] == first || s.To < view.To && owner[s.To] == last {
			t.Fatalf("%s: segment %+v cuts a partition", name, s)
		}
		if inView <= buckets && s.Partitions != 1 {
			t.Fatalf("%s: segment %+v, though every partition has room", name, s)
		}
		if bucket := (view.To - view.From + buckets - 1) / buckets; s.Partitions > 1 && buckets > 3 {
			seen := make(map[int]int)
			for rank := s.From; rank < s.To; rank++ {
				seen[owner[rank]]++
			}
			for p, n := range seen {
				if 2*n > 7*bucket {
					t.Fatalf("%s: segment %+v smears partition %d", name, s, p)
				}
			}
		}
	}
	if at != view.To {
		t.Fatalf("%s: ends at %d", name, at)
	}
}

func TestMap_Edges(t *testing.T) {
	d := open(t, nil)
	if err := d.db.CreateTable(t.Context(), "Nothing"); err != nil {
		t.Fatal(err)
	}
	m, err := wire.Call(t.Context(), d, wire.Map, wire.MapRequest{Table: "Nothing", Buckets: 10}, nil)
	if err != nil || len(m.Segments) != 0 || m.Entities != 0 {
		t.Errorf("map of an empty table: %+v, %v", m, err)
	}
	d.fill(t, "Numbers", 3, 3)
	for _, view := range []wire.Stretch{{From: -5, To: 100}, {From: 8, To: 3}, {From: 100, To: 200}, {From: -9, To: -3}} {
		if _, err := wire.Call(t.Context(), d, wire.Map, wire.MapRequest{Table: "Numbers", View: view, Buckets: 3}, nil); err != nil {
			t.Errorf("view %v: %v", view, err)
		}
	}
	for _, buckets := range []int{0, -1, maxBuckets + 1} {
		_, err = wire.Call(t.Context(), d, wire.Map, wire.MapRequest{Table: "Numbers", Buckets: buckets}, nil)
		workertest.WantCode(t, err, string(engine.InvalidInput))
	}
}
