package sample

import (
	"context"
	"math"
	"slices"

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
	r := &random{mix(spec.Seed + 0x5851f42d4c957f2d)}
	sizes := partitionSizes(r, spec)
	columns := make([]column, len(spec.Properties))
	for i, p := range spec.Properties {
		columns[i] = newColumn(p, mix(spec.Seed)+uint64(i))
	}
	var (
		e          = emitter{ctx: ctx, emit: emit}
		keys       texts
		key        []byte
		properties = make([]engine.Property, 0, len(columns))
		width      = max(4, len(digits10(spec.Partitions-1)))
	)
	for partition, size := range sizes {
		pk := "P" + digits(partition, width)
		for row := range size {
			key = appendRowKey(key[:0], spec.KeyPattern, r, row, size)
			properties = properties[:0]
			for i := range columns {
				c := &columns[i]
				if c.always || r.next()>>11 < c.fill {
					properties = append(properties, engine.Property{Name: c.name, Value: c.value(r)})
				}
			}
			if err := e.add(spec.Table, pk, keys.of(key), properties); err != nil {
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
	return digits(n, width)
}

// appendRowKey appends the key of entity row of size; keys ascend.
func appendRowKey(dst []byte, pattern KeyPattern, r *random, row, size int) []byte {
	switch pattern {
	case NewestFirst: // one entity a second, the last first
		return appendDigits(dst, int64(edm.MaxTicks-generatedFrom-edm.Ticks(size-row)*second), 19)
	case RandomKeys: // the first 32 bits are drawn from the row's own share of them, so that the Guids ascend
		share := uint64(1<<32) / uint64(size)
		high := uint64(row)*share + uint64(r.below(int(share)))
		g := r.guid()
		g[0], g[1], g[2], g[3] = byte(high>>24), byte(high>>16), byte(high>>8), byte(high)
		return append(dst, guidText(g)...)
	default:
		return appendDigits(append(dst, 'R'), int64(row), 8)
	}
}

// partitionSizes returns how many entities each partition has: at least one, the rest shared out by rank^-skew, with the
// ranks in random order so that the large partitions lie scattered.
func partitionSizes(r *random, spec Spec) []int {
	n := spec.Partitions
	weights := make([]float64, n)
	sum := 0.0
	for i := range weights {
		weights[i] = math.Pow(float64(i+1), -spec.Skew)
		sum += weights[i]
	}
	if spec.Skew > 0 {
		for i := n - 1; i > 0; i-- {
			j := r.below(i + 1)
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
	fill     uint64 // of 2^53
	seed     uint64
	pool     []edm.Value // the distinct values, when they are few
	texts    texts
	buffer   []byte
}

// maxPool is the number of distinct values that are made beforehand.
const maxPool = 4096

func newColumn(p PropertySpec, seed uint64) column {
	c := column{
		name: p.Name, typ: p.Type, length: p.Length, distinct: p.Distinct,
		always: p.Fill >= 1, fill: uint64(p.Fill * (1 << 53)), seed: mix(seed),
	}
	if p.Distinct > 0 && p.Distinct <= maxPool && p.Type != edm.Boolean {
		c.pool = make([]edm.Value, p.Distinct)
		for i := range c.pool {
			c.pool[i] = c.nth(uint64(i))
		}
		c.pool = slices.Clip(c.pool)
	}
	return c
}

func (c *column) value(r *random) edm.Value {
	switch {
	case c.pool != nil:
		return c.pool[r.below(len(c.pool))]
	case c.distinct > 0:
		return c.nth(uint64(r.below(c.distinct)))
	}
	return c.of(r.next())
}

// nth returns distinct value n. Numbers and times are told apart by n itself, so that no two of them are equal.
func (c *column) nth(n uint64) edm.Value {
	switch c.typ {
	case edm.Int32:
		return edm.NewInt32(int32(n))
	case edm.Int64:
		return edm.NewInt64(int64(n) * 1_000_003)
	case edm.Double:
		return edm.NewDouble(float64(n) / 4)
	case edm.DateTime:
		return edm.NewDateTime(generatedFrom + edm.Ticks(n)*second)
	}
	return c.of(mix(c.seed + n))
}

// of returns the value that 64 random bits stand for: an Int32 from 0 to 999,999, an Int64 below 10^12, a Double from 0 to
// 1,000 with three decimals, a DateTime of 2026.
func (c *column) of(bits uint64) edm.Value {
	switch c.typ {
	case edm.Int32:
		return edm.NewInt32(int32(bits >> 32 * 1_000_000 >> 32))
	case edm.Int64:
		return edm.NewInt64(int64(bits % 1_000_000_000_000))
	case edm.Double:
		return edm.NewDouble(float64(bits>>32*1_000_001>>32) / 1000)
	case edm.Boolean:
		return edm.NewBoolean(bits>>63 == 1)
	case edm.DateTime:
		return edm.NewDateTime(generatedFrom + edm.Ticks(bits%uint64(365*day)))
	case edm.Guid:
		r := random{bits}
		return edm.NewGuid(r.guid())
	case edm.String:
		c.buffer = appendSyllables(c.buffer[:0], bits, c.length)
		return edm.NewString(c.texts.of(c.buffer))
	default:
		c.buffer = appendBytes(c.buffer[:0], bits, c.length)
		return edm.NewBinary(c.texts.of(c.buffer))
	}
}

// syllables are 64 pairs of letters.
const syllables = "babebibobudadedidodufafefifogagegigoguhahehihojajekakekikolaleli" +
	"lolumamemimomunaneninonu" + "papepiporarerirorusasesisotatetitovavewo"

// appendSyllables appends a text of a length that can be spoken, six bits a syllable.
func appendSyllables(dst []byte, bits uint64, length int) []byte {
	left := 60
	for length > 0 {
		if left == 0 {
			bits, left = mix(bits), 60
		}
		s := bits & 63 * 2
		bits >>= 6
		left -= 6
		if length == 1 {
			return append(dst, syllables[s])
		}
		dst = append(dst, syllables[s], syllables[s+1])
		length -= 2
	}
	return dst
}

func appendBytes(dst []byte, bits uint64, length int) []byte {
	for i := range length {
		if i%8 == 0 {
			bits = mix(bits + 1)
		}
		dst = append(dst, byte(bits>>(i%8*8)))
	}
	return dst
}
