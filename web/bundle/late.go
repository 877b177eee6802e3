package bundle

import (
	_ "embed"
	"regexp"
	"strings"
)

// lateText says what of the program comes later: one file or one function of a package in each line. `go run ./e2e/late` writes it from
// what runs while a page starts and a query is typed. What it does not know comes first.
//
//go:embed late.txt
var lateText string

// divide shortens the program and cuts it in two; rest is nil, and the program only larger than it could be, when the toolchain writes
// programs in another way. A test of the size tells.
func divide(linked []byte) (first, rest []byte) {
	small, err := shrink(linked)
	if err != nil {
		return linked, nil
	}
	sources, err := sourcesOf(linked)
	if err != nil {
		return small, nil
	}
	comesLate := lateOnes(lateText)
	first, rest, err = split(small, func(i int) bool { return i < len(sources) && mayMove(sources[i].name) && comesLate(sources[i]) }, false)
	if err != nil {
		return small, nil
	}
	return first, rest
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
