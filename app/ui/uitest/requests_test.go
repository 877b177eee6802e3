package uitest

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"rangefinder/app/ui"
	"rangefinder/engine/tablerest"
	"rangefinder/server"
	"rangefinder/server/faults"
	"rangefinder/server/feed"
	"rangefinder/server/tableauth"
)

// openEndpoint is a server with a Table endpoint, and what sends a request to that and returns the status.
func openEndpoint(t *testing.T) (address string, ask func(method, path, body string) int) {
	t.Helper()
	return openEndpointAs(t, func(*server.TablesConfig) {})
}

func openEndpointAs(t *testing.T, change func(*server.TablesConfig)) (address string, ask func(method, path, body string) int) {
	t.Helper()
	requests := feed.New(0)
	t.Cleanup(requests.Close)
	well := tableauth.WellKnownAccount()
	config := server.TablesConfig{Accounts: []tableauth.Account{well}, Feed: requests}
	change(&config)
	tables := must(server.OpenTables(t.Context(), config))(t)
	address = serve(t, must(server.New(server.Config{Bundle: noProgram(t), Routes: ui.Routes, Tables: tables, Feed: requests}))(t))
	application := tablerest.HTTPDoer{Sign: func(r *http.Request) error {
		tableauth.SignSharedKeyLite(r, well.Name, well.Keys[0], time.Now())
		return nil
	}}
	there := serve(t, tables) + "/" + well.Name
	return address, func(method, path, body string) int {
		t.Helper()
		r := tablerest.Request{Method: method, URL: there + path, Body: body, Header: []tablerest.Field{{Name: "Accept", Value: "application/json;odata=nometadata"}}}
		if body != "" {
			r.Header = append(r.Header, tablerest.Field{Name: "Content-Type", Value: "application/json"})
		}
		return must(application.Do(t.Context(), r))(t).Status
	}
}

// Ensure that what an application asks appears with its plan, as it comes and by shape, can be held, cleared, and opened in the
// query screen with what to do about it.
func TestRequests_Journey(t *testing.T) {
	t.Parallel()
	address, ask := openEndpoint(t)
	if status := ask("POST", "/Tables", `{"TableName":"Movies"}`); status != http.StatusCreated {
		t.Fatalf("status %d", status)
	}
	if status := ask("POST", "/Movies", `{"PartitionKey":"Action","RowKey":"Alien","Rating":8.5}`); status != http.StatusCreated {
		t.Fatalf("status %d", status)
	}
	w := NewWorkspace()
	w.ServedAt(address)
	page := w.Open(t, "")
	page.WaitRows()
	listed := func(n int) {
		t.Helper()
		page.Wait("that many requests", func() bool { return len(page.Texts(".requests ol > li")) == n })
	}
	page.Click("#requests")
	listed(2)

	ask("GET", "/Movies()?$filter=Rating%20gt%204.0", "")
	ask("GET", "/Movies()?$filter=Rating%20gt%206.0", "")
	ask("GET", "/Movies()?$filter=PartitionKey%20eq%20'Action'%20or%20PartitionKey%20eq%20'%3Cimg%20src%3Dx%3E'", "")
	listed(5)
	holds(t, page.Text(".requests ol > li"), "get", "200", "full scan", "1 examined / 1 returned", "<img src=x>", "finding")

	// It stands still while the keyboard is in the list.
	page.Fire(".requests ol", "focusin", nil)
	page.Click(".requests ol > li button[aria-expanded]")
	page.See(".requests .notes li")
	page.See(`.requests [aria-expanded="true"]`)
	page.See("#pause", "Resume")
	ask("GET", "/Movies(PartitionKey='Action',RowKey='none')", "")
	page.See("#pause", "Resume · 1 new")
	listed(5)
	page.Press("#pause", "Resume · 1 new")
	listed(6)
	page.See(".requests .tag", "404")

	page.Focus("tab-live")
	page.Key("ArrowRight")
	page.See(".requests ol > li", "Rating gt {Double}")
	holds(t, page.Text(".requests ol > li"), "2 ×", "movies", "full scan", "returned all of them", "last: rating gt 6.0")
	page.Focus("tab-shapes")
	page.Key("ArrowLeft")
	page.See(`#tab-live[aria-selected="true"]`)

	// The query with a rewrite.
	page.Wait("the query with a rewrite", func() bool {
		for _, li := range page.all(".requests ol > li") {
			if buttons, _ := page.within(li.node, "button"); strings.Contains(page.text(li.node), "<img src=x>") {
				at := slices.IndexFunc(buttons, page.named("Open in the query screen"))
				page.click(buttons[at])
				return true
			}
		}
		return false
	})
	page.keyboardIn("editor")
	if got := page.Editor(); got != "PartitionKey eq 'Action' or PartitionKey eq '<img src=x>'" {
		t.Errorf("the editor holds %s", got)
	}
	page.Plan("full scan", "hint")
	// On the account that was asked, and it is not asked again.
	page.See("#sources .on", "devstoreaccount1")
	page.at("a", "devstoreaccount1")
	if got := page.Text(".result-line"); strings.Contains(got, "returned") || strings.Contains(got, "Reading") {
		t.Errorf("it ran: %s", got)
	}

	listed(6)
	page.Press(".dock button", "Clear")
	page.See(".requests .none")
	ask("GET", "/Nowhere()", "")
	listed(1)
	page.Press(".requests button", "Open in the query screen")
	page.Gone("#dialog button")
	page.at("t", "Nowhere")
}

// holds fails unless a text holds all the words, in small or large letters.
func holds(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, want := range words {
		if !strings.Contains(strings.ToLower(text), want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
}

// at waits until the address says that.
func (p *Page) at(key, value string) {
	p.t.Helper()
	p.Wait("the address says "+key+"="+value, func() bool {
		said, err := url.ParseQuery(p.Address())
		return err == nil && said.Get(key) == value
	})
}

// Ensure that rules are taken, refused by line with the earlier rules still in force, told beside the requests that met them, and ended.
func TestRequests_Faults(t *testing.T) {
	t.Parallel()
	set := must(faults.New(nil, 1))(t)
	address, ask := openEndpointAs(t, func(c *server.TablesConfig) { c.Faults = set })
	w := NewWorkspace()
	w.ServedAt(address)
	page := w.Open(t, "")
	page.WaitRows()
	page.Click("#requests")
	page.Click("#tab-faults")
	page.Wait("nothing to end", func() bool { return page.Disabled("#fault-end") && page.Disabled("#fault-set") })
	page.Press(".faults button", "throttle 200/s")
	page.Fill("#fault-rules", "throttle 1/1 reads\n\n")
	page.Press("#fault-set", "Apply rules")
	page.See(".fault-counts", "throttle 1/1 reads")
	page.Hear("Requests of applications get these faults now")
	if status := ask("GET", "/Movies()", ""); status != http.StatusServiceUnavailable {
		t.Errorf("status %d", status)
	}
	page.Press("#fault-read", "Show counts")
	page.Wait("the counts", func() bool { return strings.Join(page.Texts(".fault-counts td"), " ") == "1 1" })
	page.Fill("#fault-rules", "lose often")
	page.Press("#fault-set", "Apply rules")
	page.See(".dock .err", "The rules were refused:", "The earlier rules still apply.")
	page.See(".fault-counts", "throttle 1/1 reads")
	page.Click("#tab-live")
	page.See(".requests ol > li", "a fault on purpose", "throttle")
	page.Click("#tab-faults")
	page.Press("#fault-end", "End all faults")
	page.Gone(".fault-counts")
	if status := ask("GET", "/Tables", ""); status != http.StatusOK {
		t.Errorf("status %d", status)
	}
}

// Ensure that shapes become a file of caps, that the connection string is copied, and that Clear, Escape and ✕ do what they say.
func TestRequests_Caps(t *testing.T) {
	t.Parallel()
	address, ask := openEndpointAs(t, func(c *server.TablesConfig) { c.Address = "http://127.0.0.1:10002/" })
	w := NewWorkspace()
	w.ServedAt(address)
	page := w.Open(t, "")
	page.WaitRows()
	page.Click("#requests")
	page.See(".requests .none", "No requests yet.", "AccountName=devstoreaccount1")
	page.Press("#connection-copy", "Copy the connection string")
	if text := page.Copied(); !strings.HasPrefix(text, "DefaultEndpointsProtocol=http") || !strings.HasSuffix(text, "TableEndpoint=http://127.0.0.1:10002/devstoreaccount1;") {
		t.Errorf("copied %q", text)
	}
	page.Click("#tab-shapes")
	page.See(".requests .none", "No queries yet.")
	page.Click("#connection") // it is at hand whatever is listed
	page.Press("#connection-again", "Copy the connection string")
	page.Wait("the connection string a second time", func() bool { return strings.Contains(page.Copied(), "AccountName=devstoreaccount1;") })

	ask("POST", "/Tables", `{"TableName":"Movies"}`)
	for _, entity := range []string{`{"PartitionKey":"Action","RowKey":"Alien","Rating":8.5}`, `{"PartitionKey":"Action","RowKey":"Heat","Rating":8.3}`, `{"PartitionKey":"Drama","RowKey":"Fargo","Rating":8.1}`} {
		if status := ask("POST", "/Movies", entity); status != http.StatusCreated {
			t.Fatalf("status %d", status)
		}
	}
	ask("GET", "/Movies()?$filter=Rating%20gt%208.2", "")
	ask("GET", "/Movies()?$filter=Rating%20gt%208.4", "")
	ask("GET", "/Movies()?$filter=PartitionKey%20eq%20'Action'", "")
	ask("GET", "/Movies()?$filter=startswith(RowKey,'A')", "")
	page.Click("#tab-live")
	page.Wait("eight requests", func() bool { return len(page.Texts(".requests ol > li")) == 8 })
	page.Click("#tab-shapes")
	page.See(".requests .row", "Saves a file with what each query costs now. rangefinder check --caps FILE fails when one costs more.")
	page.Wait("the shapes", func() bool { return len(page.Texts(".requests ol > li")) == 2 })
	page.Press(".requests button", "Save as caps")
	page.Hear("Saved")
	name, caps := page.Saved()
	want := `{"rangefinder.caps":1}
{"table":"Movies","query":"PartitionKey eq {String}","class":"whole-partition","examined":2,"roundTrips":1}
{"table":"Movies","query":"Rating gt {Double}","class":"full-scan","examined":3,"roundTrips":1}
`
	if got := capBytes.ReplaceAllString(caps, ""); name != "rangefinder.caps.ndjson" || got != want {
		t.Errorf("%s holds\n%s", name, caps)
	}

	page.Press(".dock button", "Clear")
	page.See(".requests .none", "No queries yet.")
	page.Click("#tab-live")
	page.See(".requests .none", "No requests yet.")
	page.Press("#requests-close", "Close the requests")
	page.Gone("#requests-dock")
	page.Click("#requests")
	page.See("#requests-dock", "Requests")
	page.Focus("requests-dock")
	page.Key("Escape")
	page.Gone("#requests-dock")
}

// capBytes is what an answer's size comes to, which an address in it changes.
var capBytes = regexp.MustCompile(`,"bytes":\d+`)
