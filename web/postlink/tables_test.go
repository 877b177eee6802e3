package postlink

import (
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const panicking = `package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

type tree struct{ left, right *tree }

func grow(n int) *tree {
	if n == 0 {
		return &tree{}
	}
	return &tree{grow(n - 1), grow(n - 1)}
}

func (t *tree) count() int {
	if t == nil {
		return 0
	}
	return 1 + t.left.count() + t.right.count()
}

//go:noinline
func fails(m map[string]int) (text string) {
	defer func() {
		text = fmt.Sprint(recover()) + string(debug.Stack())
	}()
	var t *tree
	return fmt.Sprint(t.left, m)
}

// deep needs a stack that grows, with pointers on it.
func deep(n int, t *tree) int {
	kept := &tree{left: t}
	if n == 0 {
		time.Sleep(time.Millisecond) // the stack is left and taken up again
		runtime.GC()
		return 0
	}
	sum := 1 + deep(n-1, kept)
	if kept.left != t {
		panic("the stack was moved wrongly")
	}
	return sum
}

// deferred recovers in one of two open-coded defers.
func deferred(fail bool) (text string) {
	defer func() { text += ",last" }()
	if fail {
		defer func() {
			if recover() != nil {
				text = "later"
			}
		}()
	}
	var list []int
	return fmt.Sprint(list[len(text)])
}

func main() {
	total := 0
	for range 20 {
		total += grow(14).count()
		runtime.GC()
	}
	trace := fails(map[string]int{"a": 1})
	fmt.Fprintln(os.Stdout, total, deep(2_000, &tree{})*3, deferred(total > 0),
		strings.Contains(trace, "nil pointer"), strings.Contains(trace, "main.fails"), strings.Contains(trace, "debug.Stack"), strings.Contains(trace, "main.go:"))
}
`

// Ensure that a program without its lines still collects its garbage, grows its stack, unwinds it and names its functions.
func TestShrink_ProgramRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("the program runs in Node.js, where the race detector sees nothing")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"main.go": panicking, "go.mod": "module small\n\ngo 1.26\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("go", "build", "-ldflags", "-s -w", "-o", "small.wasm", ".")
	build.Dir, build.Env = dir, append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=-mod=mod -trimpath")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program, err := os.ReadFile(filepath.Join(dir, "small.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	before := bytes.Clone(program)
	p, err := readProgram(program)
	if err != nil {
		t.Fatal(err)
	}
	lean := shorten(t, p, nil)
	if !bytes.Equal(program, before) {
		t.Fatal("the program itself was changed")
	}
	if was, is := packed(t, program), packed(t, lean); is > was*4/5 {
		t.Errorf("%d bytes compressed, %d before", is, was)
	}
	for _, tt := range []struct {
		name    string
		program []byte
		want    string
	}{
		{"whole.wasm", program, "655340 6000 later,last true true true true"},
		{"lean.wasm", lean, "655340 6000 later,last true true false false"},
	} {
		path := filepath.Join(dir, tt.name)
		if err := os.WriteFile(path, tt.program, 0o644); err != nil {
			t.Fatal(err)
		}
		root, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			t.Fatal(err)
		}
		run := exec.Command("node", filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js"), path)
		run.Env = append(os.Environ(), "GOGC=", "GOMEMLIMIT=") // the collector runs as often as ever
		out, err := run.CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != tt.want {
			t.Errorf("%s: %q, %v; want %q", tt.name, got, err, tt.want)
		}
	}

	t.Run("Damaged", func(t *testing.T) {
		p, err := readProgram(program)
		if err != nil {
			t.Fatal(err)
		}
		f, err := findFunctions(p.data)
		if err != nil {
			t.Fatal(err)
		}
		for name, spoil := range map[string]func(f functions){
			"the list":    func(f functions) { f.memory[f.list+8*7]++ },
			"the buckets": func(f functions) { f.memory[f.buckets+functionSize*9]++ },
			"a record":    func(f functions) { words(f.memory[f.list:]).set(8*7+4, 1<<30) },
			"the count":   func(f functions) { f.memory[f.names-8*8]++ },
		} {
			was := f
			was.memory = bytes.Clone(p.data)
			spoil(was)
			if f, err := findFunctions(was.memory); err == nil {
				if _, err := f.rewrite(shortName, neededNames, func(int) bool { return false }); err == nil {
					t.Errorf("%s was spoiled and taken", name)
				}
			}
		}
	})
}

func packed(t *testing.T, program []byte) int {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(program); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Len()
}

// Ensure that a program that is not as we know it is refused, not spoiled.
func TestShrink_Unknown(t *testing.T) {
	for _, program := range []string{"", "\x00asm\x01\x00\x00\x00", "\x00asm\x01\x00\x00\x00\x0b\x7f", "\x00asm\x01\x00\x00\x00\x0b\x06\x01\x00\x41\x00\x0b\x00", "MZ"} {
		if _, _, err := prepare([]byte(program), func(int, source) bool { return true }); err == nil {
			t.Errorf("%q was taken", program)
		}
	}
	if _, err := findFunctions(bytes.Repeat([]byte{0xF1, 0xFF, 0xFF, 0xFF, 0, 0, 1, 8}, 40)); !errors.Is(err, errTables) {
		t.Errorf("damaged tables: %v", err)
	}
}

// Ensure that a program of a toolchain that nothing was proved with, or one that is not as we know it, stays as it is and says so.
func TestDivide_Unknown(t *testing.T) {
	for version, want := range map[string]string{"go1.27.1": "go1.27.1", "go1.260": "go1.260", "devel go1.26-3f": "devel", "go1.26": errModule.Error(), "go1.26.8": errModule.Error()} {
		linked := []byte("MZ")
		p, err := Divide(linked, version)
		if err == nil || !strings.Contains(err.Error(), want) || !bytes.Equal(p.First, linked) || p.Rest != nil || len(p.Steps) != 1 {
			t.Errorf("%s: %v, %d steps, first %q", version, err, len(p.Steps), p.First)
		}
	}
}

// Ensure that memory comes back as it was written, whatever its gaps.
func TestWriteMemory_RoundTrip(t *testing.T) {
	memory := make([]byte, 40_000)
	for _, at := range []int{100, 101, 200, 4297, 9000, 39_999} {
		memory[at] = byte(at)
	}
	body := writeMemory(memory, span{0, len(memory)})
	got, err := readMemory(body)
	if err != nil || !bytes.Equal(got, memory) {
		t.Errorf("%d bytes of %d, %v", len(got), len(memory), err)
	}
	if body[0] != 4 {
		t.Errorf("%d segments, want 4", body[0])
	}
	if _, err := readMemory(body[:len(body)-1]); !errors.Is(err, errModule) {
		t.Errorf("a section cut short: %v", err)
	}
}
