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

const (
	typeSection     = 1
	importSection   = 2
	functionSection = 3
	tableSection    = 4
	memorySection   = 5
	globalSection   = 6
	exportSection   = 7
	elementSection  = 9
	functionType    = 0x60
	tableOfFuncs    = 0x70
	opI32Eq         = 0x46
	opI64Shl        = 0x86
	noType          = 0x40
)

// moves returns which functions of a linked program come later, by their number in the code section: those that isLate picks, without the
// ones that cannot be parked at, because they have another calling convention than Go's or call the browser themselves.
func moves(program []byte, isLate func(i int) bool) ([]bool, error) {
	sections, err := parseModule(program)
	if err != nil {
		return nil, err
	}
	isGo, err := goFunctions(sections)
	if err != nil {
		return nil, err
	}
	var late []bool
	var buffer []instruction
	imports := 0
	for _, s := range sections {
		switch r := (reader{rest: s.body}); s.kind {
		case importSection:
			imports = r.unsigned()
		case codeSection:
			late = make([]bool, min(r.unsigned(), len(r.rest)))
			for i := range late {
				code := r.take(r.unsigned())
				if !isLate(i) || !isGo(i) {
					continue
				}
				b, err := parseBody(code, buffer)
				if err != nil {
					return nil, err
				}
				late[i], buffer = movable(b, imports), b.code
			}
		}
	}
	return late, nil
}

// split takes the functions that moves told of out of the program that shortenTables made with them. rest is nil when there are none.
//
// traced makes each moved function first call what the browser puts behind the last function of the table, with its number.
func split(program []byte, moved []bool, traced bool) (first, rest []byte, err error) {
	sections, err := parseModule(program)
	if err != nil {
		return nil, nil, err
	}
	m, err := readProgram(sections)
	if err != nil {
		return nil, nil, err
	}
	late := make([]int, 0, len(m.code)) // numbers in the code section, in their order
	place := make(map[int]int)          // of each among them
	bodies := make(map[int]body)
	for i, code := range m.code {
		if i >= len(moved) || !moved[i] {
			continue
		}
		b, err := parseBody(code, nil)
		switch {
		case err != nil:
			return nil, nil, err
		case !m.isGo(i), !movable(b, m.imports):
			return nil, nil, errSplit // its tables are not among those that come first
		}
		place[i] = len(late)
		late = append(late, i)
		bodies[i] = b
	}
	if len(late) == 0 {
		return program, nil, nil
	}
	if err := m.mayPark(place); err != nil {
		return nil, nil, err
	}

	count := len(m.code)
	parking := m.imports + count // the function that all stubs call
	fresh := slices.Clone(m.code)
	var bodiesLate [][]byte
	for _, i := range late {
		stub := body{code: []instruction{instruct(opLocalGet, 0), instruct(opI32Const, firstFunction+i), instruct(opCall, parking), plain(opEnd)}}
		fresh[i] = stub.append(nil)
		b := m.relink(bodies[i], place)
		if traced {
			b.code = slices.Concat([]instruction{instruct(opI32Const, i), instruct(opI32Const, m.elements), callIndirect(m.heard)}, b.code)
		}
		bodiesLate = append(bodiesLate, b.append(nil))
	}
	fresh = append(fresh, parkingBody(m.goType).append(nil))
	// Parts of different programs must never come together: they name the table by this, and the browser refuses what does not fit.
	sum := sha256.New()
	for _, code := range slices.Concat(fresh, bodiesLate) {
		sum.Write(code) // a hash does not fail
	}
	m.table = exportTable + "-" + hex.EncodeToString(sum.Sum(nil)[:8])
	return m.joinFirst(sections, fresh), m.joinRest(late, bodiesLate), nil
}

// linked is a program as its sections say.
type linked struct {
	types    []byte // the type section's, without their count
	nTypes   int
	goType   int   // that of Go's functions
	kinds    []int // the type of each function of the code section
	imports  int   // how many functions come from the browser; they are numbered first
	memory   []byte
	elements int    // how many functions the table has room for
	loop     int    // wasm_pc_f_loop
	table    string // what the parts call the table of functions
	heard    int    // the type of functions that take a number and give nothing
	code     [][]byte
	data     []byte // what the data section puts into memory
	later    []span // of it, what comes later
}

func (m *linked) isGo(i int) bool { return i < len(m.kinds) && m.kinds[i] == m.goType }

// readProgram reads what it takes to move functions, and refuses what the Go linker does not write.
func readProgram(sections []section) (m *linked, err error) {
	m = &linked{goType: -1, heard: -1}
	loop, resume, covered := -1, -1, false
	for _, s := range sections {
		r := reader{rest: s.body}
		switch s.kind {
		case typeSection:
			m.nTypes = r.unsigned()
			m.types = r.rest
			for n := range m.nTypes {
				if r.byte() != functionType {
					return nil, errModule
				}
				takes, gives := r.take(r.unsigned()), r.take(r.unsigned())
				if string(takes) == string(rune(typeI32)) && string(gives) == string(rune(typeI32)) {
					if m.goType >= 0 {
						return nil, errSplit
					}
					m.goType = n
				}
				if string(takes) == string(rune(typeI32)) && len(gives) == 0 {
					m.heard = n
				}
			}
		case importSection:
			m.imports = r.unsigned()
			for range m.imports {
				r.take(r.unsigned())
				r.take(r.unsigned())
				if r.byte() != 0 { // a function
					return nil, errSplit
				}
				r.unsigned()
			}
		case functionSection:
			for range r.unsigned() {
				m.kinds = append(m.kinds, r.unsigned())
			}
		case tableSection:
			if r.unsigned() != 1 || r.byte() != tableOfFuncs || r.byte() != 0 {
				return nil, errSplit
			}
			m.elements = r.unsigned()
		case memorySection:
			m.memory = s.body
			if r.unsigned() != 1 || r.byte() != 0 {
				return nil, errSplit
			}
			r.unsigned()
		case globalSection:
			if r.unsigned() != goGlobals {
				return nil, errSplit
			}
			r.rest = nil
		case exportSection:
			for range r.unsigned() {
				name := string(r.take(r.unsigned()))
				r.byte()
				if number := r.unsigned(); name == "resume" {
					resume = number
				}
			}
		case elementSection: // one segment with all functions in their order
			covered = r.unsigned() == 1 && r.unsigned() == 0 && r.byte() == opI32Const && r.signed() == firstFunction && r.byte() == opEnd
			for i := range r.unsigned() {
				covered = covered && r.unsigned() == m.imports+i
			}
		case codeSection:
			for range r.unsigned() {
				m.code = append(m.code, r.take(r.unsigned()))
			}
		case dataSection:
			if m.data, err = readMemory(s.body); err != nil {
				return nil, err
			}
			r.rest = nil
		case customSection:
			if string(r.take(r.unsigned())) != laterData {
				return nil, errSplit
			}
			for range r.unsigned() {
				m.later = append(m.later, span{r.unsigned(), r.unsigned()})
			}
		default:
			r.rest = nil
		}
		if r.failed || len(r.rest) > 0 {
			return nil, errModule
		}
	}
	if m.goType < 0 || m.heard < 0 || m.memory == nil || !covered || slices.ContainsFunc(m.later, func(s span) bool { return s.from > s.to || s.to > len(m.data) }) || len(m.code) != len(m.kinds) || m.elements != firstFunction+len(m.code) || resume < m.imports || resume >= m.imports+len(m.code) {
		return nil, errSplit
	}
	// resume: handleEvent(0), then wasm_pc_f_loop().
	b, err := parseBody(m.code[resume-m.imports], nil)
	if err != nil {
		return nil, err
	}
	for _, i := range b.code {
		if i.op == opCall {
			loop = i.value
		}
	}
	if loop < m.imports || loop >= m.imports+len(m.code) {
		return nil, errSplit
	}
	m.loop = loop
	return m, nil
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
func (m *linked) mayPark(place map[int]int) error {
	var buffer []instruction
	for i, code := range m.code {
		b, err := parseBody(code, buffer)
		if err != nil {
			return err
		}
		buffer = b.code
		for n, c := range b.code {
			if c.op != opCall {
				continue
			}
			if _, moved := place[c.value-m.imports]; moved && (!m.isGo(i) || b.like(n+1, opIf, opUnreachable)) {
				return errSplit
			}
		}
	}
	return nil
}

// relink makes a function call those that it leaves behind by their place in the table.
func (m *linked) relink(b body, place map[int]int) body {
	out := make([]instruction, 0, len(b.code)+len(b.code)/8)
	for _, i := range b.code {
		if i.op != opCall {
			out = append(out, i)
			continue
		}
		callee := i.value - m.imports
		if n, ok := place[callee]; ok {
			out = append(out, instruct(opCall, n))
			continue
		}
		out = append(out, instruct(opI32Const, firstFunction+callee), callIndirect(m.kinds[callee]))
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
func (m *linked) joinFirst(sections []section, code [][]byte) []byte {
	var out []section
	for _, s := range sections {
		r := reader{rest: s.body}
		switch s.kind {
		case typeSection:
			s.body = binary.AppendUvarint(nil, uint64(m.nTypes+1))
			s.body = append(s.body, m.types...)
			s.body = append(s.body, functionType, 2, typeI32, typeI32, 1, typeI32)
		case functionSection:
			s.body = binary.AppendUvarint(nil, uint64(r.unsigned()+1))
			s.body = append(s.body, r.rest...)
			s.body = binary.AppendUvarint(s.body, uint64(m.nTypes))
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
			export(m.table, table, 0)
			export(exportState, global, goGlobals)
			export(exportGoOn, function, m.loop)
			for i := range goGlobals {
				export(globalName(i), global, i)
			}
		case codeSection:
			s.body = appendCode(nil, code)
		case dataSection:
			memory := slices.Clone(m.data)
			for _, part := range m.later {
				clear(memory[part.from:part.to])
			}
			s.body = wholeMemory(memory)
		case customSection:
			continue
		}
		out = append(out, s)
	}
	return joinModule(out)
}

// joinRest writes the module of the functions that were moved, and of the data that comes later. It has the same types, and takes the
// memory, the table and the variables of the program.
func (m *linked) joinRest(late []int, code [][]byte) []byte {
	types := binary.AppendUvarint(nil, uint64(m.nTypes))
	types = append(types, m.types...)

	const table, memory, global = 1, 2, 3
	const program = "program"
	imports := binary.AppendUvarint(nil, 2+goGlobals)
	imports = append(appendName(appendName(imports, program), "mem"), memory)
	imports = append(imports, m.memory[1:]...) // without how many there are
	imports = append(appendName(appendName(imports, program), m.table), table, tableOfFuncs, 0)
	imports = binary.AppendUvarint(imports, uint64(m.elements))
	for i := range goGlobals {
		kind := byte(typeI64)
		if i == globalStack || i == globalPause {
			kind = typeI32
		}
		imports = append(appendName(appendName(imports, program), globalName(i)), global, kind, 1)
	}

	functions := binary.AppendUvarint(nil, uint64(len(late)))
	for range late {
		functions = binary.AppendUvarint(functions, uint64(m.goType))
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
		{dataSection, writeMemory(m.data, m.later...)},
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
