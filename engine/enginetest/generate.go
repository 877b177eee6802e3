package enginetest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sort"
	"strings"

	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Generator makes random data and questions from one seed. The pools are small, so that keys meet, literals equal stored
// values, and types clash.
type Generator struct {
	*rand.Rand
}

// NewGenerator returns the generator of a seed.
func NewGenerator(seed uint64) *Generator {
	return &Generator{rand.New(rand.NewPCG(seed, 0x5eed))}
}

func pick[T any](g *Generator, from []T) T { return from[g.IntN(len(from))] }

var (
	partitionPool = []string{"", "a", "aa", "ab", "b", "B", "c", "é", "\uffff", "\U0001F600", "a b", "~", "p'q", "100%25"}
	rowPool       = []string{"", "0", "00", "1", "10", "2", "Sphere", "Star Wars", "ß", "\ue000", "\U00010000", "z", "zz", "%20"}
	literalKeys   = []string{"a\x00", "a\x00b", "a\x01", "\x00", "m", "A", "\ud7ff", "a/b"}
	namePool      = []string{"A", "B", "C", "Flag", "Größe", "_x"}
	textPool      = []string{"", "a", "b", "B", "bB", "é", "\uffff", "\U0001F600", "it's", "long enough to leave the short paths"}
	numberPool    = []float64{0, 1, 2, -1, 2.5, 1e300, math.Inf(1), math.Inf(-1), math.NaN(), math.MaxInt32, math.Copysign(0, -1)}
)

// PartitionKey returns a legal PartitionKey.
func (g *Generator) PartitionKey() string { return pick(g, partitionPool) }

// RowKey returns a legal RowKey.
func (g *Generator) RowKey() string { return pick(g, rowPool) }

// PropertyName returns a legal name.
func (g *Generator) PropertyName() string { return pick(g, namePool) }

// Value returns a value of any type.
func (g *Generator) Value() edm.Value {
	switch pick(g, edm.Types[:]) {
	case edm.String:
		return edm.NewString(pick(g, textPool))
	case edm.Int32:
		return edm.NewInt32(int32(g.IntN(5) - 2))
	case edm.Int64:
		return edm.NewInt64(pick(g, []int64{-1, 0, 1, 2, math.MaxInt64, math.MinInt64, 1 << 53, 1<<53 + 1}))
	case edm.Double:
		return edm.NewDouble(pick(g, numberPool))
	case edm.Boolean:
		return edm.NewBoolean(g.IntN(2) == 0)
	case edm.DateTime:
		return edm.NewDateTime(pick(g, []edm.Ticks{edm.MinTicks, edm.MaxTicks, 630822816000000000, 630822816000000001}))
	case edm.Guid:
		return edm.NewGuid(edm.UUID{byte(g.IntN(3)), 3: byte(g.IntN(3)), 15: byte(g.IntN(3))})
	default:
		return edm.NewBinary(pick(g, []string{"", "\x00", "\x00\x01", "\xff", "ab"}))
	}
}

// Properties returns up to n distinct properties, some of them null.
func (g *Generator) Properties(n int) []engine.Property {
	var out []engine.Property
	for _, i := range g.Perm(len(namePool))[:g.IntN(min(n, len(namePool))+1)] {
		p := engine.Property{Name: namePool[i]}
		if g.IntN(12) > 0 {
			p.Value = g.Value()
		}
		out = append(out, p)
	}
	return out
}

// Filter returns the text of a filter that parses, of up to depth levels.
func (g *Generator) Filter(depth int) string {
	if depth > 0 && g.IntN(3) > 0 {
		switch g.IntN(4) {
		case 0:
			return "not (" + g.Filter(depth-1) + ")"
		case 1:
			return g.operands(depth, " or ")
		default:
			return g.operands(depth, " and ")
		}
	}
	op := filterlang.Op(g.IntN(6)).String()
	switch g.IntN(8) {
	case 0, 1, 2:
		return g.compare("PartitionKey", op, edm.NewString(g.keyLiteral(partitionPool)))
	case 3, 4:
		return g.compare("RowKey", op, edm.NewString(g.keyLiteral(rowPool)))
	case 5:
		if g.IntN(3) == 0 {
			return g.PropertyName()
		}
		if g.IntN(6) == 0 {
			return pick(g, []string{"true", "False"})
		}
		if g.IntN(6) == 0 {
			return g.compare(pick(g, []string{"PartitionKey", "RowKey", "Timestamp", "Absent"}), op, g.literal())
		}
	}
	return g.compare(g.PropertyName(), op, g.literal())
}

func (g *Generator) operands(depth int, word string) string {
	parts := make([]string, 2+g.IntN(2))
	for i := range parts {
		parts[i] = "(" + g.Filter(depth-1) + ")"
	}
	return strings.Join(parts, word)
}

func (g *Generator) keyLiteral(pool []string) string {
	if g.IntN(12) == 0 {
		return pick(g, literalKeys)
	}
	return pick(g, pool)
}

// literal returns a value that can be written in a filter.
func (g *Generator) literal() edm.Value {
	for {
		v := g.Value()
		if f := v.Float(); v.Type() != edm.Double || f == f && !math.IsInf(f, 0) {
			return v
		}
	}
}

func (g *Generator) compare(property, op string, literal edm.Value) string {
	if g.IntN(6) == 0 {
		return fmt.Sprintf("%s %s %s", literal.Literal(), op, property)
	}
	return fmt.Sprintf("%s %s %s", property, op, literal.Literal())
}

func sortStrings(s []string) { sort.Strings(s) }

func fold(table string) string { return strings.ToLower(table) }
