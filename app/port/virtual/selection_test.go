package virtual_test

import (
	"testing"

	"rangefinder/app/port/virtual"
)

func TestSelection(t *testing.T) {
	var s virtual.Selection
	expect := func(name string, first, last int) {
		t.Helper()
		if gotFirst, gotLast := s.Lines(7); gotFirst != first || gotLast != last {
			t.Fatalf("%s: %d to %d, want %d to %d", name, gotFirst, gotLast, first, last)
		}
		if many := first != last; s.Many() != many || s.Has(first) != many || s.Has(last) != many || s.Has(first-1) || s.Has(last+1) {
			t.Fatalf("%s: Many %v, Has(%d) %v, Has(%d) %v", name, s.Many(), first, s.Has(first), last, s.Has(last))
		}
	}
	expect("zero", 7, 7)
	s.Extend(7, 9)
	expect("down", 7, 9)
	s.Extend(9, 4)
	expect("up past the anchor", 4, 7)
	s.Extend(4, 7)
	expect("back at the anchor", 7, 7)
	s.Extend(7, 8)
	expect("and on from there", 7, 8)
	s.All(100)
	expect("all", 0, 99)
	s.Cut(50)
	expect("half of the lines went", 0, 49)
	s.Extend(7, 6)
	expect("from the current line", 6, 7)
	s.All(50)
	s.Cut(1)
	expect("all but one went", 7, 7)
	s.All(1)
	expect("all of one line", 7, 7)
	s.All(0)
	expect("all of none", 7, 7)
	s.Extend(3, 5)
	if !s.Collapse() || s.Collapse() {
		t.Fatal("Collapse tells of a change that was none, or of none that was one")
	}
	expect("collapsed", 7, 7)
}
