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

	"github.com/chromedp/cdproto/input"
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

// Ensure that ?embed shows query, plan and result and nothing else, fits, and is accessible in every theme and width.
func TestEmbed_Views(t *testing.T) {
	t.Parallel()
	site := servePage(t)
	fragment := fragmentOf(t, link.Link{Query: query.Query{Table: "Movies", Filter: action, Select: "PartitionKey,RowKey,Rating"}, View: link.View{Ran: true}})
	for _, test := range []struct {
		view         harness.View
		query, theme string
	}{
		{harness.View{Width: 800, Height: 500}, "?embed", "light"},
		{harness.View{Width: 800, Height: 500}, "?embed&theme=dark", "dark"},
		{harness.View{Width: 390, Height: 700, Dark: true}, "?embed", "dark"},
		{harness.View{Width: 390, Height: 700, Dark: true}, "?embed&theme=light", "light"},
		{harness.View{Width: 320, Height: 480, Dark: true}, "?embed&theme=system", "dark"},
	} {
		t.Run(test.view.String()+test.query, func(t *testing.T) {
			page := open(t, site.URL+test.query+"#"+fragment, test.view)
			wait(t, page, `document.querySelector(".result-line")?.innerText.includes("entities returned") && document.querySelector(".rf-row:not(.rf-free) .rf-cell")?.textContent === "Action"`)
			if got := eval[string](t, page, "document.documentElement.dataset.theme"); got != test.theme {
				t.Errorf("theme %q, want %q", got, test.theme)
			}
			// Plan and key map are answers of their own, which may come after the rows.
			wait(t, page, `document.querySelector("#editor").innerText.includes("'Action'") && document.querySelector("#planstrip .badge")?.innerText.toLowerCase().includes("row range") && document.querySelectorAll("#map svg").length > 0`)
			if n := eval[int](t, page, `document.querySelectorAll(".side, .insp, .status, .top, dialog").length`); n != 0 {
				t.Errorf("%d pieces of chrome", n)
			}
			if over := eval[int](t, page, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
				t.Errorf("%d px wider than the window", over)
			}
			axe(t, page)
			artifact(t, page, test.view.String()+"-"+test.theme)
		})
	}
}

// Ensure that an embedded page takes a query and runs it, opens no inspector, and leads to the same view in full.
func TestEmbed_Live(t *testing.T) {
	t.Parallel()
	site := servePage(t)
	page := open(t, site.URL+"?embed#"+fragmentOf(t, link.Link{Query: query.Query{Table: "Movies", Filter: action}}), harness.View{Width: 800, Height: 500})
	wait(t, page, `document.querySelector(".rf-row .rf-cell")?.textContent === "Action"`)
	do(t, page, typed("PartitionKey eq 'Drama'"), chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)))
	wait(t, page, `document.querySelector(".rf-row:not(.rf-free) .rf-cell")?.textContent === "Drama"`)
	do(t, page, chromedp.Click(".rf-row:not(.rf-free) .rf-cell", chromedp.ByQuery), chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent(kb.Delete), chromedp.KeyEvent("?"))
	wait(t, page, `document.querySelector("#open-full").hash.includes("f=PartitionKey%20eq%20%27Drama%27")`)
	if got := eval[string](t, page, `location.hash`); !strings.Contains(got, "Action") {
		t.Errorf("the embedded page's own address became %s", got)
	}
	full := eval[string](t, page, `(({href, target, rel}) => [href, target, rel].join(" "))(document.querySelector("#open-full"))`)
	if !strings.HasPrefix(full, site.URL+"#v=1&t=Movies&f=") || !strings.HasSuffix(full, " _blank noopener") {
		t.Errorf("the full page is at %s", full)
	}
}

// Ensure that an embedded page takes in the link's data without a question and hands it on to the full page.
func TestEmbed_Data(t *testing.T) {
	t.Parallel()
	l := link.Link{Query: query.Query{Table: "Notes", Filter: "PartitionKey eq 'a'"}, Data: []link.TableData{notes}}
	page := open(t, servePage(t).URL+"?embed#"+fragmentOf(t, l), harness.View{Width: 800, Height: 500})
	wait(t, page, `document.querySelector(".result-line")?.innerText.startsWith("2 entities returned")`)
	wait(t, page, `document.querySelector(".rf-grid").innerText.includes("9223372036854775807") && document.querySelector(".rf-grid").innerText.includes("<b>second</b>")`)
	wait(t, page, `document.querySelector("#map svg") && !document.querySelector(".notice:not(.none)")`)
	if text := eval[string](t, page, `document.querySelector("h1").innerText`); text != "Notes" {
		t.Errorf("the table is called %q", text)
	}
	got, err := link.Decode(eval[string](t, page, `document.querySelector("#open-full").hash`))
	if err != nil || len(got.Data) != 1 || got.Data[0] != notes || got.Filter != l.Filter {
		t.Errorf("the full page would get %+v, %v", got, err)
	}
	// A slide may change the fragment under the page's hands.
	eval[any](t, page, fmt.Sprintf(`location.hash = %q, null`, fragmentOf(t, link.Link{Query: query.Query{Table: "Notes", Filter: "RowKey eq '1'"}, View: link.View{Ran: true}})))
	wait(t, page, `document.querySelector(".result-line").innerText.startsWith("2 entities returned") && document.querySelector("#editor").innerText.includes("RowKey eq")`)
}

// Ensure that a damaged link says so on an embedded page too.
func TestEmbed_Damaged(t *testing.T) {
	t.Parallel()
	fragment := fragmentOf(t, link.Link{Query: query.Query{Table: "Notes"}, Data: []link.TableData{notes}})
	page := open(t, servePage(t).URL+"?embed#"+fragment[:len(fragment)-9], harness.View{Width: 390, Height: 700})
	wait(t, page, `document.querySelector(".notice")?.innerText.includes("cut off")`)
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

// Ensure that an embedded page neither shows nor changes what the person has in the same browser.
func TestEmbed_LeavesThePersonsOwnAlone(t *testing.T) {
	t.Parallel()
	site := servePage(t)
	page := open(t, site.URL, harness.View{})
	waitRows(t, page)
	click(t, page, "button", "+ New table")
	wait(t, page, `document.querySelector("#dialog").open`)
	do(t, page, chromedp.KeyEvent("Mine"), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("h1").innerText === "Mine"`)
	eval[any](t, page, `localStorage.setItem("rangefinder.theme", "light")`)
	wait(t, page, `location.hash.includes("t=Mine") && localStorage.getItem("rangefinder.last")?.endsWith("run=1")`)
	// The open queries are kept a moment after the view.
	wait(t, page, `Object.entries(localStorage).some(([k, v]) => k.startsWith("rangefinder.tabs.") && JSON.parse(v).list.some((tab) => tab.table === "Mine" && tab.ran))`)
	kept := `JSON.stringify(Object.entries(localStorage).sort())`
	before := eval[string](t, page, kept)

	if err := page.Run(chromedp.Navigate(site.URL + "?embed&theme=dark#" + fragmentOf(t, link.Link{Query: query.Query{Table: "Mine"}}))); err != nil {
		t.Fatal(err)
	}
	wait(t, page, `document.querySelector(".notice")?.innerText.includes("is not in this browser")`)
	do(t, page, typed("PartitionKey eq 'War'"), chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)))
	wait(t, page, `document.querySelector(".rf-row:not(.rf-free) .rf-cell")?.textContent === "War"`)
	if after := eval[string](t, page, kept); after != before {
		t.Errorf("what the browser keeps changed from %s to %s", before, after)
	}
	if err := page.Run(chromedp.Navigate(site.URL)); err != nil {
		t.Fatal(err)
	}
	wait(t, page, `document.querySelector("h1")?.innerText === "Mine" && document.documentElement.dataset.theme === "light"`)
}
