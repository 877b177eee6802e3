//go:build !js

package study

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/app/worker/workertest"
	"rangefinder/app/worker/workertest/desk"
	"rangefinder/engine"
	"rangefinder/engine/tablerest"
)

// Ensure that a count which ends early, and goes on as often as it has to, counts what one that runs through does, and reads no page twice.
func TestCount_GoesOn(t *testing.T) {
	d, m := desk.OpenShop(t, Handlers())
	m.Fill(t, "Numbers", 7, 500)
	req := wire.CountRequest{Source: "shop", Table: "Numbers", Filter: "PartitionKey ge 'p001'"}
	whole, err := wire.Call(t.Context(), d, wire.Count, req, nil)
	if err != nil || whole.Entities != 3000 || whole.Partitions != 6 || whole.Pages != 3 || whole.More || len(whole.Largest) != 6 || whole.Largest[0] != (wire.CountedPartition{Key: "p001", Entities: 500}) {
		t.Fatalf("%+v, %v", whole, err)
	}
	// one lets one page through and refuses the next.
	one := func() {
		sent := 0
		m.Mu.Lock()
		defer m.Mu.Unlock()
		m.Fail = func(context.Context, tablerest.Request) (*tablerest.Response, error) {
			if sent++; sent == 1 {
				return nil, nil
			}
			return &tablerest.Response{Status: http.StatusForbidden}, nil
		}
	}
	runs := 0
	r := &wire.CountReply{More: true}
	for ; r.More; runs++ {
		one()
		if r, err = wire.Call(t.Context(), d, wire.Count, req, nil); err != nil {
			t.Fatal(err)
		}
		if req.On = r.Number; r.More && (r.Failed == nil || r.Entities != 1000*(runs+1)) {
			t.Fatalf("run %d: %+v", runs, r)
		}
	}
	if runs != 3 || r.Entities != whole.Entities || r.Partitions != whole.Partitions || r.Pages != 3 || !slices.Equal(r.Largest, whole.Largest) || r.Failed != nil {
		t.Errorf("%d runs: %+v, want %+v", runs, r, whole)
	}
	_, err = wire.Call(t.Context(), d, wire.Count, req, nil) // it reached the end
	workertest.WantCode(t, err, string(engine.InvalidInput))
}

// Ensure that a tally of entities that come in any order has the largest of their partitions in order, and that it is bounded.
func TestPartitionTally(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 24))
		var of partitionTally
		var want []wire.CountedPartition
		var keys []string
		for i := range r.IntN(60) {
			p := wire.CountedPartition{Key: fmt.Sprintf("p%03d", i), Entities: 1 + r.IntN(10)}
			want = append(want, p)
			keys = append(keys, slices.Repeat([]string{p.Key}, p.Entities)...)
		}
		r.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
		for _, key := range keys {
			of.add(key)
		}
		slices.SortStableFunc(want, func(a, b wire.CountedPartition) int { return b.Entities - a.Entities })
		if got := of.largest(); len(of.entities) != len(want) || !slices.Equal(got, want[:min(len(want), wire.MaxLargest)]) {
			t.Fatalf("seed %d: %d partitions, %v, want %v", seed, len(of.entities), got, want)
		}
	}
	var many partitionTally
	for i := range wire.MaxCountedPartitions + 1 {
		many.add(fmt.Sprint(i))
	}
	if many.add("0"); !many.over || len(many.entities) != 0 || len(many.largest()) != 0 {
		t.Errorf("%d partitions are held", len(many.entities))
	}
}
