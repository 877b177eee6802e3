package e2e

import (
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// Ensure that a filter is tidied in one step that Ctrl+Z takes back, and that a selected part of it runs in a tab of its own.
func TestQuery_TidyAndSelection(t *testing.T) {
	t.Parallel()
	const untidy, tidy = "(PartitionKey eq 'Action')  and ((Rating gt 4.0))", "PartitionKey eq 'Action' and Rating gt 4.0"
	page := visit(t, "#v=1&t=Movies&f="+url.PathEscape(untidy), harness.View{})
	queries(t, page, 1, 0, untidy)
	order(t, page, "tidy", "Tidy the filter: one way to write it")
	queries(t, page, 1, 0, tidy)
	wait(t, page, `document.activeElement.matches(".cm-content")`)
	do(t, page, chromedp.KeyEvent("z", chromedp.KeyModifiers(input.ModifierCtrl)))
	queries(t, page, 1, 0, untidy)
	do(t, page, chromedp.KeyEvent("y", chromedp.KeyModifiers(input.ModifierCtrl)))
	queries(t, page, 1, 0, tidy)

	order(t, page, "run the selected", "Run the selected part of the filter, in a tab of its own")
	wait(t, page, `document.querySelector(".live").innerText.includes("Select a part of the filter first")`)
	do(t, page, chromedp.Focus(".cm-content"), chromedp.KeyEvent(kb.End))
	for range "Rating gt 4.0" {
		do(t, page, chromedp.KeyEvent(kb.ArrowLeft, chromedp.KeyModifiers(input.ModifierShift)))
	}
	order(t, page, "run the selected", "Run the selected part of the filter, in a tab of its own")
	queries(t, page, 2, 1, "Rating gt 4.0")
	wait(t, page, `document.querySelector(".result-line")?.innerText.includes("returned")`)
	if line := text(t, page, ".result-line"); !strings.Contains(line, "10,681") {
		t.Errorf("the run of the part says %q", line)
	}
}
