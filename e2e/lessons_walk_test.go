package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/app/lesson"
	"rangefinder/e2e/harness"
)

// Ensure that every step of a lesson can be done on a phone by the keyboard alone: the question, answered at random, gets its reason;
// both hints, the solution and the check are reached; what breaks the solution is refused with a reason; and nothing is wider than
// the phone. RANGEFINDER_ALL_LESSONS=1 takes every lesson.
func TestLessons_OnPhone(t *testing.T) {
	t.Parallel()
	names := []string{"prefix", "cross-table", "clients", "order-lines"}
	if os.Getenv("RANGEFINDER_ALL_LESSONS") != "" {
		names = nil
	}
	text, err := os.ReadFile(filepath.Join(harness.Root(), "web", "static", "lessons", "course.txt"))
	if err != nil {
		t.Fatal(err)
	}
	course, err := lesson.ParseCourse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if names == nil {
		for _, e := range course.Lessons() {
			names = append(names, e.Name)
		}
	}
	page := openUnstored(t, servePage(t).URL+"#v=1&lesson="+names[0]+"&step=1", harness.View{Width: 390, Height: 844})
	for _, name := range names {
		e := course.Find(name)
		for step := range e.Steps {
			if step == 0 {
				eval[any](t, page, fmt.Sprintf(`location.hash = "v=1&lesson=%s&step=1", null`, name))
			}
			wait(t, page, fmt.Sprintf(`document.querySelector("#lesson-title")?.innerText === %q && document.querySelector(".step.on")?.getAttribute("aria-label").startsWith("Step %d:") && document.activeElement.id === "lesson-step"`, e.Title, step+1))
			t.Run(fmt.Sprintf("%s %d", name, step+1), func(t *testing.T) { phoneStep(t, page) })
			if told := eval[string](t, page, lessonFits); told != "" {
				t.Errorf("%s, step %d: %s", name, step+1, told)
			}
			if step+1 < e.Steps {
				side(t, page)
				tabEnter(t, page, "lesson-next")
			}
		}
	}
}

// tabSpace presses a button by the space bar, which works when it is let go: nothing of the press is left for what the page goes to.
func tabSpace(t *testing.T, page *harness.Page, id string) {
	t.Helper()
	tabTo(t, page, id)
	do(t, page, chromedp.KeyEvent(" "))
}

// phoneStep does the step that is open.
func phoneStep(t *testing.T, page *harness.Page) {
	t.Helper()
	has := func(selector string) bool {
		return eval[bool](t, page, fmt.Sprintf(`!!document.querySelector(%q)`, selector))
	}
	if has(".predict.open") {
		if has("#lesson-guess") {
			tabTo(t, page, "lesson-guess")
			do(t, page, input.InsertText("987654"))
		} else {
			tabTo(t, page, "lesson-predict")
		}
		do(t, page, chromedp.KeyEvent(kb.Enter))
		wait(t, page, `!document.querySelector(".predict.open") && document.querySelector("#lesson-predicted")?.innerText.includes("because ")`)
		if has("#lesson-begin") {
			focusAt(t, page, "lesson-begin")
			do(t, page, chromedp.KeyEvent(" "))
			wait(t, page, inEditor)
		}
	}
	if has("#lesson-begin") {
		tabSpace(t, page, "lesson-begin")
		wait(t, page, inEditor)
	}
	if !has("#lesson-check") {
		return
	}
	side(t, page)
	tabEnter(t, page, "lesson-check") // what the step begins with
	wait(t, page, `document.querySelector(".verdict.bad")?.innerText.length > 12`)
	side(t, page)
	hints(t, page)
	side(t, page)
	tabSpace(t, page, "lesson-show")
	wait(t, page, inEditor+` || document.activeElement.id === "lesson-text"`)
	side(t, page)
	tabSpace(t, page, "lesson-check")
	wait(t, page, `document.querySelector(".verdict.good")`)
	focusAt(t, page, "lesson-next")
	side(t, page)
	tabEnter(t, page, "lesson-break")
	wait(t, page, `document.querySelector(".verdict.bad")?.innerText.length > 12 && document.querySelector(".work > .note")?.innerText.startsWith("Broken: ")`)
}
