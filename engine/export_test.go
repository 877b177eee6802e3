package engine

import (
	"encoding/binary"
	"hash/crc32"
)

// SetLogVersion changes the version in a log's header.
func SetLogVersion(log []byte, version uint32) []byte {
	h, _ := parseHeader(log)
	h.version = version
	copy(log, h.bytes())
	return log
}

// SetRecordVersion changes the version of a log's first record.
func SetRecordVersion(log []byte, version uint8) []byte {
	b := log[headerSize:]
	b = b[:recordSize+binary.LittleEndian.Uint32(b[8:])]
	b[12] = version
	binary.LittleEndian.PutUint32(b[4:], crc32.Checksum(b[8:], castagnoli))
	return log
}

// InSlices makes records, and the slices of rewrites, as small as so many bytes.
func InSlices(options Options, bytes int) Options {
	options.slice = bytes
	return options
}

// Payloads returns the payloads of a log's records.
func Payloads(log []byte) [][]byte {
	var out [][]byte
	for at := headerSize; at < len(log); {
		n := recordSize + int(binary.LittleEndian.Uint32(log[at+8:]))
		out = append(out, append([]byte(nil), log[at+recordSize:at+n]...))
		at += n
	}
	return out
}

// LogOf returns a log of payloads, each a commit; the last has those flags.
func LogOf(payloads [][]byte, flags byte) []byte {
	out := recordWriter{buf: fileHeader{version: logVersion, state: stateWhole, generation: 1, safe: headerSize}.bytes()}
	for i, payload := range payloads {
		out.open(recordFirst | recordWhole)
		if i == len(payloads)-1 {
			out.flags = flags
		}
		out.seq = uint64(i + 1)
		out.buf = append(out.buf, payload...)
		out.close(recordFinal)
	}
	return out.buf
}

// Records returns the records of a log.
func Records(log []byte) [][]byte {
	var out [][]byte
	ends := RecordEnds(log)
	for i := range len(ends) - 1 {
		out = append(out, append([]byte(nil), log[ends[i]:ends[i+1]]...))
	}
	return out
}

// RecordEnds returns where the records of a log begin, and where the last one ends.
func RecordEnds(log []byte) []int {
	at := headerSize
	if len(log) < at {
		return nil
	}
	out := []int{at}
	for at+recordSize <= len(log) && log[at] == recordMark0 && log[at+1] == recordMark1 {
		if at += recordSize + int(binary.LittleEndian.Uint32(log[at+8:])); at > len(log) {
			break
		}
		out = append(out, at)
	}
	return out
}

// HasRecord reports whether there is a record anywhere behind the header of a log whose checksum is right.
func HasRecord(log []byte) bool {
	for at := headerSize; at+recordSize <= len(log); at++ {
		n, ok := recordLength(log[at:], binary.LittleEndian.Uint16(log[at+2:]))
		if ok && at+int(n) <= len(log) {
			if _, ok := parseRecord(log[at:at+int(n)], int64(at)); ok {
				return true
			}
		}
	}
	return false
}

// InsideCommit reports whether the record at an offset of a log goes on with the commit of the record before it.
func InsideCommit(log []byte, at int) bool {
	return at+recordSize <= len(log) && log[at+13]&recordFirst == 0
}

// IsMark reports whether a record is no commit but a mark.
func IsMark(record []byte) bool { return record[13]&recordMark != 0 }
