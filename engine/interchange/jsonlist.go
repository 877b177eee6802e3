package interchange

import (
	"io"
	"strings"
)

// listSource reads objects of a JSON array: the root of the file, or a member of it as "value" of what a service answers. Without an
// array it reads objects that follow each other.
type listSource struct {
	w      window
	s      scanner
	count  int    // of the element read last
	table  string // by odata.metadata
	array  bool
	member string // the array's name
	first  bool   // no element was read yet
}

func (l *listSource) columns() *columns { return l.s.columns }
func (l *listSource) annotated() bool   { return l.s.annotated }

// peek returns the next byte that is no space, 0 at the end of the file. A NUL in the file, which no JSON has, is a 1.
func (w *window) peek() (byte, error) {
	for {
		if w.i = skipSpace(w.b, w.i); w.i < len(w.b) {
			return max(w.b[w.i], 1), nil
		}
		if ok, err := w.more(w.i); !ok {
			return 0, err
		}
	}
}

// memberName reads the string at the next byte, and the colon after it: a name outside of the entities.
func memberName(w *window, s *scanner) (string, error) {
	text, err := shortText(w, s)
	if err != nil {
		return "", err
	}
	if c, err := w.peek(); err != nil || c != ':' {
		return "", listFault(w, err, c, "A colon is missing.")
	}
	w.i++
	_, err = w.peek()
	return text, err
}

// shortText reads a string outside of the entities.
func shortText(w *window, s *scanner) (string, error) {
	if c, err := w.peek(); err != nil || c != '"' {
		return "", listFault(w, err, c, "A text in quotes is missing.")
	}
	for {
		text, end, f := s.text(w.b, w.i, "")
		if f == fine {
			w.i = end
			return text, nil
		}
		if len(w.b)-w.i > maxRow {
			return "", &FileError{Offset: w.offset(w.i), Reason: "A text outside of the entities is longer than 4 MiB."}
		}
		if ok, err := w.more(w.i); !ok {
			return "", listFault(w, err, 0, "")
		}
	}
}

// listFault returns err, or the error of a file that ends at c = 0 or has something else than was expected.
func listFault(w *window, err error, c byte, reason string) error {
	switch {
	case err != nil:
		return err
	case c == 0:
		return &FileError{Offset: w.offset(w.i), Truncated: true, Reason: "The file is cut short: the end of the list is missing."}
	}
	return w.unreadable(w.i, reason)
}

// unreadable is the error of a file that has something else at an index than JSON.
func (w *window) unreadable(i int, reason string) error {
	return &FileError{Offset: w.offset(i), Reason: reason + " The rest of the file cannot be read."}
}

// skipLong goes over a value of any length.
func (w *window) skipLong() error {
	c, err := w.peek()
	if err != nil || c == 0 {
		return listFault(w, err, c, "")
	}
	if c != '{' && c != '[' && c != '"' {
		var s scanner
		for {
			end, f := s.skip(w.b, w.i)
			switch {
			case f == fine:
				w.i = end
				return nil
			case f == malformed:
				return w.unreadable(end, s.why)
			case len(w.b)-w.i > maxRow:
				return listFault(w, nil, 1, "A number is longer than 4 MiB.")
			}
			if ok, err := w.more(w.i); !ok {
				return listFault(w, err, 0, "")
			}
		}
	}
	depth, quoted, escape := 0, false, false
	for {
		for ; w.i < len(w.b); w.i++ {
			switch c := w.b[w.i]; {
			case escape:
				escape = false
			case quoted:
				quoted, escape = c != '"', c == '\\'
			case c == '"':
				quoted = true
			case c == '{' || c == '[':
				depth++
			case c == '}' || c == ']':
				depth--
			}
			if depth == 0 && !quoted {
				w.i++
				return nil
			}
		}
		if ok, err := w.more(w.i); !ok {
			return listFault(w, err, 0, "")
		}
	}
}

// start goes to the first element.
func (l *listSource) start() error {
	l.first = true
	c, err := l.w.peek()
	switch {
	case err != nil:
		return err
	case c == '[':
		l.w.i++
		return nil
	case c != '{':
		return listFault(&l.w, nil, c, "The file does not begin with a JSON array or object.")
	case !l.array:
		return nil
	}
	l.w.i++
	for {
		if c, err = l.w.peek(); err != nil {
			return err
		}
		if c == ',' {
			l.w.i++
			continue
		}
		if c == '}' {
			return &FileError{Offset: l.w.offset(l.w.i), Reason: `The file has no list of entities: no member "value" with an array.`}
		}
		name, err := memberName(&l.w, &l.s)
		if err != nil {
			return err
		}
		switch c, err = l.w.peek(); {
		case err != nil:
			return err
		case name == l.member && c == '[':
			l.w.i++
			return nil
		case name == "odata.metadata" && c == '"':
			text, err := shortText(&l.w, &l.s)
			if err != nil {
				return err
			}
			l.table = metadataTable(text)
		default:
			if err := l.w.skipLong(); err != nil {
				return err
			}
		}
	}
}

// metadataTable returns the table that an odata.metadata names: …/$metadata#Movies&$select=A gives "Movies".
func metadataTable(text string) string {
	_, table, _ := strings.Cut(text, "$metadata#")
	if i := strings.IndexAny(table, "&/"); i >= 0 {
		table = table[:i]
	}
	if table == "Tables" {
		return "" // Azurite says so of every table
	}
	return strings.Clone(table)
}

func (l *listSource) resume(offset int64, element int) {
	l.w.seek(offset)
	l.first, l.count = false, element
}

func (l *listSource) next(r *row) error {
	c, err := l.w.peek()
	if err != nil {
		return err
	}
	if c == 0 && !l.array {
		return io.EOF
	}
	if l.array && c == ']' {
		return io.EOF
	}
	if !l.first && (l.array || c == ',') {
		if c != ',' {
			return l.at(listFault(&l.w, nil, c, "A comma between two entities is missing."))
		}
		l.w.i++
		comma := l.w.offset(l.w.i - 1)
		if c, err = l.w.peek(); err != nil {
			return err
		}
		if c == ']' && l.array {
			return l.at(&FileError{Offset: comma, Reason: "There is a comma after the last element, and JSON allows none before the closing bracket."})
		}
	}
	if c == 0 {
		return l.at(listFault(&l.w, nil, 0, ""))
	}
	l.first = false
	l.count++
	r.line = l.count
	err = l.element(r, c)
	r.end = l.w.offset(l.w.i)
	return l.at(err)
}

// at gives an error the element that it is about, and its place in the text.
func (l *listSource) at(err error) error {
	if f, ok := err.(*FileError); ok {
		if f.Line = l.count; !f.Truncated {
			f.Row, f.Column = l.w.place(f.Offset)
		}
	}
	return err
}

var errLongElement = &RowError{Reason: "The element is longer than 4 MiB, which no entity is."}

// element reads the value at the next byte, c.
func (l *listSource) element(r *row, c byte) error {
	if c != '{' {
		if err := l.w.skipLong(); err != nil {
			return err
		}
		return &RowError{Reason: "The element is not an object."}
	}
	for {
		l.s.begin()
		end, f := l.s.object(l.w.b, l.w.i)
		switch f {
		case fine:
			if end-l.w.i > maxRow {
				l.w.i = end
				return errLongElement
			}
			l.w.i = end
			r.cells = l.s.cells
			if l.s.flaw != nil {
				return l.s.flaw
			}
			return nil
		case malformed:
			return l.w.unreadable(end, l.s.why)
		}
		if len(l.w.b)-l.w.i > maxRow {
			if err := l.w.skipLong(); err != nil {
				return err
			}
			return errLongElement
		}
		if ok, err := l.w.more(l.w.i); !ok {
			return listFault(&l.w, err, 0, "")
		}
	}
}
