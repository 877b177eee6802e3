package uitest

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
	"golang.org/x/net/html"

	"rangefinder/app/port"
	"rangefinder/app/ui"
	"rangefinder/app/wire"
)

// patience is how long anything is waited for.
const patience = 20 * time.Second

// Page is the page over a workspace. Its methods are for the goroutine of the test. Those that do or read something of an element
// wait until it is there, and end the test when it never comes.
type Page struct {
	*Workspace

	t        *testing.T
	client   *wire.Client
	line     *line
	engine   app.TestEngine
	root     *ui.Root
	ctx      app.Context // of the stage
	document *document
	mounted  map[app.Mounter]bool
	crash    chan string
	stop     func() // the worker
	closed   bool

	drawn  *html.Node // nil: something may have changed
	of     map[*html.Node]*element
	ids    map[string]*element // the first of each
	here   []app.Mounter       // of what is drawn
	looked bool                // drawn is what this frame has drawn

	presses int // of a pointer, so far
}

// Open opens the page of a browser that was never here, at an address that ends in #fragment ("" for none).
func Open(t *testing.T, fragment string) *Page {
	t.Helper()
	return NewWorkspace().Open(t, fragment)
}

// Open opens a page over the workspace, with a worker of its own.
func (w *Workspace) Open(t *testing.T, fragment string) *Page {
	t.Helper()
	near, far := port.Pipe()
	p := &Page{Workspace: w, t: t, stop: w.serve(t, far), line: &line{Port: near, open: map[int64]bool{}}, engine: app.NewTestEngine(), mounted: map[app.Mounter]bool{}, crash: make(chan string, 10)}
	p.client = wire.NewClient(p.line)
	t.Cleanup(p.Close)
	p.client.OnCrash(func(report string) { p.crash <- report })
	p.document = newDocument(p, strings.TrimPrefix(fragment, "#"))
	platform := &ui.Platform{
		Page: p.document, Client: p.client, Accounts: w.Accounts, Embed: w.Embed,
		OnChange: p.client.OnChange, OnFault: p.client.OnFault, OnMoved: p.client.OnMoved, OnStorage: p.client.OnStorage, OnExchange: p.client.OnExchange,
		OnCrash: func(func(string)) {},
	}
	p.root = ui.NewRoot(platform)
	if err := p.engine.Load(&stage{page: p}); err != nil {
		t.Fatal(err)
	}
	p.Wait("the page starts", func() bool { return p.document.editor != nil })
	return p
}

// Close ends the page, as closing its tab does; the workspace stays.
func (p *Page) Close() {
	if !p.closed {
		p.closed = true
		delete(p.windows.open, p.document.window)
		p.document.OnSetting(nil)
		p.client.Close()
		p.stop()
	}
}

// Reload loads the page anew where it is. It reports whether the browser would have asked first.
func (p *Page) Reload() (next *Page, asked bool) {
	p.t.Helper()
	p.pump()
	asked = p.root.Leave()
	p.Close()
	old := p.document
	next = p.Workspace.Open(p.t, old.fragment)
	old.history[old.at] = next.document.history[next.document.at]
	next.document.history, next.document.at = old.history, old.at
	return next, asked
}

// Leave reports whether the browser asks before the page is left.
func (p *Page) Leave() bool {
	p.pump()
	return p.root.Leave()
}

// stage is what the page is mounted on. Its context is the source of all others.
type stage struct {
	app.Compo
	page *Page
}

func (s *stage) OnPreRender(ctx app.Context) { s.page.ctx = ctx }
func (s *stage) Render() app.UI              { return s.page.root }

// pump lets in what has come, and draws; where nothing has come, what is drawn stays.
func (p *Page) pump() {
	p.t.Helper()
	if p.quiet() {
		return
	}
	ran := map[string]int{}
	for range 100 {
		p.engine.ConsumeAll()
		p.drawn = nil
		fresh := p.mount()
		frames := p.document.frame(ran)
		if !fresh && !frames {
			break
		}
	}
	select {
	case report := <-p.crash:
		p.t.Fatalf("the engine: %s", report)
	default:
	}
}

// Wait waits until something is so. What is not so in time ends the test, with what the page shows.
func (p *Page) Wait(what string, so func() bool) {
	p.t.Helper()
	if !p.becomes(so) {
		p.t.Fatalf("never: %s. The page:\n%s", what, p.short())
	}
}

func (p *Page) becomes(so func() bool) bool {
	p.t.Helper()
	p.pump()
	for end, pause := time.Now().Add(patience), 100*time.Microsecond; !so(); pause = min(2*pause, 5*time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
		if time.Sleep(pause); !p.quiet() {
			p.pump()
		}
	}
	return true
}

// quiet reports whether nothing has come since the page was drawn: drawing it again would take the time of whoever is waited for.
func (p *Page) quiet() bool {
	e := reflect.ValueOf(p.engine).Elem()
	if p.drawn == nil || field(e, "dispatches").Len() > 0 || field(e, "defers").Len() > 0 || len(p.crash) > 0 {
		return false
	}
	updates := field(field(e, "updates"), "pending")
	for depth := range updates.Len() {
		if updates.Index(depth).Len() > 0 {
			return false
		}
	}
	p.document.mu.Lock()
	defer p.document.mu.Unlock()
	return len(p.document.frames) == 0
}

// short is what the page shows, for a failure.
func (p *Page) short() string {
	text := p.text(p.tree())
	if len(text) > 6000 {
		text = text[:6000] + "…"
	}
	return fmt.Sprintf("%s\neditor: %q, focus: %q", text, p.Editor(), p.document.focus)
}
