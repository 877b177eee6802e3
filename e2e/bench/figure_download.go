package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/andybalholm/brotli"

	"rangefinder/e2e/harness"
	"rangefinder/web"
)

// emptyProgram is the peer of the download: go-app's smallest page with the two libraries of the engine.
const emptyProgram = `//go:build js && wasm

package main

import (
	"github.com/alecthomas/participle/v2"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
	"github.com/tidwall/btree"
)

type expression struct {
	Name string ` + "`@Ident`" + `
}

type page struct {
	app.Compo
	tree btree.Map[string, string]
}

func (p *page) Render() app.UI {
	e, err := participle.MustBuild[expression]().ParseString("", "a")
	if err != nil {
		return app.Text(err.Error())
	}
	p.tree.Set(e.Name, e.Name)
	return app.Text(e.Name)
}

func main() {
	app.Route("/", func() app.Composer { return &page{} })
	app.RunWhenOnBrowser()
}
`

// measureDownload adds up what the server sent until the query line was usable: the first plan with its numbers is of the
// sample that a first visit opens, so a fetched sample counts, and so does what the service worker had begun to store.
func measureDownload(p *playground) ([]row, error) {
	v, err := p.visit()
	if err != nil {
		return nil, err
	}
	defer v.close()
	var sum int64
	files := 0
	for _, a := range v.fetched() {
		if a.path == "/healthz" {
			continue
		}
		if p.verbose {
			fmt.Fprintf(os.Stderr, "  %9d bytes  %s\n", a.bytes, a.path)
		}
		sum += a.bytes
		files++
	}
	b, err := harness.BestBundle()
	if err != nil {
		return nil, err
	}
	program := b.Lookup(web.ProgramName).Brotli.Size
	peer, err := emptySize()
	if err != nil {
		return nil, err
	}
	return []row{{
		what:   fmt.Sprintf("download until the query line is usable, %d files", files),
		target: "2.0 MB",
		ours:   fmt.Sprintf("%.2f MB (program %.2f MB)", float64(sum)/1e6, float64(program)/1e6),
		theirs: fmt.Sprintf("%.2f MB (program of an empty go-app with the libraries)", float64(peer)/1e6),
		met:    sum <= 2e6,
	}}, nil
}

// emptySize builds the peer as ours is built and returns its size in brotli.
func emptySize() (int, error) {
	dir, err := os.MkdirTemp("", "rangefinder-empty-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join(harness.Root(), name))
		if err != nil {
			return 0, err
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return 0, err
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(emptyProgram), 0o644); err != nil {
		return 0, err
	}
	build := exec.Command("go", "build", "-buildvcs=false", "-trimpath", "-ldflags", "-s -w", "-o", "empty.wasm", ".")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("building the empty go-app: %w\n%s", err, out)
	}
	data, err := os.ReadFile(filepath.Join(dir, "empty.wasm"))
	if err != nil {
		return 0, err
	}
	var packed strings.Builder
	w := brotli.NewWriterLevel(&packed, brotli.BestCompression)
	if _, err := w.Write(data); err != nil {
		return 0, err
	}
	err = w.Close()
	return packed.Len(), err
}
