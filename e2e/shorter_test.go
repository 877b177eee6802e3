package e2e

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rangefinder/e2e/harness"
)

// Ensure that `make test` misses no test that does less where the race detector runs: .ci/shorter, which reads lines, names what the
// syntax trees do. Each of these tests runs without the race detector, too; all others of their packages run with it only.
func TestLayering_Shorter(t *testing.T) {
	t.Parallel()
	folders := map[string][]string{}
	for _, top := range []string{"app", "engine", "filterlang", "server", "web"} {
		err := filepath.WalkDir(filepath.Join(harness.Root(), top), func(path string, entry os.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, "_test.go") {
				folders[filepath.Dir(path)] = append(folders[filepath.Dir(path)], path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	found := 0
	for folder, files := range folders {
		want := shorter(t, files)
		found += len(want)
		name, err := filepath.Rel(harness.Root(), folder)
		if err != nil {
			t.Fatal(err)
		}
		c := exec.Command("sh", filepath.Join(harness.Root(), ".ci", "shorter"), "tests", "rangefinder/"+filepath.ToSlash(name))
		c.Dir = harness.Root()
		out, err := c.Output()
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(string(out)); got != "^("+strings.Join(want, "|")+")$" {
			t.Errorf("%s: .ci/shorter names %s, want %v", name, got, want)
		}
	}
	if found < 40 {
		t.Errorf("%d tests do less with -short: this test has become blind", found)
	}
}

// shorter are the tests that ask for -short or count allocations, themselves or in functions of their package that they call.
func shorter(t *testing.T, files []string) []string {
	less, calls := map[string]bool{}, map[string][]string{}
	for _, file := range files {
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range tree.Decls {
			name := ""
			if f, ok := d.(*ast.FuncDecl); ok {
				name = f.Name.Name
			}
			ast.Inspect(d, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok && (s.Sel.Name == "Short" || s.Sel.Name == "AllocsPerRun") {
					if x, ok := s.X.(*ast.Ident); ok && x.Name == "testing" {
						less[name] = true
					}
				}
				if c, ok := n.(*ast.CallExpr); ok {
					if f, ok := c.Fun.(*ast.Ident); ok {
						calls[f.Name] = append(calls[f.Name], name)
					}
				}
				return true
			})
		}
		if less[""] {
			t.Fatalf("%s asks for -short outside of a function", file)
		}
	}
	isTest := func(name string) bool {
		return strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "Fuzz") || strings.HasPrefix(name, "Example")
	}
	for more := true; more; {
		more = false
		for callee := range maps.Clone(less) {
			for _, caller := range calls[callee] {
				more = more || !less[caller]
				less[caller] = true
			}
		}
	}
	return slices.Sorted(func(yield func(string) bool) {
		for name := range less {
			if isTest(name) && !yield(name) {
				return
			}
		}
	})
}

// Ensure that the tests of filterlang, which `make test` runs without the race detector although it holds an atomic, have one
// goroutine: neither the package nor its tests start another.
func TestLayering_OneGoroutine(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(harness.Root(), "filterlang", "*.go"))
	if err != nil || len(files) < 40 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			starts := false
			switch n := n.(type) {
			case *ast.GoStmt:
				starts = true
			case *ast.ImportSpec:
				starts = slices.Contains([]string{`"net/http"`, `"net/http/httptest"`, `"context"`, `"os/exec"`}, n.Path.Value)
			case *ast.SelectorExpr:
				x, _ := n.X.(*ast.Ident)
				starts = n.Sel.Name == "Go" || n.Sel.Name == "AfterFunc" || n.Sel.Name == "RunParallel" || n.Sel.Name == "Parallel" && x != nil && (x.Name == "t" || x.Name == "b")
			}
			if starts {
				t.Errorf("%s starts a goroutine, or imports what does: the Makefile has to run it with the race detector", filepath.Base(file))
			}
			return true
		})
	}
}
