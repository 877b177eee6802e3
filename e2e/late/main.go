// Late writes the list of what of the program comes after the page can be used, web/postlink/late.txt, from what runs while a visitor
// starts the page, types queries, scrolls through rows, and comes again, and at last presses an entity.
//
//	go run ./e2e/late
//
// Run it from the module's folder when a test says that the page cannot be used without the rest of the program, or when the
// download has grown.
package main

import (
	_ "embed"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
	"rangefinder/server"
	"rangefinder/web"
	"rangefinder/web/bundle"
	"rangefinder/web/postlink"
)

// tracer notes the numbers of functions that run, in the page and in its worker.
//
//go:embed tracer.js
var tracer []byte

func main() {
	if err := record(); err != nil {
		fmt.Fprintln(os.Stderr, "late:", err)
		os.Exit(1)
	}
}

func record() error {
	trace, err := bundle.NewTrace(harness.Root())
	if err != nil {
		return err
	}
	site, err := serve(trace)
	if err != nil {
		return err
	}
	defer site.Close()
	browser, err := harness.Launch()
	if err != nil {
		return err
	}
	defer browser.Close()

	ran := make(map[int]bool)
	page, err := browser.Open(site.URL, harness.View{Width: 1440, Height: 900})
	if err != nil {
		return err
	}
	defer page.Close()
	for _, slowness := range []float64{1, 1, 6} { // a second visit opens what the first has stored; what takes long is shown in another way
		if err := page.Run(emulation.SetCPUThrottlingRate(slowness)); err != nil {
			return err
		}
		if err := use(page); err != nil {
			return err
		}
		if err := collect(page, ran); err != nil {
			return err
		}
		if err := page.Reload(); err != nil {
			return err
		}
	}
	if err := page.Run(emulation.SetCPUThrottlingRate(1)); err != nil {
		return err
	}
	if err := press(page); err != nil {
		return err
	}
	if err := collect(page, ran); err != nil {
		return err
	}
	embedded, err := browser.Open(site.URL+"?embed", harness.View{Width: 390, Height: 844})
	if err != nil {
		return err
	}
	defer embedded.Close()
	if err := embedded.WaitStarted(); err != nil {
		return err
	}
	if err := collect(embedded, ran); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(harness.Root(), "web", "postlink", "late.txt"), []byte(trace.Late(ran)), 0o644)
}

// serve serves the page with the program that is traced, and without a service worker, which would refuse it.
func serve(trace *postlink.Trace) (*harness.Site, error) {
	config, err := harness.Config()
	if err != nil {
		return nil, err
	}
	handler, err := server.New(config)
	if err != nil {
		return nil, err
	}
	script, err := config.Bundle.Lookup("late.js").Identity()
	if err != nil {
		return nil, err
	}
	changed := map[string][]byte{web.ProgramName: trace.First, web.RestName: trace.Rest, "late.js": append(append([]byte{}, script...), tracer...)}
	return harness.Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/web/")
		switch data, ok := changed[name]; {
		case ok:
			w.Header().Set("Content-Type", web.ContentType(name))
			w.Write(data) // the browser may have gone
		case name == "/app-worker.js":
			http.NotFound(w, r)
		default:
			handler.ServeHTTP(w, r)
		}
	}))
}

// rows is when a result is drawn.
const rows = `document.querySelector(".result-line")?.textContent.includes("returned") && document.querySelectorAll("#grid .rf-row:not(.rf-free):not(.rf-loading)").length > 0`

// use does what a person does first.
func use(page *harness.Page) error {
	if err := page.WaitStarted(); err != nil {
		return err
	}
	if err := page.Wait(rows); err != nil {
		return err
	}
	for _, query := range []string{
		"RowKey eq 'Alien' or Votes gt 5", "PartitionKey eq 'War'", "PartitionKey ge 'A' and RowKey lt 'Z' or Score gt 1.5", "Timestamp ge datetime'2024-01-01T00:00:00Z' and not (Name eq 'a')", "Name eq", "",
	} {
		for _, key := range query {
			if err := page.Run(input.InsertText(string(key))); err != nil {
				return err
			}
		}
		if err := page.Run(
			chromedp.Sleep(300*time.Millisecond),
			chromedp.KeyEvent(kb.Escape),
			chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)),
			chromedp.Sleep(700*time.Millisecond), // why a result has no rows is worked out by what comes later
			chromedp.Evaluate(`document.querySelector("#editor .cm-content").focus()`, nil),
			chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)),
			chromedp.KeyEvent(kb.Backspace),
		); err != nil {
			return err
		}
	}
	if err := page.Run(chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl))); err != nil {
		return err
	}
	if err := page.Wait(rows); err != nil {
		return err
	}
	var at struct{ X, Y float64 }
	if err := page.Eval(`(({x, y, width, height}) => ({X: x + width / 2, Y: y + height / 2}))(document.querySelector("#grid").getBoundingClientRect())`, &at); err != nil {
		return err
	}
	for _, down := range []float64{300, 3000, -5000} {
		if err := page.Run(input.DispatchMouseEvent(input.MouseWheel, at.X, at.Y).WithDeltaX(0).WithDeltaY(down), chromedp.Sleep(200*time.Millisecond)); err != nil {
			return err
		}
	}
	return page.Run(chromedp.Sleep(time.Second)) // what is written down a little later
}

// press opens an entity and goes through the rows.
func press(page *harness.Page) error {
	if err := page.WaitStarted(); err != nil {
		return err
	}
	if err := page.Wait(rows); err != nil {
		return err
	}
	if err := page.Run(chromedp.Click("#grid .rf-row:not(.rf-free) .rf-cell", chromedp.ByQuery)); err != nil {
		return err
	}
	for _, key := range []string{kb.ArrowDown, kb.ArrowDown, kb.PageDown, kb.ArrowRight, kb.End, kb.Home} {
		if err := page.Run(chromedp.KeyEvent(key), chromedp.Sleep(100*time.Millisecond)); err != nil {
			return err
		}
	}
	return page.Run(chromedp.Sleep(time.Second)) // what is written down a little later
}

// collect adds the numbers of the functions that ran.
func collect(page *harness.Page, ran map[int]bool) error {
	var list []int
	if err := page.Eval(`rangefinderRan()`, &list); err != nil {
		return err
	}
	for _, i := range list {
		ran[i] = true
	}
	fmt.Printf("%d functions ran\n", len(ran))
	return nil
}
