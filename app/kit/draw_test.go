package kit

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Ensure that where no table is open the first lesson is offered to go on at its step once it was begun.
func TestNoTable_LessonBegun(t *testing.T) {
	for step, want := range map[int]string{0: ">Start the 3-step lesson<", 2: ">Continue the 3-step lesson, step 2<"} {
		if html := app.HTMLString(NoTable(nil, "", step)); !strings.Contains(html, want) {
			t.Errorf("step %d: no %s in %s", step, want, html)
		}
	}
}
