package engine

import (
	"sort"

	"rangefinder/filterlang/edm"
)

// scanChunk is the number of entities a scan of a part of a table hands out at a time, and what it may read past its end.
const scanChunk = 64

// scan hands out the entities of s in key order, some at a time, until f returns false. f must not keep the slice. A whole
// table is walked node by node; a part of one is copied into chunks, and only the last key of a chunk is compared with the
// end.
func (t *table) scan(s span, f func(chunk []edm.Packed) bool) {
	if s.empty() {
		return
	}
	if s.low == "" && s.high == after {
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
	var room [scanChunk]edm.Packed
	n, limit, going := 0, 8, true // small at first: most ranges are
	flush := func() bool {
		chunk := room[:n]
		if n > 0 && edm.PackedKey(chunk[n-1]) >= s.high {
			chunk = chunk[:sort.Search(n, func(i int) bool { return edm.PackedKey(chunk[i]) >= s.high })]
			going = false
		}
		n = 0
		if limit < scanChunk {
			limit *= 2
		}
		if len(chunk) > 0 && !f(chunk) {
			going = false
		}
		return going
	}
	t.entities.Ascend(probe(s.low), func(p edm.Packed) bool {
		room[n] = p
		n++
		return n < limit || flush()
	})
	if going && n > 0 {
		flush()
	}
}
