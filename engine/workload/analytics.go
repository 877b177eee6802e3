package workload

import (
	"bytes"
	"strconv"
	"strings"
)

// The fields of Storage Analytics that are read, by their place.
const (
	analyticsVersion = iota
	analyticsTime
	analyticsOperation
	_ // request status in words
	analyticsStatus
	analyticsEndToEnd // milliseconds
	analyticsServer   // milliseconds
	_                 // authentication
	_                 // requester
	_                 // owner
	analyticsService
	analyticsURL
	_ // object key
	_ // request id
	analyticsPart
	_ // requester's address
	_ // version
	_ // size of the request's headers
	analyticsRequestBody
	_ // size of the answer's headers
	analyticsResponseBody
	analyticsFields1 = 30 // of version 1.0
	analyticsFields2 = 38 // of version 2.0
	analyticsClient  = 29
)

// isAnalytics reports whether a line begins as those of Storage Analytics do: version, then a time.
func isAnalytics(line []byte) bool {
	return len(line) > 8 && (bytes.HasPrefix(line, []byte("1.0;")) || bytes.HasPrefix(line, []byte("2.0;"))) && line[8] == '-'
}

// analyticsLine reads a line of fields between semicolons. Those with a quote, semicolon or line break are quoted and HTML-encoded.
func (s *source) analyticsLine(line []byte, number int) {
	var store [analyticsFields2 + 1][]byte
	fields, whole := splitAnalytics(store[:0], line)
	want := analyticsFields1
	if string(fields[analyticsVersion]) == "2.0" {
		want = analyticsFields2
	} else if string(fields[analyticsVersion]) != "1.0" {
		s.bad(number, "the line does not begin with the version 1.0 or 2.0")
		return
	}
	if !whole || len(fields) != want {
		s.bad(number, "the line does not have "+strconv.Itoa(want)+" fields")
		return
	}
	text := func(i int) string { return unescapeAnalytics(fields[i]) }
	r := record{time: text(analyticsTime), operation: text(analyticsOperation), status: text(analyticsStatus), duration: text(analyticsEndToEnd),
		uri: text(analyticsURL), in: text(analyticsRequestBody), out: text(analyticsResponseBody), client: text(analyticsClient),
		service: text(analyticsService), part: text(analyticsPart)}
	s.record(&r, number)
}

// splitAnalytics appends the fields of a line, as many as fields has room for. whole is false when a quote does not end. An ETag
// is quoted twice, as ""0x8D"".
func splitAnalytics(fields [][]byte, line []byte) (_ [][]byte, whole bool) {
	for i := 0; len(fields) < cap(fields); {
		start := i
		if i < len(line) && line[i] == '"' {
			end := bytes.Index(line[i+1:], []byte(`";`))
			switch {
			case end >= 0:
				i += 1 + end + 1
			case len(line) > i+1 && line[len(line)-1] == '"':
				return append(fields, line[start:]), true
			default:
				return append(fields, line[start:]), false
			}
		}
		next := bytes.IndexByte(line[i:], ';')
		if next < 0 {
			return append(fields, line[start:]), true
		}
		fields = append(fields, line[start:i+next])
		i += next + 1
	}
	return fields, true
}

var entities = strings.NewReplacer("&amp;", "&", "&quot;", `"`, "&lt;", "<", "&gt;", ">", "&#39;", "'", "&#59;", ";", "&apos;", "'", "&#10;", "\n", "&#13;", "\r")

func unescapeAnalytics(field []byte) string {
	if len(field) >= 2 && field[0] == '"' && field[len(field)-1] == '"' {
		field = field[1 : len(field)-1]
	}
	text := string(field)
	if strings.IndexByte(text, '&') >= 0 {
		text = entities.Replace(text)
	}
	return text
}
