package engine

import (
	"encoding/binary"
	"hash/crc32"
)

// A log, like a checkpoint, is a file of a header and records. All numbers are little endian.
//
// The header, 64 bytes:
//
//	0   8   "RFINDER\n"
//	8   4   format version; a later one may change all but this header
//	12  1   state: 1, the file is whole; it has no header before. 2 in the note, see below
//	14  2   salt of the workspace, see below
//	16  8   generation: of two whole logs the higher one is the workspace
//	24  8   length that the file had, and was safe on disk, when the header was written
//	32  8   number of the last commit before that length
//	40  8   length of the header and of the picture that follows it; 0 when an earlier program wrote the header, which did not
//	        write this field and those beside it
//	48  8   number of the commit that the picture shows
//	60  4   CRC-32C of the 60 bytes before
//
// A log begins with a picture of the workspace, unless it is the first of its workspace, and goes on with commits. Nothing else
// is a log: a record of a picture counts only there, where its distance says that it belongs, and a commit only if its number is
// the next one. Records that were copied, moved or taken from another file are therefore damage; they change nothing.
//
// The note, workspace.note, is a header with state 2 and the salt and generation of the log, its length and the number of its
// last commit. It is written after every sync, but synced only when the folder is closed, so that it may be late after a power
// failure, never early. What it says is missing in the log is lost. It also shows that a workspace was here if both logs are gone.
//
// What nobody can tell from the files: that commits are missing at the end of a log which was not closed, when it was cut exactly
// between two records, and the note was lost or is older, as after a power failure; that a copy of the whole folder is older
// than the folder was; that the file of a snapshot was deleted; and of a log that an earlier program wrote, and that was not opened
// since, that it was cut between two records.
//
// A record, 32 bytes and a payload:
//
//	0   2   0xA7 0x52
//	2   2   salt: a number that was drawn when the workspace was made, so that bytes of another log that were stored in an
//	        entity are not taken for records
//	4   4   CRC-32C of all that follows
//	8   4   length of the payload
//	12  1   version of the record
//	13  1   flags: see below
//	14  2   zero
//	16  8   number of the commit (Commit.Seq)
//	24  8   distance back to the beginning of what was written and synced together with the record: a picture, or commits. The
//	        records of a commit follow each other without a gap
//
// Everything before that beginning was safe on disk when the record was written. That tells a torn tail from damage: what
// cannot be read is damage when a later record, or the header, says that it was safe once, and otherwise the remains of a
// write that nobody was told of.
//
// A payload is a list of items, each a letter and what follows it; lengths and counts are varints, a text is its length and
// its bytes:
//
//	T name                   the items that follow are about this table
//	A note                   the table is tracked, with a note about it (records of version 2, as for U and B)
//	U                        the table is not tracked any more
//	B side                   the items up to the next T or C are about that side of the table
//	C name                   a new, empty table of that name, and as T
//	N name                   the name of the table's next column
//	D name                   the table is deleted
//	L n (type name)…         a property layout; the layouts of a record are numbered 0, 1, 2 … after each T and C
//	S length entity          an entity in its packed form, whose layout number is one of the record's
//	X length key             the entity with that sort key is deleted
//	K name text              a document; "" deletes it
//	Z ticks                  8 bytes: no Timestamp up to this one is given out again
//	M name time tables entities bytes
//	                         what a checkpoint's list shows; time is in nanoseconds since 1970
const (
	logMagic     = "RFINDER\n"
	logVersion   = 1
	trackVersion = 2 // of a record about a tracked table; the latest of records
	headerSize   = 64
	recordSize   = 32
	recordMark0  = 0xA7
	recordMark1  = 0x52
	maxPayload   = 16 << 20
	chunkPayload = 128 << 10 // a record that has reached it is closed, unless a test wants it sooner
)

// The states of a header.
const (
	stateWhole = 1
	stateNote  = 2
)

// The flags of a record.
const (
	recordFirst = 1 << iota // the commit begins here
	recordFinal             // and ends here
	recordWhole             // nothing of the commit may be kept when some of its records are lost to damage
	recordState             // part of a picture of the workspace, at the beginning of a log that was written anew
	recordMark              // no commit: it only says that what precedes it was safe; earlier programs wrote it
	recordAnew              // the commit begins with a workspace without tables and documents
)

// The items of a payload.
const (
	itemTable      = 'T'
	itemCreate     = 'C'
	itemDrop       = 'D'
	itemColumn     = 'N'
	itemTrack      = 'A'
	itemUntrack    = 'U'
	itemSide       = 'B'
	itemLayout     = 'L'
	itemSet        = 'S'
	itemDelete     = 'X'
	itemDocument   = 'K'
	itemClock      = 'Z'
	itemCheckpoint = 'M'
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// fileHeader is the header of a log or checkpoint.
type fileHeader struct {
	version    uint32
	state      uint8
	salt       uint16
	generation uint64
	safe       int64
	seq        uint64 // of the last commit before safe
	picture    int64  // where the picture ends, headerSize when there is none, 0 when that is not known
	shown      uint64 // number of the commit that the picture shows
}

func (h fileHeader) bytes() []byte {
	b := make([]byte, headerSize)
	copy(b, logMagic)
	binary.LittleEndian.PutUint32(b[8:], h.version)
	b[12] = h.state
	binary.LittleEndian.PutUint16(b[14:], h.salt)
	binary.LittleEndian.PutUint64(b[16:], h.generation)
	binary.LittleEndian.PutUint64(b[24:], uint64(h.safe))
	binary.LittleEndian.PutUint64(b[32:], h.seq)
	binary.LittleEndian.PutUint64(b[40:], uint64(h.picture))
	binary.LittleEndian.PutUint64(b[48:], h.shown)
	binary.LittleEndian.PutUint32(b[60:], crc32.Checksum(b[:60], castagnoli))
	return b
}

// parseHeader reads a header; ok is false when it is none.
func parseHeader(b []byte) (h fileHeader, ok bool) {
	if len(b) < headerSize || string(b[:8]) != logMagic || binary.LittleEndian.Uint32(b[60:]) != crc32.Checksum(b[:60], castagnoli) {
		return h, false
	}
	h.version = binary.LittleEndian.Uint32(b[8:])
	h.state = b[12]
	h.salt = binary.LittleEndian.Uint16(b[14:])
	h.generation = binary.LittleEndian.Uint64(b[16:])
	h.safe = int64(binary.LittleEndian.Uint64(b[24:]))
	h.seq = binary.LittleEndian.Uint64(b[32:])
	h.picture = int64(binary.LittleEndian.Uint64(b[40:]))
	h.shown = binary.LittleEndian.Uint64(b[48:])
	return h, true
}

// record is one record of a file.
type record struct {
	start, end int64 // in the file
	version    uint8
	flags      uint8
	seq        uint64
	distance   int64  // from the beginning of what was written and synced together
	safe       int64  // everything before this offset was safe when the record was written
	payload    []byte // good until the reader moves on
}

func (r *record) is(flag uint8) bool { return r.flags&flag != 0 }

// recordLength returns the length of the record whose head is b, and false when b is no head of a record.
func recordLength(b []byte, salt uint16) (int64, bool) {
	if b[0] != recordMark0 || b[1] != recordMark1 || binary.LittleEndian.Uint16(b[2:]) != salt {
		return 0, false
	}
	n := binary.LittleEndian.Uint32(b[8:])
	return recordSize + int64(n), n <= maxPayload
}

// parseRecord reads a record at an offset of its file; b is all of it. ok is false when its checksum is wrong.
func parseRecord(b []byte, start int64) (r record, ok bool) {
	if binary.LittleEndian.Uint32(b[4:]) != crc32.Checksum(b[8:], castagnoli) {
		return r, false
	}
	return recordOf(b, start), true
}

// recordOf is parseRecord for bytes whose checksum is known to be right.
func recordOf(b []byte, start int64) record {
	distance := int64(binary.LittleEndian.Uint64(b[24:]))
	return record{
		start:    start,
		end:      start + int64(len(b)),
		version:  b[12],
		flags:    b[13],
		seq:      binary.LittleEndian.Uint64(b[16:]),
		distance: distance,
		safe:     min(start, start-distance),
		payload:  b[recordSize:],
	}
}

// after is the distance of the record that follows this one in what was written together.
func (r *record) after() int64 { return r.distance + r.end - r.start }
