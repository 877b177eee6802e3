package bundle

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// dropLines returns the program without the tables that lead from an instruction to a file and line: a fifth of a megabyte
// of the download, needed for nothing but the numbers in a stack trace. Names of functions stay, and so does everything
// that the collector and defer read. The error says that the toolchain writes its tables in another way; the program is then
// good as it is.
//
// The tables are those of runtime.pcHeader (go1.20 and later); see runtime/symtab.go. A table offset of 0 is "there is none".
func dropLines(program []byte) ([]byte, error) {
	segments, err := dataSegments(program)
	if err != nil {
		return nil, err
	}
	size := 0
	for _, s := range segments {
		size = max(size, s.address+len(s.bytes))
	}
	if size > 1<<28 {
		return nil, errors.New("the program's data is larger than any we know")
	}
	memory := make([]byte, size)
	for _, s := range segments {
		copy(memory[s.address:], s.bytes)
	}
	if err := clearLines(memory); err != nil {
		return nil, err
	}
	for _, s := range segments {
		copy(s.bytes, memory[s.address:])
	}
	return program, nil
}

// segment is a stretch of the program's data: where it goes, and its bytes in the file.
type segment struct {
	address int
	bytes   []byte
}

var errTables = errors.New("the tables of functions are not as we know them")

// dataSegments finds the active data segments of a WebAssembly module.
func dataSegments(program []byte) ([]segment, error) {
	const (
		dataSection = 11
		i32Const    = 0x41
		end         = 0x0B
	)
	bad := errors.New("the program is no WebAssembly module that we know")
	if !bytes.HasPrefix(program, []byte("\x00asm\x01\x00\x00\x00")) {
		return nil, bad
	}
	r := reader{rest: program[8:]}
	for len(r.rest) > 0 && !r.failed {
		kind := r.byte()
		section := reader{rest: r.take(r.unsigned())}
		if kind != dataSection || r.failed {
			continue
		}
		var segments []segment
		for range section.unsigned() {
			mode := section.unsigned()
			if mode != 0 || section.byte() != i32Const {
				return nil, bad
			}
			address := section.signed()
			if section.byte() != end || address < 0 {
				return nil, bad
			}
			segments = append(segments, segment{address, section.take(section.unsigned())})
			if section.failed {
				return nil, bad
			}
		}
		return segments, nil
	}
	return nil, bad
}

// clearLines clears the tables of files and lines in the image of a program's memory.
func clearLines(memory []byte) error {
	// pcHeader: magic, two zeros, the size of an instruction, the size of a pointer, and nine 64-bit words.
	head := bytes.Index(memory, []byte{0xF1, 0xFF, 0xFF, 0xFF, 0, 0, 1, 8})
	if head < 0 || head+8*9 > len(memory) {
		return errTables
	}
	word := func(i int) int { return int(binary.LittleEndian.Uint64(memory[head+8+8*i:])) }
	functions, units, values, table := word(0), word(4), word(6), word(7)
	if functions <= 0 || units <= 0 || values <= units || table <= values || table > len(memory)-head {
		return errTables
	}
	pcValues := memory[head+values : head+table]
	list := memory[head+table:]
	keep := make([]bool, len(pcValues))
	keep[0] = true
	for i := range functions {
		if 8*i+8 > len(list) {
			return errTables
		}
		at := int(binary.LittleEndian.Uint32(list[8*i+4:]))
		// _func: entry, name, args, deferreturn, pcsp, pcfile, pcln, npcdata, cuOffset, startLine, four bytes, then pcdata.
		if at < 0 || at+44 > len(list) {
			return errTables
		}
		f := list[at:]
		offsets := []uint32{binary.LittleEndian.Uint32(f[16:])}
		count := int(binary.LittleEndian.Uint32(f[28:]))
		if count > 16 || 44+4*count > len(f) {
			return errTables
		}
		for n := range count {
			offsets = append(offsets, binary.LittleEndian.Uint32(f[44+4*n:]))
		}
		for _, offset := range offsets {
			if err := keepTable(pcValues, keep, int(offset)); err != nil {
				return err
			}
		}
		clear(f[20:28]) // pcfile and pcln
	}
	for i, kept := range keep {
		if !kept {
			pcValues[i] = 0
		}
	}
	clear(memory[head+units : head+values]) // compilation units and names of files
	return nil
}

// keepTable marks the bytes of one table: pairs of varints, a difference of values and one of instructions, until a
// difference of values is 0 that is not the first.
func keepTable(values []byte, keep []bool, offset int) error {
	if offset == 0 {
		return nil
	}
	for at, first := offset, true; ; first = false {
		_, n := uvarint(values, at)
		if n == 0 {
			return errTables
		}
		value := values[at]
		mark(keep, at, n)
		if at += n; value == 0 && n == 1 && !first {
			return nil
		}
		if _, n = uvarint(values, at); n == 0 {
			return errTables
		}
		mark(keep, at, n)
		at += n
	}
}

func mark(keep []bool, at, n int) {
	for i := range n {
		keep[at+i] = true
	}
}

func uvarint(b []byte, at int) (uint64, int) {
	if at < 0 || at >= len(b) {
		return 0, 0
	}
	v, n := binary.Uvarint(b[at:])
	return v, max(n, 0)
}

// reader reads WebAssembly's numbers; failed is set when the bytes end too early.
type reader struct {
	rest   []byte
	failed bool
}

func (r *reader) take(n int) []byte {
	if n < 0 || n > len(r.rest) {
		r.failed, r.rest = true, nil
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *reader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) unsigned() int {
	v, n := binary.Uvarint(r.rest)
	r.take(n)
	return int(v)
}

// signed reads a signed LEB128 number.
func (r *reader) signed() int {
	v, shift := 0, 0
	for {
		b := r.byte()
		v |= int(b&0x7F) << shift
		shift += 7
		if b&0x80 == 0 || r.failed || shift > 35 {
			if shift < 64 && b&0x40 != 0 {
				v |= -1 << shift
			}
			return v
		}
	}
}
