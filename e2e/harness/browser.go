package harness

import (
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// Browser is a running Chromium.
type Browser struct {
	ctx    context.Context
	cancel context.CancelFunc
	output lastWords
}

// lastWords keeps the end of what is written to it.
type lastWords struct {
	mu   sync.Mutex
	text []byte
}

func (w *lastWords) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.text = append(w.text, p...)
	w.text = slices.Clone(w.text[max(0, len(w.text)-4096):])
	return len(p), nil
}

// LastWords tells whether the browser has ended by itself, and the last 4 KiB that it wrote: what is behind a tab that is gone.
func (b *Browser) LastWords() string {
	b.output.mu.Lock()
	defer b.output.mu.Unlock()
	return fmt.Sprintf("(ended: %t) %s", b.ctx.Err() != nil, b.output.text)
}

// Launch starts a headless Chromium with a profile of its own. Names of foreign hosts do not resolve in it.
func Launch() (*Browser, error) { return launch() }

// LaunchBrief is Launch for many pages that are open for seconds. The machine code of a program is improved only where it has run
// for long: for what the start of a page runs, improving takes a quarter of the processor time of the whole visit. What is not run
// is not checked either, which is another twentieth.
func LaunchBrief() (*Browser, error) {
	return launch(brief)
}

// brief are the flags of LaunchBrief. The budget is in bytes of code run, of one function; else 13 million.
var brief = chromedp.Flag("js-flags", "--wasm-tiering-budget=1000000000 --wasm-lazy-validation")

// unseen are pages of the browser's own window, which nobody sees here: each window would start two processes for them.
const unseen = "PreloadTopChromeWebUI,WebUIOmniboxPopup,WebUIOmniboxFullPopup,WebUIOmniboxAimPopup"

func launch(more ...chromedp.ExecAllocatorOption) (*Browser, error) {
	program, err := findChromium()
	if err != nil {
		return nil, err
	}
	flags := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(program),
		chromedp.Flag("headless", true),
		chromedp.Flag("no-sandbox", true),
		chromedp.Flag("disable-gpu", true),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("no-first-run", true),
		chromedp.Flag("no-default-browser-check", true),
		chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.Flag("disable-features", unseen),
		// Several tests have a window open at once. None of them is in the background.
		chromedp.Flag("disable-renderer-backgrounding", true),
		chromedp.Flag("disable-backgrounding-occluded-windows", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"),
		chromedp.WSURLReadTimeout(time.Minute),
	}
	b := new(Browser)
	allocator, stop := chromedp.NewExecAllocator(context.Background(), append(append(flags, chromedp.CombinedOutput(&b.output)), more...)...)
	ctx, cancel := chromedp.NewContext(allocator, chromedp.WithErrorf(quiet))
	b.ctx, b.cancel = ctx, func() { cancel(); stop() }
	if err := chromedp.Run(ctx); err != nil {
		b.cancel()
		return nil, fmt.Errorf("starting %s: %w", program, err)
	}
	return b, nil
}

// quiet drops what chromedp reports of events that are newer than its protocol definition. Failures of commands come
// back as errors.
func quiet(string, ...any) {}

func findChromium() (string, error) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("no Chromium is installed: on Debian and Ubuntu `apt-get install chromium`; `make test` does it as root")
}

// Close ends the browser and everything open in it.
func (b *Browser) Close() { b.cancel() }

// View is the window a page is opened in. The zero View is a light desktop.
type View struct {
	Width, Height int // CSS pixels; 0 means 1440 × 900
	Dark          bool
	Zoom          int // how many pixels of the screen a CSS pixel is wide and high; 0 means 1
}

func (v View) String() string {
	theme := "light"
	if v.Dark {
		theme = "dark"
	}
	return fmt.Sprintf("%dx%d-%s", v.Width, v.Height, theme)
}

// Views are the window sizes, light and dark, that every screen is looked at in.
func Views() []View {
	var views []View
	for _, size := range [][2]int{{1440, 900}, {1024, 768}, {390, 844}} {
		views = append(views, View{Width: size[0], Height: size[1]}, View{Width: size[0], Height: size[1], Dark: true})
	}
	return views
}

// Open opens an address in a profile that nothing else has used. It returns when the document is loaded, which is
// before the program runs; see [Page.WaitStarted].
func (b *Browser) Open(address string, view View) (*Page, error) { return b.open(address, view) }

// OpenAfter is Open where a script runs before those of the page, also when that is loaded anew.
func (b *Browser) OpenAfter(script, address string, view View) (*Page, error) {
	return b.open(address, view, before(script))
}

// before makes a script run before those of each document.
func before(script string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(script).Do(ctx)
		return err
	})
}

// OpenUnstored is Open in a browser without service workers, as some private windows are: the page is not stored for when there
// is no network, which takes a third of the processor time of a short visit.
func (b *Browser) OpenUnstored(address string, view View) (*Page, error) {
	return b.open(address, view, withoutServiceWorker)
}

var withoutServiceWorker = before(`Object.defineProperty(Navigator.prototype, "serviceWorker", {get() {}})`)

func (b *Browser) open(address string, view View, before ...chromedp.Action) (*Page, error) {
	ctx, cancel, err := b.newProfile()
	if err != nil {
		return nil, err
	}
	return show(ctx, cancel, address, view, before...)
}

// show opens an address in an empty tab. The tab is closed with cancel.
func show(ctx context.Context, cancel context.CancelFunc, address string, view View, before ...chromedp.Action) (*Page, error) {
	if view.Width == 0 {
		view.Width, view.Height = 1440, 900
	}
	p := &Page{ctx: ctx, cancel: cancel, origin: originOf(address)}
	chromedp.ListenTarget(ctx, p.listen)
	err := p.run(p.enable(), hurdles(), seen(view), chromedp.Tasks(before), chromedp.Navigate(address))
	if err != nil {
		p.Close()
		return nil, fmt.Errorf("opening %s: %w", address, err)
	}
	return p, nil
}

// seen makes a window of a size and theme.
func seen(view View) chromedp.Tasks {
	theme := "light"
	if view.Dark {
		theme = "dark"
	}
	return chromedp.Tasks{
		emulation.SetDeviceMetricsOverride(int64(view.Width), int64(view.Height), float64(max(view.Zoom, 1)), false),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: theme},
			{Name: "prefers-reduced-motion", Value: "reduce"},
		}),
	}
}

// View changes the window of an open page.
func (p *Page) View(view View) error { return p.run(seen(view)) }

// newProfile opens an empty tab in a new browser context. chromedp's own option for that asks for a tab in a window that
// the context does not have yet.
func (b *Browser) newProfile() (context.Context, context.CancelFunc, error) {
	browser := cdp.WithExecutor(b.ctx, chromedp.FromContext(b.ctx).Browser)
	profile, err := target.CreateBrowserContext().Do(browser)
	if err != nil {
		return nil, nil, err
	}
	tab, err := target.CreateTarget("about:blank").WithBrowserContextID(profile).WithNewWindow(true).Do(browser)
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithTargetID(tab))
	return ctx, func() {
		cancel()
		// With the browser gone there is nothing left to dispose of.
		_ = target.DisposeBrowserContext(profile).Do(browser)
	}, nil
}

func originOf(address string) string {
	scheme, rest, _ := strings.Cut(address, "://")
	host, _, _ := strings.Cut(rest, "/")
	return scheme + "://" + host
}
