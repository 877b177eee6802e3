package engine

import (
	"math/bits"
	"slices"
	"sync"
	"weak"

	"github.com/tidwall/btree"

	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// hotBytes bounds what the columns of a table take, in bytes for each of its entities: one Double, or two Int32 or Strings.
const hotBytes = 8

// hotFrom is the number of entities of a table whose scans are worth the trouble.
const hotFrom = 1000

// hotColumns are copies of the values that scans of one table compare again and again, as somebody makes who changes a filter: a
// scan of columns takes a third of the time of one of entities, which are twenty times as large. The first scan that compares a
// property is noted, the second makes the copy on its way, the third reads it. They are of one version of one table, the one that was
// scanned last; a commit makes another and drops them, so what is written to all the time has none.
type hotColumns struct {
	mutex   sync.Mutex
	of      weak.Pointer[btree.BTreeG[edm.Packed]] // the version's entities
	asked   []string                               // properties that one scan compared
	columns map[string]*filterlang.Column
	order   []string  // of columns, the one made first is first
	nodes   *nodeList // nil without columns
}

// hotScan is a scan that may read columns, or make some.
type hotScan struct {
	hot    *hotColumns
	t      *table
	making []madeColumn
	made   nodeList  // goes with making
	nodes  *nodeList // set when the scan reads nothing but columns: its chunks are blank
	node   int       // of nodes, in which the entity is that was asked for last
}

type madeColumn struct {
	name string
	*filterlang.Column
}

// begin has the matchers of a scan read the columns that there are. whole tells that the scan begins at rank 0 and goes on to the end.
// A nil h has no columns, and a table whose entities differ in their properties or types neither: which of them an entity has stands
// only in the entity.
func (h *hotColumns) begin(t *table, matchers []*matcher, whole bool) *hotScan {
	if h == nil || t.entities.Len() < hotFrom {
		return nil
	}
	l := t.onlyLayout()
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if l == nil || !whole && len(h.columns) == 0 { // most queries read little of the table
		return nil
	}
	if of := weak.Make(t.entities); h.of != of {
		if !whole {
			return nil
		}
		h.reset()
		h.of = of
	}
	whole = whole && len(t.split) == 0 // then it is handed the nodes of the tree, which stay as they are
	scan, alone := &hotScan{hot: h, t: t}, whole
	for _, m := range matchers {
		by := map[string]*filterlang.Column{}
		for _, name := range m.filter.Compared(l) {
			known := slices.Contains(h.asked, name)
			if !known {
				h.asked = append(h.asked, name)
			}
			switch c := h.columns[name]; {
			case c != nil:
				by[name] = c
			case known && whole && !slices.ContainsFunc(scan.making, func(c madeColumn) bool { return c.name == name }):
				scan.making = append(scan.making, madeColumn{name, filterlang.NewColumn(name, l, t.entities.Len())})
			}
		}
		if len(by) == 0 {
			alone = false
			continue
		}
		m.columns = &filterlang.Columns{By: by}
		m.only = &binding{m.filter.BindColumns(l, m.columns), m.only.mismatches}
		alone = alone && !m.columns.Partial
	}
	if alone && len(scan.making) == 0 {
		scan.nodes = h.nodes
		for _, m := range matchers {
			m.columns.Entity = scan.entity
		}
	}
	return scan
}

// forget drops what is kept.
func (h *hotColumns) forget() {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.reset()
}

func (h *hotColumns) reset() {
	h.of, h.asked, h.columns, h.order, h.nodes = weak.Pointer[btree.BTreeG[edm.Packed]]{}, nil, map[string]*filterlang.Column{}, nil, nil
}

// scan is the table's scan, and makes columns on its way. A scan of nothing but columns hands out blank chunks.
func (s *hotScan) scan(t *table, within span, f func(chunk []edm.Packed) bool) {
	switch {
	case s == nil || s.nodes == nil && len(s.making) == 0:
		t.scan(within, f)
	case s.nodes != nil:
		s.nodes.scan(t.entities.Len(), f)
	default:
		t.scan(within, func(chunk []edm.Packed) bool {
			for _, c := range s.making {
				c.Append(chunk)
			}
			s.made.append(chunk)
			return f(chunk)
		})
	}
}

// blank reports whether the chunks of scan have no entities: fill gives them.
func (s *hotScan) blank() bool { return s != nil && s.nodes != nil }

// fill copies the entities from a rank on. Copy them to the stack: what is written to the heap while the collector is at work has to
// be told to it, and that takes ten times as long as all else.
func (s *hotScan) fill(chunk []edm.Packed, rank int) {
	s.node = s.nodes.fill(chunk, rank, s.node)
}

// entity returns one of those that fill copies.
func (s *hotScan) entity(rank int) edm.Packed {
	s.node = s.nodes.find(rank, s.node)
	return s.nodes.nodes[s.node][rank-s.nodes.from[s.node]]
}

// sum returns the sizes of those entities of a chunk that a mask has; the chunk begins at a rank.
func (s *hotScan) sum(sizes *sizer, chunk []edm.Packed, rank int, mask uint64) (n int) {
	if !s.blank() {
		return sizes.sum(chunk, mask)
	}
	if count(mask)*4 >= len(chunk) {
		var room [filterlang.MaskSize]edm.Packed
		s.fill(room[:len(chunk)], rank)
		return sizes.sum(room[:len(chunk)], mask)
	}
	for left := mask; left != 0; left &= left - 1 {
		n += sizes.of(s.entity(rank + bits.TrailingZeros64(left)))
	}
	return n
}

// bounds returns the first and the last of the entities that a scan examined; ok is false where the chunks had them.
func (s *hotScan) bounds(examined int) (first, last edm.Packed, ok bool) {
	if !s.blank() || examined == 0 {
		return "", "", false
	}
	var ends [2]edm.Packed
	s.nodes.fill(ends[:1], 0, 0)
	s.nodes.fill(ends[1:], examined-1, s.node)
	return ends[0], ends[1], true
}

// end keeps the columns that the scan made, unless it was ended before its time or the table was changed. Older ones give way.
func (s *hotScan) end() {
	if s == nil || len(s.making) == 0 {
		return
	}
	h := s.hot
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.of != weak.Make(s.t.entities) {
		return
	}
	for _, c := range s.making {
		if c.Len() != s.t.entities.Len() || h.columns[c.name] != nil {
			continue
		}
		h.columns[c.name], h.order, h.nodes = c.Column, append(h.order, c.name), &s.made
		for h.bytes() > hotBytes*c.Len() {
			delete(h.columns, h.order[0])
			h.order = h.order[1:]
		}
	}
}

func (h *hotColumns) bytes() (n int) {
	for _, c := range h.columns {
		n += c.Bytes()
	}
	return n
}

// nodeList is the entities of a table as the nodes of its tree have them, in order: a byte or so for each entity.
type nodeList struct {
	nodes [][]edm.Packed
	from  []int // ranks
	len   int
}

func (l *nodeList) append(node []edm.Packed) {
	l.nodes, l.from = append(l.nodes, node), append(l.from, l.len)
	l.len += len(node)
}

// scan hands out blank chunks for so many entities.
func (l *nodeList) scan(entities int, f func(chunk []edm.Packed) bool) {
	var room [filterlang.MaskSize]edm.Packed // stays blank
	for rank := 0; rank < entities; rank += len(room) {
		if !f(room[:min(len(room), entities-rank)]) {
			return
		}
	}
}

// find returns the node that has the entity of a rank. It looks from a node on, either way.
func (l *nodeList) find(rank, node int) int {
	for l.from[node] > rank {
		node--
	}
	for node+1 < len(l.from) && l.from[node+1] <= rank {
		node++
	}
	return node
}

// fill copies the entities from a rank on. It looks for the first from a node on and returns the node that has the last.
func (l *nodeList) fill(chunk []edm.Packed, rank, node int) int {
	node = l.find(rank, node)
	for {
		n := copy(chunk, l.nodes[node][rank-l.from[node]:])
		if chunk, rank = chunk[n:], rank+n; len(chunk) == 0 {
			return node
		}
		node++
	}
}
