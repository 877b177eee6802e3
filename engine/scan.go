package engine

import (
	"sort"

	"rangefinder/filterlang/edm"
)

// scanChunk is the number of entities a scan of a part of a table hands out at a time, and what it may read past its end.
const scanChunk = 64

// smallChunk is the first of them: most ranges are small, and those of a point query are many.
const smallChunk = 4

// scan hands out the entities of s in key order, some at a time, until f returns false. f must not keep the slice. A whole
// table is walked node by node; a part of one is copied into chunks, and only the last key of a chunk is compared with the
// end.
func (t *table) scan(s span, f func(chunk []edm.Packed) bool) {
	if s.empty() {
		return
	}
	if s == everything {
		t.entities.Walk(func(node []edm.Packed) bool {
			for len(node) > scanChunk {
				if !f(node[:scanChunk]) {
					return false
				}
				node = node[scanChunk:]
			}
			return f(node)
		})
		return
	}
	if n := len(s.low); len(s.high) == n+1 && s.high[:n] == s.low && s.high[n] == 0 { // one key
		if p, ok := t.entities.Get(probe(s.low)); ok {
			f([]edm.Packed{p})
		}
		return
	}
	chunk, going := make([]edm.Packed, 0, smallChunk), true
	flush := func() bool {
		n := len(chunk)
		if n > 0 && edm.PackedKey(chunk[n-1]) >= s.high {
			n = sort.Search(n, func(i int) bool { return edm.PackedKey(chunk[i]) >= s.high })
			going = false
		}
		if n > 0 && !f(chunk[:n]) {
			going = false
		}
		if chunk = chunk[:0]; going && cap(chunk) < scanChunk {
			chunk = make([]edm.Packed, 0, 2*cap(chunk))
		}
		return going
	}
	t.entities.Ascend(probe(s.low), func(p edm.Packed) bool {
		chunk = append(chunk, p)
		return len(chunk) < cap(chunk) || flush()
	})
	if going && len(chunk) > 0 {
		flush()
	}
}
