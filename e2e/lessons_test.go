package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/app/lesson"
	"rangefinder/e2e/harness"
)

// tabTo moves the keyboard with Tab to the element with that identity.
func tabTo(t *testing.T, page *harness.Page, id string) {
	t.Helper()
	for range 80 {
		if eval[string](t, page, `document.activeElement.id`) == id {
			return
		}
		do(t, page, chromedp.KeyEvent(kb.Tab))
	}
	t.Fatalf("Tab never comes to %s; it is at %s", id, eval[string](t, page, `document.activeElement.outerHTML.slice(0, 200)`))
}

// tabEnter goes to a button by Tab and presses it.
func tabEnter(t *testing.T, page *harness.Page, id string) {
	t.Helper()
	tabTo(t, page, id)
	do(t, page, chromedp.KeyEvent(kb.Enter))
}

// side brings the keyboard to the beginning of the side bar, as F6 does.
func side(t *testing.T, page *harness.Page) {
	t.Helper()
	for range 8 {
		// The page moves the focus in its next turn, after what it has to do before: a key is looked at when it has worked.
		do(t, page, chromedp.Evaluate(`window.focusBefore = document.activeElement, 0`, nil), chromedp.KeyEvent(kb.F6))
		wait(t, page, `document.activeElement !== window.focusBefore`)
		if eval[bool](t, page, `document.activeElement.id === "side"`) {
			return
		}
	}
	t.Fatal("F6 never comes to the side bar")
}

// focusAt waits until the keyboard is at an element.
func focusAt(t *testing.T, page *harness.Page, id string) {
	t.Helper()
	wait(t, page, fmt.Sprintf(`document.activeElement.id === %q`, id))
}

// replaceText types a text in the place of what the focused field or editor holds.
func replaceText(t *testing.T, page *harness.Page, text string) {
	t.Helper()
	do(t, page, chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)), input.InsertText(text))
}

var (
	checkKey = chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl|input.ModifierShift))
	undoKey  = chromedp.KeyEvent("z", chromedp.KeyModifiers(input.ModifierCtrl))
)

const (
	inEditor   = `document.activeElement.closest("#editor")`
	atStepText = `document.querySelector("#lesson-step")?.innerText.includes(%q)`
)

// Ensure that a lesson about reading is walked by the keyboard alone: nothing of a plan or a result is on the page before the
// prediction, the right filter passes, a wrong one does not, what is put in can be undone, and leaving brings the own table back.
func TestLessons_Reading(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{Width: 1440, Height: 900})
	wait(t, page, `document.querySelector("#lesson-go")`)
	own := text(t, page, ".main .crumb")
	side(t, page)
	tabEnter(t, page, "lesson-go")
	wait(t, page, `document.querySelector(".predict.open")`)
	focusAt(t, page, "lesson-step")
	hidden := func() {
		t.Helper()
		if told := eval[string](t, page, `[...document.querySelectorAll(".main .badge, #map, .rf-row, .clauses, .key-range, .checked, .result-line .facts")].filter((e) => e.checkVisibility()).map((e) => e.className).join() + [...document.querySelectorAll(".live")].map((e) => e.innerText).filter((s) => /scan|point|range/.test(s)).join()`); told != "" {
			t.Errorf("before the prediction there is %s", told)
		}
	}
	hidden()
	do(t, page, chromedp.KeyEvent("1", chromedp.KeyModifiers(input.ModifierAlt)))
	wait(t, page, inEditor)
	replaceText(t, page, "RowKey eq 'x'")
	do(t, page, chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)))
	focusAt(t, page, "lesson-ask")
	hidden()
	axe(t, page)
	tabEnter(t, page, "lesson-predict")
	focusAt(t, page, "lesson-begin")
	wait(t, page, `document.querySelector("#lesson-predicted").innerText.includes("Right")`)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, inEditor)
	plan(t, page, "full scan", "1,000")
	replaceText(t, page, "PartitionKey eq 'SciFi' and RowKey eq 'Movie-0610'")
	do(t, page, checkKey)
	wait(t, page, `document.querySelector(".verdict.good")`)
	focusAt(t, page, "lesson-next")
	axe(t, page)

	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, fmt.Sprintf(atStepText, "stretch"))
	focusAt(t, page, "lesson-step")
	tabTo(t, page, "lesson-guess")
	do(t, page, input.InsertText("ten"), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#lesson-guess-err")`)
	focusAt(t, page, "lesson-guess")
	replaceText(t, page, "200")
	do(t, page, chromedp.KeyEvent(kb.Enter))
	focusAt(t, page, "lesson-begin")
	wait(t, page, `document.querySelector(".predict.wrong").innerText.includes("10 entities read")`)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, inEditor)
	do(t, page, checkKey)
	wait(t, page, `document.querySelector(".verdict.bad")`)
	side(t, page)
	tabEnter(t, page, "lesson-break")
	wait(t, page, `document.querySelector(".verdict.bad")`)
	side(t, page)
	tabEnter(t, page, "lesson-show")
	wait(t, page, inEditor)
	solution := editorText(t, page)
	do(t, page, undoKey)
	wait(t, page, fmt.Sprintf(`document.querySelector("#editor .cm-content").innerText.trim() !== %q`, solution))
	do(t, page, chromedp.KeyEvent("y", chromedp.KeyModifiers(input.ModifierCtrl)))
	wait(t, page, fmt.Sprintf(`document.querySelector("#editor .cm-content").innerText.trim() === %q`, solution))
	do(t, page, checkKey)
	wait(t, page, `document.querySelector(".verdict.good")`)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, fmt.Sprintf(atStepText, "Several"))
	focusAt(t, page, "lesson-step") // the step has its data and its address
	do(t, page, chromedp.Evaluate(`document.activeElement.blur(); history.back()`, nil))
	wait(t, page, fmt.Sprintf(atStepText, "stretch"))
	focusAt(t, page, "lesson-step")
	side(t, page)
	tabEnter(t, page, "lesson-leave")
	wait(t, page, `document.querySelector("#dialog").open`)
	axe(t, page)
	focusAt(t, page, "lesson-drop")
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, fmt.Sprintf(`document.querySelector(".main .crumb").innerText.replace(/\s+/g, " ") === %q && !location.hash.includes("lesson")`, own))
	focusAt(t, page, "lessons-all")
	waitRows(t, page)
	if facts := text(t, page, "#lessons"); !strings.Contains(facts, "0 of 29 · predicted 1 of 2") {
		t.Errorf("the list says %q", facts)
	}
}

// Ensure that a lesson about keys is walked by the keyboard alone, in the dark: the design is checked as it is typed, its table
// is shown, and leaving can keep the tables and undo that.
func TestLessons_Keys(t *testing.T) {
	t.Parallel()
	page := openUnstored(t, servePage(t).URL+"#v=1&lesson=zero-padding&step=1", harness.View{Width: 1440, Height: 900, Dark: true})
	focusAt(t, page, "lesson-step")
	tabTo(t, page, "lesson-guess")
	do(t, page, input.InsertText("1"), chromedp.KeyEvent(kb.Enter))
	focusAt(t, page, "lesson-next")
	axe(t, page)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	focusAt(t, page, "lesson-step")
	tabTo(t, page, "lesson-text")
	replaceText(t, page, "partition: {Shop}\nrow: {Number|pud(6)}")
	wait(t, page, `document.querySelector("#lesson-problems")?.innerText.includes("line 2") && document.querySelector("#lesson-check").disabled`)
	axe(t, page)
	replaceText(t, page, "partition: {Shop}\nrow: {Number|pad(6)}")
	wait(t, page, `!document.querySelector("#lesson-problems")`)
	tabEnter(t, page, "lesson-check")
	wait(t, page, `document.querySelector(".verdict.good") && document.querySelector(".main h1").innerText === "OrdersRekeyed"`)
	waitRows(t, page)
	if got := cells(t, page, 1); strings.Join(got, " ") != "000008 000009 000010 000011 000100" {
		t.Errorf("the new keys are %v", got)
	}
	axe(t, page)

	do(t, page, chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(input.ModifierShift))) // the projector, on the way back up
	side(t, page)
	tabEnter(t, page, "lesson-projector")
	focusAt(t, page, "lesson-step")
	do(t, page, chromedp.KeyEvent(" "), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	wait(t, page, `document.querySelectorAll(".beat").length === 3 && !document.querySelector(".main").checkVisibility()`)
	axe(t, page)
	do(t, page, chromedp.KeyEvent(kb.ArrowLeft))
	wait(t, page, `document.querySelectorAll(".beat").length === 2`)
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector(".projector") && document.querySelector(".main").checkVisibility()`)

	side(t, page)
	tabEnter(t, page, "lesson-leave")
	focusAt(t, page, "lesson-drop")
	do(t, page, chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(input.ModifierShift)))
	focusAt(t, page, "lesson-keep")
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector(".main h1")?.innerText === "Orders" && document.querySelector(".notice").innerText.includes("Kept Orders, OrdersRekeyed") && !document.querySelector(".lesson")`)
	waitRows(t, page)
	click(t, page, ".notice button", "Undo")
	wait(t, page, `![...document.querySelectorAll("#side .item .name")].some((e) => e.innerText.startsWith("Orders"))`)
}

// Ensure that a lesson about writing is walked by the keyboard alone on a narrow screen, that each request's answer is told, that
// what was put in can be undone, and that a reload in the middle loses nothing.
func TestLessons_Writing(t *testing.T) {
	t.Parallel()
	page := openUnstored(t, servePage(t).URL+"#v=1&lesson=etag&step=1", harness.View{Width: 390, Height: 844})
	focusAt(t, page, "lesson-step")
	tabEnter(t, page, "lesson-check")
	wait(t, page, `document.querySelector(".verdict.bad") && document.querySelectorAll(".outcomes li").length === 4`)
	if at := eval[string](t, page, `document.activeElement.id`); at != "lesson-check" {
		t.Errorf("after a check that failed the keyboard is at %q", at)
	}
	axe(t, page)
	narrow := func() {
		t.Helper()
		if wide := eval[int](t, page, `Math.max(document.documentElement.scrollWidth, document.querySelector("#side").scrollWidth)`); wide > 390 {
			t.Errorf("the page is %d px wide", wide)
		}
	}
	narrow()
	const value = `document.querySelector("#lesson-text").value`
	start := eval[string](t, page, value)
	side(t, page)
	tabEnter(t, page, "lesson-show")
	focusAt(t, page, "lesson-text")
	wait(t, page, fmt.Sprintf(value+` !== %q`, start))
	do(t, page, undoKey)
	wait(t, page, fmt.Sprintf(value+` === %q`, start))
	side(t, page)
	tabEnter(t, page, "lesson-show")
	focusAt(t, page, "lesson-text")
	do(t, page, checkKey)
	wait(t, page, `document.querySelector(".verdict.good") && document.querySelector(".outcomes").innerText.includes("UpdateConditionNotSatisfied")`)
	focusAt(t, page, "lesson-next")
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, fmt.Sprintf(atStepText, "Read again"))
	focusAt(t, page, "lesson-step") // its data has been made anew
	tabTo(t, page, "lesson-text")
	mine := "get Blogs 'Channel9','Oct-29' as ann\nmerge Blogs 'Channel9','Oct-29' if ann Rating=5"
	replaceText(t, page, mine)
	do(t, page, checkKey)
	wait(t, page, `document.querySelector(".verdict.bad") && document.querySelectorAll(".outcomes li").length === 2`)

	page.Leave()
	if err := page.Reload(); err != nil {
		t.Fatal(err)
	}
	if err := page.WaitStarted(); err != nil {
		t.Fatal(err)
	}
	wait(t, page, fmt.Sprintf(atStepText, "Read again"))
	wait(t, page, fmt.Sprintf(value+` === %q`, mine))
	if done := eval[int](t, page, `document.querySelectorAll(".step.done").length`); done != 1 {
		t.Errorf("%d steps are done after the reload", done)
	}
	focusAt(t, page, "lesson-step")
	tabEnter(t, page, "lesson-show")
	focusAt(t, page, "lesson-text")
	do(t, page, checkKey)
	wait(t, page, `document.querySelector(".verdict.good")`)
	axe(t, page)
	narrow()
	if told := eval[string](t, page, lessonFits); told != "" {
		t.Error(told)
	}
	side(t, page)
	tabEnter(t, page, "lesson-projector")
	focusAt(t, page, "lesson-step")
	do(t, page, chromedp.KeyEvent(" "), chromedp.KeyEvent(" "))
	wait(t, page, `document.querySelectorAll(".beat").length === 2`)
	narrow()
	if at := eval[[]int](t, page, `[".top", "#side", ".status"].flatMap((s) => { const r = document.querySelector(s).getBoundingClientRect(); return [r.top, r.bottom].map(Math.round) })`); fmt.Sprint(at) != "[0 48 48 818 818 844]" {
		t.Errorf("on the projector the bar, the lesson and the status are from and to %v", at)
	}
}

// Ensure that a lesson that is dropped on the page is run first: what is wrong is listed by line, one that works is opened and
// outlives a reload, and an address of a lesson that does not exist says so.
func TestLessons_File(t *testing.T) {
	t.Parallel()
	page := openUnstored(t, servePage(t).URL+"#v=1&lesson=no-such-lesson", harness.View{Width: 1440, Height: 900, Dark: true})
	wait(t, page, `document.querySelector(".lesson .failure")?.innerText.includes("no lesson")`)
	axe(t, page)
	click(t, page, ".lesson .failure button", "Leave")
	waitRows(t, page)

	drop(t, page, "mine.lesson", strings.ReplaceAll(lesson.Template, "class full scan", "class point"))
	wait(t, page, `document.querySelector(".problems tbody tr")?.innerText.includes("prediction")`)
	focusAt(t, page, "lesson-choose")
	axe(t, page)
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector("#dialog").open`)
	drop(t, page, "mine.lesson", strings.ReplaceAll(lesson.Template, "RowKey eq", "RowKey and PartitionKey == 'x' or RowKey =="))
	wait(t, page, `document.querySelector(".problems tbody tr")?.innerText.includes("refused")`)
	if cut := eval[string](t, page, `[...document.querySelectorAll(".problems td")].filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.innerText).join()`); cut != "" {
		t.Errorf("cut off: %s", cut)
	}
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector("#dialog").open`)

	// A title is any text, and nothing but text.
	const title = `<img src=x onerror="window.bad=1"><script>window.bad=1</script>` + "https://example.com/a-word-without-a-break-that-is-wider-than-the-panel"
	drop(t, page, "odd.lesson", strings.Replace(lesson.Template, "# My lesson", "# "+title, 1))
	wait(t, page, fmt.Sprintf(`document.querySelector("#lesson-title")?.innerText === %q && document.querySelector("#lesson-predict")`, title))
	do(t, page, clicked("#lesson-predict"))
	wait(t, page, `!document.querySelector(".predict.open")`)
	if told := eval[string](t, page, lessonFits); told != "" || eval[bool](t, page, `"bad" in window`) {
		t.Errorf("%s, or the title ran", told)
	}
	drop(t, page, "mine.lesson", lesson.Template)
	wait(t, page, `document.querySelector("#lesson-title")?.innerText === "My lesson" && document.querySelector(".predict.open")`)
	page.Leave()
	if err := page.Reload(); err != nil {
		t.Fatal(err)
	}
	if err := page.WaitStarted(); err != nil {
		t.Fatal(err)
	}
	wait(t, page, `document.querySelector("#lesson-title")?.innerText === "My lesson" && document.querySelector(".predict.open")`)
}

// Ensure that the page and the command line take and refuse the same lesson files, with the same words.
func TestLessons_SameWords(t *testing.T) {
	t.Parallel()
	with := func(old, new string) string { return strings.Replace(lesson.Template, old, new, 1) }
	page := openUnstored(t, servePage(t).URL, harness.View{Width: 1440, Height: 900})
	waitRows(t, page)
	for i, text := range []string{
		lesson.Template,
		"\ufeff" + strings.ReplaceAll(lesson.Template, "\n", "\r\n"),
		with("Source:", "Sample: Movies\nSource:"),
		with("Source:", "Sample: Flights\nSource:"), // its data is a file
		with("Source:", "Sample: Birdstrikes, Earthquakes\nSource:"),
		with("Source:", "Sample: Moviez\nSource:"),
		with("Source:", "Sample: Movies, Movies\nSource:"),
		strings.Replace(with("Source:", "Sample: Movies\nSource:"), "```data Orders", "```data movies", 1),
		with("class full scan", "class point"),
		with("class at most point", "class at most row range\nexamined at most 9"),
		with("A step begins", "A step of 17 begins"),
		with("filter: RowKey eq", "filter: RowKey == <img src=x>"),
		"", "\x00", strings.Repeat("x", lesson.MaxFile+2), "# T", "<script>alert(1)</script>",
	} {
		name := fmt.Sprintf("words%d.lesson", i)
		c := command(t, "lesson", name)
		if err := os.WriteFile(filepath.Join(c.Dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		said, _ := c.CombinedOutput() // its status is told apart by what it says
		drop(t, page, name, text)
		wait(t, page, fmt.Sprintf(`document.querySelector("#lesson-title") && location.hash.includes("my-words%d-") ||
			document.querySelector("#dialog[open] p")?.innerText.startsWith(%q) && document.querySelector("#dialog .problems, #dialog .err")`, i, name+" has"))
		told := eval[string](t, page, `[...document.querySelectorAll("#dialog[open] .err, #dialog[open] .problems tbody tr")].map((r) =>
			r.cells ? [r.cells[0].innerText.replace(/[–,]/g, ""), " " + (r.cells[1].innerText + " " + r.cells[2].innerText).trim()].join(":").replace(/^:/, "") : r.innerText).join("\n")`)
		var lines []string
		for line := range strings.Lines(string(said)) {
			if !strings.Contains(line, "is fine:") {
				lines = append(lines, strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(line), name), ":"))
			}
		}
		if want := strings.Join(lines, "\n"); told != want {
			t.Errorf("file %d: the page says\n%s\nthe command line\n%s", i, told, said)
		}
		do(t, page, chromedp.KeyEvent(kb.Escape))
		wait(t, page, `!document.querySelector("#dialog").open`)
	}
}

// Ensure that what is done in one tab counts in another that was open already, and is not overwritten by it.
func TestLessons_TwoTabs(t *testing.T) {
	t.Parallel()
	site, profile := servePage(t), newProfile(t)
	visit := func(lesson string) *harness.Page {
		tab, err := profile.Open(site.URL + "#v=1&lesson=" + lesson + "&step=1")
		if err != nil {
			t.Fatal(err)
		}
		wait(t, tab.Page, `document.querySelector("#lesson-predict")`)
		return tab.Page
	}
	one, two := visit("four-classes"), visit("types")
	do(t, two, chromedp.Evaluate(`document.querySelector("#lesson-guess").value = "1"; document.querySelector("#lesson-predict").click()`, nil))
	wait(t, two, `document.querySelector("#lesson-predicted")`)
	wait(t, one, `document.querySelector(".lesson-head").innerText.includes("1 of 1")`)
	do(t, one, clicked("#lesson-predict"))
	wait(t, two, `document.querySelector(".lesson-head").innerText.includes("2 of 2")`)

	// A question that is answered while the next step's data is being made counts as well.
	eval[any](t, one, `new Promise((done) => {
		const drawn = new MutationObserver(() => {
			const guess = document.querySelector("#lesson-guess");
			if (!guess) return;
			drawn.disconnect();
			guess.value = "7";
			document.querySelector("#lesson-predict").click();
			done() });
		drawn.observe(document.body, { subtree: true, childList: true });
		document.querySelectorAll(".steps button")[1].click() })`)
	wait(t, one, `document.querySelector("#lesson-predicted") && document.querySelector("#planstrip .strip").innerText.includes("examines")`)
	wait(t, two, `document.querySelector(".lesson-head").innerText.includes("2 of 3")`)

	// What is forgotten in one is in the other too, whose own marks do not bring it back, and so is what is brought back.
	do(t, two, clicked("#lesson-forget"))
	wait(t, two, `document.querySelector(".predict.open") && document.querySelector(".notice .btn")?.innerText === "Undo"`)
	wait(t, one, `document.querySelector(".lesson-head").innerText.includes("1 of 2")`)
	do(t, one, clicked("#lesson-forget"))
	wait(t, one, `document.querySelector(".predict.open") && document.querySelector("#lesson-predict") && !document.querySelector(".lesson-head").innerText.includes(" of ")`)
	axe(t, one)
	do(t, one, clicked(".notice .btn"))
	wait(t, two, `document.querySelector(".lesson-head").innerText.includes("1 of 2")`)
}
