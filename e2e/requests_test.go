package e2e

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
	"rangefinder/server"
	"rangefinder/server/feed"
	"rangefinder/server/tableauth"
)

// serveFeed is a server with a Table endpoint, and what sends a request to that, signed.
func serveFeed(t *testing.T) (*harness.Site, func(method, path, body string) int) {
	t.Helper()
	requests := feed.New(0)
	t.Cleanup(requests.Close)
	tables, err := server.OpenTables(t.Context(), server.TablesConfig{Accounts: []tableauth.Account{tableauth.WellKnownAccount()}, Feed: requests})
	if err != nil {
		t.Fatal(err)
	}
	config, err := harness.Config()
	if err != nil {
		t.Fatal(err)
	}
	config.Tables, config.Feed = tables, requests
	handler, err := server.New(config)
	if err != nil {
		t.Fatal(err)
	}
	page, err := harness.Serve(handler)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { page.Close() })
	site, err := harness.Serve(tables)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { site.Close() })
	e := endpoint{tables: site.URL + tableauth.WellKnownAccount().Name}
	return page, func(method, path, body string) int {
		status, _ := e.ask(t, method, path, body)
		return status
	}
}

// Ensure what only a browser tells of the requests of applications, of which package uitest has the rest: they come over its own
// stream, what is in them does not become markup, the keyboard walks through them while they stand still, and axe finds nothing; on
// a phone.
func TestRequests_InBrowser(t *testing.T) {
	t.Parallel()
	site, ask := serveFeed(t)
	if status := ask("POST", "/Tables", `{"TableName":"Movies"}`); status != http.StatusCreated {
		t.Fatalf("status %d", status)
	}
	if status := ask("POST", "/Movies", `{"PartitionKey":"Action","RowKey":"Alien","Rating":8.5}`); status != http.StatusCreated {
		t.Fatalf("status %d", status)
	}
	page := openUnstored(t, site.URL, phone)
	waitRows(t, page)
	do(t, page, clicked("#requests"))
	listed := func(n int) {
		t.Helper()
		wait(t, page, fmt.Sprintf(`document.querySelectorAll(".requests ol > li").length === %d`, n))
	}
	listed(2)
	// On a desktop the introduction, rows and the requests are on one screen.
	do(t, page, look(page, harness.View{Width: 1440, Height: 900, Dark: true}))
	wait(t, page, `document.querySelector("#intro") && ((m) => m.scrollHeight <= m.clientHeight)(document.querySelector(".main"))`)
	// Beside the inspector, too, five entities are in view.
	toGrid(t, page)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector(".insp-full #insp-pk")`)
	for _, view := range []harness.View{{Width: 1024, Height: 768}, {Width: 1440, Height: 900, Dark: true}} {
		do(t, page, look(page, view))
		wait(t, page, `document.querySelector(".rf-grid").clientHeight >= 32 + 5 * 30`)
	}
	do(t, page, clicked("#insp-close"))
	// The other screens scroll within themselves above the requests.
	do(t, page, clicked("#tab-simulator"))
	wait(t, page, `document.querySelector(".sim") && ((m) => m.scrollHeight <= m.clientHeight)(document.querySelector(".main"))`)
	do(t, page, clicked("#tab-query"))
	do(t, page, look(page, phone))
	ask("GET", "/Movies()?$filter=PartitionKey%20eq%20'Action'%20or%20PartitionKey%20eq%20'%3Cimg%20src%3Dx%3E'", "")
	listed(3)
	if eval[bool](t, page, `!document.querySelector(".requests ol > li").innerText.includes("<img src=x>") || !!document.querySelector(".requests img")`) {
		t.Error("a filter became markup")
	}

	// On a desktop each is one line.
	do(t, page, look(page, harness.View{Width: 1440, Height: 900, Dark: true}))
	wait(t, page, `[...document.querySelectorAll(".requests ol > li")].every((li) => li.offsetHeight < 40)`)
	do(t, page, look(page, phone))

	// Into the list by keyboard: it stands still.
	do(t, page, focused("#requests-panel"), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector(".requests .notes li") && document.activeElement.ariaExpanded === "true" && document.querySelector("#pause").innerText === "Resume"`)
	axeBoth(t, page)
	narrow(t, page)
	ask("GET", "/Movies(PartitionKey='Action',RowKey='none')", "")
	click(t, page, "#pause", "Resume · 1 new")
	listed(4)

	do(t, page, focused("#tab-live"), chromedp.KeyEvent(kb.ArrowRight))
	wait(t, page, `document.activeElement.id === "tab-shapes" && document.querySelector(".requests ol > li")`)
	axeOf(t, page, "#requests-dock")
	do(t, page, chromedp.KeyEvent(kb.ArrowLeft))
	wait(t, page, `document.activeElement.id === "tab-live"`)
	wait(t, page, `(() => {
		const li = [...document.querySelectorAll(".requests ol > li")].find((li) => li.innerText.includes("<img src=x>"));
		const b = li && [...li.querySelectorAll("button")].find((b) => b.innerText === "Open in the query screen");
		b?.focus();
		return b;
	})()`)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.activeElement.closest("#editor")`)
	if got := editorText(t, page); got != "PartitionKey eq 'Action' or PartitionKey eq '<img src=x>'" {
		t.Errorf("the editor holds %s", got)
	}

	listed(4)
	click(t, page, ".dock button", "Clear")
	wait(t, page, `document.querySelector(".requests .none")`)
	axeOf(t, page, "#requests-dock")
	do(t, page, focused("#pause"), chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector("#requests-dock")`)

	// The server's own account over fetch.
	do(t, page, typed("PartitionKey eq 'Action'"), runKey())
	says(t, page, ".result-line", "1 returned")
}

// Ensure that on a phone Back closes the requests before it leaves the view, also after another screen was chosen under them.
func TestRequests_Back(t *testing.T) {
	t.Parallel()
	site, _ := serveFeed(t)
	page := openUnstored(t, site.URL, phone)
	waitRows(t, page)
	const requests, lab = `!!document.querySelector("#requests-dock")`, `!!document.querySelector("#screen-lab:not([hidden])")`
	for range 2 { // over the query, and over the lab
		do(t, page, clicked("#requests"))
		wait(t, page, requests+` && history.state?.startsWith("\u0001")`)
		eval[any](t, page, `document.querySelector("#tab-lab").click()`)
		wait(t, page, lab+` && location.hash.includes("screen=lab") && history.state?.startsWith("\u0001")`)
		eval[any](t, page, `history.back()`)
		wait(t, page, `!(`+requests+`) && `+lab)
	}
	eval[any](t, page, `history.back()`)
	wait(t, page, `!(`+lab+`)`)
}

// Ensure that the requests open beside a plain table, which scrolls in its own place, and not below its last row.
func TestRequests_BesidePlainTable(t *testing.T) {
	t.Parallel()
	site, _ := serveFeed(t)
	page := openUnstored(t, site.URL, harness.View{Width: 1440, Height: 900})
	waitRows(t, page)
	eval[any](t, page, `document.querySelector("#plain-table").click()`)
	wait(t, page, `document.querySelectorAll("#plain tbody tr").length > 20`)
	do(t, page, clicked("#requests"))
	wait(t, page, `document.querySelector("#requests-dock")`)
	const top = `document.querySelector("#plain caption").getBoundingClientRect().top`
	wait(t, page, `document.querySelector("#requests-dock").getBoundingClientRect().top < innerHeight && `+top+` > 0`)
}
