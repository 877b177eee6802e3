package e2e

import (
	"strings"
	"testing"

	"rangefinder/e2e/harness"
)

// Ensure that an address that is no text does not end the program, at the start or typed later, and that it says what it
// says.
func TestAddress_StrayPercent(t *testing.T) {
	page := open(t, servePage(t).URL+"#v=1&t=Movies&f=RowKey%20eq%20'100%'%zz", harness.View{})
	wait(t, page, `document.querySelector(".crumb h1")?.innerText === "Movies" && document.querySelector("#planstrip .strip")?.innerText.includes("REFUSED")`)
	if got := editorText(t, page); got != "RowKey eq '100%'%zz" {
		t.Errorf("the filter is %q", got)
	}
	eval[any](t, page, `location.hash = "#v=1&t=Movies&f=PartitionKey eq '100%'"`)
	plan(t, page, "row range")
	if got := editorText(t, page); !strings.Contains(got, "'100%'") {
		t.Errorf("the filter is %q", got)
	}
}
