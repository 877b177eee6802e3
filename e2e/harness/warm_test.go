package harness

import (
	"fmt"
	"net/http"
	"testing"
)

// Ensure that pages of one warm profile share its process and nothing else: a page hears no worker of the page before it, and does
// not find what that one has stored.
func TestWarm_PagesApart(t *testing.T) {
	warm, err := LaunchWarm()
	if err != nil {
		t.Fatal(err)
	}
	defer warm.Close()
	mux := http.NewServeMux()
	mux.HandleFunc("/worker.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		fmt.Fprint(w, `const told = new BroadcastChannel("told"); setInterval(() => { console.error("from the worker"); told.postMessage(1) }, 1)`)
	})
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,"><main><h1>A page</h1></main>`)
	})
	visit := func() *Page {
		site, err := Serve(mux)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { site.Close() })
		page, err := warm.OpenUnstored(site.URL, View{})
		if err != nil {
			t.Fatal(err)
		}
		if err := page.Eval(`new BroadcastChannel("told").onmessage = () => console.error("told by another page"), navigator.locks.request("one", () => new Promise(() => {})), null`, nil); err != nil {
			t.Fatal(err)
		}
		return page
	}
	loud := visit()
	if err := loud.Eval(`localStorage.kept = "mine", window.open("/"), new Worker("/worker.js"), null`, nil); err != nil {
		t.Fatal(err)
	}
	for len(loud.Problems()) < 2 { // the worker's words and those of the channel
		if err := loud.Wait("true"); err != nil {
			t.Fatal(err)
		}
	}
	loud.Close()
	if len(warm.profiles) != 1 {
		t.Fatalf("%d profiles are free after the first page", len(warm.profiles))
	}

	quiet := visit()
	defer quiet.Close()
	if len(warm.profiles) != 0 {
		t.Error("the second page has a profile of its own")
	}
	var apart bool
	if err := quiet.Eval(`new Promise((done) => setTimeout(done, 100)).then(() => navigator.locks.query()).then((locks) => !localStorage.kept && locks.held.length === 1 && locks.pending.length === 0)`, &apart); err != nil {
		t.Fatal(err)
	}
	if problems := quiet.Problems(); !apart || len(problems) > 0 {
		t.Errorf("the second page is apart: %v; it hears %q", apart, problems)
	}
}
