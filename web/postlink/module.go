package postlink

import (
	"bytes"
	"encoding/binary"
	"errors"
)

var errModule = errors.New("the program is not a WebAssembly module as the Go linker writes it")

// Sections of a WebAssembly module that we look into.
const (
	customSection = 0
	codeSection   = 10
	dataSection   = 11
)

const moduleHeader = "\x00asm\x01\x00\x00\x00"

// section is one section of a module: its number, and what it holds without its length.
type section struct {
	kind byte
	body []byte
}

// parseModule takes a WebAssembly module apart. The sections share their bytes with the program.
func parseModule(program []byte) ([]section, error) {
	if !bytes.HasPrefix(program, []byte(moduleHeader)) {
		return nil, errModule
	}
	var sections []section
	r := reader{rest: program[len(moduleHeader):]}
	for len(r.rest) > 0 {
		kind := r.byte()
		body := r.take(r.unsigned())
		if r.failed {
			return nil, errModule
		}
		sections = append(sections, section{kind, body})
	}
	return sections, nil
}

// joinModule writes the sections as a module.
func joinModule(sections []section) []byte {
	program := []byte(moduleHeader)
	for _, s := range sections {
		program = append(program, s.kind)
		program = binary.AppendUvarint(program, uint64(len(s.body)))
		program = append(program, s.body...)
	}
	return program
}

// maxMemory is more than the data of any program of ours, in bytes.
const maxMemory = 1 << 28

// readMemory returns what a data section puts into memory, from address 0 on.
func readMemory(body []byte) ([]byte, error) {
	const (
		i32Const = 0x41
		end      = 0x0B
	)
	var memory []byte
	r := reader{rest: body}
	for range r.unsigned() {
		if r.unsigned() != 0 || r.byte() != i32Const {
			return nil, errModule
		}
		address := r.signed()
		if r.byte() != end {
			return nil, errModule
		}
		data := r.take(r.unsigned())
		if r.failed || address < 0 || address > maxMemory {
			return nil, errModule
		}
		if end := address + len(data); end > len(memory) {
			memory = append(memory, make([]byte, end-len(memory))...)
		}
		copy(memory[address:], data)
	}
	if len(r.rest) > 0 {
		return nil, errModule
	}
	return memory, nil
}

// span is a part of the memory, by its addresses.
type span struct{ from, to int }

// writeMemory returns a data section that puts these parts of the memory into it. The linker begins a segment after every eight zeros,
// 100,000 of them; each costs an address and a length that no compressor can guess, while zeros cost next to nothing.
func writeMemory(memory []byte, parts ...span) []byte {
	const gap = 4096 // zeros, in bytes, from which on a new segment is shorter
	var spans []span
	for _, part := range parts {
		first := len(spans)
		for at := part.from; at < part.to; at++ {
			if memory[at] == 0 {
				continue
			}
			if n := len(spans); n == first || at-spans[n-1].to >= gap {
				spans = append(spans, span{at, at + 1})
			} else {
				spans[n-1].to = at + 1
			}
		}
	}
	body := binary.AppendUvarint(nil, uint64(len(spans)))
	for _, s := range spans {
		body = append(body, 0, 0x41)
		body = appendSigned(body, s.from)
		body = append(body, 0x0B)
		body = binary.AppendUvarint(body, uint64(s.to-s.from))
		body = append(body, memory[s.from:s.to]...)
	}
	return body
}

// appendSigned appends a number as signed LEB128.
func appendSigned(b []byte, v int) []byte {
	for {
		low := byte(v & 0x7F)
		v >>= 7
		if v == 0 && low&0x40 == 0 || v == -1 && low&0x40 != 0 {
			return append(b, low)
		}
		b = append(b, low|0x80)
	}
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
	if n <= 0 {
		r.failed = true
		return 0
	}
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
		if b&0x80 == 0 || r.failed || shift > 63 {
			if shift < 64 && b&0x40 != 0 {
				v |= -1 << shift
			}
			return v
		}
	}
}
