package engine

import (
	"fmt"

	"rangefinder/filterlang/edm"
)

// Check reads everything and returns an error that tells the first invariant that does not hold: order of the tree, directory,
// sums and census in step with the entities. It is for tests.
func (db *DB) Check() error {
	r := db.root.Load()
	var failed error
	r.tables.Scan(func(key string, t *table) bool {
		if key != fold(t.name) {
			failed = fmt.Errorf("table %s is found as %s", t.name, key)
		} else if err := t.check(); err != nil {
			failed = fmt.Errorf("table %s: %w", t.name, err)
		} else if err := t.track.check(); err != nil {
			failed = fmt.Errorf("table %s: %w", t.name, err)
		}
		return failed == nil
	})
	return failed
}

func (k *track) check() error {
	if k == nil {
		return nil
	}
	for i, side := range k.sides {
		if err := side.check(); err != nil {
			return fmt.Errorf("side %d: %w", i, err)
		}
		if side.track != nil {
			return fmt.Errorf("side %d is tracked", i)
		}
	}
	var failed error
	k.sides[sideTheirs].entities.Scan(func(p edm.Packed) bool {
		if _, ok := k.sides[sideBase].get(edm.PackedKey(p)); !ok {
			pk, rk := edm.PackedKeys(p)
			failed = fmt.Errorf("(%q, %q) is in conflict and has no base", pk, rk)
		}
		return failed == nil
	})
	return failed
}

func (t *table) check() error {
	var (
		failed   error
		previous edm.Packed
		bytes    int64
		packed   int64
		count    int
		layouts  = make([]int, len(t.schema.layouts))
		dir      = map[string]partition{}
	)
	t.entities.Scan(func(p edm.Packed) bool {
		e := t.entity(p)
		pk, rk := edm.PackedKeys(p)
		if previous != "" && edm.PackedKey(previous) >= edm.PackedKey(p) {
			failed = fmt.Errorf("(%q, %q) is out of order", pk, rk)
		}
		n := e.Size()
		if got := t.size(p); got != n {
			failed = fmt.Errorf("(%q, %q): size %d, quickly %d", pk, rk, n, got)
		}
		if n > t.census.largest || n > MaxEntity {
			failed = fmt.Errorf("(%q, %q) has %d bytes, more than the largest, %d", pk, rk, n, t.census.largest)
		}
		entry := dir[edm.PackedPartition(p)]
		entry.count++
		entry.bytes += int64(n)
		dir[edm.PackedPartition(p)] = entry
		layouts[edm.PackedLayoutNumber(p)]++
		bytes += int64(n)
		packed += int64(len(p))
		count++
		previous = p
		return failed == nil
	})
	if failed != nil {
		return failed
	}
	if count != t.entities.Len() || bytes != t.bytes || len(dir) != t.partitions.Len() {
		return fmt.Errorf("%d entities of %d bytes in %d partitions, recorded are %d of %d in %d",
			count, bytes, len(dir), t.entities.Len(), t.bytes, t.partitions.Len())
	}
	if packed != t.packed {
		return fmt.Errorf("%d bytes packed, recorded are %d", packed, t.packed)
	}
	t.partitions.Scan(func(p partition) bool {
		if found := dir[p.key]; found.count != p.count || found.bytes != p.bytes {
			failed = fmt.Errorf("partition %q holds %d entities of %d bytes, recorded are %d of %d", p.key, found.count, found.bytes, p.count, p.bytes)
		}
		return failed == nil
	})
	for number, n := range layouts {
		recorded := 0
		if number < len(t.census.layouts) {
			recorded = t.census.layouts[number]
		}
		if n != recorded {
			failed = fmt.Errorf("layout %d has %d entities, recorded are %d", number, n, recorded)
		}
	}
	return failed
}
