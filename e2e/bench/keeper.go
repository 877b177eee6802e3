package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/cdproto/page"
	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"rangefinder/e2e/harness"
	"rangefinder/filterlang"
	"rangefinder/server"
	"rangefinder/server/tableauth"
)

// kept is the table of the figures of keeping, whole the file that has all of it and part one with a share of it.
const (
	kept  = "Kept"
	whole = "kept.ndjson"
	part  = "part.ndjson"
	parts = 20
)

// keeper is the real page in a profile on disk, as a person has it: in a window of its own profile, as the other figures
// use, the browser would keep files in memory. Beside it, in the same browser, is the peer with its own file.
type keeper struct {
	ctx        context.Context // of the page's tab
	site       *harness.Site
	peer       *lab
	partitions int
	files      map[string]int64 // the NDJSON files: bytes by name
	undo       []func()

	imported *imported // once it was measured
}

// keep opens the page, once for all figures.
func (p *playground) keep() (*keeper, error) {
	if p.keeper != nil {
		return p.keeper, nil
	}
	k, err := openKeeper(p.ctx, p.partitions)
	if err != nil {
		return nil, err
	}
	p.keeper = k
	return k, nil
}

func openKeeper(ctx context.Context, partitions int) (_ *keeper, err error) {
	k := &keeper{partitions: partitions, files: map[string]int64{}}
	defer func() {
		if err != nil {
			k.close()
		}
	}()
	folder, err := os.MkdirTemp("", "rangefinder-bench-")
	if err != nil {
		return nil, err
	}
	k.undo = append(k.undo, func() { os.RemoveAll(folder) })
	for name, n := range map[string]int{whole: partitions, part: max(1, partitions/parts)} {
		path := filepath.Join(folder, name)
		if err := writeNDJSON(ctx, path, n); err != nil {
			return nil, err
		}
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		k.files[name] = info.Size()
	}
	if err := k.open(ctx, folder, filterlang.Storage); err != nil {
		return nil, err
	}
	if k.peer, err = openPeer(ctx, k.ctx, filepath.Join(folder, whole)); err != nil {
		return nil, err
	}
	k.undo = append(k.undo, k.peer.close)
	// The peer's tab is in front now.
	return k, k.front()
}

// open serves the page beside an account of a profile, and opens it in a browser whose own files are in the folder.
func (k *keeper) open(ctx context.Context, folder string, profile filterlang.Profile) error {
	if err := k.serve(ctx, folder, profile); err != nil {
		return err
	}
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.NoSandbox,
		chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.UserDataDir(filepath.Join(folder, "profile")),
	)
	alloc, stop := chromedp.NewExecAllocator(ctx, options...)
	k.undo = append(k.undo, stop)
	k.ctx, stop = chromedp.NewContext(alloc, chromedp.WithErrorf(func(string, ...any) {}))
	k.undo = append(k.undo, stop)
	err := chromedp.Run(k.ctx, chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(probe).Do(ctx)
		return err
	}), chromedp.Navigate(k.site.URL))
	if err != nil {
		return err
	}
	return k.wait(`globalThis.bench?.marks.numbers`)
}

// serve serves the page and, beside it, the files and an account of a profile.
func (k *keeper) serve(ctx context.Context, folder string, profile filterlang.Profile) error {
	config, err := harness.Config()
	if err != nil {
		return err
	}
	config.Tables, err = server.OpenTables(ctx, server.TablesConfig{Accounts: []tableauth.Account{tableauth.WellKnownAccount()}, Profile: profile})
	if err != nil {
		return err
	}
	k.undo = append(k.undo, func() { config.Tables.Close() })
	handler, err := server.New(config)
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	for name := range k.files {
		mux.HandleFunc("/"+name, func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, filepath.Join(folder, name)) })
	}
	mux.Handle("/", handler)
	if k.site, err = harness.Serve(mux); err != nil {
		return err
	}
	k.undo = append(k.undo, func() { k.site.Close() })
	return nil
}

func (k *keeper) close() {
	for _, f := range slices.Backward(k.undo) {
		f()
	}
}

// front shows the page's tab: frames of one behind do not come.
func (k *keeper) front() error { return chromedp.Run(k.ctx, page.BringToFront()) }

// patience bounds each step; it is only reached when something is broken.
const patience = 2 * time.Minute

// eval evaluates a JavaScript expression, waits for it when it is a promise, and stores its value in result, unless that
// is nil.
func (k *keeper) eval(expression string, result any) error {
	ctx, stop := context.WithTimeout(k.ctx, patience)
	defer stop()
	if result == nil {
		expression = fmt.Sprintf("Promise.resolve(%s).then(() => null)", expression)
	}
	err := chromedp.Run(ctx, chromedp.Evaluate(expression, result, func(p *cdpruntime.EvaluateParams) *cdpruntime.EvaluateParams {
		return p.WithAwaitPromise(true)
	}))
	if err != nil {
		return fmt.Errorf("%.120s: %w", expression, err)
	}
	return nil
}

// wait returns once the JavaScript expression is true.
func (k *keeper) wait(expression string) error {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		var ok bool
		if err := k.eval("Boolean("+expression+")", &ok); err != nil {
			return err
		}
		if ok {
			return nil
		}
	}
	return fmt.Errorf("%s did not become true", expression)
}

// call asks the page's worker for something and stores its answer, unless that is nil.
func (k *keeper) call(op string, body, answer any) error {
	return k.eval(request(op, body), answer)
}

// request is the JavaScript that asks the page's worker.
func request(op string, body any) string {
	b, err := json.Marshal(body)
	if err != nil {
		panic(err) // requests always can be written
	}
	return fmt.Sprintf("bench.call(%q, %s)", op, b)
}

// openPeer opens the peer's worker in another tab of the page's browser.
func openPeer(ctx, tab context.Context, file string) (*lab, error) {
	l := &lab{}
	root, err := moduleRoot(ctx)
	if err != nil {
		return nil, err
	}
	peer, err := installPeer(ctx, root)
	if err != nil {
		return nil, err
	}
	l.file = file
	address, err := l.serve(filepath.Join(root, "e2e", "bench", "page"), "", peer)
	if err != nil {
		return nil, err
	}
	var stop func()
	l.ctx, stop = chromedp.NewContext(tab)
	l.undo = append(l.undo, stop)
	if err := chromedp.Run(l.ctx, chromedp.Navigate(address)); err != nil {
		l.close()
		return nil, err
	}
	var opened struct{ Version, Journal string }
	if err = l.ask(theirs, "open", nil, &opened); err == nil {
		err = l.ask(theirs, "keep-open", nil, &opened)
	}
	if err != nil {
		l.close()
		return nil, err
	}
	l.peer = strings.TrimSpace(opened.Version + ", OPFS, journal " + opened.Journal)
	return l, nil
}
