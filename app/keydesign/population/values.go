package population

import (
	"math/bits"

	"rangefinder/app/sample/seeded"
	"rangefinder/filterlang/edm"
)

// atExample ends an e-mail address. Nobody has one there.
const atExample = "@example.org"

// generatedFrom is where DateTimes begin when nothing is said: 2026-01-01.
var generatedFrom = edm.Ticks(639028224000000000)

const year = 365 * 24 * 3600 * edm.Ticks(10_000_000)

// column makes the values of one property.
type column struct {
	name     string
	typ      edm.Type
	distinct int
	own      bool   // each entity has a value of its own
	fill     uint64 // share of the entities that have one, of 2^53
	seed     uint64
	ranks    zipf // nil: every value is as frequent

	from      int64 // of whole numbers and ticks
	span      uint64
	low, high float64 // of a Double

	prefix    string
	kind      Shape
	letters   int // after the prefix
	syllables int // that tell words apart
	length    int // bytes of a value at most, for those that have a length

	// order scatters ranks over the values, so that the frequent ones do not lie together; spelling does so for words.
	order, spelling shuffle

	pool   []edm.Value // the values, when they are few
	texts  seeded.Texts
	buffer []byte
}

func seedOf(seed uint64, number int) uint64 { return seeded.Mix(seeded.Mix(seed) + uint64(number)) }

// The most values, and bytes of them, that are made beforehand.
const (
	maxPool      = 4096
	maxPoolBytes = 1 << 20
)

func (c *column) fillPool() {
	if c.own || c.distinct > maxPool || c.distinct*c.length > maxPoolBytes {
		return
	}
	pool := make([]edm.Value, c.distinct)
	for i := range pool {
		pool[i] = c.nth(i)
	}
	c.pool = pool
}

// value returns the value of the i-th entity.
func (c *column) value(i int, r *seeded.Random) edm.Value {
	n := 0
	switch {
	case c.own:
		n = c.order.at(i % c.distinct)
	case c.ranks != nil:
		n = c.order.at(c.ranks.rank(r))
	default:
		n = r.Below(c.distinct)
	}
	if c.pool != nil {
		return c.pool[n]
	}
	return c.nth(n)
}

// Value returns a value that property i may be asked for: the most frequent, or one of those that are as frequent. It is the zero
// Value when s or i will not do.
func (s *Spec) Value(i int) edm.Value {
	columns, wrong := s.columns()
	if wrong != nil || i < 0 || i >= len(columns) {
		return edm.Value{}
	}
	c := &columns[i]
	if c.ranks != nil {
		return c.nth(c.order.at(0))
	}
	return c.nth(c.distinct / 2)
}

// nth returns value n of those there are. No two are equal, but Doubles so close together that no number lies between.
func (c *column) nth(n int) edm.Value {
	switch c.typ {
	case edm.Int32:
		return edm.NewInt32(int32(c.from + int64(share(n, c.distinct-1, c.span))))
	case edm.Int64:
		return edm.NewInt64(c.from + int64(share(n, c.distinct-1, c.span)))
	case edm.Double:
		if n == 0 {
			return edm.NewDouble(c.low)
		}
		at := float64(n) / float64(c.distinct-1)
		return edm.NewDouble(float64(c.low*(1-at)) + float64(c.high*at)) // no machine may round them as one
	case edm.Boolean:
		return edm.NewBoolean(n == 0)
	case edm.DateTime:
		return edm.NewDateTime(edm.Ticks(c.from + int64(share(n, c.distinct, c.span))))
	case edm.Guid:
		return edm.NewGuid(seeded.New(c.seed + uint64(n)).GUID())
	case edm.Binary:
		b := c.room(c.length)
		seeded.FillBytes(b, seeded.Mix(c.seed+uint64(n)))
		return edm.NewBinary(c.texts.Of(b))
	}
	b := c.room(0)
	b = append(b, c.prefix...)
	if c.kind == Number {
		b = seeded.AppendDigits(b, int64(n), c.letters)
	} else {
		told := 6 * c.syllables
		b = b[:len(b)+c.letters]
		seeded.Spell(b[len(c.prefix):], uint64(c.spelling.at(n))|seeded.Mix(c.seed+uint64(n))<<told)
		if c.kind == Email {
			b = append(b, atExample...)
		}
	}
	return edm.NewString(c.texts.Of(b))
}

// room returns n bytes to write into.
func (c *column) room(n int) []byte {
	if c.buffer == nil {
		c.buffer = make([]byte, c.length)
	}
	return c.buffer[:n]
}

// share returns n/of of a span, rounded down.
func share(n, of int, span uint64) uint64 {
	if n == 0 {
		return 0
	}
	high, low := bits.Mul64(uint64(n), span)
	q, _ := bits.Div64(high, low, uint64(of))
	return q
}

// shuffle is an order of the numbers from 0 to n-1 that takes no memory.
type shuffle struct {
	n, mask, seed uint64
	half          int
}

func newShuffle(n int, seed uint64) shuffle {
	width := max(2, bits.Len64(uint64(n-1)))
	return shuffle{n: uint64(n), mask: 1<<width - 1, seed: seed, half: (width + 1) / 2}
}

// at returns which number is at place i. Each step turns the numbers of so many bits into one another, and is repeated until
// it hits one below n.
func (s *shuffle) at(i int) int {
	x := uint64(i)
	for {
		key := s.seed
		for range 5 {
			x = (x + key) * 0x9e3779b97f4a7c15 & s.mask
			x ^= x >> s.half
			key = key>>21 | key<<43
		}
		if x < s.n {
			return int(x)
		}
	}
}
