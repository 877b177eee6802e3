package e2e

import (
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"rangefinder/e2e/harness"
	"rangefinder/server"
	"rangefinder/web"
)

// host is a site whose content can be replaced while it runs.
type host struct {
	*harness.Site
	current atomic.Pointer[http.Handler]
	asked   atomic.Int32 // requests so far
}

func serveHost(t *testing.T, handler http.Handler) *host {
	t.Helper()
	h := &host{}
	h.put(handler)
	site, err := harness.Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.asked.Add(1)
		(*h.current.Load()).ServeHTTP(w, r)
	}))
	if err != nil {
		t.Fatal(err)
	}
	h.Site = site
	t.Cleanup(func() { site.Close() })
	return h
}

func (h *host) put(handler http.Handler) { h.current.Store(&handler) }

// pageHandler serves the page as `rangefinder serve` does. A mark makes it another version, with the same program.
func pageHandler(t *testing.T, mark string) http.Handler {
	t.Helper()
	handler, err := server.New(pageConfig(t, mark))
	if err != nil {
		t.Fatal(err)
	}
	return handler
}

func pageConfig(t *testing.T, mark string) server.Config {
	t.Helper()
	config, err := harness.Config()
	if err != nil {
		t.Fatal(err)
	}
	if mark == "" {
		return config
	}
	static := make(fstest.MapFS)
	disk := os.DirFS(filepath.Join(harness.Root(), "web", "static"))
	err = fs.WalkDir(disk, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(disk, name)
		static[name] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	static["app.css"].Data = append(static["app.css"].Data, fmt.Sprintf("\n:root { --test-mark: %s }\n", mark)...)
	config.Bundle, err = web.Load(static, os.DirFS(filepath.Join(harness.Root(), "web", "dist")))
	if err != nil {
		t.Fatal(err)
	}
	return config
}

// mark is what pageConfig put into the version that the page shows.
const mark = `document.documentElement && getComputedStyle(document.documentElement).getPropertyValue("--test-mark").trim()`

// openSample opens a sample by the label of its button and waits for its table.
func openSample(t *testing.T, page *harness.Page, label, table string) {
	t.Helper()
	name := label[:strings.LastIndex(label, " ")] // without the count, which has no room in a narrow window
	wait(t, page, fmt.Sprintf(`(() => { const b = [...document.querySelectorAll("#samples .item:not(:disabled)")].find((e) => e.querySelector(".name").textContent === %q); b?.click(); return b })()`, name))
	wait(t, page, fmt.Sprintf(`document.querySelector(".crumb h1")?.innerText === %q`, table))
	waitRows(t, page)
}

// again loads the page anew and waits until it can be used.
func again(t *testing.T, page *harness.Page) {
	t.Helper()
	if err := page.Reload(); err != nil {
		t.Fatal(err)
	}
	if err := page.WaitStarted(); err != nil {
		t.Fatal(err)
	}
	waitRows(t, page)
}

// Ensure that after one visit everything works with the host gone: the page, a query, samples with and without a file of their own,
// whether they were opened before or not, the design lab, the simulator and a lesson. It is the static site, on a host that knows
// nothing of it and under a prefix; TestStart_Page is the server's.
func TestOffline_Samples(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "site")
	if err := server.WriteSite(dir, pageConfig(t, "")); err != nil {
		t.Fatal(err)
	}
	static := http.NewServeMux()
	static.Handle("/docs/rangefinder/", http.StripPrefix("/docs/rangefinder", http.FileServer(http.Dir(dir))))
	site := serveHost(t, static)
	page := open(t, site.URL+"docs/rangefinder/", harness.View{})
	checkRouted(t, page)
	waitRows(t, page)
	openSample(t, page, "Earthquakes 1,707", "Earthquakes")
	waitCached(t, page)
	site.Close()
	openSample(t, page, "Flights 20,000", "Flights") // its worker was started before the service worker

	again(t, page)
	do(t, page, typed("PartitionKey eq 'Nobody'"), chromedp.KeyEvent("\r"))
	plan(t, page, "partition")
	for _, sample := range [][2]string{{"Earthquakes 1,707", "Earthquakes"}, {"AuthorBlogs and Blogs 25,000", "AuthorBlogs"}, {"Bird strikes 10,000", "Birdstrikes"}} {
		openSample(t, page, sample[0], sample[1])
	}

	// A design is measured and its keys are simulated.
	click(t, page, "#tab-lab", "Design lab")
	wait(t, page, labReady)
	do(t, page, filled("#lab-d1-partition", "{Aircraft|hash(7)}"))
	wait(t, page, `[...document.querySelectorAll(".held")][1]?.innerText.startsWith("7 partitions")`)
	click(t, page, "#lab-sim-1", "Simulate")
	wait(t, page, `document.querySelector("#sim-template")?.value === "{Aircraft|hash(7)}"`)
	do(t, page, chosen("#sim-speed", "0"))
	click(t, page, "#sim-play", "▶ Play")
	wait(t, page, `document.querySelector("#sim-play").innerText.includes("Play again") && document.querySelector("#sim-map-card").innerText.includes("7 PartitionKeys")`)

	click(t, page, "#lesson-go", text(t, page, "#lesson-go"))
	wait(t, page, `document.querySelector(".predict.open")`)
}

// Ensure that the page works behind a proxy that serves it under a prefix, and that the browser finds nothing in the way of installing
// it there as an application.
func TestOffline_Installable(t *testing.T) {
	t.Parallel()
	target, err := url.Parse(servePage(t).URL)
	if err != nil {
		t.Fatal(err)
	}
	proxy := http.NewServeMux()
	proxy.Handle("/tools/range/", http.StripPrefix("/tools/range", &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }}))
	page := open(t, serveHost(t, proxy).URL+"tools/range/", harness.View{})
	waitCached(t, page)
	checkRouted(t, page)
	do(t, page, chromedp.ActionFunc(func(ctx context.Context) error {
		address, faults, _, manifest, err := cdppage.GetAppManifest().Do(ctx)
		if err != nil {
			return err
		}
		for _, fault := range faults {
			t.Errorf("manifest: %s", fault.Message)
		}
		if !strings.HasSuffix(address, "/tools/range/manifest.webmanifest") {
			t.Errorf("the manifest is %s", address)
		}
		if manifest != nil && (!strings.HasSuffix(manifest.Scope, "/tools/range/") || manifest.StartURL != manifest.Scope || len(manifest.Icons) < 4) {
			t.Errorf("scope %s, start %s, %d icons", manifest.Scope, manifest.StartURL, len(manifest.Icons))
		}
		// A copy under another path is another program: what tells two apart is the address, path included.
		id, _, err := cdppage.GetAppID().Do(ctx)
		if err != nil {
			return err
		}
		if id != strings.TrimSuffix(address, "manifest.webmanifest") {
			t.Errorf("the installed program is told apart by %q, want the address of the page with its path", id)
		}
		obstacles, err := cdppage.GetInstallabilityErrors().Do(ctx)
		for _, obstacle := range obstacles {
			if obstacle.ErrorID != "in-incognito" { // the profile of a test is one
				t.Errorf("not installable: %s %v", obstacle.ErrorID, obstacle.ErrorArguments)
			}
		}
		return err
	}))
}

// Ensure that the service worker lets ?embed be shown in a frame, as the server does, and nothing else.
func TestOffline_EmbeddedInFrame(t *testing.T) {
	t.Parallel()
	handler := pageHandler(t, "")
	site := serveHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slides" {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, `<!doctype html><html lang="en"><title>Slides</title><link rel="icon" href="data:,"><iframe title="An example" src="./`+r.URL.RawQuery+`"></iframe>`)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	page, err := browser.Open(site.URL, harness.View{}) // not open: the policy is violated at the end
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	waitRows(t, page)
	waitCached(t, page)
	// A frame whose page is refused has a document of another origin.
	const shown = `(() => { try { return Boolean(document.querySelector("iframe").contentDocument.getElementById("boot-progress") || document.querySelector("iframe").contentDocument.querySelector("#planstrip")); } catch { return false; } })()`
	do(t, page, chromedp.Navigate(site.URL+"slides??embed"))
	wait(t, page, shown)
	if problems := page.Problems(); len(problems) > 0 {
		t.Error(problems)
	}
	do(t, page, chromedp.Navigate(site.URL+"slides?"))
	if eval[bool](t, page, shown) {
		t.Error("the page with the visitor's tables can be shown in a frame")
	}
	if !slices.ContainsFunc(page.Problems(), func(p string) bool { return strings.Contains(p, "frame") }) {
		t.Errorf("the browser does not say that it refused the frame: %q", page.Problems())
	}
}

// Ensure that a file opened with the installed application is taken like one that was dropped.
func TestOffline_FileOpenedWith(t *testing.T) {
	t.Parallel()
	profile, err := browser.NewProfile()
	if err != nil {
		t.Fatal(err)
	}
	defer profile.Close()
	// The browser's queue as it is when a file made it start.
	tab, err := profile.Open(servePage(t).URL, `
		const file = new File(["PartitionKey,RowKey,Length\na,1,90\n"], "films.csv", { type: "text/csv" });
		Object.defineProperty(globalThis, "launchQueue", { value: { setConsumer: (f) => setTimeout(f, 0, { files: [{ getFile: async () => file }] }) } });
	`)
	if err != nil {
		t.Fatal(err)
	}
	defer tab.Close()
	wait(t, tab.Page, `document.querySelectorAll(".preview tbody tr").length === 1 && document.getElementById("import-table")?.value === "films"`)
	if problems := tab.Problems(); len(problems) > 0 {
		t.Error(problems)
	}
}
