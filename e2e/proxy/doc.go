// Package proxy attacks a running server that signs for accounts, from the side of the page and from that of the service: all that
// is tried is refused or made harmless. No browser is needed. In reading order:
//
//	target_test.go    the server under attack, and the service that can be told to be hostile
//	requests_test.go  the attack list of requests: paths, targets, headers, framing, sizes, forgeries
//	answers_test.go   the attack list of services: cookies, redirects, scripts, endless bodies
//	hang_test.go      an account whose service hangs
//	secrets_test.go   whatever happens, no key, signature or token is told
package proxy
