package port

// PlainTable is a table of ordinary elements: every line is in the document, for a browser's own search and for screen readers.
type PlainTable interface {
	// Append adds lines at the end; their texts are only ever set as text.
	Append(rows []Row)
}

// PlainTables makes them.
type PlainTables interface {
	// NewPlainTable takes the place of what is inside the element with that id; without one the table goes nowhere.
	NewPlainTable(parentID, caption string, columns []Column) PlainTable
}
