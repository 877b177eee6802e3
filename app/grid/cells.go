package grid

import "rangefinder/app/page"

// CellsSet asks for other values of the cells of some lines and columns: for none, which removes the properties.
type CellsSet struct {
	First, Last int
	Columns     []string
}

// deletes is what the Delete key asks for where cells are chosen: for the entities of lines that are selected or of a key's cell, else
// for the values of the cells.
func (m *Model) deletes(first, last, left, right int) page.Msg {
	names, r := m.Names(), m.Result
	switch {
	case right >= len(names):
		return nil
	case r.First <= first && first <= r.Last && r.First < r.Last, first == last && left == right && IsKey(names[left]):
		return LineDeletePressed{Line: first}
	}
	return CellsSet{First: first, Last: last, Columns: names[left : right+1]}
}
