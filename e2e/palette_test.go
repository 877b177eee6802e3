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
	wait(t, page, `document.querySelector("#palette-0 .name")?.innerText === `+strconv.Quote(first))
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

// Ensure that everything can be reached from the palette by keyboard alone, that what cannot be done says why, and that
// settings and what was chosen are there again after a reload; light and dark, on a phone too.
func TestPalette_Journey(t *testing.T) {
	for _, view := range []harness.View{{Width: 1440, Height: 900}, {Width: 390, Height: 844, Dark: true}} {
		t.Run(view.String(), func(t *testing.T) {
			page := visit(t, "", view)
			do(t, page, chromedp.KeyEvent(kb.F1))
			wait(t, page, `document.querySelector("dialog.palette")?.open && document.activeElement.id === "palette"`)
			axe(t, page)
			screenNarrow(t, page)
			do(t, page, chromedp.KeyEvent("undo the last"))
			wait(t, page, `document.querySelector("#palette-0[aria-disabled] .note")?.innerText === "There is nothing to undo."`)
			do(t, page, chromedp.KeyEvent(kb.Enter))
			wait(t, page, `document.querySelector(".live").innerText.includes("There is nothing to undo.") && document.querySelector("#dialog").open`)
			do(t, page, chromedp.KeyEvent(kb.Escape))
			wait(t, page, `!document.querySelector("dialog.palette")`)

			// Down the list, round its end, and the list follows.
			do(t, page, ctrl("k"))
			wait(t, page, `document.querySelector("#palette-5")`)
			do(t, page, chromedp.KeyEvent(kb.ArrowUp))
			wait(t, page, `(() => { const at = document.querySelector("#palette").getAttribute("aria-activedescendant"), line = document.getElementById(at), r = line?.getBoundingClientRect(); return at !== "palette-0" && line.ariaSelected === "true" && r.bottom <= innerHeight && !document.getElementById(at.replace(/\d+/, (n) => +n + 1)) })()`)
			do(t, page, chromedp.KeyEvent(kb.ArrowDown))
			wait(t, page, `document.querySelector("#palette-0").ariaSelected === "true"`)
			do(t, page, ctrl("k"))
			wait(t, page, `!document.querySelector("dialog.palette")`)

			order(t, page, "partitions", "Partitions")
			wait(t, page, `!document.querySelector("#screen-partitions").hidden && document.activeElement.id === "tab-partitions"`)
			order(t, page, "go filter", "Go to the filter")
			wait(t, page, `document.querySelector("#screen-partitions").hidden && document.activeElement.classList.contains("cm-content")`)
			order(t, page, "shortcuts", "Show the keys")
			wait(t, page, `document.querySelector("#dialog h2")?.innerText === "Keyboard" && document.querySelector("#dialog .keys").innerText.includes("Ctrl+K")`)
			do(t, page, chromedp.KeyEvent(kb.Escape))
			wait(t, page, `!document.querySelector("#dialog h2")`)
			order(t, page, "compact", "Density: Compact")
			wait(t, page, `document.documentElement.dataset.density === "compact" && document.querySelector(".rf-row").offsetHeight === 26`)

			// Settings: undone, chosen again, and there after a reload.
			do(t, page, ctrl(","))
			wait(t, page, `document.querySelector("#dialog").open && document.activeElement.id === "set-theme"`)
			axe(t, page)
			screenNarrow(t, page)
			choose(t, page, "#set-theme", map[bool]string{true: "light", false: "dark"}[view.Dark])
			theme := `document.documentElement.dataset.theme === "` + map[bool]string{true: "light", false: "dark"}[view.Dark] + `"`
			wait(t, page, theme)
			axe(t, page)
			click(t, page, "#settings-undo", "Undo")
			wait(t, page, `!(`+theme+`) && document.querySelector("#settings-undo").disabled`)
			choose(t, page, "#set-theme", map[bool]string{true: "light", false: "dark"}[view.Dark])
			wait(t, page, theme)
			if err := page.Reload(); err != nil {
				t.Fatal(err)
			}
			if err := page.WaitStarted(); err != nil {
				t.Fatal(err)
			}
			waitRows(t, page)
			wait(t, page, theme+` && document.querySelector(".rf-row").offsetHeight === 26`)
			do(t, page, ctrl("k"))
			wait(t, page, `document.querySelector("#palette-0 .name")?.innerText === "Density: Compact" && document.querySelector("#palette-1 .name")?.innerText === "Show the keys"`)
		})
	}
}

// Ensure that settings which cannot be used do not keep the page from starting: it says so, and the data shows.
func TestSettings_Damaged(t *testing.T) {
	page := visit(t, "", harness.View{Width: 1440, Height: 900})
	for _, damage := range []string{`{"v":1,"theme":`, `{"v":1,"theme":["<img src=x onerror=alert(1)>"],"density":9}`, strings.Repeat("x", 100_000)} {
		do(t, page, chromedp.Evaluate(`localStorage.setItem("rangefinder.settings", `+strconv.Quote(damage)+`); localStorage.setItem("rangefinder.recent", `+strconv.Quote(damage)+`)`, nil))
		if err := page.Reload(); err != nil {
			t.Fatal(err)
		}
		if err := page.WaitStarted(); err != nil {
			t.Fatal(err)
		}
		waitRows(t, page)
		if told := text(t, page, ".notice"); !strings.Contains(told, "first") {
			t.Errorf("%.20s: told %q", damage, told)
		}
	}
}
