package interchange

import (
	"strings"

	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// appendHeader appends the names of the columns. In typed CSV, quotes around the first alone say that texts are guarded: readers
// of CSV do not care for them, and no program writes them so by itself. Files of Storage Explorer have texts as they are.
func (w *Writer) appendHeader(b []byte) []byte {
	first := filterlang.PartitionKey
	if w.o.Format == TypedCSV && !w.o.Formulas {
		first = `"PartitionKey"`
	}
	b = append(append(b, first...), ",RowKey,Timestamp"...)
	for _, name := range w.o.Columns {
		if !custom(name) {
			continue
		}
		b = append(append(b, ','), name...)
		if w.o.Format == TypedCSV {
			b = append(append(append(b, ','), name...), "@type"...)
		}
	}
	return append(b, "\r\n"...)
}

// appendRow appends an entity as a row.
func (w *Writer) appendRow(e engine.Entity) error {
	w.stamped(e.Timestamp())
	start := len(w.b)
	b := w.appendCell(w.b, e.PartitionKey())
	b = w.appendCell(append(b, ','), e.RowKey())
	b = append(append(b, ','), w.time...)
	keys := len(b)
	// Entities have their properties in the order of Snapshot.Columns, so that one walk over both finds them all.
	found, n := 0, e.Len()
	for _, name := range w.o.Columns {
		var p engine.Property
		if found < n {
			if p = e.Property(found); p.Name == name {
				found++
			} else if p = (engine.Property{}); !custom(name) {
				continue
			}
		}
		b = w.appendValue(b, p.Value)
	}
	if found < n { // they are in another order, or some have no column
		b, found = b[:keys], 0
		for _, name := range w.o.Columns {
			if !custom(name) {
				continue
			}
			v, ok := e.Value(name)
			if b = w.appendValue(b, v); ok {
				found++
			}
		}
		if found < n && !w.o.Project {
			w.b = b[:start]
			return w.missing(e)
		}
	}
	w.b = append(b, "\r\n"...)
	return nil
}

// appendCell appends text, in quotes where it needs them, and guards what a spreadsheet takes for a formula.
func (w *Writer) appendCell(b []byte, text string) []byte {
	guard := !w.o.Formulas && guarded(text) && fitsNumber(text) == 0
	if !guard && !needsQuotes(text) {
		return append(b, text...)
	}
	b = append(b, '"')
	if guard {
		b = append(b, '\'')
	}
	for {
		i := strings.IndexByte(text, '"')
		if i < 0 {
			return append(append(b, text...), '"')
		}
		b = append(append(b, text[:i+1]...), '"')
		text = text[i+1:]
	}
}

// needsQuotes reports whether a field is written in quotes: for the characters of CSV in any of its separators, and for
// spaces at its ends, which programs take off otherwise.
func needsQuotes(text string) bool {
	if text == "" {
		return false
	}
	if text[0] == ' ' || text[len(text)-1] == ' ' {
		return true
	}
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case ',', '"', '\n', '\r', ';', '\t':
			return true
		}
	}
	return false
}

// appendValue appends the cell of a value, in typed CSV the cell of its type too. A missing one is empty; an empty text or
// Binary in plain CSV is a pair of quotes.
func (w *Writer) appendValue(b []byte, v edm.Value) []byte {
	b = append(b, ',')
	start := len(b)
	switch v.Type() {
	case edm.NoType:
	case edm.String:
		b = w.appendCell(b, v.Text())
	default:
		if b = appendValue(b, v); b[start] == '"' {
			b = append(b[:start], b[start+1:len(b)-1]...)
		}
	}
	if len(b) == start && v.Type() != edm.NoType && w.o.Format == PlainCSV {
		b = append(b, `""`...)
	}
	if w.o.Format == TypedCSV {
		if b = append(b, ','); v.Type() != edm.NoType {
			b = append(append(b, "Edm."...), v.Type().String()...)
		}
	}
	return b
}
