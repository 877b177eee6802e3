package e2e

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/input"
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
	service string       // address of the account's tables
	busy    atomic.Int32 // how many of the next requests the service is too busy for
	asked   atomic.Int32 // how many requests it had
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

// Ensure that an account on another service is shown through the same screens: nothing is asked unasked, a scan asks first and
// reads page by page, nothing is written before the lock is open, every request is told, and the key is nowhere in the page.
func TestLive_Journey(t *testing.T) {
	t.Parallel()
	site := serveShop(t)
	page := open(t, site.URL, phone)
	waitRows(t, page)
	chooseSource(t, page, "shop")
	wait(t, page, `[...document.querySelectorAll("#side .item .name")].some((e) => e.textContent === "Orders") && document.querySelector(".app.framed.tone-production") && document.title.startsWith("shop · production") && document.querySelector("link[rel~=icon]").href.startsWith("data:")`)
	axeBoth(t, page)
	click(t, page, ".blank button", "Orders")
	plan(t, page, "full scan", "not known before reading")
	wait(t, page, `document.querySelector(".blank")?.innerText.includes("Nothing was asked of shop yet") && document.querySelector("#save") === null`)
	if strings.ContainsAny(text(t, page, "#planstrip .facts"), "0123456789") {
		t.Errorf("guessed: %s", text(t, page, "#planstrip .facts"))
	}
	axeBoth(t, page)

	do(t, page, clicked("#tools"))
	wait(t, page, `document.querySelector("#top").offsetHeight > 0`)
	// A scan asks, with two entities a page.
	do(t, page, chromedp.Focus("#top"), input.InsertText("2"), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.activeElement.id === "scan" && document.querySelector(".scan").innerText.includes("the whole table, page by page, at most 2 entities a page, and each page is billed")`)
	axeBoth(t, page)
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector(".scan") && document.activeElement.closest("#editor")`)
	do(t, page, chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)))
	wait(t, page, `document.activeElement.id === "scan"`)
	do(t, page, chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector(".result-line").innerText.includes("2 entities returned") && document.querySelector(".result-line").innerText.includes("there is more, from p0 / r2")`)
	waitRows(t, page)
	do(t, page, focused("#next-page"))
	do(t, page, enter())
	wait(t, page, `document.querySelector(".result-line").innerText.includes("4 entities returned") && document.activeElement.id === "next-page"`)
	do(t, page, focused("#read-on"))
	do(t, page, enter())
	wait(t, page, `document.querySelector(".result-line").innerText.includes("7 entities returned") && document.querySelector(".result-line").innerText.includes("read to the end") && document.activeElement.closest("#grid")`)
	do(t, page, clicked(".page-facts summary"))
	wait(t, page, `document.querySelectorAll(".page-facts tbody tr").length === 4 && [...document.querySelectorAll(".page-facts td code")].every((c) => c.innerText.length > 20)`)
	axeBoth(t, page)
	do(t, page, clicked(".page-facts summary"))

	// One entity by its keys is read at once, and is not written to before the lock is open.
	do(t, page, typed("PartitionKey eq 'p1' and RowKey eq 'r5'"))
	plan(t, page, "point")
	do(t, page, chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)))
	wait(t, page, `document.querySelector(".result-line").innerText.includes("1 entity returned") && [...document.querySelectorAll("#grid .rf-cell")].some((c) => c.innerText === "r5")`)
	toGrid(t, page)
	do(t, page, chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#prop-text-1")?.value === "5" && document.querySelector("#save").disabled && document.querySelector("#read-only").innerText.includes("read-only")`)
	axeBoth(t, page)
	click(t, page, ".sourcebar button", "Read-only · unlock…")
	wait(t, page, `document.querySelector("#dialog").open && ["shop", "production"].every((w) => document.querySelector("#dialog").innerText.includes(w))`)
	axeBoth(t, page)
	click(t, page, "#dialog button", "Open shop for writing")
	wait(t, page, `!document.querySelector("#dialog").open && document.querySelector("#lock").innerText.includes("Writes are open") && !document.querySelector("#save").disabled`)
	do(t, page, chromedp.Focus("#prop-text-1"), chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)), input.InsertText("55"), clicked("#save-now"))
	wait(t, page, `document.querySelector(".notice")?.innerText.includes("Saved p1 / r5") && document.querySelector(".result-line").innerText.includes("the table changed since")`)
	if got := site.ask(t, "GET", "/Orders(PartitionKey='p1',RowKey='r5')", "", http.StatusOK); !strings.Contains(got, `"Total":55`) {
		t.Errorf("stored: %s", got)
	}
	axeBoth(t, page)
	click(t, page, "#inspector button", "Close the inspector")
	click(t, page, ".sourcebar button", "Writes are open · lock")
	wait(t, page, `document.querySelector("#lock").innerText.includes("unlock")`)

	// What went over the wire.
	click(t, page, "#requests", "Requests")
	wait(t, page, `document.querySelector("#tab-account")?.ariaSelected === "true" && document.querySelectorAll(".requests ol > li").length >= 7`)
	click(t, page, ".requests button", "Copy request id")
	do(t, page, chromedp.Evaluate(`[...document.querySelectorAll(".requests li button")].find((b) => b.innerText === "Details").click()`, nil))
	wait(t, page, `document.querySelectorAll(".exchange pre").length === 2`)
	axeBoth(t, page)
	do(t, page, chromedp.Evaluate(`window.saved = ""; { const make = URL.createObjectURL; URL.createObjectURL = (b) => { b.text().then((t) => window.saved = t); return make.call(URL, b) } }`, nil))
	click(t, page, "#har", "Save as HAR")
	wait(t, page, `window.saved !== ""`)
	checkHAR(t, eval[string](t, page, `window.saved`), site.service)
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector("#dialog").open`)
	keeps(t, page, liveKey)

	// A reload comes back to the view, and asks for nothing but the names of the tables.
	if err := page.Reload(); err != nil {
		t.Fatal(err)
	}
	if err := page.WaitStarted(); err != nil {
		t.Fatal(err)
	}
	wait(t, page, `document.querySelector(".framed.tone-production") && document.querySelector(".blank")?.innerText.includes("Nothing was asked of shop yet")`)
	if got := editorText(t, page); got != "PartitionKey eq 'p1' and RowKey eq 'r5'" {
		t.Errorf("the editor holds %q", got)
	}
	click(t, page, ".blank button", "Run")
	wait(t, page, `document.querySelector(".result-line").innerText.includes("1 entity returned")`)
	chooseSource(t, page, "This browser")
	wait(t, page, `!document.querySelector(".framed") && !document.title.includes("shop") && !document.querySelector("link[rel~=icon]").href.startsWith("data:")`)
	waitRows(t, page)
	if wide := eval[bool](t, page, `document.documentElement.scrollWidth > innerWidth`); wide {
		t.Error("the page is wider than the screen")
	}
}

func checkHAR(t *testing.T, text, service string) {
	t.Helper()
	var har struct {
		Log struct {
			Version string
			Entries []struct {
				Request struct{ Method, URL string }
			}
		}
	}
	if err := json.Unmarshal([]byte(text), &har); err != nil {
		t.Fatal(err)
	}
	written := false
	for _, e := range har.Log.Entries {
		written = written || e.Request.Method == "PUT"
		if !strings.HasPrefix(e.Request.URL, service+"/") {
			t.Errorf("a request to %s", e.Request.URL)
		}
	}
	if har.Log.Version != "1.2" || len(har.Log.Entries) < 7 || !written {
		t.Errorf("%d entries, version %s, written %v", len(har.Log.Entries), har.Log.Version, written)
	}
	for _, secret := range []string{liveKey, "SharedKey", "X-Rangefinder-Session"} {
		if strings.Contains(strings.ToLower(text), strings.ToLower(secret)) {
			t.Errorf("the archive holds %.12s", secret)
		}
	}
}

// Ensure that an account is connected with a string that leaves the page at once, is tried, and can be forgotten.
func TestLive_Connect(t *testing.T) {
	t.Parallel()
	site := serveShop(t)
	page, err := browser.Open(site.URL, harness.View{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(page.Close)
	if err := page.WaitStarted(); err != nil {
		t.Fatal(err)
	}
	waitRows(t, page)
	click(t, page, "#connect", "+ Connect an account…")
	wait(t, page, `document.querySelector("#connect-string")?.type === "password" && document.querySelector("#connect-string").autocomplete === "off"`)
	field := func(id, value string) {
		t.Helper()
		do(t, page, chromedp.Focus("#"+id), chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)), input.InsertText(value))
	}
	field("connect-string", strings.Replace(site.connection(), "AccountName=orders", "AccountName=other", 1))
	click(t, page, "#dialog button", "Connect")
	wait(t, page, `document.querySelector("#dialog-err")?.innerText.length > 10 && document.querySelector("#connect-string").value === "" && document.activeElement.id === "connect-string"`)
	axe(t, page)
	do(t, page, clicked("#connect-shown"))
	wait(t, page, `document.querySelector("#connect-string").type === "text"`)
	field("connect-string", site.connection())
	field("connect-name", "mine")
	field("connect-label", "test")
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `!document.querySelector("#dialog").open && document.querySelector(".framed.tone-test") && document.title.startsWith("mine · test") && [...document.querySelectorAll("#side .item .name")].some((e) => e.textContent === "Orders")`)
	keeps(t, page, liveKey)
	keeps(t, page, "AccountKey=")
	click(t, page, "#side button", "Have the server forget the account mine")
	wait(t, page, `!document.querySelector(".framed") && !document.querySelector("#sources").innerText.includes("mine")`)
	waitRows(t, page)
}

// Ensure that the server's own Table endpoint is a source beside the browser's tables, and is written to as they are.
func TestLive_OwnEndpoint(t *testing.T) {
	t.Parallel()
	site := serveShop(t)
	page := open(t, site.URL, harness.View{})
	waitRows(t, page)
	chooseSource(t, page, "devstoreaccount1")
	wait(t, page, `document.querySelector(".framed.tone-own") && document.querySelector(".blank")?.innerText.includes("The account has no tables.")`)
	click(t, page, "button", "+ New table")
	wait(t, page, `document.querySelector("#dialog").open`)
	do(t, page, input.InsertText("Films"), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector(".crumb h1").innerText === "Films" && document.querySelector(".blank")?.innerText.includes("Nothing was asked")`)
	newEntity(t, page)
	do(t, page, input.InsertText("a"), chromedp.Focus("#insp-rk"), input.InsertText("b"), clicked("#save-now"))
	wait(t, page, `document.querySelector(".notice")?.innerText.includes("Inserted a / b")`)
	do(t, page, typed("PartitionKey eq 'a'"), chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)))
	wait(t, page, `document.querySelector(".result-line").innerText.includes("1 entity returned · 1 read so far")`)
	click(t, page, ".crumb button", "Delete table…")
	wait(t, page, `document.querySelector("#dialog")?.innerText.includes("cannot be undone")`)
	click(t, page, "#dialog button", "Delete Films of devstoreaccount1")
	wait(t, page, `document.querySelector(".blank")?.innerText.includes("The account has no tables.")`)
}

// Ensure that a wait for the next attempt is on screen and can be ended.
func TestLive_Retry_Stop(t *testing.T) {
	t.Parallel()
	site := serveShop(t)
	page, err := browser.Open(site.URL+"#v=1&a=shop&t=Orders&f=PartitionKey%20eq%20'p0'", harness.View{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(page.Close) // 503 is among its problems
	wait(t, page, `document.querySelector("#retry")`)
	do(t, page, chosen("#retry", "linear"))
	site.busy.Store(1 << 20)
	click(t, page, ".blank button", "Run")
	wait(t, page, `/Attempt 1 failed \(503 ServerBusy\)\. Trying again in \d s\./.test(document.querySelector("#waiting")?.innerText)`)
	click(t, page, ".result-line button", "Stop")
	wait(t, page, `!document.querySelector("#waiting") && !document.querySelector(".running")`)
	click(t, page, "#run", "Run Ctrl ⏎")
	wait(t, page, `document.querySelector("#waiting")`)
	axe(t, page)
	// The last attempt may have failed meanwhile.
	do(t, page, chromedp.Evaluate(`[...document.querySelectorAll(".result-line button")].find((b) => b.innerText.trim() === "Stop")?.click()`, nil))
	wait(t, page, `!document.querySelector("#waiting") && !document.querySelector(".running")`)
	site.busy.Store(0)
	click(t, page, "#run", "Run Ctrl ⏎")
	wait(t, page, `document.querySelector(".result-line").innerText.includes("4 entities returned")`)
	click(t, page, "#requests", "Requests")
	wait(t, page, `document.querySelector(".requests")?.innerText.includes("503 ServerBusy")`)
	if err := page.Reload(); err != nil {
		t.Fatal(err)
	}
	wait(t, page, `document.querySelector("#retry")?.value === "linear"`)
}

// Ensure that a page from a host without accounts asks for none and says what one needs.
func TestLive_StaticHost(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{Width: 390, Height: 844})
	click(t, page, "#connect", "+ Connect an account…")
	wait(t, page, `document.querySelector("#dialog").innerText.includes("rangefinder serve")`)
	axe(t, page)
	for _, f := range page.Fetched() {
		if strings.Contains(f.URL, "/api/") {
			t.Errorf("asks for %s", f.URL)
		}
	}
}
