package engine

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"rangefinder/filterlang/edm"
)

// Ensure that a grower holds what was put in, each key once, whatever the order.
func TestGrower(t *testing.T) {
	for name, mixed := range map[string]int{"in order": 0, "almost": 5000, "mixed": 3} {
		r := rand.New(rand.NewPCG(1, 2))
		g := grower{tree: newEntities()}
		want := map[string]bool{}
		for i := range 3*trimEvery + 100 {
			key := fmt.Sprintf("k%07d", 2*i)
			if mixed > 0 && i%mixed == mixed-1 {
				key = fmt.Sprintf("k%07d", r.IntN(2*i))
			}
			if added := g.add(probe(key)); added == want[key] {
				t.Fatalf("%s: %s is added: %v", name, key, added)
			}
			want[key] = true
		}
		g.trim()
		var keys []string
		g.tree.Scan(func(p edm.Packed) bool {
			keys = append(keys, edm.PackedKey(p))
			return true
		})
		if !slices.IsSorted(keys) || len(keys) != len(want) || g.tree.Len() != len(want) {
			t.Errorf("%s: %d entities of %d, sorted %v", name, len(keys), len(want), slices.IsSorted(keys))
		}
		for _, key := range keys {
			if !want[key] {
				t.Errorf("%s: %q was not put in", name, key)
			}
		}
	}
}

// Ensure that a tree that grows in order needs hardly more memory than its entities' places, 16 bytes each, and not twice that.
func TestGrower_Memory(t *testing.T) {
	list := make([]edm.Packed, 20*trimEvery)
	for i := range list {
		list[i] = probe(fmt.Sprintf("k%07d", i))
	}
	used := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC() // the first leaves to be swept what it found
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := used()
	g := grower{tree: newEntities()}
	for _, p := range list {
		g.add(p)
	}
	if each := float64(used()-before) / float64(len(list)); each > 21 {
		t.Errorf("it needs %.1f bytes for each entity", each)
	}
	runtime.KeepAlive(list)
	runtime.KeepAlive(g)
}
