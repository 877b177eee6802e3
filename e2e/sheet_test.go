package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Ensure that an address that is no text does not end the program, at its start or typed later; that a panic in the engine shows the
// sheet and that one can go on; and that after a panic of the program on the page everything can be exported past the dead program,
// that the report holds no data, and that what was saved is there after the reload; on a phone. The panic of the page is that of an
// event that no browser makes: its target is null.
func TestCrashSheet(t *testing.T) {
	t.Parallel()
	page := openUnstored(t, servePage(t).URL+"#v=1&t=Movies&f=RowKey%20eq%20'100%'%zz", phone)
	wait(t, page, `document.querySelector(".crumb h1")?.innerText === "Movies" && document.querySelector("#planstrip")?.innerText.includes("REFUSED")`)
	if got := editorText(t, page); got != "RowKey eq '100%'%zz" {
		t.Errorf("the filter is %q", got)
	}
	eval[any](t, page, `location.hash = "#v=1&t=Movies&f=PartitionKey eq '100%'"`)
	plan(t, page, "row range", "of 10,681") // the table is there
	if got := editorText(t, page); !strings.Contains(got, "'100%'") {
		t.Errorf("the filter is %q", got)
	}

	dir := downloads(t, page)
	order(t, page, "clone", "Clone this table…")
	wait(t, page, `document.activeElement.id === "table-name"`)
	do(t, page, enter())
	wait(t, page, `document.querySelector(".crumb h1").innerText === "MoviesCopy"`)

	do(t, page, chromedp.Evaluate(`rangefinderWorker.postMessage(new TextEncoder().encode('{"id":4503599627370495,"kind":"request","op":"panic","body":{}}'))`, nil))
	wait(t, page, `document.querySelector("dialog.crash")?.open`)
	axeOf(t, page, "dialog.crash")
	do(t, page, chromedp.Evaluate(`document.querySelector(".crash details").open = true`, nil))
	if report := text(t, page, ".crash pre"); !strings.Contains(report, "worker.(*Job).panic") || strings.Contains(report, "a test") {
		t.Errorf("the report is\n%s", report)
	}
	click(t, page, "#crash-close", "Go on")
	wait(t, page, `!document.querySelector("dialog.crash")`)
	do(t, page, typed("PartitionKey eq 'War'"), runKey())
	waitRows(t, page)
	plan(t, page, "row range")

	do(t, page, chromedp.Evaluate(`{ const e = new KeyboardEvent("keydown", { key: "PartitionKey eq 'secret'" }); Object.defineProperty(e, "target", { value: null }); dispatchEvent(e) }`, nil))
	wait(t, page, `document.querySelector("dialog.crash")?.open && document.activeElement.closest("dialog.crash")`)
	screenNarrow(t, page)
	do(t, page, chromedp.KeyEvent("x"), chromedp.KeyEvent(kb.Escape), chromedp.Evaluate(`document.querySelector(".crash details").open = true`, nil))
	report := text(t, page, ".crash pre")
	if !strings.Contains(report, "panic: ") || !strings.Contains(report, "rangefinder/app/ui.(*Root)") || strings.Contains(report, "secret") || strings.Contains(report, "0x") {
		t.Errorf("the report is\n%s", report)
	}
	axeOf(t, page, "dialog.crash")
	click(t, page, "#crash-export", "Export everything")
	wait(t, page, `document.querySelector(".crash [role=status]").innerText.startsWith("Everything is in ")`)
	name := strings.TrimSuffix(strings.TrimPrefix(text(t, page, ".crash [role=status]"), "Everything is in "), "; import it to have it back.")
	if file := downloaded(t, dir, name); strings.Count(file, `"rangefinder.table"`) != 2 || strings.Count(file, "\n") < 20_000 {
		t.Errorf("the file %s has %d lines", name, strings.Count(file, "\n"))
	}
	click(t, page, "#crash-reload", "Reload")
	wait(t, page, `!document.querySelector("dialog.crash") && document.querySelector(".crumb h1")?.innerText === "MoviesCopy"`)
	waitRows(t, page)
}
