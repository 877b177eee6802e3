package interchange

import (
	"io"

	"rangefinder/engine"
)

// WriterOptions says what a Writer writes.
type WriterOptions struct {
	Format Format
	Table  string // of formats that hold one table
	// Columns are the custom properties, in the order of writing: what Snapshot.Columns returns. CSV needs them; the other
	// formats do not, and write each entity's properties in its own order.
	Columns []string
	// Project leaves out the properties that Columns does not name. Otherwise, in CSV, one that it does not name is an error.
	Project bool
	// Bare leaves Timestamp and ETag out of OData JSON and NDJSON. A workspace file never has them.
	Bare bool
	// Formulas leaves the first characters of plain CSV cells as they are, even those that a spreadsheet takes for a formula.
	Formulas bool
	Account  string // in the odata.metadata of OData JSON; "" is the emulator's
}

// Writer writes entities as a file.
type Writer struct {
	w io.Writer
	o WriterOptions
}

// NewWriter returns a Writer and writes what stands before the first entity.
func NewWriter(w io.Writer, o WriterOptions) (*Writer, error) { return &Writer{w, o}, nil }

// Table begins the next table of a workspace file.
func (w *Writer) Table(name string) error { return nil }

// Document writes a document of a workspace file, after all tables.
func (w *Writer) Document(name, text string) error { return nil }

// Write writes an entity. Entities of a workspace file come in key order for it to diff well.
func (w *Writer) Write(e engine.Entity) error { return nil }

// Close ends the file; it does not close the io.Writer.
func (w *Writer) Close() error { return nil }
