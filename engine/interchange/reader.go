package interchange

import "io"

// ReaderOptions says how a Reader takes a file.
type ReaderOptions struct {
	Layout  Layout
	Mapping *Mapping
	// Offset and Line are those of the last Entity or RowError of a Reader that was stopped; this one goes on after it. A
	// Mapping's Counter is to be raised by the rows that were read.
	Offset int64
	Line   int
	Table  string // what Entity.Table is in formats that hold one table
	// Document takes a document of a workspace file; its error ends the reading and is what Next returns. nil drops them.
	Document func(name, text string) error
}

// Reader reads a file as entities.
type Reader struct {
	o ReaderOptions
}

// NewReader returns a Reader of a file of size bytes.
func NewReader(r io.ReaderAt, size int64, o ReaderOptions) *Reader { return &Reader{o} }

// Next reads the next entity. It returns a *RowError for a row that is no entity, after which it goes on; a *FileError, or the
// error of the file or of Document, where it cannot; io.EOF at the end. Strings in e stay valid, e.Properties only until the
// next call.
func (r *Reader) Next(e *Entity) error { return &FileError{Reason: "Files cannot be read yet."} }
