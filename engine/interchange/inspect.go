package interchange

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

const (
	sampleBytes = 1 << 20
	sampleRows  = 1000
)

// Inspect tells what the first part of a file holds: at most about 1 MiB and 1,000 rows, more only where one row is longer. The
// zero Layout finds the format by the content first and the name second. Errors: *FileError for a file that cannot be read at
// all, and those of the file.
func Inspect(file io.ReaderAt, size int64, name string, l Layout) (*Inspection, error) {
	for limit := min(size, sampleBytes); ; limit = min(size, 2*maxRow) {
		out, err := inspect(file, size, limit, name, l)
		if limit < size && limit == sampleBytes && (err != nil || out.Rows == 0) {
			continue // perhaps the first row is that long
		}
		return out, err
	}
}

func inspect(file io.ReaderAt, size, limit int64, name string, l Layout) (*Inspection, error) {
	w := window{file: file, size: limit}
	if err := w.need(3); err != nil {
		return nil, err
	}
	if reason := foreign(w.b); reason != "" {
		return nil, &FileError{Reason: reason}
	}
	if err := w.skipMark(); err != nil {
		return nil, err
	}
	if l.Format == NoFormat {
		found, err := detect(w, name)
		if err != nil {
			return nil, err
		}
		l = found
	}
	i := &inspector{out: Inspection{Layout: l, Size: size, Whole: limit == size}, byTable: map[string]*tableStats{}, limit: limit}
	if err := i.read(file, w); err != nil {
		return nil, err
	}
	i.conclude(name)
	return &i.out, nil
}

// inspector gathers what the rows tell.
type inspector struct {
	out       Inspection
	limit     int64
	tables    []*tableStats
	byTable   map[string]*tableStats
	bad       int
	badRow    *RowError
	keyless   [4]int       // rows whose own columns give no key: 1 no PartitionKey, 2 no RowKey, 3 neither
	keylessAt [4]*RowError // the first of each
	ended     *FileError
	annotated bool
	nested    []string // the columns with an object or array, in the order they came
	listed    string   // the table that odata.metadata names
	controls  int      // rows with control characters in a value
	control   string   // a column that has one

	partitionWhy, rowWhy string // of the keys that are proposed
	equal                equalRows
}

type tableStats struct {
	name    string
	rows    int
	commas  bool // numbers may have a decimal comma
	columns []*columnStats
	byName  map[string]*columnStats
}

type columnStats struct {
	name     string
	present  int
	fits     types
	proposed types
	declared [len(edm.Types) + 1]int
	untyped  int // values without a type in a file that has types
	examples []string
	values   map[string]seen // by their text, while there are few
	commas   bool            // numbers may have a decimal comma
	nested   bool            // a value is an object or array
	bare     bool            // no value is marked as text: what it looks like may be its type
	blank    int             // the first line where the file has the column without a value, 0 for none
	kept     *columnStats    // of the rows that are not refused for their keys, nil without values in them
}

// typing returns what the column's type is proposed from: the rows that will be kept, or all when there are none.
func (c *columnStats) typing() *columnStats { return cmp.Or(c.kept, c) }

// seen is a value of a column.
type seen struct {
	count int
	line  int // of the first
}

func (i *inspector) table(name string) *tableStats {
	t := i.byTable[name]
	if t == nil {
		t = &tableStats{name: strings.Clone(name), byName: map[string]*columnStats{}}
		i.byTable[t.name] = t
		i.tables = append(i.tables, t)
	}
	return t
}

// read takes the rows of the sample.
func (i *inspector) read(file io.ReaderAt, w window) error {
	r := &Reader{o: ReaderOptions{Layout: i.out.Layout, Begin: func(table string) error {
		i.table(table)
		return nil
	}}, convert: converter{format: i.out.Format}}
	if err := r.open(file, i.limit); err != nil {
		return err
	}
	i.out.Place = r.Place()
	if l, ok := r.source.(*listSource); ok {
		i.listed = l.table
		if l.array && l.member != "value" {
			i.note("The rows are the list %s of the file; what stands beside it is left out.", quotedName(l.member))
		}
	}
	csv, _ := r.source.(*csvSource)
	if csv != nil {
		t := i.table("")
		t.commas = r.convert.commas
		defer func() { i.out.Foreign = csv.foreign }()
		for _, col := range csv.order {
			if !col.note {
				t.column(col.name)
			}
		}
	}
	for i.out.Rows < sampleRows {
		err := r.source.next(&r.row)
		i.annotated = i.annotated || r.source.annotated()
		if err == io.EOF {
			return nil
		}
		if bad, ok := err.(*RowError); ok {
			if !i.out.Whole && (r.row.end >= i.limit || csv != nil && csv.unended > 0) {
				return nil // cut by the limit
			}
			i.out.Rows++
			if i.bad++; i.badRow == nil {
				i.badRow = r.refuse(bad).(*RowError)
			}
			continue
		}
		if fault, ok := err.(*FileError); ok {
			if i.out.Whole || !fault.Truncated {
				i.ended, fault.Place = fault, r.Place()
			}
			return nil
		}
		if err != nil {
			return err
		}
		if !i.out.Whole && r.row.end >= i.limit && r.row.end > 0 && i.out.Rows > 0 {
			return nil
		}
		i.out.Rows++
		i.row(r)
	}
	i.out.Whole = i.out.Whole && r.row.end == i.out.Size
	return nil
}

func (t *tableStats) column(name string) *columnStats {
	c := t.byName[name]
	if c == nil {
		c = newColumn(strings.Clone(name), t.commas)
		t.byName[c.name] = c
		if len(t.columns) < maxColumns {
			t.columns = append(t.columns, c)
		}
	}
	return c
}

func newColumn(name string, commas bool) *columnStats {
	return &columnStats{name: name, fits: ^types(0), proposed: ^types(0), commas: commas, bare: true, values: map[string]seen{}}
}

func (i *inspector) row(r *Reader) {
	t := i.table(r.row.table)
	t.rows++
	cols := r.source.columns()
	r.convert.row = cols.row
	controlled, faulty := false, false
	lacks, why := i.keysOf(r, cols)
	kept := (lacks&1 == 0 || t.byName[filterlang.PartitionKey] == nil) && (lacks&2 == 0 || t.byName[filterlang.RowKey] == nil)
	for k := range r.row.cells {
		cell := &r.row.cells[k]
		c := t.column(cell.column.name)
		for n := 0; n < len(cell.text) && !controlled; n++ {
			if controlled = isControl(cell.text[n]); controlled {
				if i.controls++; i.controls == 1 {
					i.control = c.name
				}
			}
		}
		v, reason := r.convert.value(cell)
		if reason != "" && !faulty && cell.column.property != "" {
			faulty = true
			if i.bad++; i.badRow == nil {
				i.badRow = r.refuse(&RowError{Column: c.name, Reason: reason}).(*RowError)
			}
		}
		if cell.kind == kindNull || v.IsZero() && reason == "" && cell.text == "" {
			if c.blank == 0 {
				c.blank = r.row.line
			}
			continue
		}
		c.present++
		declared, is := cell.column.declaredRow == cols.row && cell.column.declaredText != "", v.Type()
		if declared && is == edm.NoType { // a value that is none of its type is refused, not taken for text
			is = cell.column.declared
		}
		c.see(cell, declared, is, r.row.line)
		if kept {
			if c.kept == nil {
				c.kept = newColumn(c.name, c.commas)
			}
			c.kept.present++
			c.kept.see(cell, declared, is, r.row.line)
		}
		if cell.kind == kindNested && !c.nested {
			c.nested = true
			i.nested = append(i.nested, c.name)
		}
	}
	if !faulty {
		if i.keyless[lacks]++; lacks > 0 && i.keylessAt[lacks] == nil {
			i.keylessAt[lacks] = r.refuse(&RowError{Reason: why}).(*RowError)
		}
	}
	i.equal.add(r.row.cells, r.row.line)
}

// keysOf tells which keys the columns named as they are do not give a row, as keyless counts them, and why.
func (i *inspector) keysOf(r *Reader, cols *columns) (lacks int, why string) {
	for n, t := range r.keys {
		text, reason := t.key(cols, r.row.cells, 0, &r.convert.arena)
		if e, ok := errors.AsType[*engine.Error](engine.CheckKey(t.field, text)); ok && reason == "" {
			reason = cmp.Or(e.Detail, e.Message)
		}
		if reason != "" {
			lacks |= 1 << n
			why = cmp.Or(why, reason)
		}
	}
	return lacks, why
}

// mixed tells whether JSON writes values as more than one of texts, numbers, and true and false.
func (c *columnStats) mixed() bool {
	numbers, words := c.declared[edm.Int32]+c.declared[edm.Int64]+c.declared[edm.Double], c.declared[edm.Boolean]
	return numbers+words > 0 && numbers < c.present && words < c.present
}

// see takes a value into account.
func (c *columnStats) see(cell *cell, declared bool, t edm.Type, line int) {
	set, proposed := types(1<<edm.String), types(1<<edm.String)
	switch cell.kind {
	case kindWord:
		set |= 1 << edm.Boolean
		proposed = set
	case kindNested:
		c.bare = false
	case kindString:
		c.bare = false
		set = fits(cell.text)
		proposed |= 1 << looksQuoted(cell.text)
	default:
		c.bare = c.bare && !declared
		set = fits(cell.text) | c.plain(cell.text)
		proposed = set
	}
	if cell.text != "" || cell.kind == kindString || declared {
		c.fits &= set
		c.proposed &= proposed
	}
	if declared {
		c.declared[t]++
	} else {
		c.untyped++
		if cell.kind == kindString || cell.kind == kindNumber || cell.kind == kindWord {
			c.declared[t]++
		}
	}
	if len(c.values) <= sampleRows {
		was, ok := c.values[cell.text]
		if !ok {
			was.line = line
		}
		was.count++
		c.values[strings.Clone(cell.text)] = was
	}
	if example := cut(cell.text, 60); len(c.examples) < 3 {
		for _, e := range c.examples {
			if e == example {
				return
			}
		}
		c.examples = append(c.examples, example)
	}
}

// note adds a sentence.
func (i *inspector) note(format string, args ...any) {
	i.out.Notes = append(i.out.Notes, fmt.Sprintf(format, args...))
}
