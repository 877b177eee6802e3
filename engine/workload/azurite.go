package workload

import (
	"bytes"
	"strings"
	"time"
)

// Azurite writes several lines for each request, which share an id: one with method and URL, steps, and one with status and time.
//
//	2026-11-20T09:30:00.123Z 6e52… info: TableStorageContextMiddleware: RequestMethod=GET RequestURL=http://127.0.0.1/… RequestHeaders:{…}
//	2026-11-20T09:30:00.125Z 6e52… info: EndMiddleware: End response. TotalTimeInMS=2 StatusCode=200 …
//
// Its standard output has one line for each instead, in the form of web servers:
//
//	127.0.0.1 - - [20/Nov/2026:09:30:00 +0000] "GET /devstoreaccount1/Movies()?$filter=… HTTP/1.1" 200 -

// begun is a request of which the end has not come.
type begun struct {
	call Call
	id   string
}

// maxBegun bounds how many requests are open at once. The oldest is then handed on without its end.
const maxBegun = 4096

// azurite joins the lines of a request.
type azurite struct {
	source *source
	open   map[string]*begun
	order  []*begun // the oldest first; those that ended have an empty id
}

var (
	requestMethod = []byte("RequestMethod=")
	requestURL    = []byte(" RequestURL=")
	endResponse   = []byte("End response.")
	levelWords    = [...]string{" info: ", " debug: ", " verbose: ", " error: ", " warn: "}
)

// isAzurite reports whether a line has a form of Azurite's logs.
func isAzurite(line []byte) bool {
	_, _, ok := stepOf(line)
	return ok || bytes.Contains(line, requestMethod) && bytes.Contains(line, requestURL) || isAccess(line)
}

// isAccess reports whether a line is one of an access log.
func isAccess(line []byte) bool {
	return bytes.Contains(line, []byte(` HTTP/1.`)) && bytes.Contains(line, []byte(` - - [`))
}

// stepOf reads time and id of a line of the debug log.
func stepOf(line []byte) (when time.Time, id string, ok bool) {
	head := line[:min(len(line), 120)]
	for _, word := range levelWords {
		at := bytes.Index(head, []byte(word))
		if at < 0 {
			continue
		}
		stamp, rest, _ := strings.Cut(string(head[:at]), " ")
		when, known := parseTime(stamp)
		return when, strings.TrimSpace(rest), known
	}
	for _, word := range levelWords { // the console's form: neither time nor id
		if bytes.HasPrefix(head, []byte(word[1:])) {
			return time.Time{}, "", true
		}
	}
	return time.Time{}, "", false
}

func (s *source) readAzurite() error {
	a := azurite{source: s, open: map[string]*begun{}}
	err := s.eachLine(a.line)
	for _, b := range a.order {
		a.end(b)
	}
	return err
}

func (a *azurite) line(line []byte, number int) {
	s := a.source
	when, id, step := stepOf(line)
	switch at := bytes.Index(line, requestMethod); {
	case at >= 0 && bytes.Contains(line[at:], requestURL):
		if !step {
			s.bad(number, "the line with method and URL does not begin with time and level")
			return
		}
		if bytes.Contains(line[:at], []byte("Blob")) || bytes.Contains(line[:at], []byte("Queue")) {
			s.ignore()
			return
		}
		a.request(line[at+len(requestMethod):], when, id, number)
	case step && bytes.Contains(line, endResponse):
		if b := a.open[id]; b != nil {
			if a.answer(&b.call, line) {
				a.end(b)
			} else {
				s.bad(number, "the line of the end has no status code")
			}
			return
		}
		s.ignore() // of another service, or of a request that began in an earlier file
	case step:
		s.ignore()
	case isAccess(line):
		a.access(line, number)
	case bytes.HasPrefix(line, []byte("Azurite ")): // it says that it starts, and where it listens
		s.ignore()
	default:
		s.bad(number, "the line has no form of Azurite's logs")
	}
}

// request reads "GET RequestURL=… RequestHeaders:{…} ClientIP=…", of which nothing else is looked at.
func (a *azurite) request(text []byte, when time.Time, id string, number int) {
	method, rest, _ := bytes.Cut(text, requestURL)
	url, headers, ended := bytes.Cut(rest, []byte(" RequestHeaders:"))
	if !ended {
		if url, _, ended = bytes.Cut(rest, []byte(" ")); !ended {
			a.source.bad(number, "the line ends within the URL")
			return
		}
	}
	t, ok := parseTarget(string(url), false)
	if !ok {
		a.source.bad(number, "the URL names no table")
		return
	}
	op := operationBy(string(method), &t, bytes.Contains(headers, []byte(`"if-match":`)))
	if op == Unknown {
		a.source.bad(number, "the method is none of the Table service")
		return
	}
	b := &begun{id: id, call: Call{Line: number, Time: when, Operation: op}}
	_, client, _ := bytes.Cut(headers, []byte(`"x-ms-client-request-id":"`))
	client, _, _ = bytes.Cut(client, []byte(`"`))
	b.call.clientRequest = string(client)
	b.call.aim(&t)
	if earlier := a.open[id]; earlier != nil {
		a.end(earlier)
	}
	a.open[id] = b
	if a.order = append(a.order, b); len(a.order) >= maxBegun {
		a.compact()
	}
}

// compact forgets those that ended, and hands on the older half if all are open.
func (a *azurite) compact() {
	kept := a.order[:0]
	for _, b := range a.order {
		if a.open[b.id] == b {
			kept = append(kept, b)
		}
	}
	if len(kept) > maxBegun/2 {
		for _, b := range kept[:len(kept)-maxBegun/2] {
			a.end(b)
		}
		kept = append(kept[:0], kept[len(kept)-maxBegun/2:]...)
	}
	clear(a.order[len(kept):])
	a.order = kept
}

// end hands on a request, once.
func (a *azurite) end(b *begun) {
	if a.open[b.id] != b {
		return
	}
	delete(a.open, b.id)
	a.source.call = b.call
	a.source.give()
}

// answer reads "TotalTimeInMS=2 StatusCode=200 … Headers={…}".
func (a *azurite) answer(c *Call, line []byte) bool {
	status, ok := parseNumber(wordAfter(line, "StatusCode="))
	if !ok || status > 999 {
		return false
	}
	c.Status = int(status)
	if ms, ok := parseNumber(wordAfter(line, "TotalTimeInMS=")); ok {
		c.Duration, c.Timed = milliseconds(ms), true
	}
	c.BytesOut = parseBytes(strings.Trim(wordAfter(line, `"content-length":`), `"`))
	return true
}

// wordAfter returns what follows a mark, up to a space, comma or brace.
func wordAfter(line []byte, mark string) string {
	_, rest, _ := bytes.Cut(line, []byte(mark))
	if end := bytes.IndexAny(rest, " ,}"); end >= 0 {
		rest = rest[:end]
	}
	return string(rest[:min(len(rest), 32)])
}

// access reads a line of the access log. Who asked stands at its beginning and is not looked at.
func (a *azurite) access(line []byte, number int) {
	_, rest, _ := bytes.Cut(line, []byte(" - - ["))
	stamp, rest, _ := bytes.Cut(rest, []byte(`] "`))
	request, rest, _ := bytes.Cut(rest, []byte(` HTTP/1.`))
	method, url, ok := bytes.Cut(request, []byte(" "))
	_, rest, _ = bytes.Cut(rest, []byte(`" `))
	word, size, _ := bytes.Cut(rest, []byte(" "))
	when, err := time.Parse("02/Jan/2006:15:04:05 -0700", string(stamp))
	status, numeric := parseNumber(string(word))
	if !ok || err != nil || !numeric || status > 999 {
		a.source.bad(number, "the line does not have the form of an access log")
		return
	}
	t, named := parseTarget(string(url), false)
	op := operationBy(string(method), &t, false)
	if !named || op == Unknown {
		a.source.bad(number, "the request names no table, or its method is none of the Table service")
		return
	}
	s := a.source
	s.call = Call{Line: number, Time: when.UTC(), Operation: op, Status: int(status), BytesOut: parseBytes(string(size))}
	s.call.aim(&t)
	s.give()
}
