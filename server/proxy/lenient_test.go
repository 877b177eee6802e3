package proxy

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
)

// found is a request that a parser finds in what reached a service: "DELETE /acct/Movies(…)".
type found []string

// parsers are services that read what reaches them carelessly, each in its way. They are given the whole text on the wire.
var parsers = []struct {
	name string
	find func(wire string) found
}{
	{"lines", func(wire string) found { return byLines(lineEnd.Split(wire, -1)) }},
	{"folded lines", func(wire string) found { return byLines(lineEnd.Split(folds.ReplaceAllString(wire, " "), -1)) }},
	{decodedLines, func(wire string) found { return byLines(asciiEnd.Split(decoded(wire), -1)) }},
	{"every boundary", byBoundaries},
	{"dashes", func(wire string) found { return bySections(dashes.Split(wire, -1)) }},
	{"emulator", byEmulator},
}

// decodedLines is the parser that decodes percent-encoding before it looks for lines.
const decodedLines = "decoded lines"

const methods = `GET|HEAD|POST|PUT|PATCH|MERGE|DELETE|INSERT|OPTIONS|TRACE|CONNECT`

var (
	// lineEnd is everything that some language splits lines at.
	lineEnd     = regexp.MustCompile("\r\n|[\n\r\v\f\x00\x1c\x1d\x1e\u0085\u2028\u2029]")
	asciiEnd    = regexp.MustCompile("\r\n|[\n\r\v\f\x00]")
	folds       = regexp.MustCompile(`\r?\n[ \t]+`)
	dashes      = regexp.MustCompile("(?:^|[\n\r\v\f\u0085\u2028\u2029])[ \t]*--[^\\s]+")
	requestLine = regexp.MustCompile(`^\s*(?:[A-Za-z-]+:\s*)?(` + methods + `)[ \t]+(\S+)`)
	tunnel      = regexp.MustCompile(`(?i)^\s*x-(?:http-)?method(?:-override)?\s*:\s*(\S+)`)
	boundaries  = regexp.MustCompile(`(?i)boundary=+"?([^\s";,]+)`)
)

// byLines takes every line that begins like a request for one, also as the value of a header.
func byLines(lines []string) (out found) {
	for _, line := range lines {
		if m := requestLine.FindStringSubmatch(line); m != nil {
			out = append(out, m[1]+" "+m[2])
		} else if m := tunnel.FindStringSubmatch(line); m != nil {
			out = append(out, "tunnelled "+m[1])
		}
	}
	return out
}

// decoded is a body in which percent-encoding was decoded before it was read, and the request before it as it is.
func decoded(wire string) string {
	head, body, _ := strings.Cut(wire, "\r\n\r\n")
	return head + "\r\n\r\n" + decodeText(body)
}

func decodeText(text string) string {
	return percents.ReplaceAllStringFunc(text, func(s string) string {
		var b byte
		fmt.Sscanf(s[1:], "%02x", &b)
		return string([]byte{b})
	})
}

var percents = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)

// byBoundaries splits at every text that stands anywhere behind "boundary=".
func byBoundaries(wire string) found {
	sections := []string{wire}
	for _, m := range boundaries.FindAllStringSubmatch(wire, -1) {
		var next []string
		for _, s := range sections {
			next = append(next, strings.Split(s, "--"+m[1])...)
		}
		sections = next
	}
	return bySections(sections)
}

// bySections takes every line that begins like a request of every section.
func bySections(sections []string) (out found) {
	for _, s := range sections {
		out = append(out, byLines(lineEnd.Split(s, -1))...)
	}
	return out
}

// The expressions of Azurite 3.37's BatchSerialization and TableBatchSerialization.
var (
	emulatorSet   = regexp.MustCompile(`(?:boundary=)+(\w+_?(?:\w+-?)+)`)
	emulatorBatch = regexp.MustCompile(`(--batch_\w+)`)
	emulatorLine  = regexp.MustCompile(`\r?\n+`)
	emulatorVerb  = regexp.MustCompile(`GET|PATCH|POST|PUT|MERGE|INSERT|DELETE`)
	emulatorURL   = regexp.MustCompile(`http+s?\S+`)
	emulatorBody  = regexp.MustCompile("{+[^\n\r\u2028\u2029]+}+")
)

// byEmulator reads a batch as Azurite does: the changeset's boundary is the first behind "boundary=" in the body, the method the
// first word that is one, the address the first that begins with http, the entity the first braces on one line. It looks for
// more braces too, of which only the first are taken.
func byEmulator(wire string) (out found) {
	head, body, _ := strings.Cut(wire, "\r\n\r\n")
	line, _, _ := strings.Cut(head, "\r\n")
	line = strings.TrimSuffix(line, " HTTP/1.1")
	out = found{line}
	if !strings.HasSuffix(line, "/$batch") && !strings.HasSuffix(line, "/%24batch") {
		return out
	}
	boundary := ""
	if m := emulatorSet.FindStringSubmatch(body); m != nil {
		boundary = m[1]
	} else if m := emulatorBatch.FindStringSubmatch(body); m != nil {
		boundary = m[1]
	}
	parts := strings.Split(body, "--"+boundary+emulatorLine.FindString(body))
	if len(parts) > 1 {
		parts = parts[1:]
	}
	for _, part := range parts {
		address := emulatorURL.FindString(part)
		out = append(out, emulatorVerb.FindString(part)+" "+address)
		if object := emulatorBody.FindString(part); strings.Contains(part, "{") && !strings.Contains(part, "\r\n\r\n"+object+"\r\n") {
			out = append(out, "another entity: "+object)
		}
	}
	return out
}

// strictly reads what reached a service by the letter: one request, and the requests of the batch that it may be. The error says
// what is wrong with it.
func strictly(wire []byte) (out found, batch bool, err error) {
	in := bufio.NewReader(bytes.NewReader(wire))
	r, err := http.ReadRequest(in)
	if err != nil {
		return nil, false, err
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, false, err
	}
	if rest, _ := io.ReadAll(in); len(rest) > 0 {
		return nil, false, fmt.Errorf("%q follows the request", rest)
	}
	out = found{r.Method + " " + r.RequestURI}
	if !strings.HasSuffix(r.URL.Path, "/$batch") {
		return out, false, nil
	}
	inSection := false
	for line := range strings.SplitSeq(string(body), "\r\n") { // no line of a body begins so: it is JSON
		switch {
		case strings.HasPrefix(line, "--"):
			inSection = true
		case inSection && strings.HasSuffix(line, " HTTP/1.1"):
			out, inSection = append(out, strings.TrimSuffix(line, " HTTP/1.1")), false
		}
	}
	return out, true, nil
}
