package workload

import (
	"bytes"
	"io"
	"strings"
)

// separators are what stands between the fields of a CSV file.
const separators = ",;\t"

// isHeading reports whether a line names the columns that a workload needs.
func isHeading(line []byte) bool {
	_, ok := headingOf(line)
	return ok
}

// heading is the first line of a CSV file.
type heading struct {
	separator byte
	names     [][]byte // "" for a column that is not read
}

func headingOf(line []byte) (h heading, ok bool) {
	if len(line) > readerSize || !bytes.Contains(bytes.ToLower(line), []byte("operationname")) {
		return h, false
	}
	for _, separator := range []byte(separators) {
		fields, whole := splitCSV(nil, line, separator)
		if !whole || len(fields) < 3 {
			continue
		}
		h = heading{separator: separator}
		found := 0
		for _, field := range fields {
			name, _, _ := strings.Cut(unquoteCSV(field), " [") // the portal writes the zone of a time in the heading
			column := ""
			for _, known := range [...]string{"TimeGenerated", "OperationName", "StatusCode", "DurationMs", "Uri", "RequestBodySize", "ResponseBodySize", "ClientRequestId", "ServiceType", "OperationCount"} {
				if strings.EqualFold(strings.TrimSpace(name), known) {
					column = known
				}
			}
			found += btoi(column == "OperationName" || column == "Uri")
			h.names = append(h.names, []byte(column))
		}
		return h, found == 2
	}
	return h, false
}

// readCSV reads lines after the heading. A quoted field may hold a line break: a line with an open quote is joined with the next ones
// if that gives one field for each column. Otherwise the quote is broken, and only the line it is in.
func (s *source) readCSV() error {
	l := lines{in: s.in}
	var h heading
	var fields [][]byte
	var held []byte // a line whose last quote is open
	heldLine := 0
	flush := func() {
		if held != nil {
			s.bad(heldLine, "a quote in the line does not end")
			held = nil
		}
	}
	for {
		line, tooLong, err := l.next()
		if err == io.EOF {
			flush()
			return nil
		}
		if err != nil {
			return err
		}
		if tooLong {
			flush()
			s.report.Lines++
			s.bad(l.number, "the line is longer than 1 MiB")
			continue
		}
		if h.names == nil {
			if len(bytes.TrimSpace(line)) == 0 {
				continue
			}
			s.report.Lines++
			var ok bool
			if h, ok = headingOf(line); !ok {
				h.names = nil
				s.bad(l.number, "the line stands before the heading of the columns")
				continue
			}
			s.ignore()
			continue
		}
		var whole bool
		fields, whole = splitCSV(fields[:0], line, h.separator)
		if held != nil && len(held)+len(line) < readerSize {
			joined := append(append(held, '\n'), line...)
			both, closed := splitCSV(nil, joined, h.separator)
			switch {
			case closed && len(both) == len(h.names) && endWell(both):
				s.fields(&h, both, heldLine)
				held = nil
				continue
			case !closed && (!whole || len(fields) != len(h.names)):
				held = joined
				continue
			}
		}
		flush()
		switch {
		case len(bytes.TrimSpace(line)) == 0:
		case !whole:
			s.report.Lines++
			held, heldLine = append([]byte(nil), line...), l.number
		default:
			s.report.Lines++
			s.fields(&h, fields, l.number)
		}
	}
}

func (s *source) fields(h *heading, fields [][]byte, line int) {
	if len(fields) != len(h.names) {
		s.bad(line, "the line does not have one field for each column")
		return
	}
	var r record
	for i, name := range h.names {
		if len(name) > 0 {
			r.set(name, func() string { return unquoteCSV(fields[i]) })
		}
	}
	s.record(&r, line)
}

// splitCSV appends the fields of a line, with their quotes. whole is false when a quote does not end.
func splitCSV(fields [][]byte, line []byte, separator byte) (_ [][]byte, whole bool) {
	for i := 0; ; {
		start := i
		if i < len(line) && line[i] == '"' {
			for i++; ; i++ {
				end := bytes.IndexByte(line[i:], '"')
				if end < 0 {
					return append(fields, line[start:]), false
				}
				if i += end + 1; i == len(line) || line[i] != '"' {
					break
				}
			}
		}
		if next := bytes.IndexByte(line[i:], separator); next >= 0 {
			fields = append(fields, line[start:i+next])
			i += next + 1
			continue
		}
		return append(fields, line[start:]), true
	}
}

// endWell reports whether each quoted field ends with its quote: where a line was cut off within one, the next line's first quote seems
// to close it, and more follows.
func endWell(fields [][]byte) bool {
	for _, f := range fields {
		if len(f) == 0 || f[0] != '"' {
			continue
		}
		if len(f) < 2 || f[len(f)-1] != '"' || bytes.IndexByte(bytes.ReplaceAll(f[1:len(f)-1], []byte(`""`), nil), '"') >= 0 {
			return false
		}
	}
	return true
}

func unquoteCSV(field []byte) string {
	if len(field) < 2 || field[0] != '"' || field[len(field)-1] != '"' {
		return string(field)
	}
	text := string(field[1 : len(field)-1])
	if strings.Contains(text, `""`) {
		text = strings.ReplaceAll(text, `""`, `"`)
	}
	return text
}
