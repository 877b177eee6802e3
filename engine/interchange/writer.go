package interchange

import (
	"fmt"
	"io"
	"slices"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// WriterOptions says what a Writer writes.
type WriterOptions struct {
	Format Format
	Table  string // of formats that hold one table
	// Columns are the custom properties, in the order of writing: what Snapshot.Columns returns. CSV needs them, not nil; the
	// other formats write each entity's properties in its own order.
	Columns []string
	// Project writes only the properties that Columns names, in any format. Otherwise a property that a CSV file has no column
	// for is an error.
	Project bool
	// Bare leaves Timestamp and ETag out of OData JSON and NDJSON. A workspace file never has them, so that it changes only
	// where the data does.
	Bare bool
	// Formulas leaves texts in CSV as they are, even those that a spreadsheet takes for a formula. Otherwise those get an apostrophe
	// before them, which a Reader takes off again. Other programs keep it, Storage Explorer too.
	Formulas bool
	Account  string // in the odata.metadata of OData JSON; "" is the emulator's
}

// Writer writes entities as a file, 64 KiB at a time. The first error is that of every later call.
type Writer struct {
	w      io.Writer
	o      WriterOptions
	b      []byte
	failed error

	entities int  // written
	inTable  bool // of a workspace file
	inRest   bool // of a workspace file: documents

	stamp    edm.Ticks // whose texts are in etag and time
	etag     []byte
	time     []byte
	prefixes []prefix
}

const writeAhead = 64 << 10

// NewWriter returns a Writer and writes what stands before the first entity. Errors: a format that cannot be written, CSV
// without Columns, and those of w.
func NewWriter(w io.Writer, o WriterOptions) (*Writer, error) {
	out := &Writer{w: w, o: o, b: make([]byte, 0, writeAhead+writeAhead/4), stamp: -1}
	switch o.Format {
	case ODataJSON:
		out.b = appendListHead(out.b, o.Account, o.Table)
	case PlainJSON:
		out.b = append(out.b, '[')
	case NDJSON:
	case Workspace:
		out.b = append(out.b, `{"rangefinder.workspace":`+workspaceVersion+"}\n"...)
	case TypedCSV, PlainCSV:
		if o.Columns == nil {
			return nil, fmt.Errorf("interchange: %s needs the columns beforehand", o.Format)
		}
		out.b = out.appendHeader(out.b)
	default:
		return nil, fmt.Errorf("interchange: %s cannot be written", o.Format)
	}
	return out, nil
}

// Table begins the next table of a workspace file.
func (w *Writer) Table(name string) error {
	if w.o.Format != Workspace || w.inRest {
		return w.fail("a table begins only in a workspace file, before the documents")
	}
	w.inTable = true
	w.b = append(w.b, `{"rangefinder.table":`...)
	w.b = append(appendText(w.b, name), "}\n"...)
	return w.flush(writeAhead)
}

// Document writes a document of a workspace file, after all tables. The caller gives them in the order of their names.
func (w *Writer) Document(name, text string) error {
	if w.o.Format != Workspace {
		return w.fail("only a workspace file holds documents")
	}
	w.inRest = true
	w.b = append(w.b, `{"rangefinder.document":`...)
	w.b = append(appendText(w.b, name), `,"text":`...)
	w.b = append(appendText(w.b, text), "}\n"...)
	return w.flush(writeAhead)
}

// Write writes an entity. Those of a workspace file come in key order for it to diff well.
func (w *Writer) Write(e engine.Entity) error {
	switch w.o.Format {
	case ODataJSON, PlainJSON:
		if w.entities > 0 {
			w.b = append(w.b, ',')
		}
		w.b = append(w.b, '\n')
		w.b = w.appendEntity(w.b, e)
	case NDJSON:
		w.b = append(w.appendEntity(w.b, e), '\n')
	case Workspace:
		if !w.inTable || w.inRest {
			return w.fail("an entity of a workspace file comes after its table and before the documents")
		}
		w.b = append(w.appendEntity(w.b, e), '\n')
	default:
		if err := w.appendRow(e); err != nil {
			w.failed = err
			return err
		}
	}
	w.entities++
	return w.flush(writeAhead)
}

// Close ends the file; it does not close the io.Writer.
func (w *Writer) Close() error {
	switch w.o.Format {
	case ODataJSON:
		w.b = append(w.b, "\n]}\n"...)
	case PlainJSON:
		w.b = append(w.b, "\n]\n"...)
	case Workspace:
		w.b = append(w.b, `{"rangefinder.end":true}`+"\n"...)
	}
	return w.flush(1)
}

// flush writes what there is when it is at least n bytes.
func (w *Writer) flush(n int) error {
	if w.failed != nil {
		w.b = w.b[:0]
		return w.failed
	}
	if len(w.b) >= n {
		_, w.failed = w.w.Write(w.b)
		w.b = w.b[:0]
	}
	return w.failed
}

func (w *Writer) fail(reason string) error {
	if w.failed == nil {
		w.failed = fmt.Errorf("interchange: %s", reason)
	}
	return w.failed
}

// stamped puts the texts of a Timestamp into etag and time. Entities written together share theirs.
func (w *Writer) stamped(t edm.Ticks) {
	if t != w.stamp {
		w.stamp = t
		w.etag = appendText(w.etag[:0], engine.ETagOf(t))
		w.time = append(w.time[:0], t.String()...)
	}
}

// missing names a property that a CSV file has no column for.
func (w *Writer) missing(e engine.Entity) error {
	for name := range e.All() {
		if !slices.Contains(w.o.Columns, name) {
			return fmt.Errorf("interchange: the property %s of the entity (%q, %q) has no column", name, e.PartitionKey(), e.RowKey())
		}
	}
	return nil
}
