// Package stable sorts lists of structs in few bytes. The generic sorts of the standard library are compiled for each type anew, which
// comes to hundreds of kilobytes in what a visitor downloads; here one function sorts all types. It is for lists that people read, not for
// those of all entities.
package stable

import "sort"

// Sort sorts a list; elements that are equal stay in their order.
func Sort[T any](list []T, compare func(a, b T) int) {
	sort.SliceStable(list, func(i, j int) bool { return compare(list[i], list[j]) < 0 })
}
