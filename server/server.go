package server

import (
	"encoding/json"
	"net/http"
	"strings"
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
	private.HandleFunc("GET /api/accounts", func(w http.ResponseWriter, _ *http.Request) {
		accounts := []pageAccount{}
		if c.Tables != nil {
			accounts = c.Tables.pageAccounts(c.Token != "")
		}
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		json.NewEncoder(w).Encode(map[string]any{"accounts": accounts}) // the client may be gone
	})
	if c.Feed != nil {
		c.Feed.Register(private, "/api")
	}
	visitor := requireToken(c.Token, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c.Tables != nil && strings.HasPrefix(r.URL.Path, pageAccountsPath) { // a mux would clean the path, which holds keys
			c.Tables.servePage(w, r, c.Token != "")
			return
		}
		private.ServeHTTP(w, r)
	}))
	public := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/healthz" && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
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
