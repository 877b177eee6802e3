package harness

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// Profile keeps what pages store in the browser; its tabs share it.
type Profile struct {
	browser *Browser
	id      cdp.BrowserContextID // "" is the one that is kept on disk
}

// Disk is the profile that the browser keeps on disk. All that use it should serve their page on an origin of their own.
func (b *Browser) Disk() *Profile { return &Profile{browser: b} }

// NewProfile makes a private profile, which is kept in memory and shared with nothing.
func (b *Browser) NewProfile() (*Profile, error) {
	id, err := target.CreateBrowserContext().Do(b.executor())
	if err != nil {
		return nil, err
	}
	return &Profile{b, id}, nil
}

// Close forgets a private profile.
func (p *Profile) Close() {
	if p.id != "" {
		_ = target.DisposeBrowserContext(p.id).Do(p.browser.executor()) // with the browser gone there is nothing left to forget
	}
}

func (b *Browser) executor() context.Context {
	return cdp.WithExecutor(b.ctx, chromedp.FromContext(b.ctx).Browser)
}

// Tab is a page among others of a profile.
type Tab struct {
	*Page
	profile *Profile
	target  target.ID

	mu   sync.Mutex
	told map[string]func(string)
}

// Open opens an address in a tab of its own and returns when the document is loaded. Before each document's own scripts the
// given ones run.
func (p *Profile) Open(address string, scripts ...string) (*Tab, error) {
	create := target.CreateTarget("about:blank").WithNewWindow(true)
	if p.id != "" {
		create = create.WithBrowserContextID(p.id)
	}
	id, err := create.Do(p.browser.executor())
	if err != nil {
		return nil, err
	}
	ctx, cancel := chromedp.NewContext(p.browser.ctx, chromedp.WithTargetID(id))
	t := &Tab{Page: &Page{ctx: ctx, cancel: cancel, origin: originOf(address)}, profile: p, target: id, told: map[string]func(string){}}
	chromedp.ListenTarget(ctx, t.Page.listen)
	chromedp.ListenTarget(ctx, t.listen)
	actions := []chromedp.Action{t.enable()}
	for _, script := range scripts {
		actions = append(actions, chromedp.ActionFunc(func(ctx context.Context) error {
			_, err := page.AddScriptToEvaluateOnNewDocument(script).Do(ctx)
			return err
		}))
	}
	if err := t.run(append(actions, chromedp.Navigate(address))...); err != nil {
		t.Close()
		return nil, fmt.Errorf("opening %s: %w", address, err)
	}
	return t, nil
}

// Tell makes a function of that name in the page that hands its text to f.
func (t *Tab) Tell(name string, f func(string)) error {
	t.mu.Lock()
	t.told[name] = f
	t.mu.Unlock()
	return t.run(runtime.AddBinding(name))
}

func (t *Tab) listen(event any) {
	if e, ok := event.(*runtime.EventBindingCalled); ok {
		t.mu.Lock()
		f := t.told[e.Name]
		t.mu.Unlock()
		if f != nil {
			f(e.Payload)
		}
	}
}

// Crash ends the tab's process without a word to it, and then closes the tab.
func (t *Tab) Crash() {
	// The command has no answer: who would give it is dead.
	over := make(chan struct{})
	go func() {
		defer close(over)
		_ = t.run(page.Crash())
	}()
	t.waitCrashed()
	t.Close()
	<-over
}

func (t *Tab) waitCrashed() {
	for {
		for _, problem := range t.Problems() {
			if problem == crashed {
				return
			}
		}
		select {
		case <-t.ctx.Done():
			return
		case <-time.After(time.Millisecond):
		}
	}
}

// Close closes the tab; the profile stays.
func (t *Tab) Close() {
	_ = target.CloseTarget(t.target).Do(t.profile.browser.executor()) // it may be closed already
	t.cancel()
}

// LimitStorage sets how many bytes the origin of an address may store, 0 for as many as it may otherwise.
func (t *Tab) LimitStorage(address string, bytes int64) error {
	override := storage.OverrideQuotaForOrigin(originOf(address))
	if bytes > 0 {
		override = override.WithQuotaSize(float64(bytes))
	}
	return t.run(override)
}
