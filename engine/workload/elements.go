package workload

import (
	"bufio"
	"io"
)

// splitter gives the elements of a JSON array of a stream one by one, whatever their layout. A broken element ends at the next line
// that begins as the first element did: exporters write one element a line, or indent all alike. In an array on a single line
// nothing after a broken element can be told from it.
type splitter struct {
	in     *bufio.Reader
	buffer []byte
	line   int // being read, from 1

	begin   int    // line where the element began
	indent  []byte // white space before the first element on its line
	open    byte   // how the first element begins
	aligned bool   // the first element began a line: indent is known
	pending bool   // in is right after the beginning of an element
	blank   []byte // white space since the line began
	fresh   bool   // the line has nothing but blank so far
	place   place
	cut     bool // the file ended within an element
}

// place is where a splitter is between elements.
type place uint8

const (
	inside place = iota // the array
	amid                // something broken: an element has to begin a line
	behind              // the array's end: as amid, and nothing is missed
)

// maxString bounds, in bytes, a string in an element; what follows is dropped. Bodies of answers are long and not read.
const maxString = 128 << 10

func newSplitter(in *bufio.Reader, line int) *splitter {
	return &splitter{in: in, line: line, blank: make([]byte, 0, 64), fresh: true}
}

// next returns the next element, valid until the following call, and whether it is whole: its brackets are closed, and it is not
// longer than maxLine. What is not whole is returned without its text. err is io.EOF at the end.
func (s *splitter) next() (element []byte, whole bool, err error) {
	if !s.pending {
		if junk, err := s.find(); junk || err != nil {
			return nil, false, err
		}
	}
	s.pending = false
	s.begin = s.line
	s.buffer = append(s.buffer[:0], s.open)
	depth, inString, escaped, inLength, tooLong := 1, false, false, 0, false
	for {
		if !s.fresh && !escaped {
			run := s.run(inString)
			if inString {
				inLength += len(run)
			}
			if !tooLong && inLength <= maxString {
				if s.buffer = append(s.buffer, run...); len(s.buffer) > maxLine {
					tooLong = true
				}
			}
			_, _ = s.in.Discard(len(run))
		}
		c, err := s.in.ReadByte()
		if err == io.EOF {
			s.cut = true
			return nil, false, nil // find says so the next time
		}
		if err != nil {
			return nil, false, err
		}
		keep := true
		switch {
		case c == '\n':
			s.newLine()
		case s.fresh && (c == ' ' || c == '\t'):
			s.note(c)
		default:
			if c == s.open && s.aligned && s.fresh && string(s.blank) == string(s.indent) {
				s.pending, s.place, s.fresh = true, inside, false
				return nil, false, nil
			}
			s.fresh = false
		}
		switch {
		case inString:
			inLength++
			switch {
			case escaped:
				escaped = false
			case c == '\\':
				escaped = true
			case c == '"':
				inString = false
			}
			keep = inLength <= maxString || !inString
		case c == '"':
			inString, inLength = true, 0
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		}
		if keep && !tooLong {
			if s.buffer = append(s.buffer, c); len(s.buffer) > maxLine {
				tooLong = true
			}
		}
		if depth == 0 {
			return s.buffer, !tooLong, nil
		}
	}
}

// run returns the bytes that come next and mean nothing to next, as far as they are buffered.
func (s *splitter) run(inString bool) []byte {
	buffered, _ := s.in.Peek(s.in.Buffered())
	if inString {
		for i, c := range buffered {
			if c == '"' || c == '\\' || c == '\n' {
				return buffered[:i]
			}
		}
		return buffered
	}
	for i, c := range buffered {
		if c == '"' || c == '\n' || c|0x20 == '{' || c|0x20 == '}' {
			return buffered[:i]
		}
	}
	return buffered
}

func (s *splitter) newLine() {
	s.line++
	s.blank, s.fresh = s.blank[:0], true
}

func (s *splitter) note(c byte) {
	if len(s.blank) < cap(s.blank) {
		s.blank = append(s.blank, c)
	}
}

// find goes to the beginning of the next element. junk is true instead where something else stands, which is passed over.
func (s *splitter) find() (junk bool, err error) {
	for {
		c, err := s.in.ReadByte()
		if err != nil {
			return false, err
		}
		atIndent := s.fresh && s.aligned && string(s.blank) == string(s.indent)
		switch {
		case c == '\n':
			s.newLine()
		case c == ' ' || c == '\t' || c == '\r':
			if s.fresh {
				s.note(c)
			}
		case c == ',' && (s.fresh || s.place == inside): // also at the beginning of a line
		case (c == '{' || c == '[') && s.open == 0:
			if s.open = c; s.fresh {
				s.indent, s.aligned = append([]byte(nil), s.blank...), true
			}
			s.fresh = false
			return false, nil
		case c == s.open && (s.place == inside || atIndent):
			s.place, s.fresh = inside, false
			return false, nil
		case c == ']' && s.place == inside:
			s.place, s.fresh = behind, false
		default:
			begins := s.place == inside && s.line != s.begin || atIndent && s.place == amid && c != ']' && c != '}'
			if s.fresh = false; s.place == inside && s.aligned {
				s.place = amid
			}
			if begins {
				s.begin = s.line
				return true, nil
			}
		}
	}
}
