package postlink

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"slices"
)

// The program is cut in two: what the page needs before a person can use it, and the rest, which comes later. A function of the rest
// leaves a stub where it was. Called too early, a stub parks the whole program: it stores, as a switch of goroutines does, where to go
// on, and unwinds the stack to the browser. When the rest has come, it is put over the stubs in the table of functions, and the program
// goes on with the very call that parked it. A function on the wrong side therefore costs a wait and nothing else.
//
// late.js is the browser's part of this.

var errSplit = errors.New("the program does not call its functions as we know it")

// What the program exports besides what wasm_exec.js asks for; the names of the linker's variables are these and their number.
const (
	exportTable  = "table" // and what it holds, as a hash
	exportGlobal = "g"
	exportState  = "late" // one of the states below
	exportGoOn   = "goOn" // runs the program from where it was parked
)

// The states of a program in two parts.
const (
	stateParked  = 1 // 0 before
	stateArrived = 2
)

// The linker's global variables.
const (
	globalStack = 0
	globalPause = 7
	goGlobals   = 8
)

// split takes the functions that prepare told of, and shortenTables knows of, out of the program. rest is nil when there are none.
//
// traced makes each moved function first call what the browser puts behind the last function of the table, with its number.
func (p *program) split(moved []bool, traced bool) (first, rest []byte, err error) {
	late := make([]int, 0, len(p.code)) // numbers in the code section, in their order
	place := make(map[int]int)          // of each among them
	bodies := make(map[int]body)
	for i, code := range p.code {
		if i >= len(moved) || !moved[i] {
			continue
		}
		b, err := parseBody(code, nil)
		switch {
		case err != nil:
			return nil, nil, err
		case !p.isGo(i), !movable(b, p.imports):
			return nil, nil, errSplit // its tables are not among those that come first
		}
		place[i] = len(late)
		late = append(late, i)
		bodies[i] = b
	}
	if len(late) == 0 {
		return p.bytes(), nil, nil
	}
	if err := p.mayPark(place); err != nil {
		return nil, nil, err
	}

	count := len(p.code)
	parking := p.imports + count // the function that all stubs call
	fresh := slices.Clone(p.code)
	var bodiesLate [][]byte
	for _, i := range late {
		stub := body{code: []instruction{instruct(opLocalGet, 0), instruct(opI32Const, firstFunction+i), instruct(opCall, parking), plain(opEnd)}}
		fresh[i] = stub.append(nil)
		b := p.relink(bodies[i], place)
		if traced {
			b.code = slices.Concat([]instruction{instruct(opI32Const, i), instruct(opI32Const, p.elements), callIndirect(p.heard)}, b.code)
		}
		bodiesLate = append(bodiesLate, b.append(nil))
	}
	fresh = append(fresh, parkingBody(p.goType).append(nil))
	// Parts of different programs must never come together: they name the table by this, and the browser refuses what does not fit.
	sum := sha256.New()
	for _, code := range slices.Concat(fresh, bodiesLate) {
		sum.Write(code) // a hash does not fail
	}
	p.table = exportTable + "-" + hex.EncodeToString(sum.Sum(nil)[:8])
	return p.joinFirst(fresh), p.joinRest(late, bodiesLate), nil
}

// movable reports whether a function only does what it can do from outside: with the linker's variables, and without calling the
// browser.
func movable(b body, imports int) bool {
	for _, i := range b.code {
		if i.op == opCall && i.value < imports || (i.op == opGlobalGet || i.op == opGlobalSet) && i.value >= goGlobals {
			return false
		}
	}
	return true
}

// mayPark refuses a program in which a function that is to be moved is called where nobody can unwind the stack.
func (p *program) mayPark(place map[int]int) error {
	var buffer []instruction
	for i, code := range p.code {
		b, err := parseBody(code, buffer)
		if err != nil {
			return err
		}
		buffer = b.code
		for n, c := range b.code {
			if c.op != opCall {
				continue
			}
			if _, moved := place[c.value-p.imports]; moved && (!p.isGo(i) || b.like(n+1, opIf, opUnreachable)) {
				return errSplit
			}
		}
	}
	return nil
}

// relink makes a function call those that it leaves behind by their place in the table.
func (p *program) relink(b body, place map[int]int) body {
	out := make([]instruction, 0, len(b.code)+len(b.code)/8)
	for _, i := range b.code {
		if i.op != opCall {
			out = append(out, i)
			continue
		}
		callee := i.value - p.imports
		if n, ok := place[callee]; ok {
			out = append(out, instruct(opCall, n))
			continue
		}
		out = append(out, instruct(opI32Const, firstFunction+callee), callIndirect(p.kinds[callee]))
	}
	b.code = out
	return b
}

func callIndirect(kind int) instruction {
	i := instruct(opCallIndir, kind)
	i.bytes = append(i.bytes, 0) // the table
	return i
}

// parkingBody is what a stub does with the number of a block, 0, and that of its function: it calls the function when it has arrived.
// Before that it stores its address under the stack, where wasm_pc_f_loop looks for one, and unwinds as runtime.pause does.
func parkingBody(goType int) body {
	const block, function = 0, 1
	return body{code: []instruction{
		instruct(opGlobalGet, goGlobals), instruct(opI32Const, stateArrived), plain(opI32Eq),
		{opIf, 0, []byte{opIf, noType}},
		instruct(opLocalGet, block), instruct(opLocalGet, function), callIndirect(goType), plain(opReturn),
		plain(opEnd),
		instruct(opGlobalGet, globalStack), instruct(opI32Const, 8), plain(opI32Sub),
		instruct(opLocalGet, function), plain(opExtendI32U), instruct(opI64Const, 16), plain(opI64Shl),
		{opI64Store, 0, []byte{opI64Store, 3, 0}},
		instruct(opI32Const, 1), instruct(opGlobalSet, globalPause),
		instruct(opI32Const, stateParked), instruct(opGlobalSet, goGlobals),
		instruct(opI32Const, 1), plain(opEnd),
	}}
}

// joinFirst writes the program with other code, one function longer, and exports what the rest needs.
func (p *program) joinFirst(code [][]byte) []byte {
	first := *p
	first.sections = slices.Clone(p.sections)
	for n, s := range p.sections {
		r := reader{rest: s.body}
		switch s.kind {
		case typeSection:
			s.body = binary.AppendUvarint(nil, uint64(p.nTypes+1))
			s.body = append(s.body, p.types...)
			s.body = append(s.body, functionType, 2, typeI32, typeI32, 1, typeI32)
		case functionSection:
			s.body = binary.AppendUvarint(nil, uint64(r.unsigned()+1))
			s.body = append(s.body, r.rest...)
			s.body = binary.AppendUvarint(s.body, uint64(p.nTypes))
		case globalSection:
			s.body = binary.AppendUvarint(nil, uint64(r.unsigned()+1))
			s.body = append(s.body, r.rest...)
			s.body = append(s.body, typeI32, 1, opI32Const, 0, opEnd)
		case exportSection:
			const function, table, global = 0, 1, 3
			s.body = binary.AppendUvarint(nil, uint64(r.unsigned()+3+goGlobals))
			s.body = append(s.body, r.rest...)
			export := func(name string, kind byte, number int) {
				s.body = appendName(s.body, name)
				s.body = binary.AppendUvarint(append(s.body, kind), uint64(number))
			}
			export(p.table, table, 0)
			export(exportState, global, goGlobals)
			export(exportGoOn, function, p.loop)
			for i := range goGlobals {
				export(globalName(i), global, i)
			}
		}
		first.sections[n] = s
	}
	memory := slices.Clone(p.data)
	for _, part := range p.later {
		clear(memory[part.from:part.to])
	}
	return first.join(code, memory)
}

// joinRest writes the module of the functions that were moved, and of the data that comes later. It has the same types, and takes the
// memory, the table and the variables of the program.
func (p *program) joinRest(late []int, code [][]byte) []byte {
	types := binary.AppendUvarint(nil, uint64(p.nTypes))
	types = append(types, p.types...)

	const table, memory, global = 1, 2, 3
	const program = "program"
	imports := binary.AppendUvarint(nil, 2+goGlobals)
	imports = append(appendName(appendName(imports, program), "mem"), memory)
	imports = append(imports, p.memory[1:]...) // without how many there are
	imports = append(appendName(appendName(imports, program), p.table), table, tableOfFuncs, 0)
	imports = binary.AppendUvarint(imports, uint64(p.elements))
	for i := range goGlobals {
		kind := byte(typeI64)
		if i == globalStack || i == globalPause {
			kind = typeI32
		}
		imports = append(appendName(appendName(imports, program), globalName(i)), global, kind, 1)
	}

	functions := binary.AppendUvarint(nil, uint64(len(late)))
	for range late {
		functions = binary.AppendUvarint(functions, uint64(p.goType))
	}

	var elements []byte
	runs := 0
	for from := 0; from < len(late); {
		to := from + 1
		for to < len(late) && late[to] == late[to-1]+1 {
			to++
		}
		elements = appendSigned(append(elements, 0, opI32Const), firstFunction+late[from])
		elements = binary.AppendUvarint(append(elements, opEnd), uint64(to-from))
		for ; from < to; from++ {
			elements = binary.AppendUvarint(elements, uint64(from))
		}
		runs++
	}
	return joinModule([]section{
		{typeSection, types},
		{importSection, imports},
		{functionSection, functions},
		{elementSection, append(binary.AppendUvarint(nil, uint64(runs)), elements...)},
		{codeSection, appendCode(nil, code)},
		{dataSection, writeMemory(p.data, p.later...)},
	})
}

func globalName(i int) string { return exportGlobal + string(rune('0'+i)) }

func appendName(to []byte, name string) []byte {
	return append(binary.AppendUvarint(to, uint64(len(name))), name...)
}

func appendCode(to []byte, code [][]byte) []byte {
	to = binary.AppendUvarint(to, uint64(len(code)))
	for _, c := range code {
		to = append(binary.AppendUvarint(to, uint64(len(c))), c...)
	}
	return to
}
