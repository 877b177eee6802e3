package server

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Ensure that a site is complete, replaces an earlier one, and never anything else.
func TestWriteSite(t *testing.T) {
	c := Config{Bundle: testBundle(t, "body{}"), Routes: testRoutes}
	dir := filepath.Join(t.TempDir(), "site")
	if err := WriteSite(dir, c); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"index.html", "app.js", "app-worker.js", "wasm_exec.js", "manifest.webmanifest",
		"web/app.wasm", "web/app.wasm.br", "web/app.wasm.gz", "web/app.css.gz", "web/worker.js", "web/boot.js", "web/app.css", "web/icons/icon.svg", ".nojekyll"} {
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			t.Error(err)
		}
	}
	if data, err := os.ReadFile(filepath.Join(dir, "web", "app.wasm")); err != nil || !bytes.Equal(data, program) {
		t.Errorf("the program is damaged: %v", err)
	}
	page, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), `content="default-src &#39;none&#39;; script-src &#39;self&#39; &#39;wasm-unsafe-eval&#39;`) ||
		strings.Contains(string(page), "frame-ancestors") {
		t.Errorf("the policy is missing or has what browsers reject there:\n%s", page)
	}

	if !strings.Contains(string(page), `web/boot.js?v=z`) || strings.Contains(strings.ReplaceAll(string(page), "<noscript><link", ""), `<link rel="stylesheet"`) ||
		!strings.Contains(string(page), `data-styles="app.css"`) {
		t.Errorf("the page does not leave its large files to boot.js:\n%s", page)
	}
	worker, err := os.ReadFile(filepath.Join(dir, "app-worker.js"))
	if err != nil || !strings.Contains(string(worker), `? {"web/app.css":"text/css; charset=utf-8","web/app.wasm":"application/wasm"} :`) {
		t.Errorf("the service worker does not ask for compressed files: %v", err)
	}

	old := filepath.Join(dir, "old.txt")
	if err := os.WriteFile(old, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := WriteSite(dir, c); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(old); !os.IsNotExist(err) {
		t.Errorf("the earlier site is still there: %v", err)
	}

	foreign := t.TempDir()
	mine := filepath.Join(foreign, "thesis.txt")
	if err := os.WriteFile(mine, []byte("years of work"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := WriteSite(foreign, c); err == nil {
		t.Error("a folder with other files was taken")
	}
	if data, err := os.ReadFile(mine); err != nil || string(data) != "years of work" {
		t.Errorf("a foreign file was touched: %q, %v", data, err)
	}
}
