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
