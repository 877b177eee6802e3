package filterlang

import "rangefinder/filterlang/edm"

// A cut is a place between the strings of the ordinal line: just before a value, just after it, or behind all strings.
// Reducing inclusive and exclusive ends to cuts leaves one rule for comparing them: [a … is the cut before a, (a … and
// … a] are the cut after it.
type cut struct {
	value string
	at    uint8
}

const (
	before uint8 = iota
	after
	end
)

// No string sorts before the empty one, so the cut before it is minus infinity.
var (
	lowest  = cut{"", before}
	highest = cut{"", end}
)

func (c cut) compare(d cut) int {
	if c.at == end || d.at == end {
		return int(c.at/end) - int(d.at/end)
	}
	if n := edm.CompareString(c.value, d.value); n != 0 {
		return n
	}
	return int(c.at) - int(d.at)
}

// A line is a set of strings: cuts in strictly ascending order, by turns where it begins and where it ends.
// RowKey ne 'x' is −∞, before x, after x, +∞.
type line []cut

var wholeLine = line{lowest, highest}

// lineOf returns the strings s with "s op v".
func lineOf(op Op, v string) line {
	switch op {
	case Eq:
		return line{{v, before}, {v, after}}
	case Ge:
		return line{{v, before}, highest}
	case Gt:
		return line{{v, after}, highest}
	case Le:
		return line{lowest, {v, after}}
	case Lt:
		if v == "" {
			return nil
		}
		return line{lowest, {v, before}}
	}
	if v == "" {
		return line{{v, after}, highest}
	}
	return line{lowest, {v, before}, {v, after}, highest}
}

// A setOp joins two memberships.
type setOp uint8

const (
	union setOp = iota
	intersection
)

func (op setOp) join(a, b bool) bool {
	if op == union {
		return a || b
	}
	return a && b
}

func (a line) combine(b line, op setOp) line {
	if len(a) == 0 || len(b) == 0 {
		switch {
		case op == intersection:
			return nil
		case len(a) == 0:
			return b
		}
		return a
	}
	var out line
	inside := false
	for i, j := 0, 0; i < len(a) || j < len(b); {
		var at cut
		switch n := compareHeads(a[i:], b[j:]); {
		case n < 0:
			at = a[i]
			i++
		case n > 0:
			at = b[j]
			j++
		default:
			at = a[i]
			i++
			j++
		}
		if now := op.join(i&1 == 1, j&1 == 1); now != inside {
			out = append(out, at)
			inside = now
		}
	}
	return out
}

// compareHeads compares the first cuts of two lines; a line that has run out comes last.
func compareHeads(a, b line) int {
	switch {
	case len(a) == 0:
		return 1
	case len(b) == 0:
		return -1
	}
	return a[0].compare(b[0])
}

func (a line) equal(b line) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// A slab is the keys whose PartitionKey lies between two cuts and whose RowKey is in rows.
type slab struct {
	low, high cut
	rows      line
}

// A keySet is any finite union of boxes PartitionKey interval × RowKey interval, in one canonical form: slabs in ascending
// order, disjoint, none empty, neighbours that touch having different rows. Two boxes that overlap, [a…c]×{x} and
// [b…d]×{y}, become the three slabs [a…b)×{x}, [b…c]×{x,y}, (c…d]×{y}.
type keySet []slab

var everyKey = keySet{{lowest, highest, wholeLine}}

func (s keySet) everything() bool {
	return len(s) == 1 && s[0].low == lowest && s[0].high == highest && s[0].rows.equal(wholeLine)
}

// boxes counts the boxes it takes to write s.
func (s keySet) boxes() int {
	n := 0
	for i := range s {
		n += len(s[i].rows) / 2
	}
	return n
}

// partitionSet returns the keys whose PartitionKey is in l.
func partitionSet(l line) keySet {
	s := make(keySet, 0, len(l)/2)
	for i := 0; i+1 < len(l); i += 2 {
		s = append(s, slab{l[i], l[i+1], wholeLine})
	}
	return s
}

// rowSet returns the keys whose RowKey is in l, in every partition.
func rowSet(l line) keySet {
	if len(l) == 0 {
		return nil
	}
	return keySet{{lowest, highest, l}}
}

// setOf returns the keys of r.
func setOf(r KeyRange) keySet {
	if r.Empty() {
		return nil
	}
	low, high := r.Partition.cuts()
	rowLow, rowHigh := r.Row.cuts()
	return keySet{{low, high, line{rowLow, rowHigh}}}
}

// combine sweeps once over both sets: linear in the number of slabs.
func (s keySet) combine(t keySet, op setOp) keySet {
	switch {
	case op == intersection && (len(s) == 0 || len(t) == 0):
		return nil
	case len(t) == 0 || op == intersection && t.everything():
		return s
	case len(s) == 0 || op == intersection && s.everything():
		return t
	}
	var out keySet
	at := s[0].low
	if t[0].low.compare(at) < 0 {
		at = t[0].low
	}
	for i, j := 0, 0; i < len(s) || j < len(t); {
		next := highest
		var rows, others line
		if i < len(s) {
			rows, next = s[i].from(at, next)
		}
		if j < len(t) {
			others, next = t[j].from(at, next)
		}
		out = out.add(at, next, rows.combine(others, op))
		at = next
		if i < len(s) && s[i].high.compare(at) <= 0 {
			i++
		}
		if j < len(t) && t[j].high.compare(at) <= 0 {
			j++
		}
	}
	return out
}

// from returns the rows of b at a cut, and the nearer of next and the cut where that answer changes.
func (b *slab) from(at, next cut) (line, cut) {
	var rows line
	change := b.low
	if b.low.compare(at) <= 0 {
		rows, change = b.rows, b.high
	}
	if change.compare(next) < 0 {
		next = change
	}
	return rows, next
}

// add appends a slab, or widens the last one when it touches and has the same rows.
func (s keySet) add(low, high cut, rows line) keySet {
	if len(rows) == 0 || low.compare(high) >= 0 {
		return s
	}
	if n := len(s); n > 0 && s[n-1].high == low && s[n-1].rows.equal(rows) {
		s[n-1].high = high
		return s
	}
	return append(s, slab{low, high, rows})
}

// ranges returns s as ordered, disjoint key ranges: every key of one comes before every key of the next. A slab of several
// PartitionKeys with gaps among its rows has no such form; it is widened to the hull of its rows, so the ranges may cover
// more than s, never less.
func (s keySet) ranges() []KeyRange {
	var plain keySet
	for i := range s {
		b := s[i]
		if _, single := interval(b.low, b.high).Single(); !single && len(b.rows) > 2 {
			b.rows = line{b.rows[0], b.rows[len(b.rows)-1]}
		}
		plain = plain.add(b.low, b.high, b.rows)
	}
	out := make([]KeyRange, 0, plain.boxes())
	for i := range plain {
		b := &plain[i]
		partition := interval(b.low, b.high)
		for k := 0; k+1 < len(b.rows); k += 2 {
			out = append(out, KeyRange{partition, interval(b.rows[k], b.rows[k+1])})
		}
	}
	return out
}

// MergeRanges returns ordered, disjoint ranges that cover all of rs: overlapping and adjacent ones are merged, so
// "[a … c]", "(c … f)" and "all of d" give "[a … f)". Where skip scans overlap, the result may cover more than rs.
func MergeRanges(rs []KeyRange) []KeyRange {
	sets := make([]keySet, 0, len(rs))
	for _, r := range rs {
		sets = append(sets, setOf(r))
	}
	for len(sets) > 1 {
		half := sets[:0]
		for i := 0; i < len(sets); i += 2 {
			if i+1 < len(sets) {
				half = append(half, sets[i].combine(sets[i+1], union))
			} else {
				half = append(half, sets[i])
			}
		}
		sets = half
	}
	if len(sets) == 0 {
		return nil
	}
	return sets[0].ranges()
}
