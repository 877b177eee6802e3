package e2e

import (
	"context"
	"encoding/json"
	"maps"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"rangefinder/e2e/harness"
	"rangefinder/server"
	"rangefinder/web"
)

// Ensure that the page starts without the browser complaining and follows the system's theme, unless another was chosen; that the
// program is downloaded once, kept for the worker as a compiled module, and stored by the service worker without a second download;
// that the style attributes which go-app writes take effect under a policy without inline styles; that the worker's script says what
// it was given wrongly; and that with the server gone the page starts anew, and opens a sample that it never opened before.
func TestStart_Page(t *testing.T) {
	t.Parallel()
	handler := pageHandler(t, "")
	var downloads atomic.Int32
	site := serveHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, web.ProgramName) {
			downloads.Add(1)
		}
		handler.ServeHTTP(w, r)
	}))
	page := open(t, site.URL, harness.View{})
	const theme = `document.documentElement.dataset.theme`
	if got := eval[string](t, page, theme); got != "light" {
		t.Errorf("theme %q, want light", got)
	}
	if !eval[bool](t, page, `rangefinderModule instanceof WebAssembly.Module`) {
		t.Error("no compiled module is kept")
	}
	count := 0
	for _, f := range page.Fetched() {
		if strings.Contains(f.URL, web.ProgramName) {
			count++
		}
	}
	if count != 1 {
		t.Errorf("the program was fetched %d times", count)
	}
	if got := eval[string](t, page, `(() => {
		const e = document.createElement("div");
		e.setAttribute("style", "width: 123px");
		document.body.append(e);
		const width = getComputedStyle(e).width;
		e.remove();
		return width;
	})()`); got != "123px" {
		t.Errorf("width %s, want 123px", got)
	}
	if got := eval[string](t, page, `new Promise((resolve) => {
		const worker = new Worker(rangefinderAsset("worker.js"));
		worker.onmessage = (event) => resolve(event.data.error);
		worker.postMessage({});
	})`); !strings.Contains(got, "compiled program") {
		t.Errorf("the worker reported %q", got)
	}
	waitCached(t, page)
	if n := downloads.Load(); n != 1 {
		t.Errorf("the server was asked for the program %d times, want once", n)
	}

	start := func(want string) {
		t.Helper()
		if err := page.Reload(); err != nil {
			t.Fatal(err)
		}
		if err := page.WaitStarted(); err != nil {
			t.Fatal(err)
		}
		if got := eval[string](t, page, theme); got != want {
			t.Errorf("theme %q, want %q", got, want)
		}
	}
	do(t, page, look(page, harness.View{Width: 1440, Height: 900, Dark: true}))
	start("dark")
	axeBoth(t, page)
	site.Close()
	eval[any](t, page, `localStorage.setItem("rangefinder.theme", "light")`)
	start("light")
	openSample(t, page, "Earthquakes 1,707", "Earthquakes")
}

// Ensure that the static site works by the name of its file, and that the policy which it brings along is in force. By its folder,
// under a prefix and offline it is TestOffline_Samples that works on it.
func TestSite_FileAndPolicy(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "site")
	if err := server.WriteSite(dir, pageConfig(t, "")); err != nil {
		t.Fatal(err)
	}
	host, files := http.NewServeMux(), http.StripPrefix("/docs/rangefinder", http.FileServer(http.Dir(dir)))
	host.HandleFunc("/docs/rangefinder/", func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".gz") {
			w.Header().Set("Content-Encoding", "gzip") // some hosts do: the browser unpacks what the page would
		}
		files.ServeHTTP(w, r)
	})
	site := serveHost(t, withoutIndexRedirect(host, dir))
	page, err := browser.Open(site.URL+"docs/rangefinder/index.html", harness.View{}) // not open: a violation is provoked
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	if err := page.WaitStarted(); err != nil {
		t.Fatal(err)
	}
	checkRouted(t, page)
	if problems := page.Problems(); len(problems) > 0 {
		t.Error(problems)
	}
	if eval[bool](t, page, `(() => {
		const script = document.createElement("script");
		script.textContent = "globalThis.inlineRan = true";
		document.head.append(script);
		return globalThis.inlineRan === true;
	})()`) {
		t.Error("an inline script ran")
	}
}

// Ensure that a program that cannot be loaded is reported where the visitor looks.
func TestStart_ProgramMissing(t *testing.T) {
	t.Parallel()
	config, err := harness.Config()
	if err != nil {
		t.Fatal(err)
	}
	handler, err := server.New(config)
	if err != nil {
		t.Fatal(err)
	}
	site, err := harness.Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, web.ProgramName) {
			http.Error(w, "gone", http.StatusServiceUnavailable)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	if err != nil {
		t.Fatal(err)
	}
	defer site.Close()
	page, err := browser.Open(site.URL, harness.View{})
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	wait(t, page, `document.body.innerText.includes("the server answered 503 to app.wasm")`)
}

// waitCached returns once the service worker is active, and fails when its cache lacks anything it lists.
func waitCached(t *testing.T, page *harness.Page) {
	t.Helper()
	wait(t, page, `navigator.serviceWorker.controller && navigator.serviceWorker.controller.state === "activated"`)
	var state struct {
		Listed, Missing []string
	}
	text := eval[string](t, page, `(async () => {
		const script = await (await fetch("app-worker.js")).text();
		const listed = JSON.parse(script.match(/const resources = (\[.*\]);/)[1]);
		const missing = [];
		for (const url of listed) if (!(await caches.match(url))) missing.push(url);
		return JSON.stringify({ listed, missing });
	})()`)
	if err := json.Unmarshal([]byte(text), &state); err != nil {
		t.Fatal(err)
	}
	if len(state.Missing) > 0 {
		t.Errorf("not in the service worker's cache: %q", state.Missing)
	}
	for _, name := range []string{"./", "web/app.wasm", "web/late.wasm", "web/late.js", "web/worker.js", "web/boot.js", "wasm_exec.js", "app.js", "manifest.webmanifest"} {
		found := false
		for _, listed := range state.Listed {
			found = found || listed == name || strings.HasPrefix(listed, name+"?v=")
		}
		if !found {
			t.Errorf("the service worker does not store %s", name)
		}
	}
}

// checkRouted fails when go-app shows its page for unknown addresses.
func checkRouted(t *testing.T, page *harness.Page) {
	t.Helper()
	if eval[bool](t, page, `document.querySelector(".goapp-notfound-title") !== null`) {
		t.Error("go-app does not know its own address under this prefix")
	}
}

// withoutIndexRedirect serves index.html under its own name, as most hosts do; http.FileServer redirects it away.
func withoutIndexRedirect(next http.Handler, dir string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/index.html") {
			data, err := os.ReadFile(filepath.Join(dir, "index.html"))
			if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Write(data)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Ensure that a page behind a token works as a whole, manifest and service worker included, once the token was given.
func TestToken_Page(t *testing.T) {
	t.Parallel()
	config, err := harness.Config()
	if err != nil {
		t.Fatal(err)
	}
	config.Token = "open sesame"
	handler, err := server.New(config)
	if err != nil {
		t.Fatal(err)
	}
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "http://localhost/", nil))
	if recorder.Code != http.StatusUnauthorized {
		t.Fatalf("without the token: %d, want 401", recorder.Code)
	}
	site, err := harness.Serve(handler)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { site.Close() })
	page := open(t, site.URL+"?token=open+sesame", harness.View{})
	// The page adds what is on screen behind #.
	got, fragment, _ := strings.Cut(eval[string](t, page, "location.href"), "#")
	if got != site.URL || strings.Contains(fragment, "token") || strings.Contains(fragment, "sesame") {
		t.Errorf("the address is %s#%s, want %s without the token", got, fragment, site.URL)
	}
	if got := eval[string](t, page, "document.cookie"); got != "" {
		t.Errorf("scripts can read the cookie %q", got)
	}
	waitCached(t, page)
	// Chromium fetches the manifest only when asked to; the server must not refuse it for want of the cookie.
	var manifest string
	err = page.Run(network.SetBypassServiceWorker(true), chromedp.ActionFunc(func(ctx context.Context) error {
		_, faults, data, _, err := cdppage.GetAppManifest().Do(ctx)
		for _, fault := range faults {
			t.Errorf("manifest: %s", fault.Message)
		}
		manifest = data
		return err
	}))
	if err != nil || !strings.Contains(manifest, `"name": "Rangefinder"`) {
		t.Errorf("manifest %q, %v", manifest, err)
	}
}

// Ensure that the progress shown is of bytes that have arrived: it grows, and ends at the size of the program.
func TestStart_Progress(t *testing.T) {
	t.Parallel()
	site := servePage(t)
	page, err := warm.OpenUnstored(site.URL+"healthz", harness.View{})
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	const watch = `
		globalThis.shown = [];
		addEventListener("DOMContentLoaded", () => {
			const look = () => {
				const text = document.getElementById("boot-progress")?.textContent.match(/([0-9.]+) of ([0-9.]+) MB/);
				if (text) shown.push([Number(text[1]), Number(text[2])]);
			};
			look();
			new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
		});`
	err = page.Run(
		chromedp.ActionFunc(func(ctx context.Context) error {
			_, err := cdppage.AddScriptToEvaluateOnNewDocument(watch).Do(ctx)
			return err
		}),
		// 4 MB/s, so that the browser does not have it all at once.
		network.EmulateNetworkConditions(false, 5, 4e6, 4e6),
		chromedp.Navigate(site.URL),
	)
	if err != nil {
		t.Fatal(err)
	}
	if err := page.WaitStarted(); err != nil {
		t.Fatal(err)
	}
	b, err := harness.Bundle()
	if err != nil {
		t.Fatal(err)
	}
	size := math.Round(float64(b.Lookup(web.ProgramName).Size)/1e5) / 10
	shown := eval[[][2]float64](t, page, "shown")
	if len(shown) < 3 || shown[len(shown)-1] != [2]float64{size, size} {
		t.Fatalf("shown %v, want several steps to %.1f of %.1f", shown, size, size)
	}
	for i := 1; i < len(shown); i++ {
		if shown[i][0] < shown[i-1][0] || shown[i][1] != size {
			t.Errorf("after %v comes %v", shown[i-1], shown[i])
		}
	}
}

// Ensure that the progress shows a download that was over before the page's body came, as it may be on a busy machine, or
// before the rest of the element that shows it.
func TestStart_ProgressLateBody(t *testing.T) {
	t.Parallel()
	for _, mark := range []string{"<body", "<progress", "Loading…"} {
		t.Run(mark, func(t *testing.T) { lateBody(t, mark) })
	}
}

// lateBody holds the document back from the mark on until the program has come.
func lateBody(t *testing.T, mark string) {
	handler := pageHandler(t, "")
	rest := make(chan struct{})
	send := sync.OnceFunc(func() { close(rest) })
	site := serveHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			handler.ServeHTTP(w, r)
			return
		}
		r.Header.Del("Accept-Encoding")
		whole := httptest.NewRecorder()
		handler.ServeHTTP(whole, r)
		maps.Copy(w.Header(), whole.Header())
		at := strings.Index(whole.Body.String(), mark)
		if at < 0 {
			t.Errorf("the document has no %s", mark)
			at = 0
		}
		w.Write(whole.Body.Bytes()[:at])
		w.(http.Flusher).Flush()
		select {
		case <-rest:
		case <-r.Context().Done():
		}
		w.Write(whole.Body.Bytes()[at:])
	}))
	t.Cleanup(send)
	page, err := warm.OpenUnstored(site.URL+"healthz", harness.View{})
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	const watch = `
		globalThis.shown = "";
		new MutationObserver(() => {
			const text = document.getElementById("boot-progress")?.textContent;
			if (text) shown = text.trim();
		}).observe(document, { subtree: true, childList: true, characterData: true });`
	err = page.Run(chromedp.ActionFunc(func(ctx context.Context) error {
		if _, err := cdppage.AddScriptToEvaluateOnNewDocument(watch).Do(ctx); err != nil {
			return err
		}
		_, _, _, _, err := cdppage.Navigate(site.URL).Do(ctx)
		return err
	}))
	if err != nil {
		t.Fatal(err)
	}
	wait(t, page, `performance.getEntriesByType("resource").some((e) => e.name.includes("`+web.ProgramName+`") && e.responseEnd > 0)`)
	send()
	if err := page.WaitStarted(); err != nil {
		t.Fatal(err)
	}
	shown := eval[string](t, page, "shown")
	if loaded, size, _ := strings.Cut(strings.TrimSuffix(shown, " MB"), " of "); loaded != size || loaded == "" {
		t.Errorf("the progress shows %q at the end, want all of the download", shown)
	}
}

// Ensure that the page starts whichever of its scripts comes last.
func TestStart_LateEditor(t *testing.T) {
	t.Parallel()
	handler, come := pageHandler(t, ""), make(chan struct{})
	page, err := warm.OpenUnstored(serveHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/editor.js") {
			<-come
		}
		handler.ServeHTTP(w, r)
	})).URL+"healthz", harness.View{})
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	send := sync.OnceFunc(func() { close(come) })
	t.Cleanup(send)
	eval[any](t, page, `void setTimeout(() => location.assign("./"), 1)`) // not waited for: it is loaded when all of its scripts are
	wait(t, page, `performance.getEntriesByType("resource").some((e) => e.name.includes("`+web.ProgramName+`") && e.responseEnd > 0)`)
	send()
	if err := page.WaitStarted(); err != nil {
		t.Fatal(err)
	}
	waitRows(t, page)
	if got := editorText(t, page); !strings.Contains(got, "PartitionKey") {
		t.Errorf("the editor shows %q", got)
	}
}

// Ensure that the page hears a key that is pressed at its first picture, before the editor and the grid are there.
func TestStart_EarlyKey(t *testing.T) {
	t.Parallel()
	const press = `new MutationObserver((_, observer) => {
		if (document.querySelector("h1")?.innerText !== "Movies") return;
		observer.disconnect();
		document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "k", code: "KeyK", ctrlKey: true, bubbles: true, cancelable: true}));
	}).observe(document, {childList: true, subtree: true, characterData: true})`
	page, err := warm.OpenAfter(press, serveHost(t, pageHandler(t, "")).URL, harness.View{})
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	wait(t, page, `document.querySelector("dialog.palette")?.open`)
}
