package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rangefinder/app/lesson"
	"rangefinder/e2e/harness"
)

// lessonFits is what is cut off in the panel of a lesson, and which steps are too near to each other.
const lessonFits = `(() => {
	const side = document.querySelector("#side .scroll"), steps = [...document.querySelectorAll(".step")].map((e) => e.getBoundingClientRect())
	const over = steps.filter((b, i) => i > 0 && b.top === steps[i - 1].top && b.left < steps[i - 1].right + 4)
	return [side.scrollWidth > side.clientWidth ? "the panel is " + side.scrollWidth + " px wide, its place " + side.clientWidth : "", over.length ? over.length + " steps are too near to others" : ""].filter(Boolean).join()
})()`

// lessonPanels sees that axe finds nothing in the panel of any lesson, light or dark, on a page that goes from one to the next, and that
// nothing of it is cut off. Axe was in the page before.
func lessonPanels(t *testing.T, page *harness.Page) {
	text, err := os.ReadFile(filepath.Join(harness.Root(), "web", "static", "lessons", "course.txt"))
	if err != nil {
		t.Fatal(err)
	}
	course, err := lesson.ParseCourse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, group := range course.Groups {
		for _, l := range group.Lessons {
			eval[bool](t, page, fmt.Sprintf(`location.hash = "v=1&lesson=%s&step=1", true`, l.Name))
			wait(t, page, fmt.Sprintf(`document.querySelector("#lesson-title")?.innerText === %q && document.querySelector("#lesson-step")`, l.Title))
			// Rules that look at a whole page are left to the journeys; colours count in both themes.
			const found = `(async () => {
				const root = document.documentElement, said = []
				for (const theme of ["light", "dark"]) {
					root.dataset.theme = theme
					const r = await axe.run(".lesson", theme === "light" ? { resultTypes: ["violations"] } : { runOnly: ["color-contrast"] })
					said.push(...r.violations.map((v) => theme + " " + v.id + ": " + v.nodes.map((n) => n.html.slice(0, 160)).join(" ")))
				}
				return said.join("\n")
			})()`
			if told := eval[string](t, page, found); told != "" {
				t.Errorf("%s:\n%s", l.Name, told)
			}
			if told := eval[string](t, page, lessonFits); told != "" {
				t.Errorf("%s: %s", l.Name, told)
			}
			seen++
		}
	}
	if seen < 20 || strings.TrimSpace(course.Groups[0].Title) == "" {
		t.Errorf("%d lessons were seen", seen)
	}
}
