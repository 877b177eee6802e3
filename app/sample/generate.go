package sample

import (
	"context"
	"math"

	"rangefinder/app/sample/seeded"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// generatedFrom is the earliest DateTime that is generated: 2026-01-01.
var generatedFrom = edm.Ticks(639028224000000000)

// Generate gives every entity of a Spec to emit, in key order. It stops at the first error: a *SpecError, one of emit, or the
// end of ctx. PartitionKeys are P0000, P0001, …, as wide as needed.
func Generate(ctx context.Context, spec Spec, emit Emit) error {
	if err := spec.Validate(); err != nil {
		return err
	}
	r := seeded.New(seeded.Mix(spec.Seed + 0x5851f42d4c957f2d))
	sizes := partitionSizes(r, spec)
	columns := make([]column, len(spec.Properties))
	moves := false
	for i, p := range spec.Properties {
		columns[i] = newColumn(p, seeded.Mix(spec.Seed)+uint64(i))
		moves = moves || !columns[i].always
		columns[i].moves = moves
	}
	e := emitter{ctx: ctx, emit: emit}
	keys := rowKeys{pattern: spec.KeyPattern, r: r}
	properties := make([]engine.Property, len(columns))
	width := max(4, len(digits10(spec.Partitions-1)))
	for partition, size := range sizes {
		pk := "P" + seeded.Digits(partition, width)
		keys.begin(size)
		for range size {
			// A name stays where it is when every property before it is always there; writing it again would cost as much as
			// the value.
			n := 0
			for i := range columns {
				c := &columns[i]
				if !c.always && r.Next()>>11 >= c.fill {
					continue
				}
				p := &properties[n]
				if len(p.Name) == 0 || c.moves {
					p.Name = c.name
				}
				c.set(&p.Value, r)
				n++
			}
			if err := e.add(spec.Table, pk, keys.next(), properties[:n]); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

func digits10(n int) string {
	width := 1
	for m := n; m >= 10; m /= 10 {
		width++
	}
	return seeded.Digits(n, width)
}

// rowKeys makes the RowKeys of one partition after another; they ascend.
type rowKeys struct {
	pattern KeyPattern
	r       *seeded.Random
	row     int
	size    int
	texts   seeded.Texts
	buffer  []byte
}

// begin starts a partition of size entities.
func (k *rowKeys) begin(size int) {
	k.row, k.size = -1, size
	k.buffer = append(k.buffer[:0], "R00000000"...)
}

func (k *rowKeys) next() string {
	k.row++
	switch k.pattern {
	case NewestFirst: // one entity a second, the last first
		k.buffer = seeded.AppendDigits(k.buffer[:0], int64(edm.MaxTicks-generatedFrom-edm.Ticks(k.size-k.row)*second), 19)
	case RandomKeys: // the first 32 bits are drawn from the row's own share of them, so that the Guids ascend
		share := uint64(1<<32) / uint64(k.size)
		high := uint64(k.row)*share + uint64(k.r.Below(int(share)))
		g := k.r.GUID()
		g[0], g[1], g[2], g[3] = byte(high>>24), byte(high>>16), byte(high>>8), byte(high)
		k.buffer = append(k.buffer[:0], seeded.GUIDText(g)...)
	default:
		if k.row > 0 { // count on in the digits themselves
			i := len(k.buffer) - 1
			for ; k.buffer[i] == '9'; i-- {
				k.buffer[i] = '0'
			}
			k.buffer[i]++
		}
	}
	return k.texts.Of(k.buffer)
}

// partitionSizes returns how many entities each partition has: at least one, the rest shared out by rank^-skew, with the
// ranks in random order so that the large partitions lie scattered.
func partitionSizes(r *seeded.Random, spec Spec) []int {
	n := spec.Partitions
	weights := make([]float64, n)
	sum := 0.0
	for i := range weights {
		weights[i] = math.Pow(float64(i+1), -spec.Skew)
		sum += weights[i]
	}
	if spec.Skew > 0 {
		for i := n - 1; i > 0; i-- {
			j := r.Below(i + 1)
			weights[i], weights[j] = weights[j], weights[i]
		}
	}
	sizes := make([]int, n)
	spare := spec.Entities - n
	given, reached := 0, 0.0
	for i, w := range weights {
		reached += w
		upTo := min(spare, int(math.Round(reached/sum*float64(spare))))
		if i == n-1 {
			upTo = spare
		}
		sizes[i] = 1 + upTo - given
		given = upTo
	}
	return sizes
}

// column makes the values of one property.
type column struct {
	name     string
	typ      edm.Type
	length   int
	distinct int
	always   bool
	moves    bool   // its place among the properties depends on the ones before
	fill     uint64 // of 2^53
	seed     uint64
	pool     []edm.Value // the distinct values, when they are few
	texts    seeded.Texts
	buffer   []byte
}

// maxPool is the number of distinct values that are made beforehand.
const maxPool = 4096

func newColumn(p PropertySpec, seed uint64) column {
	c := column{
		name: p.Name, typ: p.Type, length: p.Length, distinct: p.Distinct,
		always: p.Fill >= 1, fill: uint64(p.Fill * (1 << 53)), seed: seeded.Mix(seed), buffer: make([]byte, p.stored()),
	}
	if p.Distinct > 0 && p.Distinct <= maxPool && p.Distinct*p.stored() <= 1<<20 && p.Type != edm.Boolean {
		c.pool = make([]edm.Value, p.Distinct)
		for i := range c.pool {
			c.nth(&c.pool[i], uint64(i))
		}
	}
	return c
}

// set makes a value.
func (c *column) set(v *edm.Value, r *seeded.Random) {
	switch {
	case c.pool != nil:
		*v = c.pool[r.Below(len(c.pool))]
	case c.distinct > 0:
		c.nth(v, uint64(r.Below(c.distinct)))
	default:
		c.of(v, r.Next())
	}
}

// nth makes distinct value n. Numbers and times are told apart by n itself, so that no two of them are equal.
func (c *column) nth(v *edm.Value, n uint64) {
	switch c.typ {
	case edm.Int32:
		*v = edm.NewInt32(int32(n))
	case edm.Int64:
		*v = edm.NewInt64(int64(n) * 1_000_003)
	case edm.Double:
		*v = edm.NewDouble(float64(n) / 4)
	case edm.DateTime:
		*v = edm.NewDateTime(generatedFrom + edm.Ticks(n)*second)
	default:
		c.of(v, seeded.Mix(c.seed+n))
	}
}

// of makes the value that 64 random bits stand for: an Int32 from 0 to 999,999, an Int64 below 10^12, a Double from 0 to
// 1,000 with three decimals, a DateTime of 2026.
func (c *column) of(v *edm.Value, bits uint64) {
	switch c.typ {
	case edm.Int32:
		*v = edm.NewInt32(int32(bits >> 32 * 1_000_000 >> 32))
	case edm.Int64:
		*v = edm.NewInt64(int64(bits % 1_000_000_000_000))
	case edm.Double:
		*v = edm.NewDouble(float64(bits>>32*1_000_001>>32) / 1000)
	case edm.Boolean:
		*v = edm.NewBoolean(bits>>63 == 1)
	case edm.DateTime:
		*v = edm.NewDateTime(generatedFrom + edm.Ticks(bits%uint64(365*day)))
	case edm.Guid:
		r := seeded.New(bits)
		*v = edm.NewGuid(r.GUID())
	case edm.String:
		seeded.Spell(c.buffer, bits)
		*v = edm.NewString(c.texts.Of(c.buffer))
	default:
		seeded.FillBytes(c.buffer, bits)
		*v = edm.NewBinary(c.texts.Of(c.buffer))
	}
}
