package filterlang

import (
	"math"
	"math/rand/v2"
	"testing"

	"rangefinder/filterlang/edm"
)

// Ensure that parsing the canonical text of any tree gives the tree back.
func TestPrint_ParsesBack(t *testing.T) {
	seed := rand.Uint64()
	source := treeSource{rand.New(rand.NewPCG(seed, 0))}
	for range 5000 {
		tree := source.tree(5)
		text := tree.String()
		back, err := Parse(text)
		if err != nil {
			t.Fatalf("seed %d: %s: %v", seed, text, err)
		}
		if !Equal(tree, back) {
			t.Fatalf("seed %d: %s comes back as %s", seed, text, back)
		}
		if back.String() != text {
			t.Fatalf("seed %d: %s prints as %s the second time", seed, text, back)
		}
	}
}

func TestEqual_TellsTreesApart(t *testing.T) {
	texts := []string{"A", "B", "A and B", "B and A", "A or B", "not A", "A eq 1", "1 eq A", "A eq 1L", "A ne 1", "A and B and C",
		"(A and B) and C", "A eq NaN", "A eq 1.0", "A eq '1'", "true", "false", "A and true", "A and false"}
	for i, a := range texts {
		for j, b := range texts {
			left, _ := Parse(a)
			right, _ := Parse(b)
			if Equal(left, right) != (i == j) {
				t.Errorf("Equal(%s, %s) = %v", a, b, i != j)
			}
		}
	}
	if some, _ := Parse("A"); Equal(nil, some) || Equal(some, nil) || !Equal(nil, nil) {
		t.Error("no filter is equal to a filter, or not to itself")
	}
}

// treeSource makes random filters.
type treeSource struct{ *rand.Rand }

func (s treeSource) tree(depth int) Expr {
	kind := s.IntN(7)
	if depth == 0 {
		kind = 3 + s.IntN(4)
	}
	switch kind {
	case 0:
		return &And{Operands: s.operands(depth)}
	case 1:
		return &Or{Operands: s.operands(depth)}
	case 2:
		return &Not{Operand: s.tree(depth - 1)}
	case 3:
		return &BoolProperty{Property: s.pick("A", "_b", "Größe", "Not", "AND", "eq_", "datetime", "X", "IsFavorite")}
	case 4:
		return &Constant{Value: s.IntN(2) == 0}
	}
	return &Comparison{
		Property: s.pick("PartitionKey", "RowKey", "Timestamp", "A", "le", "eq", "Имя", "guid", "Truth", "Nan"),
		Op:       Op(s.IntN(6)),
		Literal:  s.literal(),
		Mirrored: s.IntN(3) == 0,
	}
}

func (s treeSource) operands(depth int) []Expr {
	operands := make([]Expr, 2+s.IntN(3))
	for i := range operands {
		operands[i] = s.tree(depth - 1)
	}
	return operands
}

func (s treeSource) pick(words ...string) string { return words[s.IntN(len(words))] }

func (s treeSource) literal() edm.Value {
	switch s.IntN(8) {
	case 0:
		return edm.NewInt32(int32(s.Uint32()))
	case 1:
		return edm.NewInt64(int64(s.Uint64() >> s.IntN(64)))
	case 2:
		return edm.NewDouble(math.Float64frombits(s.Uint64()))
	case 3:
		return edm.NewDouble([]float64{0, math.Copysign(0, -1), 1e15, 1e14, 1e-4, 1e-5, math.Inf(1), math.Inf(-1), math.NaN(),
			math.MaxFloat64, math.SmallestNonzeroFloat64}[s.IntN(11)])
	case 4:
		return edm.NewBoolean(s.IntN(2) == 0)
	case 5:
		return edm.NewDateTime(edm.Ticks(s.Int64N(int64(edm.MaxTicks) + 1)))
	case 6:
		var g edm.UUID
		for i := range g {
			g[i] = byte(s.Uint32())
		}
		if s.IntN(2) == 0 {
			return edm.NewBinary(string(g[:s.IntN(16)]))
		}
		return edm.NewGuid(g)
	}
	text := ""
	for range s.IntN(8) {
		text += s.pick("'", "''", "a", " and ", "🎬", "\x00", "\"", "é", "\n", "(", "\uffff")
	}
	return edm.NewString(text)
}
