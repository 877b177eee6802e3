package postlink

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"
)

// lateText says what of the program comes later: one file or one function of a package in each line. `go run ./e2e/late` writes it from
// what runs while a page starts and a query is typed. What it does not know comes first.
//
//go:embed late.txt
var lateText string

// proved is the toolchain's version whose programs the tests run after every step. Another may move what the steps know by its place.
const proved = "go1.26"

// Parts are a program as the page loads it.
type Parts struct {
	First []byte
	Rest  []byte // what comes later; nil when all comes first
	Steps []Step // that were taken, in their order
}

// Step is what the page loads first after a step.
type Step struct {
	Name  string
	First []byte
}

// Divide shortens a linked program and cuts it in two. goVersion is the toolchain's, as "go env GOVERSION" tells it. The error says why
// the program is the linked one from the step on that failed: a page that is larger than it could be works as well.
func Divide(linked []byte, goVersion string) (Parts, error) {
	parts := Parts{First: linked, Steps: []Step{{"as it is linked", linked}}}
	if goVersion != proved && !strings.HasPrefix(goVersion, proved+".") {
		return parts, fmt.Errorf("package postlink was proved with %s and not with %s", proved, goVersion)
	}
	take := func(name string, first []byte) {
		parts.First = first
		parts.Steps = append(parts.Steps, Step{name, first})
	}
	comesLate := lateOnes(lateText)
	p, late, err := prepare(linked, func(_ int, s source) bool { return comesLate(s) })
	if err != nil {
		return parts, err
	}
	if err := p.shortenTables(late); err != nil {
		return parts, err
	}
	take("shorter tables", p.bytes())
	if err := p.shortenCode(); err != nil {
		return parts, err
	}
	take("shorter code", p.bytes())
	first, rest, err := p.split(late, false)
	if err != nil {
		return parts, err
	}
	take("the rest later", first)
	parts.Rest = rest
	return parts, nil
}

// prepare reads a program, and tells by their number which functions come later: those that isLate picks, without the ones that cannot be
// parked at, because they have another calling convention than Go's, call the browser themselves, or run where no goroutine does.
func prepare(linked []byte, isLate func(i int, s source) bool) (*program, []bool, error) {
	p, err := readProgram(linked)
	if err != nil {
		return nil, nil, err
	}
	sources, err := p.sources()
	if err != nil {
		return nil, nil, err
	}
	late := make([]bool, len(p.code))
	for i := range min(len(p.code), len(sources)) {
		if !p.isGo(i) || !mayMove(sources[i].name) || !isLate(i, sources[i]) {
			continue
		}
		b, err := parseBody(p.code[i], nil)
		if err != nil {
			return nil, nil, err
		}
		late[i] = movable(b, p.imports)
	}
	return p, late, nil
}

// lateOnes reads a list as lateText is.
func lateOnes(list string) func(source) bool {
	late := make(map[string]bool)
	for line := range strings.Lines(list) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "//") {
			late[line] = true
		}
	}
	return func(s source) bool { return late[unversioned(s.file)] || late[family(s.name)] }
}

var closure = regexp.MustCompile(`(-fm|-range\d+|\.func\d|\.gowrap\d|\.deferwrap\d).*`)

// family is the name that a function of the list goes by: that of the function that a closure is in, and of all instances of a generic
// one.
func family(name string) string {
	var b strings.Builder
	depth := 0
	for _, c := range name {
		switch {
		case c == '[':
			depth++
		case c == ']':
			depth--
		case depth == 0:
			b.WriteRune(c)
		}
	}
	return closure.ReplaceAllString(b.String(), "")
}

var version = regexp.MustCompile(`@v[^/]*`)

// unversioned is a file's path without the version of its module; none for what the compiler made.
func unversioned(file string) string {
	if strings.HasPrefix(file, "<") {
		return ""
	}
	return version.ReplaceAllString(file, "")
}

// mayMove reports whether a function of that name can be parked at: it runs on a goroutine, and the runtime does not call it on its own
// stack, as it does what compares, hashes, and fires timers.
func mayMove(name string) bool {
	if !strings.Contains(name, ".") || strings.HasSuffix(name, ".init") {
		return false
	}
	for _, prefix := range []string{"type:", "go:", "runtime.", "runtime/", "internal/", "reflect.", "sync.", "sync/", "syscall.", "syscall/", "time.", "unique.", "weak.", "iter."} {
		if strings.HasPrefix(name, prefix) {
			return false
		}
	}
	return true
}
