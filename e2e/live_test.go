package e2e

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
	"rangefinder/server"
	"rangefinder/server/connection"
	"rangefinder/server/feed"
	"rangefinder/server/proxy"
	"rangefinder/server/tableauth"
)

// liveKey is the key of the account that stands for a live one; nothing of it may come into the page.
var liveKey = base64.StdEncoding.EncodeToString([]byte("the secret key of the live account"))

// shopSite is a server of the page with its own Table endpoint, and a service that has an account of it.
type shopSite struct {
	*harness.Site
	service string                                     // address of the account's tables
	busy    atomic.Int32                               // how many of the next requests the service is too busy for
	asked   atomic.Int32                               // how many requests it had
	held    atomic.Pointer[func(r *http.Request) bool] // requests that get no answer until they are given up; nil for none
}

// serveShop begins with the table Orders of seven entities.
func serveShop(t *testing.T) *shopSite {
	t.Helper()
	s := new(shopSite)
	key, err := tableauth.ParseKey(liveKey)
	if err != nil {
		t.Fatal(err)
	}
	there, err := server.OpenTables(t.Context(), server.TablesConfig{Accounts: []tableauth.Account{{Name: "orders", Keys: []tableauth.Key{key}}}})
	if err != nil {
		t.Fatal(err)
	}
	service := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.asked.Add(1)
		if s.busy.Load() > 0 && s.busy.Add(-1) >= 0 {
			w.Header().Set("Content-Type", "application/json;odata=minimalmetadata")
			w.WriteHeader(http.StatusServiceUnavailable)
			fmt.Fprint(w, `{"odata.error":{"code":"ServerBusy","message":{"lang":"en-US","value":"The server is busy."}}}`)
			return
		}
		if held := s.held.Load(); held != nil && (*held)(r) {
			<-r.Context().Done()
			return
		}
		there.ServeHTTP(w, r)
	}))
	s.service = service.URL + "orders"

	account, err := connection.Parse(s.connection())
	if err != nil {
		t.Fatal(err)
	}
	live, err := proxy.New(proxy.Config{Accounts: []connection.Entry{{Name: "shop", Label: "production", Account: account}}})
	if err != nil {
		t.Fatal(err)
	}
	requests := feed.New(0)
	t.Cleanup(requests.Close)
	own, err := server.OpenTables(t.Context(), server.TablesConfig{Accounts: []tableauth.Account{tableauth.WellKnownAccount()}, Feed: requests})
	if err != nil {
		t.Fatal(err)
	}
	config, err := harness.Config()
	if err != nil {
		t.Fatal(err)
	}
	config.Tables, config.Feed, config.Live = own, requests, live
	handler, err := server.New(config)
	if err != nil {
		t.Fatal(err)
	}
	s.Site = serve(t, handler)
	s.ask(t, "POST", "/Tables", `{"TableName":"Orders"}`, http.StatusCreated)
	for i := range 7 {
		s.ask(t, "POST", "/Orders", fmt.Sprintf(`{"PartitionKey":"p%d","RowKey":"r%d","Total":%d}`, i/4, i, i), http.StatusCreated)
	}
	return s
}

func serve(t *testing.T, handler http.Handler) *harness.Site {
	t.Helper()
	site, err := harness.Serve(handler)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { site.Close() })
	return site
}

func (s *shopSite) connection() string {
	return "DefaultEndpointsProtocol=http;AccountName=orders;AccountKey=" + liveKey + ";TableEndpoint=" + s.service
}

// ask sends a request to the service, past the page's server.
func (s *shopSite) ask(t *testing.T, method, path, body string, want int) string {
	t.Helper()
	r, err := http.NewRequest(method, s.service+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "application/json;odata=nometadata")
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if method == http.MethodDelete {
		r.Header.Set("If-Match", "*")
	}
	key, err := tableauth.ParseKey(liveKey)
	if err != nil {
		t.Fatal(err)
	}
	status, answer := sendSigned(t, r, "orders", key)
	if status != want {
		t.Fatalf("%s %s: %d %s", method, path, status, answer)
	}
	return answer
}

// chooseSource presses the source whose button begins with that text.
func chooseSource(t *testing.T, page *harness.Page, name string) {
	t.Helper()
	wait(t, page, fmt.Sprintf(`(() => { const b = [...document.querySelectorAll("#sources button.item")].find((b) => b.querySelector(".name").innerText.includes(%q) || b.querySelector(".name").textContent.includes(%q)); b?.click(); return b })()`, name, name))
}

// keeps fails when the page, or what it keeps, holds a text.
func keeps(t *testing.T, page *harness.Page, secret string) {
	t.Helper()
	if where := eval[string](t, page, fmt.Sprintf(`[["page", document.documentElement.outerHTML], ["settings", JSON.stringify({...localStorage})], ["session", JSON.stringify({...sessionStorage})], ["address", location.href],
		["fields", [...document.querySelectorAll("input, textarea")].map((e) => e.value).join()]].filter(([, text]) => text.includes(%q)).map(([name]) => name).join()`, secret)); where != "" {
		t.Errorf("a secret is in the %s", where)
	}
}

// Ensure what only a browser tells of accounts, of which package uitest has the rest: the tab is marked, the keyboard goes where the
// page says, requests reach an account over fetch and the server's proxy, what was typed into the field of a connection is nowhere
// after the account is connected, and axe finds nothing in what accounts show; on a phone.
func TestLive_InBrowser(t *testing.T) {
	t.Parallel()
	site := serveShop(t)
	page, err := warm.OpenUnstored(site.URL, phone)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, problem := range page.Problems() {
			if !strings.Contains(problem, "503") && !strings.Contains(problem, "api/connections") { // what is refused here, the browser tells of
				t.Error(problem)
			}
		}
		page.Close()
	})
	if err := page.WaitStarted(); err != nil {
		t.Fatal(err)
	}
	waitRows(t, page)
	marked := func(tone, title string) {
		t.Helper()
		wait(t, page, fmt.Sprintf(`document.querySelector(".app.framed.tone-%s") && document.title.startsWith(%q) && document.querySelector("link[rel~=icon]").href.startsWith("data:")`, tone, title))
	}

	click(t, page, "#connect", "+ Connect an account…")
	wait(t, page, `document.querySelector("#connect-string")?.type === "password"`)
	do(t, page, filled("#connect-string", strings.Replace(site.connection(), "AccountName=orders", "AccountName=other", 1)))
	click(t, page, "#dialog button", "Connect")
	wait(t, page, `document.querySelector("#dialog-err") && document.querySelector("#connect-string").value.includes("AccountName=other") && document.activeElement.id === "connect-string"`)
	axeOf(t, page, "#dialog")
	do(t, page, filled("#connect-string", site.connection()), filled("#connect-name", "mine"), filled("#connect-label", "test"), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `!document.querySelector("#dialog").open`)
	marked("test", "mine · test")
	keeps(t, page, liveKey)
	keeps(t, page, "AccountKey=")

	chooseSource(t, page, "shop")
	marked("production", "shop · production")
	wait(t, page, `document.querySelector(".blank button")`)
	axeBoth(t, page)
	click(t, page, ".blank button", "Orders")
	plan(t, page, "full scan")
	do(t, page, clicked("#tools"), clicked("#page-size"))
	wait(t, page, `document.querySelector("#top").offsetHeight > 0`)
	do(t, page, filled("#top", "2"), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.activeElement.id === "scan"`)
	axeOf(t, page, ".scan")
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector(".scan") && document.activeElement.closest("#editor")`)
	do(t, page, runKey())
	wait(t, page, `document.activeElement.id === "scan"`)
	do(t, page, chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Enter))
	says(t, page, ".result-line", "2 returned")
	do(t, page, focused("#next-page"), enter())
	wait(t, page, `document.querySelector(".result-line").innerText.includes("4 returned") && document.activeElement.id === "next-page"`)
	do(t, page, focused("#read-on"), enter())
	wait(t, page, `document.querySelector(".result-line").innerText.includes("7 returned") && document.activeElement.closest("#grid")`)
	do(t, page, clicked(".page-facts summary"))
	axeOf(t, page, ".result-line, .page-facts")
	do(t, page, clicked(".page-facts summary"))

	do(t, page, typed("PartitionKey eq 'p1' and RowKey eq 'r5'"), runKey())
	says(t, page, ".result-line", "1 returned")
	toGrid(t, page)
	do(t, page, chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#prop-text-1")?.value === "5" && document.querySelector("#save").disabled`)
	axeOf(t, page, "#inspector, .sourcebar")
	click(t, page, ".sourcebar button", "Read-only · unlock…")
	wait(t, page, `document.querySelector("#unlock")`)
	axeOf(t, page, "#dialog")
	do(t, page, clicked("#unlock"))
	wait(t, page, `!document.querySelector("#dialog").open && !document.querySelector("#save").disabled`)
	do(t, page, filled("#prop-text-1", "55"), clicked("#save-now"))
	says(t, page, ".notice", "Committed p1 / r5")
	if got := site.ask(t, "GET", "/Orders(PartitionKey='p1',RowKey='r5')", "", http.StatusOK); !strings.Contains(got, `"Total":55`) {
		t.Errorf("stored: %s", got)
	}
	axeOf(t, page, "#inspector, .notice")
	click(t, page, "#inspector button", "Close the inspector")

	do(t, page, chosen("#retry", "linear"))
	site.busy.Store(1 << 20)
	do(t, page, clicked("#run"))
	wait(t, page, `document.querySelector("#waiting")`)
	axeOf(t, page, ".result-line")
	// The last attempt may have failed meanwhile.
	eval[any](t, page, `[...document.querySelectorAll(".result-line button")].find((b) => b.innerText.trim() === "Stop")?.click()`)
	wait(t, page, `!document.querySelector("#waiting") && !document.querySelector(".running")`)
	site.busy.Store(0)

	do(t, page, clicked("#requests"))
	wait(t, page, `document.querySelector("#tab-account")?.ariaSelected === "true"`)
	eval[any](t, page, `[...document.querySelectorAll(".requests li button")].find((b) => b.innerText === "Details").click()`)
	wait(t, page, `document.querySelectorAll(".exchange pre").length === 2`)
	axeOf(t, page, "#requests-dock, #dialog")
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector("#dialog").open`)
	keeps(t, page, liveKey)
	chooseSource(t, page, "This browser")
	wait(t, page, `!document.querySelector(".framed") && !document.title.includes("shop") && !document.querySelector("link[rel~=icon]").href.startsWith("data:")`)
	narrow(t, page)
}

// Ensure that a page from a static host asks it for neither accounts nor requests.
func TestLive_StaticHost(t *testing.T) {
	t.Parallel()
	page := openUnstored(t, servePage(t).URL, harness.View{})
	waitRows(t, page)
	click(t, page, "#connect", "+ Connect an account…")
	wait(t, page, `document.querySelector("#dialog").innerText.includes("rangefinder serve") && !document.querySelector("#requests")`)
	for _, f := range page.Fetched() {
		if strings.Contains(f.URL, "/api/") {
			t.Errorf("asks for %s", f.URL)
		}
	}
}
