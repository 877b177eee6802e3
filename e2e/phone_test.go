package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// Ensure that on a phone each screen of a table fits, can be used by keyboard, keeps the keyboard where it belongs, and is
// accessible with all open that it has. It is one page that goes from screen to screen.
func TestPhone_Screens(t *testing.T) {
	t.Parallel()
	page := visit(t, "#v=1&t=Movies&f=PartitionKey%20eq%20%27Action%27&why=1", phone)
	t.Run("query", func(t *testing.T) { lookAtQuery(t, page) })
	t.Run("lab", func(t *testing.T) { walkLab(t, page) })
	t.Run("simulator", func(t *testing.T) { walkSimulator(t, page) })
	t.Run("partitions", func(t *testing.T) { walkPartitions(t, page) })
	t.Run("fingers", func(t *testing.T) { underFingers(t, page) })
}

// Ensure that on a phone Back closes what covers the view, the topmost first, and leaves the query only then; and that closing it by its
// button leaves no step behind.
func TestPhone_Back(t *testing.T) {
	t.Parallel()
	page := visit(t, "#v=1&t=Movies&f=PartitionKey%20eq%20%27War%27&run=1", phone)
	do(t, page, emulation.SetTouchEmulationEnabled(true))
	waitRows(t, page)
	back := func() { t.Helper(); eval[any](t, page, `history.back()`) }
	const inspector, drawer, dialog = `!!document.querySelector(".insp-open")`, `!!document.querySelector(".side-open")`, `document.querySelector("#dialog").open`
	const atWar = `location.hash.includes("War") && document.querySelector("h1").innerText === "Movies"`
	const tapRow = `document.querySelector("#grid .rf-row .rf-cell").dispatchEvent(new PointerEvent("click", { pointerType: "touch", detail: 1, bubbles: true }))`
	eval[any](t, page, `location.hash = "v=1&t=Movies&f=PartitionKey%20eq%20%27Drama%27&run=1"`)
	wait(t, page, `document.querySelector("#grid .rf-row:not(.rf-loading)")?.innerText.includes("Drama")`)
	eval[any](t, page, tapRow)
	wait(t, page, inspector)
	back()
	wait(t, page, `!(`+inspector+`) && location.hash.includes("Drama")`)
	eval[any](t, page, tapRow)
	wait(t, page, inspector)
	do(t, page, clicked("#insp-close"))
	wait(t, page, `!(`+inspector+`) && !history.state?.startsWith("\u0001")`)
	do(t, page, clicked("#drawer"))
	wait(t, page, drawer)
	do(t, page, chromedp.KeyEvent(kb.F1))
	wait(t, page, dialog)
	back()
	wait(t, page, `!(`+dialog+`) && `+drawer)
	back()
	wait(t, page, `!(`+drawer+`) && location.hash.includes("Drama")`)
	back()
	wait(t, page, atWar)
	eval[any](t, page, `history.forward()`)
	wait(t, page, `location.hash.includes("Drama")`)
	// An address that is opened while the page is still going back from what covered the view is where it ends.
	wait(t, page, `document.querySelector("#grid .rf-row:not(.rf-loading)")?.innerText.includes("Drama")`)
	eval[any](t, page, tapRow)
	wait(t, page, inspector)
	eval[any](t, page, `(document.querySelector("#insp-close").click(), location.hash = "v=1&t=Movies&f=PartitionKey%20eq%20%27Comedy%27&run=1")`)
	wait(t, page, `document.querySelector("#grid .rf-row:not(.rf-loading)")?.innerText.includes("Comedy") && !(`+inspector+`) && location.hash.includes("Comedy") && !history.state?.startsWith("\u0001")`)
}

// Ensure that on a phone what is opened begins at its top: a step of a lesson with its whole head and the screen beside it, a screen that
// was left at its top, and the guide, whose head stays in view above a long page.
func TestPhone_Tops(t *testing.T) {
	t.Parallel()
	page := visit(t, "#v=1&t=Movies&run=1", phone)
	do(t, page, emulation.SetTouchEmulationEnabled(true))
	waitRows(t, page)
	const whole = `((s) => { const r = document.querySelector(s).getBoundingClientRect(); return r.top >= 48 && r.bottom <= innerHeight })`
	for range 2 {
		eval[any](t, page, `document.querySelector("#guide-more").click()`)
		wait(t, page, `document.querySelector("#dialog").open && document.querySelector("#guide-text > :nth-child(5)")`)
		eval[any](t, page, `document.querySelector("#guide-text > :last-child").scrollIntoView()`)
		if !eval[bool](t, page, `["#dialog h2", "#dialog .closer", "#guide-find"].every(`+whole+`)`) {
			t.Error("the head of the guide is not in view")
		}
		eval[any](t, page, `history.back()`)
		wait(t, page, `!document.querySelector("#dialog").open`)
	}
	eval[any](t, page, `document.querySelector("#tab-lab").click()`)
	wait(t, page, `document.querySelector("#lab-c0-1") && (document.querySelector("main").scrollTop = 999) > 0 && document.querySelector("main").scrollTop > 300`)
	eval[any](t, page, `history.back()`)
	wait(t, page, `document.querySelector("#screen-query:not([hidden])") && document.querySelector("main").scrollTop === 0`)
	eval[any](t, page, `location.hash = "v=1&lesson=four-classes"`)
	wait(t, page, `document.activeElement.id === "lesson-step"`)
	for _, step := range []string{"2", "3", "1"} {
		eval[any](t, page, `document.querySelector(".side .scroll").scrollTop = document.querySelector("main").scrollTop = 999; document.querySelector(".steps li:nth-child(`+step+`) button").click()`)
		wait(t, page, `document.querySelector(".step.on").innerText === "`+step+`" && document.activeElement.id === "lesson-step" && ["#lesson-leave", "#lesson-title", "#tabs"].every(`+whole+`)`)
	}
}

// Ensure that on a phone the comparison of the lab scrolls neither sideways nor within itself, and that each cost stands with the name of
// its design, however many designs there are.
func TestPhone_Comparison(t *testing.T) {
	t.Parallel()
	page := visit(t, "#v=1&t=Movies&screen=lab", phone)
	do(t, page, emulation.SetTouchEmulationEnabled(true))
	wait(t, page, labReady)
	eval[any](t, page, `document.querySelector("#lab-add-design").click()`)
	wait(t, page, `document.querySelector("#lab-c0-3")`)
	do(t, page, filled("#lab-d3-name", strings.Repeat("W", 80)))
	wait(t, page, `document.querySelector("#lab-c0-3").closest("td").dataset.of.startsWith("WWW")`)
	for _, view := range []harness.View{phone, {Width: 844, Height: 390}} {
		do(t, page, look(page, view))
		if got := eval[string](t, page, `(() => {
			const box = document.querySelector("#lab-comparison")
			const bare = [...box.querySelectorAll("tbody tr:not(.hidden, .more) td, tfoot td")].filter((e) => getComputedStyle(e, "::before").content !== JSON.stringify(e.dataset.of))
			return box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight || bare.length ? [box.scrollWidth, box.clientWidth, box.scrollHeight, box.clientHeight, bare.length].join() : ""
		})()`); got != "" {
			t.Errorf("at %d × %d: %s", view.Width, view.Height, got)
		}
	}
}

// Ensure that on a phone Run stays in reach while completions are offered, that the numbers of a plan stay above Why, wherever that is
// scrolled to, and that what a message offers is as high as a finger needs.
func TestPhone_InReach(t *testing.T) {
	t.Parallel()
	page := visit(t, "#v=1&t=Movies&f=PartitionKey%20eq%20%27Action%27%20and%20Rating%20gt%204.0&why=1", phone)
	do(t, page, emulation.SetTouchEmulationEnabled(true))
	waitRows(t, page)
	const hit = `((s) => { const r = document.querySelector(s).getBoundingClientRect(); return !!document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)?.closest(s) })`
	wait(t, page, `(() => { const b = document.querySelector(".plan-body:has(.nodes)"); return b && (b.scrollTop = 999, b.scrollTop > 20) })()`)
	wait(t, page, hit+`(".plan-facts") && document.querySelector(".plan-facts").innerText.startsWith("examines")`)

	toGrid(t, page)
	do(t, page, chromedp.KeyEvent(kb.Home), chromedp.KeyEvent(kb.Delete))
	do(t, page, clicked("#pending-discard"))
	wait(t, page, `document.querySelector(".notice .btn")?.innerText === "Undo" && document.querySelector(".notice .btn").getBoundingClientRect().height >= 44`)
	eval[any](t, page, `document.querySelector(".main").scrollTop = 0`)
	do(t, page, focused("#editor .cm-content"), chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)), chromedp.KeyEvent("Pa"))
	wait(t, page, `document.querySelector(".cm-tooltip-autocomplete") && `+hit+`("#run")`)
}

// Ensure that on a phone the column that the person sorted by is in view in the result of another query.
func TestPhone_SortedInView(t *testing.T) {
	t.Parallel()
	page := visit(t, "#v=1&t=Movies&f=PartitionKey%20eq%20%27War%27&run=1", phone)
	waitRows(t, page)
	const head = `[...document.querySelectorAll("#grid .rf-th")].find((e) => e.innerText.includes("Language"))`
	eval[any](t, page, head+`.click()`)
	wait(t, page, head+`.ariaSort === "ascending"`)
	eval[any](t, page, `document.querySelector("#grid .rf-grid").scrollLeft = 0`)
	wait(t, page, head+`.getBoundingClientRect().left >= innerWidth`)
	eval[any](t, page, `location.hash = "v=1&t=Movies&f=PartitionKey%20eq%20%27Drama%27&run=1"`)
	wait(t, page, `document.querySelector("#grid .rf-row:not(.rf-loading)")?.innerText.includes("Drama") && `+head+`?.ariaSort === "ascending" && `+head+`.getBoundingClientRect().right <= innerWidth`)
}

// underFingers goes through Why, the drawer, every screen, the inspector and dialogs, and fails the test when something that can be
// pressed there, wherever it has to be scrolled to, answers on less than 44 px.
func underFingers(t *testing.T, page *harness.Page) {
	check := func(where, root string) {
		t.Helper()
		if small := eval[string](t, page, `(`+smallWithin+`)("`+root+`")`); small != "" {
			t.Errorf("%s: a finger has less than 44 px on:\n%s", where, small)
		}
		if cut := eval[string](t, page, cutTexts); cut != "" {
			t.Errorf("%s: the ends of texts cannot be read:\n%s", where, cut)
		}
		if over := eval[int](t, page, `document.documentElement.scrollHeight - innerHeight`); over > 0 {
			t.Errorf("%s: the whole page scrolls by %d px", where, over)
		}
	}
	do(t, page, look(page, phone))
	for _, screen := range []struct{ tab, shows, root string }{
		{"tab-query", `(document.querySelector("#why[aria-expanded=false]")?.click(), document.querySelector("#planstrip .nodes, #planstrip .ways"))`, ".plan-body"}, {"tab-query", `document.querySelector(".status .link-like")`, ".status"},
		{"tab-lab", `document.querySelector("#lab-c0-1") && !document.querySelector("#lab-stop")`, ".lab"},
		{"tab-workload", `document.querySelector("#work-sample")`, ".work"},
		{"tab-partitions", `document.querySelector("#partition-0") && !document.querySelector("#screen-partitions progress")`, ".parts"},
		{"tab-simulator", `document.querySelector("#sim-start, .sim-bar")`, ".sim"},
	} {
		eval[any](t, page, `document.getElementById("`+screen.tab+`").click()`)
		wait(t, page, `!!(`+screen.shows+`)`)
		unfoldCards(t, page, screen.root)
		check(screen.tab+" "+screen.root, screen.root)
	}
	eval[any](t, page, `document.getElementById("tab-query").click()`)
	do(t, page, clicked("#drawer"))
	wait(t, page, `document.querySelector("#import")?.checkVisibility()`)
	check("drawer", "#side")
	eval[any](t, page, `document.querySelector("[aria-label='Close the table list']").click()`)
	for _, s := range stations() {
		if s.name == "Settings…" || s.name == "Export…" || s.name == "New table…" || s.name == "Snapshots, undo and storage…" || s.name == "guide" {
			s.stop(t, page)
			check(s.name, "#dialog")
			s.goOn(t, page)
		}
	}
}

// unfoldCards opens the cards of a screen that a phone has folded.
func unfoldCards(t *testing.T, page *harness.Page, root string) {
	t.Helper()
	wait(t, page, `(() => { const folded = [...document.querySelectorAll("`+root+` .unfold[aria-expanded=false]")]; folded.forEach((e) => e.click()); return !folded.length })()`)
}

// cutTexts lists the texts whose end is cut off in a box that does not scroll.
const cutTexts = `[...document.querySelectorAll("body *")].filter((e) => {
	if (e.matches("input, select, option, .sr, .skip") || e.closest(".sr, .live, svg, #grid, #editor") || !e.checkVisibility({ visibilityProperty: true }) || !e.innerText?.trim()) return false
	const s = getComputedStyle(e), hides = (overflow) => overflow === "hidden" || overflow === "clip"
	return s.clipPath === "none" && e.clientWidth && (hides(s.overflowX) && e.scrollWidth > e.clientWidth + 1 || hides(s.overflowY) && e.scrollHeight > e.clientHeight + 3)
}).map((e) => e.tagName + "#" + e.id + "." + e.className + " " + e.innerText.slice(0, 80)).join("\n")`

// smallWithin lists what can be pressed or typed in within an element and answers on less than 43 px of a line through its middle, each scrolled to first.
const smallWithin = `(root) => [...document.querySelectorAll(root + " :is(button, a[href], select, summary, textarea, input, [role=tab], [role=option])")].filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.disabled && !(e.labels?.length && e.matches("[type=checkbox], [type=radio]"))).map((e) => {
	e.scrollIntoView({ block: "center" })
	const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2
	const own = (dy) => { const at = document.elementFromPoint(x, y + dy); return at === e || e.contains(at) }
	if (r.width < 1 || !own(0) || Array.from({ length: 87 }, (_, i) => own(i - 43)).filter(Boolean).length >= 43) return ""
	return (e.id || e.className) + " " + Math.round(r.width) + "x" + Math.round(r.height)
}).filter(Boolean).join("\n")`

// Ensure that on a first visit at 200 % the window has an entity of the result below the introduction, the filter and its plan.
func TestPhone_Zoomed(t *testing.T) {
	t.Parallel()
	page := openUnstored(t, servePage(t).URL, twice)
	waitRows(t, page)
	if low := eval[float64](t, page, `document.querySelector("#grid .rf-row[aria-rowindex='2']").getBoundingClientRect().bottom - document.querySelector(".main").getBoundingClientRect().bottom`); low > 0 {
		t.Errorf("the first entity ends %v px below the window", low)
	}
}

// Ensure that on a phone a lesson leaves rows in sight while its filter is written, that Run moves neither those nor the filter, and that the
// projector begins at its top.
func TestPhone_LessonRows(t *testing.T) {
	t.Parallel()
	page := openUnstored(t, servePage(t).URL+"#v=1&lesson=four-classes&step=1", phone)
	do(t, page, emulation.SetTouchEmulationEnabled(true))
	wait(t, page, `document.querySelector("#lesson-answers")`)
	do(t, page, clicked(".btn.answer"))
	wait(t, page, `document.querySelector("#lesson-begin")`)
	const room = `(n) => { const row = document.querySelector("#grid .rf-row:not(.rf-free):not(.rf-loading)")?.getBoundingClientRect(); return row && row.bottom + (n - 1) * row.height <= document.querySelector(".main").getBoundingClientRect().bottom }`
	wait(t, page, `(`+room+`)(2)`)
	do(t, page, clicked("#lesson-begin"))
	wait(t, page, `document.activeElement.closest("#editor") && (`+room+`)(3)`)
	do(t, page, typed("PartitionKey eq 'SciFi' and RowKey eq 'Movie-0610'"), chromedp.KeyEvent(kb.Escape))
	wait(t, page, `document.querySelector("#planstrip.point .badge") && (`+room+`)(3)`)
	const tops = `["#editor", "#result-line"].map((s) => document.querySelector(s).getBoundingClientRect().top).join()`
	before := eval[string](t, page, tops)
	do(t, page, clicked("#run"))
	wait(t, page, `document.querySelector("#result-line").innerText.includes("examined 1") && !document.querySelector("#result-line").innerText.includes("previous")`)
	if after := eval[string](t, page, tops); after != before {
		t.Errorf("Run moves filter and result from %s to %s", before, after)
	}
	do(t, page, look(page, harness.View{Width: 844, Height: 390}))
	wait(t, page, `innerHeight === 390`)
	do(t, page, typed("PartitionKey eq 'SciFi'"), chromedp.KeyEvent(kb.Escape), clicked("#run"))
	wait(t, page, `document.querySelector("#result-line").innerText.includes("examined 200") && (`+room+`)(2) && document.querySelector("#editor").getBoundingClientRect().top >= document.querySelector(".main").getBoundingClientRect().top`)
	wait(t, page, `(document.querySelector("#side .scroll").scrollTop = 250) > 0 && (document.querySelector("#lesson-projector").click(), true)`)
	wait(t, page, `document.activeElement.id === "lesson-step" && document.querySelector(".projector")`)
	if top := eval[float64](t, page, `document.querySelector("#side .scroll").scrollTop`); top != 0 {
		t.Errorf("the projector begins %v px below its top", top)
	}
}

// Ensure that in a low window, whatever points there, rows of the result are on screen beside the plan of a filter as it is typed, and that
// all of a refusal can be read there.
func TestPhone_LowWindow(t *testing.T) {
	t.Parallel()
	page := openUnstored(t, servePage(t).URL, harness.View{Width: 844, Height: 390})
	waitRows(t, page)
	do(t, page, typed("Rating gt 7"), chromedp.KeyEvent(kb.Escape))
	for _, view := range []harness.View{{Width: 844, Height: 390}, {Width: 1024, Height: 450, Dark: true}, {Width: 1440, Height: 450}} {
		do(t, page, look(page, view))
		wait(t, page, `(() => {
			const end = document.querySelector(".main").getBoundingClientRect().bottom, plan = document.querySelector("#planstrip").getBoundingClientRect()
			const rows = [...document.querySelectorAll("#grid .rf-row:not(.rf-free):not(.rf-loading)")].map((e) => e.getBoundingClientRect()).filter((r) => r.bottom <= end && r.left >= plan.right)
			return document.querySelector("#planstrip.full-scan") && plan.bottom <= end && rows.length >= 3
		})()`)
	}
	do(t, page, typed("startswith(Title,'A')"), chromedp.KeyEvent(kb.Escape))
	wait(t, page, `(() => { const e = document.querySelector(".refusal details"), r = e?.getBoundingClientRect(); return r && e.closest(".refusal").innerText.includes("no entity matches") && document.elementFromPoint(r.x + 9, r.bottom - 4)?.closest(".refusal") })()`)
}

// Ensure that on a phone held on its side the filter, Run and the plan's class are on screen at first sight, that a lesson stands beside
// the screen with its question and all answers in view, and that the simulator's picture begins on the first screen.
func TestPhone_OnItsSide(t *testing.T) {
	t.Parallel()
	page := openUnstored(t, servePage(t).URL, harness.View{Width: 844, Height: 390})
	do(t, page, emulation.SetTouchEmulationEnabled(true))
	waitRows(t, page)
	for _, s := range []string{"#editor", "#run", "#planstrip .badge"} {
		if !eval[bool](t, page, `document.querySelector("`+s+`").getBoundingClientRect().bottom < document.querySelector(".status").getBoundingClientRect().top`) {
			t.Errorf("%s is not on screen at first sight", s)
		}
	}
	const rows = `[...document.querySelectorAll("#grid .rf-row:not(.rf-free):not(.rf-loading)")].filter((e) => e.getBoundingClientRect().bottom <= document.querySelector(".status").getBoundingClientRect().top).length`
	for _, why := range []string{"without Why", "with Why"} {
		if n := eval[int](t, page, rows); n < 4 {
			t.Errorf("%s, %d rows are on screen at first sight, want 4", why, n)
		}
		if cut := eval[bool](t, page, `(() => { const e = document.querySelector(".plan-head > .clip"); return !e.checkVisibility() || e.scrollWidth > e.clientWidth || e.getBoundingClientRect().bottom > document.querySelector("#planstrip").getBoundingClientRect().bottom })()`); cut {
			t.Errorf("%s, the sentence of the class cannot be read at first sight", why)
		}
		do(t, page, clicked("#why"))
	}
	do(t, page, typed("RowKey eq 'Alien'"), chromedp.KeyEvent(kb.Escape), clicked("#why"))
	wait(t, page, `document.querySelector("#planstrip .nodes") && document.querySelector("#bulb")`)
	do(t, page, clicked("#bulb"))
	wait(t, page, `document.querySelector("#planstrip .nodes") && document.querySelector("#planstrip .advice")`)
	if below := eval[float64](t, page, `(() => { const e = document.querySelector(".main"); return e.scrollHeight - e.clientHeight })()`); below > 12 {
		t.Errorf("a hint and Why leave %v px below rows and plan", below)
	}
	do(t, page, clicked(".top .fold > .btn"))
	wait(t, page, `document.querySelector(".top .folded")?.getBoundingClientRect().bottom <= innerHeight`) // nothing scrolls the bar
	do(t, page, chromedp.KeyEvent(kb.Escape))
	do(t, page, clicked(".intro .btn.primary"))
	wait(t, page, `document.querySelector("#lesson-answers")`)
	if beside := eval[bool](t, page, `document.querySelector("#side").getBoundingClientRect().right <= document.querySelector(".main").getBoundingClientRect().left`); !beside {
		t.Error("the lesson does not stand beside the screen")
	}
	const seen = `(() => { const end = document.querySelector(".status").getBoundingClientRect().top; return (e) => { const r = e.getBoundingClientRect(); return r.top >= 48 && r.bottom <= end + 1 } })()`
	if hidden := eval[[]string](t, page, `[document.querySelector(".predict"), ...document.querySelectorAll(".btn.answer")].filter((e) => !`+seen+`(e)).map((e) => e.innerText)`); len(hidden) > 0 {
		t.Errorf("of the question these are not on screen at first sight: %q", hidden)
	}
	do(t, page, clicked("#lesson-leave"))
	wait(t, page, `!document.querySelector("#lesson-answers") && document.querySelector("#screen-simulator")`)
	do(t, page, clicked(`[id="tab-simulator"]`))
	wait(t, page, `document.querySelector("#sim-heat")?.getBoundingClientRect().height > 0`)
	if room := eval[float64](t, page, `document.querySelector(".status").getBoundingClientRect().top - document.querySelector("#sim-heat").getBoundingClientRect().top`); room < 60 {
		t.Errorf("the simulator's picture has %v px on the first screen", room)
	}
}

// lookAtQuery sees that filter, Run and plan are on screen at first sight, that the rest of the query line unfolds and is used, that
// what is typed there stays on screen, and that Run brings the result into the window.
func lookAtQuery(t *testing.T, page *harness.Page) {
	inView := func(selector string) string {
		return `(() => { const r = document.querySelector("` + selector + `").getBoundingClientRect(), m = document.querySelector(".main").getBoundingClientRect(); return r.height > 0 && r.top >= m.top && r.bottom <= m.bottom })()`
	}
	for _, s := range []string{"#editor", "#run", "#tools", "#planstrip .badge", "#map"} {
		if !eval[bool](t, page, `document.querySelector(".main").scrollTop === 0 && `+inView(s)) {
			t.Errorf("%s is not on screen at first sight", s)
		}
	}
	if lost := eval[string](t, page, `[...document.querySelectorAll("#run, #tools")].map((e) => e.getBoundingClientRect()).some((r, _, all) => r.top !== all[0].top) ? "Run and Tools stand in two rows" : ""`); lost != "" {
		t.Error(lost)
	}
	do(t, page, look(page, harness.View{Width: 390, Height: 560, Dark: true})) // what a keyboard leaves
	wait(t, page, `!`+inView(".result-line"))
	do(t, page, clicked("#run"))
	wait(t, page, inView(".result-line"))
	fits(t, page, "result")
	do(t, page, look(page, phone))
	// Why, which the address opens, leaves room for rows, with the introduction above it.
	const shown = `[...document.querySelectorAll("#grid .rf-row:not(.rf-free):not(.rf-loading)")].filter((e) => e.getBoundingClientRect().bottom <= document.querySelector(".main").getBoundingClientRect().bottom).length`
	wait(t, page, `(document.querySelector(".main").scrollTop = 0, document.querySelector("#intro p span").checkVisibility() && document.querySelector("#planstrip .nodes") && `+shown+` >= 3)`)
	if !eval[bool](t, page, `document.querySelector(".plan-head > .clip").checkVisibility()`) {
		t.Error("with Why below the introduction there is no sentence of the class")
	}
	if tall := eval[float64](t, page, `document.querySelector(".plan-body").getBoundingClientRect().bottom - document.querySelector("#planstrip .why").getBoundingClientRect().top`); tall < 100 {
		t.Errorf("Why has %v px below the introduction, want 100 or more for two nodes of its tree", tall)
	}

	if small := eval[string](t, page, smallTargets); small != "" {
		t.Errorf("a finger has less than 44 px on:\n%s", small)
	}
	if cut := eval[string](t, page, cutTexts); cut != "" {
		t.Errorf("the ends of texts cannot be read:\n%s", cut)
	}
	const run = `document.querySelector("#run").getBoundingClientRect().top`
	top := eval[float64](t, page, run)
	do(t, page, clicked("#tools"))
	wait(t, page, `document.querySelector("#tools").ariaExpanded === "true" && ["#properties", "#page-size", "#examples"].every((s) => document.querySelector(s).checkVisibility())`)
	fits(t, page, "unfolded")
	if by := eval[float64](t, page, run) - top; by != 0 {
		t.Errorf("Tools moved Run by %v px", by)
	}
	do(t, page, clicked("#page-size"), chromedp.SendKeys("#top", "3"), chromedp.KeyEvent(kb.Escape), clicked("#tools"))
	wait(t, page, `document.querySelector("#tools").ariaExpanded === "false" && document.querySelector("#page-size").innerText.includes("3") && !document.querySelector("#page-size").checkVisibility()`)
	fits(t, page, "folded with $top")
}

// smallTargets lists what can be pressed in the window and answers on less than 43 px of a line through its middle, from top to bottom: 44 px that begin between two pixels.
const smallTargets = `[...document.querySelectorAll("button, a[href], select, summary, [role=tab]")].filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest("#grid, #planstrip .why, .status, .skip")).map((e) => {
	const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2
	const own = (dy) => { const at = document.elementFromPoint(x, y + dy); return at === e || e.contains(at) }
	if (r.width < 1 || y < 22 || y > innerHeight - 50 || !own(0) || Array.from({ length: 87 }, (_, i) => own(i - 43)).filter(Boolean).length >= 43) return ""
	return (e.id || e.className) + " " + Math.round(r.width) + "x" + Math.round(r.height)
}).filter(Boolean).join("\n")`
