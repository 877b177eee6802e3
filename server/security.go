package server

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
)

// policyDirectives is the page's Content-Security-Policy. There is no inline script or style and no foreign origin;
// 'wasm-unsafe-eval' allows compiling WebAssembly and nothing else.
var policyDirectives = []string{
	"default-src 'none'",
	"script-src 'self' 'wasm-unsafe-eval'",
	"worker-src 'self'",
	"style-src 'self'",
	"img-src 'self' data:",
	"connect-src 'self'",
	"manifest-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
}

// headerPolicy is the policy as a response header. frame-ancestors has a meaning only there.
var headerPolicy = strings.Join(policyDirectives, "; ") + "; frame-ancestors 'none'"

// embedPolicy is the policy of the page at ?embed, which any page may show in a frame: it lives in memory and has nothing of
// the visitor's, so there is nothing to be tricked out of them.
var embedPolicy = metaPolicy

// metaPolicy is the policy as an element of the page, for hosts whose headers we do not write.
var metaPolicy = strings.Join(policyDirectives, "; ")

// The values of headers that every answer has. They are shared by all answers, so nobody may change what is in them.
var (
	headerPolicies = []string{headerPolicy}
	embedPolicies  = []string{embedPolicy}
	noSniff        = []string{"nosniff"}
	noReferrer     = []string{"no-referrer"}
	sameOrigin     = []string{"same-origin"}
)

// securityHeaders sets on every answer, errors included, what keeps the page to itself.
func securityHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h["Content-Security-Policy"] = policyOf(r)
		h["X-Content-Type-Options"] = noSniff
		h["Referrer-Policy"] = noReferrer
		h["Cross-Origin-Opener-Policy"] = sameOrigin
		h["Cross-Origin-Resource-Policy"] = sameOrigin
		next.ServeHTTP(w, r)
	})
}

// policyOf returns the policy of the answer to a request.
func policyOf(r *http.Request) []string {
	if (r.URL.Path == "/" || r.URL.Path == "/index.html") && r.URL.Query().Has("embed") {
		return embedPolicies
	}
	return headerPolicies
}

// checkHost refuses requests addressed to a name that is not ours. Without it a foreign page could let its own name
// resolve to 127.0.0.1 and read from the server as if it were its own (DNS rebinding).
func checkHost(c Config, next http.Handler) http.Handler {
	if c.Token != "" && c.Hosts == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := hostName(r.Host)
		if !isLoopbackHost(host) && !slices.Contains(c.Hosts, host) {
			c.log().Warn("refused a request to a foreign host name", "host", r.Host)
			message := fmt.Sprintf("This server does not answer to the host name %q. Open it as localhost or 127.0.0.1, "+
				"or start it with --host and the name it is to answer to.", host)
			http.Error(w, message, http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// hostName returns a Host header without its port, in lower case, without the dot that ends an absolute name.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

const tokenCookie = "rangefinder_token"

// requireToken lets only those in who know the token. It comes once in the address, is kept as a cookie that scripts
// cannot read, and disappears from the address by a redirect; or in each request of a program, as "Authorization: Bearer".
func requireToken(token string, next http.Handler) http.Handler {
	if token == "" {
		return next
	}
	// The cookie holds a hash, so that the token itself is not lying about in the browser's profile.
	want := tokenHash(token)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if cookie, err := r.Cookie(tokenCookie); err == nil && equal(cookie.Value, want) && !r.URL.Query().Has("token") {
			next.ServeHTTP(w, r)
			return
		}
		// Scripts send the token itself.
		if given, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok && equal(tokenHash(given), want) {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		if r.Method == http.MethodGet && equal(tokenHash(r.URL.Query().Get("token")), want) {
			// Without a Path the cookie belongs to the folder of this address, which is right under any prefix.
			http.SetCookie(w, &http.Cookie{
				Name:     tokenCookie,
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
		http.Error(w, "This Rangefinder asks for a token. Open the address that `rangefinder serve` printed when it "+
			"started; it ends in /?token= and the token.", http.StatusUnauthorized)
	})
}

func tokenHash(token string) string {
	sum := sha256.Sum256([]byte("rangefinder token\n" + token))
	return hex.EncodeToString(sum[:])
}

func equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
