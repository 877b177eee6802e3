package e2e

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rangefinder/e2e/harness"
)

const (
	module = "rangefinder/"
	goApp  = "github.com/maxence-charriere/go-app/"
)

// layer says what a package and those below it may import directly, of this module and of what ties code to a
// browser. Everything else, of the standard library and other modules, is free.
type layer struct {
	path   string
	allows []string
}

// layers is the import direction: nothing points back up. The entry with the longest path that fits a package holds.
var layers = []layer{
	{"filterlang/edm", nil},
	{"filterlang", []string{"filterlang"}},
	{"engine", []string{"engine", "filterlang"}},
	{"app/sample", []string{"app/sample", "engine", "filterlang"}},
	{"app/lesson", []string{"app/lesson", "app/keydesign", "app/loadsim", "engine", "filterlang"}},
	{"app/keydesign", []string{"app/keydesign", "app/sample/seeded", "engine", "filterlang"}},
	{"app/anatomy", []string{"app/words", "filterlang"}},
	{"app/keydesign/suggest", []string{"app/keydesign", "app/words", "engine", "filterlang"}},
	{"app/loadsim", []string{"app/loadsim", "engine", "filterlang"}},
	{"app/querycode", []string{"engine", "filterlang"}},
	{"app/port", []string{"app/port"}},
	{"app/wire", []string{"app/port", "app/sample", "app/lesson", "app/keydesign", "app/loadsim", "engine", "filterlang"}},
	{"app/worker", []string{"app/worker", "app/wire", "app/port", "app/sample", "app/lesson", "app/keydesign", "app/loadsim", "engine", "filterlang"}},
	{"app/tabs", []string{"app/worker", "app/wire", "app/port", "engine"}},
	{"app/query", nil},
	{"app/words", nil},
	{"app/keeper", []string{"app/wire"}},
	{"app/link", []string{"app/query", "engine", "filterlang"}},
	{"app/page", []string{"app/keydesign/lab", "app/words", "engine", "app/wire", "app/query", "app/link", "app/port", "app/sample", "filterlang"}},
	{"app/kit", []string{"app/page", "app/wire", "app/words", "filterlang", goApp}},
	{"app/anatomy/drawn", feature("app/anatomy")},
	{"app/accounts", feature()},
	{"app/beside", feature("app/plan", "app/keydesign")},
	{"app/builder", feature()},
	{"app/bulk", feature("app/edit")},
	{"app/celledit", feature("app/edit", "app/grid")},
	{"app/charges", feature()},
	{"app/code", feature("app/plan", "app/querycode", "app/queryline")},
	{"app/conflict", feature()},
	{"app/copies", feature("app/conflict")},
	{"app/copyto", feature("app/conflict", "app/keydesign/deploy")},
	{"app/count", feature("app/partitions")},
	{"app/course", feature("app/lesson", "app/anatomy")},
	{"app/designlab", feature("app/keydesign")},
	{"app/edit", feature("app/conflict")},
	{"app/editor", feature("app/builder", "app/plan")},
	{"app/files", feature()},
	{"app/grid", feature()},
	{"app/guide", feature("app/anatomy")},
	{"app/history", feature()},
	{"app/inspector", feature("app/edit", "app/review")},
	{"app/intro", feature()},
	{"app/misses", feature()},
	{"app/move", feature()},
	{"app/notices", feature()},
	{"app/palette", feature("app/accounts", "app/course", "app/guide", "app/queries", "app/querytabs", "app/sample")},
	{"app/partitions", feature()},
	{"app/plan", feature("app/anatomy", "app/keydesign")},
	{"app/queryline", feature("app/builder", "app/bulk", "app/copies", "app/copyto", "app/count", "app/editor", "app/files", "app/history", "app/move", "app/plan", "app/result", "app/sample", "app/tables")},
	{"app/requests", feature()},
	{"app/queries", feature()},
	{"app/querytabs", feature("app/grid", "app/result")},
	{"app/result", feature("app/accounts", "app/bulk", "app/copyto", "app/edit", "app/grid", "app/misses", "app/plan")},
	{"app/review", feature("app/conflict", "app/edit")},
	{"app/settings", feature()},
	{"app/side", feature("app/accounts", "app/anatomy", "app/copies", "app/course", "app/queries", "app/querytabs", "app/sample", "app/tables")},
	{"app/simulator", feature("app/designlab", "app/keydesign", "app/loadsim")},
	{"app/tables", feature("app/accounts", "app/bulk", "app/count", "app/designlab", "app/partitions", "app/sample")},
	{"app/workload", feature("app/sample")},
	{"app/shell", append(features(), "app/shell", "app/keeper", "app/page", "app/query", "app/words", "app/link", "app/wire", "app/port", "app/sample", "app/lesson", "app/keydesign", "app/querycode", "engine", "filterlang")},
	{"app/ui", append(features(), "app/ui", "app/shell", "app/anatomy", "app/kit", "app/page", "app/query", "app/words", "app/link", "app/wire", "app/port", "app/sample", "app/lesson", "app/querycode", "filterlang", goApp)},
	{"app/ui/uitest", []string{"app/ui", "app/port", "app/wire", "app/worker", "engine", goApp}},
	{"app/browser", []string{"app/browser", "app/port", "engine", "syscall/js"}},
	{"web/wasm", []string{"app", "engine", "filterlang", "syscall/js", goApp}},
	{"web", []string{"web"}},
	{"server", []string{"server", "web", "app/ui", "engine", "filterlang", goApp}},
	{"server/agent", []string{"server/budget", "server/workspacefile", "web", "app/lesson", "app/sample", "app/keydesign", "engine", "filterlang"}},
	{"server/cmd/release", []string{"app/sample"}},
	{"server/cmd/rangefinder", []string{"server", "web", "app/ui", "app/keydesign", "app/lesson", "app/sample", "engine", "filterlang", goApp}},
	{"e2e", []string{"app", "engine", "filterlang", "web", "server", "e2e", "syscall/js", goApp}},
}

// features are the rooms of the page that are packages of their own.
func features() []string {
	return []string{"app/accounts", "app/beside", "app/builder", "app/bulk", "app/celledit", "app/charges", "app/code", "app/conflict", "app/copies", "app/copyto", "app/count", "app/course", "app/designlab", "app/edit", "app/editor", "app/files", "app/grid", "app/guide", "app/history", "app/inspector", "app/intro", "app/misses", "app/move", "app/notices", "app/palette", "app/partitions", "app/plan", "app/queries", "app/queryline", "app/querytabs", "app/requests", "app/result", "app/review", "app/settings", "app/side", "app/simulator", "app/tables", "app/workload"}
}

// feature is what a room may import: the kernel, what is below it, and more. Of another feature it takes its messages at most.
func feature(more ...string) []string {
	return append([]string{"app/kit", "app/page", "app/link", "app/query", "app/words", "app/wire", "app/port", "engine", "filterlang", goApp}, more...)
}

func layerOf(path string) *layer {
	var best *layer
	for i := range layers {
		if within(path, layers[i].path) && (best == nil || len(layers[i].path) > len(best.path)) {
			best = &layers[i]
		}
	}
	return best
}

// within reports whether path is the package or below it.
func within(path, parent string) bool {
	return path == parent || strings.HasPrefix(path, strings.TrimSuffix(parent, "/")+"/")
}

type listed struct {
	ImportPath string
	Imports    []string
	Deps       []string
}

// list runs go list for a target.
func list(t *testing.T, goos, goarch string, arguments ...string) []listed {
	t.Helper()
	command := exec.Command("go", append([]string{"list", "-json=ImportPath,Imports,Deps"}, arguments...)...)
	command.Dir = harness.Root()
	command.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch)
	var stderr strings.Builder
	command.Stderr = &stderr
	output, err := command.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	var packages []listed
	decoder := json.NewDecoder(strings.NewReader(string(output)))
	for {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}

// Ensure that every package imports only what its layer may, natively and in the browser.
func TestLayering_Direction(t *testing.T) {
	t.Parallel()
	for _, target := range [][2]string{{"linux", "amd64"}, {"js", "wasm"}} {
		packages := list(t, target[0], target[1], "./...")
		if len(packages) < 10 {
			t.Fatalf("go list finds %d packages", len(packages))
		}
		for _, p := range packages {
			path := strings.TrimPrefix(p.ImportPath, module)
			if strings.Contains(path, "node_modules") {
				continue
			}
			l := layerOf(path)
			if l == nil {
				t.Errorf("%s has no layer; name what it may import", path)
				continue
			}
			for _, imported := range p.Imports {
				if !governed(imported) {
					continue
				}
				name := strings.TrimPrefix(imported, module)
				allowed := slices.ContainsFunc(l.allows, func(a string) bool { return within(name, a) })
				if !allowed {
					t.Errorf("%s/%s: %s may not import %s", target[0], target[1], path, name)
				}
			}
		}
	}
}

// governed reports whether the layers have a say in an import.
func governed(path string) bool {
	return strings.HasPrefix(path, module) || strings.HasPrefix(path, goApp) || path == "syscall/js"
}

// Ensure that server code, go-app's included, is not in the client as it is built: it would be megabytes that every
// visitor downloads.
func TestLayering_ClientWithoutServer(t *testing.T) {
	t.Parallel()
	for _, p := range list(t, "js", "wasm", "-modfile", filepath.Join(harness.Root(), "bin", "client", "client.mod"), "./web/wasm") {
		for _, d := range p.Deps {
			if name, ours := strings.CutPrefix(d, module); ours && (within(name, "server") || within(name, "web") || within(name, "e2e")) {
				t.Errorf("the client contains %s", name)
			}
			for _, heavy := range []string{"net/http", "crypto", "html/template", "text/template", "math/big", "github.com/andybalholm/brotli", "github.com/chromedp"} {
				if within(d, heavy) {
					t.Errorf("the client contains %s", d)
				}
			}
		}
	}
}

// Ensure that the rules can be broken: a layering test that accepts everything is worth nothing.
func TestLayering_Rules(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		from, to string
		want     bool
	}{
		{"filterlang/edm", "filterlang", false},
		{"filterlang", "filterlang/edm", true},
		{"filterlang/explain", "engine", false},
		{"engine", "app/shell", false},
		{"engine/tablerest", "engine", true},
		{"app/wire", "app/worker", false},
		{"app/worker", "app/tabs", false},
		{"app/tabs", "app/wire", true},
		{"app/shell", "app/wire", true},
		{"app/shell", "app/worker", false},
		{"app/shell", "app/ui", false},
		{"app/ui", "app/worker", false},
		{"app/shell", goApp + "v10/pkg/app", false},
		{"app/shell", "syscall/js", false},
		{"app/ui", "app/browser", false},
		{"app/ui", "engine", false},
		{"app/browser", "syscall/js", true},
		{"server/cmd/rangefinder", "app/ui", true},
		{"server", "app/shell", false},
		{"web/wasm", "server", false},
		{"enginex", "engine", false},
	} {
		l := layerOf(test.from)
		got := l != nil && slices.ContainsFunc(l.allows, func(a string) bool { return within(test.to, a) })
		if got != test.want {
			t.Errorf("%s may import %s: %v, want %v", test.from, test.to, got, test.want)
		}
	}
}
