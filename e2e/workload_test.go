package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// Ensure that axe finds nothing on the screen of what an application asks, before a log is given, with two logs, as drawings and as
// tables, and with a shape open; that nothing is wider than the window on a desktop and on a phone; and that it is worked by keyboard.
func TestWorkload_Axe(t *testing.T) {
	t.Parallel()
	page := visit(t, "#v=1&t=Movies&screen=workload", harness.View{Width: 1440, Height: 900})
	views := func() {
		t.Helper()
		axeOf(t, page, ".work")
		for _, view := range []harness.View{{Width: 1024, Height: 768}, {Width: 390, Height: 844, Dark: true}} {
			do(t, page, look(page, view))
			narrow(t, page)
			uncut(t, page, view.String())
			axeOf(t, page, ".work")
		}
		do(t, page, look(page, harness.View{Width: 1440, Height: 900}))
	}
	wait(t, page, `document.querySelector("#work-sample")`)
	views()
	eval[any](t, page, `document.querySelector("#work-sample").focus()`)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#work-changes") && !document.querySelector("#work-stop")`)
	wait(t, page, `document.activeElement.id === "work-choose"`) // from Stop, which is gone
	eval[any](t, page, `document.querySelector("#work-shape-0").focus()`)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#work-shapes .work-behind")`)
	views()
	eval[any](t, page, `document.querySelector("#work-numbers-0").click()`)
	wait(t, page, `document.querySelectorAll(".work-time").length === 2`)
	views()
}
