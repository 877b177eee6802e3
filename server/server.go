package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"rangefinder/engine/tablerest"
	"rangefinder/server/proxy"
)

// New makes the handler that serves everything. It fails when the page cannot be rendered, which is a fault of the
// build and not of a visitor.
func New(c Config) (http.Handler, error) {
	if err := c.validate(); err != nil {
		return nil, err
	}
	page, err := newPage(c)
	if err != nil {
		return nil, err
	}

	private := http.NewServeMux()
	private.Handle("/", page)
	own := http.NewServeMux() // apart from the page, whose / would answer the wrong methods for these paths with a 404
	private.Handle("/api/", own)
	if c.Feed != nil {
		c.Feed.Register(own, "/api")
	}
	if c.Tables != nil {
		c.Tables.registerFixture(own, c.Token != "")
	}
	if c.Metrics != nil {
		private.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) { c.Metrics.serve(w, c.Tables) })
	}
	session := newSession()
	own.HandleFunc("GET /api/session", session.serveSecret)
	guarded := session.guard(http.HandlerFunc(c.serveAccounts), refuseOData)
	api := session.guard(c.apiMux(), refuseJSON)
	visitor := requireToken(c.Token, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch path := r.URL.Path; {
		case strings.HasPrefix(path, pageAccountsPath): // a mux would clean the path, which holds keys
			guarded.ServeHTTP(w, r)
		case path == "/api/accounts" || path == "/api/connections" || strings.HasPrefix(path, "/api/connections/"):
			api.ServeHTTP(w, r)
		default:
			private.ServeHTTP(w, r)
		}
	}))
	public := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/healthz" && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
			if c.Tables != nil {
				c.Tables.health(w)
				return
			}
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			w.Header().Set("Cache-Control", "no-store")
			w.Write([]byte("ok\n"))
			return
		}
		visitor.ServeHTTP(w, r)
	})

	crossOrigin := http.NewCrossOriginProtection()
	return securityHeaders(checkHost(c, crossOrigin.Handler(public))), nil
}

// apiMux serves what the page asks about accounts.
func (c Config) apiMux() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/accounts", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		json.NewEncoder(w).Encode(map[string]any{"accounts": c.pageAccounts()}) // the client may be gone
	})
	if c.Live != nil {
		c.Live.Register(mux, "/api")
	}
	return mux
}

// pageAccounts returns the accounts that the page shows.
func (c Config) pageAccounts() []proxy.Account {
	accounts := []proxy.Account{}
	if c.Tables != nil {
		accounts = c.Tables.pageAccounts(c.Token != "")
	}
	if c.Live != nil {
		accounts = append(accounts, c.Live.Accounts()...)
	}
	return accounts
}

// serveAccounts answers a request to an account: of the server's own, or of another service.
func (c Config) serveAccounts(w http.ResponseWriter, r *http.Request) {
	name, below, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, pageAccountsPath), "/")
	if "/"+below == tablerest.SeveralPath {
		c.serveSeveral(w, r, name)
		return
	}
	c.serveAccount(w, r, name)
}

// serveAccount answers one request to an account.
func (c Config) serveAccount(w http.ResponseWriter, r *http.Request, name string) {
	if c.Tables != nil && c.Tables.shows(name, c.Token != "") {
		c.Tables.servePage(w, r, name)
		return
	}
	below, ok := strings.CutPrefix(r.URL.EscapedPath(), pageAccountsPath+name)
	if c.Live == nil || !ok || below != "" && below[0] != '/' {
		proxy.Refuse(w, r, proxy.AccountNotFound, fmt.Sprintf("The page shows no account %.70q.", name), http.StatusNotFound)
		return
	}
	out := joined(w, r)
	c.Live.Serve(&out, r, name, below)
}
