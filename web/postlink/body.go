package postlink

import (
	"encoding/binary"
	"math"
)

// The instructions of WebAssembly that we look for.
const (
	opUnreachable = 0x00
	opBlock       = 0x02
	opLoop        = 0x03
	opIf          = 0x04
	opElse        = 0x05
	opEnd         = 0x0B
	opBr          = 0x0C
	opBrIf        = 0x0D
	opBrTable     = 0x0E
	opReturn      = 0x0F
	opCall        = 0x10
	opCallIndir   = 0x11
	opLocalGet    = 0x20
	opLocalSet    = 0x21
	opLocalTee    = 0x22
	opGlobalGet   = 0x23
	opGlobalSet   = 0x24
	opFirstLoad   = 0x28
	opLastLoad    = 0x35
	opFirstStore  = 0x36
	opI64Store    = 0x37
	opLastStore   = 0x3E
	opI32Const    = 0x41
	opI64Const    = 0x42
	opI32Add      = 0x6A
	opI32Sub      = 0x6B
	opI64Add      = 0x7C
	opI32WrapI64  = 0xA7
	opExtendI32U  = 0xAC + 1
	opPrefixed    = 0xFC
)

const (
	typeI32 = 0x7F
	typeI64 = 0x7E
)

// instruction is one instruction of a function.
type instruction struct {
	op    byte
	value int    // what it is about: a constant, an index, a depth, the offset of a load or store, how many targets a table has
	bytes []byte // all of it, as it is written
}

// locals are so many local variables of one type.
type locals struct {
	count int
	kind  byte
}

// body is the code of one function.
type body struct {
	locals []locals
	code   []instruction
}

// parseBody takes a function's code apart. The instructions share their bytes with it.
func parseBody(code []byte, into []instruction) (body, error) {
	r := reader{rest: code}
	var b body
	for range r.unsigned() {
		b.locals = append(b.locals, locals{r.unsigned(), r.byte()})
	}
	b.code = into[:0]
	for len(r.rest) > 0 && !r.failed {
		start := r.rest
		i := instruction{op: r.byte()}
		switch op := i.op; {
		case op == opBlock, op == opLoop, op == opIf, op == 0x3F, op == 0x40: // a type of block, a memory
			r.byte()
		case op == opBr, op == opBrIf, op == opCall, op >= opLocalGet && op <= opGlobalSet:
			i.value = r.unsigned()
		case op == opBrTable:
			i.value = r.unsigned()
			for range i.value + 1 {
				r.unsigned()
			}
		case op == opCallIndir:
			i.value = r.unsigned()
			r.byte()
		case op >= opFirstLoad && op <= opLastStore:
			r.unsigned() // how it is aligned
			i.value = r.unsigned()
		case op == opI32Const, op == opI64Const:
			i.value = r.signed()
		case op == 0x43: // f32.const
			r.take(4)
		case op == 0x44: // f64.const
			r.take(8)
		case op == opPrefixed:
			switch i.value = r.unsigned(); {
			case i.value < 8: // numbers cut to what fits
			case i.value == 10: // memory.copy
				r.take(2)
			case i.value == 11: // memory.fill
				r.byte()
			default:
				return body{}, errModule
			}
		case op <= 0x01, op == opElse, op == opEnd, op == opReturn, op == 0x1A, op == 0x1B, op >= 0x45 && op <= 0xC4:
		default:
			return body{}, errModule
		}
		i.bytes = start[:len(start)-len(r.rest)]
		b.code = append(b.code, i)
	}
	if r.failed {
		return body{}, errModule
	}
	return b, nil
}

// append writes the function's code.
func (b body) append(to []byte) []byte {
	to = binary.AppendUvarint(to, uint64(len(b.locals)))
	for _, l := range b.locals {
		to = append(binary.AppendUvarint(to, uint64(l.count)), l.kind)
	}
	for _, i := range b.code {
		to = append(to, i.bytes...)
	}
	return to
}

// instruct makes an instruction whose only operand is a number.
func instruct(op byte, value int) instruction {
	i := instruction{op, value, []byte{op}}
	if op == opI32Const || op == opI64Const {
		i.bytes = appendSigned(i.bytes, value)
	} else {
		i.bytes = binary.AppendUvarint(i.bytes, uint64(value))
	}
	return i
}

// plain makes an instruction without operands.
func plain(op byte) instruction { return instruction{op: op, bytes: []byte{op}} }

// targets returns what a br_table lists; the last is for every number that is greater.
func (i instruction) targets() []int {
	r := reader{rest: i.bytes[1:]}
	list := make([]int, r.unsigned()+1)
	for n := range list {
		list[n] = r.unsigned()
	}
	return list
}

// further returns a load or store that begins so many bytes later.
func (i instruction) further(bytes int) instruction {
	r := reader{rest: i.bytes[1:]}
	head := []byte{i.op}
	head = binary.AppendUvarint(head, uint64(r.unsigned()))
	i.value += bytes
	i.bytes = binary.AppendUvarint(head, uint64(i.value))
	return i
}

// effect returns how many values a straight instruction takes from the stack and how many it puts there. Those that are not straight,
// which branch, call or begin something, and a few rare ones, have none.
func (i instruction) effect() (takes, puts int, straight bool) {
	switch op := i.op; {
	case op == opLocalGet, op == opGlobalGet, op >= opI32Const && op <= 0x44:
		return 0, 1, true
	case op == opLocalTee, op >= opFirstLoad && op <= opLastLoad, op == 0x45, op == 0x50, op >= 0x67 && op <= 0x69, op >= 0x79 && op <= 0x7B, op >= opI32WrapI64 && op <= 0xC4:
		return 1, 1, true
	case op == opLocalSet, op == opGlobalSet:
		return 1, 0, true
	case op >= opFirstStore && op <= opLastStore:
		return 2, 0, true
	case op >= 0x46 && op <= 0x66, op >= 0x6A && op <= 0x78, op >= 0x7C && op <= 0x8A:
		return 2, 1, true
	}
	return 0, 0, false
}

// like reports whether the code goes on at a place with these instructions.
func (b body) like(at int, ops ...byte) bool {
	if at+len(ops) > len(b.code) {
		return false
	}
	for n, op := range ops {
		if b.code[at+n].op != op {
			return false
		}
	}
	return true
}

const maxOffset = math.MaxInt32 // of a load or store that we write
