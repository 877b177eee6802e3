package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// Ensure that the dialog that tells what changes for a table, and the classes of Azure Cosmos DB, are as good to see as the others, in
// the colours of both themes, and that nothing is wider than a phone.
func TestAxe_Cosmos(t *testing.T) {
	t.Parallel()
	desktop, narrowest := harness.View{Width: 1440, Height: 900}, harness.View{Width: 390, Height: 844, Dark: true}
	page := visit(t, "#v=1&t=Movies&f=Rating%20ge%204&run=1", desktop)
	click(t, page, "#table-more", text(t, page, "#table-more"))
	wait(t, page, `document.querySelector("#move")`)
	click(t, page, "#move", text(t, page, "#move"))
	wait(t, page, `document.querySelector("#move-copy")`)
	for _, view := range []harness.View{desktop, narrowest} {
		do(t, page, look(page, view))
		axeOf(t, page, "#dialog")
		wait(t, page, `document.querySelector("#dialog").scrollWidth <= document.querySelector("#dialog").clientWidth`)
	}
	do(t, page, chromedp.KeyEvent(kb.Escape), look(page, desktop))
	wait(t, page, `!document.querySelector("#dialog").open`)

	click(t, page, "#table-more", text(t, page, "#table-more"))
	wait(t, page, `document.querySelector("#engine-cosmos")`)
	click(t, page, "#engine-cosmos", "Plan for Cosmos DB")
	wait(t, page, `document.querySelector("#engine") && !document.querySelector("#planstrip .room")`)
	for _, s := range []struct{ filter, shows string }{
		{"PartitionKey eq 'Action' and RowKey eq 'Alien'", "point read"},
		{"PartitionKey eq 'Action' and Rating ge 4", "one partition, by index"},
		{"Rating ge 4 and (PartitionKey eq 'Action' or PartitionKey eq 'War')", "all partitions, by index"},
		{"Rating ne 4", "no index help"},
	} {
		t.Run(s.shows, func(t *testing.T) {
			do(t, page, typed(s.filter))
			plan(t, page, s.shows)
			axeOf(t, page, "#planstrip")
			do(t, page, look(page, narrowest))
			mainNarrow(t, page)
			do(t, page, look(page, desktop))
		})
	}
}
