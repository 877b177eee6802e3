package server

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net"
	"net/http"
	"strings"
	"time"
)

// requireToken lets only those in who know the token. It comes once in the address, is kept as a cookie that scripts
// cannot read, and disappears from the address by a redirect; or in each request of a program, as "Authorization: Bearer".
// The answers to wrong tokens are slowed down; the right one passes at once, also while others guess.
func requireToken(token string, next http.Handler) http.Handler {
	if token == "" {
		return next
	}
	// The cookie holds a hash, so that the token itself is not lying about in the browser's profile.
	want := tokenHash(token)
	guesses := newSlowdown()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := tokenCookie(r.Host)
		guessed, known := false, false
		for _, cookie := range r.CookiesNamed(name) {
			guessed = true
			known = known || equal(cookie.Value, want)
		}
		query := r.URL.Query()
		if known && !query.Has("token") {
			next.ServeHTTP(w, r)
			return
		}
		// Scripts send the token itself.
		if given, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
			if equal(tokenHash(given), want) {
				next.ServeHTTP(w, r)
				return
			}
			guessed = true
		}
		w.Header().Set("Cache-Control", "no-store")
		given := query.Get("token")
		right := equal(tokenHash(given), want)
		if r.Method == http.MethodGet && right {
			// Without a Path the cookie belongs to the folder of this address, which is right under any prefix.
			http.SetCookie(w, &http.Cookie{
				Name:     name,
				Value:    want,
				HttpOnly: true,
				Secure:   r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https",
				SameSite: http.SameSiteStrictMode,
				MaxAge:   30 * 24 * 60 * 60,
			})
			// Relative, for the sake of a prefix, and to the page only: a redirect that repeats the path of the request
			// could be led to a foreign host.
			w.Header().Set("Location", "./")
			w.WriteHeader(http.StatusSeeOther)
			return
		}
		if guessed || given != "" && !right {
			guesses.hold(r)
		}
		http.Error(w, "This Rangefinder asks for a token. Open the address that `rangefinder serve` printed when it "+
			"started; it ends in /?token= and the token.", http.StatusUnauthorized)
	})
}

// tokenCookie returns the name of the cookie that holds the token of the server at that host. Browsers send the cookies of a
// host to all of its ports, so the port is in the name: two servers on one machine do not overwrite each other's.
func tokenCookie(host string) string {
	const name = "rangefinder_token"
	if _, port, err := net.SplitHostPort(host); err == nil && port != "" && strings.Trim(port, "0123456789") == "" {
		return name + "_" + port
	}
	return name
}

func tokenHash(token string) string {
	sum := sha256.Sum256([]byte("rangefinder token\n" + token))
	return hex.EncodeToString(sum[:])
}

func equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// How many wrong tokens are answered: a number at once, so that a typing error costs no time, and then so many a second. A
// wrong token that would have to wait longer than longestHold is not answered at all, which bounds how many wait.
var (
	guessesOfAddress = allowance{burst: 5, rate: 1}
	guessesOfAll     = allowance{burst: 50, rate: 20}
)

const longestHold = 4 * time.Second

// newSlowdown returns what slows down those who guess the token.
func newSlowdown() *slowdown {
	return &slowdown{each: guessesOfAddress, all: guessesOfAll, longest: longestHold, addresses: map[source]*debt{}}
}
