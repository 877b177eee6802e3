package e2e

import (
	"net/http"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Ensure that two sources are seen side by side: their tables under their names, a table of each open at once with its own result,
// and what differs between two accounts by property.
func TestSources_SideBySide(t *testing.T) {
	t.Parallel()
	site := serveShop(t)
	page := open(t, site.URL, phone)
	waitRows(t, page)

	drawer := func() { do(t, page, clicked(".top .only-phone")) } // where the list is one

	// A table of the same name in the server's own account, with one of the entities and another.
	chooseSource(t, page, "devstoreaccount1")
	wait(t, page, `document.querySelector(".blank")?.innerText.includes("The account has no tables.")`)
	drawer()
	click(t, page, "#side button", "+ New table")
	wait(t, page, `document.querySelector("#dialog").open`)
	do(t, page, input.InsertText("Orders"), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector(".crumb h1").innerText === "Orders" && document.querySelector(".blank")?.innerText.includes("Nothing was asked")`)
	for _, key := range [][2]string{{"p0", "r0"}, {"p9", "r9"}} {
		newEntity(t, page)
		do(t, page, input.InsertText(key[0]), chromedp.Focus("#insp-rk"), input.InsertText(key[1]), clicked("#save-now"))
		wait(t, page, `document.querySelector(".notice")?.innerText.includes("Inserted `+key[0]+` / `+key[1]+`")`)
	}
	click(t, page, "#inspector button", "Close the inspector")

	// Both lists at once; the other table opens beside this one.
	drawer()
	click(t, page, "#sources button", "Tables of shop")
	click(t, page, "#sources button", "Tables of This browser")
	wait(t, page, `document.querySelectorAll("#sources .others").length === 2 && [...document.querySelectorAll("#sources .others .name")].map((e) => e.innerText).join() === "Movies,Orders"`)
	axeBoth(t, page)
	do(t, page, chromedp.Evaluate(`[...document.querySelectorAll("#sources .others .item")].at(-1).dispatchEvent(new MouseEvent("click", {bubbles: true, ctrlKey: true}))`, nil))
	queries(t, page, 2, 1, "")
	wait(t, page, `document.querySelector(".framed.tone-production") && document.querySelector(".blank")?.innerText.includes("Nothing was asked of shop yet")`)
	do(t, page, typed("PartitionKey eq 'p0'"), chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)))
	wait(t, page, `document.querySelector(".result-line").innerText.includes("4 entities returned")`)
	do(t, page, altKey("PageUp", "PageUp", false))
	wait(t, page, `document.querySelector(".framed.tone-own")`)
	do(t, page, typed("PartitionKey eq 'p0'"), chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)))
	wait(t, page, `document.querySelector(".result-line").innerText.includes("1 entity returned")`)
	do(t, page, altKey("PageDown", "PageDown", false))
	wait(t, page, `document.querySelector(".framed.tone-production") && document.querySelector(".result-line").innerText.includes("4 entities returned")`)

	// What differs between the two accounts.
	click(t, page, "#compare", "Compare…")
	wait(t, page, `["left", "right"].map((side) => document.querySelector("#compare-" + side)?.selectedOptions[0].text).join() === "Orders · shop,Orders · devstoreaccount1"`)
	axeBoth(t, page)
	click(t, page, "#compare-start", "Compare")
	says(t, page, "#differences", "6 only left, 1 only right, 1 changed, 0 the same")
	do(t, page, chosen("#compare-kind", "2"))
	wait(t, page, `document.querySelectorAll(".diffs > li").length === 1`)
	do(t, page, clicked(".diffs .item"))
	says(t, page, ".diffs", "Total", "only left")
	axeBoth(t, page)
	mainNarrow(t, page)
	if got := site.ask(t, "GET", "/Orders(PartitionKey='p0',RowKey='r0')", "", http.StatusOK); got == "" {
		t.Error("the comparison took an entity away")
	}
}
