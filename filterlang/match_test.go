package filterlang

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"rangefinder/filterlang/edm"
)

// matchPool holds values at the borders of every type; properties and literals are drawn from it, so that they often meet.
var matchPool = map[edm.Type][]edm.Value{
	edm.String: poolOf(edm.NewString, "", "a", "b", "B", "bB", "a\x00", "a\x00b", "\x01", "\x7f", "é", "\ue000", "\uffff", "😀",
		"a\ue000", "a😀", "a\uffffb", "5"),
	edm.Int32: poolOf(edm.NewInt32, 0, 1, -1, 5, 6, math.MaxInt32, math.MinInt32),
	edm.Int64: poolOf(edm.NewInt64, 0, 1, -1, 5, math.MaxInt32+1, math.MaxInt64, math.MinInt64, math.MaxInt64-1, 1<<53, 1<<53+1),
	edm.Double: poolOf(edm.NewDouble, 0, math.Copysign(0, -1), 1, -1, 5, 5.5, math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, 1<<53,
		math.Float64frombits(0xFFF8000000000001)),
	edm.Boolean:  poolOf(edm.NewBoolean, false, true),
	edm.DateTime: poolOf(edm.NewDateTime, edm.MinTicks, edm.MaxTicks, 630822816000000000, 630822816000000001),
	edm.Guid:     poolOf(edm.NewGuid, edm.UUID{}, edm.UUID{0x80}, edm.UUID{15: 1}, edm.UUID{0: 0xFF, 15: 0xFF}),
	edm.Binary:   poolOf(edm.NewBinary, "", "\x00", "\x00\x01", "\xee", "\xf0", "\xff", "\xff\x00"),
}

func poolOf[T any](make func(T) edm.Value, of ...T) []edm.Value {
	out := []edm.Value{}
	for _, v := range of {
		out = append(out, make(v))
	}
	return out
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

var matchKeys = []string{"", "a", "b", "a b", "é", "\ue000", "\uffff", "😀", "a\ue000", "a😀"}

var matchNames = []string{"A", "B", "C", "D"}

// randomLiteral prefers types that comparisons treat alike, so that not every other comparison is a mismatch.
func randomLiteral(r *rand.Rand, property string) edm.Value {
	switch {
	case property == Timestamp && r.IntN(8) > 0:
		return pick(r, matchPool[edm.DateTime])
	case (property == PartitionKey || property == RowKey) && r.IntN(8) > 0:
		return pick(r, matchPool[edm.String])
	}
	return pick(r, matchPool[pick(r, edm.Types[:])])
}

func randomFilter(r *rand.Rand, depth int) Expr {
	switch n := r.IntN(10); {
	case depth > 0 && n < 2:
		return &And{Operands: randomOperands(r, depth)}
	case depth > 0 && n < 4:
		return &Or{Operands: randomOperands(r, depth)}
	case depth > 0 && n < 5:
		return &Not{Operand: randomFilter(r, depth-1)}
	case n == 5 && r.IntN(4) == 0:
		return &Constant{Value: r.IntN(2) == 0}
	case n < 6:
		return &BoolProperty{Property: pick(r, append(matchNames, "Absent", PartitionKey))}
	}
	property := pick(r, append(matchNames, "A", "B", "C", "D", "Absent", PartitionKey, RowKey, Timestamp))
	return &Comparison{Property: property, Op: Op(r.IntN(6)), Literal: randomLiteral(r, property)}
}

func randomOperands(r *rand.Rand, depth int) []Expr {
	operands := make([]Expr, 2+r.IntN(3))
	for i := range operands {
		operands[i] = randomFilter(r, depth-1)
	}
	return operands
}

// TestBind_AgreesWithEval holds compiled predicates, their constants and their mismatch reports against the plain evaluator.
func TestBind_AgreesWithEval(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	matched, constants := 0, 0
	const rounds, entities = 20_000, 8
	for range rounds {
		options := MatchOptions{MismatchRanksLow: r.IntN(2) == 1}
		filter := randomFilter(r, r.IntN(4))
		matcher := Compile(filter, options)
		var properties []edm.LayoutProperty
		for _, name := range matchNames {
			if r.IntN(5) > 0 {
				properties = append(properties, edm.LayoutProperty{Name: name, Type: pick(r, edm.Types[:])})
			}
		}
		layout := edm.NewLayout(properties)
		binding := matcher.Bind(layout)
		counted, _ := fold(filter) // what constants leave out meets nothing
		if binding.Constant {
			constants++
		}
		for range entities {
			pk, rk, timestamp := pick(r, matchKeys), pick(r, matchKeys), pick(r, matchPool[edm.DateTime])
			entity := map[string]edm.Value{
				PartitionKey: edm.NewString(pk), RowKey: edm.NewString(rk), Timestamp: timestamp,
			}
			stored := make([]edm.Value, len(properties))
			for i, p := range properties {
				stored[i] = pick(r, matchPool[p.Type])
				entity[p.Name] = stored[i]
			}
			get := func(name string) edm.Value { return entity[name] }
			p := edm.Pack(3, timestamp.Ticks(), pk, rk, layout, stored)
			want := Eval(filter, get, options)
			if got := binding.Match(p); got != want {
				t.Fatalf("%s (%+v) on %v: got %v, want %v", describe(filter), options, entity, got, want)
			}
			if binding.Constant && binding.Value != want {
				t.Fatalf("%s (%+v) on %v: constant %v, want %v", describe(filter), options, entity, binding.Value, want)
			}
			if got := counted != nil && meetsMismatch(counted, get, options, false); got != binding.Mismatches {
				t.Fatalf("%s on %v: Mismatches %v, want %v", describe(filter), entity, binding.Mismatches, got)
			}
			if want {
				matched++
			}
		}
	}
	if share := float64(matched) / (rounds * entities); share < 0.2 || share > 0.8 {
		t.Errorf("%.2f of the pairs match: the test has become blind", share)
	}
	if constants < rounds/20 {
		t.Errorf("only %d constant bindings", constants)
	}
}

// meetsMismatch reports whether the answer of a comparison with a value of another type, alone, is against the entity.
func meetsMismatch(e Expr, get func(string) edm.Value, options MatchOptions, negated bool) bool {
	switch e := e.(type) {
	case *And:
		return slices.ContainsFunc(e.Operands, func(o Expr) bool { return meetsMismatch(o, get, options, negated) })
	case *Or:
		return slices.ContainsFunc(e.Operands, func(o Expr) bool { return meetsMismatch(o, get, options, negated) })
	case *Not:
		return meetsMismatch(e.Operand, get, options, !negated)
	case *BoolProperty:
		v := get(e.Property)
		return !v.IsZero() && v.Type() != edm.Boolean && Eval(e, get, options) == negated
	case *Comparison:
		v := get(e.Property)
		_, ok := edm.Compare(v, e.Literal)
		return !v.IsZero() && !ok && Eval(e, get, options) == negated
	}
	return false
}

// describe prints a filter whose literals may have no text form, such as NaN.
func describe(e Expr) any {
	switch e := e.(type) {
	case *And:
		return append([]any{"and"}, describeAll(e.Operands)...)
	case *Or:
		return append([]any{"or"}, describeAll(e.Operands)...)
	case *Not:
		return []any{"not", describe(e.Operand)}
	case *Comparison:
		return []any{e.Property, e.Op.String(), e.Literal}
	case *BoolProperty:
		return e.Property
	}
	return e
}

func describeAll(operands []Expr) []any {
	var all []any
	for _, o := range operands {
		all = append(all, describe(o))
	}
	return all
}

// TestEval_Rules is the table of section 4.4, one line a rule.
func TestEval_Rules(t *testing.T) {
	str, i32, i64, dbl := edm.NewString, edm.NewInt32, edm.NewInt64, edm.NewDouble
	none := edm.Value{}
	tests := []struct {
		name     string
		property edm.Value
		op       Op
		literal  edm.Value
		want     bool
		low      bool // with MismatchRanksLow
	}{
		{"absent eq", none, Eq, i32(1), false, false},
		{"absent ne", none, Ne, i32(1), false, false},
		{"absent lt", none, Lt, str("a"), false, false},
		{"mismatch eq", str("1"), Eq, i32(1), false, false},
		{"mismatch ne", str("1"), Ne, i32(1), false, true},
		{"mismatch lt", str("1"), Lt, i32(1), false, true},
		{"mismatch le", str("1"), Le, i32(1), false, true},
		{"mismatch gt", str("1"), Gt, i32(1), false, false},
		{"Int32 literal widens to Int64", i64(5), Eq, i32(5), true, true},
		{"Int32 literal widens to Double", dbl(5), Eq, i32(5), true, true},
		{"Int64 literal widens to Double", dbl(5), Ge, i64(5), true, true},
		{"Int32 property is not widened to Int64", i32(5), Eq, i64(5), false, false},
		{"Int32 property is not widened to Double", i32(5), Gt, dbl(1.2), false, false},
		{"Int64 property is not widened to Double", i64(5), Eq, dbl(5), false, false},
		{"b lt bB", str("b"), Lt, str("bB"), true, true},
		{"B lt b", str("B"), Lt, str("b"), true, true},
		{"UTF-16 order", str("😀"), Lt, str("\ue000"), true, true},
		{"NaN eq NaN", dbl(math.NaN()), Eq, dbl(math.NaN()), false, false},
		{"NaN ne 1", dbl(math.NaN()), Ne, dbl(1), true, true},
		{"NaN le Inf", dbl(math.NaN()), Le, dbl(math.Inf(1)), false, false},
		{"false lt true", edm.NewBoolean(false), Lt, edm.NewBoolean(true), true, true},
		{"shorter Binary first", edm.NewBinary("\x01"), Lt, edm.NewBinary("\x01\x00"), true, true},
		{"100 ns", edm.NewDateTime(630822816000000001), Gt, edm.NewDateTime(630822816000000000), true, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			get := func(string) edm.Value { return tt.property }
			filter := &Comparison{Property: "P", Op: tt.op, Literal: tt.literal}
			if got := Eval(filter, get, MatchOptions{}); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
			if got := Eval(filter, get, MatchOptions{MismatchRanksLow: true}); got != tt.low {
				t.Errorf("MismatchRanksLow: got %v, want %v", got, tt.low)
			}
			if got := Eval(&Not{Operand: filter}, get, MatchOptions{}); got == tt.want {
				t.Error("not is the plain negation")
			}
		})
	}
	for _, v := range []edm.Value{none, edm.NewBoolean(false), i32(1), str("true")} {
		if Eval(&BoolProperty{Property: "P"}, func(string) edm.Value { return v }, MatchOptions{MismatchRanksLow: true}) {
			t.Errorf("bare property true for %v", v)
		}
	}
}

func TestBind_NoFilter(t *testing.T) {
	b := Compile(nil, MatchOptions{}).Bind(edm.NewLayout(nil))
	if !b.Constant || !b.Value || b.Mismatches || !b.Match(edm.Pack(0, 0, "", "", edm.NewLayout(nil), nil)) {
		t.Errorf("no filter: %+v", b)
	}
}

func TestMatch_NoAllocation(t *testing.T) {
	layout, p := benchEntity(7)
	for name, filter := range benchFilters {
		match := Compile(filter, MatchOptions{}).Bind(layout).Match
		if n := testing.AllocsPerRun(100, func() { match(p) }); n != 0 {
			t.Errorf("%s: %v allocations an entity", name, n)
		}
	}
}

var benchFilters = map[string]Expr{
	"Int32":  &Comparison{Property: "Number", Op: Gt, Literal: edm.NewInt32(500_000)},
	"Double": &Comparison{Property: "Ratio", Op: Lt, Literal: edm.NewDouble(0.5)},
	"String": &Comparison{Property: "Text", Op: Ge, Literal: edm.NewString("text-000000000050000")},
	"Equal":  &Comparison{Property: "Text", Op: Eq, Literal: edm.NewString("text-000000000050000")},
	"UTF16":  &Comparison{Property: "Text", Op: Ge, Literal: edm.NewString("text-\uffff")},
	"RowKey": &Comparison{Property: RowKey, Op: Ge, Literal: edm.NewString("R00000500")},
	"And": &And{Operands: []Expr{
		&Comparison{Property: "Number", Op: Gt, Literal: edm.NewInt32(500_000)},
		&BoolProperty{Property: "Flag"},
	}},
	"Timestamp": &Comparison{Property: Timestamp, Op: Gt, Literal: edm.NewDateTime(5)},
}

func benchEntity(i int) (*edm.Layout, edm.Packed) {
	layout := edm.NewLayout([]edm.LayoutProperty{
		{Name: "Number", Type: edm.Int32}, {Name: "Ratio", Type: edm.Double}, {Name: "Text", Type: edm.String}, {Name: "Flag", Type: edm.Boolean},
	})
	return layout, benchSlab.Pack(0, edm.Ticks(i), "P"+digits(i/1000, 4), "R"+digits(i%1000, 8), layout, []edm.Value{
		edm.NewInt32(int32(i * 7919 % 1_000_000)), edm.NewDouble(float64(i*31%1000) / 1000),
		edm.NewString("text-" + digits(i*17%100_000, 15)), edm.NewBoolean(i%2 == 0),
	})
}

var benchSlab edm.Slab

func digits(n, width int) string {
	b := make([]byte, width)
	for i := width - 1; i >= 0; i-- {
		b[i] = byte('0' + n%10)
		n /= 10
	}
	return string(b)
}

// BenchmarkMatch evaluates one filter on each of 1,000,000 packed entities per iteration.
func BenchmarkMatch(b *testing.B) {
	entities := make([]edm.Packed, 1_000_000)
	for i := range entities {
		_, entities[i] = benchEntity(i)
	}
	layout, _ := benchEntity(0)
	for _, name := range []string{"Int32", "Double", "String", "Equal", "UTF16", "RowKey", "And", "Timestamp"} {
		b.Run(name, func(b *testing.B) {
			match := Compile(benchFilters[name], MatchOptions{}).Bind(layout).Match
			found := 0
			for b.Loop() {
				n := 0
				for _, p := range entities {
					if match(p) {
						n++
					}
				}
				found += n
			}
			b.ReportMetric(float64(found)/float64(b.N), "found")
		})
	}
}
