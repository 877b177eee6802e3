package workload

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// maxPacked bounds how often a log may be packed: downloads of packed files are packed again by some servers.
const maxPacked = 3

// open makes in the text of a log: unpacked, as UTF-8, and without a byte order mark.
func (s *source) open(r io.Reader) error {
	s.counter = &counter{in: r}
	s.in = bufio.NewReaderSize(s.counter, readerSize)
	for packed := 0; ; packed++ {
		if magic, _ := s.in.Peek(2); string(magic) != "\x1f\x8b" {
			break
		}
		if packed == maxPacked {
			return fmt.Errorf("the file is packed by gzip more than %d times", maxPacked)
		}
		unpacked, err := gzip.NewReader(s.in)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return fmt.Errorf("%w, within the heading of gzip", ErrCut)
		}
		if err != nil {
			return fmt.Errorf("the gzip file cannot be unpacked: %w", err)
		}
		s.packed = true
		s.counter = &counter{in: unpacked}
		s.in = bufio.NewReaderSize(s.counter, readerSize)
	}
	mark, _ := s.in.Peek(4)
	switch {
	case len(mark) >= 3 && string(mark[:3]) == "\ufeff":
		_, _ = s.in.Discard(3)
	case len(mark) >= 2 && (string(mark[:2]) == "\xff\xfe" || string(mark[:2]) == "\xfe\xff"):
		big := mark[0] == 0xfe
		_, _ = s.in.Discard(2)
		s.in = bufio.NewReaderSize(&wide{in: s.in, big: big}, readerSize)
	}
	return nil
}

// told says in the words of a log what is wrong with its bytes.
func (s *source) told(err error) error {
	switch {
	case err == nil || errors.Is(err, ErrCut) || !s.packed:
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%w, after %d unpacked bytes: the gzip in it does not end", ErrCut, s.counter.n)
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader):
		return fmt.Errorf("the gzip file is damaged, before its unpacked byte %d", s.counter.n)
	}
	return err
}

// ErrCut says that a log does not end, because the file was cut off. The error around it says where; all before that has been read.
var ErrCut = errors.New("the file ends early")

// cutShort is the error of a log whose JSON does not end.
func (s *source) cutShort(line int) error {
	unpacked := ""
	if s.packed {
		unpacked = "unpacked "
	}
	return fmt.Errorf("%w, on line %d after %d %sbytes: its JSON does not end", ErrCut, line, s.counter.n, unpacked)
}

// counter counts what is read.
type counter struct {
	in io.Reader
	n  int64
}

// Read implements io.Reader.
func (c *counter) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.n += int64(n)
	return n, err
}

// wide reads UTF-16, as PowerShell on Windows redirects it into a file, as UTF-8.
type wide struct {
	in   *bufio.Reader
	big  bool // the first byte of a unit is the higher one
	rest []byte
	high rune // the first half of a character
	buf  [4 << 10]byte
}

// Read implements io.Reader.
func (w *wide) Read(p []byte) (int, error) {
	var err error
	for out := w.buf[:0]; len(w.rest) == 0 && err == nil; w.rest = out {
		for len(out) < len(w.buf)-2*utf8.UTFMax && err == nil {
			var unit rune
			if unit, err = w.unit(); err == nil {
				out = w.add(out, unit)
			}
		}
	}
	n := copy(p, w.rest)
	if w.rest = w.rest[n:]; n > 0 {
		return n, nil
	}
	return 0, err
}

func (w *wide) unit() (rune, error) {
	a, err := w.in.ReadByte()
	if err != nil {
		return 0, err
	}
	b, err := w.in.ReadByte()
	if w.big {
		a, b = b, a
	}
	return rune(a) | rune(b)<<8, err
}

// add appends a unit of UTF-16; a half without its other one becomes U+FFFD.
func (w *wide) add(out []byte, unit rune) []byte {
	high := w.high
	w.high = 0
	if high != 0 {
		if r := utf16.DecodeRune(high, unit); r != utf8.RuneError {
			return utf8.AppendRune(out, r)
		}
		out = utf8.AppendRune(out, utf8.RuneError)
	}
	if unit >= 0xd800 && unit < 0xdc00 {
		w.high = unit
		return out
	}
	return utf8.AppendRune(out, unit)
}
