package workload

import (
	"io"
	"strings"
	"time"
)

// record is what StorageTableLogs and a diagnostic setting tell of a request, as text.
type record struct {
	time, operation, status, duration, uri, in, out, client string
	service                                                 string // "table", "blob", …; "" where it is not said
	part                                                    string // the number of the operation within the request
}

// set takes a column or member by its name. Log Analytics and diagnostic settings spell the same names in other capitals.
func (r *record) set(name []byte, value func() string) {
	switch string(name) {
	case "TimeGenerated", "time", "TimeGenerated [UTC]", "timeGenerated":
		r.time = value()
	case "OperationName", "operationName":
		r.operation = value()
	case "StatusCode", "statusCode":
		r.status = value()
	case "DurationMs", "durationMs":
		r.duration = value()
	case "Uri", "uri":
		r.uri = value()
	case "RequestBodySize", "requestBodySize":
		r.in = value()
	case "ResponseBodySize", "responseBodySize":
		r.out = value()
	case "ClientRequestId", "clientRequestId":
		r.client = value()
	case "ServiceType", "serviceType":
		r.service = value()
	case "OperationCount", "operationCount":
		r.part = value()
	}
}

// record reads the texts and hands on the call, or counts the line otherwise.
func (s *source) record(r *record, line int) {
	if r.service != "" && !strings.EqualFold(r.service, "table") || isOtherService(r.uri) {
		s.ignore()
		return
	}
	if r.part != "" && r.part != "0" {
		if _, ok := parseNumber(r.part); ok { // the request itself is number 0
			s.ignore()
			return
		}
	}
	s.call = Call{Line: line, Operation: operationOf(r.operation), clientRequest: r.client}
	c := &s.call
	var ok bool
	if c.Time, ok = parseTime(r.time); !ok {
		s.bad(line, "the time is missing or cannot be read")
		return
	}
	status, ok := parseNumber(r.status)
	if c.Status = int(status); !ok || status > 999 {
		s.bad(line, "the status code is missing or not a number")
		return
	}
	if r.duration != "" {
		ms, ok := parseNumber(r.duration)
		if !ok {
			s.bad(line, "the duration is not a number")
			return
		}
		c.Duration, c.Timed = milliseconds(ms), true
	}
	if c.Operation == Unknown {
		s.bad(line, "the operation is missing or not one of the Table service")
		return
	}
	t, ok := parseTarget(r.uri, false)
	if !ok || r.uri == "" {
		s.bad(line, "the URL is missing or names no table")
		return
	}
	c.BytesIn, c.BytesOut = parseBytes(r.in), parseBytes(r.out)
	c.aim(&t)
	s.give()
}

// isOtherService reports whether a URL is one of an account's other services.
func isOtherService(uri string) bool {
	for _, part := range [...]string{".blob.", ".queue.", ".file.", ".dfs.", ".web."} {
		if at := strings.Index(uri, part); at >= 0 && strings.IndexByte(strings.TrimPrefix(uri[:at], "https://"), '/') < 0 {
			return true
		}
	}
	return false
}

func milliseconds(ms float64) time.Duration {
	return time.Duration(min(ms, 1e12) * float64(time.Millisecond))
}

func parseBytes(text string) int64 {
	n, _ := parseNumber(text)
	return int64(n)
}

// timeLayouts are how exports write a time without a zone, which is then UTC: the portal's grid in the reader's language.
var timeLayouts = [...]string{"2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999", "1/2/2006, 3:04:05.999999999 PM", "1/2/2006 3:04:05.999999999 PM", "1/2/2006 15:04:05.999999999"}

func parseTime(text string) (time.Time, bool) {
	if t, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return t.UTC(), true
	}
	for _, layout := range timeLayouts {
		if t, err := time.Parse(layout, text); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// jsonLine reads a line of a diagnostic setting, of StorageTableLogs, or of this project's --log; they may be mixed. A line of an
// event hub holds several records.
func (s *source) jsonLine(line []byte, number int) {
	var r record
	var own ownLine
	var records []byte
	if !members(line, func(key, value []byte) {
		switch string(key) {
		case "records":
			records = value
		default:
			s.member(&r, key, value)
			own.set(key, value)
		}
	}) {
		s.bad(number, "the line is not a JSON object")
		return
	}
	switch {
	case own.is():
		s.ownLine(&own, number)
	case records != nil:
		s.report.Lines--
		if !elements(records, func(value []byte) {
			s.report.Lines++
			s.object(value, number)
		}) {
			s.report.Lines++
			s.bad(number, "the records are not an array")
		}
	default:
		s.record(&r, number)
	}
}

func (s *source) member(r *record, key, value []byte) {
	if string(key) == "properties" && value[0] == '{' {
		members(value, func(key, value []byte) { r.set(key, func() string { return textOf(value) }) })
		return
	}
	r.set(key, func() string { return textOf(value) })
}

func (s *source) object(value []byte, line int) {
	var r record
	if !members(value, func(key, value []byte) { s.member(&r, key, value) }) {
		s.bad(line, "the element is not a JSON object")
		return
	}
	s.record(&r, line)
}

// readMonitor reads an array of objects, or the answer of the query API: tables with columns and rows.
func (s *source) readMonitor() error {
	line := 1
	c, err := s.skipBlank(&line)
	if err != nil {
		return err
	}
	if c == '[' {
		return s.split(newSplitter(s.in, line), s.object)
	}
	if err := s.findArray("columns", &line); err != nil {
		return err
	}
	columns, err := s.columns(&line)
	if err != nil {
		return err
	}
	if err := s.findArray("rows", &line); err != nil {
		return err
	}
	return s.split(newSplitter(s.in, line), func(value []byte, line int) {
		var r record
		n := 0
		if !elements(value, func(value []byte) {
			if n < len(columns) {
				r.set(columns[n], func() string { return textOf(value) })
			}
			n++
		}) || n != len(columns) {
			s.bad(line, "the row does not have one value for each column")
			return
		}
		s.record(&r, line)
	})
}

// split gives each element of an array to read.
func (s *source) split(array *splitter, read func(value []byte, line int)) error {
	for {
		element, whole, err := array.next()
		switch {
		case err == io.EOF && (array.cut || array.place == inside):
			return s.cutShort(array.line)
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		s.report.Lines++
		switch {
		case whole:
			read(element, array.begin)
		case array.cut:
			s.bad(array.begin, "the file ends within the element")
		default:
			s.bad(array.begin, "the element does not end, or is longer than 1 MiB")
		}
	}
}

func (s *source) skipBlank(line *int) (byte, error) {
	for {
		c, err := s.in.ReadByte()
		switch {
		case err == io.EOF:
			return 0, io.ErrUnexpectedEOF
		case err != nil:
			return 0, err
		case c == '\n':
			*line++
		case c != ' ' && c != '\t' && c != '\r':
			return c, nil
		}
	}
}

// findArray goes behind the bracket of the next array with a name.
func (s *source) findArray(name string, line *int) error {
	want := `"` + name + `"`
	matched := 0
	for {
		c, err := s.in.ReadByte()
		if err == io.EOF {
			return ErrKind
		}
		if err != nil {
			return err
		}
		if c == '\n' {
			*line++
		}
		if c != want[matched] {
			matched = btoi(c == '"')
			continue
		}
		if matched++; matched < len(want) {
			continue
		}
		matched = 0
		if c, err := s.skipBlank(line); err != nil || c != ':' {
			continue
		}
		if c, err := s.skipBlank(line); err == nil && c == '[' {
			return nil
		}
	}
}

// columns reads the names of the columns of the query API's answer, to the end of their array.
func (s *source) columns(line *int) ([][]byte, error) {
	text := []byte{'['}
	for depth := 1; depth > 0; {
		c, err := s.in.ReadByte()
		if err != nil || len(text) > readerSize {
			return nil, ErrKind
		}
		switch c {
		case '\n':
			*line++
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		}
		text = append(text, c)
	}
	var names [][]byte
	if !elements(text, func(value []byte) {
		name := ""
		members(value, func(key, value []byte) {
			if string(key) == "name" {
				name = textOf(value)
			}
		})
		names = append(names, []byte(name))
	}) {
		return nil, ErrKind
	}
	return names, nil
}
