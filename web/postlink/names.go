package postlink

import "bytes"

// source is where a function of the program comes from.
type source struct {
	name string // with its package, as the linker has it
	file string // slash-separated, from the module's path on; empty when the compiler made the function
}

// sources returns where each function of a program's code section comes from. The program must have all its tables.
func (p *program) sources() ([]source, error) {
	f, err := findFunctions(p.data)
	if err != nil {
		return nil, err
	}
	list := make([]source, f.count)
	first := words(f.memory[f.list:]).number(0)
	for i := range list {
		record, _, _, err := f.record(i)
		if err != nil {
			return nil, err
		}
		if list[i].name, err = f.name(record); err != nil {
			return nil, err
		}
		if first != firstFunction { // the numbers of functions are those of the code section
			return nil, errTables
		}
		if list[i].file, err = f.file(record); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// file returns the file of the first instruction of the function.
func (f functions) file(record words) (string, error) {
	table, err := f.valueTable(record.number(recordFiles))
	if err != nil || len(table) == 0 {
		return "", err
	}
	// The first value is what is added to -1, with the sign in the lowest bit.
	v, _ := uvarint(table, 0)
	n := int(v>>1) - 1
	if v&1 != 0 {
		n = int(^(v >> 1)) - 1
	}
	at := f.units + 4*(record.number(recordUnit)+n)
	if n < 0 || at < f.units || at+4 > f.paths {
		return "", nil
	}
	offset := words(f.memory).number(at)
	if offset == int(none) {
		return "", nil
	}
	if at = f.paths + offset; at >= f.values {
		return "", errTables
	}
	name, _, ok := bytes.Cut(f.memory[at:f.values], []byte{0})
	if !ok {
		return "", errTables
	}
	return string(name), nil
}
