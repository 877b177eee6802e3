package workload

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// Kind is the kind of a log. Its text is for people and for JSON.
type Kind string

// The kinds of logs.
const (
	MonitorCSV  Kind = "Azure Monitor, CSV"  // StorageTableLogs, exported from Log Analytics
	MonitorJSON Kind = "Azure Monitor, JSON" // the same: an array of objects, or the answer of the query API
	JSONLines   Kind = "JSON lines"          // of a diagnostic setting, of StorageTableLogs, or of this project's --log
	Analytics   Kind = "Storage Analytics"   // 1.0 and 2.0, of the container $logs
	HAR         Kind = "HAR"                 // 1.2, of a browser or a proxy
	Azurite     Kind = "Azurite"             // its debug log, or the access log on its standard output
)

// Report says what became of the lines of a log.
type Report struct {
	Kind          Kind
	Lines         int // lines, or elements where the log is one JSON value
	Calls         int // of Lines, and in Azurite's log of each request's several lines
	Ignored       int // understood, but no call of a Table service: other services, headings, steps of a request
	NotUnderstood int
	Examples      []Example // of NotUnderstood, the first ones
}

// Example is a line that was not understood. It does not have the line's text, which may hold anything.
type Example struct {
	Line   int // of the file, from 1
	Reason string
}

// maxExamples bounds Report.Examples.
const maxExamples = 5

// ErrKind says that a file is no log of a kind that Read knows.
var ErrKind = errors.New("the content is not a log of a known kind: StorageTableLogs as CSV or JSON, a diagnostic setting's JSON lines, " +
	"Storage Analytics, HAR, Azurite's debug log, or what rangefinder serve --log writes; each also by gzip")

// Read reads a log of any kind to its end and gives each call to each, which may keep no pointer to it. It takes a few MB of memory,
// however long the log is. An error is ErrKind, ErrCut, or one of r; what was read before it has been counted. A damaged gzip file is such an
// error. Lines that are not understood are none: the report counts them.
func Read(r io.Reader, each func(*Call)) (Report, error) {
	s := source{each: each}
	err := s.open(r)
	if err == nil {
		err = s.told(s.read())
	}
	return s.report, err
}

// readerSize is how much is looked at to know a log's kind.
const readerSize = 64 << 10

// source is a log that is being read.
type source struct {
	in      *bufio.Reader
	counter *counter // of the bytes in in
	packed  bool     // they were unpacked
	each    func(*Call)
	report  Report
	call    Call // filled anew for each
}

func (s *source) read() error {
	beginning, err := s.in.Peek(readerSize)
	if len(beginning) == 0 {
		if err == nil || err == io.EOF {
			return ErrKind
		}
		return err
	}
	switch s.report.Kind = kindOf(beginning); s.report.Kind {
	case MonitorCSV:
		return s.readCSV()
	case MonitorJSON:
		return s.readMonitor()
	case JSONLines:
		return s.eachLine(s.jsonLine)
	case Analytics:
		return s.eachLine(s.analyticsLine)
	case HAR:
		return s.readHAR()
	case Azurite:
		return s.readAzurite()
	}
	return ErrKind
}

// kindOf knows a log by its beginning, "" if it is none. Its first lines may be broken.
func kindOf(beginning []byte) Kind {
	text := bytes.TrimLeft(beginning, " \t\r\n")
	if bytes.HasPrefix(text, []byte("[")) {
		return MonitorJSON
	}
	if bytes.HasPrefix(text, []byte("{")) {
		switch inner := bytes.TrimLeft(text[1:], " \t\r\n"); {
		case bytes.HasPrefix(inner, []byte(`"log"`)):
			return HAR
		case bytes.HasPrefix(inner, []byte(`"tables"`)):
			return MonitorJSON
		}
	}
	for range 100 {
		line, rest, more := bytes.Cut(text, []byte("\n"))
		line = bytes.TrimRight(line, "\r")
		switch {
		case isAnalytics(line):
			return Analytics
		case bytes.HasPrefix(line, []byte("{")) && members(line, func(_, _ []byte) {}):
			return JSONLines
		case isAzurite(line):
			return Azurite
		case isHeading(line):
			return MonitorCSV
		}
		if text = rest; !more {
			break
		}
	}
	return ""
}

// eachLine gives each line that is not empty to read.
func (s *source) eachLine(read func(line []byte, number int)) error {
	l := lines{in: s.in}
	for {
		line, tooLong, err := l.next()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case tooLong:
			s.report.Lines++
			s.bad(l.number, "the line is longer than 1 MiB")
		case len(bytes.TrimSpace(line)) > 0:
			s.report.Lines++
			read(line, l.number)
		}
	}
}

// give hands on s.call.
func (s *source) give() {
	s.report.Calls++
	s.each(&s.call)
}

func (s *source) ignore() { s.report.Ignored++ }

// bad counts a line that is not understood. The reason is a sentence without a part of the line.
func (s *source) bad(line int, reason string) {
	s.report.NotUnderstood++
	if len(s.report.Examples) < maxExamples {
		s.report.Examples = append(s.report.Examples, Example{line, reason})
	}
}
