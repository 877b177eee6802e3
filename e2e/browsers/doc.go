// Package browsers walks the journeys that matter in browsers other than Chromium: start, plan, run, edit, reload, import, offline and
// two tabs. Everything else is proved in Chromium or without a browser; here it is only to be seen that the page does not depend on
// what Chromium alone does.
//
//	go test ./e2e/browsers                                Firefox, where it is installed; else the journeys are skipped
//	RANGEFINDER_BROWSER=webkit go test ./e2e/browsers     WebKitGTK, Safari's engine; `make webkit` installs it first
//
// A [Browser] opens a [Tab], which is what the journeys talk to. Firefox is driven over WebDriver BiDi (firefox.go, bidi.go), WebKit
// over the older WebDriver (webkit.go, webdriver.go).
package browsers
