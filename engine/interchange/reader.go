package interchange

import (
	"cmp"
	"errors"
	"io"
	"unicode/utf8"

	"rangefinder/engine"
	"rangefinder/filterlang"
)

// ReaderOptions says how a Reader takes a file.
type ReaderOptions struct {
	Layout  Layout
	Mapping *Mapping
	// Offset and Line are those of the last Entity or RowError of a Reader that was stopped; this one goes on after it. The
	// Counter of the Mapping is then to be raised by the number of rows that were read.
	Offset int64
	Line   int
	Table  string // what Entity.Table is in formats that hold one table
	// Begin is told of each table of a workspace file or an Azurite database when it begins, empty ones too; those before
	// Offset are left out. Its error ends the reading and is what Next returns.
	Begin func(table string) error
	// Document takes a document of a workspace file; its error ends the reading and is what Next returns. nil drops them.
	Document func(name, text string) error
}

// Reader reads a file as entities. It holds 256 KiB of the file in memory, more only where a row is longer.
type Reader struct {
	o       ReaderOptions
	source  source
	failed  error // of the last Next that was the last
	row     row
	convert converter
	keys    [2]*template
	mender  mender
	rows    int

	properties []engine.Property
}

// NewReader returns a Reader of a file of size bytes. What is wrong with the beginning of the file or the Mapping is what
// Next returns. A Layout without a Format is an error: Inspect finds it.
func NewReader(file io.ReaderAt, size int64, o ReaderOptions) *Reader {
	r := &Reader{o: o, convert: converter{format: o.Layout.Format}}
	if r.failed = r.open(file, size); r.failed == io.EOF {
		r.failed = &FileError{Reason: "The file is empty."}
	}
	if c, ok := r.source.(*csvSource); ok && r.failed == nil {
		r.failed = c.twice // only here: the columns of the file can be looked at all the same
	}
	return r
}

func (r *Reader) open(file io.ReaderAt, size int64) error {
	w := window{file: file, size: size}
	if err := w.skipMark(); err != nil {
		return err
	}
	names := jsonNames
	if f := r.o.Layout.Format; f == TypedCSV || f == PlainCSV {
		names = csvNames
	}
	cols := newColumns(r.o.Mapping, names)
	if err := r.templates(cols); err != nil {
		return err
	}
	var err error
	r.source, err = r.begin(w, cols)
	return err
}

func (r *Reader) templates(cols *columns) (err error) {
	var m Mapping
	if r.o.Mapping != nil {
		m = *r.o.Mapping
	}
	r.rows = m.Counter
	for i, key := range [...]struct{ template, field string }{{m.PartitionKey, filterlang.PartitionKey}, {m.RowKey, filterlang.RowKey}} {
		source := key.field
		for _, c := range m.Columns {
			if c.Property == key.field {
				source = c.Source
			}
		}
		if key.template == "" {
			r.keys[i] = &template{field: key.field, parts: []part{{column: cols.pin(source)}}}
			continue
		}
		if r.keys[i], err = parseTemplate(key.template, key.field, cols); err != nil {
			return err
		}
	}
	return nil
}

// begin reads what stands before the first row and goes to where the options say.
func (r *Reader) begin(w window, cols *columns) (source, error) {
	s := scanner{columns: cols, nested: r.o.Layout.Format == PlainJSON}
	resumed := r.o.Offset > 0
	switch format := r.o.Layout.Format; format {
	case NDJSON, Workspace:
		l := &lineSource{w: w, s: s, max: maxRow, workspace: format == Workspace, o: &r.o}
		if format == Workspace {
			l.max = 2 * maxRow // of a document
		}
		if resumed {
			return l, l.resume(r.o.Offset, r.o.Line)
		}
		return l, nil
	case ODataJSON, PlainJSON:
		found, err := w.opening()
		if err != nil {
			return nil, err
		}
		if format == PlainJSON && found.lines && !found.list {
			l := &lineSource{w: w, s: s, max: maxRow, o: &r.o}
			if resumed {
				return l, l.resume(r.o.Offset, r.o.Line)
			}
			return l, nil
		}
		l := &listSource{w: w, s: s, array: found.list, member: cmp.Or(found.member, "value")}
		if err = l.at(l.start()); err == nil && resumed {
			l.resume(r.o.Offset, r.o.Line)
		}
		return l, err
	case AzuriteDB:
		return &azuriteSource{w: w, s: s, o: &r.o}, nil
	case TypedCSV, PlainCSV:
		c := &csvSource{w: w, cols: cols, comma: byte(r.o.Layout.Comma), typed: format == TypedCSV, line: 1, ansi: r.o.Layout.Windows1252}
		if c.comma == 0 {
			c.comma = ','
		}
		err := c.header(c.typed || r.o.Layout.Header)
		r.convert.guarded = !c.typed || c.guarded
		r.convert.commas = !c.typed && c.comma != ','
		if err == nil && resumed {
			err = c.resume(r.o.Offset)
		}
		return c, err
	}
	return nil, &FileError{Reason: "The format of the file is not known."}
}

// Next reads the next entity. It returns a *RowError for a row that is not an entity, after which it goes on; a *FileError, or the
// error of the file, of Begin or of Document, where it cannot; io.EOF at the end. The strings in e stay valid, e.Properties
// only until the next call. They share the memory of the file, 256 KiB at a time: clone those that are kept for long.
func (r *Reader) Next(e *Entity) error {
	if r.failed != nil {
		return r.failed
	}
	err := r.source.next(&r.row)
	if err == nil {
		r.rows++
		e.Table, e.Line, e.Offset = r.row.table, r.row.line, r.row.end
		if e.Table == "" {
			e.Table = r.o.Table
		}
		if bad := r.entity(e); bad != nil {
			return r.refuse(bad)
		}
		return nil
	}
	if bad, ok := errors.AsType[*RowError](err); ok {
		r.rows++
		return r.refuse(bad)
	}
	if f, ok := err.(*FileError); ok {
		f.Place = r.Place()
	}
	r.failed = err
	return err
}

// Place is what the numbers of the file's rows count: "line", or "element" of a JSON array, which can stand on one line.
func (r *Reader) Place() string {
	switch r.source.(type) {
	case *listSource, *azuriteSource:
		return "element"
	}
	return "line"
}

// refuse gives the error of a row its place.
func (r *Reader) refuse(bad *RowError) error {
	e := *bad
	e.Line, e.Offset, e.Table, e.Place = r.row.line, r.row.end, r.row.table, r.Place()
	if e.Table == "" {
		e.Table = r.o.Table
	}
	return &e
}

// entity makes an entity of the row.
func (r *Reader) entity(e *Entity) *RowError {
	cols := r.source.columns()
	r.convert.row, r.convert.cut, r.convert.left = cols.row, 0, 0
	properties := r.properties[:0]
	for i := range r.row.cells {
		c := &r.row.cells[i]
		if c.column.property == "" {
			continue
		}
		v, reason := r.convert.value(c)
		if reason != "" {
			return &RowError{Column: c.column.name, Value: cut(c.text, 200), Reason: reason}
		}
		if !v.IsZero() {
			properties = append(properties, engine.Property{Name: c.column.property, Value: v})
		}
	}
	r.properties, e.Properties, e.Cut, e.Left = properties, properties, r.convert.cut, r.convert.left
	for i, key := range [...]*string{&e.PartitionKey, &e.RowKey} {
		t := r.keys[i]
		text, reason := t.key(cols, r.row.cells, r.rows-1, &r.convert.arena)
		if reason != "" {
			return &RowError{Column: t.field, Reason: reason}
		}
		if r.convert.guarded {
			text = Unguard(text)
		}
		*key = text
	}
	if r.o.Mapping == nil || r.o.Mapping.Mend == 0 {
		e.Mended = false
		return nil
	}
	return r.mender.mend(e, r.o.Mapping.Mend, r.Place())
}

// cut shortens text for a message to so many bytes, at the border of a character.
func cut(s string, n int) string {
	if len(s) <= n {
		return string([]byte(s))
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}
