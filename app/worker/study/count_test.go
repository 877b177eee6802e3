//go:build !js

package study

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/app/worker/workertest"
	"rangefinder/app/worker/workertest/desk"
	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang/edm"
)

// forbidden is the answer of an account that lets nobody read.
var forbidden = &tablerest.Response{Status: http.StatusForbidden}

// Ensure that a count which ends early, and goes on as often as it has to, counts what one that runs through does, and reads no page twice.
func TestCount_GoesOn(t *testing.T) {
	d, m := desk.OpenShop(t, Handlers())
	m.Fill(t, "Numbers", 7, 500)
	req := wire.CountRequest{Source: "shop", Table: "Numbers", Filter: "PartitionKey ge 'p001'"}
	whole, err := wire.Call(t.Context(), d, wire.Count, req, nil)
	if err != nil || whole.Entities != 3000 || whole.Partitions != 6 || whole.Pages != 3 || whole.More || len(whole.Largest) != 6 || whole.Largest[0] != (wire.CountedPartition{Key: "p001", Entities: 500}) {
		t.Fatalf("%+v, %v", whole, err)
	}
	runs := 0
	r := &wire.CountReply{More: true}
	for ; r.More; runs++ {
		m.FailAfter(1, forbidden, nil)
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

// Ensure that statistics of an account's table read all pages of whole entities, go on where they ended, and come to what the table's own
// census says.
func TestCount_Stats(t *testing.T) {
	d, m := desk.OpenShop(t, Handlers())
	m.Fill(t, "Numbers", 7, 500)
	for i := range 40 {
		m.Put(t, "Numbers", "p003", fmt.Sprintf("x%03d", i), engine.Property{Name: "Note", Value: edm.NewString(strings.Repeat("é", i))})
	}
	own, err := m.DB.Snapshot("Numbers")
	if err != nil {
		t.Fatal(err)
	}
	req := wire.CountRequest{Source: "shop", Table: "Numbers", Stats: true}
	r := &wire.CountReply{More: true}
	runs := 0
	for ; r.More; runs++ {
		m.FailAfter(2, forbidden, nil)
		if r, err = wire.Call(t.Context(), d, wire.Count, req, nil); err != nil {
			t.Fatal(err)
		}
		req.On = r.Number
	}
	bytes := int64(0)
	for rank := range own.Len() {
		bytes += int64(own.At(rank).Size())
	}
	heavy, _ := own.Partition("p003")
	if runs != 2 || r.Entities != own.Len() || r.Stats.Bytes != bytes || *r.Stats.Heaviest != (wire.PartitionSize{Key: "p003", Entities: 540, Bytes: heavy.Bytes}) || r.Largest[0].Key != "p003" || r.Stats.Beyond != 0 {
		t.Errorf("%d runs: %+v, %+v", runs, r, r.Stats)
	}
	got, want := fmt.Sprintf("%+v", r.Stats.Census), fmt.Sprintf("%+v", own.Census())
	if got != want {
		t.Errorf("census %s\nwant   %s", got, want)
	}
	kinds, err := wire.Call(t.Context(), d, wire.Kinds, wire.KindsRequest{Source: "shop", Table: "Numbers", By: wire.ByProperties, Count: r.Number}, nil)
	var local gathering
	if err != nil || kinds.Entities != own.Len() || local.byProperties(nil, own.Layouts()) != nil || fmt.Sprintf("%+v", kinds.Kinds) != fmt.Sprintf("%+v", local.reply(own.Len()).Kinds) {
		t.Errorf("kinds %+v, %v", kinds, err)
	}
	m.Mu.Lock()
	defer m.Mu.Unlock()
	for _, q := range m.Requests {
		if strings.Contains(q.URL, "select") {
			t.Errorf("only a part is read: %s", q.URL)
		}
	}
}

// entityIn is an entity of a partition.
func entityIn(t *testing.T, key string) engine.Entity {
	t.Helper()
	e, err := engine.NewEntity(key, "r", 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	return e
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
			of.add(entityIn(t, key))
		}
		slices.SortStableFunc(want, func(a, b wire.CountedPartition) int { return b.Entities - a.Entities })
		if got := of.largest(); len(of.entities) != len(want) || !slices.Equal(got, want[:min(len(want), wire.MaxLargest)]) {
			t.Fatalf("seed %d: %d partitions, %v, want %v", seed, len(of.entities), got, want)
		}
	}
	var many partitionTally
	for i := range wire.MaxCountedPartitions + 1 {
		many.add(entityIn(t, fmt.Sprint(i)))
	}
	if many.add(entityIn(t, "0")); !many.over || len(many.entities) != 0 || len(many.largest()) != 0 {
		t.Errorf("%d partitions are held", len(many.entities))
	}
}
