package postlink

import "strings"

// shrink returns the program without what the browser does not need of it, and in shorter words. The error says that the toolchain
// writes programs in another way.
func shrink(program []byte) ([]byte, error) {
	lean, err := shortenTables(program)
	if err != nil {
		return nil, err
	}
	return shortenCode(lean)
}

// shortenTables leaves out the tables for stack traces, names of functions, and what the toolchain says about itself.
func shortenTables(program []byte) ([]byte, error) {
	sections, err := parseModule(program)
	if err != nil {
		return nil, err
	}
	var kept []section
	found := false
	for _, s := range sections {
		switch s.kind {
		case customSection:
			continue
		case dataSection:
			memory, err := readMemory(s.body)
			if err != nil {
				return nil, err
			}
			f, err := findFunctions(memory)
			if err != nil {
				return nil, err
			}
			if err := f.rewrite(shortName); err != nil {
				return nil, err
			}
			s.body, found = writeMemory(memory), true
		}
		kept = append(kept, s)
	}
	if !found {
		return nil, errModule
	}
	return joinModule(kept), nil
}

// shortenCode writes the functions in words that repeat themselves.
func shortenCode(program []byte) ([]byte, error) {
	sections, err := parseModule(program)
	if err != nil {
		return nil, err
	}
	isGo, err := goFunctions(sections)
	if err != nil {
		return nil, err
	}
	for i, s := range sections {
		if s.kind == codeSection {
			if sections[i].body, err = shortenBodies(s.body, isGo); err != nil {
				return nil, err
			}
		}
	}
	return joinModule(sections), nil
}

// shortName returns what stays of a function's name.
func shortName(name string) string {
	switch {
	case name == "reflect.makeFuncStub", name == "reflect.methodValueCall": // the collector looks for these
		return name
	case strings.HasPrefix(name, "runtime."): // and some of the runtime for this
		return "runtime."
	case strings.HasPrefix(name, "rangefinder/"), strings.HasPrefix(name, "main."):
		return name
	}
	return ""
}
