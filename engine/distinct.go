package engine

import (
	"context"
	"hash/maphash"
	"slices"

	"rangefinder/filterlang/edm"
)

// Distinct counts the distinct values of one property after the other, where a census estimates them. It keeps a hash of 64 bits
// for each value, in sets of at most three quarters that all properties use in turn: 11 to 22 bytes a distinct value, 16 MB for a
// million of them, and half a megabyte besides. Numbers, DateTimes and Booleans of one type never share a hash. Two texts do with a
// probability of 1 in 2⁶⁴ whatever they are, because the hash is made with a secret of the process: a million distinct texts are
// counted wrong once in 37 million tries, a hundred thousand once in 3.7 billion. The zero Distinct is ready; it is for one goroutine.
type Distinct struct {
	seed maphash.Seed
	// The sets are small, so that none takes long to make or to double, and hashes wait until many of one set can be added: one by
	// one they would miss the processor's cache nearly always.
	sets    [256]hashSet
	waiting [256][]uint64
}

// hashSet is a set of hashes by open addressing.
type hashSet struct {
	slots []uint64 // 0: free; their number is a power of two
	n     int      // that are taken
	zero  bool     // the hash 0 is in it
}

// batch is how many hashes wait for a set.
const batch = 256

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
	d.begin()
	places := s.t.places(column)
	longest, examined, idle, last := 0, 0, 0, uint64(0)
	pause := func() error {
		idle = 0
		if opt.Progress != nil {
			opt.Progress(examined, s.Len(), 0)
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

// begin forgets what was added.
func (d *Distinct) begin() {
	if d.seed == (maphash.Seed{}) {
		d.seed = maphash.MakeSeed()
	}
	for i := range d.sets {
		set := &d.sets[i]
		if set.n > 0 {
			clear(set.slots)
		}
		set.n, set.zero, d.waiting[i] = 0, false, d.waiting[i][:0]
	}
}

// add adds a hash.
func (d *Distinct) add(h uint64) {
	i := h >> 56
	if d.waiting[i] = append(d.waiting[i], h); len(d.waiting[i]) == batch {
		d.sets[i].add(d.waiting[i])
		d.waiting[i] = d.waiting[i][:0]
	}
}

// len returns how many hashes there are.
func (d *Distinct) len() (n int) {
	for i := range d.sets {
		set := &d.sets[i]
		set.add(d.waiting[i])
		d.waiting[i] = d.waiting[i][:0]
		if n += set.n; set.zero {
			n++
		}
	}
	return n
}

func (s *hashSet) add(hashes []uint64) {
	for _, h := range hashes {
		if h == 0 {
			s.zero = true
			continue
		}
		if 4*s.n >= 3*len(s.slots) {
			s.grow()
		}
		s.put(h)
	}
}

// put adds a hash where there is room.
func (s *hashSet) put(h uint64) {
	mask := uint64(len(s.slots) - 1)
	for i := h; ; i++ {
		switch at := &s.slots[i&mask]; *at {
		case h:
			return
		case 0:
			*at = h
			s.n++
			return
		}
	}
}

func (s *hashSet) grow() {
	old := s.slots
	s.slots, s.n = make([]uint64, max(16, 2*len(old))), 0
	for _, h := range old {
		if h != 0 {
			s.put(h)
		}
	}
}
