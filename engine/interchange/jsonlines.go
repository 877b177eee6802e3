package interchange

import (
	"bytes"
	"io"
	"strings"
)

// row is a row as its file has it, before the mapping.
type row struct {
	table string
	line  int
	end   int64 // offset of the first byte after it
	cells []cell
}

// source reads the rows of a format. next returns a *RowError and goes on after it, a *FileError, or io.EOF.
type source interface {
	next(r *row) error
	columns() *columns
	annotated() bool // the file has said the type of a value, or anything else that only OData says
}

// lineSource reads one object a line: NDJSON, and with marks between the tables a workspace file.
type lineSource struct {
	w    window
	s    scanner
	line int // of the line read last
	max  int // bytes of a line

	workspace bool
	o         *ReaderOptions
	table     string
	started   bool // the header was read
	ended     bool // so was the last line
}

func (l *lineSource) columns() *columns { return l.s.columns }
func (l *lineSource) annotated() bool   { return l.s.annotated }

var errLongLine = &RowError{Reason: "The line is longer than 4 MiB, which no entity is."}

// read returns the next line without its end. whole is false when the file ends before the line does.
func (l *lineSource) read() (line []byte, whole bool, err error) {
	w := &l.w
	for seen := 0; ; {
		if n := bytes.IndexByte(w.b[w.i+seen:], '\n'); n >= 0 {
			line = w.b[w.i : w.i+seen+n]
			w.i += seen + n + 1
			l.line++
			if len(line) > l.max {
				return nil, false, errLongLine
			}
			return line, true, nil
		}
		if seen = len(w.b) - w.i; seen > l.max {
			l.line++
			return nil, false, l.drop()
		}
		ok, err := w.more(w.i)
		if err != nil {
			return nil, false, err
		}
		if !ok {
			if seen == 0 {
				return nil, false, io.EOF
			}
			line = w.b[w.i:]
			w.i = len(w.b)
			l.line++
			return line, false, nil
		}
	}
}

// drop goes to the end of a line that is too long.
func (l *lineSource) drop() error {
	for {
		if n := bytes.IndexByte(l.w.b[l.w.i:], '\n'); n >= 0 {
			l.w.i += n + 1
			return errLongLine
		}
		l.w.i = len(l.w.b)
		if ok, err := l.w.more(l.w.i); err != nil {
			return err
		} else if !ok {
			return errLongLine
		}
	}
}

// resume goes to the line after offset. What table it belongs to stands before it.
func (l *lineSource) resume(offset int64, number int) error {
	if l.workspace {
		l.w.seek(0)
		for l.w.offset(l.w.i) < offset {
			line, _, err := l.read()
			if err == io.EOF {
				break
			}
			if _, long := err.(*RowError); err != nil && !long {
				return err
			}
			if i := skipSpace(line, 0); bytes.HasPrefix(line[i:], []byte(`{"rangefinder.`)) {
				if l.object(line, i) == "" {
					l.mark(&row{}, false)
				}
			}
		}
	}
	l.w.seek(offset)
	l.line = number
	return nil
}

func (l *lineSource) next(r *row) error {
	for {
		line, whole, err := l.read()
		r.line, r.end, r.table = l.line, l.w.offset(l.w.i), l.table
		if err == io.EOF && l.workspace && !l.ended {
			return &FileError{Line: l.line, Offset: r.end, Truncated: true, Reason: "The file is cut short: its last line is missing."}
		}
		if err != nil {
			return err
		}
		i := skipSpace(line, 0)
		if i == len(line) {
			continue
		}
		if reason := l.object(line, i); reason != "" {
			if !whole && reason == cutLine {
				return &FileError{Line: l.line, Offset: r.end, Truncated: true, Reason: "The file is cut short in the middle of an entity."}
			}
			return &RowError{Value: cut(string(line[i:min(len(line), i+204)]), 200), Reason: reason}
		}
		if l.s.flaw != nil {
			return l.s.flaw
		}
		r.cells = l.s.cells
		if l.workspace && len(r.cells) > 0 && strings.HasPrefix(r.cells[0].column.name, "rangefinder.") {
			if err := l.mark(r, true); err != nil {
				return err
			}
			continue
		}
		if l.workspace && l.table == "" {
			return &RowError{Reason: "No table is named before this entity."}
		}
		return nil
	}
}

const cutLine = "The line ends in the middle of an object."

// object reads a line that begins at i; it returns what is wrong with it as JSON.
func (l *lineSource) object(line []byte, i int) string {
	l.s.begin()
	if line[i] != '{' {
		if bytes.HasPrefix(line, []byte("<<<<<<<")) || bytes.HasPrefix(line, []byte("=======")) || bytes.HasPrefix(line, []byte(">>>>>>>")) {
			return "The line marks a conflict of a merge in git: settle it first."
		}
		return "The line is not a JSON object."
	}
	switch i, f := l.s.object(line, i); {
	case f == short:
		return cutLine
	case f == malformed:
		return l.s.why
	case skipSpace(line, i) < len(line):
		return "Something follows the object on its line."
	}
	return ""
}

// workspaceVersion is the format that is written; all up to it are read.
const workspaceVersion = "1"

// mark takes a line of a workspace file that is no entity. tell is false for one that an earlier Reader has told of.
func (l *lineSource) mark(r *row, tell bool) error {
	value := func(name string) (string, bool) {
		if c := l.s.columns.cell(l.s.columns.named(name), l.s.cells); c != nil {
			return strings.Clone(c.text), true
		}
		return "", false
	}
	if version, ok := value("rangefinder.workspace"); ok {
		if version != workspaceVersion {
			return &FileError{Line: r.line, Offset: r.end, Reason: "The file has the workspace format " + cut(version, 20) + ", which only a newer Rangefinder reads."}
		}
		l.started, l.ended = true, false
	} else if name, ok := value("rangefinder.table"); ok {
		l.table = name
		if tell && l.o.Begin != nil {
			return l.o.Begin(name)
		}
	} else if name, ok := value("rangefinder.document"); ok {
		if text, _ := value("text"); tell && l.o.Document != nil {
			return l.o.Document(name, text)
		}
	} else if _, ok := value("rangefinder.end"); ok {
		l.ended = true
	} else if tell {
		return &RowError{Reason: "The line is none that a workspace file has."}
	}
	return nil
}
