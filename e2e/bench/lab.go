package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// rowsEach is how many entities a partition holds.
const rowsEach = 1000

// The two sides, as the page calls their workers.
const (
	ours   = "ours"
	theirs = "theirs"
)

// lab is one Chromium with the page of the benchmarks and its two workers.
type lab struct {
	ctx        context.Context
	partitions int
	chromium   string // product and version
	peer       string // SQLite's version
	file       string // served under the name of whole, "" for none
	memory     map[string]*memory
	undo       []func()
}

// openLab builds, serves and opens the page.
func openLab(ctx context.Context, partitions int, verbose bool) (_ *lab, err error) {
	l := &lab{partitions: partitions, memory: map[string]*memory{ours: {}, theirs: {}}}
	defer func() {
		if err != nil {
			l.close()
		}
	}()
	root, err := moduleRoot(ctx)
	if err != nil {
		return nil, err
	}
	built, err := os.MkdirTemp("", "rangefinder-bench-")
	if err != nil {
		return nil, err
	}
	l.undo = append(l.undo, func() { os.RemoveAll(built) })
	if err := buildWASM(ctx, root, built); err != nil {
		return nil, err
	}
	peer, err := installPeer(ctx, root)
	if err != nil {
		return nil, err
	}
	address, err := l.serve(filepath.Join(root, "e2e", "bench", "page"), built, peer)
	if err != nil {
		return nil, err
	}
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.NoSandbox,
		chromedp.Flag("disable-dev-shm-usage", true),
	)
	alloc, stop := chromedp.NewExecAllocator(ctx, options...)
	l.undo = append(l.undo, stop)
	tab, stop := chromedp.NewContext(alloc, chromedp.WithErrorf(func(string, ...any) {}))
	l.undo = append(l.undo, stop)
	l.ctx = tab
	chromedp.ListenTarget(tab, func(event any) {
		if e, ok := event.(*cdpruntime.EventConsoleAPICalled); ok && verbose {
			for _, a := range e.Args {
				fmt.Fprintf(os.Stderr, "console.%s: %s\n", e.Type, a.Value)
			}
		}
	})
	err = chromedp.Run(tab,
		chromedp.ActionFunc(func(ctx context.Context) error {
			c := chromedp.FromContext(ctx)
			_, product, _, _, _, err := browser.GetVersion().Do(cdp.WithExecutor(ctx, c.Browser))
			l.chromium = product
			return err
		}),
		chromedp.Navigate(address),
	)
	if err != nil {
		return nil, fmt.Errorf("opening the page: %w", err)
	}
	var opened struct{ Version string }
	if err := l.ask(theirs, "open", nil, &opened); err != nil {
		return nil, err
	}
	l.peer = opened.Version
	return l, l.ask(ours, "open", nil, nil)
}

// serve publishes the page, what was built and the peer on a local port. The two headers isolate the page, which makes its
// clock fine enough to time a point query.
func (l *lab) serve(page, built, peer string) (string, error) {
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir(page)))
	mux.Handle("/bench.wasm", http.FileServer(http.Dir(built)))
	mux.Handle("/wasm_exec.js", http.FileServer(http.Dir(built)))
	mux.Handle("/sqlite/", http.StripPrefix("/sqlite/", http.FileServer(http.Dir(peer))))
	if l.file != "" {
		mux.HandleFunc("/"+whole, func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, l.file) })
	}
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cross-Origin-Opener-Policy", "same-origin")
		w.Header().Set("Cross-Origin-Embedder-Policy", "require-corp")
		if strings.HasSuffix(r.URL.Path, ".mjs") {
			w.Header().Set("Content-Type", "text/javascript")
		}
		mux.ServeHTTP(w, r)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	go server.Serve(listener)
	l.undo = append(l.undo, func() { server.Close() })
	return "http://" + listener.Addr().String() + "/", nil
}

// ask does one step in a worker and decodes its answer into answer, unless that is nil.
func (l *lab) ask(who, step string, arg, answer any) error {
	a, err := json.Marshal(arg)
	if err != nil {
		return err
	}
	script := fmt.Sprintf("ask(%q, %q, %s).then(JSON.stringify)", who, step, a)
	var text string
	err = chromedp.Run(l.ctx, chromedp.Evaluate(script, &text, func(p *cdpruntime.EvaluateParams) *cdpruntime.EvaluateParams {
		return p.WithAwaitPromise(true)
	}))
	if err != nil {
		return fmt.Errorf("%s %s: %w", who, step, err)
	}
	if answer == nil {
		return nil
	}
	if err := json.Unmarshal([]byte(text), answer); err != nil {
		return fmt.Errorf("%s %s answered %.80q: %w", who, step, text, err)
	}
	return nil
}

// machine tells where the numbers were measured.
func machine() string {
	model := "unknown CPU"
	if b, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(b)) {
			if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
				model = strings.TrimSpace(value)
				break
			}
		}
	}
	return fmt.Sprintf("%s, %d cores, %s %s/%s; sorts a million numbers in %v", model, runtime.NumCPU(), runtime.Version(), runtime.GOOS, runtime.GOARCH, pace())
}

// pace is what a piece of work takes that is always the same, by which figures of two machines, or of one that others use too, can
// be held beside each other: the median of five.
func pace() time.Duration {
	var took []time.Duration
	for range 5 {
		list, r := make([]uint64, 1_000_000), rand.New(rand.NewPCG(1, 2))
		for i := range list {
			list[i] = r.Uint64()
		}
		begun := time.Now()
		slices.Sort(list)
		took = append(took, time.Since(begun))
	}
	slices.Sort(took)
	return took[len(took)/2].Round(time.Millisecond)
}

// entities is the size of the big table.
func (l *lab) entities() int { return l.partitions * rowsEach }

// close ends what openLab started, last first.
func (l *lab) close() {
	for _, f := range slices.Backward(l.undo) {
		f()
	}
}
