package postlink

import (
	"encoding/binary"
	"slices"
	"strings"
)

// shrink returns the program without what the browser does not need of it, and in shorter words; see moves for late. The error says that
// the toolchain writes programs in another way.
func shrink(program []byte, late []bool) ([]byte, error) {
	lean, err := shortenTables(program, late)
	if err != nil {
		return nil, err
	}
	return shortenCode(lean)
}

// shortenTables leaves out the tables for stack traces, names of functions, and what the toolchain says about itself.
func shortenTables(program []byte, late []bool) ([]byte, error) {
	sections, err := parseModule(program)
	if err != nil {
		return nil, err
	}
	var kept []section
	var later []span
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
			if later, err = f.rewrite(shortName, neededNames, func(i int) bool { return i < len(late) && late[i] }); err != nil {
				return nil, err
			}
			s.body = wholeMemory(memory)
		}
		kept = append(kept, s)
	}
	if later == nil {
		return nil, errModule
	}
	parts := binary.AppendUvarint(appendName(nil, laterData), uint64(len(later)))
	for _, part := range later {
		parts = binary.AppendUvarint(binary.AppendUvarint(parts, uint64(part.from)), uint64(part.to))
	}
	return joinModule(append(kept, section{customSection, parts})), nil
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

// laterData names the section in which shortenTables tells split what of the memory comes later: how many parts, and where each is and ends.
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
