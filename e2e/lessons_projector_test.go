package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/app/lesson"
	"rangefinder/e2e/harness"
)

// hiddenBeat is what of the last thing that the projector revealed is not seen: it lies under the bar at the foot, or above the
// heading. Something taller than the window begins at its top.
const hiddenBeat = `(() => {
	const last = document.querySelector("#lesson-beat-last")?.getBoundingClientRect(), foot = document.querySelector(".projector-foot").getBoundingClientRect(), side = document.querySelector("#side .scroll").getBoundingClientRect()
	if (!last) return ""
	const head = document.querySelector(".lesson-head"), top = getComputedStyle(head).position === "sticky" ? head.getBoundingClientRect().bottom : side.top
	const room = foot.top - top
	if (last.height > room - 60) return last.top > top + 60 ? "it begins at " + Math.round(last.top) : ""
	return last.bottom > foot.top + 1 ? "its end is at " + Math.round(last.bottom) + ", the bar at " + Math.round(foot.top) : last.top < top - 1 ? "it begins above the window, at " + Math.round(last.top) : ""
})()`

// Ensure that the projector never hides what it has just revealed, in any step of lessons with long texts, on a projector and on a phone;
// RANGEFINDER_ALL_LESSONS=1 takes every lesson.
func TestLessons_ProjectorShows(t *testing.T) {
	t.Parallel()
	names := []string{"four-classes", "pages", "granularity", "balance", "cross-table"}
	if os.Getenv("RANGEFINDER_ALL_LESSONS") != "" {
		text, err := os.ReadFile(filepath.Join(harness.Root(), "web", "static", "lessons", "course.txt"))
		if err != nil {
			t.Fatal(err)
		}
		course, err := lesson.ParseCourse(string(text))
		if err != nil {
			t.Fatal(err)
		}
		names = nil
		for _, e := range course.Lessons() {
			names = append(names, e.Name)
		}
	}
	page := openUnstored(t, servePage(t).URL+"#v=1&lesson="+names[0]+"&step=1", harness.View{Width: 1400, Height: 900})
	wait(t, page, `document.querySelector("#lesson-step")`)
	do(t, page, clicked("#lesson-projector"))
	wait(t, page, `document.querySelector(".projector")`)
	const at = `document.querySelector("#lesson-title").innerText + document.querySelector("#lesson-step").innerText + document.querySelector(".projector-foot .num").innerText`
	seen := 0
	for i, name := range names {
		if i%2 == 1 {
			do(t, page, look(page, harness.View{Width: 390, Height: 844}))
		} else {
			do(t, page, look(page, harness.View{Width: 1400, Height: 900}))
		}
		if i > 0 {
			before := eval[string](t, page, `document.querySelector("#lesson-title").innerText`)
			eval[any](t, page, fmt.Sprintf(`location.hash = "v=1&lesson=%s&step=1", null`, name))
			wait(t, page, fmt.Sprintf(`document.querySelector(".projector #lesson-step") && document.querySelector("#lesson-title").innerText !== %q`, before))
		}
		for range 60 {
			if eval[bool](t, page, `document.querySelector("#lesson-reveal").disabled`) {
				break
			}
			before := eval[string](t, page, at)
			for moved := false; !moved; { // a key that comes while the step's data is made does nothing
				do(t, page, chromedp.KeyEvent(kb.ArrowRight))
				moved = eval[bool](t, page, fmt.Sprintf(`new Promise(async (tell) => { for (let i = 0; i < 40; i++) { if (document.querySelector(".projector #lesson-step") && %s !== %q) return tell(true); await new Promise((f) => setTimeout(f, 25)) } tell(false) })`, at, before))
			}
			wait(t, page, hiddenBeat+` === "" || (window.looked = (window.looked ?? 0) + 1) % 40 === 0`) // it scrolls there
			if told := eval[string](t, page, hiddenBeat); told != "" {
				t.Errorf("%s, %s: %s", name, eval[string](t, page, at), told)
			}
			seen++
		}
	}
	if seen < 40 {
		t.Errorf("only %d things were revealed", seen)
	}
}

// Ensure that what was revealed last is still seen after the window was turned or its size changed, in both directions.
func TestLessons_ProjectorTurned(t *testing.T) {
	t.Parallel()
	page := openUnstored(t, servePage(t).URL+"#v=1&lesson=granularity&step=1", harness.View{Width: 1400, Height: 900})
	wait(t, page, `document.querySelector("#lesson-step")`)
	do(t, page, clicked("#lesson-projector"))
	wait(t, page, `document.querySelector(".projector")`)
	const shown = `Number.parseInt(document.querySelector(".projector-foot .num").innerText)`
	for last := 0; last < 7; last++ {
		wait(t, page, fmt.Sprintf(`%s === %d`, shown, last))
		do(t, page, chromedp.KeyEvent(kb.ArrowRight))
	}
	for _, v := range []harness.View{{Width: 390, Height: 844}, {Width: 844, Height: 390}, {Width: 390, Height: 844}, {Width: 1024, Height: 768}, {Width: 1400, Height: 500}, {Width: 1400, Height: 900}} {
		do(t, page, look(page, v))
		wait(t, page, fmt.Sprintf(`innerWidth === %d && innerHeight === %d && ((window.looked = 0), true)`, v.Width, v.Height))
		wait(t, page, hiddenBeat+` === "" || (window.looked = (window.looked ?? 0) + 1) % 40 === 0`)
		if told := eval[string](t, page, hiddenBeat); told != "" {
			t.Errorf("at %d by %d: %s", v.Width, v.Height, told)
		}
	}
}
