package ports

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"rangefinder/app/port"
	"rangefinder/e2e/harness"
	"rangefinder/engine"
	"rangefinder/engine/tablerest"
)

// accountServer answers what the page's server answers about accounts.
type accountServer struct {
	tables http.Handler
	gone   chan struct{} // closed when a request to the slow account was given up

	mu       sync.Mutex
	sessions int
	secret   string
	typed    *port.Account
	wrong    []string // that arrived otherwise than they were sent
}

// accounts is the server of the pages of this package.
var accounts = &accountServer{
	tables: tablerest.NewHandler(engine.Open(engine.Options{}), tablerest.Options{}),
	gone:   make(chan struct{}),
	secret: "the first",
}

func (s *accountServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.URL.Path == "/api/session" {
		s.sessions++
		_, _ = io.WriteString(w, s.secret+"\n")
		return
	}
	if r.Header.Get("X-Rangefinder-Session") != s.secret {
		s.refuse(w, http.StatusForbidden, "SessionChanged", "The server was started anew.")
		return
	}
	name, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/api/accounts/"), "/")
	switch {
	case r.URL.Path == "/api/accounts":
		list := []port.Account{{Name: "own", Path: "api/accounts/own"}, {Name: "live", Live: true, Endpoint: "https://live.example/"}, {Name: "slow"}}
		if s.typed != nil {
			list = append(list, *s.typed)
		}
		s.answer(w, map[string]any{"accounts": list})
	case r.URL.Path == "/api/connections":
		var c port.Connection
		if json.NewDecoder(r.Body).Decode(&c) != nil || !strings.Contains(c.String, "=") {
			s.refuse(w, http.StatusBadRequest, "InvalidConnection", "This is not a connection string.")
			return
		}
		s.typed = &port.Account{Name: c.Name, Typed: true}
		s.answer(w, s.typed)
	case r.URL.Path == "/api/connections/mine" && r.Method == "PUT":
		s.typed.Writes = true
		s.answer(w, s.typed)
	case r.URL.Path == "/api/connections/mine" && r.Method == "DELETE":
		s.typed = nil
		w.WriteHeader(http.StatusNoContent)
	case name == "slow":
		s.mu.Unlock()
		<-r.Context().Done()
		s.mu.Lock()
		close(s.gone)
	case name == "own" || name == "live":
		prefix := "/api/accounts/" + name
		// The browser sends header fields as bytes of Latin-1, and these are ASCII.
		if got, want := strings.TrimPrefix(r.RequestURI, prefix), r.Header.Get("X-Expected"); got != want {
			s.wrong = append(s.wrong, got+" for "+want)
		}
		r.URL.Path, r.URL.RawPath = "/"+rest, ""
		s.tables.ServeHTTP(w, r)
	default:
		http.NotFound(w, r)
	}
}

func (s *accountServer) answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

func (s *accountServer) refuse(w http.ResponseWriter, status int, code, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"code": code, "message": message})
}

// openRefused opens the page for a test in which the server refuses something: the browser complains of that.
func openRefused(t *testing.T) *page {
	t.Helper()
	p := fresh(t, harness.View{})
	t.Cleanup(p.p.Close)
	return p
}

// Ensure that a page that no server has marked asks nothing.
func TestAccounts_StaticHost(t *testing.T) {
	p := open(t, harness.View{})
	p.do(`ports.accounts()`)
	p.said("accounts [] false <nil>")
}

func TestAccounts_Page(t *testing.T) {
	p := openRefused(t)
	p.do(`document.querySelector("script").setAttribute("data-accounts", "")`)
	p.do(`ports.connect("nonsense")`)
	p.said(`connected "" This is not a connection string.`)
	p.do(`ports.connect("AccountName=x")`)
	p.said(`connected "mine" <nil>`)
	p.do(`ports.unlock()`)
	p.said(`unlocked true <nil>`)
	p.do(`ports.accounts()`)
	p.wait(`events.some((line) => line.startsWith("accounts [{own ") && line.includes("{mine ") && line.endsWith("true <nil>"))`)
	p.do(`ports.forgetAccount("mine")`)
	p.said(`forgotten <nil>`)
}

// Ensure that what the worker asks of accounts arrives as it was sent, whatever is in the keys, and that a server that was
// started anew is asked for its new secret once.
func TestAccounts_Worker(t *testing.T) {
	p := openRefused(t)
	accounts.mu.Lock()
	before := accounts.sessions
	accounts.mu.Unlock()
	for _, source := range []string{"own", "live"} {
		p.do(`ports.send("account ` + source + `")`)
		p.wait("events.length > 0")
		if events := eval[[]string](p, "events"); len(events) != 1 || events[0] != "account: all right" {
			t.Error(events)
		}
		p.do("events.length = 0")
		select {
		case <-accounts.gone:
		case <-time.After(time.Minute):
			t.Fatal("the request that was given up is still waited for")
		}
		accounts.mu.Lock()
		for _, wrong := range accounts.wrong {
			t.Error(wrong)
		}
		accounts.secret, accounts.gone = "the second", make(chan struct{})
		accounts.mu.Unlock()
	}
	accounts.mu.Lock()
	defer accounts.mu.Unlock()
	if n := accounts.sessions - before; n != 2 {
		t.Errorf("the secrets were asked for %d times", n)
	}
}
