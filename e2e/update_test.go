package e2e

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// tabs opens tabs that share one profile, each with the program started and a result on screen, and fails the test at its
// end when the browser complained in any of them of anything but what is expected.
func tabs(t *testing.T, address string, n int, expected ...string) []*harness.Page {
	t.Helper()
	profile, err := browser.NewProfile()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(profile.Close)
	var pages []*harness.Page
	for range n {
		tab, err := profile.Open(address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			for _, problem := range tab.Problems() {
				if !slices.ContainsFunc(expected, func(part string) bool { return strings.Contains(problem, part) }) {
					t.Error(problem)
				}
			}
			tab.Close()
		})
		if err := tab.WaitStarted(); err != nil {
			t.Fatal(err)
		}
		waitRows(t, tab.Page)
		pages = append(pages, tab.Page)
	}
	return pages
}

// settled waits until what the JavaScript expression promises is true.
func settled(t *testing.T, page *harness.Page, expression string) {
	t.Helper()
	eval[any](t, page, fmt.Sprintf(`(async () => { while (!(await %s)) await new Promise((next) => setTimeout(next, 20)); })()`, expression))
}

const (
	updateButton = `document.getElementById("update")`
	lookForNews  = `navigator.serviceWorker.ready.then((r) => r.update()).then(() => true)`
	// marked puts something into the document that does not outlive it.
	marked = `globalThis.stillTheSamePage = true`
	same   = `globalThis.stillTheSamePage === true`
)

// Ensure that a host which hands out files of two versions does not get them mixed up in the cache; that a new version asks the server
// only for what has changed, is told of and changes nothing until its button is pressed: the page goes on with all of its own version,
// the files that it has not needed before included. Pressed, it comes back as the new version with what was being typed, and without
// a network the new version has the samples too.
func TestUpdate_WaitsForButton(t *testing.T) {
	t.Parallel()
	one, two := pageHandler(t, "one"), pageHandler(t, "two")
	site := serveHost(t, one)
	page := tabs(t, site.URL, 1, "the server has no web/app.css", "failed to install")[0]
	waitCached(t, page)

	site.put(between(two, one))
	halfNew := func() {
		eval[any](t, page, `navigator.serviceWorker.ready.then((r) => r.update()).then(() => true, () => true)`)
		settled(t, page, `navigator.serviceWorker.ready.then((r) => !r.installing && !r.waiting)`)
	}
	halfNew()
	if eval[bool](t, page, updateButton+` !== null`) {
		t.Error("a version that is not whole is offered")
	}
	again(t, page)
	if got := eval[string](t, page, mark); got != "one" {
		t.Errorf("the page is of version %q", got)
	}

	openSample(t, page, "Earthquakes 1,707", "Earthquakes")
	toGrid(t, page)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#prop-text-1")`)
	do(t, page, focused("#prop-text-1"))
	do(t, page, chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)), input.InsertText("12.75"))
	wait(t, page, `document.querySelector("#prop-text-1").value === "12.75"`)
	eval[any](t, page, marked)

	// The reload above has looked for news too, which may still fail on the mixed files: the browser would take that for this look.
	halfNew()
	before := site.asked.Load()
	site.put(two)
	eval[any](t, page, lookForNews)
	wait(t, page, updateButton)
	// The worker's script, the page, app.js and app.css, which differ, and app.css perhaps once more past the browser's cache.
	if n := site.asked.Load() - before; n > 6 {
		t.Errorf("%d requests to the server for an update of one file", n)
	}
	if got := eval[string](t, page, mark); got != "one" || !eval[bool](t, page, same) {
		t.Fatalf("the page is of version %q: it was loaded anew by itself", got)
	}
	if got := eval[string](t, page, `fetch(rangefinderAsset("app.css")).then((r) => r.text()).then((text) => text.match(/--test-mark: (\w+)/)[1])`); got != "one" {
		t.Errorf("the old page got a file of version %q", got)
	}

	eval[any](t, page, updateButton+`.click()`)
	wait(t, page, "("+mark+`) === "two"`)
	waitRows(t, page)
	wait(t, page, `document.querySelector("#prop-text-1")?.value === "12.75"`)
	if eval[bool](t, page, updateButton+` !== null`) {
		t.Error("the new version tells of itself")
	}
	settled(t, page, `caches.keys().then((names) => names.length === 1)`)

	click(t, page, "#inspector button", "Revert") // or the browser asks whether to leave
	site.Close()
	again(t, page)
	if got := eval[string](t, page, mark); got != "two" {
		t.Errorf("without a network the page is of version %q", got)
	}
	openSample(t, page, "Flights 20,000", "Flights")
}

// Ensure that a tab is left alone when another takes the new version: it keeps its own, is able to start a worker of it,
// and offers the new one; and that the old version's files go when its last page has gone.
func TestUpdate_OtherTab(t *testing.T) {
	t.Parallel()
	site := serveHost(t, pageHandler(t, "one"))
	pages := tabs(t, site.URL, 2)
	first, second := pages[0], pages[1]
	waitCached(t, first)
	eval[any](t, second, marked)

	// Nobody uses this one: its end shows that the service worker has tidied up.
	eval[any](t, first, `navigator.serviceWorker.ready.then((r) => caches.open("rangefinder " + r.scope + " left behind")).then(() => true)`)

	site.put(pageHandler(t, "two"))
	eval[any](t, first, lookForNews)
	wait(t, first, updateButton)
	wait(t, second, updateButton)
	eval[any](t, first, updateButton+`.click()`)
	wait(t, first, "("+mark+`) === "two"`)
	waitRows(t, first)
	settled(t, first, `caches.keys().then((names) => !names.some((name) => name.includes("left behind")))`)

	if got := eval[string](t, second, mark); got != "one" || !eval[bool](t, second, same) {
		t.Fatalf("the other tab is of version %q", got)
	}
	site.Close()
	for _, file := range []string{"app.css", "worker.js", "samples/flights.csv.gz"} {
		// "reload" keeps the browser's own cache out of it.
		fetched := `fetch(rangefinderAsset("` + file + `"), { cache: "reload" }).then((r) => r.text()).then((text) => !text.includes("test-mark: two"), () => false)`
		if !eval[bool](t, second, fetched) {
			t.Errorf("the other tab cannot get %s of its version", file)
		}
	}
	started := eval[bool](t, second, `new Promise((resolve) => {
		const worker = new Worker(rangefinderAsset("worker.js"));
		worker.onmessage = (event) => resolve(event.data.error.includes("compiled program"));
		worker.onerror = () => resolve(false);
		worker.postMessage({});
	})`)
	if !started {
		t.Error("the other tab cannot start a worker of its version")
	}
	eval[any](t, second, updateButton+`.click()`)
	wait(t, second, "("+mark+`) === "two"`)
	waitRows(t, second)
	settled(t, second, `caches.keys().then((names) => names.length === 1)`)
}

// between serves the page of one version with the style sheet of another, as a host may while it is being updated.
func between(page, styles http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/app.css") {
			styles.ServeHTTP(w, r)
			return
		}
		page.ServeHTTP(w, r)
	})
}
