package virtual

// Box is where something stands in the grid, in px from its corner at the left and above.
type Box struct{ Left, Top, Right, Bottom float64 }

// NoteAt returns the left and the top, in px, of a note about a field of a grid, both of them so wide and high: below its field unless the grid
// ends there, then above, at the left or at the right of it. What is being typed is covered only where there is room nowhere.
func NoteAt(field Box, wide, high, gridWide, gridHigh float64) (left, top float64) {
	left, top = min(max(field.Left, 0), max(gridWide-wide, 0)), field.Bottom+2
	if top+high <= gridHigh {
		return left, top
	}
	above, before, behind := field.Top-high-2, field.Left-wide-4, field.Right+4
	switch {
	case above >= 0:
		return left, above
	case before >= 0:
		return before, 0
	case behind+wide <= gridWide:
		return behind, 0
	}
	return left, top
}
