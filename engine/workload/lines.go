package workload

import (
	"bufio"
	"bytes"
	"io"
)

// maxLine bounds, in bytes, a line and an element that is read. Longer ones are counted and passed over.
const maxLine = 1 << 20

// lines reads lines of bounded length.
type lines struct {
	in     *bufio.Reader
	long   []byte
	number int // of the last line, from 1
}

// next returns the next line without its end, valid until the following call. tooLong is true of a line beyond maxLine, of which
// nothing is returned. err is io.EOF after the last line.
func (l *lines) next() (line []byte, tooLong bool, err error) {
	l.long = l.long[:0]
	for {
		part, err := l.in.ReadSlice('\n')
		switch {
		case err == bufio.ErrBufferFull:
			if tooLong = tooLong || len(l.long)+len(part) > maxLine; !tooLong {
				l.long = append(l.long, part...)
			}
			continue
		case err == io.EOF && len(part) == 0 && len(l.long) == 0 && !tooLong:
			return nil, false, io.EOF
		case err != nil && err != io.EOF:
			return nil, false, err
		}
		l.number++
		if tooLong {
			return nil, true, nil
		}
		if len(l.long) > 0 {
			l.long = append(l.long, part...)
			part = l.long
		}
		return bytes.TrimSuffix(bytes.TrimSuffix(part, []byte("\n")), []byte("\r")), false, nil
	}
}
