package e2e

import (
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
	"rangefinder/server"
	"rangefinder/server/tableauth"
	"rangefinder/web"
	"rangefinder/web/bundle"
)

// heldSite serves a page whose rest of the program waits for release; asked counts the requests for it, and the first so many of them fail.
type heldSite struct {
	*harness.Site
	release func()
	asked   atomic.Int32
}

func serveHeld(t *testing.T, config server.Config, failing int32) *heldSite {
	t.Helper()
	handler, err := server.New(config)
	if err != nil {
		t.Fatal(err)
	}
	s := new(heldSite)
	gate := make(chan struct{})
	s.release = sync.OnceFunc(func() { close(gate) })
	s.Site, err = harness.Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, web.RestName) {
			n := s.asked.Add(1)
			select {
			case <-gate:
			case <-r.Context().Done():
				return
			}
			if n <= failing {
				http.Error(w, "busy", http.StatusServiceUnavailable)
				return
			}
		}
		handler.ServeHTTP(w, r)
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.release(); s.Close() })
	return s
}

// usable fails the test unless the page takes a query and shows its plan with numbers and its rows.
func usable(t *testing.T, page *harness.Page) {
	t.Helper()
	waitFirst := func(expression string) {
		t.Helper()
		if err := page.Wait(expression + ` || document.querySelector("#late")`); err != nil {
			t.Fatalf("%v; the page says %q and %q", err, text(t, page, "#planstrip"), text(t, page, ".result-line"))
		}
		if told := text(t, page, "#late"); told != "" {
			number, _ := strconv.Atoi(eval[string](t, page, `document.querySelector("#late").dataset.missing`))
			name, err := bundle.FunctionName(harness.Root(), number)
			t.Fatalf("%q for %s (%v): `go run ./e2e/late` records anew what has to come first", told, name, err)
		}
	}
	const rows = `document.querySelector(".result-line")?.textContent.includes("returned") && document.querySelectorAll("#grid .rf-row:not(.rf-free):not(.rf-loading)").length > 0`
	waitFirst(rows)
	do(t, page, typed("PartitionKey eq 'drama'")) // how what is stored is written is looked for later, in the rest
	do(t, page, chromedp.Sleep(1200*time.Millisecond))
	for _, query := range []string{"RowKey eq 'nobody' or Votes gt 5", "PartitionKey eq 'Drama'"} {
		do(t, page, typed(query))
		waitFirst(`/examines [\d,]+ of [\d,]+ entities/.test(document.querySelector("#planstrip").innerText)`)
	}
	do(t, page, chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)))
	waitFirst(rows)
}

// Ensure that a page can be used before the rest of its program is there, that what needs the rest waits and says so, and goes on when it
// has come, with what was done meanwhile; and that a fetch that fails is told and tried again.
func TestLate_Held(t *testing.T) {
	t.Parallel()
	config, err := harness.Config()
	if err != nil {
		t.Fatal(err)
	}
	config.Tables, err = server.OpenTables(t.Context(), server.TablesConfig{Accounts: []tableauth.Account{tableauth.WellKnownAccount()}})
	if err != nil {
		t.Fatal(err)
	}
	site := serveHeld(t, config, 1) // with accounts, which the page asks for once somebody can use it
	page, err := browser.Open(site.URL, harness.View{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(page.Close)
	if err := page.WaitStarted(); err != nil {
		t.Fatal(err)
	}
	usable(t, page)
	eval[any](t, page, `location.hash = "#v=1&t=Movies&screen=lab"`)
	wait(t, page, `document.querySelector("#late")?.innerText.includes("Loading the rest")`)
	eval[any](t, page, `location.hash = "#v=1&t=Movies&screen=partitions"`) // kept until it can be done
	eval[any](t, page, `location.hash = "#v=1&t=Movies&screen=lab"`)
	site.release()
	wait(t, page, `document.querySelector("#late")?.innerText.includes("503") && document.querySelector("#late").innerText.includes("tried again")`)
	wait(t, page, labReady+` && !document.querySelector("#late")`)
	if site.asked.Load() < 2 {
		t.Errorf("%d requests for the rest, want one after the failure", site.asked.Load())
	}
	for _, problem := range page.Problems() {
		if !strings.Contains(problem, "503") {
			t.Error(problem)
		}
	}
}

// Ensure that what is pressed while the program waits for its rest, and is no longer there when it goes on, is pressed in vain: the
// program removes the listener while it catches up, as one that never waited would have done before the second press.
func TestLate_PressedTwice(t *testing.T) {
	t.Parallel()
	config, err := harness.Config()
	if err != nil {
		t.Fatal(err)
	}
	site := serveHeld(t, config, 0)
	page, err := browser.Open(site.URL, harness.View{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(page.Close)
	if err := page.WaitStarted(); err != nil {
		t.Fatal(err)
	}
	usable(t, page)
	eval[any](t, page, `document.querySelector("#lesson-go").click()`)
	wait(t, page, `document.querySelector("#late")?.innerText.includes("Loading the rest")`)
	eval[any](t, page, `(() => { for (let i = 0; i < 3; i++) for (const b of document.querySelectorAll("#lesson-go, #tab-partitions, #compare")) b.click() })()`)
	site.release()
	wait(t, page, `document.querySelector("#lesson, .lesson")?.innerText.length > 200 && !document.querySelector("#late")`)
	for _, problem := range page.Problems() {
		t.Error(problem)
	}
}
