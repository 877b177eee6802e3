package engine

import (
	"math"
	"math/bits"
	"sort"

	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// census is what a table knows of its properties. How many entities have a property, and with which types, follows exactly
// from the number of entities of each layout; the number of distinct values is estimated, and like the longest text it is
// never lowered by a delete, only by a recount. Whoever shows it counts with Distinct what is not exact. Immutable once published: a
// writer clones what it changes.
type census struct {
	layouts []int             // entities of each layout
	columns []*propertyCensus // by column; nil where no value was seen
	stale   int               // values replaced or deleted since the last recount, in entities
	plain   bool              // every key and every String ever seen is ASCII
	largest int               // no entity since the last recount was larger, in bytes by the formula of section 1.3
}

type propertyCensus struct {
	distinct sketch
	longest  int
	writer   uint64 // the number of the writer that may change it
}

// recountAfter is the share of stale entities that makes a writer recount: it keeps the cost of recounts to a constant for
// each write.
func (c *census) recountDue(entities int) bool { return c.stale > 1000 && c.stale > entities }

// counter adds to a census on behalf of one writer.
type counter struct {
	census
	writer uint64
}

// newCounter returns a counter that starts from a published census, which it does not change.
func newCounter(from *census, writer uint64) *counter {
	c := &counter{*from, writer}
	c.layouts = append([]int(nil), from.layouts...)
	c.columns = append([]*propertyCensus(nil), from.columns...)
	return c
}

// add counts an entity; values are those of its layout.
func (c *counter) add(l *layout, values []edm.Value) {
	c.count(l.number, 1)
	for i := range values {
		c.addValue(l.columns[i], &values[i])
	}
}

// addPacked is add without a list of the values: what is written to one costs as much again as counting while Go's collector runs.
func (c *counter) addPacked(l *layout, p edm.Packed) {
	c.count(l.number, 1)
	for i, column := range l.columns {
		v := l.Value(p, i)
		c.addValue(column, &v)
	}
}

func (c *counter) count(layout uint32, n int) {
	for int(layout) >= len(c.layouts) {
		c.layouts = append(c.layouts, 0)
	}
	c.layouts[layout] += n
}

func (c *counter) addValue(column int, v *edm.Value) {
	for column >= len(c.columns) {
		c.columns = append(c.columns, nil)
	}
	p := c.columns[column]
	h, n, ascii := measure(v)
	c.plain = c.plain && ascii
	if p != nil && n <= p.longest && !p.distinct.changes(h) {
		return
	}
	if p == nil {
		p = &propertyCensus{writer: c.writer}
		c.columns[column] = p
	} else if p.writer != c.writer {
		p = &propertyCensus{p.distinct.clone(), p.longest, c.writer}
		c.columns[column] = p
	}
	p.distinct.add(h)
	p.longest = max(p.longest, n)
}

// merge adds what another counter saw of a column.
func (c *counter) merge(column int, from *propertyCensus) {
	for column >= len(c.columns) {
		c.columns = append(c.columns, nil)
	}
	p := &propertyCensus{writer: c.writer}
	if old := c.columns[column]; old != nil {
		p.distinct, p.longest = old.distinct.clone(), old.longest
	}
	p.distinct.merge(&from.distinct)
	p.longest = max(p.longest, from.longest)
	c.columns[column] = p
}

// measure returns a hash of the value and its type, the length of a String in UTF-16 code units or of a Binary in bytes (0 for
// the other types), and whether the value is other than a String with characters beyond ASCII.
func measure(v *edm.Value) (hash uint64, length int, ascii bool) {
	t := v.Type()
	seed := uint64(t) * 0xA0761D6478BD642F
	switch t {
	case edm.String:
		text := v.Text()
		length, ascii = len(text), isASCII(text)
		if !ascii {
			length = utf16Length(text)
		}
		return hashText(text, seed), length, ascii
	case edm.Binary:
		return hashText(v.Text(), seed), len(v.Text()), true
	case edm.Guid:
		return hashText(v.Text(), seed), 0, true
	case edm.Double:
		return mixNumber(doubleBits(v.Float()), seed), 0, true
	case edm.Boolean:
		if v.Bool() {
			return mixNumber(1, seed), 0, true
		}
		return mixNumber(0, seed), 0, true
	case edm.DateTime:
		return mixNumber(uint64(v.Ticks()), seed), 0, true
	default:
		return mixNumber(uint64(v.Int()), seed), 0, true
	}
}

// doubleBits returns the same bits for each zero, and for each NaN.
func doubleBits(f float64) uint64 {
	switch {
	case f == 0:
		return 0
	case f != f:
		return math.Float64bits(math.NaN())
	}
	return math.Float64bits(f)
}

func mixNumber(x, seed uint64) uint64 { return mix(bits.RotateLeft64(x, 17) ^ seed) }

// snapshot returns what the language and the screens are told. Properties that no entity has are left out.
func (c *census) snapshot(s *schema, entities int) filterlang.Census {
	out := filterlang.Census{Entities: entities}
	types := make([][len(edm.Types) + 1]int, len(s.columns))
	for number, n := range c.layouts {
		if n == 0 {
			continue
		}
		l := s.layouts[number]
		for i, p := range l.Properties() {
			types[l.columns[i]][p.Type] += n
		}
	}
	for column, name := range s.columns {
		p := filterlang.PropertyCensus{Name: name}
		for t, n := range types[column] {
			if n > 0 {
				p.Count += n
				p.Types = append(p.Types, filterlang.TypeCount{Type: edm.Type(t), Count: n})
			}
		}
		if p.Count == 0 {
			continue
		}
		sort.SliceStable(p.Types, func(a, b int) bool { return p.Types[a].Count > p.Types[b].Count })
		if column < len(c.columns) && c.columns[column] != nil {
			p.Distinct = min(max(c.columns[column].distinct.estimate(), len(p.Types)), p.Count)
			p.Longest = c.columns[column].longest
			p.Exact = c.stale == 0 && c.columns[column].distinct.registers == nil
		}
		out.Properties = append(out.Properties, p)
	}
	return out
}
