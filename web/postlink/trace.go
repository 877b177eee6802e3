package postlink

import (
	"errors"
	"slices"
	"strings"
)

// Trace is a program that tells which functions run.
type Trace struct {
	First, Rest []byte // the parts, with everything in the rest that may be there
	functions   []source
	sizes       []int // of their code, in bytes
}

// NewTrace makes of a linked program one for finding out what has to come first. Its functions call the one that the browser adds to the
// end of the table of functions, with their number.
func NewTrace(linked []byte) (*Trace, error) {
	p, late, err := prepare(linked, func(int, source) bool { return true })
	if err != nil {
		return nil, err
	}
	t := new(Trace)
	if t.functions, err = p.sources(); err != nil {
		return nil, err
	}
	if err := p.shortenTables(late); err != nil {
		return nil, err
	}
	if err := p.shortenCode(); err != nil {
		return nil, err
	}
	for _, code := range p.code {
		t.sizes = append(t.sizes, len(code))
	}
	t.First, t.Rest, err = p.split(late, true)
	return t, err
}

// near are packages that come first whole: what everybody calls, of which more than what ran may be needed for other values.
var near = []string{
	"github.com/tidwall/btree",
	"bytes", "cmp", "context", "errors", "fmt", "maps", "math", "slices", "sort", "strconv", "strings",
}

// inTurns are packages of which a file comes first whole when anything in it ran: what a key and a query go through. Another value, or a
// worker that was faster, needs what stands beside that, and a key that waited for the rest would be answered after what is typed behind
// it.
var inTurns = []string{
	"rangefinder/app/editor", "rangefinder/app/page", "rangefinder/app/queryline", "rangefinder/app/shell", "rangefinder/app/tabs",
	"rangefinder/app/wire", "rangefinder/app/worker", "rangefinder/engine", "rangefinder/filterlang", "rangefinder/filterlang/edm",
}

// nearFiles come first although the recorded visit may have no use for them: what tells that a question failed or was given up.
var nearFiles = []string{"rangefinder/app/wire/failure.go", "rangefinder/app/worker/failure.go"}

// packageOf returns the package of a function.
func packageOf(name string) string {
	slash := strings.LastIndex(name, "/") + 1
	last, _, _ := strings.Cut(name[slash:], ".")
	return name[:slash] + last
}

// comesFirst reports whether a function must be there from the start, whether it ran or not.
func comesFirst(f source) bool {
	return !mayMove(f.name) || slices.Contains(nearFiles, unversioned(f.file)) || slices.Contains(near, packageOf(f.name))
}

// minLate is the least code of a family of functions, in bytes, that is worth a line of the list when the rest of its file is needed.
const minLate = 250

// Late returns the list of what can come later, when those functions ran that ran holds the numbers of.
func (t *Trace) Late(ran map[int]bool) string {
	first := make(map[string]bool) // families
	for i := range ran {
		first[family(t.functions[i].name)] = true
	}
	needed := make(map[string]bool) // files
	for _, f := range t.functions {
		if first[family(f.name)] || comesFirst(f) && mayMove(f.name) {
			needed[unversioned(f.file)] = true
		}
	}
	needed[""] = true             // what the compiler made
	lines := make(map[string]int) // with the size of their code
	for i, f := range t.functions {
		if comesFirst(f) || first[family(f.name)] {
			continue
		}
		if file := unversioned(f.file); !needed[file] {
			lines[file] += minLate // a file is one line for all
		} else if !slices.Contains(inTurns, packageOf(f.name)) {
			lines[family(f.name)] += t.sizes[i]
		}
	}
	var list []string
	for line, size := range lines {
		if size >= minLate {
			list = append(list, line)
		}
	}
	slices.Sort(list)
	return "// What of the program comes after the page can be used. Written by `go run ./e2e/late`.\n" + strings.Join(list, "\n") + "\n"
}

// FunctionName returns the name of a function of a linked program by its number among all.
func FunctionName(linked []byte, i int) (string, error) {
	p, err := readProgram(linked)
	if err != nil {
		return "", err
	}
	functions, err := p.sources()
	if err != nil {
		return "", err
	}
	if i < 0 || i >= len(functions) {
		return "", errors.New("the program has no function of that number")
	}
	return functions[i].name, nil
}
