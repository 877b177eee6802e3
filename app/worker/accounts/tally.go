package accounts

import (
	"context"
	"slices"
	"sync"

	"rangefinder/engine"
	"rangefinder/engine/stable"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// maxTallied bounds how many properties a tally knows.
const maxTallied = 5000

// Tally counts entities and the types of their properties. The zero Tally has seen none.
type Tally struct {
	mu       sync.Mutex
	entities int
	place    map[string]int // name -> in names
	names    []string       // in the order they were first seen
	types    [][len(edm.Types) + 1]int

	kept      []engine.Entity // a few of them, see Keep
	keptBytes int
}

// Add counts entities.
func (t *Tally) Add(entities []engine.Entity) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.entities += len(entities)
	for _, e := range entities {
		for name, v := range e.All() {
			t.count(name, v.Type(), 1)
		}
	}
}

func (t *Tally) count(name string, typ edm.Type, n int) {
	i, ok := t.place[name]
	if !ok {
		if len(t.names) >= maxTallied {
			return
		}
		if t.place == nil {
			t.place = map[string]int{}
		}
		i = len(t.names)
		t.place[name] = i
		t.names = append(t.names, name)
		t.types = append(t.types, [len(edm.Types) + 1]int{})
	}
	t.types[i][typ] += n
}

// Merge adds what another tally saw.
func (t *Tally) Merge(from *Tally) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.entities += from.entities
	for i, name := range from.names {
		for typ, n := range from.types[i] {
			if n > 0 {
				t.count(name, edm.Type(typ), n)
			}
		}
	}
}

// Census returns what was counted. How many distinct values there are and how long they get is not.
func (t *Tally) Census() filterlang.Census {
	t.mu.Lock()
	defer t.mu.Unlock()
	out := filterlang.Census{Entities: t.entities}
	for i, name := range t.names {
		p := filterlang.PropertyCensus{Name: name}
		for typ, n := range t.types[i] {
			if n > 0 {
				p.Count += n
				p.Types = append(p.Types, filterlang.TypeCount{Type: edm.Type(typ), Count: n})
			}
		}
		stable.Sort(p.Types, func(a, b filterlang.TypeCount) int { return b.Count - a.Count })
		out.Properties = append(out.Properties, p)
	}
	return out
}

// Table returns a table of the entities that are remembered; nil when there are none.
func (t *Tally) Table(ctx context.Context) (*engine.Snapshot, error) {
	t.mu.Lock()
	kept := slices.Clone(t.kept)
	t.mu.Unlock()
	if len(kept) == 0 {
		return nil, nil
	}
	db := engine.Open(engine.Options{})
	const name = "Read"
	if err := db.CreateTable(ctx, name); err != nil {
		return nil, err
	}
	list := make([]engine.BulkEntity, len(kept))
	for i, e := range kept {
		list[i] = engine.BulkEntity{PartitionKey: e.PartitionKey(), RowKey: e.RowKey(), Properties: e.Properties()}
	}
	if _, err := db.Bulk(ctx, name, list, engine.ReplaceExisting); err != nil {
		return nil, err
	}
	return db.Snapshot(name)
}

// Bounds on the entities of an account's table that are remembered.
const (
	maxKept      = 2000
	maxKeptBytes = 1 << 20
)

// Keep remembers entities that were read whole, the first of them.
func (t *Tally) Keep(entities []engine.Entity) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, e := range entities {
		if len(t.kept) == maxKept || t.keptBytes+e.Size() > maxKeptBytes {
			return
		}
		t.kept = append(t.kept, e)
		t.keptBytes += e.Size()
	}
}
