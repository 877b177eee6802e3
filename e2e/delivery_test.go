package e2e

import (
	"bytes"
	"maps"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"rangefinder/app/ui"
	"rangefinder/e2e/harness"
	"rangefinder/server"
	"rangefinder/web"
)

// maxDownload is the most that may come over the line before the page is usable, in bytes, compressed with brotli.
const maxDownload = 2_000_000

// Ensure that what a visitor downloads before the page is usable stays within the budget: it takes a query and shows its plan with numbers
// and its rows while the rest of the program is still held back.
func TestDelivery_Size(t *testing.T) {
	go harness.BestBundle() // a minute of one processor, while other tests wait for their pages
	t.Parallel()
	b, err := harness.BestBundle()
	if err != nil {
		t.Fatal(err)
	}
	page := open(t, serveHeld(t, server.Config{Bundle: b, Routes: ui.Routes}, 0).URL, harness.View{})
	usable(t, page)
	sizes := make(map[string]int64)
	for _, f := range page.Fetched() {
		sizes[f.URL] = max(sizes[f.URL], f.Encoded) // 0 when it is the browser's cache that answers
	}
	var total int64
	for _, address := range slices.Sorted(maps.Keys(sizes)) {
		total += sizes[address]
		t.Logf("%9d  %s", sizes[address], path.Base(address))
	}
	t.Logf("%9d  in all", total)
	if total < 500_000 {
		t.Errorf("%d bytes in all: the measurement misses the program", total)
	}
	if total > maxDownload {
		t.Errorf("%d bytes in all, at most %d are allowed", total, maxDownload)
	}
}

// maxSiteDownload is the same for a site whose host compresses nothing, in bytes of the files as they lie there.
const maxSiteDownload = 2_700_000

// Ensure that a site on a host that compresses nothing downloads compressed files, within the budget.
func TestDelivery_SiteSize(t *testing.T) {
	go harness.BestBundle()
	t.Parallel()
	b, err := harness.BestBundle()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "site")
	if err := server.WriteSite(dir, server.Config{Bundle: b, Routes: ui.Routes}); err != nil {
		t.Fatal(err)
	}
	files, gate := http.FileServer(http.Dir(dir)), make(chan struct{})
	site := serveHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(path.Base(r.URL.Path), web.RestName) {
			select {
			case <-gate:
			case <-r.Context().Done():
				return
			}
		}
		files.ServeHTTP(w, r)
	}))
	page := open(t, site.URL, harness.View{})
	usable(t, page)
	sizes := make(map[string]int64)
	for _, f := range page.Fetched() {
		address, err := url.Parse(f.URL)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(address.Path, "/")
		if name == "" {
			name = "index.html"
		}
		info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		sizes[name] = info.Size()
	}
	close(gate)
	var total int64
	for _, name := range slices.Sorted(maps.Keys(sizes)) {
		if strings.HasPrefix(path.Base(name), web.RestName) {
			continue // it was asked for and held back
		}
		total += sizes[name]
		t.Logf("%9d  %s", sizes[name], name)
	}
	t.Logf("%9d  in all", total)
	if total < 500_000 {
		t.Errorf("%d bytes in all: the measurement misses the program", total)
	}
	if total > maxSiteDownload {
		t.Errorf("%d bytes in all, at most %d are allowed", total, maxSiteDownload)
	}
}

// Ensure that the loader served is the one of the toolchain that compiled the program: any other may crash it.
func TestDelivery_WasmExec(t *testing.T) {
	t.Parallel()
	b, err := harness.Bundle()
	if err != nil {
		t.Fatal(err)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := b.Lookup(web.WasmExecName).Identity()
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("wasm_exec.js is not the toolchain's: %v", err)
	}
	if b.GoVersion != runtime.Version() {
		t.Errorf("the program was compiled by %s, the tests by %s", b.GoVersion, runtime.Version())
	}
}

// Ensure that every compressible file is stored compressed, and that all files have a type of their own.
func TestDelivery_Files(t *testing.T) {
	t.Parallel()
	b, err := harness.Bundle()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range b.Files() {
		if f.ContentType == web.ContentType("x.unknown") && !strings.HasSuffix(f.Name, ".gz") {
			t.Errorf("%s has no type of its own", f.Name)
		}
		if web.Compressible(f.Name) && f.Size > 4096 && (f.Brotli == nil || f.Gzip == nil) {
			t.Errorf("%s, %d bytes, is not compressed", f.Name, f.Size)
		}
	}
	for _, name := range []string{"boot.js", "late.js", web.RestName, "worker.js", "app.css", "editor.js", "icons/icon.svg", "icons/icon-192.png", "icons/icon-512.png", "icons/icon-maskable-512.png"} {
		if b.Lookup(name) == nil {
			t.Errorf("%s is missing", name)
		}
	}
}

// Ensure that no style sheet names a foreign address or draws on what the policy refuses.
func TestDelivery_StyleSheets(t *testing.T) {
	t.Parallel()
	b, err := harness.Bundle()
	if err != nil {
		t.Fatal(err)
	}
	refused := regexp.MustCompile(`@import|https?://|url\(\s*["']?//`)
	for _, f := range b.Files() {
		if path.Ext(f.Name) != ".css" {
			continue
		}
		data, err := f.Identity()
		if err != nil {
			t.Fatal(err)
		}
		if found := refused.Find(data); found != nil {
			t.Errorf("%s holds %s", f.Name, found)
		}
	}
}

// Ensure that the scripts, as the server sends them, are scripts.
func TestDelivery_Scripts(t *testing.T) {
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal("node is not installed: `make test` installs it")
	}
	dir := filepath.Join(t.TempDir(), "site")
	config, err := harness.Config()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.WriteSite(dir, config); err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []string{"*.js", "web/*.js"} {
		scripts, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(scripts) < 2 {
			t.Fatalf("%s: %d scripts, %v", pattern, len(scripts), err)
		}
		for _, script := range scripts {
			if output, err := exec.Command(node, "--check", script).CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", filepath.Base(script), err, output)
			}
		}
	}
}
