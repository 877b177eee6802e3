package main

import (
	"context"
	_ "embed"
	"fmt"
	"net/http"
	"path/filepath"
	"sync"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"rangefinder/e2e/harness"
	"rangefinder/server"
)

//go:embed probe.js
var probe string

// playground is the real page, built as `make build` does, in a Chromium of its own.
type playground struct {
	ctx        context.Context
	browser    *harness.Browser
	partitions int
	verbose    bool
	million    *visit  // opened by the first figure that asks for it
	keeper     *keeper // opened by the first figure that asks for it
}

// openPlayground builds the page and starts the browser. best asks for the page compressed as it is shipped, which takes minutes
// and matters only where what is loaded is measured.
func openPlayground(ctx context.Context, partitions int, best, verbose bool) (*playground, error) {
	build := harness.Bundle
	if best {
		build = harness.BestBundle
	}
	if _, err := build(); err != nil {
		return nil, fmt.Errorf("building the page: %w", err)
	}
	b, err := harness.Launch()
	if err != nil {
		return nil, err
	}
	return &playground{ctx: ctx, browser: b, partitions: partitions, verbose: verbose}, nil
}

func (p *playground) close() {
	if p.million != nil {
		p.million.close()
	}
	if p.keeper != nil {
		p.keeper.close()
	}
	p.browser.Close()
}

// answer is what the server sent for one request.
type answer struct {
	path  string
	bytes int64 // of the body as encoded, and of the headers
}

// visit is the page in a new profile, with a server of its own that counts what it sends. The server counts, not the
// browser's inspector, because the worker and the service worker fetch too.
type visit struct {
	*harness.Page
	site *harness.Site

	mu      sync.Mutex
	answers []answer
}

// bare opens a page with nothing but the editor and a text node, with the probe in it.
func (p *playground) bare() (*visit, error) {
	mux := http.NewServeMux()
	mux.HandleFunc("/editor.js", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, r, filepath.Join(harness.Root(), "web", "static", "editor.js"))
	})
	mux.HandleFunc("/bare", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, `<!DOCTYPE html><title>bare</title><div id="editor"></div><link rel="icon" href="data:,"><p id="length">0</p><script src="/editor.js"></script>`)
	})
	v := &visit{}
	var err error
	if v.site, err = harness.Serve(mux); err != nil {
		return nil, err
	}
	if v.Page, err = p.browser.OpenAfter(probe, v.site.URL+"bare", harness.View{}); err != nil {
		v.site.Close()
		return nil, err
	}
	if err := v.Wait(`!!globalThis.RangefinderEditor`); err != nil {
		v.close()
		return nil, err
	}
	return v, nil
}

// visit opens the page with the probe in it and waits until it is usable.
func (p *playground) visit() (*visit, error) {
	config, err := harness.Config()
	if err != nil {
		return nil, err
	}
	handler, err := server.New(config)
	if err != nil {
		return nil, err
	}
	v := &visit{}
	if v.site, err = harness.Serve(v.count(handler)); err != nil {
		return nil, err
	}
	if v.Page, err = p.browser.Open(v.site.URL+"healthz", harness.View{}); err != nil {
		v.site.Close()
		return nil, err
	}
	err = v.Run(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(probe).Do(ctx)
		return err
	}))
	if err == nil {
		err = v.navigate()
	}
	if err != nil {
		v.close()
		return nil, err
	}
	return v, nil
}

// navigate loads the page and waits until the first plan is painted with its numbers.
func (v *visit) navigate() error {
	if err := v.Run(chromedp.Navigate(v.site.URL)); err != nil {
		return err
	}
	return v.Wait(`globalThis.bench?.marks.numbers`)
}

func (v *visit) close() {
	v.Close()
	v.site.Close()
}

// count notes every answer of the handler.
func (v *visit) count(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := &counter{ResponseWriter: w}
		next.ServeHTTP(c, r)
		a := answer{path: r.URL.Path, bytes: c.bytes}
		for name, values := range w.Header() {
			for _, value := range values {
				a.bytes += int64(len(name) + len(value) + len(": \r\n"))
			}
		}
		v.mu.Lock()
		v.answers = append(v.answers, a)
		v.mu.Unlock()
	})
}

type counter struct {
	http.ResponseWriter
	bytes int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.ResponseWriter.Write(b)
	c.bytes += int64(n)
	return n, err
}

// fetched returns the answers so far.
func (v *visit) fetched() []answer {
	v.mu.Lock()
	defer v.mu.Unlock()
	return append([]answer(nil), v.answers...)
}
