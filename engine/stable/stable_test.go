package stable_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"rangefinder/engine/stable"
)

// Ensure that lists of any length come out as of the standard library's stable sort.
func TestSort(t *testing.T) {
	type element struct{ key, was int }
	r := rand.New(rand.NewPCG(1, 1))
	for n := range 200 {
		list := make([]element, n)
		for i := range list {
			list[i] = element{r.IntN(1 + n/3), i}
		}
		want := slices.Clone(list)
		by := func(a, b element) int { return cmp.Compare(a.key, b.key) }
		slices.SortStableFunc(want, by)
		stable.Sort(list, by)
		if !slices.Equal(list, want) {
			t.Fatalf("%v, want %v", list, want)
		}
	}
}
