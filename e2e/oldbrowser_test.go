package e2e

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"rangefinder/e2e/harness"
	"rangefinder/web"
)

// Ensure that a browser without WebAssembly, without scripts, or too old to read ours is told so in a sentence; and that others
// never see it.
func TestStart_BrowserCannotRunIt(t *testing.T) {
	t.Parallel()
	site := servePage(t)
	before := func(script string) chromedp.Action {
		return chromedp.ActionFunc(func(ctx context.Context) error {
			_, err := cdppage.AddScriptToEvaluateOnNewDocument(script).Do(ctx)
			return err
		})
	}
	shown := `(() => { const p = document.querySelector(".boot-not"), bar = document.getElementById("boot-progress"); return !!p && p.innerText.includes("WebAssembly") && p.getBoundingClientRect().height > 10 && bar.getBoundingClientRect().height === 0 })()`
	for name, action := range map[string]chromedp.Action{
		"no WebAssembly": before(`delete globalThis.WebAssembly`),
		"an old one":     before(`delete WebAssembly.compileStreaming`),
		"no scripts":     chromedp.ActionFunc(func(ctx context.Context) error { return emulation.SetScriptExecutionDisabled(true).Do(ctx) }),
	} {
		page, err := browser.Open("about:blank", harness.View{})
		if err != nil {
			t.Fatal(err)
		}
		if err := page.Run(action, chromedp.Navigate(site.URL)); err != nil {
			t.Fatal(err)
		}
		if err := page.Wait(shown); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		page.Close()
	}
	// One that can run it is not told so while the program is on its way.
	handler, come := pageHandler(t, ""), make(chan struct{})
	slow := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, web.ProgramName) {
			select {
			case <-come:
			case <-r.Context().Done():
			}
		}
		handler.ServeHTTP(w, r)
	}))
	page, err := browser.Open(slow.URL, harness.View{})
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	wait(t, page, `document.getElementById("boot-progress")?.getBoundingClientRect().height > 0`)
	if eval[bool](t, page, `document.querySelector(".boot-not").getBoundingClientRect().height > 0`) {
		t.Error("a browser that can run it is told otherwise")
	}
	close(come)
	if err := page.WaitStarted(); err != nil {
		t.Error(err)
	}
}
