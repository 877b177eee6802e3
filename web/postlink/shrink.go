package postlink

import (
	"encoding/binary"
	"slices"
	"strings"
)

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
	var later []byte
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
			from, to, err := f.rewrite(shortName, neededNames)
			if err != nil {
				return nil, err
			}
			s.body, later = writeMemory(memory), appendName(nil, laterData)
			later = binary.AppendUvarint(binary.AppendUvarint(later, uint64(from)), uint64(to))
		}
		kept = append(kept, s)
	}
	if later == nil {
		return nil, errModule
	}
	return joinModule(append(kept, section{customSection, later})), nil
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

// laterData names the section in which shortenTables tells split what of the memory may come later: where it is, and where it ends.
const laterData = "later"

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
