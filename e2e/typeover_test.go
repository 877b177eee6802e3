package e2e

import (
	"testing"

	"rangefinder/e2e/harness"
)

// Ensure that typing over coloured text leaves no style of the browser's own in the editor, which the page's policy refuses.
func TestQuery_TypeOverColouredText(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	for _, text := range []string{"Par", "PartitionKey eq 'Action'", "é", "Rating gt 4.0 and Favorite"} {
		do(t, page, typed(text))
		wait(t, page, `document.querySelector("#editor").innerText.length > 0`)
		if got := editorText(t, page); got != text {
			t.Fatalf("typed %q, the editor has %q", text, got)
		}
		if n := eval[int](t, page, `document.querySelectorAll("#editor .cm-line [style]").length`); n != 0 {
			t.Errorf("%q left %d style attributes", text, n)
		}
	}
}
