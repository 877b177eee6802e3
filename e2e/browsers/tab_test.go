package browsers

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"rangefinder/e2e/harness"
)

// Ensure that what a page does wrong is reported: the journeys rely on silence, so they must be able to hear.
func TestTab_Problems(t *testing.T) {
	if _, ok := browser.(*firefox); !ok {
		t.Skip("no Firefox, or a browser whose protocol tells nothing")
	}
	site, err := harness.Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,"><h1>A page</h1>`)
	}))
	if err != nil {
		t.Fatal(err)
	}
	defer site.Close()
	tab, err := browser.Open(site.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer tab.Close()
	for script, want := range map[string]string{
		`console.error("oh", 1)`:                               "oh 1",
		`setTimeout(() => { throw new Error("thrown") })`:      "thrown",
		`fetch("gone").then(() => 1)`:                          "status 404",
		`fetch("https://rangefinder.example/").catch(() => 1)`: "https://rangefinder.example/",
		`new Image().src = "http://rangefinder.example/a.png"`: "http://rangefinder.example/a.png",
	} {
		must(t, tab.Eval(script, nil))
		for deadline := time.Now().Add(Timeout); !strings.Contains(strings.Join(tab.Problems(), "\n"), want); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%s: %q is not among %q", script, want, tab.Problems())
			}
		}
	}
	if err := tab.Eval(`nothing.at.all`, nil); err == nil || !strings.Contains(err.Error(), "nothing is not defined") {
		t.Errorf("a script that fails: %v", err)
	}
}
