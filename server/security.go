package server

import (
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
