package e2e

import (
	"fmt"
	"os"
	"testing"

	"rangefinder/e2e/harness"
)

// browser is shared by all tests; each opens pages in profiles of its own.
var browser *harness.Browser

// warm is browser for what has nothing to do with how the program starts.
var warm *harness.Warm

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	if _, err := harness.Bundle(); err != nil {
		fmt.Fprintln(os.Stderr, "building the page:", err)
		return 1
	}
	var err error
	if browser, err = harness.LaunchBrief(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer browser.Close()
	if warm, err = harness.LaunchWarm(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer warm.Close()
	return m.Run()
}

// phone is the window in which there is least room. A journey that is not about the window is walked in this one; the stations are
// looked at in a wide one too.
var phone = harness.View{Width: 390, Height: 844, Dark: true}

// servePage serves the built page until the test ends.
func servePage(t *testing.T) *harness.Site {
	t.Helper()
	site, err := harness.ServePage()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { site.Close() })
	return site
}

// open opens a page, waits for the program, and fails the test at its end when the browser complained of anything.
func open(t *testing.T, address string, view harness.View) *harness.Page {
	t.Helper()
	return started(t, browser.Open, address, view)
}

// openUnstored is open for what has nothing to do with the service worker; the journeys of starting, updates, embedding, tabs and
// being offline are about it.
func openUnstored(t *testing.T, address string, view harness.View) *harness.Page {
	t.Helper()
	return started(t, warm.OpenUnstored, address, view)
}

func started(t *testing.T, open func(string, harness.View) (*harness.Page, error), address string, view harness.View) *harness.Page {
	t.Helper()
	page, err := open(address, view)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, problem := range page.Problems() {
			t.Error(problem)
		}
		page.Close()
	})
	if err := page.WaitStarted(); err != nil {
		t.Fatal(err)
	}
	return page
}

// eval evaluates a JavaScript expression that yields a T.
func eval[T any](t *testing.T, page *harness.Page, expression string) T {
	t.Helper()
	var value T
	if err := page.Eval(expression, &value); err != nil {
		t.Fatal(err)
	}
	return value
}

// wait returns once the JavaScript expression is true.
func wait(t *testing.T, page *harness.Page, expression string) {
	t.Helper()
	if err := page.Wait(expression); err != nil {
		t.Fatal(err)
	}
}

// axe fails the test with every accessibility rule that the page breaks as it is now.
func axe(t *testing.T, page *harness.Page) {
	t.Helper()
	violations, err := page.Axe()
	report(t, violations, err)
}

// axeBoth is axe, with the colours of both themes.
func axeBoth(t *testing.T, page *harness.Page) {
	t.Helper()
	violations, err := page.AxeBoth()
	report(t, violations, err)
}

// axeOf is axeBoth of what a selector finds.
func axeOf(t *testing.T, page *harness.Page, selector string) {
	t.Helper()
	violations, err := page.AxeOf(selector)
	report(t, violations, err)
}

func report(t *testing.T, violations []harness.Violation, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range violations {
		t.Error(v)
	}
}
