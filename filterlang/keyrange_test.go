package filterlang

import (
	"math/rand"
	"testing"
)

func span(low, high Bound) Interval { return Interval{Low: low, High: high} }

func TestKeyRange_String(t *testing.T) {
	incl := func(v string) Bound { return Bound{Inclusive, v} }
	excl := func(v string) Bound { return Bound{Exclusive, v} }
	all := Interval{}
	for _, test := range []struct {
		r     KeyRange
		want  string
		class Class
	}{
		{KeyRange{}, "everything", FullScan},
		{Nothing(), "nothing", Empty},
		{KeyRange{Exactly("SciFi"), Exactly("Star Wars")}, "(SciFi,Star Wars)", Point},
		{KeyRange{Exactly("SciFi"), span(incl("Sphere"), incl("Star Wars"))}, "[(SciFi,Sphere)…(SciFi,Star Wars)]", RowRange},
		{KeyRange{Exactly("Action"), span(incl("Sh"), excl("Si"))}, "[(Action,Sh)…(Action,Si))", RowRange},
		{KeyRange{Exactly("Football"), span(excl("2521"), Bound{})}, "((Football,2521)…end of Football]", RowRange},
		{KeyRange{Exactly("a"), span(Bound{}, excl("x"))}, "[start of a…(a,x))", RowRange},
		{KeyRange{Exactly("Action"), all}, "all of Action", RowRange},
		{KeyRange{Exactly(""), all}, "all of ''", RowRange},
		{KeyRange{Exactly(""), Exactly("")}, "('','')", Point},
		{KeyRange{span(incl("Action"), excl("War")), all}, "[Action … War)", PartitionRange},
		{KeyRange{span(excl("a"), Bound{}), all}, "(a … +∞)", PartitionRange},
		{KeyRange{span(Bound{}, incl("m")), all}, "(−∞ … m]", PartitionRange},
		{KeyRange{span(incl(""), Bound{}), all}, "everything", FullScan},
		{KeyRange{span(excl(""), Bound{}), all}, "('' … +∞)", PartitionRange},
		{KeyRange{span(Bound{}, incl("")), all}, "all of ''", RowRange},
		{KeyRange{span(incl("a"), Bound{}), Exactly("x")}, "each PartitionKey of [a … +∞): RowKey x", PartitionRange},
		{KeyRange{all, span(incl("Sh"), excl("Si"))}, "each PartitionKey: RowKey [Sh … Si)", FullScan},
		{KeyRange{span(incl("b"), incl("a")), all}, "nothing", Empty},
		{KeyRange{span(incl("a"), excl("a")), all}, "nothing", Empty},
		{KeyRange{all, span(Bound{}, excl(""))}, "nothing", Empty},
	} {
		if got := test.r.String(); got != test.want {
			t.Errorf("%+v is written %q, not %q", test.r, got, test.want)
		}
		if got := test.r.Class(); got != test.class {
			t.Errorf("%s is a %s, not a %s", test.want, got, test.class)
		}
	}
}

func sampleInterval(r *rand.Rand) Interval {
	bound := func() Bound { return Bound{BoundKind(r.Intn(3)), sampleKeys[r.Intn(len(sampleKeys))]} }
	if r.Intn(3) == 0 {
		return Exactly(sampleKeys[r.Intn(len(sampleKeys))])
	}
	return span(bound(), bound())
}

// Ensure that Empty, Single, All, Intersect and Contiguous agree with Contains.
func TestKeyRange_Algebra(t *testing.T) {
	r := rand.New(rand.NewSource(*planSeed))
	for range 20_000 {
		a, b := KeyRange{sampleInterval(r), sampleInterval(r)}, KeyRange{sampleInterval(r), sampleInterval(r)}
		both := a.Intersect(b)
		for _, p := range sampleKeys {
			for _, w := range sampleKeys {
				in := a.Contains(p, w)
				if both.Contains(p, w) != (in && b.Contains(p, w)) {
					t.Fatalf("(%q,%q): %s and %s intersect in %s", p, w, a, b, both)
				}
				if a.Empty() && in {
					t.Fatalf("%s is empty and contains (%q,%q)", a, p, w)
				}
				if p2, w2, single := a.Single(); single && in != (p == p2 && w == w2) {
					t.Fatalf("%s is single; (%q,%q): %t", a, p, w, in)
				}
			}
			if a.Row.All() && !a.Row.Contains(p) {
				t.Fatalf("%s is every RowKey but %q", a, p)
			}
		}
	}
}

// Ensure that merged ranges are ordered, disjoint, lose nothing, and add nothing where no skip scan is among them.
func TestMergeRanges_NaiveUnion(t *testing.T) {
	r := rand.New(rand.NewSource(*planSeed))
	for range 5_000 {
		ranges := make([]KeyRange, r.Intn(6))
		exact := true
		for i := range ranges {
			ranges[i] = KeyRange{sampleInterval(r), sampleInterval(r)}
			if r.Intn(2) == 0 {
				ranges[i].Row = Interval{}
			}
			exact = exact && ranges[i].Contiguous()
		}
		merged := MergeRanges(ranges)
		checkOrdered(t, &Plan{Ideal: merged})
		for _, p := range sampleKeys {
			for _, w := range sampleKeys {
				want, got := contains(ranges, p, w), contains(merged, p, w)
				if want && !got || exact && got != want {
					t.Fatalf("(%q,%q): %v merged to %v", p, w, ranges, merged)
				}
			}
		}
		for i := 1; exact && i < len(merged); i++ {
			if merged[i-1].Row.All() && merged[i].Row.All() {
				_, high := merged[i-1].Partition.cuts()
				if low, _ := merged[i].Partition.cuts(); high == low {
					t.Fatalf("%v touch and were not merged", merged)
				}
			}
		}
	}
}

func contains(ranges []KeyRange, partitionKey, rowKey string) bool {
	for _, r := range ranges {
		if r.Contains(partitionKey, rowKey) {
			return true
		}
	}
	return false
}
