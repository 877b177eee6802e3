package interchange

import (
	"errors"
	"io"
	"unicode/utf8"
	"unsafe"
)

// readAhead is how many bytes are read at once; tests make it small, so that everything meets the border of two blocks.
var readAhead = 256 << 10

const (
	maxRow     = 4 << 20 // bytes of a row: an entity of 1 MiB takes at most three times as much, every character escaped
	maxColumns = 10_000  // names in a row
)

// window is the stretch of a file that is in memory. Bytes once read are never written again, so strings may share them; a
// window that moves on takes a new block.
type window struct {
	file io.ReaderAt
	size int64
	b    []byte
	base int64 // offset of b[0]
	i    int   // index of the next byte
}

// offset returns where an index lies in the file.
func (w *window) offset(i int) int64 { return w.base + int64(i) }

// more drops what is before index keep, which becomes index 0, and reads on; false at the end of the file.
func (w *window) more(keep int) (bool, error) {
	end := w.offset(len(w.b))
	if end >= w.size {
		return false, nil
	}
	tail := w.b[keep:]
	n := min(int64(max(readAhead, len(tail))), w.size-end)
	b := make([]byte, len(tail)+int(n))
	copy(b, tail)
	got, err := w.file.ReadAt(b[len(tail):], end)
	if got == 0 {
		if err == nil || errors.Is(err, io.EOF) {
			return false, &FileError{Offset: end, Truncated: true, Reason: "The file became shorter while it was read."}
		}
		return false, err
	}
	w.b, w.base, w.i = b[:len(tail)+got], w.offset(keep), w.i-keep
	return true, nil
}

// place returns the line and the column of an offset, from 1. It reads the file anew up to there; both are 0 where it cannot.
func (w *window) place(offset int64) (line, column int) {
	line, column = 1, 1
	b := make([]byte, min(offset, 64<<10))
	for at := int64(0); at < offset; {
		n, _ := w.file.ReadAt(b[:min(int64(len(b)), offset-at)], at)
		if n == 0 {
			return 0, 0
		}
		for i, c := range b[:n] {
			switch {
			case c == '\n':
				line, column = line+1, 1
			case utf8.RuneStart(c) && (c != 0xEF || at+int64(i) > 0): // which begins a byte order mark
				column++
			}
		}
		at += int64(n)
	}
	return line, column
}

// seek goes to an offset; nothing is read yet.
func (w *window) seek(offset int64) { w.b, w.base, w.i = nil, offset, 0 }

// need makes n bytes from i on available where the file has them.
func (w *window) need(n int) error {
	for len(w.b)-w.i < n {
		if ok, err := w.more(w.i); !ok {
			return err
		}
	}
	return nil
}

// shared returns bytes that nobody will write again as a string, without copying them.
func shared(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// arena holds text that had to be rewritten: unescaped strings, decoded bytes. What it gave out is never written again.
type arena struct{ free []byte }

// room returns an empty slice with a capacity of n; keep what was appended to it with take.
func (a *arena) room(n int) []byte {
	if cap(a.free) < n {
		a.free = make([]byte, 0, max(n, 32<<10))
	}
	return a.free[:0:n]
}

// take keeps what was put into the last room.
func (a *arena) take(b []byte) string {
	a.free = a.free[len(b):cap(a.free)][:0]
	return shared(b)
}
