package tablerest

import (
	"strings"

	"rangefinder/engine"
)

// section is what stands between two boundaries of a multipart body.
type section struct {
	header lines
	body   string
}

// lines are the header lines of a section or of a message in it, names as written.
type lines []line

type line struct{ name, value string }

// maxLines bounds the header lines of a section.
const maxLines = 64

func (l lines) get(name string) string {
	for i := range l {
		if strings.EqualFold(l[i].name, name) {
			return l[i].value
		}
	}
	return ""
}

func (l lines) count(name string) int {
	n := 0
	for i := range l {
		if strings.EqualFold(l[i].name, name) {
			n++
		}
	}
	return n
}

// boundaryOf returns the boundary of a multipart/mixed Content-Type; ok is false for any other.
func boundaryOf(contentType string) (boundary string, ok bool) {
	media, parameters, _ := strings.Cut(contentType, ";")
	if !strings.EqualFold(strings.TrimSpace(media), "multipart/mixed") {
		return "", false
	}
	for parameters != "" {
		var p string
		p, parameters, _ = strings.Cut(parameters, ";")
		name, value, _ := strings.Cut(p, "=")
		if strings.EqualFold(strings.TrimSpace(name), "boundary") {
			value = strings.Trim(strings.TrimSpace(value), `"`)
			return value, value != "" && len(value) <= 200
		}
	}
	return "", false
}

// ending says how much of the end of a multipart body is there.
type ending uint8

const (
	unended   ending = iota // the last section may have been cut
	delimited               // a delimiter follows the last section, without the final dashes
	closed                  // the closing delimiter, with its dashes
)

// splitSections returns the sections of a multipart body, at most limit of them, and how the body ends. It takes line ends of
// CRLF and LF, and blanks after a delimiter. When there are more sections than limit, end says nothing.
func splitSections(body, boundary string, limit int) (out []string, end ending) {
	delimiter := "--" + boundary
	start := -1 // of the section in progress
	for at := 0; len(out) < limit; {
		i := 0
		if at > 0 || !strings.HasPrefix(body, delimiter) {
			if i = strings.Index(body[at:], "\n"+delimiter); i < 0 {
				if start >= 0 && strings.TrimSpace(body[start:]) != "" {
					out = append(out, body[start:])
				}
				return out, unended
			}
			i++
		}
		begin := at + i
		after := body[begin+len(delimiter):]
		rest, _, more := strings.Cut(after, "\n")
		next := begin + len(delimiter) + len(rest)
		rest = strings.TrimRight(rest, " \t\r")
		if rest != "" && rest != "--" { // a longer boundary that begins alike
			at = max(begin+1, 1)
			continue
		}
		if start >= 0 {
			text := strings.TrimSuffix(strings.TrimSuffix(body[start:begin], "\n"), "\r")
			if strings.TrimSpace(text) != "" {
				out = append(out, text)
			}
		}
		switch {
		case rest == "--":
			return out, closed
		case !more || strings.TrimSpace(body[next:]) == "":
			return out, delimited
		}
		start = next + 1
		at = next // the line end may open the next boundary
	}
	return out, unended
}

// cutHeader reads header lines up to an empty line. ok is false when a line has no colon or there are too many.
func cutHeader(text string) (header lines, rest string, ok bool) {
	for text != "" {
		raw, after, _ := strings.Cut(text, "\n")
		raw = strings.TrimRight(raw, " \t\r")
		if raw == "" {
			return header, after, true
		}
		name, value, colon := strings.Cut(raw, ":")
		if !colon || len(header) == maxLines {
			return nil, text, false
		}
		if header == nil {
			header = make(lines, 0, 4) // as many as a part has, mostly
		}
		header = append(header, line{strings.TrimSpace(name), strings.TrimSpace(value)})
		text = after
	}
	return header, "", true
}

// readSection cuts a section into its header and what it holds.
func readSection(text string) (section, bool) {
	header, body, ok := cutHeader(text)
	return section{header, body}, ok
}

// message is the request that a section of a batch holds.
type message struct {
	method    string
	url       string
	header    lines
	contentID string
	body      string
}

// readMessage reads the request in a section. Error: InvalidInput.
func readMessage(s section) (message, *engine.Error) {
	text := strings.TrimLeft(s.body, "\r\n \t")
	first, rest, _ := strings.Cut(text, "\n")
	first = strings.TrimRight(first, " \t\r")
	method, url, ok := strings.Cut(first, " ")
	last := strings.LastIndexByte(url, ' ')
	if !ok || last < 0 || !strings.HasPrefix(url[last+1:], "HTTP/1.") {
		return message{}, malformedBatch("a part holds no request line such as POST https://…/Movies HTTP/1.1")
	}
	m := message{method: method, url: strings.TrimSpace(url[:last])}
	if m.header, m.body, ok = cutHeader(rest); !ok {
		return message{}, malformedBatch("a header of a part is not a header")
	}
	if m.contentID = m.header.get("Content-ID"); m.contentID == "" {
		m.contentID = s.header.get("Content-ID")
	}
	return m, nil
}

// readBatch reads the body of an entity group transaction: the requests of its one changeset, or one request outside of any.
// Of more than limit requests it reads limit. Error: InvalidInput.
//
// A body that was cut is refused, because the operations that are missing would be lost: the changeset has to have its closing
// delimiter, and the batch its last one. Only the final two dashes of the batch may be missing, as in some published samples.
func readBatch(body, contentType string, limit int) (messages []message, changeset bool, err *engine.Error) {
	boundary, ok := boundaryOf(contentType)
	if !ok {
		return nil, false, malformedBatch("Content-Type is multipart/mixed with a boundary")
	}
	if err := validText(body); err != nil {
		return nil, false, err
	}
	texts, end := splitSections(body, boundary, 2)
	switch {
	case len(texts) != 1:
		return nil, false, malformedBatch("it holds one changeset, or one request that reads an entity")
	case end == unended:
		return nil, false, malformedBatch("it ends without the delimiter --" + boundary + "--; send the whole body")
	}
	s, ok := readSection(texts[0])
	if !ok {
		return nil, false, malformedBatch("a part has no header")
	}
	inner, changeset := boundaryOf(s.header.get("Content-Type"))
	if !changeset {
		m, err := readMessage(s)
		return []message{m}, false, err
	}
	texts, end = splitSections(s.body, inner, limit)
	if end != closed && len(texts) < limit {
		return nil, true, malformedBatch("its changeset ends without the delimiter --" + inner + "--; send the whole body")
	}
	messages = make([]message, 0, len(texts))
	for _, text := range texts {
		s, ok := readSection(text)
		if !ok {
			return nil, true, malformedBatch("a part of the changeset has no header")
		}
		m, err := readMessage(s)
		if err != nil {
			return nil, true, err
		}
		messages = append(messages, m)
	}
	return messages, true, nil
}

func malformedBatch(detail string) *engine.Error {
	return engine.Errorf(engine.InvalidInput, "The batch is malformed: %s.", detail)
}
