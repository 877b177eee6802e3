package e2e

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// drop lets a file fall onto the page.
func drop(t *testing.T, page *harness.Page, name, content string) {
	t.Helper()
	do(t, page, chromedp.Evaluate(fmt.Sprintf(`(() => {
		const files = new DataTransfer();
		files.items.add(new File([%q], %q));
		for (const type of ["dragenter", "dragover", "drop"]) {
			document.body.dispatchEvent(new DragEvent(type, { dataTransfer: files, bubbles: true, cancelable: true }));
		}
	})()`, content, name), nil))
}

// downloads sends the page's downloads to a folder and returns it.
func downloads(t *testing.T, page *harness.Page) string {
	t.Helper()
	dir := t.TempDir()
	do(t, page, chromedp.ActionFunc(func(ctx context.Context) error {
		info, err := target.GetTargetInfo().Do(ctx)
		if err != nil {
			return err
		}
		return cdpbrowser.SetDownloadBehavior(cdpbrowser.SetDownloadBehaviorBehaviorAllow).WithDownloadPath(dir).
			WithBrowserContextID(info.BrowserContextID).Do(cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser))
	}))
	return dir
}

// downloaded waits for a whole file in the folder and returns its content.
func downloaded(t *testing.T, dir, name string) string {
	t.Helper()
	for range 200 {
		if b, err := os.ReadFile(filepath.Join(dir, name)); err == nil && len(b) > 0 {
			return string(b)
		}
		time.Sleep(50 * time.Millisecond)
	}
	entries, _ := os.ReadDir(dir)
	t.Fatalf("no download %s, only %v", name, entries)
	return ""
}

const films = "Title;Genre;Year\nAlien;Horror;1979\nHeat;Crime;1995\nOdd;Crime;soon\n<img src=x onerror=alert(1)>;Crime;2001\n"

// Ensure that a file that falls onto the page is taken in; that lines that are copied from the grid and pasted into it come back as they
// were, by the browser's clipboard, which leaves what tells a spreadsheet what is text; that a paste into the grid from elsewhere is
// taken in; and that exports are files. What they hold is proved in app/ui/uitest.
func TestFiles_CopyPaste(t *testing.T) { // alone: the pages of a browser share a clipboard
	page := visit(t, "", harness.View{})
	drop(t, page, "Codes.ndjson", `{"PartitionKey":"p","RowKey":"1","Code":"007","Empty":"","Bits@odata.type":"Edm.Binary","Bits":"AP8=","Long@odata.type":"Edm.Int64","Long":"9007199254740993"}`+"\n"+
		`{"PartitionKey":"p","RowKey":"2","Code":"line\r\nend \"<b>\"","Whole@odata.type":"Edm.Double","Whole":10.0}`+"\n")
	wait(t, page, `document.querySelectorAll(".preview tbody tr").length === 2`)
	click(t, page, "#dialog button", "Import")
	says(t, page, ".notice", "Imported 2 entities into Codes")
	toGrid(t, page)
	wait(t, page, `document.querySelector("#grid").innerText.includes("007")`)
	eval[any](t, page, `(() => {
		document.addEventListener("paste", (e) => { window.html = e.clipboardData.getData("text/html") }, true);
		const write = navigator.clipboard.write.bind(navigator.clipboard);
		navigator.clipboard.write = async (items) => { await write(items); window.written = true };
	})()`)
	key := func(letter, command string) chromedp.Action { // as the browser itself takes it
		return input.DispatchKeyEvent(input.KeyDown).WithKey(letter).WithCode("Key" + strings.ToUpper(letter)).WithModifiers(input.ModifierCtrl).WithCommands([]string{command})
	}
	do(t, page, chromedp.KeyEvent(kb.Home, chromedp.KeyModifiers(input.ModifierCtrl)), chromedp.KeyEvent(kb.ArrowDown, chromedp.KeyModifiers(input.ModifierShift)), key("c", "copy"))
	says(t, page, ".notice", "Copied 2 entities")
	wait(t, page, `window.written`)
	do(t, page, key("v", "paste"))
	wait(t, page, `document.querySelectorAll(".preview tbody tr").length === 2`)
	if into := eval[string](t, page, `document.getElementById("import-table").value`); into != "Codes" {
		t.Errorf("what was copied goes into %q", into)
	}
	for _, mark := range []string{`x:str="007" sdnum="1033;0;@"`, `x:str="9007199254740993" sdnum="1033;0;@"`, `<html xmlns:x="urn:schemas-microsoft-com:office:excel"`} {
		if html := eval[string](t, page, `html`); !strings.Contains(html, mark) {
			t.Errorf("the browser leaves no %s in %s", mark, html)
		}
	}
	const lines = `[...document.querySelectorAll("#grid .rf-row:not(.rf-free)")].sort((a, b) => a.ariaRowIndex - b.ariaRowIndex).map((r) => [...r.children].map((c) => c.innerText + c.title).join("|").replace(/20\d\d-\S+Z/, "")).join("\n")` // without the Timestamp
	copied := eval[string](t, page, lines)
	if !strings.Contains(copied, "0x00ff") || strings.Count(copied, "Code") > 1 {
		t.Fatalf("the grid shows %q", copied)
	}
	do(t, page, filled("#import-table", "Again"))
	click(t, page, "#dialog button", "Import")
	says(t, page, ".notice", "Imported 2 entities into Again")
	waitRows(t, page)
	if got := eval[string](t, page, lines); got != copied {
		t.Errorf("copied\n%s\npasted\n%s", copied, got)
	}

	toGrid(t, page)
	eval[any](t, page, `(() => { const data = new DataTransfer(); data.setData("text/plain", "PartitionKey\tRowKey\tCode\np\t3\t008\n"); document.activeElement.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true})) })()`)
	wait(t, page, `document.getElementById("import-table")?.value === "Again" && document.querySelectorAll(".preview tbody tr").length === 1`)
	click(t, page, "#dialog button", "Cancel")
	wait(t, page, `!document.querySelector("dialog[open]")`)

	dir := downloads(t, page)
	click(t, page, "button", "Export…")
	click(t, page, "#dialog button", "Export this result")
	if got := downloaded(t, dir, "AgainResult.json"); strings.Count(got, `"RowKey"`) != 2 || !strings.Contains(got, `line\r\nend \"<b>\"`) {
		t.Errorf("the result is saved as %s", got)
	}
	order(t, page, "everything to a workspace", "Export everything to a workspace file")
	says(t, page, ".notice", ".rangefinder.ndjson")
	name := eval[string](t, page, `document.querySelector(".notice").innerText.match(/[\w-]+\.rangefinder\.ndjson/)[0]`)
	if got := downloaded(t, dir, name); strings.Count(got, "\n") < 10_000 {
		t.Errorf("the workspace file has %d lines", strings.Count(got, "\n"))
	}
}
