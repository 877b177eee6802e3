// Package e2e tests Rangefinder as it is delivered: the built page in a real browser, the built binary as a process,
// the static site under a prefix, and rules about the tree as a whole that no single package can check.
//
// Package e2e/harness is what the browser tests stand on; `go run ./e2e/shots` takes pictures of every screen.
// Package e2e/browsers walks the journeys that matter in Firefox and WebKit.
package e2e
