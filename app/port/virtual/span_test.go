package virtual

import "testing"

// Ensure that a span is the rectangle between its anchor and the current cell, whichever is the upper or the left one.
func TestSpan(t *testing.T) {
	var s Span
	if s.On() || s.Has(3, 2, 3, 2) || s.End() {
		t.Error("there is a span before one begins")
	}
	s.Begin(3, 2)
	s.Begin(9, 9) // the anchor stays
	for _, at := range []struct{ line, column, first, last, left, right int }{
		{3, 2, 3, 3, 2, 2}, {5, 4, 3, 5, 2, 4}, {1, 0, 1, 3, 0, 2}, {5, 0, 3, 5, 0, 2}, {1, 4, 1, 3, 2, 4},
	} {
		first, last, left, right := s.Bounds(at.line, at.column)
		if first != at.first || last != at.last || left != at.left || right != at.right {
			t.Errorf("at %d, %d: lines %d to %d, columns %d to %d", at.line, at.column, first, last, left, right)
		}
		for line := range 7 {
			for column := range 7 {
				want := at.first <= line && line <= at.last && at.left <= column && column <= at.right
				if s.Has(line, column, at.line, at.column) != want {
					t.Errorf("at %d, %d: cell %d, %d is chosen: %v", at.line, at.column, line, column, !want)
				}
			}
		}
	}
	if !s.End() || s.On() {
		t.Error("it does not end")
	}
}

func TestSaid(t *testing.T) {
	var lines Selection
	var cells Span
	if got := Said(&lines, &cells, 3, 1, 2000); got != "" {
		t.Errorf("%q of one cell", got)
	}
	cells.Begin(3, 1)
	if got := Said(&lines, &cells, 5, 2, 2000); got != "6 cells selected" {
		t.Error(got)
	}
	cells.End()
	lines.Extend(3, 1002)
	if got := Said(&lines, &cells, 1002, 1, 2000); got != "1,000 entities selected" {
		t.Error(got)
	}
	lines.All(2000)
	if got := Said(&lines, &cells, 1999, 1, 2000); got != "all 2,000 entities selected" {
		t.Error(got)
	}
}
