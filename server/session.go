package server

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"rangefinder/server/proxy"
)

// sessionHeader holds the secret in every request of the page to accounts.
const sessionHeader = "X-Rangefinder-Session"

// The codes of requests that are not of the page.
const (
	sessionChanged = "SessionChanged"
	notThePage     = "OperationNotAllowed"
)

// session binds the page to this run of the server: a secret that only a page loaded from here can read, and that every request
// to an account has to have. A page of another origin can send requests, but knows no secret, and cannot send the header.
type session struct{ secret string }

func newSession() session { return session{rand.Text()} }

// serveSecret tells the page the secret.
func (s session) serveSecret(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	if !fromThePage(r) {
		http.Error(w, "only the page that is served here is told", http.StatusForbidden)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Write([]byte(s.secret)) // the page may be gone
}

// guard lets through what the page sends. refuse answers the rest.
func (s session) guard(next http.Handler, refuse func(w http.ResponseWriter, r *http.Request, code, message string)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given := r.Header[sessionHeader]
		switch {
		case !fromThePage(r):
			refuse(w, r, notThePage, "Only the page that is served here may ask that.")
		case len(given) != 1 || subtle.ConstantTimeCompare([]byte(given[0]), []byte(s.secret)) != 1:
			refuse(w, r, sessionChanged, "The server was started anew since the page was loaded, or the request is not the page's: GET api/session tells the page's secret, which goes into the header "+sessionHeader+".")
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// fromThePage reports whether a request may come from the page that is served here. Browsers say which page sends a request, in
// headers that no page can write; programs say nothing.
func fromThePage(r *http.Request) bool {
	for _, site := range r.Header["Sec-Fetch-Site"] {
		if site != "same-origin" {
			return false
		}
	}
	for _, origin := range r.Header["Origin"] {
		if u, err := url.Parse(origin); err != nil || !strings.EqualFold(u.Host, r.Host) || u.Host == "" {
			return false
		}
	}
	return true
}

// refuseJSON answers as the page's own requests have it.
func refuseJSON(w http.ResponseWriter, _ *http.Request, code, message string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusForbidden)
	json.NewEncoder(w).Encode(map[string]string{"code": code, "message": message}) // the page may be gone
}

// refuseOData answers as the protocol has it.
func refuseOData(w http.ResponseWriter, r *http.Request, code, message string) {
	proxy.Refuse(w, r, code, message, http.StatusForbidden)
}
