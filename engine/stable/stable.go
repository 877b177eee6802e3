// Package stable sorts lists of structs in few bytes. The standard library's sorts are compiled for each type anew, which comes to
// megabytes in what a visitor downloads; here positions are sorted, by one function for all types. It is for lists that people read, not
// for those of all entities.
package stable

import "slices"

// Sort sorts a list; elements that are equal stay in their order.
func Sort[T any](list []T, compare func(a, b T) int) {
	if len(list) < 2 {
		return
	}
	before := slices.Clone(list)
	for to, from := range positions(len(list), func(i, j int) int { return compare(before[i], before[j]) }) {
		list[to] = before[from]
	}
}

func positions(n int, compare func(i, j int) int) []int {
	at := make([]int, n)
	for i := range at {
		at[i] = i
	}
	slices.SortFunc(at, func(i, j int) int {
		if c := compare(i, j); c != 0 {
			return c
		}
		return i - j
	})
	return at
}
