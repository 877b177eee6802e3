package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// Ensure that a run can be chosen, played, paused, gone back in, kept and compared, read as tables and shared, by keyboard too;
// on a phone.
func TestSimulator_Journey(t *testing.T) {
	t.Parallel()
	page := openUnstored(t, servePage(t).URL+"#v=1&t=Movies&screen=simulator", phone)
	wait(t, page, `document.querySelector("#sim-preset")?.selectedOptions[0].innerText === "Keys in the order of time" && document.querySelector("#sim-start")`)
	screenNarrow(t, page)

	// Play, pause, go back, and on to the end; at a speed, as the browser of the tests asks for less motion.
	do(t, page, chosen("#sim-speed", "30"))
	do(t, page, focused("#sim-start"), chromedp.KeyEvent(kb.Enter))
	focusAt(t, page, "sim-map") // the button is gone
	wait(t, page, `+document.querySelector("#sim-scrub").value > 5 && document.querySelector("#sim-play").innerText.includes("Pause")`)
	do(t, page, chromedp.KeyEvent(" "))
	wait(t, page, `document.querySelector("#sim-play").innerText.includes("Go on")`)
	if !eval[bool](t, page, `(() => { const c = document.querySelector("#sim-heat"), x = c.getContext("2d"), at = (column, row) => x.getImageData(Math.floor((column + .5) * c.width / 180), c.height - Math.ceil((row + .5) * c.height / 40), 1, 1).data.join(), empty = at(170, 2); return at(0, 0) !== empty && at(0, 30) === empty })()`) {
		t.Error("the first column does not have its load at the first keys")
	}
	do(t, page, chromedp.KeyEvent(kb.Home), chromedp.KeyEvent(kb.ArrowUp))
	wait(t, page, `document.querySelector("#sim-cell").innerText.startsWith("00:00 · keys from ")`)
	do(t, page, focused("#sim-scrub"), chromedp.KeyEvent(kb.Home))
	wait(t, page, `document.querySelector("#sim-moment").innerText === "At the beginning."`)
	do(t, page, chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	wait(t, page, `document.querySelector("#sim-moment").innerText.startsWith("At 00:20: ")`)
	do(t, page, chosen("#sim-speed", "0"))
	do(t, page, focused("#sim-play"), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#sim-play").innerText.includes("Play again") && document.querySelector("#sim-scrub").value === "180"`)
	do(t, page, clicked("#tab-query"))
	wait(t, page, `!document.querySelector("#sim-scrub")`)
	do(t, page, clicked("#tab-simulator"))
	wait(t, page, `document.querySelector("#sim-scrub")?.value === "180"`) // where it was
	first := text(t, page, "#sim-totals tbody")
	if !strings.Contains(first, "Requests billed, refused ones too") || !strings.Contains(text(t, page, "#sim-totals"), "of a model") {
		t.Errorf("the totals are %q", first)
	}
	if label := eval[string](t, page, `document.querySelector("#sim-heat").ariaLabel`); !strings.Contains(label, "goes up through the keys") {
		t.Errorf("the picture is %q", label)
	}

	// The same again is the same.
	if err := page.Reload(); err != nil {
		t.Fatal(err)
	}
	if err := page.WaitStarted(); err != nil {
		t.Fatal(err)
	}
	wait(t, page, `document.querySelector("#sim-start")`)
	do(t, page, chosen("#sim-speed", "0"))
	click(t, page, "#sim-play", "▶ Play")
	wait(t, page, `document.querySelector("#sim-play").innerText.includes("Play again")`)
	if again := text(t, page, "#sim-totals tbody"); again != first {
		t.Errorf("the same run has the totals\n%s\nand\n%s", first, again)
	}

	// Keep, another preset, compare; Back brings the first settings again.
	do(t, page, focused("#sim-keep"), chromedp.KeyEvent(kb.Enter))
	focusAt(t, page, "sim-drop")
	do(t, page, chosen("#sim-preset", "3"))
	wait(t, page, `location.hash.includes("keys%3Arandom") && document.querySelector("#sim-play").innerText.includes("new settings")`)
	click(t, page, "#sim-play", "▶ Play the new settings")
	wait(t, page, `document.querySelector("#sim-play").innerText.includes("Play again") && document.querySelector("#sim-kept-heat")`)
	if served := eval[string](t, page, `[...document.querySelectorAll("#sim-totals tr")].find((r) => r.innerText.startsWith("Entities served")).cells[3].innerText`); served != "▲ better" {
		t.Errorf("random keys serve %q entities", served)
	}
	for _, id := range []string{"#sim-map-table", "#sim-latency-table"} {
		click(t, page, id, "As table")
	}
	wait(t, page, `document.querySelectorAll("#sim-map-card .sim-table tbody tr").length === 40 && document.querySelector("#sim-latency tbody")`)
	axeBoth(t, page)
	click(t, page, "#sim-time-table", "As table")
	wait(t, page, `document.querySelectorAll("#sim-over-time tbody tr").length === 180`)
	screenNarrow(t, page)
	click(t, page, "#sim-time-table", "As drawing")
	do(t, page, chromedp.Evaluate(`history.back()`, nil))
	wait(t, page, `document.querySelector("#sim-preset").value === "0" && document.querySelector("#sim-keys").value === "time"`)

	// What cannot be is told under its field, and nothing runs.
	click(t, page, "#sim-form-toggle", "Show or hide")
	wait(t, page, `document.querySelector("#sim-vms").offsetHeight > 0`)
	do(t, page, at("#sim-vms", `e.focus(); e.select()`), chromedp.KeyEvent("5000"))
	wait(t, page, `document.querySelector("#sim-vms-note").innerText.includes("from 1 to 1000") && document.querySelector("#sim-vms").ariaInvalid === "true"`)
	click(t, page, "#sim-play", "▶ Play the new settings")
	wait(t, page, `document.activeElement.id === "sim-vms"`)
	axeBoth(t, page)
	screenNarrow(t, page)
}

// Ensure that keys come from the open table under a template, and that what is wrong with it is told.
func TestSimulator_KeysOfTheTable(t *testing.T) {
	t.Parallel()
	page := openUnstored(t, servePage(t).URL+"#v=1&t=Movies&screen=simulator&sim=1,keys%3Atable,length%3A1%20min,template%3A%7BNothing%7Chash(3)%7D", harness.View{Width: 1024, Height: 768})
	wait(t, page, `document.querySelector("#sim-template")?.value === "{Nothing|hash(3)}" && [...document.querySelectorAll("#side .item.on .name")].some((e) => e.innerText === "Movies")`)
	do(t, page, chosen("#sim-speed", "0"))
	do(t, page, at("#sim-template", `e.focus(); e.select()`), chromedp.KeyEvent("{PartitionKey"))
	wait(t, page, `document.querySelector("#sim-template-note").innerText.includes("not closed")`)
	do(t, page, chromedp.KeyEvent("}"))
	wait(t, page, `document.querySelector("#sim-template-note").innerText.includes("keys of Movies")`)
	click(t, page, "#sim-play", "▶ Play")
	wait(t, page, `document.querySelector("#sim-play").innerText.includes("Play again")`)
	if keys := text(t, page, "#sim-map-card"); !strings.Contains(keys, "10 PartitionKeys of 10,681 entities") {
		t.Errorf("the card says %q", keys)
	}
}

// Ensure that settings of an address that cannot be are told, and that the screen is there with its own.
func TestSimulator_DamagedAddress(t *testing.T) {
	t.Parallel()
	page := openUnstored(t, servePage(t).URL+"#v=1&t=Movies&screen=simulator&sim=1,vms:99999", harness.View{Width: 1024, Height: 768})
	wait(t, page, `document.querySelector(".notice")?.innerText.includes("simulator") && document.querySelector("#sim-preset")?.value === "0"`)
}
