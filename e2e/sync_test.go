package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
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

// service is an Azurite behind a line that can be cut and held, and a Rangefinder that has it as the account azurite.
type service struct {
	*harness.Azurite
	Page       *harness.Site
	Connection string // to the account, over the line

	mu    sync.Mutex
	cut   bool
	lists []string      // tokens of the lists of entities that were asked for, "" for a first page
	hold  int           // lists after so many wait for free
	free  chan struct{} // closed when they may go on
}

// ServeHTTP is the line.
func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	cut, wait := s.cut, (chan struct{})(nil)
	if q := r.URL.Query(); r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "()") {
		s.lists = append(s.lists, q.Get("NextPartitionKey")+"/"+q.Get("NextRowKey"))
		if s.hold > 0 && len(s.lists) > s.hold {
			wait = s.free
		}
	}
	s.mu.Unlock()
	if cut {
		panic(http.ErrAbortHandler)
	}
	if wait != nil {
		select {
		case <-wait:
		case <-r.Context().Done():
		}
	}
	to, _ := url.Parse(s.URL)
	(&httputil.ReverseProxy{Rewrite: func(p *httputil.ProxyRequest) {
		p.Out.URL.Scheme, p.Out.URL.Host, p.Out.Host = to.Scheme, to.Host, to.Host
	}}).ServeHTTP(w, r)
}

func (s *service) line(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

// serveAzurite starts them.
func serveAzurite(t *testing.T) *service {
	t.Helper()
	azurite, err := harness.StartAzurite(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { azurite.Stop() })
	s := &service{Azurite: azurite, free: make(chan struct{})}
	line, err := harness.Serve(s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { line.Close() })
	well := tableauth.WellKnownAccount()
	s.Connection = fmt.Sprintf("AccountName=%s;AccountKey=%s;TableEndpoint=%s%s", well.Name, tableauth.WellKnownKey, line.URL, well.Name)
	account, err := connection.Parse(s.Connection)
	if err != nil {
		t.Fatal(err)
	}
	live, err := proxy.New(proxy.Config{Accounts: []connection.Entry{{Name: "azurite", Account: account}}})
	if err != nil {
		t.Fatal(err)
	}
	config, err := harness.Config()
	if err != nil {
		t.Fatal(err)
	}
	config.Live, config.Feed = live, feed.New(0)
	t.Cleanup(config.Feed.Close)
	handler, err := server.New(config)
	if err != nil {
		t.Fatal(err)
	}
	if s.Page, err = harness.Serve(handler); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Page.Close() })
	return s
}

// step is what the application does, see testdata/sync.mjs.
type step map[string]any

// sdk does steps with the JavaScript client, past the line, and returns their results.
func (s *service) sdk(t *testing.T, steps ...step) []json.RawMessage {
	t.Helper()
	well := tableauth.WellKnownAccount()
	given, err := json.Marshal(map[string]any{"url": s.URL, "account": well.Name, "key": tableauth.WellKnownKey, "steps": steps})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "given") // a file, not a pipe, which Node.js cannot read all of at once
	if err := os.WriteFile(name, given, 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	node := exec.CommandContext(t.Context(), "node", filepath.Join(harness.Root(), "e2e", "testdata", "sync.mjs"))
	var output, complaint bytes.Buffer
	node.Stdin, node.Stdout, node.Stderr = file, &output, &complaint
	if err := node.Run(); err != nil {
		t.Fatalf("%v (`make test` installs the client, or `npm ci --ignore-scripts` in e2e)\n%s", err, complaint.String())
	}
	var results []json.RawMessage
	if err := json.Unmarshal(output.Bytes(), &results); err != nil {
		t.Fatalf("%v: %s", err, output.String())
	}
	return results
}

// says waits until the element holds all the words.
func says(t *testing.T, page *harness.Page, selector string, words ...string) {
	t.Helper()
	for _, w := range words {
		if err := page.Wait(fmt.Sprintf(`document.querySelector(%q)?.innerText.replace(/\s+/g, " ").includes(%q)`, selector, w)); err != nil {
			t.Fatalf("%s has no %q: %s\n%v", selector, w, text(t, page, selector), err)
		}
	}
}

// narrow fails when something is wider than the screen.
func narrow(t *testing.T, page *harness.Page) {
	t.Helper()
	if eval[bool](t, page, `[document.querySelector("dialog"), document.documentElement].some((e) => e.scrollWidth > e.clientWidth + 1)`) {
		t.Errorf("wider than the screen: %s", text(t, page, "dialog h2"))
	}
}

// edit changes the Note of an entity of the table on screen.
func edit(t *testing.T, page *harness.Page, pk, rk, note string) {
	t.Helper()
	eval[any](t, page, fmt.Sprintf(`location.hash = "#v=1&t=Films&run=1&f=" + encodeURIComponent("PartitionKey eq '%s' and RowKey eq '%s'")`, pk, rk))
	wait(t, page, fmt.Sprintf(`(() => { const r = [...document.querySelectorAll("#grid .rf-row:not(.rf-free):not(.rf-loading)")]; return r.length === 1 && r[0].textContent.includes(%q) })()`, rk))
	wait(t, page, `document.querySelector(".result-line").textContent.includes("1 entity returned")`)
	toGrid(t, page)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.activeElement.id === "inspector"`)
	says(t, page, "#inspector h2", pk+" / "+rk)
	id := eval[string](t, page, `[...document.querySelectorAll("#inspector .prop-name")].find((e) => e.value === "Note").id.replace("name", "text")`)
	do(t, page, filled("#"+id, note), clicked("#save-now"))
	says(t, page, ".notice", "Committed "+pk+" / "+rk)
	click(t, page, "#inspector button", "Close the inspector")
}

// openCopy opens the dialog of the copy on screen.
func openCopy(t *testing.T, page *harness.Page, words ...string) {
	t.Helper()
	do(t, page, clicked("#copy"))
	says(t, page, "dialog h2", "⇄")
	says(t, page, "dialog", words...)
}

// Ensure what only a browser and a foreign service tell of copies, of which package uitest has the rest: a pull that a reload ends
// goes on where it was, what is changed offline reaches Azurite, where an application has changed things with its own client, the
// keyboard goes where the page says, and all of it is for axe and no wider than a phone.
func TestSync_InBrowser(t *testing.T) {
	t.Parallel()
	s := serveAzurite(t)
	s.sdk(t, step{"do": "make", "table": "Films", "partitions": 3, "entities": 700})
	s.line(func() { s.hold = 2 })
	page := openUnstored(t, s.Page.URL+"#v=1&a=azurite&t=Films", phone)
	looks := func() {
		t.Helper()
		axeOf(t, page, "#dialog")
		narrow(t, page)
	}
	says(t, page, ".crumb h1", "Films")
	do(t, page, clicked("#pull"))
	says(t, page, "dialog h2", "Pull Films")
	for _, what := range []string{"partitions", "filter"} {
		do(t, page, clicked("#pull-what-"+what))
		wait(t, page, `document.querySelector("#pull-what-`+what+`").checked`)
		looks()
	}
	do(t, page, clicked("#pull-what-all"), clicked("#pull-start"))
	says(t, page, ".working", "Pulling Films from azurite", "2,000")
	looks()
	do(t, page, clicked("#work-stop"))
	says(t, page, "dialog", "Read 2,000 entities of Films in 2 pages", "Stopped; what was read is kept.")
	wait(t, page, `document.activeElement.id === "pull-next"`)
	looks()
	do(t, page, clicked("#pull-next"))
	says(t, page, ".working", "Pulling Films from azurite")
	wait(t, page, `document.activeElement.id === "work-stop"`)
	if err := page.Reload(); err != nil {
		t.Fatal(err)
	}
	if err := page.WaitStarted(); err != nil {
		t.Fatal(err)
	}
	s.line(func() { close(s.free) })
	wait(t, page, `document.querySelector(".side .copy")?.ariaLabel.includes("not all pulled yet")`)
	do(t, page, clicked(".side .copy"))
	says(t, page, "dialog", "was not finished", "2,000 entities read in 2 pages")
	looks()
	do(t, page, clicked("#copy-pull"))
	says(t, page, ".crumb", "2,100 entities", "copy of Films at azurite")
	s.line(func() {
		seen := map[string]int{}
		for _, token := range s.lists {
			seen[token]++
		}
		for token, n := range seen {
			if n > 1 && token != s.lists[2] { // that was on its way when it was stopped, and when the page went
				t.Errorf("the page at %s was read %d times", token, n)
			}
		}
		if len(seen) != 3 || len(s.lists) > 6 {
			t.Errorf("lists for 3 pages: %q", s.lists)
		}
	})

	s.line(func() { s.cut = true })
	edit(t, page, "p0", "00001", "mine")
	edit(t, page, "p0", "00002", "mine too")
	s.sdk(t, step{"do": "merge", "table": "Films", "entity": map[string]any{"partitionKey": "p0", "rowKey": "00001", "Note": "theirs"}},
		step{"do": "merge", "table": "Films", "entity": map[string]any{"partitionKey": "p0", "rowKey": "00007", "Count": 777}})
	openCopy(t, page, "Not pushed 2 changes")
	looks()
	click(t, page, "#dialog button", "Local changes…")
	says(t, page, "#differences", "2 changed")
	do(t, page, clicked(".diffs .item"))
	says(t, page, ".diffs .diff", "mine", "as it was")
	looks()
	click(t, page, "#dialog button", "Close")

	s.line(func() { s.cut = false })
	openCopy(t, page)
	do(t, page, clicked("#copy-push"))
	wait(t, page, `document.activeElement.id === "sync"`)
	click(t, page, "dialog td button", "Request for p0")
	says(t, page, "pre.request", "$batch", "If-Match")
	looks()
	do(t, page, clicked("#push-unlock"), clicked("#unlock"))
	click(t, page, "#push-start", "Push 2 changes")
	says(t, page, "#push-done", "Wrote 1 entity", "1 new conflict")
	looks()
	do(t, page, clicked("#copy-conflicts"))
	says(t, page, "#conflicts", "p0 / 00001", "theirs", "mine", "changed by both")
	axeOf(t, page, "#dialog")
	narrow(t, page)
	click(t, page, ".conflict button", "Replace theirs with mine: p0 / 00001")
	says(t, page, "dialog", "There are no conflicts")
	click(t, page, "#dialog button", "Push…")
	click(t, page, "#push-start", "Push 1 change")
	says(t, page, "#push-done", "Wrote 1 entity")
	click(t, page, "#dialog button", "Close")
	var steps []step
	for _, rk := range []string{"00001", "00002", "00007"} {
		steps = append(steps, step{"do": "read", "table": "Films", "partitionKey": "p0", "rowKey": rk})
	}
	if got := fmt.Sprintf("%s", s.sdk(t, steps...)); got != `[{"Note":"mine","Count":1} {"Note":"mine too","Count":2} {"Note":"as it was","Count":777}]` {
		t.Errorf("the service has %s", got)
	}

	openCopy(t, page)
	do(t, page, clicked("#copy-pull"))
	says(t, page, ".notice", "1 updated")
	openCopy(t, page)
	click(t, page, "#dialog button", "Compare…")
	wait(t, page, `document.querySelector("#compare-right")?.options.length > 2`)
	do(t, page, clicked("#compare-start"))
	says(t, page, "#differences", "no difference, 2,100 entities are the same")
	click(t, page, "#dialog button", "Close")
	wait(t, page, `(() => { const b = [...document.querySelectorAll(".side .item")].find((b) => b.querySelector(".name")?.textContent === "Movies"); b?.click(); return b; })()`)
	says(t, page, ".crumb h1", "Movies")
	do(t, page, clicked("#compare"))
	wait(t, page, `document.querySelector("#compare-right")?.options.length > 2`)
	do(t, page, chosen("#compare-right", eval[string](t, page, `[...document.querySelector("#compare-right").options].find((o) => o.text.startsWith("Films")).value`)), clicked("#compare-start"))
	says(t, page, "#differences", "Differences 1–50 of ")
	click(t, page, "#differences button", "Next")
	says(t, page, "#differences", "Differences 51–100 of ")
	looks()
}
