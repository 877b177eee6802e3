package e2e

import (
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// ctrl is a key with Ctrl.
func ctrl(key string) chromedp.Action {
	return chromedp.KeyEvent(key, chromedp.KeyModifiers(input.ModifierCtrl))
}

// order does what the palette finds first for a text, by keyboard alone.
func order(t *testing.T, page *harness.Page, text, first string) {
	t.Helper()
	do(t, page, ctrl("k"))
	wait(t, page, `document.querySelector("dialog.palette")?.open && document.activeElement.id === "palette"`)
	do(t, page, chromedp.KeyEvent(text))
	wait(t, page, `document.querySelector("#palette-0:not([aria-disabled]) .name")?.innerText === `+strconv.Quote(first)) // it can be done by now
	do(t, page, enter())
	wait(t, page, `!document.querySelector("dialog.palette")`)
}

// enter is the Enter key as a person presses it: the character comes only when nobody keeps the key from the browser, where
// chromedp sends it by itself, to whatever has the focus then.
func enter() chromedp.Action {
	key := func(kind input.KeyType) chromedp.Action {
		return input.DispatchKeyEvent(kind).WithKey("Enter").WithCode("Enter").WithWindowsVirtualKeyCode(13).WithText("\r")
	}
	return chromedp.Tasks{key(input.KeyDown), key(input.KeyUp)}
}

// Ensure that the palette and the settings have the keyboard, that the list follows it, that a setting is seen on the grid and after
// a reload, that a full storage is told and no harm, and that damaged settings do not keep the page from starting.
func TestSettings_Kept(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{Width: 1440, Height: 900})
	do(t, page, chromedp.KeyEvent(kb.F1))
	wait(t, page, `document.querySelector("dialog.palette")?.open && document.activeElement.id === "palette" && document.querySelector("#palette-5")`)
	do(t, page, chromedp.KeyEvent(kb.ArrowUp))
	wait(t, page, `(() => { const at = document.querySelector("#palette").getAttribute("aria-activedescendant"), line = document.getElementById(at), r = line?.getBoundingClientRect(); return at !== "palette-0" && line.ariaSelected === "true" && r.bottom <= innerHeight && !document.getElementById(at.replace(/\d+/, (n) => +n + 1)) })()`)
	do(t, page, ctrl("k"))
	wait(t, page, `!document.querySelector("dialog.palette")`)
	order(t, page, "partitions", "Partitions")
	wait(t, page, `!document.querySelector("#screen-partitions").hidden && document.activeElement.id === "tab-partitions"`)
	order(t, page, "go filter", "Go to the filter")
	wait(t, page, `document.querySelector("#screen-partitions").hidden && document.activeElement.classList.contains("cm-content")`)

	eval[any](t, page, `(() => {
		for (let n = 1 << 20; n > 0; n >>= 1) try { for (;;) localStorage.setItem("filler" + localStorage.length, "x".repeat(n)) } catch {}
		const set = Storage.prototype.setItem;
		window.refusals = 0;
		Storage.prototype.setItem = function (...what) { try { set.apply(this, what) } catch (e) { refusals += what[0] === "rangefinder.history"; throw e } } })()`)
	do(t, page, ctrl(","))
	wait(t, page, `document.querySelector("#dialog").open && document.activeElement.id === "set-theme"`)
	do(t, page, chosen("#set-density", "compact"))
	wait(t, page, `document.documentElement.dataset.density === "compact" && document.querySelector(".rf-row").offsetHeight === 26 && document.querySelector("#dialog").innerText.includes("This browser keeps no settings")`)
	axeOf(t, page, "dialog")
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector("#dialog").open`)
	says(t, page, ".notice", "hold until the page is closed")
	axeOf(t, page, ".notice")
	do(t, page, typed("PartitionKey eq 'Action' and "+strings.Repeat("Rating gt 1.0 and ", 20)+"Rating lt 5.0"), runKey()) // more for the history
	wait(t, page, `refusals > 0`)
	eval[any](t, page, `Object.keys(localStorage).filter((k) => k.startsWith("filler")).forEach((k) => localStorage.removeItem(k))`)
	do(t, page, ctrl(","))
	do(t, page, chosen("#set-marks", "all"))
	wait(t, page, `document.querySelector("#grid .rf-key[data-type=String]") && document.querySelector("#dialog").innerText.includes("Kept in this browser, for every tab.")`)
	eval[any](t, page, `(() => { const e = document.querySelector("#set-marks"); e.selectedIndex = 0; e.dispatchEvent(new Event("change", {bubbles: true})) })()`) // the first choice, which has no value
	wait(t, page, `!document.querySelector("#grid .rf-key[data-type]")`)
	do(t, page, chosen("#set-marks", "all"), chosen("#set-theme", "dark"))
	wait(t, page, `document.documentElement.dataset.theme === "dark"`)
	if err := page.Reload(); err != nil {
		t.Fatal(err)
	}
	wait(t, page, `document.documentElement?.dataset.density === "compact" && document.documentElement.dataset.marks === "all" && document.documentElement.dataset.theme === "dark"`)
	waitRows(t, page)
	wait(t, page, `document.querySelector(".rf-row").offsetHeight === 26`)

	// What is told of the other damages is in app/ui/uitest; the page's own script reads them before the program does.
	for _, damage := range []string{`{"v":1,"theme":`, `{"v":1,"theme":["<img src=x onerror=alert(1)>"],"density":9}`} {
		eval[any](t, page, `localStorage.setItem("rangefinder.settings", `+strconv.Quote(damage)+`), localStorage.setItem("rangefinder.recent", `+strconv.Quote(damage)+`)`)
		if err := page.Reload(); err != nil {
			t.Fatal(err)
		}
		if err := page.WaitStarted(); err != nil {
			t.Fatal(err)
		}
		waitRows(t, page)
		says(t, page, ".notice", "default")
	}
}
