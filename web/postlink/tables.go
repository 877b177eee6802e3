package postlink

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
)

var errTables = errors.New("the tables of functions are not as we know them")

// functions is where a program's memory has the tables that lead from an instruction to its function: those of runtime.pcHeader and
// what runtime.moduledata says of them, as the linker of go1.26 writes them for WebAssembly. The numbers are addresses; each table
// ends where the next begins.
type functions struct {
	memory  []byte
	count   int
	names   int // of functions
	units   int // compilation units, then the paths of files
	paths   int
	values  int // by instruction: depth of the stack, which map of pointers holds, lines and others
	list    int // for each function its number and where its record is, then the records
	data    int // of functions: the maps of pointers and others
	buckets int // for each 4 KiB of instructions the first function
	end     int
}

// The parts of a function's record, in bytes from its start; see runtime._func.
const (
	recordName      = 4
	recordDepth     = 16 // in values
	recordFiles     = 20 // in values
	recordLines     = 24 // in values
	recordNValues   = 28
	recordUnit      = 32
	recordStartLine = 36
	recordNData     = 43 // a byte
	recordSize      = 44 // 32-bit offsets in values follow, then such in data
)

// Of what the toolchain tells about each function, the collector, the growth of stacks and defer read these; the rest is for
// stack traces and for preempting threads by signals, which a browser does not have. See internal/abi/symtab.go.
const (
	valuesPointers = 1
	dataArgs       = 0
	dataLocals     = 1
	dataObjects    = 2
	dataDefers     = 4
)

// dataAlign is what the addresses of kept data must be multiples of.
var dataAlign = map[int]int{dataArgs: 4, dataLocals: 4, dataObjects: 8, dataDefers: 1}

// none is the offset of function data that is not there.
const none = ^uint32(0)

// A function is found by the first bucket of the 64 KiB of instructions that WebAssembly counts for each one.
const (
	bucketSize   = 20 // a number of a function, and 16 bytes to add to it of which the last bucket has at least one
	functionSize = 16 * bucketSize
)

// shortenTables leaves out the tables for stack traces and names of functions, and tells split what of the rest comes with the functions
// that come later; see prepare.
func (p *program) shortenTables(late []bool) error {
	f, err := findFunctions(p.data)
	if err != nil {
		return err
	}
	p.later, err = f.rewrite(shortName, neededNames, func(i int) bool { return i < len(late) && late[i] })
	return err
}

// neededNames are the names that the program itself reads: the collector those of reflect, and some of the runtime its prefix. The others
// are for whoever reads the trace of a panic.
var neededNames = []string{"", "runtime.", "reflect.makeFuncStub", "reflect.methodValueCall"}

// shortName returns what stays of a function's name.
func shortName(name string) string {
	switch {
	case slices.Contains(neededNames, name):
		return name
	case strings.HasPrefix(name, "runtime."):
		return "runtime."
	case strings.HasPrefix(name, "rangefinder/"), strings.HasPrefix(name, "main."):
		return name
	}
	return ""
}

// findFunctions finds the tables in a program's memory.
func findFunctions(memory []byte) (functions, error) {
	// pcHeader: magic, two zeros, the size of an instruction, the size of a pointer, and eight 64-bit words.
	const header = 8 + 8*8
	head := bytes.Index(memory, []byte{0xF1, 0xFF, 0xFF, 0xFF, 0, 0, 1, 8})
	if head < 0 || head+header > len(memory) {
		return functions{}, errTables
	}
	word := func(at int) int { return int(binary.LittleEndian.Uint64(memory[at:])) }
	f := functions{memory: memory, count: word(head + 8), names: head + header}
	// moduledata begins with the address of the header and that of the names.
	start := binary.LittleEndian.AppendUint64(nil, uint64(head))
	start = binary.LittleEndian.AppendUint64(start, uint64(f.names))
	module := bytes.Index(memory, start)
	const used = 42 // words of moduledata
	if module < 0 || module+8*used > len(memory) {
		return functions{}, errTables
	}
	module64 := func(i int) int { return word(module + 8*i) }
	f.units, f.paths, f.values, f.list, f.buckets, f.data, f.end = module64(4), module64(7), module64(10), module64(13), module64(19), module64(40), module64(41)
	order := []int{f.names, f.units, f.paths, f.values, f.list, f.data, f.buckets, f.end, len(memory)}
	for i, at := range order[1:] {
		if at < order[i] {
			return functions{}, errTables
		}
	}
	if f.count <= 0 || f.count > (f.data-f.list-4)/8 || functionSize*(f.count-1)+5 > f.end-f.buckets || module64(17) != f.count+1 {
		return functions{}, errTables
	}
	list := words(memory[f.list:])
	for i := range f.count {
		bucket := f.buckets + functionSize*i
		if list.number(8*i) != list.number(0)+i || words(memory[bucket:]).number(0)+int(memory[bucket+4]) != i {
			return functions{}, errTables
		}
	}
	return f, nil
}

// rewrite leaves out what nobody reads in a browser (the tables of files, lines and inlined calls, the layout of arguments, what short
// takes from a function's name) and lays out what stays in the order of the functions, in records of one size, which a compressor makes
// least of. It returns what only traces and the functions that isLate picks need: names that needed does not hold, and what is said of
// instructions that are not there yet. When it returns an error, the memory is of no use any more.
//
// The records of late functions come first, with the depths of their stacks: the collector reads these of a goroutine that is about to
// begin one. What else it reads of a function, it reads while that runs.
func (f functions) rewrite(short func(name string) string, needed []string, isLate func(i int) bool) ([]span, error) {
	old := f
	old.memory = bytes.Clone(f.memory)
	records := bytes.Clone(f.memory[f.list : f.list+8*f.count+4])
	var names, values, data table
	for _, name := range needed {
		names.place(append([]byte(name), 0), 1)
	}
	others := len(names.bytes)
	values.place([]byte{0}, 1) // an offset of 0 says that there is no table
	for i := range f.count {
		record, _, _, err := old.record(i)
		if err != nil {
			return nil, err
		}
		depth, err := old.valueTable(record.number(recordDepth))
		if err != nil {
			return nil, err
		}
		values.place(depth, 1)
	}
	add := func(i int) error {
		record, valuesOf, dataOf, err := old.record(i)
		if err != nil {
			return err
		}
		fresh := words(bytes.Clone(record))
		for _, part := range []int{recordFiles, recordLines, recordUnit, recordStartLine} {
			fresh.set(part, 0)
		}
		name, err := old.name(record)
		if err != nil {
			return err
		}
		fresh.set(recordName, names.place(append([]byte(short(name)), 0), 1))
		depth, err := old.valueTable(record.number(recordDepth))
		if err != nil {
			return err
		}
		fresh.set(recordDepth, values.place(depth, 1))
		fresh.set(recordNValues, 0)
		if offset, ok := valuesOf.at(valuesPointers); ok && offset != 0 {
			maps, err := old.valueTable(int(offset))
			if err != nil {
				return err
			}
			fresh.set(recordNValues, valuesPointers+1)
			fresh = append(fresh, make([]byte, 4*valuesPointers)...)
			fresh = binary.LittleEndian.AppendUint32(fresh, values.place(maps, 1))
		}
		fresh[recordNData] = 0
		firstData := len(fresh)
		for kind := range len(dataOf) / 4 {
			if offset, ok := dataOf.at(kind); ok {
				stays, err := old.functionData(kind, int(offset))
				if err != nil {
					return err
				}
				if stays != nil {
					for len(fresh) < firstData+4*kind {
						fresh = binary.LittleEndian.AppendUint32(fresh, none)
					}
					fresh = binary.LittleEndian.AppendUint32(fresh, data.place(stays, dataAlign[kind]))
					fresh[recordNData] = byte(kind + 1)
				}
			}
		}
		words(records).set(8*i+4, uint32(len(records)))
		records = append(records, fresh...)
		return nil
	}
	var firstValues, firstData int
	for _, late := range []bool{false, true} {
		if late {
			firstValues, firstData = len(values.bytes), len(data.bytes)
		}
		for i := range f.count {
			if isLate(i) == late {
				if err := add(i); err != nil {
					return nil, err
				}
			}
		}
	}
	for _, part := range []struct {
		from, to int
		bytes    []byte
	}{{f.names, f.units, names.bytes}, {f.units, f.values, nil}, {f.values, f.list, values.bytes}, {f.list, f.data, records}, {f.data, f.buckets, data.bytes}} {
		if len(part.bytes) > part.to-part.from {
			return nil, errTables
		}
		clear(f.memory[part.from:part.to])
		copy(f.memory[part.from:], part.bytes)
	}
	// The runtime goes on from the function that a bucket names to the one it looks for: every eighth says enough.
	clear(f.memory[f.buckets:f.end])
	for i := range f.count {
		words(f.memory[f.buckets+functionSize*i:]).set(0, uint32(i&^7))
	}
	return []span{
		{f.names + others, f.names + len(names.bytes)}, {f.values + firstValues, f.values + len(values.bytes)}, {f.data + firstData, f.data + len(data.bytes)},
	}, nil
}

// table collects pieces of one kind, each once.
type table struct {
	bytes  []byte
	places map[string]uint32
}

// place returns where the piece is, which is empty for none.
func (t *table) place(piece []byte, align int) uint32 {
	if len(piece) == 0 {
		return 0
	}
	at, ok := t.places[string(piece)]
	if !ok {
		if t.places == nil {
			t.places = make(map[string]uint32)
		}
		for len(t.bytes)%align != 0 {
			t.bytes = append(t.bytes, 0)
		}
		at = uint32(len(t.bytes))
		t.places[string(piece)] = at
		t.bytes = append(t.bytes, piece...)
	}
	return at
}

// words are 32-bit numbers.
type words []byte

func (w words) number(at int) int    { return int(binary.LittleEndian.Uint32(w[at:])) }
func (w words) set(at int, v uint32) { binary.LittleEndian.PutUint32(w[at:], v) }

// at returns the i-th of a list of offsets, when it has one.
func (w words) at(i int) (offset uint32, ok bool) {
	if 4*i+4 > len(w) {
		return 0, false
	}
	offset = uint32(w.number(4 * i))
	return offset, offset != none
}

// record returns the i-th function's record and the offsets behind it: of its values by instruction and of its data.
func (f functions) record(i int) (record, valuesOf, dataOf words, err error) {
	at := f.list + words(f.memory[f.list:]).number(8*i+4)
	first := at + recordSize
	if first > f.data {
		return nil, nil, nil, errTables
	}
	record = f.memory[at:first]
	second := first + 4*record.number(recordNValues)
	end := second + 4*int(record[recordNData])
	if end > f.data {
		return nil, nil, nil, errTables
	}
	return record, f.memory[first:second], f.memory[second:end], nil
}

func (f functions) name(record words) (string, error) {
	at := f.names + record.number(recordName)
	if at >= f.units {
		return "", errTables
	}
	name, _, ok := bytes.Cut(f.memory[at:f.units], []byte{0})
	if !ok {
		return "", errTables
	}
	return string(name), nil
}

// valueTable returns one table of values: pairs of varints, a difference of values and one of instructions, until a difference of
// values is 0 that is not the first. It is empty for offset 0.
func (f functions) valueTable(offset int) ([]byte, error) {
	values := f.memory[f.values:f.list]
	if offset == 0 {
		return nil, nil
	}
	for at, first := offset, true; ; first = false {
		_, n := uvarint(values, at)
		if n == 0 {
			return nil, errTables
		}
		value := values[at]
		if at += n; value == 0 && n == 1 && !first {
			return values[offset:at], nil
		}
		if _, n = uvarint(values, at); n == 0 {
			return nil, errTables
		}
		at += n
	}
}

// functionData returns the data of the kind at an offset, nil when it is of a kind that nobody reads.
func (f functions) functionData(kind, offset int) ([]byte, error) {
	if offset > f.buckets-f.data {
		return nil, errTables
	}
	data := f.memory[f.data+offset : f.buckets]
	size := 0
	switch w := words(data); {
	case dataAlign[kind] == 0:
		return nil, nil
	case kind == dataDefers: // two varints
		_, first := uvarint(data, 0)
		_, second := uvarint(data, first)
		if size = first + second; first == 0 || second == 0 {
			return nil, errTables
		}
	case len(w) < 8:
		return nil, errTables
	case kind == dataObjects: // a word: how many; runtime.stackObjectRecord: four 32-bit numbers
		size = 8 + 16*w.number(0)
	default: // runtime.stackmap: how many maps, how many bits each has, the maps
		size = 8 + w.number(0)*((w.number(4)+7)/8)
	}
	if size > len(data) {
		return nil, errTables
	}
	return data[:size], nil
}

func uvarint(b []byte, at int) (uint64, int) {
	if at < 0 || at >= len(b) {
		return 0, 0
	}
	v, n := binary.Uvarint(b[at:])
	return v, max(n, 0)
}
