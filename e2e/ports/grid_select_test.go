package ports

import (
	"context"
	"fmt"
	"testing"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// selected waits until exactly these lines among those with elements are shown and told as selected.
func (p *page) selected(name string, lines ...int) {
	p.t.Helper()
	const shown = `[...document.querySelectorAll(".rf-row:not(.rf-free)")].filter((e) => e.classList.contains("rf-selected")).map((e) => e.getAttribute("aria-rowindex") - 2).sort((a, b) => a - b).join()`
	const told = `[...document.querySelectorAll(".rf-row:not(.rf-free)")].filter((e) => e.ariaSelected === "true").map((e) => e.getAttribute("aria-rowindex") - 2).sort((a, b) => a - b).join()`
	want := ""
	for i, line := range lines {
		if i > 0 {
			want += ","
		}
		want += fmt.Sprint(line)
	}
	if err := p.p.Wait(fmt.Sprintf("%s === %q && %s === %q", shown, want, told, want)); err != nil {
		p.t.Fatalf("%s: shown as selected %s, told %s, want %s", name, eval[string](p, shown), eval[string](p, told), want)
	}
}

func (p *page) status(want string) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`document.querySelector(".rf-status").textContent === %q`, want))
}

func (p *page) clickLine(line int, modifiers input.Modifier) {
	p.t.Helper()
	at := fmt.Sprintf(`document.querySelector(".rf-row[aria-rowindex='%d'] .rf-cell[aria-colindex='3']").getBoundingClientRect()`, line+2)
	x, y := eval[float64](p, at+".x + 20"), eval[float64](p, at+".y + 10")
	press := func(kind input.MouseType) error {
		return p.p.Run(input.DispatchMouseEvent(kind, x, y).WithButton(input.Left).WithClickCount(1).WithModifiers(modifiers))
	}
	if err := press(input.MousePressed); err != nil {
		p.t.Fatal(err)
	}
	if err := press(input.MouseReleased); err != nil {
		p.t.Fatal(err)
	}
}

func TestGrid_Select_Keyboard(t *testing.T) {
	p := open(t, harness.View{})
	p.do(fmt.Sprintf("ports.total(%d, false)", million))
	p.inPlace()
	if got := eval[string](p, `document.querySelector(".rf-grid").ariaMultiSelectable`); got != "true" {
		t.Errorf("aria-multiselectable is %q", got)
	}
	p.do("ports.select(3, 1)")
	p.do("ports.focus()")
	p.selected("at first", 3)
	p.keyWith(input.ModifierShift, kb.ArrowDown)
	p.keyWith(input.ModifierShift, kb.ArrowDown)
	p.said("lines 3 5")
	p.selected("two down", 3, 4, 5)
	p.status("3 entities selected")
	for range 4 {
		p.keyWith(input.ModifierShift, kb.ArrowUp)
	}
	p.said("lines 1 3")
	p.selected("up past the anchor", 1, 2, 3)
	for range 9 {
		p.keyWith(input.ModifierShift, kb.ArrowUp)
	}
	p.selected("up to the first line, not into the header", 0, 1, 2, 3)
	p.keys(kb.Escape)
	p.said("lines 0 0")
	p.selected("Escape", 0)
	p.status("")

	p.keyWith(input.ModifierShift, kb.PageDown)
	p.wait(`document.activeElement.closest("[role=row]").getAttribute("aria-rowindex") > 2`)
	page := eval[int](p, `document.activeElement.closest("[role=row]").getAttribute("aria-rowindex") - 2`)
	p.said(fmt.Sprintf("lines 0 %d", page))
	p.keyWith(input.ModifierShift, kb.PageUp)
	p.said("lines 0 0")
	p.keyWith(input.ModifierShift, kb.ArrowDown)
	p.said("lines 0 1")
	p.keys(kb.ArrowDown)
	p.said("lines 2 2")
	p.selected("a plain move", 2)
	p.keyWith(input.ModifierShift, kb.ArrowDown)
	p.keys(kb.ArrowRight)
	p.selected("a plain move to the side", 3)

	// A page marker is passed over. The million lines of the result are all selected, not only those with elements.
	p.do("ports.select(998, 0)")
	p.do("ports.focus()")
	p.inPlace()
	p.keyWith(input.ModifierShift, kb.ArrowDown)
	p.keyWith(input.ModifierShift, kb.ArrowDown)
	p.said("lines 998 1000")
	p.selected("around a marker", 998, 1000)
	p.keyWith(input.ModifierCtrl, "a")
	p.said("lines 0 999999")
	p.status("all 1,000,000 entities selected")
	p.do(`document.querySelector(".rf-grid").scrollTop = 5e6`)
	p.inPlace()
	p.wait(`[...document.querySelectorAll(".rf-row:not(.rf-free, .rf-marker)")].every((e) => e.ariaSelected === "true")`)
	p.picture("all")
	p.keyWith(input.ModifierShift, kb.ArrowDown)
	p.said("lines 1000 1001") // from the current line on
	p.keyWith(input.ModifierCtrl|input.ModifierShift, kb.End)
	p.said("lines 1000 999999")
	p.keyWith(input.ModifierCtrl|input.ModifierShift, kb.Home)
	p.said("lines 0 1000")

	// Another result begins with nothing selected; one that shrinks keeps what is left.
	p.do("ports.total(50, true)")
	p.do("ports.select(40, 0)")
	p.do("ports.focus()")
	p.keyWith(input.ModifierShift, kb.ArrowDown)
	p.said("lines 40 41")
	p.do("ports.total(41, true)")
	p.status("")
	p.keyWith(input.ModifierShift, kb.ArrowUp)
	p.said("lines 39 40")
	p.do("ports.total(500, false)")
	p.selected("another result", 0)
	p.keys(kb.ArrowUp)
	p.keyWith(input.ModifierShift, kb.ArrowDown)
	p.selected("in the header Shift selects no lines")
}

func TestGrid_Select_Mouse(t *testing.T) {
	p := open(t, harness.View{})
	p.do("ports.total(500, false)")
	p.inPlace()
	p.clickLine(4, 0)
	p.clickLine(8, input.ModifierShift)
	p.said("lines 4 8")
	p.selected("Shift+click", 4, 5, 6, 7, 8)
	if text := eval[string](p, "String(getSelection())"); text != "" {
		t.Errorf("Shift+click selected the text %q", text)
	}
	if line := eval[int](p, `document.activeElement.closest("[role=row]").getAttribute("aria-rowindex") - 2`); line != 8 {
		t.Errorf("the focus is in line %d", line)
	}
	p.picture("selected")
	p.accessible()
	p.clickLine(2, input.ModifierShift)
	p.said("lines 2 4")
	p.clickLine(6, 0)
	p.said("lines 6 6")
	p.selected("a click", 6)
}

func TestGrid_CopyLines(t *testing.T) {
	p := open(t, harness.View{})
	permit(p, cdpbrowser.PermissionTypeClipboardReadWrite, cdpbrowser.PermissionTypeClipboardSanitizedWrite)
	p.do("ports.total(500, false)")
	p.inPlace()
	p.do("ports.select(7, 2)")
	p.do("ports.focus()")
	copyEvent := `document.activeElement.dispatchEvent(new ClipboardEvent("copy", {clipboardData: new DataTransfer(), bubbles: true, cancelable: true}))`
	if !eval[bool](p, copyEvent) {
		p.do("events.length = 0")
	}
	p.wait("!events.some((e) => e.startsWith('copy'))") // one line: its cell is copied, as before
	p.keyWith(input.ModifierShift, kb.ArrowDown)
	if eval[bool](p, copyEvent) {
		t.Error("the browser is left to copy by itself")
	}
	p.wait("events.includes('copy 7 8')")
	p.said("copied <nil>")
	if text := eval[string](p, "navigator.clipboard.readText()"); text != "lines 7 to 8\n\tas text é" {
		t.Errorf("on the clipboard is %q", text)
	}
	p.keys(kb.ArrowDown)
	p.keyWith(input.ModifierCtrl|input.ModifierShift, "C")
	p.wait("events.includes('copy 9 9')")
	p.said("copied <nil>")
	if text := eval[string](p, "navigator.clipboard.readText()"); text != "lines 9 to 9\n\tas text é" {
		t.Errorf("on the clipboard is %q", text)
	}
	// What cannot be made leaves the clipboard alone.
	p.do("ports.select(5, 2)")
	p.keyWith(input.ModifierCtrl|input.ModifierShift, "C")
	p.said("copied the result is gone")
	// A browser that takes no promises gets the text afterwards.
	p.do(`globalThis.ClipboardItem = class { constructor() { throw new TypeError("no promises") } }`)
	p.do("ports.select(3, 2)")
	p.keyWith(input.ModifierCtrl|input.ModifierShift, "C")
	p.said("copied <nil>")
	if text := eval[string](p, "navigator.clipboard.readText()"); text != "lines 3 to 3\n\tas text é" {
		t.Errorf("on the clipboard is %q", text)
	}
}

// permit lets the page do what a visitor would be asked about.
func permit(p *page, types ...cdpbrowser.PermissionType) {
	p.t.Helper()
	err := p.p.Run(chromedp.ActionFunc(func(ctx context.Context) error {
		info, err := target.GetTargetInfo().Do(ctx)
		if err != nil {
			return err
		}
		c := chromedp.FromContext(ctx)
		return cdpbrowser.GrantPermissions(types).WithBrowserContextID(info.BrowserContextID).WithOrigin(site.URL).Do(cdp.WithExecutor(ctx, c.Browser))
	}))
	if err != nil {
		p.t.Fatal(err)
	}
}

// chosen waits until so many cells are shown and told as selected, and no line is.
func (p *page) chosen(name string, cells int) {
	p.t.Helper()
	const shown = `[document.querySelectorAll(".rf-row:not(.rf-free) .rf-chosen").length, document.querySelectorAll(".rf-row:not(.rf-free) .rf-cell[aria-selected=true]").length, document.querySelectorAll(".rf-selected").length].join()`
	lines := 1
	if cells > 0 {
		lines = 0
	}
	if want := fmt.Sprintf("%d,%d,%d", cells, cells, lines); p.p.Wait(fmt.Sprintf("%s === %q", shown, want)) != nil {
		p.t.Fatalf("%s: cells shown, cells told and lines shown are %s, want %s", name, eval[string](p, shown), want)
	}
}

// Ensure that Shift with a left or right arrow and a drag choose cells, which are told, copied and let go of.
func TestGrid_SelectCells(t *testing.T) {
	p := open(t, harness.View{})
	p.do("ports.total(500, false)")
	p.inPlace()
	p.do("ports.select(7, 2)")
	p.do("ports.focus()")
	copied := func(want string) {
		t.Helper()
		if eval[bool](p, `document.activeElement.dispatchEvent(new ClipboardEvent("copy", {clipboardData: new DataTransfer(), bubbles: true, cancelable: true}))`) {
			t.Error("the browser is left to copy by itself")
		}
		p.said(want)
	}
	p.keyWith(input.ModifierShift, kb.ArrowRight)
	p.chosen("to the right", 2)
	p.keyWith(input.ModifierShift, kb.ArrowDown)
	p.keyWith(input.ModifierShift, kb.ArrowDown)
	p.chosen("and down", 6)
	p.status("6 cells selected")
	copied("cells 7 9 2 3")
	p.keyWith(input.ModifierCtrl, "a")
	p.status("all 500 entities selected")
	copied("copy 0 499")
	p.keys(kb.Escape)
	p.do("ports.select(7, 2)")
	p.keyWith(input.ModifierShift, kb.ArrowRight)
	p.keys(kb.Escape)
	p.chosen("Escape", 0)
	p.status("")
	p.do("ports.select(9, 3)")

	// Of lines that are selected, the cells in some columns.
	p.keyWith(input.ModifierShift, kb.ArrowUp)
	p.selected("lines", 8, 9)
	p.keyWith(input.ModifierShift, kb.ArrowLeft)
	p.chosen("of lines", 4)
	p.said("lines 8 8")
	copied("cells 8 9 2 3")
	p.keyWith(input.ModifierShift, kb.ArrowRight)
	p.chosen("one column of them", 2)
	p.keyWith(input.ModifierShift, kb.ArrowDown)
	p.chosen("back at the first", 0)

	// A drag, from the lower right to the upper left.
	at := func(line, column int) (x, y float64) {
		e := fmt.Sprintf(`document.querySelector(".rf-row[aria-rowindex='%d'] .rf-cell[aria-colindex='%d']").getBoundingClientRect()`, line+2, column+1)
		return eval[float64](p, e+".x + 9"), eval[float64](p, e+".y + 9")
	}
	mouse := func(kind input.MouseType, line, column int) {
		t.Helper()
		x, y := at(line, column)
		if err := p.p.Run(input.DispatchMouseEvent(kind, x, y).WithButton(input.Left).WithButtons(1).WithClickCount(1)); err != nil {
			t.Fatal(err)
		}
	}
	mouse(input.MousePressed, 6, 2)
	mouse(input.MouseMoved, 5, 1)
	mouse(input.MouseMoved, 4, 1)
	mouse(input.MouseReleased, 4, 1)
	p.chosen("a drag", 6)
	copied("cells 4 6 1 2")
	if text := eval[string](p, "String(getSelection())"); text != "" {
		t.Errorf("the drag selected the text %q", text)
	}
	p.picture("cells")
	p.accessible()
	p.clickLine(4, 0)
	p.chosen("a click", 0)
}
