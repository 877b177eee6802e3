package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/app/link"
	"rangefinder/app/query"
	"rangefinder/e2e/harness"
)

// notes is a small table that travels in links.
var notes = link.TableData{Name: "Notes", Text: `{"PartitionKey":"a","RowKey":"1","Text":"first","Big@odata.type":"Edm.Int64","Big":"9223372036854775807"}
{"PartitionKey":"a","RowKey":"2","Text":"<b>second</b>"}
{"PartitionKey":"b","RowKey":"1","Text":"third"}
`}

func fragmentOf(t *testing.T, l link.Link) string {
	t.Helper()
	fragment, err := link.Encode(l)
	if err != nil {
		t.Fatal(err)
	}
	return fragment
}

// artifact leaves a screenshot among the test's artifacts; run with -artifacts to keep them.
func artifact(t *testing.T, page *harness.Page, name string) {
	t.Helper()
	png, err := page.Screenshot()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(t.ArtifactDir(), name+".png"), png, 0o644); err != nil {
		t.Fatal(err)
	}
}

const action = "PartitionKey eq 'Action' and RowKey ge 'B' and RowKey lt 'D'"

// Ensure that ?embed shows query, plan and result and nothing else, fits and is accessible at each width, takes its theme from its
// address or from the system, and neither shows nor changes what the person has in the same browser; and that this, and the guide,
// are there without a network after one visit.
func TestEmbed_BesideThePersonsOwn(t *testing.T) {
	t.Parallel()
	site := serveHost(t, pageHandler(t, ""))
	page := open(t, site.URL, phone)
	waitRows(t, page)
	order(t, page, "new table", "New table…")
	wait(t, page, `document.activeElement.id === "table-name"`)
	do(t, page, chromedp.KeyEvent("Mine"), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("h1").innerText === "Mine"`)
	eval[any](t, page, `localStorage.setItem("rangefinder.theme", "light")`)
	wait(t, page, `location.hash.includes("t=Mine") && localStorage.getItem("rangefinder.last")?.endsWith("run=1")`)
	const tabsKept = `Object.entries(localStorage).some(([k, v]) => k.startsWith("rangefinder.tabs.") && JSON.parse(v).list.some((tab) => tab.table === "Mine" && tab.ran))`
	// The open queries are kept a moment after the view.
	wait(t, page, tabsKept)
	waitCached(t, page)
	// The person's own page keeps how high its lists are when it is left. It is left once before, at the size that it has then.
	wide := harness.View{Width: 800, Height: 500}
	do(t, page, chromedp.ActionFunc(func(context.Context) error { return page.View(wide) }), chromedp.Reload())
	wait(t, page, `document.querySelector("h1")?.innerText === "Mine" && document.querySelector(".result-line")?.textContent.includes("returned")`)
	wait(t, page, `localStorage.getItem("rangefinder.last")?.endsWith("run=1") && `+tabsKept)
	kept := `JSON.stringify(Object.entries(localStorage).sort())`
	before := eval[string](t, page, kept)

	mine := fragmentOf(t, link.Link{Query: query.Query{Table: "Mine"}})
	theme := func(query string, view harness.View, want string) {
		t.Helper()
		do(t, page, chromedp.ActionFunc(func(context.Context) error { return page.View(view) }), chromedp.Navigate(site.URL+query+"#"+mine))
		if got := eval[string](t, page, "document.documentElement.dataset.theme"); got != want {
			t.Errorf("%s in %s has the theme %q", query, view, got)
		}
	}
	theme("?embed&theme=dark", wide, "dark")
	theme("?embed&theme=system", phone, "dark")
	theme("?embed&theme=light", phone, "light")
	theme("?embed", phone, "dark")
	wait(t, page, `document.querySelector(".notice")?.innerText.includes("is not in this browser")`)
	waitRows(t, page)
	walkEmbed(t, page, site.URL)
	if after := eval[string](t, page, kept); after != before {
		t.Errorf("what the browser keeps changed from %s to %s", before, after)
	}

	site.Close()
	do(t, page, look(page, phone), chromedp.Navigate(site.URL))
	wait(t, page, `document.querySelector("h1")?.innerText === "Mine" && document.documentElement.dataset.theme === "light"`)
	readGuide(t, page)
}

// walkEmbed has a slide change the query of an embedded page, at each width and in both themes of the system, and tries the keys and
// clicks that lead to the inspector or a dialog of the full page.
func walkEmbed(t *testing.T, page *harness.Page, site string) {
	t.Helper()
	eval[any](t, page, fmt.Sprintf(`location.hash = %q, null`, fragmentOf(t, link.Link{Query: query.Query{Table: "Movies", Filter: action, Select: "PartitionKey,RowKey,Rating"}, View: link.View{Ran: true}})))
	wait(t, page, `document.querySelector(".result-line")?.innerText.includes("entities returned") && document.querySelector(".rf-row:not(.rf-free) .rf-cell")?.textContent === "Action"`)
	// Plan and key map are answers of their own, which may come after the rows.
	wait(t, page, `document.querySelector("#editor").innerText.includes("'Action'") && document.querySelector("#planstrip .badge")?.innerText.toLowerCase().includes("row range") && document.querySelectorAll("#map svg").length > 0`)
	alone := func() {
		t.Helper()
		if n := eval[int](t, page, `document.querySelectorAll(".side, .insp, .status, .top, dialog").length`); n != 0 {
			t.Errorf("%d pieces of chrome", n)
		}
	}
	for _, view := range []harness.View{{Width: 800, Height: 500}, {Width: 390, Height: 700, Dark: true}, {Width: 320, Height: 480, Dark: true}} {
		do(t, page, look(page, view)) // its theme is the system's
		alone()
		if over := eval[int](t, page, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			t.Errorf("%d px wider than the window of %s", over, view)
		}
		artifact(t, page, view.String())
		if view.Width == 800 {
			axe(t, page)
		}
	}
	axeBoth(t, page)

	own := eval[string](t, page, `location.hash`)
	do(t, page, typed("PartitionKey eq 'Drama'"), runKey())
	wait(t, page, `document.querySelector(".rf-row:not(.rf-free) .rf-cell")?.textContent === "Drama"`)
	do(t, page, chromedp.Click(".rf-row:not(.rf-free) .rf-cell", chromedp.ByQuery), chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent(kb.Delete), chromedp.KeyEvent("?"))
	wait(t, page, `document.querySelector("#open-full").hash.includes("f=PartitionKey%20eq%20%27Drama%27")`)
	alone()
	if now := eval[string](t, page, `location.hash`); now != own {
		t.Errorf("the embedded page's own address became %s", now)
	}
	if full := eval[string](t, page, `document.querySelector("#open-full").href`); !strings.HasPrefix(full, site+"#v=1&t=Movies&") {
		t.Errorf("the full page is at %s", full)
	}
}

// Ensure that another page can show the embedded view in a frame, at the first visit and from the service worker's copy, and
// that the full page cannot be framed.
func TestEmbed_ForeignFrame(t *testing.T) {
	t.Parallel()
	site := servePage(t)
	fragment := fragmentOf(t, link.Link{Query: query.Query{Table: "Movies", Filter: action}})
	foreign, err := harness.Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		snippet := link.Snippet(site.URL, fragment, link.EmbedDark)
		if r.URL.Path == "/full" {
			snippet = strings.Replace(snippet, "?embed", "?", 1)
		}
		fmt.Fprintf(w, `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Slides</title>%s`, snippet)
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { foreign.Close() })
	page, err := browser.Open(foreign.URL, harness.View{Width: 900, Height: 600})
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	shown := `document.querySelector(".result-line")?.innerText.startsWith("137 entities returned") && document.documentElement.dataset.theme === "dark" && !document.querySelector(".side")`
	waitFrame(t, page, shown)
	artifact(t, page, "slides")
	// The service worker's copy must not forbid the frame either.
	waitFrame(t, page, `navigator.serviceWorker.controller`)
	if err := page.Reload(); err != nil {
		t.Fatal(err)
	}
	waitFrame(t, page, shown+` && performance.getEntriesByType("navigation")[0].workerStart > 0`)

	full, err := browser.Open(foreign.URL+"full", harness.View{})
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	refused := false
	for deadline := time.Now().Add(harness.Timeout); !refused && time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		for _, problem := range full.Problems() {
			refused = refused || strings.Contains(problem, "frame-ancestors")
		}
	}
	if !refused {
		t.Errorf("the full page was framed; problems: %q", full.Problems())
	}
}

// waitFrame waits until an expression, which may await, is true in the frame of a foreign page.
func waitFrame(t *testing.T, p *harness.Page, expression string) {
	t.Helper()
	script := "(async () => Boolean(" + expression + "))()"
	var last error
	for deadline := time.Now().Add(harness.Timeout); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		ok := false
		last = p.Run(chromedp.ActionFunc(func(ctx context.Context) error {
			tree, err := cdppage.GetFrameTree().Do(ctx)
			if err != nil {
				return err
			}
			if len(tree.ChildFrames) == 0 {
				return errors.New("there is no frame")
			}
			// The frame is another origin's, but of the same site, and so within reach.
			world, err := cdppage.CreateIsolatedWorld(tree.ChildFrames[0].Frame.ID).Do(ctx)
			if err != nil {
				return err
			}
			value, exception, err := runtime.Evaluate(script).WithContextID(world).WithAwaitPromise(true).WithReturnByValue(true).Do(ctx)
			if exception != nil {
				return exception
			}
			if err == nil {
				err = json.Unmarshal(value.Value, &ok)
			}
			return err
		}))
		if last == nil && ok {
			return
		}
	}
	t.Fatalf("%s never became true in the frame; %v; problems: %q", expression, last, p.Problems())
}
