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

// Ensure that a dropped CSV file is shown as it will be, that a row that does not fit is told with its reason and does not
// stop the others, and that the import can be taken back.
func TestFiles_ImportCSV(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	drop(t, page, "my films.csv", films)
	wait(t, page, `document.querySelectorAll(".preview tbody tr").length === 4`)
	if got := eval[string](t, page, `document.getElementById("import-table").value`); got != "myfilms" {
		t.Errorf("proposes the table %q", got)
	}
	axe(t, page)
	do(t, page, chosen(`select[aria-label="Type of Year"]`, "2")) // Int32, which one row is not
	wait(t, page, `document.querySelector(".preview td.err")?.innerText.includes("soon")`)
	do(t, page, filled("#import-rk", "{Title}"))
	wait(t, page, `document.querySelector(".preview tbody td:nth-child(2)").innerText === "Alien"`)
	click(t, page, "#dialog button", "Import")
	wait(t, page, `document.querySelector("#dialog[open]")?.innerText.includes("1 refused")`)
	if report := text(t, page, "#dialog"); !strings.Contains(report, "soon") || !strings.Contains(report, "3 added") {
		t.Errorf("the summary says %q", report)
	}
	axe(t, page)
	dir := downloads(t, page)
	click(t, page, "#dialog button", "Download the report")
	name := eval[string](t, page, `new Promise((done) => { const at = () => { const n = document.querySelector(".notice")?.innerText.match(/Saved .*?([^ ]+\.csv)/); n ? done(n[1]) : setTimeout(at, 50); }; at(); })`)
	if report := downloaded(t, dir, name); !strings.Contains(report, "soon") {
		t.Errorf("the report says %q", report)
	}
	click(t, page, "#dialog button", "Close")
	waitRows(t, page)
	if got := strings.Join(cells(t, page, 1), " "); got != "<img src=x onerror=alert(1)> Heat Alien" {
		t.Errorf("rows %q", got)
	}
	click(t, page, "button", "Snapshots")
	click(t, page, "#dialog button", "Undo: Imported 3 entities into myfilms")
	wait(t, page, `![...document.querySelectorAll("#side .name")].some((e) => e.innerText === "myfilms")`)
}

// Ensure that what is exported comes back the same, and that the two exports are two.
func TestFiles_ExportAndImportAgain(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	dir := downloads(t, page)
	click(t, page, "button", "Export…")
	wait(t, page, `document.getElementById("export-table")`)
	if got := text(t, page, "#dialog"); !strings.Contains(got, "33 entities, as the query found them") || !strings.Contains(got, "10,681 entities of Movies") {
		t.Errorf("the dialog says %q", got)
	}
	click(t, page, "#dialog button", "Export this result")
	if got := downloaded(t, dir, "MoviesResult.json"); strings.Count(got, `"RowKey"`) != 33 {
		t.Errorf("the result has %d entities", strings.Count(got, `"RowKey"`))
	}
	wait(t, page, `document.querySelector(".notice")?.innerText.includes("33 entities")`)
	click(t, page, "button", "Export…")
	do(t, page, chromedp.Click("#export-format-3", chromedp.ByQuery)) // typed CSV
	click(t, page, "#dialog button", "Export the whole table")
	wait(t, page, `document.querySelector(".notice")?.innerText.includes("10,681 entities")`)
	click(t, page, "button", "Export…")
	wait(t, page, `document.getElementById("export-format-3")?.checked`) // as the last one
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector("dialog[open]")`)
	whole := downloaded(t, dir, "Movies.typed.csv")
	drop(t, page, "Again.typed.csv", whole)
	wait(t, page, `document.getElementById("import-table")?.value === "Again" && document.querySelector(".preview tbody tr")`)
	click(t, page, "#dialog button", "Import")
	wait(t, page, `document.querySelector(".notice")?.innerText.includes("Imported 10,681 entities into Again")`)
	waitRows(t, page)
	click(t, page, ".notice button", "Undo")
	wait(t, page, `![...document.querySelectorAll("#side .name")].some((e) => e.innerText === "Again")`)
}

// Ensure that one entity that was changed is one line in the difference of two workspace files, for those who share them in a
// repository.
func TestFiles_WorkspaceDiffers(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	export := func() []string {
		t.Helper()
		dir := downloads(t, page)
		order(t, page, "everything to a workspace", "Export everything to a workspace file")
		says(t, page, ".notice", ".rangefinder.ndjson")
		name := eval[string](t, page, `document.querySelector(".notice").innerText.match(/[\w-]+\.rangefinder\.ndjson/)[0]`)
		click(t, page, ".notice button", "Close this message")
		return strings.Split(downloaded(t, dir, name), "\n")
	}
	before := export()
	openEntity(t, page, 0, "Alien")
	do(t, page, filled("#prop-text-1", "4.25"))
	wait(t, page, `document.querySelector("#prop-text-1").value === "4.25"`)
	click(t, page, "#inspector button", "Commit now")
	wait(t, page, `document.querySelector("#grid").innerText.includes("4.25") && !document.querySelector("#pending")`)
	after := export()
	var differ []string
	for i := range min(len(before), len(after)) {
		if before[i] != after[i] {
			differ = append(differ, before[i], after[i])
		}
	}
	if len(before) != len(after) || len(differ) != 2 || !strings.Contains(differ[0], `"RowKey":"Alien"`) || strings.Replace(differ[0], "4.5", "4.25", 1) != differ[1] {
		t.Errorf("%d and %d lines, %d differ: %.600q", len(before), len(after), len(differ), differ)
	}
}

// Ensure that plain CSV says what it loses before anything is written.
func TestFiles_LossesAreTold(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	click(t, page, "button", "Export…")
	do(t, page, chromedp.Click(`//label[contains(., ".csv") and contains(., "plain values")]//input`, chromedp.BySearch))
	wait(t, page, `document.querySelector("#dialog .advice-box li")`)
	axe(t, page)
}

// Ensure that a snapshot brings a deleted table back, that restoring it can be undone, and that deletions can be.
func TestFiles_Snapshots(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	named := func(name string) string {
		return fmt.Sprintf(`[...document.querySelectorAll("#side ul:first-of-type .name")].some((e) => e.innerText === %q)`, name)
	}
	click(t, page, "button", "Snapshots")
	do(t, page, filled("#snapshot-name", "before"))
	click(t, page, "#dialog button", "Save a snapshot")
	wait(t, page, `document.querySelector("#dialog .preview")?.innerText.includes("10,681 entities in 1 table")`)
	axe(t, page)
	click(t, page, "#dialog button", "Close")

	click(t, page, "button", "Delete table…")
	click(t, page, "#dialog button", "Delete Movies")
	wait(t, page, "!"+named("Movies")+` && document.querySelector(".notice .btn")`)
	click(t, page, ".notice button", "Undo")
	wait(t, page, named("Movies"))

	click(t, page, "button", "Delete table…")
	click(t, page, "#dialog button", "Delete Movies")
	wait(t, page, "!"+named("Movies"))
	click(t, page, "button", "Snapshots")
	click(t, page, "#dialog button", "Restore before")
	wait(t, page, named("Movies")+` && !document.querySelector("#dialog[open]")`)
	click(t, page, ".notice button", "Undo")
	wait(t, page, "!"+named("Movies"))
}

// Ensure that a saved query and what it belongs to survive a reload.
func TestFiles_SavedQuery(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	do(t, page, typed("PartitionKey eq 'War'"))
	click(t, page, "button", "Save…")
	do(t, page, filled("#query-name", "all wars"))
	click(t, page, "#dialog button", "Save")
	wait(t, page, `[...document.querySelectorAll("#side .name")].some((e) => e.innerText === "all wars")`)
	// It is listed before the worker has written it. The plan of another class answers what the worker was asked later.
	do(t, page, typed("PartitionKey ge 'Drama'"))
	plan(t, page, "partition range")
	if err := page.Reload(); err != nil {
		t.Fatal(err)
	}
	waitRows(t, page)
	wait(t, page, `[...document.querySelectorAll("#side .name")].some((e) => e.innerText === "all wars")`)
	do(t, page, chromedp.Evaluate(`[...document.querySelectorAll("#side .item")].find((e) => e.innerText.includes("all wars")).click()`, nil))
	wait(t, page, `document.querySelector("#editor .cm-content").innerText.includes("War")`)
}

// Ensure that rows copied from a spreadsheet are taken in by pasting.
func TestFiles_Paste(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	do(t, page, chromedp.Evaluate(`(() => {
		document.activeElement.blur();
		const data = new DataTransfer();
		data.setData("text/plain", "PartitionKey\tRowKey\tAge\na\t1\t42\na\t2\t43\n");
		document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
	})()`, nil))
	wait(t, page, `document.querySelectorAll(".preview tbody tr").length === 2`)
	do(t, page, filled("#import-table", "Ages"))
	click(t, page, "#dialog button", "Import")
	wait(t, page, `document.querySelector(".notice")?.innerText.includes("Imported 2 entities into Ages")`)
}

// Ensure that lines that are copied from the grid and pasted into it are meant for the same table and come back as they were, that
// rows of elsewhere with its keys are meant for it too, and that the browser leaves what tells a spreadsheet what is text.
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
}

// Ensure that what was typed into the inspector outlives a reload.
func TestFiles_DraftSurvivesReload(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	newEntity(t, page)
	do(t, page, filled("#insp-rk", "not saved yet"))
	time.Sleep(600 * time.Millisecond) // it is kept a moment after the last key
	page.Leave()
	do(t, page, chromedp.Evaluate(`setTimeout(() => location.reload())`, nil))
	wait(t, page, `document.getElementById("insp-rk")?.value === "not saved yet" && document.querySelector(".notice")?.innerText.includes("not saved yet")`)
}

// Ensure that a person is told, once, when the browser does not keep what is typed, that an older draft does not come back in its
// place, that a new version is not loaded over it without a question, and that it is kept again once there is room.
func TestFiles_DraftRefused(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	const kept, asks = `(sessionStorage.getItem("rangefinder.kept") || "")`, `(() => { const e = new Event("beforeunload", {cancelable: true}); dispatchEvent(e); return e.defaultPrevented })()`
	eval[any](t, page, `rangefinderUpdate.apply = () => {}, rangefinderUpdate.onready()`)
	newEntity(t, page)
	do(t, page, filled("#insp-rk", "small"))
	wait(t, page, kept+`.includes("small")`)
	press(t, page, "#update")
	if eval[bool](t, page, asks) {
		t.Error("a new version is asked about although everything is kept")
	}

	eval[any](t, page, `(() => { for (let n = 1 << 20; n > 0; n >>= 1) try { for (;;) sessionStorage.setItem("filler" + sessionStorage.length, "x".repeat(n)) } catch {} })()`)
	do(t, page, filled("#insp-rk", strings.Repeat("large", 100)))
	says(t, page, ".notice", "does not keep what is typed", "Commit them before")
	if got := eval[string](t, page, kept); got != "" {
		t.Errorf("%.100q is kept of it", got)
	}
	axe(t, page)
	press(t, page, "#update")
	if !eval[bool](t, page, asks) {
		t.Error("a new version would be loaded over it without a question")
	}
	click(t, page, ".notice button", "Close this message")
	press(t, page, "#save")
	says(t, page, "#pending", "1 change", "would not outlive a reload")
	if eval[bool](t, page, `document.querySelector(".notice")?.innerText.includes("does not keep")`) {
		t.Error("told again")
	}

	eval[any](t, page, `Object.keys(sessionStorage).filter((k) => k.startsWith("filler")).forEach((k) => sessionStorage.removeItem(k))`)
	newEntity(t, page)
	do(t, page, filled("#insp-rk", "there is room"))
	wait(t, page, kept+`.includes("there is room") && !document.querySelector("#pending").innerText.includes("outlive")`)
	page.Leave()
	if err := page.Reload(); err != nil {
		t.Fatal(err)
	}
	wait(t, page, `document.getElementById("insp-rk")?.value === "there is room"`)
	says(t, page, "#pending", "1 change")
}

// Ensure that on a phone neither the page nor a dialog has to be scrolled sideways, and that everything can be reached.
func TestFiles_Phone(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{Width: 390, Height: 844})
	fits := func(what string) {
		t.Helper()
		if got := eval[string](t, page, `(() => {
			const d = document.querySelector("#dialog[open]"), top = document.querySelector("header.top");
			const wide = [document.documentElement, top, d].filter((e) => e && e.scrollWidth > e.clientWidth);
			return wide.map((e) => e.tagName + " " + e.scrollWidth + " of " + e.clientWidth).join(", ");
		})()`); got != "" {
			t.Errorf("%s: too wide: %s", what, got)
		}
	}
	fits("the page")
	drop(t, page, "my films.csv", films)
	wait(t, page, `document.querySelectorAll(".preview tbody tr").length === 4`)
	fits("import")
	click(t, page, "#dialog button", "Cancel")
	click(t, page, "button", "Export…")
	wait(t, page, `document.getElementById("export-table")`)
	fits("export")
}
