package bundle

import (
	"bytes"
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

func fails(m map[string]int) (text string) {
	defer func() {
		text = fmt.Sprint(recover()) + string(debug.Stack())
	}()
	var t *tree
	return fmt.Sprint(t.left, m)
}

func main() {
	total := 0
	for range 20 {
		total += grow(14).count()
		runtime.GC()
	}
	trace := fails(map[string]int{"a": 1})
	fmt.Fprintln(os.Stdout, total, strings.Contains(trace, "nil pointer"), strings.Contains(trace, "main.fails"), strings.Contains(trace, "main.go:"))
}
`

// Ensure that a program without its lines still collects its garbage, unwinds its stack and names its functions.
func TestDropLines_ProgramRuns(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"main.go": panicking, "go.mod": "module small\n\ngo 1.26\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("go", "build", "-ldflags", "-s -w", "-o", "small.wasm", ".")
	build.Dir, build.Env = dir, append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=-mod=mod")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program, err := os.ReadFile(filepath.Join(dir, "small.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	lean, err := dropLines(bytes.Clone(program))
	if err != nil {
		t.Fatal(err)
	}
	if len(lean) != len(program) || bytes.Equal(lean, program) {
		t.Fatal("nothing was dropped")
	}
	for _, tt := range []struct {
		name    string
		program []byte
		want    string
	}{
		{"whole.wasm", program, "655340 true true true"},
		{"lean.wasm", lean, "655340 true true false"},
	} {
		path := filepath.Join(dir, tt.name)
		if err := os.WriteFile(path, tt.program, 0o644); err != nil {
			t.Fatal(err)
		}
		root, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("node", filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js"), path).CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != tt.want {
			t.Errorf("%s: %q, %v; want %q", tt.name, got, err, tt.want)
		}
	}
}

// Ensure that a program that is not as we know it is refused, not spoiled.
func TestDropLines_Unknown(t *testing.T) {
	for _, program := range []string{"", "\x00asm\x01\x00\x00\x00", "\x00asm\x01\x00\x00\x00\x0b\x7f", "\x00asm\x01\x00\x00\x00\x0b\x06\x01\x00\x41\x00\x0b\x00", "MZ"} {
		if _, err := dropLines([]byte(program)); err == nil {
			t.Errorf("%q was taken", program)
		}
	}
	if err := clearLines(bytes.Repeat([]byte{0xF1, 0xFF, 0xFF, 0xFF, 0, 0, 1, 8}, 40)); !errors.Is(err, errTables) {
		t.Errorf("damaged tables: %v", err)
	}
}
