package virtual

import "rangefinder/app/port"

// RowClass is the class of a row's element. bound is a row that begins a partition.
func RowClass(row port.Row, bound, selected bool) string {
	class := "rf-row"
	switch row.Kind {
	case port.RowPageMarker:
		class += " rf-marker"
	case port.RowLoading:
		class += " rf-loading"
	}
	if row.Band&1 == 1 {
		class += " rf-odd"
	}
	if bound {
		class += " rf-bound"
	}
	switch row.Mark {
	case port.MarkPending:
		class += " rf-pending"
	case port.MarkDeleted:
		class += " rf-deleted"
	}
	if selected {
		class += " rf-selected"
	}
	return class
}

// StartsBand reports whether a line is an entity, and the one before it, page markers aside, is here and of another partition.
func (c *Cache) StartsBand(line int) bool {
	row, ok := c.Row(line)
	if !ok || row.Kind != port.RowEntity {
		return false
	}
	for line--; line >= 0; line-- {
		before, ok := c.Row(line)
		if !ok || before.Kind == port.RowLoading {
			return false
		}
		if before.Kind == port.RowEntity {
			return before.Band != row.Band
		}
	}
	return false
}
