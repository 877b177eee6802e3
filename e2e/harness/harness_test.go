package harness

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

var browser *Browser

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	var err error
	if browser, err = Launch(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer browser.Close()
	return m.Run()
}

// Ensure that everything a page can do wrong is reported: tests that rely on silence must be able to hear.
func TestPage_Problems(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/worker.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		fmt.Fprint(w, `console.error("from the worker"); setTimeout(() => { throw new Error("thrown in the worker"); });`)
	})
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'self'; img-src 'self' data:")
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,"><main><h1>A page</h1></main>`)
	})
	site, err := Serve(mux)
	if err != nil {
		t.Fatal(err)
	}
	defer site.Close()
	for _, test := range []struct{ name, script, want string }{
		{"nothing", `1`, ""},
		{"console", `console.error("oh", 1)`, "console.error: oh 1"},
		{"exception", `setTimeout(() => { throw new Error("oh"); })`, "oh"},
		{"rejection", `setTimeout(() => { Promise.reject(new Error("oh")); })`, "oh"},
		{"missing file", `fetch("gone").then(() => 1)`, "status 404"},
		{"foreign fetch", `fetch("https://example.com/").catch(() => 1)`, "https://example.com/"},
		{"foreign picture", `new Image().src = "http://192.0.2.1/x.png"`, "192.0.2.1"},
		{"inline script", `document.head.append(Object.assign(document.createElement("script"), {textContent: "1"})), 1`, "content security policy"},
		{"inline style", `document.body.setAttribute("style", "color: red")`, "content security policy"},
		{"worker's console", `new Worker("worker.js"), 1`, "from the worker"},
		{"worker's exception", `new Worker("worker.js"), 1`, "thrown in the worker"},
	} {
		t.Run(test.name, func(t *testing.T) {
			page, err := browser.Open(site.URL, View{})
			if err != nil {
				t.Fatal(err)
			}
			defer page.Close()
			if err := page.Eval(test.script, nil); err != nil {
				t.Fatal(err)
			}
			if test.want == "" {
				if problems := page.Problems(); len(problems) > 0 {
					t.Errorf("a page without fault has problems: %q", problems)
				}
				return
			}
			for deadline := time.Now().Add(Timeout); ; time.Sleep(10 * time.Millisecond) {
				if strings.Contains(strings.Join(page.Problems(), "\n"), test.want) {
					return
				}
				if time.Now().After(deadline) {
					t.Fatalf("%q is not among the problems: %q", test.want, page.Problems())
				}
			}
		})
	}
}

// Ensure that axe-core runs under a strict policy and finds what is wrong.
func TestPage_Axe(t *testing.T) {
	site, err := Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'none'; img-src data:")
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1><img src="data:,"></main>`)
	}))
	if err != nil {
		t.Fatal(err)
	}
	defer site.Close()
	page, err := browser.Open(site.URL, View{})
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	violations, err := page.Axe()
	if err != nil {
		t.Fatal(err)
	}
	if len(violations) != 1 || violations[0].ID != "image-alt" || !strings.Contains(violations[0].String(), "<img") {
		t.Errorf("violations %v, want image-alt", violations)
	}
}
