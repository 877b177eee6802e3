package e2e

import (
	"testing"

	"rangefinder/e2e/harness"
)

// Ensure that a table is opened with the query that was chosen for it, after a reload, too, and that the choice is taken back.
func TestQuery_WhenOpened(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	waitRows(t, page)
	table := func(name, filter string) {
		t.Helper()
		wait(t, page, `(() => { const b = [...document.querySelectorAll("#side .item")].find((e) => e.querySelector(".name")?.textContent === "`+name+`"); b?.click(); return b })()`)
		wait(t, page, `document.querySelector(".crumb h1")?.innerText === "`+name+`" && (() => { const has = document.querySelector("#editor .cm-content").innerText; return "`+filter+`" ? has.trim() === "`+filter+`" : !has.includes("4.9") })()`)
	}
	const own = "PartitionKey eq 'War' and Rating gt 4.9"
	do(t, page, typed(own))
	order(t, page, "Use this query whenever", "Use this query whenever this table is opened")
	says(t, page, ".notice", "Movies is opened with this query from now on")
	click(t, page, "button", "+ New table")
	do(t, page, filled("#table-name", "Other"))
	click(t, page, "#dialog button", "Create")
	wait(t, page, `document.querySelector(".crumb h1")?.innerText === "Other" && !document.querySelector("#dialog").open`)
	table("Movies", own)
	table("Other", "")
	page.Leave()
	if err := page.Reload(); err != nil {
		t.Fatal(err)
	}
	wait(t, page, `document.querySelector(".crumb h1")?.innerText === "Other" && document.querySelector("#side").innerText.includes("When it is opened")`)
	table("Movies", own)
	order(t, page, "Open this table without", "Open this table without a query of its own")
	says(t, page, ".notice", "Movies is opened as it comes")
	table("Other", "")
	table("Movies", "")
}
