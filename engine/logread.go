package engine

import (
	"bytes"
	"encoding/binary"
	"io"
)

// window is the length of a recordReader's buffer, in bytes; it grows for longer records.
const window = 1 << 20

// recordReader reads the records of a file one after the other, and finds the next good one where it cannot read.
type recordReader struct {
	file   File
	header fileHeader // zero when it was lost
	size   int64
	pos    int64 // of the next record

	salt    uint16
	salted  bool  // salt is known: it is not when the header was lost
	safe    int64 // everything before this offset was safe on disk once
	checked int64 // checksums of records before this offset were right

	step func(checked int64, payload int) error // called for each record that complete reads; may be nil

	buf   []byte
	at    int64 // offset of buf in the file
	spare []byte
}

func newRecordReader(file File, header fileHeader, ok bool) (*recordReader, error) {
	size, err := file.Size()
	if err != nil {
		return nil, err
	}
	r := &recordReader{file: file, size: size, pos: headerSize, checked: headerSize}
	if ok {
		r.header, r.salt, r.salted, r.safe = header, header.salt, true, header.safe
	}
	return r, nil
}

// bytes returns n bytes of the file from an offset on, which are there.
func (r *recordReader) bytes(at int64, n int) ([]byte, error) {
	if i := at - r.at; i >= 0 && i+int64(n) <= int64(len(r.buf)) {
		return r.buf[i : i+int64(n)], nil
	}
	length := min(max(int64(n), window), r.size-at)
	if int64(cap(r.buf)) < length {
		r.buf = make([]byte, length)
	}
	r.buf, r.at = r.buf[:length], at
	if read, err := r.file.ReadAt(r.buf, at); read < len(r.buf) {
		r.buf = r.buf[:0]
		if err == nil {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	return r.buf[:n], nil
}

// read returns the record at an offset; ok is false when there is no good one.
func (r *recordReader) read(at int64) (rec record, ok bool, err error) {
	if r.size-at < recordSize {
		return rec, false, nil
	}
	head, err := r.bytes(at, recordSize)
	if err != nil {
		return rec, false, err
	}
	salt := r.salt
	if !r.salted {
		salt = binary.LittleEndian.Uint16(head[2:])
	}
	n, ok := recordLength(head, salt)
	if !ok || n > r.size-at {
		return rec, false, nil
	}
	all, err := r.bytes(at, int(n))
	if err != nil {
		return rec, false, err
	}
	if at+n <= r.checked {
		return recordOf(all, at), true, nil
	}
	rec, ok = parseRecord(all, at)
	if ok {
		r.salt, r.salted = salt, true
	}
	return rec, ok, nil
}

// search returns the first good record at or after an offset; ok is false when there is none.
func (r *recordReader) search(at int64) (rec record, ok bool, err error) {
	mark := []byte{recordMark0, recordMark1, byte(r.salt), byte(r.salt >> 8)}
	if !r.salted {
		mark = mark[:2]
	}
	for r.size-at >= recordSize {
		b, err := r.bytes(at, int(min(64<<10, r.size-at)))
		if err != nil {
			return rec, false, err
		}
		i := bytes.Index(b, mark)
		if i < 0 {
			at += int64(len(b) - len(mark) + 1)
			continue
		}
		at += int64(i)
		if rec, ok, err = r.read(at); ok || err != nil {
			return rec, ok, err
		}
		at++
	}
	return rec, false, nil
}

// found is what next came upon.
type found uint8

const (
	foundRecord found = iota
	foundEnd
	foundTorn   // the rest of the file was being written in a crash
	foundDamage // a stretch that was safe once cannot be read
)

// next returns the record at pos and moves behind it. For damage it returns where it ends, and moves there.
func (r *recordReader) next() (what found, rec record, to int64, err error) {
	rec, ok, err := r.read(r.pos)
	if err != nil {
		return 0, rec, 0, err
	}
	if ok {
		r.pos = rec.end
		r.safe = max(r.safe, rec.safe)
		r.checked = max(r.checked, rec.end)
		return foundRecord, rec, 0, nil
	}
	if r.pos >= max(r.size, r.safe) {
		return foundEnd, rec, 0, nil
	}
	from := r.pos
	first, ok, err := r.search(from + 1)
	if err != nil {
		return 0, rec, 0, err
	}
	to = max(r.size, r.safe)
	if ok {
		to = first.start
	}
	for later := first; ok && r.safe <= from; {
		if r.safe = max(r.safe, later.safe); r.safe > from {
			break
		}
		if later, ok, err = r.search(later.end); err != nil {
			return 0, rec, 0, err
		}
	}
	if r.safe <= from {
		return foundTorn, rec, from, nil
	}
	r.pos, r.checked = to, max(r.checked, to)
	return foundDamage, rec, to, nil
}

// complete reports whether the records of a commit, of which the first was just read, are all there. The reader stays where it
// is. Errors: the file's and step's.
func (r *recordReader) complete(first record) (what found, err error) {
	distance := first.after()
	ahead := *r
	ahead.buf = r.spare[:0]
	defer func() { r.spare = ahead.buf }()
	for {
		what, rec, _, err := ahead.next()
		switch {
		case err != nil || what != foundRecord:
			return what, err
		case rec.seq != first.seq || rec.is(recordFirst) || rec.distance != distance:
			return foundDamage, nil
		case rec.is(recordFinal):
			r.checked = ahead.checked
			return foundRecord, nil
		case r.step != nil:
			if err := r.step(ahead.checked, len(rec.payload)); err != nil {
				return foundRecord, err
			}
		}
		distance = rec.after()
	}
}
