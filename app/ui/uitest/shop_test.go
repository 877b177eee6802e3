package uitest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"golang.org/x/net/html"

	"rangefinder/app/ui"
	"rangefinder/engine/tablerest"
	"rangefinder/server"
	"rangefinder/server/connection"
	"rangefinder/server/feed"
	"rangefinder/server/proxy"
	"rangefinder/server/tableauth"
	"rangefinder/web"
)

// shopKey is the key of the account that stands for a live one; nothing of it may come into the page.
var shopKey = base64.StdEncoding.EncodeToString([]byte("the secret key of the live account"))

// shop is a server of the page as `rangefinder serve` starts it: with a Table endpoint of its own, and with the accounts shop, which
// is labelled production, and locked, both of another service. The service is behind a line where requests can be held and lost.
type shop struct {
	URL     string // of the page
	service string // address of the account's tables
	beside  string // the same past the line
	account tableauth.Account

	mu    sync.Mutex
	busy  int                                   // how many of the next requests the service is too busy for
	lost  bool                                  // requests get no answer
	held  func(r *http.Request) <-chan struct{} // what a request waits for, nil for nothing
	asked []string                              // method and target of each request
}

// openShop begins without tables.
func openShop(t *testing.T) *shop {
	t.Helper()
	s := &shop{account: tableauth.Account{Name: "orders", Keys: []tableauth.Key{must(tableauth.ParseKey(shopKey))(t)}}}
	there := must(server.OpenTables(t.Context(), server.TablesConfig{Accounts: []tableauth.Account{s.account}}))(t)
	s.service, s.beside = serve(t, s.line(there))+"/orders", serve(t, there)+"/orders"
	account := must(connection.Parse(s.connection()))(t)
	live := must(proxy.New(proxy.Config{Accounts: []connection.Entry{{Name: "shop", Label: "production", Account: account}, {Name: "locked", Account: account}}}))(t)
	requests := feed.New(0)
	t.Cleanup(requests.Close)
	own := must(server.OpenTables(t.Context(), server.TablesConfig{Accounts: []tableauth.Account{tableauth.WellKnownAccount()}, Feed: requests}))(t)
	s.URL = serve(t, must(server.New(server.Config{Bundle: noProgram(t), Routes: ui.Routes, Tables: own, Feed: requests, Live: live}))(t))
	return s
}

// visit opens the page that the shop's server serves, at an address that ends in #fragment.
func (s *shop) visit(t *testing.T, fragment string) *Page {
	t.Helper()
	w := NewWorkspace()
	w.ServedAt(s.URL)
	return w.Open(t, fragment)
}

func (s *shop) line(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked = append(s.asked, r.Method+" "+r.RequestURI)
		busy, lost, held := s.busy > 0, s.lost, (<-chan struct{})(nil)
		if s.held != nil {
			held = s.held(r)
		}
		s.busy = max(0, s.busy-1)
		s.mu.Unlock()
		if lost {
			panic(http.ErrAbortHandler)
		}
		if busy {
			w.Header().Set("Content-Type", "application/json;odata=minimalmetadata")
			w.WriteHeader(http.StatusServiceUnavailable)
			fmt.Fprint(w, `{"odata.error":{"code":"ServerBusy","message":{"lang":"en-US","value":"The server is busy."}}}`)
			return
		}
		if held != nil {
			select {
			case <-held:
			case <-r.Context().Done():
			}
		}
		next.ServeHTTP(w, r)
	})
}

// set changes the line.
func (s *shop) set(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

// heard are the requests that the service had since it was asked last.
func (s *shop) heard() (list []string) {
	s.set(func() { list, s.asked = s.asked, nil })
	return list
}

func (s *shop) connection() string {
	return "DefaultEndpointsProtocol=http;AccountName=orders;AccountKey=" + shopKey + ";TableEndpoint=" + s.service
}

// client is an application that uses the account too, past the line.
func (s *shop) client() *tablerest.Client {
	return &tablerest.Client{URL: s.beside, Doer: tablerest.HTTPDoer{Sign: func(r *http.Request) error {
		tableauth.SignSharedKeyLite(r, s.account.Name, s.account.Keys[0], time.Now())
		return nil
	}}}
}

// serve serves until the test ends and returns the address.
func serve(t *testing.T, handler http.Handler) string {
	t.Helper()
	site := httptest.NewServer(handler)
	t.Cleanup(func() {
		site.CloseClientConnections() // a stream of requests does not end by itself
		site.Close()
	})
	return site.URL
}

// noProgram is what a server needs of the page that is drawn here and not there.
func noProgram(t *testing.T) *web.Bundle {
	t.Helper()
	record := must(json.Marshal(web.Record{GoVersion: "go1", Files: map[string]web.RecordEntry{web.ProgramName: {Size: 1, SHA256: strings.Repeat("0", 64)}}}))(t)
	return must(web.Load(fstest.MapFS{"boot.js": {Data: []byte("//")}, "worker.js": {Data: []byte("//")}}, fstest.MapFS{
		web.RecordName: {Data: record}, web.WasmExecName: {Data: []byte("//")}, web.ProgramName + ".br": {Data: []byte("x")}, web.ProgramName + ".gz": {Data: []byte("x")},
	}))(t)
}

func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// source chooses the source whose button holds that name.
func (p *Page) source(name string) {
	p.t.Helper()
	p.click(p.usable("#sources button.item", func(e *element) bool {
		names, _ := p.within(e.node, ".name")
		return len(names) > 0 && strings.Contains(p.text(names[0].node), name)
	}))
	p.pump()
}

// table chooses a table of the source on screen.
func (p *Page) table(name string) {
	p.t.Helper()
	p.click(p.usable("#side .item", func(e *element) bool {
		names, _ := p.within(e.node, ".name")
		return len(names) > 0 && p.text(names[0].node) == name
	}))
	p.See(".crumb h1", name)
}

// keeps fails when the page, or what the browser keeps of it, holds a text.
func (p *Page) keeps(secret string) {
	p.t.Helper()
	p.pump()
	var page strings.Builder
	if err := html.Render(&page, p.tree()); err != nil {
		p.t.Fatal(err)
	}
	for _, e := range p.all("input, textarea") {
		page.WriteString("\n" + e.value())
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for where, text := range map[string]string{"page": page.String(), "settings": fmt.Sprint(p.settings), "session": fmt.Sprint(p.kept), "address": fmt.Sprint(p.document.history), "editor": p.Editor(),
		"clipboard": fmt.Sprint(p.document.clips), "speech": fmt.Sprint(p.document.heard)} {
		if strings.Contains(text, secret) {
			p.t.Errorf("a secret is in the %s", where)
		}
	}
}

// only fails when a list holds anything but what is good.
func only(t *testing.T, what string, list []string, good ...string) {
	t.Helper()
	for _, s := range list {
		if !slices.ContainsFunc(good, func(g string) bool { return strings.HasPrefix(s, g) }) {
			t.Errorf("%s: %s", what, s)
		}
	}
}
