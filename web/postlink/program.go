package postlink

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

// program is a linked program as its sections say. Each step changes it; after one that failed it is of no use any more.
type program struct {
	sections []section
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

func (p *program) isGo(i int) bool { return i < len(p.kinds) && p.kinds[i] == p.goType }

// readProgram reads what it takes to move functions, and refuses what the Go linker does not write.
func readProgram(linked []byte) (*program, error) {
	sections, err := parseModule(linked)
	if err != nil {
		return nil, err
	}
	p := &program{sections: sections, goType: -1, heard: -1}
	loop, resume, covered := -1, -1, false
	for _, s := range sections {
		r := reader{rest: s.body}
		switch s.kind {
		case typeSection:
			p.nTypes = r.unsigned()
			p.types = r.rest
			for n := range p.nTypes {
				if r.byte() != functionType {
					return nil, errModule
				}
				takes, gives := r.take(r.unsigned()), r.take(r.unsigned())
				if string(takes) == string(rune(typeI32)) && string(gives) == string(rune(typeI32)) {
					if p.goType >= 0 {
						return nil, errSplit
					}
					p.goType = n
				}
				if string(takes) == string(rune(typeI32)) && len(gives) == 0 {
					p.heard = n
				}
			}
		case importSection:
			p.imports = r.unsigned()
			for range p.imports {
				r.take(r.unsigned())
				r.take(r.unsigned())
				if r.byte() != 0 { // a function
					return nil, errSplit
				}
				r.unsigned()
			}
		case functionSection:
			for range r.unsigned() {
				p.kinds = append(p.kinds, r.unsigned())
			}
		case tableSection:
			if r.unsigned() != 1 || r.byte() != tableOfFuncs || r.byte() != 0 {
				return nil, errSplit
			}
			p.elements = r.unsigned()
		case memorySection:
			p.memory = s.body
			if r.unsigned() != 1 || r.byte() != 0 {
				return nil, errSplit
			}
			r.unsigned()
		case globalSection:
			if r.unsigned() != goGlobals {
				return nil, errSplit
			}
			for range goGlobals {
				r.take(3) // its type, that it changes, and how a constant begins
				r.signed()
				r.byte()
			}
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
				covered = covered && r.unsigned() == p.imports+i
			}
		case codeSection:
			for range r.unsigned() {
				p.code = append(p.code, r.take(r.unsigned()))
			}
		case dataSection:
			if p.data, err = readMemory(s.body); err != nil {
				return nil, err
			}
			r.rest = nil
		default:
			r.rest = nil
		}
		if r.failed || len(r.rest) > 0 {
			return nil, errModule
		}
	}
	if p.goType < 0 || p.heard < 0 || p.memory == nil || !covered || len(p.code) != len(p.kinds) || p.elements != firstFunction+len(p.code) || resume < p.imports || resume >= p.imports+len(p.code) {
		return nil, errSplit
	}
	// resume: handleEvent(0), then wasm_pc_f_loop().
	b, err := parseBody(p.code[resume-p.imports], nil)
	if err != nil {
		return nil, err
	}
	for _, i := range b.code {
		if i.op == opCall {
			loop = i.value
		}
	}
	if loop < p.imports || loop >= p.imports+len(p.code) {
		return nil, errSplit
	}
	p.loop = loop
	return p, nil
}

// bytes writes the program, without what the toolchain says about itself.
func (p *program) bytes() []byte { return p.join(p.code, p.data) }

func (p *program) join(code [][]byte, data []byte) []byte {
	var out []section
	for _, s := range p.sections {
		switch s.kind {
		case customSection:
			continue
		case codeSection:
			s.body = appendCode(nil, code)
		case dataSection:
			s.body = writeMemory(data, span{0, len(data)})
		}
		out = append(out, s)
	}
	return joinModule(out)
}
