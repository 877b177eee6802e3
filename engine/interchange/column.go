package interchange

import (
	"slices"
	"strings"

	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// kind is how a file writes a value.
type kind uint8

const (
	kindNull   kind = iota
	kindString      // a JSON string; text is its content
	kindNumber      // a JSON number; text is its digits
	kindWord        // true or false
	kindNested      // a JSON object or array; text is its JSON
	kindBare        // a CSV field
	kindQuoted      // a CSV field in quotes; text is its content
)

// cell is a value of a row as the file has it.
type cell struct {
	column *column
	text   string
	kind   kind
}

// column is a name in a file and what becomes of its values. While a row is read it holds where in the row its cell is.
type column struct {
	name     string
	property string   // "": no property
	want     edm.Type // of the mapping; NoType: what the file says
	date     int      // number of dateForms from 1 in which the mapping says that its dates are, 0 for none
	leave    bool     // the mapping says that a value which is not of its type is left out
	typeOf   *column  // this one holds the types of that one
	note     bool     // an annotation, of no use to an entity

	raw   string     // as JSON has the name where it needs no escape, with its quotes
	after [2]*column // what followed it lately

	row          uint64 // number of the row that has it last
	at           int    // its cell there
	declaredRow  uint64 // number of the row that declared its type last
	declared     edm.Type
	declaredText string // as it was written
}

// declare sets the type of the column's value in a row.
func (c *column) declare(row uint64, text string) {
	if c.declaredRow == row && c.declaredText == text {
		return
	}
	c.declaredRow = row
	if c.declaredText != text || c.declared == edm.NoType {
		c.declared, _ = edm.ParseType(text)
		c.declaredText = strings.Clone(text)
	}
}

// columns are the names that a file has had so far.
type columns struct {
	byName  map[string]*column
	mapped  map[string]*ColumnMap
	pinned  []*column // that templates hold
	dialect dialect
	row     uint64 // number of the row, from 1
}

// dialect says which names are annotations.
type dialect uint8

const (
	jsonNames dialect = iota // X@odata.type gives the type of X
	csvNames                 // the header says which column holds types
)

func newColumns(m *Mapping, d dialect) *columns {
	c := &columns{byName: map[string]*column{}, mapped: map[string]*ColumnMap{}, dialect: d}
	if m != nil {
		for i := range m.Columns {
			c.mapped[m.Columns[i].Source] = &m.Columns[i]
		}
	}
	return c
}

// begin starts the next row. The names of a file are bounded by forgetting them all when there are too many.
func (c *columns) begin() {
	c.row++
	if len(c.byName) > 2*maxColumns {
		c.byName = map[string]*column{}
		for _, p := range c.pinned {
			c.byName[p.name] = p
		}
	}
}

// pin returns a column that is never forgotten.
func (c *columns) pin(name string) *column {
	col := c.named(name)
	c.pinned = append(c.pinned, col)
	return col
}

// chosen reports whether the mapping speaks of the column.
func (c *columns) chosen(col *column) bool {
	return c.mapped[col.name] != nil || slices.Contains(c.pinned, col)
}

// named returns the column of a name.
func (c *columns) named(name string) *column {
	if col, ok := c.byName[name]; ok {
		return col
	}
	return c.add(strings.Clone(name)) // name may share the memory of the file
}

func (c *columns) add(name string) *column {
	col := &column{name: name, property: name}
	if c.dialect == jsonNames {
		col.raw = `"` + name + `"`
	}
	c.byName[name] = col
	switch {
	case reserved(name):
		col.property = ""
	case strings.HasPrefix(name, "odata.") || c.dialect == jsonNames && strings.Contains(name, "@odata."):
		col.property, col.note = "", true
		if of, ok := strings.CutSuffix(name, "@odata.type"); ok {
			col.typeOf = c.named(of)
		}
	}
	if m := c.mapped[name]; m != nil {
		col.want, col.date, col.leave = m.Type, dateForm(m.Date), m.Leave
		switch {
		case m.Skip || reserved(m.Property):
			col.property = ""
		case m.Property != "":
			col.property = m.Property
		}
	}
	return col
}

// reserved reports whether a property of that name would be one of the system's.
func reserved(name string) bool {
	return name == filterlang.PartitionKey || name == filterlang.RowKey || name == filterlang.Timestamp
}

// cell returns the cell that the row has for a column, nil if it has none.
func (c *columns) cell(col *column, cells []cell) *cell {
	if col == nil || col.row != c.row {
		return nil
	}
	return &cells[col.at]
}
