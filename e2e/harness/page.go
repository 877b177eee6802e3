package harness

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/inspector"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/serviceworker"
	"github.com/chromedp/chromedp"
)

// crashed is the problem of a tab whose process has ended.
const crashed = "the tab crashed"

// Timeout bounds each step on a page. It is only reached when something is broken.
const Timeout = 30 * time.Second

// Page is an open tab that records what the browser complains about.
type Page struct {
	ctx    context.Context
	cancel context.CancelFunc
	origin string

	mu       sync.Mutex
	problems []string
	requests map[network.RequestID]string
	fetched  []Fetched
	leaving  bool // the page may be left though it asks
}

// Leave lets the page be left, or loaded anew, when its beforeunload listener asks the person. Otherwise the question stays.
func (p *Page) Leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.leaving = true
}

// Fetched is one finished answer to the page or its program (not to the service worker).
type Fetched struct {
	URL       string
	Encoded   int64 // bytes over the line, headers included
	FromCache bool
}

func (p *Page) enable() chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		for _, action := range []chromedp.Action{
			runtime.Enable(), cdplog.Enable(), network.Enable(), audits.Enable(), inspector.Enable(), serviceworker.Enable(),
			emulation.SetFocusEmulationEnabled(true), // as if its window were the one in front
		} {
			if err := action.Do(ctx); err != nil {
				return err
			}
		}
		return nil
	})
}

func (p *Page) listen(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.APITypeError || e.Type == runtime.APITypeAssert {
			p.problem("console.%s: %s%s", e.Type, consoleText(e.Args), calledFrom(e.StackTrace))
		}
	case *runtime.EventExceptionThrown:
		p.problem("exception: %s", e.ExceptionDetails.Error())
	case *cdplog.EventEntryAdded:
		if e.Entry.Level == cdplog.LevelError {
			p.problem("log (%s): %s %s", e.Entry.Source, e.Entry.Text, e.Entry.URL)
		}
	case *audits.EventIssueAdded:
		if e.Issue.Code == audits.InspectorIssueCodeContentSecurityPolicyIssue {
			details, _ := json.Marshal(e.Issue.Details.ContentSecurityPolicyIssueDetails)
			p.problem("content security policy: %s", details)
		}
	case *serviceworker.EventWorkerErrorReported:
		p.problem("service worker: %s", e.ErrorMessage.ErrorMessage)
	case *page.EventJavascriptDialogOpening:
		if p.leaving && e.Type == page.DialogTypeBeforeunload {
			go func() { _ = chromedp.Run(p.ctx, page.HandleJavaScriptDialog(true)) }() // a tab that is gone asks nothing
		}
	case *inspector.EventTargetCrashed:
		p.problem(crashed)
	case *network.EventRequestWillBeSent:
		if p.requests == nil {
			p.requests = make(map[network.RequestID]string)
		}
		p.requests[e.RequestID] = e.Request.URL
		if !p.own(e.Request.URL) {
			p.problem("request to a foreign origin: %s", e.Request.URL)
		}
	case *network.EventResponseReceived:
		if e.Response.Status >= 400 {
			p.problem("status %d: %s", e.Response.Status, e.Response.URL)
		}
	case *network.EventLoadingFinished:
		p.fetched = append(p.fetched, Fetched{URL: p.requests[e.RequestID], Encoded: int64(e.EncodedDataLength)})
	case *network.EventLoadingFailed:
		if !e.Canceled {
			p.problem("request failed: %s %s", e.ErrorText, p.requests[e.RequestID])
		}
	}
}

// problem must be called with the lock held.
func (p *Page) problem(format string, args ...any) {
	p.problems = append(p.problems, fmt.Sprintf(format, args...))
}

func (p *Page) own(url string) bool {
	return strings.HasPrefix(url, p.origin+"/") || strings.HasPrefix(url, "data:") || strings.HasPrefix(url, "blob:"+p.origin+"/")
}

func consoleText(args []*runtime.RemoteObject) string {
	var parts []string
	for _, arg := range args {
		text := arg.Description
		if text == "" {
			if json.Unmarshal(arg.Value, &text) != nil { // a string comes with its quotes
				text = string(arg.Value)
			}
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " ")
}

// calledFrom lists the scripts under a message, innermost first, each line once.
func calledFrom(stack *runtime.StackTrace) string {
	var lines []string
	for ; stack != nil; stack = stack.Parent {
		for _, f := range stack.CallFrames {
			name := f.URL[strings.LastIndexByte(f.URL, '/')+1:]
			name, _, _ = strings.Cut(name, "?")
			if strings.HasSuffix(name, ".js") {
				lines = append(lines, fmt.Sprintf("%s:%d", name, f.LineNumber+1))
			}
		}
	}
	if lines = slices.Compact(lines); len(lines) == 0 {
		return ""
	}
	return " (" + strings.Join(lines, " < ") + ")"
}

// Problems returns what went wrong so far: console errors, exceptions, policy violations, failed requests and requests
// to foreign origins.
func (p *Page) Problems() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.problems)
}

// Fetched returns the answers that have arrived so far.
func (p *Page) Fetched() []Fetched {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.fetched)
}

// Run performs chromedp actions within [Timeout].
func (p *Page) Run(actions ...chromedp.Action) error { return p.run(actions...) }

func (p *Page) run(actions ...chromedp.Action) error {
	// The first Run of a chromedp context ties the tab to its context, so the limit is set inside.
	return chromedp.Run(p.ctx, chromedp.ActionFunc(func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, Timeout)
		defer cancel()
		return chromedp.Tasks(actions).Do(ctx)
	}))
}

// Eval evaluates a JavaScript expression, waits for it when it is a promise, and stores its value, which must fit
// JSON, in result; a nil result drops it.
func (p *Page) Eval(expression string, result any) error {
	if err := p.run(chromedp.Evaluate(expression, result, awaitPromise)); err != nil {
		return fmt.Errorf("%.120s: %w", expression, err)
	}
	return nil
}

func awaitPromise(e *runtime.EvaluateParams) *runtime.EvaluateParams { return e.WithAwaitPromise(true) }

// ErrNever says that what was waited for did not happen within [Timeout].
var ErrNever = errors.New("did not become true")

// looking looks at an expression in the page itself, for a second at most: a question from outside every few milliseconds takes three
// processes a tenth of a test's time.
const looking = `((look) => new Promise((done, fail) => {
	const until = performance.now() + 1000;
	const step = () => {
		try {
			if (look()) done(true);
			else if (performance.now() > until) done(false);
			else setTimeout(step, 16);
		} catch (e) { fail(e) }
	};
	step();
}))(() => (%s))`

// Look tells whether a JavaScript expression becomes true within a second. It looks about every 16 ms.
func Look(expression string, found *bool) chromedp.Action {
	return chromedp.Evaluate(fmt.Sprintf(looking, expression), found, awaitPromise)
}

// left are the ways in which the browser says that the document that was asked is gone.
var left = []string{"navigated or closed", "context was destroyed", "Promise was collected"}

// Wait returns once the JavaScript expression is true.
func (p *Page) Wait(expression string) error {
	deadline := time.Now().Add(Timeout)
	for {
		var ok bool
		err := p.run(Look(expression, &ok))
		if ok {
			return nil
		}
		gone := err != nil && slices.ContainsFunc(left, func(s string) bool { return strings.Contains(err.Error(), s) })
		if err != nil && !gone {
			return fmt.Errorf("%s: %w", expression, err)
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("%s %w within %v; problems: %q; %s", expression, ErrNever, Timeout, p.Problems(), p.seen())
		}
		if gone {
			time.Sleep(20 * time.Millisecond) // until there is a document again; it is asked then
		}
	}
}

// seen says where the keyboard is and what is on screen, for whoever looks for the cause of a wait that came to nothing.
func (p *Page) seen() string {
	var text string
	err := p.Eval(`"the keyboard is at " + document.activeElement?.outerHTML.slice(0, 150) + "; it waits for " + (document.getElementById("late")?.dataset.missing ?? "nothing") + "; on screen: " + document.body.innerText.replace(/\s+/g, " ").slice(0, 9000)`, &text)
	if err != nil {
		return err.Error()
	}
	return text
}

// WaitStarted returns once the program has taken over the page.
func (p *Page) WaitStarted() error {
	return p.Wait(`document.readyState === "complete" && !document.getElementById("app-wasm-loader")`)
}

// Reload loads the page again and waits for the document, not for the program.
//
// chromedp's own is over, too, when only the address changes, which a page may do at any time. What is asked next could then be
// answered by the document that is about to go, and what is pressed there is lost.
func (p *Page) Reload() error {
	if err := p.Eval(`globalThis.rangefinderLeft = true`, nil); err != nil {
		return err
	}
	if err := p.run(page.Reload()); err != nil {
		return err
	}
	return p.Wait(`!globalThis.rangefinderLeft && document.readyState === "complete"`)
}

// Screenshot returns the visible part of the page as a PNG, which is not compressed as far as it goes: that would take most of the time.
func (p *Page) Screenshot() ([]byte, error) {
	var png []byte
	err := p.run(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		png, err = page.CaptureScreenshot().WithFromSurface(true).WithOptimizeForSpeed(true).Do(ctx)
		return err
	}))
	return png, err
}

// Close closes the tab and forgets its profile.
func (p *Page) Close() { p.cancel() }
