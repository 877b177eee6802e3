package interchange

import (
	"bytes"
	"strings"
)

// opening is what the beginning of a JSON file tells of the rest.
type opening struct {
	list      bool   // the entities are an array: the root, or a member of it
	member    string // that member's name
	service   bool   // it is "value"
	lines     bool   // the first object is one line
	azurite   bool   // a LokiJS database
	workspace bool   // the header of a workspace file
	table     string // by odata.metadata
}

// opening looks at the JSON value at the next byte, which stays the next.
func (w window) opening() (o opening, err error) {
	c, err := w.peek()
	if err != nil || c != '{' {
		o.list = c == '['
		return o, err
	}
	line, err := w.lineEnd()
	if err != nil {
		return o, err
	}
	s := scanner{columns: newColumns(nil, jsonNames)}
	w.i++
	for n := 0; ; {
		if c, err = w.peek(); err != nil {
			return o, err
		}
		if c == ',' {
			w.i++
			continue
		}
		if c == '}' {
			o.lines = w.offset(w.i) < line
			w.i++
			c, err = w.peek()
			if o.list = o.member != "" && c == 0; !o.list {
				o.member = ""
			}
			return o, err
		}
		name, err := memberName(&w, &s)
		if err == nil {
			name = strings.Clone(name)
			c, err = w.peek()
		}
		switch {
		case err != nil:
		case name == "value" && c == '[':
			o.list, o.service, o.member = true, true, name
			return o, nil
		case name == "collections" && c == '[':
			o.azurite = true
			return o, nil
		case name == "rangefinder.workspace":
			o.workspace, o.lines = true, true
			return o, nil
		case name == "odata.metadata" && c == '"':
			var text string
			text, err = shortText(&w, &s)
			o.table = metadataTable(text)
		case n < maxBefore && o.member == "" && c == '[' && w.objects():
			o.member = name
			if in := w; line-w.offset(w.i) > maxRow || in.skipLong() != nil || in.offset(in.i) > line {
				o.list = true // no line of a file that has an entity on each
				return o, nil
			}
			err = w.skipLong()
		default:
			err = w.skipLong()
		}
		n++
		if _, broken := err.(*FileError); broken {
			o.lines = true // a bad line costs itself, a bad object the rest
			return o, nil
		}
		if err != nil {
			return o, err
		}
	}
}

// maxBefore is how many members may stand before the list of a file: how many entities follow, say. An object with more is an entity.
const maxBefore = 3

// objects reports whether the array at the next byte begins with an object.
func (w window) objects() bool {
	w.i++
	c, err := w.peek()
	return err == nil && c == '{'
}

// lineEnd returns the offset of the end of the line that the next byte is on, as far as 4 MiB show it.
func (w *window) lineEnd() (int64, error) {
	for {
		if n := bytes.IndexByte(w.b[w.i:], '\n'); n >= 0 {
			return w.offset(w.i + n), nil
		}
		if len(w.b)-w.i > maxRow {
			return w.size, nil
		}
		if ok, err := w.more(w.i); !ok {
			return w.size, err
		}
	}
}
