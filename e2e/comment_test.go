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

// Ensure that a filter with comments runs as without them, that Ctrl+/ makes a line one and takes that back, that a request has none,
// that a bracket in one is none, and that tidying and a reload keep them.
func TestQuery_Comments(t *testing.T) {
	t.Parallel()
	const filter = "// the front page (\nPartitionKey eq 'Action' // one\nand (Rating gt 4.0)"
	page := visit(t, "#v=1&t=Movies&f="+url.PathEscape(filter), harness.View{})
	queries(t, page, 1, 0, filter)
	wait(t, page, `document.querySelectorAll(".cm-content .tok-comment").length === 2`)
	wait(t, page, `document.querySelector(".plan.partition-range, .plan.row-range") && document.querySelector("#why")`)

	do(t, page, chromedp.Focus(".cm-content"), chromedp.KeyEvent(kb.End, chromedp.KeyModifiers(input.ModifierCtrl)))
	wait(t, page, `document.querySelectorAll(".cm-matchingBracket").length === 2 && !document.querySelector(".cm-nonmatchingBracket")`)
	do(t, page, chromedp.KeyEvent("/", chromedp.KeyModifiers(input.ModifierCtrl)))
	off := strings.Replace(filter, "and (", "// and (", 1)
	queries(t, page, 1, 0, off)
	wait(t, page, `document.querySelectorAll(".cm-content .tok-comment").length === 3 && !document.querySelector(".cm-matchingBracket")`)
	do(t, page, chromedp.KeyEvent("z", chromedp.KeyModifiers(input.ModifierCtrl)))
	queries(t, page, 1, 0, filter)
	order(t, page, "comment out", "Comment out the selected lines, or take that back")
	queries(t, page, 1, 0, off)
	order(t, page, "comment out", "Comment out the selected lines, or take that back")
	queries(t, page, 1, 0, filter)

	order(t, page, "tidy", "Tidy the filter: one way to write it")
	const tidy = "// the front page (\nPartitionKey eq 'Action' // one\nand Rating gt 4.0"
	queries(t, page, 1, 0, tidy)
	order(t, page, "request", "Show the request, and the query as code…")
	wait(t, page, `document.querySelector("#code-note")?.innerText.includes("not sent")`)
	if code := text(t, page, "#code-text"); strings.Contains(code, "front") || strings.Contains(code, "one") || !strings.Contains(code, "Rating") {
		t.Errorf("the request is %q", code)
	}
	do(t, page, chromedp.KeyEvent(kb.Escape), chromedp.Focus(".cm-content"), chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)))
	wait(t, page, `document.querySelector(".result-line")?.innerText.includes("returned")`)
	if line := text(t, page, ".result-line"); strings.Contains(line, " 0 ") {
		t.Errorf("the run says %q", line)
	}
	if err := page.Reload(); err != nil {
		t.Fatal(err)
	}
	queries(t, page, 1, 0, tidy)
}
