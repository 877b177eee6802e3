package e2e

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/app/lesson"
	"rangefinder/app/ui/uitest"
	"rangefinder/e2e/harness"
	"rangefinder/server"
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

// hints asks for both hints of a step, unless they are shown: what shows the solution comes after them.
func hints(t *testing.T, page *harness.Page) {
	t.Helper()
	for _, next := range []string{`document.querySelector("#lesson-hint")?.innerText === "Another hint"`, `document.querySelector("#lesson-show")`} {
		if !eval[bool](t, page, `!!document.querySelector("#lesson-show")`) {
			tabEnter(t, page, "lesson-hint")
			wait(t, page, next)
		}
	}
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
	// Without the character of Enter, which chromedp sends as an event of its own: when the check was quick, it would press the button
	// that has the keyboard by then.
	checkKey = chromedp.ActionFunc(func(ctx context.Context) error {
		for _, kind := range []input.KeyType{input.KeyRawDown, input.KeyUp} {
			if err := input.DispatchKeyEvent(kind).WithCode("Enter").WithKey("Enter").WithWindowsVirtualKeyCode(13).WithModifiers(input.ModifierCtrl | input.ModifierShift).Do(ctx); err != nil {
				return err
			}
		}
		return nil
	})
	undoKey = chromedp.KeyEvent("z", chromedp.KeyModifiers(input.ModifierCtrl))
)

const (
	inEditor   = `document.activeElement.closest("#editor")`
	atStepText = `document.querySelector("#lesson-step")?.innerText.includes(%q)`
)

// Ensure that lessons are walked by the keyboard alone, on a desktop and on a phone: nothing of a plan or a result is on screen before
// the prediction, what is put in can be undone, the projector shows only what was revealed, and leaving can be done without a mouse.
// On the way: nothing is cut off, and what a file says is only text.
func TestLessons_ByKeyboard(t *testing.T) {
	t.Parallel()
	page := openUnstored(t, serveSecond(t, "/web/lessons/untyped.lesson")+"#v=1&lesson=untyped", harness.View{Width: 1440, Height: 900})
	wait(t, page, `document.querySelector(".lesson .failure")?.innerText.includes("could not be fetched")`)
	axeOf(t, page, ".lesson")
	click(t, page, ".lesson .failure button", "Leave")
	waitRows(t, page)
	wait(t, page, `document.querySelector("#lesson-go")`)
	t.Run("reading", func(t *testing.T) { readLesson(t, page) })
	t.Run("keys", func(t *testing.T) { keysLesson(t, page) })
	t.Run("writing", func(t *testing.T) { writeLesson(t, page) })
	t.Run("files", func(t *testing.T) { lessonFiles(t, page) })
	t.Run("panels", func(t *testing.T) { lessonPanels(t, page) })
}

// serveSecond serves the page, one of its files only from the second time on, and returns the address.
func serveSecond(t *testing.T, path string) string {
	t.Helper()
	config, err := harness.Config()
	if err != nil {
		t.Fatal(err)
	}
	page, err := server.New(config)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/", page)
	var asked atomic.Bool
	mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
		if asked.Swap(true) {
			page.ServeHTTP(w, r)
		} else {
			http.NotFound(w, r)
		}
	})
	site, err := harness.Serve(mux)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { site.Close() })
	return site.URL
}

// lessonAt goes to a lesson by its address.
func lessonAt(t *testing.T, page *harness.Page, name string) {
	t.Helper()
	eval[any](t, page, fmt.Sprintf(`location.hash = "v=1&lesson=%s&step=1", null`, name))
	wait(t, page, fmt.Sprintf(`location.hash.includes(%q)`, name))
}

// inPane waits until these are in sight in the pane of the lesson, and nothing lies over them.
func inPane(t *testing.T, page *harness.Page, selectors ...string) {
	t.Helper()
	for _, s := range selectors {
		wait(t, page, fmt.Sprintf(`((e) => { const r = e?.getBoundingClientRect(), top = r && document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2), bottom = r && document.elementFromPoint(r.x + r.width / 2, r.bottom - 2); return r && (e === top || e.contains(top)) && (e === bottom || e.contains(bottom)) })(document.querySelector(%q))`, s))
	}
}

func readLesson(t *testing.T, page *harness.Page) {
	toLine(t, page, `e.id === "lesson-go"`)
	do(t, page, chromedp.KeyEvent(kb.Enter))
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
	do(t, page, runKey())
	focusAt(t, page, "lesson-ask")
	hidden()
	tabEnter(t, page, "lesson-predict")
	focusAt(t, page, "lesson-begin")
	inPane(t, page, "#lesson-begin", "#lesson-predicted .badge")
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, inEditor)
	plan(t, page, "full scan", "1,000")
	replaceText(t, page, "PartitionKey eq 'SciFi' and RowKey eq 'Movie-0610'")
	do(t, page, checkKey)
	wait(t, page, `document.querySelector(".verdict.good")`)
	focusAt(t, page, "lesson-next")
	inPane(t, page, "#lesson-next", "#lesson-word")

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
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, inEditor)
	side(t, page)
	hints(t, page)
	tabEnter(t, page, "lesson-show")
	wait(t, page, inEditor)
	solution := editorText(t, page)
	do(t, page, undoKey)
	wait(t, page, fmt.Sprintf(`document.querySelector("#editor .cm-content").innerText.trim() !== %q`, solution))
	do(t, page, chromedp.KeyEvent("y", chromedp.KeyModifiers(input.ModifierCtrl)))
	wait(t, page, fmt.Sprintf(`document.querySelector("#editor .cm-content").innerText.trim() === %q`, solution))
	do(t, page, checkKey)
	wait(t, page, `document.querySelector(".verdict.good")`)
	axe(t, page)
	focusAt(t, page, "lesson-next")
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, fmt.Sprintf(atStepText, "Several"))
	focusAt(t, page, "lesson-step") // the step has its data and its address
	do(t, page, chromedp.Evaluate(`document.activeElement.blur(); history.back()`, nil))
	wait(t, page, fmt.Sprintf(atStepText, "stretch"))
	focusAt(t, page, "lesson-step")
	side(t, page)
	tabEnter(t, page, "lesson-forget") // its questions are asked again, with an offer to undo that
	wait(t, page, `document.querySelector(".predict.open") && document.querySelector(".notice .btn")`)
	hidden()
	axeOf(t, page, ".lesson, .notice")
	side(t, page)
	tabEnter(t, page, "lesson-leave")
	wait(t, page, `!document.querySelector(".lesson")`)
	focusAt(t, page, "lessons-all")
	waitRows(t, page)
}

func keysLesson(t *testing.T, page *harness.Page) {
	lessonAt(t, page, "zero-padding")
	focusAt(t, page, "lesson-step")
	tabTo(t, page, "lesson-guess")
	do(t, page, input.InsertText("1"), chromedp.KeyEvent(kb.Enter))
	focusAt(t, page, "lesson-next")
	do(t, page, chromedp.KeyEvent(kb.Enter))
	focusAt(t, page, "lesson-step")
	tabTo(t, page, "lesson-text")
	replaceText(t, page, "partition: {Shop}\nrow: {Number|pud(6)}")
	wait(t, page, `document.querySelector("#lesson-problems") && document.querySelector("#lesson-check").disabled`)
	axeOf(t, page, ".lesson")
	replaceText(t, page, "partition: {Shop}\nrow: {Number|pad(6)}")
	wait(t, page, `!document.querySelector("#lesson-problems")`)
	tabEnter(t, page, "lesson-check")
	wait(t, page, `document.querySelector(".verdict.good") && document.querySelector(".main h1").innerText === "OrdersRekeyed"`)
	waitRows(t, page)

	do(t, page, chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(input.ModifierShift))) // the projector, on the way back up
	side(t, page)
	tabEnter(t, page, "lesson-projector")
	focusAt(t, page, "lesson-step")
	do(t, page, chromedp.KeyEvent(" "), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	wait(t, page, `document.querySelectorAll(".beat").length === 3 && !document.querySelector(".main").checkVisibility()`)
	axe(t, page)
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector(".projector") && document.querySelector(".main").checkVisibility()`)

	side(t, page)
	tabEnter(t, page, "lesson-leave")
	wait(t, page, `document.querySelector(".notice")?.innerText.includes("Its tables are dropped")`)
	axeOf(t, page, ".lesson, .notice")
	click(t, page, ".notice button", "Keep its tables")
	wait(t, page, `document.querySelector(".main h1")?.innerText === "Orders" && !document.querySelector(".lesson")`)
}

// writeLesson is on a phone.
func writeLesson(t *testing.T, page *harness.Page) {
	do(t, page, look(page, harness.View{Width: 390, Height: 844}))
	lessonAt(t, page, "etag")
	focusAt(t, page, "lesson-step")
	tabEnter(t, page, "lesson-check")
	wait(t, page, `document.querySelector(".verdict.bad") && document.querySelectorAll(".outcomes li").length === 4`)
	focusAt(t, page, "lesson-check")
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
	show := func() {
		t.Helper()
		side(t, page)
		hints(t, page)
		tabEnter(t, page, "lesson-show")
		focusAt(t, page, "lesson-text")
	}
	show()
	wait(t, page, fmt.Sprintf(value+` !== %q`, start))
	do(t, page, undoKey)
	wait(t, page, fmt.Sprintf(value+` === %q`, start))
	show()
	do(t, page, checkKey)
	wait(t, page, `document.querySelector(".verdict.good")`)
	focusAt(t, page, "lesson-next")
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
	do(t, page, chromedp.KeyEvent(kb.Escape), look(page, harness.View{Width: 1440, Height: 900}))
}

// lessonFiles are lessons that are dropped on the page. Their texts are any text, and nothing but text.
func lessonFiles(t *testing.T, page *harness.Page) {
	drop(t, page, "mine.lesson", strings.ReplaceAll(lesson.Template, "RowKey eq", "RowKey and PartitionKey == 'x' or RowKey =="))
	wait(t, page, `document.querySelector(".problems tbody tr")?.innerText.includes("refused")`)
	focusAt(t, page, "lesson-choose")
	axeOf(t, page, "#dialog")
	if cut := eval[string](t, page, `[...document.querySelectorAll(".problems td")].filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.innerText).join()`); cut != "" {
		t.Errorf("cut off: %s", cut)
	}
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector("#dialog").open`)

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

	// What another document of the browser has done of lessons counts here.
	do(t, page, clicked("#lesson-leave"))
	wait(t, page, `document.querySelector("#lessons-all")?.checkVisibility()`)
	do(t, page, clicked("#lessons-all"))
	wait(t, page, `document.querySelector("#course")?.checkVisibility()`)
	eval[any](t, page, `(() => { const other = document.createElement("iframe"); document.body.append(other); other.contentWindow.localStorage.setItem("rangefinder.lessons", "types=7.7.7") })()`)
	wait(t, page, `document.querySelector("#course").innerText.includes("right so far")`)
}

// Ensure that the page and the command line take and refuse the same lesson files, with the same words.
func TestLessons_SameWords(t *testing.T) {
	t.Parallel()
	with := func(old, new string) string { return strings.Replace(lesson.Template, old, new, 1) }
	page := uitest.Open(t, "")
	page.WaitRows()
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
		page.Drop(name, text)
		page.Wait("an answer to "+name, func() bool {
			return strings.Contains(page.Address(), fmt.Sprintf("my-words%d-", i)) && page.Has("#lesson-title") ||
				strings.HasPrefix(page.Text("#dialog p"), name+" has") && page.Has("#dialog .problems, #dialog .err")
		})
		told := strings.Join(refusals(page), "\n")
		var lines []string
		for line := range strings.Lines(string(said)) {
			if !strings.Contains(line, "is fine:") {
				lines = append(lines, strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(line), name), ":"))
			}
		}
		if want := strings.Join(lines, "\n"); told != want {
			t.Errorf("file %d: the page says\n%s\nthe command line\n%s", i, told, said)
		}
		page.Key("Escape")
		page.Gone("#dialog p")
	}
}

// refusals are the lines of the dialog that says what is wrong with a lesson, as the command line writes them.
func refusals(page *uitest.Page) []string {
	list := page.Texts("#dialog .err")
	cells := page.Texts("#dialog .problems tbody td, #dialog .problems tbody th")
	for row := range slices.Chunk(cells, 3) {
		line := strings.NewReplacer("–", "", ",", "").Replace(row[0])
		list = append(list, strings.TrimPrefix(line+": "+strings.TrimSpace(row[1]+" "+row[2]), ":"))
	}
	return list
}
