package engine

import (
	"math/bits"

	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// matcher evaluates a filter on chunks of entities of one table version, bound once for each layout it meets. It is for one
// goroutine.
type matcher struct {
	filter  *filterlang.Matcher
	layouts []*layout
	bound   []*binding          // by layout
	only    *binding            // when all entities of the table have one layout: they are not asked for it
	columns *filterlang.Columns // that only reads; nil: none
}

type binding struct {
	mask       filterlang.Mask
	mismatches bool
}

func newMatcher(filter filterlang.Expr, options filterlang.MatchOptions, t *table) *matcher {
	m := &matcher{filter: filterlang.Compile(filter, options), layouts: t.schema.layouts, bound: make([]*binding, len(t.schema.layouts))}
	if l := t.onlyLayout(); l != nil {
		m.only = m.bind(l.number)
	}
	return m
}

// bind returns the filter bound to the layout of that number.
func (m *matcher) bind(number uint32) *binding {
	b := m.bound[number]
	if b == nil {
		l := m.layouts[number]
		b = &binding{m.filter.BindMask(l), m.filter.Bind(l).Mismatches}
		m.bound[number] = b
	}
	return b
}

// first returns a mask of the lowest n bits, 0 <= n <= 64.
func first(n int) uint64 { return ^uint64(0) >> (64 - uint(n)) }

// matchAt is match for a chunk whose first entity has a rank.
func (m *matcher) matchAt(rank int, chunk []edm.Packed) (match, mismatch uint64) {
	if m.columns != nil {
		m.columns.At = rank
	}
	return m.match(chunk)
}

// match returns the entities of a chunk that match, and those that do not and in which a comparison met another type, as bits. A
// matcher with columns has to be told the rank, by matchAt.
func (m *matcher) match(chunk []edm.Packed) (match, mismatch uint64) {
	if b := m.only; b != nil {
		all := first(len(chunk))
		if b.mismatches {
			mismatch = all
		}
		match = b.mask(chunk, all)
		return match, mismatch &^ match
	}
	for i := 0; i < len(chunk); {
		j, b := m.stretch(chunk, i)
		all := first(j - i)
		match |= b.mask(chunk[i:j], all) << uint(i)
		if b.mismatches {
			mismatch |= all << uint(i)
		}
		i = j
	}
	return match, mismatch &^ match
}

// mismatched returns the second answer of match where the first is known, as a number.
func (m *matcher) mismatched(chunk []edm.Packed, match uint64) int {
	var mismatch uint64
	if b := m.only; b != nil {
		if b.mismatches {
			mismatch = first(len(chunk))
		}
		return count(mismatch &^ match)
	}
	for i := 0; i < len(chunk); {
		j, b := m.stretch(chunk, i)
		if b.mismatches {
			mismatch |= first(j-i) << uint(i)
		}
		i = j
	}
	return count(mismatch &^ match)
}

// stretch returns the binding for entity i of a chunk, and where the entities of its layout end.
func (m *matcher) stretch(chunk []edm.Packed, i int) (end int, b *binding) {
	number := edm.PackedLayoutNumber(chunk[i])
	for end = i + 1; end < len(chunk) && edm.PackedLayoutNumber(chunk[end]) == number; end++ {
	}
	return end, m.bind(number)
}

// onlyLayout returns the layout of all entities, nil when there are several or none.
func (t *table) onlyLayout() *layout {
	var only *layout
	for number, n := range t.census.layouts {
		if n > 0 {
			if only != nil {
				return nil
			}
			only = t.schema.layouts[number]
		}
	}
	return only
}

// sizer gives the sizes of a table's entities.
type sizer struct {
	t    *table
	flat bool // size is base + twice the packed length
	base int
}

func (t *table) sizer() sizer {
	s := sizer{t: t}
	if l := t.onlyLayout(); l != nil && t.census.plain && !l.binary {
		s.flat, s.base = true, l.base-2*(edm.PackedHeader+1+l.Fixed())
	}
	return s
}

func (s *sizer) of(p edm.Packed) int {
	if s.flat {
		return s.base + 2*len(p)
	}
	return s.t.size(p)
}

// sum returns the sizes of those entities of a chunk that a mask has.
func (s *sizer) sum(chunk []edm.Packed, mask uint64) int {
	n := 0
	if s.flat {
		n = s.base * count(mask)
	}
	for left := mask; left != 0; left &= left - 1 {
		if p := chunk[bits.TrailingZeros64(left)]; s.flat {
			n += 2 * len(p)
		} else {
			n += s.t.size(p)
		}
	}
	return n
}

// entityList is a list that grows without being copied.
type entityList struct {
	blocks [][]edm.Packed // full ones, of listBlock entities
	last   []edm.Packed   // the one being filled
}

const listBlock = 4096

// grow returns last, which is full, or a block in its place, with room for one more.
func (l *entityList) grow(last []edm.Packed) []edm.Packed {
	if len(last) == listBlock {
		l.blocks = append(l.blocks, last)
		return make([]edm.Packed, 0, listBlock)
	}
	size := listBlock
	if len(l.blocks) == 0 { // small results take little
		size = min(listBlock, max(1, 4*len(last)))
	}
	return append(make([]edm.Packed, 0, size), last...)
}

func (l *entityList) len() int { return len(l.blocks)*listBlock + len(l.last) }

func (l *entityList) at(i int) edm.Packed {
	if block := i / listBlock; block < len(l.blocks) {
		return l.blocks[block][i%listBlock]
	}
	return l.last[i%listBlock]
}

func count(mask uint64) int { return bits.OnesCount64(mask) }
