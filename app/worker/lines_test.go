package worker

import (
	"fmt"
	"testing"
)

// TestPages_At walks every line of small results and compares with the plain list of what the grid shows.
func TestPages_At(t *testing.T) {
	for _, sizes := range [][]int{{0}, {1}, {3}, {3, 2}, {0, 2}, {2, 0}, {2, 0, 0, 1}, {0, 0}, {1, 1, 1}, {1000, 1000, 17}} {
		firsts, n := []int{}, 0
		var want []string
		for page, size := range sizes {
			firsts = append(firsts, n)
			if page > 0 {
				want = append(want, fmt.Sprint("marker ", page))
			}
			for range size {
				want = append(want, fmt.Sprint("entity ", n))
				n++
			}
		}
		p := pages{entities: n, count: len(sizes), first: func(i int) int { return firsts[i] }}
		if p.lines() != len(want) {
			t.Errorf("%v: %d lines, want %d", sizes, p.lines(), len(want))
			continue
		}
		for line := range want {
			i, marker := p.at(line)
			got := fmt.Sprint("entity ", i)
			if marker {
				got = fmt.Sprint("marker ", i)
			}
			if got != want[line] {
				t.Errorf("%v: line %d is %s, want %s", sizes, line, got, want[line])
			}
		}
	}
}
