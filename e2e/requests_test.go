package e2e

import (
	"net/http"
	"strings"
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

// Ensure that what an application asks appears with its plan, as it comes and by shape, can be held, cleared, and opened in the
// query screen with what to do about it; by keyboard, on a phone.
func TestRequests_Journey(t *testing.T) {
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
	click(t, page, "#requests", "Requests")
	wait(t, page, `document.querySelectorAll(".requests ol > li").length === 2`)

	ask("GET", "/Movies()?$filter=Rating%20gt%204.0", "")
	ask("GET", "/Movies()?$filter=Rating%20gt%206.0", "")
	ask("GET", "/Movies()?$filter=PartitionKey%20eq%20'Action'%20or%20PartitionKey%20eq%20'%3Cimg%20src%3Dx%3E'", "")
	wait(t, page, `document.querySelectorAll(".requests ol > li").length === 5`)
	first := strings.ToLower(text(t, page, ".requests ol > li"))
	for _, want := range []string{"get", "200", "full scan", "1 examined / 1 returned", "<img src=x>", "finding"} {
		if !strings.Contains(first, want) {
			t.Errorf("no %q in %s", want, first)
		}
	}
	axeBoth(t, page)
	if wide := eval[bool](t, page, `document.querySelector("dialog").scrollWidth > document.querySelector("dialog").clientWidth || document.documentElement.scrollWidth > innerWidth`); wide {
		t.Error("the dialog is wider than the screen")
	}

	// Into the list by keyboard: it stands still.
	do(t, page, focused("#requests-panel"), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector(".requests .notes li") && document.activeElement.ariaExpanded === "true" && document.querySelector("#pause").innerText === "Resume"`)
	axeBoth(t, page)
	ask("GET", "/Movies(PartitionKey='Action',RowKey='none')", "")
	wait(t, page, `document.querySelector("#pause").innerText === "Resume · 1 new"`)
	if n := eval[int](t, page, `document.querySelectorAll(".requests ol > li").length`); n != 5 {
		t.Errorf("%d requests in a pause", n)
	}
	click(t, page, "#pause", "Resume · 1 new")
	wait(t, page, `document.querySelectorAll(".requests ol > li").length === 6 && document.querySelector(".requests .tag").innerText === "404"`)

	do(t, page, focused("#tab-live"), chromedp.KeyEvent(kb.ArrowRight))
	wait(t, page, `document.activeElement.id === "tab-shapes" && document.querySelector(".requests ol > li")?.innerText.includes("Rating gt {Double}")`)
	top := strings.ToLower(text(t, page, ".requests ol > li"))
	for _, want := range []string{"2 ×", "movies", "full scan", "1.0 examined per returned", "last: rating gt 6.0"} {
		if !strings.Contains(top, want) {
			t.Errorf("no %q in %s", want, top)
		}
	}
	axeBoth(t, page)
	do(t, page, chromedp.KeyEvent(kb.ArrowLeft))
	wait(t, page, `document.activeElement.id === "tab-live"`)

	// The query with a rewrite.
	wait(t, page, `(() => {
		const li = [...document.querySelectorAll(".requests ol > li")].find((li) => li.innerText.includes("<img src=x>"));
		const b = li && [...li.querySelectorAll("button")].find((b) => b.innerText === "Open in the query screen");
		b?.focus();
		return b;
	})()`)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `!document.querySelector("#dialog").open && document.activeElement.closest("#editor")`)
	if got := editorText(t, page); got != "PartitionKey eq 'Action' or PartitionKey eq '<img src=x>'" {
		t.Errorf("the editor holds %s", got)
	}
	plan(t, page, "full scan", "hint")
	// On the account that was asked, and it is not asked again.
	wait(t, page, `document.querySelector("#sources .on")?.textContent.includes("devstoreaccount1") && new URLSearchParams(location.hash.slice(1)).get("a") === "devstoreaccount1"`)
	if got := text(t, page, ".result-line"); strings.Contains(got, "returned") || strings.Contains(got, "Reading") {
		t.Errorf("it ran: %s", got)
	}

	click(t, page, "#requests", "Requests")
	wait(t, page, `document.querySelectorAll(".requests ol > li").length === 6`)
	click(t, page, "#dialog button", "Clear")
	wait(t, page, `document.querySelector(".requests .none")`)
	axeBoth(t, page)
	ask("GET", "/Nowhere()", "")
	wait(t, page, `document.querySelectorAll(".requests ol > li").length === 1`)
	click(t, page, ".requests button", "Open in the query screen")
	wait(t, page, `!document.querySelector("#dialog").open && new URLSearchParams(location.hash.slice(1)).get("t") === "Nowhere"`)
}

// Ensure that a page without an endpoint behind it shows no requests and asks for none.
func TestRequests_NoEndpoint(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	if eval[bool](t, page, `!!document.querySelector("#requests")`) {
		t.Error("there is a button")
	}
	for _, f := range page.Fetched() {
		if strings.Contains(f.URL, "/api/") {
			t.Errorf("asks for %s", f.URL)
		}
	}
}
