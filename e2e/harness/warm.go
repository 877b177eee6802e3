package harness

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"rangefinder/server"
)

// warmVisits is how many pages one warm profile opens. A process keeps some of what its pages have used.
const warmVisits = 20

// Warm is a running Chromium for many short visits. Its pages find the program compiled: compiling takes a quarter of the
// processor time of a short visit.
//
// V8 shares the code of a program among all pages of a process, and Chromium shares a process among all pages of a profile on
// 127.0.0.1, whatever their port. So a page is opened in a profile that others have used before it, but on an origin that none of
// them has used: what a page stores, its locks, its channels and its cached answers belong to the origin. Cookies do not, so
// what is about cookies needs [Browser.Open]. One profile has one page at a time: pages of a process wait for each other.
type Warm struct {
	browser *Browser
	site    *Site // has the program only

	mu       sync.Mutex
	profiles []*warmProfile // that have no page now
}

type warmProfile struct {
	id      cdp.BrowserContextID
	keeper  target.ID       // of the tab that keeps the compiled program
	origins map[string]bool // that were used
}

// warmer is a document that keeps the compiled program.
const warmer = `<!doctype html><html lang="en"><title>The program</title><link rel="icon" href="data:,">`

// LaunchWarm starts the browser, like [LaunchBrief]. [Bundle] must be built.
func LaunchWarm() (*Warm, error) {
	config, err := Config()
	if err != nil {
		return nil, err
	}
	page, err := server.New(config)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("/", page)
	mux.HandleFunc("/warmer", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, warmer)
	})
	site, err := Serve(mux)
	if err != nil {
		return nil, err
	}
	b, err := launch(brief, chromedp.Flag("process-per-site", true),
		chromedp.Flag("disable-features", unseen+",OriginKeyedProcessesByDefault,SpareRendererForSitePerProcess"))
	if err != nil {
		site.Close()
		return nil, err
	}
	return &Warm{browser: b, site: site}, nil
}

// Close ends the browser and everything open in it.
func (w *Warm) Close() {
	w.browser.Close()
	w.site.Close()
}

// OpenUnstored is [Browser.OpenUnstored] in a warm profile. Closing the page closes what it has opened.
func (w *Warm) OpenUnstored(address string, view View) (*Page, error) {
	return w.open(address, view, withoutServiceWorker)
}

// OpenAfter is OpenUnstored where a script runs before those of the page, also when that is loaded anew.
func (w *Warm) OpenAfter(script, address string, view View) (*Page, error) {
	return w.open(address, view, withoutServiceWorker, before(script))
}

func (w *Warm) open(address string, view View, before ...chromedp.Action) (*Page, error) {
	p, err := w.profile(originOf(address))
	if err != nil {
		return nil, err
	}
	tab, err := target.CreateTarget("about:blank").WithBrowserContextID(p.id).Do(w.browser.executor())
	if err != nil {
		return nil, err
	}
	ctx, cancel := chromedp.NewContext(w.browser.ctx, chromedp.WithTargetID(tab))
	return show(ctx, func() { cancel(); w.leave(p) }, address, view, before...)
}

// profile returns a profile in which nothing has used the origin.
func (w *Warm) profile(origin string) (*warmProfile, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, p := range w.profiles {
		if !p.origins[origin] {
			w.profiles = append(w.profiles[:i], w.profiles[i+1:]...)
			p.origins[origin] = true
			return p, nil
		}
	}
	id, err := target.CreateBrowserContext().Do(w.browser.executor())
	if err != nil {
		return nil, err
	}
	tab, err := target.CreateTarget("about:blank").WithBrowserContextID(id).WithNewWindow(true).Do(w.browser.executor())
	if err != nil {
		return nil, err
	}
	p := &warmProfile{id, tab, map[string]bool{origin: true}}
	ctx, _ := chromedp.NewContext(w.browser.ctx, chromedp.WithTargetID(tab))
	keeper := &Page{ctx: ctx}
	if err := keeper.run(chromedp.Navigate(w.site.URL + "warmer")); err != nil {
		return nil, err
	}
	return p, keeper.Eval(`WebAssembly.compileStreaming(fetch("/web/app.wasm")).then((m) => { globalThis.program = m; return true })`, nil)
}

// leave makes a profile free for the next page, or ends it.
func (w *Warm) leave(p *warmProfile) {
	if w.browser.ctx.Err() != nil {
		return
	}
	if len(p.origins) < warmVisits && w.closeTabs(p) == nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.profiles = append(w.profiles, p)
		return
	}
	_ = target.DisposeBrowserContext(p.id).Do(w.browser.executor()) // with the browser gone there is nothing left to dispose of
}

// closeTabs closes what a page has opened, and returns once only the keeper of the program is left.
func (w *Warm) closeTabs(p *warmProfile) error {
	for end := time.Now().Add(Timeout); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		tabs, err := target.GetTargets().Do(w.browser.executor())
		if err != nil {
			return err
		}
		tabs = slices.DeleteFunc(tabs, func(tab *target.Info) bool {
			return tab.BrowserContextID != p.id || tab.TargetID == p.keeper || tab.Type != "page"
		})
		if len(tabs) == 0 {
			return nil
		}
		for _, tab := range tabs {
			_ = target.CloseTarget(tab.TargetID).Do(w.browser.executor()) // it may be closing already
		}
	}
	return errors.New("a page does not close")
}
