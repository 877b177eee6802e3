// Package ports drives the browser ports of app/browser, the editor and the grid above all, on a page with nothing else.
package ports

import (
	"compress/gzip"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"rangefinder/e2e/harness"
)

// policy is the page's own, as strict as the server's.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'"

var (
	browser *harness.Browser
	site    *harness.Site
)

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	fail := func(err error) int {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	dir, err := os.MkdirTemp("", "ports")
	if err != nil {
		return fail(err)
	}
	defer os.RemoveAll(dir)
	if err := build(dir); err != nil {
		return fail(err)
	}
	if site, err = harness.Serve(files(dir)); err != nil {
		return fail(err)
	}
	defer site.Close()
	if browser, err = harness.LaunchBrief(); err != nil {
		return fail(err)
	}
	defer browser.Close()
	return m.Run()
}

func build(dir string) error {
	c := exec.Command("go", "build", "-p", "1", "-o", filepath.Join(dir, "program.wasm"), "./testdata/program")
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("building the program: %w\n%s", err, out)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	glue, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "wasm_exec.js"), glue, 0o600); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(dir, "sample.json.gz"))
	if err != nil {
		return err
	}
	defer f.Close()
	z := gzip.NewWriter(f)
	if _, err := z.Write([]byte("[1,2]")); err != nil {
		return err
	}
	return z.Close()
}

// files serves the test's page, the built program, and the assets as they are shipped.
func files(dir string) http.Handler {
	folders := []string{dir, "testdata", filepath.Join("..", "..", "web", "static")}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/api/") {
			accounts.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Security-Policy", policy)
		name := strings.TrimPrefix(r.URL.Path, "/")
		if name == "" {
			name = "page.html"
		}
		for _, folder := range folders {
			if path := filepath.Join(folder, filepath.Base(name)); fileExists(path) {
				http.ServeFile(w, r, path)
				return
			}
		}
		http.NotFound(w, r)
	})
}

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// shared is the page of the tests that leave it as it can be made anew; nil until there is one.
var shared *harness.Page

// open shows a page with a new editor and a new grid, and fails the test at its end when the browser complained of anything.
func open(t *testing.T, view harness.View) *page {
	t.Helper()
	if view.Width == 0 {
		view.Width, view.Height = 1440, 900
	}
	if shared == nil {
		shared = fresh(t, view).p
	}
	p, before := &page{t, shared}, len(shared.Problems())
	t.Cleanup(func() {
		for _, problem := range shared.Problems()[before:] {
			t.Error(problem)
		}
		if t.Failed() { // the next one begins with a page of its own
			shared.Close()
			shared = nil
		}
	})
	if err := shared.View(view); err != nil {
		t.Fatal(err)
	}
	p.do("ports.reset()")
	return p
}

// openAlone opens a page for a test after which it is of no use.
func openAlone(t *testing.T) *page {
	t.Helper()
	p := fresh(t, harness.View{})
	t.Cleanup(func() {
		for _, problem := range p.p.Problems() {
			t.Error(problem)
		}
		p.p.Close()
	})
	return p
}

func fresh(t *testing.T, view harness.View) *page {
	t.Helper()
	p, err := browser.Open(site.URL, view)
	if err != nil {
		t.Fatal(err)
	}
	opened := &page{t, p}
	opened.wait("globalThis.ports")
	return opened
}

// page fails its test instead of returning errors.
type page struct {
	t *testing.T
	p *harness.Page
}

func (p *page) wait(condition string) {
	p.t.Helper()
	if err := p.p.Wait(condition); err != nil {
		p.t.Fatal(err)
	}
}

func (p *page) do(expression string) {
	p.t.Helper()
	if err := p.p.Eval("("+expression+", null)", nil); err != nil {
		p.t.Fatal(err)
	}
}

func eval[T any](p *page, expression string) T {
	p.t.Helper()
	var v T
	if err := p.p.Eval(expression, &v); err != nil {
		p.t.Fatal(err)
	}
	return v
}

// said waits for a line in the program's log.
func (p *page) said(line string) {
	p.t.Helper()
	if err := p.p.Wait(fmt.Sprintf("events.includes(%q)", line)); err != nil {
		p.t.Fatalf("never said %q; said %q", line, eval[[]string](p, "events"))
	}
	p.do("events.length = 0")
}

func (p *page) accessible() {
	p.t.Helper()
	p.report(p.p.Axe())
}

// accessibleBoth is accessible, with the colours of both themes.
func (p *page) accessibleBoth() {
	p.t.Helper()
	p.report(p.p.AxeBoth())
}

func (p *page) report(violations []harness.Violation, err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
	for _, v := range violations {
		p.t.Error(v)
	}
}

// picture leaves a screenshot among the test's artifacts; run with -artifacts to keep them.
func (p *page) picture(name string) {
	p.t.Helper()
	png, err := p.p.Screenshot()
	if err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(p.t.ArtifactDir(), name+".png"), png, 0o644); err != nil {
		p.t.Fatal(err)
	}
}
