package page

import (
	"rangefinder/app/wire"
	"rangefinder/filterlang/edm"
)

// DiffRow is a property of an entity on several sides.
type DiffRow struct {
	Name  string
	Cells []wire.TextProperty // one a side; a Type of NoType: that side has no such property
	Same  bool                // on all sides
}

// Apart is the number of the first character in which the cells from one on differ.
func (r *DiffRow) Apart(from int) int {
	at := 0
	for _, c := range r.Cells[from+1:] {
		if c.Text != r.Cells[from].Text {
			at = apart(r.Cells[from].Text, c.Text)
		}
	}
	return at
}

// apart is the number of the first character in which texts differ.
func apart(a, b string) int {
	x, y := []rune(a), []rune(b)
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}

// Diff lines up the properties of an entity on several sides, in the order in which they come. A side that is nil has none.
func Diff(sides ...*wire.EntityReply) []DiffRow {
	var rows []DiffRow
	at := map[string]int{}
	for i, side := range sides {
		if side == nil {
			continue
		}
		for _, p := range side.Properties {
			n, ok := at[p.Name]
			if !ok {
				n = len(rows)
				at[p.Name] = n
				rows = append(rows, DiffRow{Name: p.Name, Cells: make([]wire.TextProperty, len(sides))})
			}
			rows[n].Cells[i] = p
		}
	}
	for i := range rows {
		c := rows[i].Cells
		rows[i].Same = true
		for _, p := range c[1:] {
			rows[i].Same = rows[i].Same && p.Type == c[0].Type && p.Text == c[0].Text
		}
	}
	return rows
}

// SameText reports whether two sides hold the same, or neither has the property.
func SameText(a, b wire.TextProperty) bool {
	return a.Type == b.Type && (a.Type == edm.NoType || a.Text == b.Text)
}
