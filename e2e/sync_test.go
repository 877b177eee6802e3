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

// note reads the Note and the Count of an entity of Films with the JavaScript client.
func (s *service) note(t *testing.T, pk, rk string) string {
	t.Helper()
	var e struct {
		Note  string
		Count int
	}
	if err := json.Unmarshal(s.sdk(t, step{"do": "read", "table": "Films", "partitionKey": pk, "rowKey": rk})[0], &e); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(e.Note, " ", e.Count)
}

// put types into a field in place of what is there.
func put(t *testing.T, page *harness.Page, id, text string) {
	t.Helper()
	do(t, page, chromedp.Focus("#"+id), chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)), input.InsertText(text))
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
	says(t, page, ".result-line", "1 entity returned")
	toGrid(t, page)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	says(t, page, "#inspector h2", pk+" / "+rk)
	id := eval[string](t, page, `[...document.querySelectorAll("#inspector .prop-name")].find((e) => e.value === "Note").id.replace("name", "text")`)
	put(t, page, id, note)
	press(t, page, "#save-now")
	says(t, page, ".notice", "Saved "+pk+" / "+rk)
	click(t, page, "#inspector button", "Close the inspector")
}

// openCopy opens the dialog of the copy on screen.
func openCopy(t *testing.T, page *harness.Page, words ...string) {
	t.Helper()
	wait(t, page, `(() => { const b = document.querySelector("#copy"); b?.click(); return b; })()`)
	says(t, page, "dialog h2", "⇄")
	says(t, page, "dialog", words...)
}

// visitAt opens a page and waits for its first result.
func visitAt(t *testing.T, address string, view harness.View) *harness.Page {
	t.Helper()
	page := open(t, address, view)
	waitRows(t, page)
	return page
}

// Ensure that an account is connected, and a table of it explored, copied, changed offline and pushed; that what an application changed meanwhile is neither lost nor
// overwritten unseen, and that it all can be read on a phone, in the dark and by a screen reader.
func TestSync_Journey(t *testing.T) {
	t.Parallel()
	s := serveAzurite(t)
	s.sdk(t, step{"do": "make", "table": "Films", "partitions": 3, "entities": 100})
	page := visitAt(t, s.Page.URL, phone)

	click(t, page, "#connect", "+ Connect an account…")
	put(t, page, "connect-string", s.Connection)
	put(t, page, "connect-name", "shop")
	click(t, page, "#dialog button", "Connect")
	do(t, page, clicked(".top .only-phone")) // the list of tables, where it is a drawer
	wait(t, page, `(() => { const b = [...document.querySelectorAll(".side .item")].find((b) => b.querySelector(".name")?.textContent === "Films"); b?.click(); return b; })()`)
	wait(t, page, `document.querySelector(".crumb h1")?.innerText === "Films" && document.querySelector("#pull")`)
	do(t, page, typed("PartitionKey eq 'p1' and RowKey lt '00010'"))
	click(t, page, "#run", text(t, page, "#run"))
	says(t, page, ".result-line", "10 entities")
	do(t, page, typed(""))
	click(t, page, "#pull", "Pull a copy…")
	says(t, page, "dialog h2", "Pull Films")
	for _, what := range []string{"partitions", "filter", "all"} {
		do(t, page, clicked("#pull-what-"+what))
		wait(t, page, `document.querySelector("#pull-what-`+what+`").checked`)
		axeBoth(t, page)
		narrow(t, page)
	}
	click(t, page, "#pull-start", "Pull")
	says(t, page, ".notice", "Read 300 entities of Films")
	says(t, page, ".crumb", "300 entities", "copy of Films at shop")
	axeBoth(t, page)

	s.line(func() { s.cut = true })
	edit(t, page, "p0", "00001", "mine")
	edit(t, page, "p0", "00002", "mine too")
	edit(t, page, "p2", "00003", "and this")
	says(t, page, "#copy", "3 changes to push")
	s.sdk(t, step{"do": "merge", "table": "Films", "entity": map[string]any{"partitionKey": "p0", "rowKey": "00001", "Note": "theirs"}},
		step{"do": "merge", "table": "Films", "entity": map[string]any{"partitionKey": "p0", "rowKey": "00007", "Count": 777}})

	openCopy(t, page, "Not pushed 3 changes")
	axeBoth(t, page)
	narrow(t, page)
	click(t, page, "#dialog button", "Local changes…")
	says(t, page, "#differences", "3 changed", "Differences 1–3 of 3", "p0 / 00002")
	click(t, page, ".diffs .item", text(t, page, ".diffs .item"))
	says(t, page, ".diffs .diff", "mine", "as it was", "changed", "the same")
	axeBoth(t, page)
	narrow(t, page)
	click(t, page, "#dialog button", "Close")

	s.line(func() { s.cut = false })
	openCopy(t, page)
	click(t, page, "#copy-push", "Push…")
	wait(t, page, `document.activeElement.id === "sync"`)
	says(t, page, "dialog", "3 updated in 2 groups", "ask: leave it as it is on both sides")
	click(t, page, "dialog td button", "Request for p0")
	says(t, page, "pre.request", "$batch", "If-Match")
	axeBoth(t, page)
	narrow(t, page)
	click(t, page, "#push-try", "Dry run")
	says(t, page, "#push-done", "A push would write 2 entities in ", "1 new conflict", "Nothing was written")
	says(t, page, "dialog", "Writing to shop is locked.")
	click(t, page, "#push-unlock", "Open the lock…")
	says(t, page, "dialog h2", "Open shop for writing")
	click(t, page, "#unlock", "Open shop for writing")
	says(t, page, "dialog h2", "Push Films")
	click(t, page, "#push-start", "Push 3 changes")
	says(t, page, "#push-done", "Wrote 2 entities", "1 new conflict")
	if got := s.note(t, "p0", "00001") + ", " + s.note(t, "p0", "00002"); got != "theirs 1, mine too 2" {
		t.Errorf("the service has %s", got)
	}
	axeBoth(t, page)
	narrow(t, page)

	click(t, page, "#dialog button", "Conflicts…")
	says(t, page, "#conflicts", "p0 / 00001", "as it was", "theirs", "mine", "changed on both sides")
	if eval[bool](t, page, `!document.querySelector("dialog .row.sides button").disabled`) {
		t.Error("a rule is chosen beforehand")
	}
	axeBoth(t, page)
	narrow(t, page)
	click(t, page, ".conflict button", "Keep mine: p0 / 00001")
	says(t, page, "dialog", "There are no conflicts")
	if got := s.note(t, "p0", "00001"); got != "theirs 1" {
		t.Errorf("deciding wrote to the service: %s", got)
	}
	click(t, page, "#dialog button", "Push…")
	says(t, page, "dialog", "1 updated in 1 group")
	click(t, page, "#push-start", "Push 1 change")
	says(t, page, "#push-done", "Wrote 1 entity")
	says(t, page, "dialog", "There is nothing to push.")
	click(t, page, "#dialog button", "Close")
	for key, want := range map[string]string{"p0/00001": "mine 1", "p0/00002": "mine too 2", "p2/00003": "and this 3", "p0/00007": "as it was 777"} {
		pk, rk, _ := strings.Cut(key, "/")
		if got := s.note(t, pk, rk); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}

	openCopy(t, page)
	click(t, page, "#copy-pull", "Pull again")
	says(t, page, ".notice", "1 updated")
	openCopy(t, page)
	click(t, page, "#dialog button", "Compare…")
	wait(t, page, `document.querySelector("#compare-right")?.options.length > 2`)
	click(t, page, "#compare-start", "Compare")
	says(t, page, "#differences", "no difference, 300 entities are the same")
	axeBoth(t, page)
}

// Ensure that a pull that a reload interrupts shows itself, goes on where it was and reads nothing twice.
func TestSync_ReloadInThePull(t *testing.T) {
	t.Parallel()
	s := serveAzurite(t)
	s.sdk(t, step{"do": "make", "table": "Films", "partitions": 4, "entities": 1000})
	s.line(func() { s.hold = 2 })
	page := open(t, s.Page.URL+"#v=1&a=azurite&t=Films", harness.View{})
	wait(t, page, `document.querySelector(".crumb h1")?.innerText === "Films" && document.querySelector("#pull")`)
	s.line(func() { s.lists = nil })
	click(t, page, "#pull", "Pull a copy…")
	put(t, page, "pull-table", "Local")
	click(t, page, "#pull-start", "Pull")
	says(t, page, ".working", "Pulling Films from azurite", "2,000")
	axe(t, page)
	click(t, page, "#work-stop", "Stop")
	says(t, page, "dialog", "Read 2,000 entities of Films in 2 pages", "Stopped; what was read is kept.")
	wait(t, page, `document.activeElement.id === "pull-next"`)
	axe(t, page)
	click(t, page, "#pull-next", "Go on")
	says(t, page, ".working", "Pulling Films from azurite")
	wait(t, page, `document.activeElement.id === "work-stop"`)
	if err := page.Reload(); err != nil {
		t.Fatal(err)
	}
	if err := page.WaitStarted(); err != nil {
		t.Fatal(err)
	}
	s.line(func() { close(s.free) })
	wait(t, page, `[...document.querySelectorAll(".side .copy")].some((b) => b.innerText.includes("part") && b.ariaLabel.includes("Local") && b.ariaLabel.includes("not all pulled yet"))`)
	click(t, page, ".side .copy", eval[string](t, page, `document.querySelector(".side .copy").ariaLabel`))
	says(t, page, "dialog", "was not finished", "2,000 entities read in 2 pages")
	axe(t, page)
	click(t, page, "#copy-pull", "Go on")
	says(t, page, ".crumb", "4,000 entities", "Local")
	says(t, page, "#copy", "copy of Films at azurite")
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
		if len(s.lists) > 7 {
			t.Errorf("%d lists for 4 pages: %q", len(s.lists), s.lists)
		}
	})
}

// Ensure that two tables of this browser are compared, page by page and by what is chosen.
func TestCompare_TwoLocalTables(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	openSample(t, page, "Earthquakes 1,707", "Earthquakes")
	click(t, page, "#compare", "Compare…")
	wait(t, page, `document.querySelector("#compare-right")?.options.length >= 2`)
	do(t, page, chosen("#compare-right", eval[string](t, page, `[...document.querySelector("#compare-right").options].find((o) => o.text.startsWith("Movies")).value`)))
	click(t, page, "#compare-start", "Compare")
	says(t, page, "#differences", "1,707 only left, 10,681 only right, 0 changed", "Differences 1–50 of 12,388")
	if n := eval[int](t, page, `document.querySelectorAll(".diffs > li").length`); n != 50 {
		t.Errorf("%d differences are drawn", n)
	}
	axe(t, page)
	click(t, page, "#differences button", "Next")
	says(t, page, "#differences", "Differences 51–100 of 12,388")
	do(t, page, chosen("#compare-kind", "0"))
	says(t, page, "#differences", "Differences 1–50 of 1,707")
	put(t, page, "compare-contains", "no such key")
	says(t, page, "#differences", "Differences none")
	put(t, page, "compare-contains", "")
	do(t, page, chosen("#compare-kind", "1"))
	do(t, page, chosen("#compare-partition", "0"))
	says(t, page, ".diffs", "only right")
	axe(t, page)
}
