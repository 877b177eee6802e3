package e2e

import (
	"fmt"
	"net/http"
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
	t.Parallel()
	for _, view := range []harness.View{{Width: 1440, Height: 900}, {Width: 390, Height: 844, Dark: true}} {
		t.Run(view.String(), func(t *testing.T) {
			page := visit(t, "", view)
			do(t, page, chromedp.KeyEvent(kb.F1))
			wait(t, page, `document.querySelector("dialog.palette")?.open && document.activeElement.id === "palette"`)
			screenNarrow(t, page)
			do(t, page, chromedp.KeyEvent("undo the last"))
			wait(t, page, `document.querySelector("#palette-0[aria-disabled] .note")?.innerText === "There is nothing to undo."`)
			do(t, page, chromedp.KeyEvent(kb.Enter))
			wait(t, page, `document.querySelector("#dialog > [aria-live]").innerText.includes("There is nothing to undo.") && document.querySelector("#dialog").open`)
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
			order(t, page, "show the keys", "Show the keys")
			wait(t, page, `document.querySelector("#dialog h2")?.innerText === "Keyboard" && document.querySelector("#dialog .keys").innerText.includes("Ctrl+K")`)
			do(t, page, chromedp.KeyEvent(kb.Escape))
			wait(t, page, `!document.querySelector("#dialog h2")`)
			order(t, page, "compact", "Density: Compact")
			wait(t, page, `document.documentElement.dataset.density === "compact" && document.querySelector(".rf-row").offsetHeight === 26`)

			// Settings: undone, chosen again, and there after a reload.
			do(t, page, ctrl(","))
			wait(t, page, `document.querySelector("#dialog").open && document.activeElement.id === "set-theme"`)
			screenNarrow(t, page)
			do(t, page, chosen("#set-theme", map[bool]string{true: "light", false: "dark"}[view.Dark]))
			do(t, page, chosen("#set-marks", "all"))
			wait(t, page, `document.querySelector("#grid .rf-key[data-type=str]")`)
			eval[any](t, page, `(() => { const e = document.querySelector("#set-marks"); e.selectedIndex = 0; e.dispatchEvent(new Event("change", {bubbles: true})) })()`) // the first choice, which has no value
			wait(t, page, `!document.querySelector("#grid .rf-key[data-type]")`)
			click(t, page, "#settings-undo", "Undo")
			click(t, page, "#settings-undo", "Undo")
			theme := `document.documentElement.dataset.theme === "` + map[bool]string{true: "light", false: "dark"}[view.Dark] + `"`
			wait(t, page, theme)
			click(t, page, "#settings-undo", "Undo")
			wait(t, page, `!(`+theme+`) && document.querySelector("#settings-undo").disabled`)
			do(t, page, chosen("#set-theme", map[bool]string{true: "light", false: "dark"}[view.Dark]))
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

// Ensure that a person is told when the browser keeps no settings any more, that they hold meanwhile, and that they are kept again
// once there is room.
func TestSettings_Refused(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{Width: 1440, Height: 900})
	eval[any](t, page, `(() => {
		for (let n = 1 << 20; n > 0; n >>= 1) try { for (;;) localStorage.setItem("filler" + localStorage.length, "x".repeat(n)) } catch {}
		const set = Storage.prototype.setItem;
		window.refusals = 0;
		Storage.prototype.setItem = function (...what) { try { set.apply(this, what) } catch (e) { refusals += what[0] === "rangefinder.history"; throw e } } })()`)
	dialog := func(density, says string) {
		t.Helper()
		click(t, page, "button", "Settings")
		do(t, page, chosen("#set-density", density))
		wait(t, page, `document.documentElement.dataset.density === "`+density+`" && document.querySelector("#dialog").innerText.includes("`+says+`")`)
		axe(t, page)
		do(t, page, chromedp.KeyEvent(kb.Escape))
		wait(t, page, `!document.querySelector("#dialog").open`)
	}
	dialog("compact", "This browser keeps no settings")
	says(t, page, ".notice", "hold until the page is closed")
	click(t, page, ".notice button", "Close this message")
	before := eval[int](t, page, `refusals`)
	do(t, page, typed("PartitionKey ge 'Action' and PartitionKey lt 'Drama' and Rating gt 4.0 and "+strings.Repeat("Rating gt 1.0 and ", 20)+"Rating lt 5.0"), runKey()) // more for the history
	wait(t, page, fmt.Sprintf(`refusals > %d`, before))
	click(t, page, "button", "Settings")
	wait(t, page, `document.querySelector("#set-marks")`) // what came before it has been drawn
	if told := eval[string](t, page, `[...document.querySelectorAll(".notice")].map((e) => e.innerText).join(" ")`); strings.Contains(told, "settings") {
		t.Errorf("told again: %q", told)
	}
	eval[any](t, page, `Object.keys(localStorage).filter((k) => k.startsWith("filler")).forEach((k) => localStorage.removeItem(k))`)
	do(t, page, chosen("#set-marks", "all"))
	wait(t, page, `document.querySelector("#dialog").innerText.includes("Kept in this browser, for every tab.")`)
	if err := page.Reload(); err != nil {
		t.Fatal(err)
	}
	wait(t, page, `document.documentElement?.dataset.density === "compact" && document.documentElement.dataset.marks === "all"`)
}

// Ensure that settings which cannot be used do not keep the page from starting: it says so, and the data shows.
func TestSettings_Damaged(t *testing.T) {
	t.Parallel()
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

// Ensure that a table is cloned, renamed and measured, each undone, and that the search of the table list is quick with ten
// thousand tables, by keyboard.
func TestTables_CloneStatsSearch(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{Width: 1440, Height: 900})
	click(t, page, "#facts", text(t, page, "#facts"))
	wait(t, page, `document.querySelector("#dialog dl.stats")?.innerText.includes("10,681")`)
	click(t, page, "#dialog .btn", "Clone…")
	wait(t, page, `document.activeElement.id === "table-name" && document.activeElement.value === "MoviesCopy"`)
	do(t, page, enter())
	wait(t, page, `document.querySelector(".crumb h1").innerText === "MoviesCopy" && document.querySelector("#facts")?.innerText.startsWith("10,681 entities") && document.querySelector(".notice").innerText.includes("Cloned Movies as MoviesCopy")`)
	waitRows(t, page)
	click(t, page, ".notice .btn", "Undo")
	wait(t, page, `document.querySelector(".crumb h1").innerText === "Movies" && !document.querySelector("#tables").innerText.includes("MoviesCopy")`)
	order(t, page, "clone", "Clone this table…")
	wait(t, page, `document.activeElement.id === "table-name"`)
	do(t, page, filled("#table-name", "Films"))
	do(t, page, clicked("#clone-drop"))
	click(t, page, "#dialog [type=submit]", "Clone and delete Movies")
	wait(t, page, `document.querySelector("#tables").innerText.trim().startsWith("Films") && document.querySelectorAll("#tables li").length === 1 && document.querySelector(".notice").innerText.includes("Deleted the table Movies")`)
}

// Ensure that ten thousand tables of an account can be searched in the side bar and in the palette as one types, that the list
// is gone through by keyboard, and that a table is opened with Enter.
func TestTables_TenThousand(t *testing.T) {
	site := serveShop(t)
	for i := range 10_000 {
		site.ask(t, "POST", "/Tables", `{"TableName":"Telemetry`+strconv.Itoa(i)+`"}`, http.StatusCreated)
	}
	page := openUnstored(t, site.URL+"#v=1&src=shop", harness.View{Width: 1440, Height: 900})
	chooseSource(t, page, "shop")
	wait(t, page, `document.querySelector("#tables-at")?.innerText === "1–100 of 10,001" && document.querySelectorAll("#tables li").length === 100`)
	if eval[bool](t, page, `(() => { const s = document.querySelector(".side > .scroll"); return s.scrollWidth > s.clientWidth })()`) {
		t.Error("the search is wider than the side bar")
	}
	axe(t, page)
	// A search is quick because it asks nobody and draws no more than what is on screen, however many tables there are.
	const drawn = `(async (id, text, list, shows) => {
		const field = document.getElementById(id);
		let nodes = 0;
		const add = (all) => { for (const m of all) nodes += m.type === "childList" ? m.addedNodes.length + m.removedNodes.length : 1 };
		const count = new MutationObserver(add);
		count.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
		field.focus(); field.value = text; field.dispatchEvent(new Event("input", { bubbles: true }));
		while (!document.querySelector(list)?.innerText.startsWith(shows)) await new Promise(requestAnimationFrame);
		add(count.takeRecords());
		count.disconnect();
		return nodes;
	})`
	before := site.asked.Load()
	look := func(field, text, list, shows string) {
		t.Helper()
		n := eval[int](t, page, drawn+fmt.Sprintf(`(%q, %q, %q, %q)`, field, text, list, shows))
		if t.Logf("%q changes %d nodes and attributes", text, n); n == 0 || n > 500 { // a hundred lines of a few elements each
			t.Errorf("%q changes %d nodes and attributes", text, n)
		}
	}
	for _, x := range [][2]string{{"TELEMETRY", "Telemetry0"}, {"999", "Telemetry1999"}, {"telemetry77", "Telemetry77"}, {"orders", "Orders"}} {
		look("find-table", x[0], "#tables", x[1])
	}
	if n := site.asked.Load() - before; n > 0 {
		t.Errorf("the searches asked the account %d times", n)
	}
	do(t, page, chromedp.KeyEvent(kb.ArrowDown))
	wait(t, page, `document.activeElement.id === "table-0"`)
	do(t, page, chromedp.KeyEvent(kb.ArrowUp))
	wait(t, page, `document.activeElement.id === "find-table"`)
	do(t, page, enter())
	wait(t, page, `document.querySelector(".crumb h1").innerText === "Orders"`)
	do(t, page, ctrl("k"))
	wait(t, page, `document.activeElement.id === "palette"`)
	before = site.asked.Load()
	look("palette", "te", "#palette-list", "Telemetry0")
	look("palette", "telemetry9998", "#palette-list", "Telemetry9998")
	if n := site.asked.Load() - before; n > 0 {
		t.Errorf("the palette asked the account %d times", n)
	}
	do(t, page, enter())
	wait(t, page, `document.querySelector(".crumb h1").innerText === "Telemetry9998"`)
}
