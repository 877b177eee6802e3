package engine

import (
	"context"
	"hash/maphash"
	"slices"

	"rangefinder/filterlang/edm"
)

// Distinct counts the distinct values of one property after the other, where a census estimates them. It keeps a hash of 64 bits
// for each value, in a table of at most three quarters that all properties use in turn: 11 to 32 bytes a distinct value, 16 MB for
// a million of them. Numbers, DateTimes and Booleans of one type never share a hash. Two texts do with a probability of 1 in 2⁶⁴
// whatever they are, because the hash is made with a secret of the process: a million distinct texts are counted wrong once in 37
// million tries, a hundred thousand once in 3.7 billion. The zero Distinct is ready; it is for one goroutine.
type Distinct struct {
	seed  maphash.Seed
	slots []uint64 // 0: free; their number is a power of two
	shift int      // what of a hash tells its slot
	n     int      // that are taken
	zero  bool     // the hash 0 was added
}

// ValueCount is what the values of a property come to. Values of different types are different; there is one zero and one NaN, as
// for SameValue.
type ValueCount struct {
	Distinct int
	Longest  int // String or Binary: UTF-16 code units or bytes; 0 when there is none
}

// Count counts the values of a property in one pass. Options other than Yield and Progress are not looked at. On cancellation it
// returns the error.
func (d *Distinct) Count(ctx context.Context, s *Snapshot, property string, opt MatchOptions) (ValueCount, error) {
	column := slices.Index(s.t.schema.columns, property)
	if column < 0 {
		return ValueCount{}, ctx.Err()
	}
	d.begin(s.t.expected(column))
	return d.count(ctx, s, column, opt)
}

// count is Count with a table of hashes that was begun.
func (d *Distinct) count(ctx context.Context, s *Snapshot, column int, opt MatchOptions) (ValueCount, error) {
	places := s.t.places(column)
	longest, examined, idle, last := 0, 0, 0, uint64(0)
	pause := func() error {
		idle = 0
		if opt.Progress != nil {
			opt.Progress(examined, s.Len(), d.len())
		}
		if opt.Yield != nil {
			if err := opt.Yield(); err != nil {
				return err
			}
		}
		return ctx.Err()
	}
	var failed error
	s.t.scan(span{"", after}, func(chunk []edm.Packed) bool {
		for _, p := range chunk {
			number := edm.PackedLayoutNumber(p)
			at := places[number]
			if at < 0 {
				continue
			}
			v := s.t.schema.layouts[number].Value(p, int(at))
			h := d.hash(&v)
			if t := v.Type(); t == edm.String || t == edm.Binary {
				text := v.Text()
				idle += len(text) / 64
				if t == edm.String && len(text) > longest { // there are no more units than bytes
					longest = max(longest, textUnits(text))
				} else if t == edm.Binary {
					longest = max(longest, len(text))
				}
			}
			if h == last && h != 0 { // of neighbours many are alike
				continue
			}
			last = h
			if d.full() {
				if failed = d.grow(pause); failed != nil {
					return false
				}
			}
			d.add(h)
		}
		examined += len(chunk)
		if idle += len(chunk); idle >= yieldEvery {
			failed = pause()
		}
		return failed == nil
	})
	if failed == nil {
		failed = ctx.Err()
	}
	if failed != nil {
		return ValueCount{}, failed
	}
	return ValueCount{d.len(), longest}, nil
}

// expected is how many distinct values a column is thought to have.
func (t *table) expected(column int) int {
	if column >= len(t.census.columns) || t.census.columns[column] == nil {
		return 0
	}
	return min(t.census.columns[column].distinct.estimate(), t.entities.Len())
}

// places returns for each layout which of its properties is in the column, or -1.
func (t *table) places(column int) []int32 {
	places := make([]int32, len(t.schema.layouts))
	for i, l := range t.schema.layouts {
		at, ok := slices.BinarySearch(l.columns, column)
		if places[i] = int32(at); !ok {
			places[i] = -1
		}
	}
	return places
}

// hash returns the hash of a value and its type.
func (d *Distinct) hash(v *edm.Value) uint64 {
	seed := uint64(v.Type()) * 0xA0761D6478BD642F
	switch v.Type() {
	case edm.String, edm.Binary, edm.Guid:
		return maphash.String(d.seed, v.Text()) ^ seed
	case edm.Double:
		return mix(doubleBits(v.Float()) ^ seed)
	case edm.Boolean:
		if v.Bool() {
			return mix(1 ^ seed)
		}
		return mix(seed)
	case edm.DateTime:
		return mix(uint64(v.Ticks()) ^ seed)
	default:
		return mix(uint64(v.Int()) ^ seed)
	}
}

// begin empties the table, and makes it as large as so many values need, with room for an estimate that is too low.
func (d *Distinct) begin(values int) {
	if d.seed == (maphash.Seed{}) {
		d.seed = maphash.MakeSeed()
	}
	bits := 6
	for 1<<bits < values+values/2 {
		bits++
	}
	if size := 1 << bits; cap(d.slots) < size {
		d.slots = make([]uint64, size)
	} else {
		d.slots = d.slots[:size]
		clear(d.slots)
	}
	d.shift, d.n, d.zero = 64-bits, 0, false
}

func (d *Distinct) len() int {
	if d.zero {
		return d.n + 1
	}
	return d.n
}

func (d *Distinct) full() bool { return 4*d.n >= 3*len(d.slots) }

// add adds a hash; the table must not be full.
func (d *Distinct) add(h uint64) {
	if h == 0 {
		d.zero = true
		return
	}
	for i := h >> d.shift; ; i++ {
		switch at := &d.slots[i&uint64(len(d.slots)-1)]; *at {
		case h:
			return
		case 0:
			*at = h
			d.n++
			return
		}
	}
}

// grow doubles the table, and lets others in meanwhile.
func (d *Distinct) grow(pause func() error) error {
	old := d.slots
	d.slots, d.shift, d.n = make([]uint64, 2*len(old)), d.shift-1, 0
	for i, h := range old {
		if h != 0 {
			d.add(h)
		}
		if i%(4*yieldEvery) == 4*yieldEvery-1 {
			if err := pause(); err != nil {
				return err
			}
		}
	}
	return nil
}
