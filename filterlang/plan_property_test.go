package filterlang

import (
	"flag"
	"math/rand"
	"reflect"
	"slices"
	"testing"

	"rangefinder/filterlang/edm"
)

var planSeed = flag.Int64("plan-seed", 1, "seed of the planner's property tests")

// A sample entity is a map, the least clever form there is.
type sampleEntity map[string]edm.Value

func (s sampleEntity) key() (partitionKey, rowKey string) {
	return s[PartitionKey].Text(), s[RowKey].Text()
}

// accepts evaluates e by the rules of section 4.4, word for word; ranksLow is the other reading of a type mismatch.
func accepts(e Expr, s sampleEntity, ranksLow bool) bool {
	switch e := e.(type) {
	case nil:
		return true
	case *And:
		for _, o := range e.Operands {
			if !accepts(o, s, ranksLow) {
				return false
			}
		}
		return true
	case *Or:
		for _, o := range e.Operands {
			if accepts(o, s, ranksLow) {
				return true
			}
		}
		return false
	case *Not:
		return !accepts(e.Operand, s, ranksLow)
	case *Constant:
		return e.Value
	case *BoolProperty:
		v := s[e.Property]
		return v.Type() == edm.Boolean && v.Bool()
	case *Comparison:
		v, ok := s[e.Property]
		if !ok {
			return false
		}
		order, ok := edm.Compare(v, e.Literal)
		switch {
		case !ok:
			return ranksLow && (e.Op == Ne || e.Op == Lt || e.Op == Le)
		case order == edm.Unordered:
			return e.Op == Ne
		}
		return [...]bool{order == 0, order != 0, order > 0, order >= 0, order < 0, order <= 0}[e.Op]
	}
	panic("no expression")
}

// sampleKeys is tiny, so that boundaries are hit; two of it order differently in UTF-8 and UTF-16.
var sampleKeys = []string{"", "a", "a ", "b", "c", "c;", "😀", "ﬁ"}

func sampleLiteral(r *rand.Rand) edm.Value {
	switch r.Intn(10) {
	case 0:
		return edm.NewInt64(int64(r.Intn(3)))
	case 1:
		return edm.NewInt64(1<<53 + int64(r.Intn(3)))
	case 2:
		return edm.NewDouble([]float64{0, 1, 2, 1 << 53}[r.Intn(4)])
	case 3:
		return edm.NewBoolean(r.Intn(2) == 0)
	case 4, 5:
		return edm.NewString(sampleKeys[r.Intn(len(sampleKeys))])
	}
	return edm.NewInt32(int32(r.Intn(3)))
}

func sampleComparison(r *rand.Rand) Expr {
	c := &Comparison{Op: Op(r.Intn(6)), Mirrored: r.Intn(8) == 0}
	switch n := r.Intn(20); {
	case n < 7:
		c.Property = PartitionKey
	case n < 13:
		c.Property = RowKey
	case n == 13:
		c.Property = Timestamp
	case n == 14:
		return &BoolProperty{Property: "A"}
	case n == 15:
		return &Constant{Value: r.Intn(2) == 0}
	case n < 18:
		c.Property = "A"
	default:
		c.Property = "B"
	}
	switch {
	case isKey(c.Property) && r.Intn(12) > 0:
		c.Literal = edm.NewString(sampleKeys[r.Intn(len(sampleKeys))])
	case c.Property == Timestamp && r.Intn(4) > 0:
		c.Literal = edm.NewDateTime(edm.MinTicks + edm.Ticks(r.Intn(3)))
	default:
		c.Literal = sampleLiteral(r)
	}
	return c
}

func sampleFilter(r *rand.Rand, depth int) Expr {
	if depth == 0 || r.Intn(4) == 0 {
		return sampleComparison(r)
	}
	if r.Intn(5) == 0 {
		return &Not{Operand: sampleFilter(r, depth-1)}
	}
	operands := make([]Expr, 2+r.Intn(3))
	for i := range operands {
		operands[i] = sampleFilter(r, depth-1)
	}
	if r.Intn(2) == 0 {
		return &And{Operands: operands}
	}
	return &Or{Operands: operands}
}

// sampleTable has every pair of keys once, with random properties, in key order.
func sampleTable(r *rand.Rand) []sampleEntity {
	var all []sampleEntity
	for _, p := range sampleKeys {
		for _, w := range sampleKeys {
			s := sampleEntity{PartitionKey: edm.NewString(p), RowKey: edm.NewString(w),
				Timestamp: edm.NewDateTime(edm.MinTicks + edm.Ticks(r.Intn(3)))}
			for _, name := range []string{"A", "B"} {
				if r.Intn(4) > 0 {
					s[name] = sampleLiteral(r)
				}
			}
			all = append(all, s)
		}
	}
	slices.SortFunc(all, func(a, b sampleEntity) int {
		p, w := a.key()
		p2, w2 := b.key()
		if n := edm.CompareString(p, p2); n != 0 {
			return n
		}
		return edm.CompareString(w, w2)
	})
	return all
}

func keysOf(all []sampleEntity, keep func(sampleEntity) bool) (keys [][2]string) {
	for _, s := range all {
		if keep(s) {
			p, w := s.key()
			keys = append(keys, [2]string{p, w})
		}
	}
	return keys
}

const planRounds = 4000

// Ensure that the ideal of a filter that the range expresses, which NewPlan takes from the range, is what working it out gives.
func TestNewPlan_IdealOfRange(t *testing.T) {
	r := rand.New(rand.NewSource(*planSeed))
	short := 0
	for round := range 5 * planRounds {
		p := NewPlan(sampleFilter(r, r.Intn(4)))
		if p.Residual == nil && p.Class != Empty {
			short++
		}
		worked := *p
		worked.Ideal, worked.IdealClass, worked.IdealGaveUp, worked.MultiRange, worked.FilterIsFalse = nil, 0, false, false, false
		if worked.idealizeAny(); !reflect.DeepEqual(*p, worked) {
			t.Fatalf("seed %d round %d: %s: ideal %v, worked out %v", *planSeed, round, p.Filter, p.Ideal, worked.Ideal)
		}
	}
	if short < planRounds/4 {
		t.Errorf("only %d filters are expressed by their range: the test has become blind", short)
	}
}

// Ensure that reading the range, or the ideal ranges, misses nothing, that the residual is exact inside the range, and that
// a filter said to be false matches nothing, under both readings of a type mismatch.
func TestNewPlan_NaiveEvaluation(t *testing.T) {
	r := rand.New(rand.NewSource(*planSeed))
	all := sampleTable(r)
	gained := 0
	for round := range planRounds {
		if round%50 == 0 {
			all = sampleTable(r)
		}
		e := sampleFilter(r, r.Intn(4))
		p := NewPlan(e)
		ranksLow := round%2 == 1
		want := keysOf(all, func(s sampleEntity) bool { return accepts(e, s, ranksLow) })
		got := keysOf(all, func(s sampleEntity) bool {
			return p.Class != Empty && p.Range.Contains(s.key()) && accepts(p.Residual, s, ranksLow)
		})
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d round %d: %s\nrange %s residual %v\ngot %q\nwant %q", *planSeed, round, e, p.Range, p.Residual, got, want)
		}
		var union [][2]string
		for _, k := range p.Ideal {
			union = append(union, keysOf(all, func(s sampleEntity) bool { return k.Contains(s.key()) && accepts(e, s, ranksLow) })...)
		}
		if !slices.Equal(union, want) {
			t.Fatalf("seed %d round %d: %s\nideal %v\ngot %q\nwant %q", *planSeed, round, e, p.Ideal, union, want)
		}
		if p.FilterIsFalse && len(want) > 0 {
			t.Fatalf("seed %d round %d: %s is said to be false and matches %q", *planSeed, round, e, want)
		}
		if alwaysTrue(e) && len(want) < len(all) {
			t.Fatalf("seed %d round %d: %s is said to be always true and leaves out entities", *planSeed, round, e)
		}
		if p.MultiRange {
			gained++
		}
		checkOrdered(t, p)
		if !p.Range.Contiguous() {
			t.Fatalf("%s: the service never skips, as %s asks it to", e, p.Range)
		}
	}
	if gained < planRounds/10 {
		t.Errorf("only %d of %d filters gained by an ideal plan: the generator is too tame", gained, planRounds)
	}
}

// checkOrdered ensures that ranges are not empty, disjoint and in key order: each ends before the next begins.
func checkOrdered(t *testing.T, p *Plan) {
	t.Helper()
	for i, k := range p.Ideal {
		if k.Empty() {
			t.Fatalf("%s: range %d is empty", p.Filter, i)
		}
		if i == 0 {
			continue
		}
		before := p.Ideal[i-1]
		_, high := before.Partition.cuts()
		low, _ := k.Partition.cuts()
		if before.Partition == k.Partition {
			if _, single := k.Partition.Single(); !single {
				t.Fatalf("%s: %s and %s interleave", p.Filter, before, k)
			}
			_, high = before.Row.cuts()
			low, _ = k.Row.cuts()
		}
		if high.compare(low) > 0 || !before.Intersect(k).Empty() {
			t.Fatalf("%s: %s does not end before %s", p.Filter, before, k)
		}
	}
}

// Ensure that parallel queries return exactly the filter's entities, in order, that each parses and that none scans.
func TestPlan_Parallel_SameEntities(t *testing.T) {
	r := rand.New(rand.NewSource(*planSeed))
	all := sampleTable(r)
	tried := 0
	for round := range planRounds {
		e := sampleFilter(r, 1+r.Intn(3))
		p := NewPlan(e)
		filters := p.Parallel()
		if filters == nil {
			continue
		}
		tried++
		ranksLow := round%2 == 1
		want := keysOf(all, func(s sampleEntity) bool { return accepts(e, s, ranksLow) })
		var got [][2]string
		for i, q := range filters {
			parsed := mustParse(t, q.String())
			plan := NewPlan(parsed)
			if plan.Class != Point && plan.Class != RowRange && plan.Class != PartitionRange {
				t.Fatalf("%s: parallel query %s is a %s", e, q, plan.Class)
			}
			if plan.Range != p.Ideal[i] {
				t.Fatalf("%s: parallel query %s reads %s, not %s", e, q, plan.Range, p.Ideal[i])
			}
			got = append(got, keysOf(all, func(s sampleEntity) bool { return accepts(parsed, s, ranksLow) })...)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d round %d: %s\nas %v\ngot %q\nwant %q", *planSeed, round, e, filters, got, want)
		}
	}
	if tried < planRounds/20 {
		t.Errorf("only %d of %d filters had parallel queries", tried, planRounds)
	}
}

// Ensure that rewrites parse, that those said to be the same are, and that findings have spans inside the filter.
func TestFindings_Rewrites(t *testing.T) {
	r := rand.New(rand.NewSource(*planSeed))
	all := sampleTable(r)
	same := 0
	for round := range planRounds {
		text := sampleFilter(r, 1+r.Intn(3)).String()
		e := mustParse(t, text)
		ranksLow := round%2 == 1
		want := keysOf(all, func(s sampleEntity) bool { return accepts(e, s, ranksLow) })
		for _, n := range Findings(NewPlan(e), nil) {
			if n.Span.Start < 0 || n.Span.End > len(text) || n.Span.Start >= n.Span.End {
				t.Fatalf("%s: %s has the span %v", text, n.Kind, n.Span)
			}
			if n.Message == "" {
				t.Fatalf("%s: %s says nothing", text, n.Kind)
			}
			for _, w := range n.Rewrites {
				var got [][2]string
				for _, f := range w.Filters {
					q := mustParse(t, f)
					got = append(got, keysOf(all, func(s sampleEntity) bool { return accepts(q, s, ranksLow) })...)
				}
				if w.Same {
					same++
				}
				if w.Same && !slices.Equal(got, want) {
					t.Fatalf("seed %d round %d: %s\n%s: %s %q\ngot %q\nwant %q", *planSeed, round, text, n.Kind, w.Title, w.Filters, got, want)
				}
			}
		}
	}
	if same < planRounds/10 {
		t.Errorf("only %d rewrites promised the same entities", same)
	}
}

// Ensure that implies and excludes mean what they say for every pair of comparisons of one property.
func TestImplies_Excludes_NaiveEvaluation(t *testing.T) {
	r := rand.New(rand.NewSource(*planSeed))
	for range 200_000 {
		a := &Comparison{Property: "A", Op: Op(r.Intn(6)), Literal: sampleLiteral(r)}
		b := &Comparison{Property: "A", Op: Op(r.Intn(6)), Literal: sampleLiteral(r)}
		s := sampleEntity{"A": sampleLiteral(r)}
		ranksLow := r.Intn(2) == 0
		left, right := accepts(a, s, ranksLow), accepts(b, s, ranksLow)
		if left && !right && implies(a, b) {
			t.Fatalf("%s is said to imply %s, but not for %s", a, b, s["A"].Literal())
		}
		if left && right && excludes(a, b) {
			t.Fatalf("%s and %s are said to exclude each other, but both hold for %s", a, b, s["A"].Literal())
		}
	}
}
