package e2e

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// shoot keeps a picture where EDITING_SHOTS says, for people to look at.
func shoot(t *testing.T, page *harness.Page, name string) {
	if dir := os.Getenv("EDITING_SHOTS"); dir != "" {
		b, err := page.Screenshot()
		if err != nil {
			t.Fatal(err)
		}
		os.WriteFile(filepath.Join(dir, name+"-"+strings.ReplaceAll(strings.SplitN(t.Name()+"/", "/", 3)[1], "/", "-")+".png"), b, 0o644)
	}
}

// openEntity moves down in the grid and opens what is there.
func openEntity(t *testing.T, page *harness.Page, downs int, rowKey string) {
	t.Helper()
	toGrid(t, page)
	for range downs {
		do(t, page, chromedp.KeyEvent(kb.ArrowDown))
	}
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, fmt.Sprintf(`document.querySelector("#insp-rk")?.value === %q && document.activeElement.id === "inspector"`, rowKey))
}

// press clicks what a selector names, wherever it is scrolled to.
func press(t *testing.T, page *harness.Page, selector string) {
	t.Helper()
	wait(t, page, fmt.Sprintf(`(() => { const b = document.querySelector(%q), can = b && !b.disabled; if (can) b.click(); return can })()`, selector))
}

// Ensure that edits collect, show in the grid, are undone and redone, survive a reload, are reviewed as differences and
// requests, and are committed group by group; and that the commit can be undone.
func TestEditing_PendingChanges(t *testing.T) {
	t.Parallel()
	page := visit(t, "", phone)
	openEntity(t, page, 0, "Alien")
	do(t, page, filled("#prop-text-1", "4.70"))
	wait(t, page, `document.querySelector("#said-1")?.innerText === "= 4.7" && document.querySelector("#how-text").innerText.includes("Replace sends all")`)
	shoot(t, page, "inspector")
	axeBoth(t, page)
	press(t, page, "#save")
	says(t, page, "#pending", "1 change in 1 partition → 1 batch")
	wait(t, page, `[...document.querySelectorAll("#grid .rf-changed")].some((c) => c.innerText === "4.7") && document.querySelector("#grid .rf-pending")`)
	openEntity(t, page, 1, "Aliens")
	click(t, page, "#inspector button", "Delete")
	says(t, page, "#pending", "2 changes in 1 partition → 1 batch")
	wait(t, page, `document.querySelector("#grid .rf-deleted")`)
	shoot(t, page, "deleted")
	axeBoth(t, page)

	// Undo and redo, from the grid.
	toGrid(t, page)
	do(t, page, chromedp.KeyEvent("z", chromedp.KeyModifiers(input.ModifierCtrl)))
	wait(t, page, `!document.querySelector("#grid .rf-deleted") && document.querySelector("#grid .rf-pending")`)
	do(t, page, chromedp.KeyEvent("z", chromedp.KeyModifiers(input.ModifierCtrl)))
	wait(t, page, `!document.querySelector("#grid .rf-pending")`)
	do(t, page, chromedp.KeyEvent("y", chromedp.KeyModifiers(input.ModifierCtrl)), chromedp.KeyEvent("y", chromedp.KeyModifiers(input.ModifierCtrl)))
	wait(t, page, `document.querySelector("#grid .rf-deleted") && document.querySelector("#grid .rf-changed")`)

	// A key that changes is a move: inside its partition one transaction.
	toGrid(t, page)
	do(t, page, chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `!["", "Alien", "Aliens"].includes(document.querySelector("#insp-rk").value) && document.activeElement.id === "inspector"`)
	do(t, page, filled("#insp-rk", "Moved"))
	says(t, page, "#move-note", "both are done, or neither")
	press(t, page, "#save")
	says(t, page, "#pending", "4 changes in 1 partition → 1 batch")

	time.Sleep(500 * time.Millisecond) // it is kept a moment after the last edit
	page.Leave()
	do(t, page, chromedp.Evaluate(`setTimeout(() => location.reload())`, nil))
	wait(t, page, `performance.getEntriesByType("navigation")[0].type === "reload" && document.querySelector("#pending")`)
	waitRows(t, page)
	says(t, page, "#pending", "4 changes in 1 partition → 1 batch")
	wait(t, page, `!document.querySelector("#pending-undo").disabled && document.querySelector("#grid .rf-deleted")`)

	press(t, page, "#pending-review")
	wait(t, page, `document.querySelector("#dialog").open && document.querySelectorAll("#review .diffs li").length === 4`)
	press(t, page, "#review .diffs li:first-child .item")
	says(t, page, "#review .diff", "Rating", "4.5", "4.7", "changed")
	click(t, page, "#review button", "Request for Action")
	says(t, page, "#review .request", "POST /$batch HTTP/1.1", "PUT https://ACCOUNT.table.core.windows.net/Movies(PartitionKey='Action',RowKey='Alien')", `"Rating":4.7`, "DELETE https://", "If-Match: W/")
	shoot(t, page, "review")
	axeBoth(t, page)
	narrow(t, page)
	press(t, page, "#commit")
	says(t, page, ".notice", "Committed 4 changes in 1 group")
	wait(t, page, `!document.querySelector("#dialog").open && !document.querySelector("#pending") && [...document.querySelectorAll("#grid .rf-key")].every((c) => c.innerText !== "Aliens")`)
	wait(t, page, `[...document.querySelectorAll("#grid .rf-cell")].some((c) => c.innerText === "4.7")`)
	toGrid(t, page)
	do(t, page, chromedp.KeyEvent("z", chromedp.KeyModifiers(input.ModifierCtrl))) // with nothing pending it is the commit that is undone
	says(t, page, ".notice", "Undone")
	wait(t, page, `[...document.querySelectorAll("#grid .rf-key")].some((c) => c.innerText === "Aliens") && [...document.querySelectorAll("#grid .rf-cell")].some((c) => c.innerText === "4.5")`)
}

// Ensure that Ctrl+D in the grid and in the inspector makes a new entity of the one there, with the focus on the key that has to differ.
func TestEditing_Duplicate(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	again := func(rowKey string) {
		t.Helper()
		do(t, page, chromedp.KeyEvent("d", chromedp.KeyModifiers(input.ModifierCtrl)))
		wait(t, page, fmt.Sprintf(`document.querySelector("#insp-rk")?.value === %q && document.activeElement.id === "insp-rk" && document.querySelector("#inspector h2").innerText === "New entity"`, rowKey))
	}
	openEntity(t, page, 1, "Aliens")
	again("Aliens copy")
	click(t, page, "#inspector button", "Close the inspector")
	wait(t, page, `document.activeElement.closest("#grid")`)
	do(t, page, chromedp.KeyEvent(kb.ArrowUp))
	again("Alien copy")
}

// Ensure that a long form scrolls in the inspector alone.
func TestEditing_LongForm(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{Width: 1280, Height: 600})
	openEntity(t, page, 0, "Alien")
	if tall := eval[int](t, page, `document.documentElement.scrollHeight - innerHeight`); tall > 0 {
		t.Errorf("with an entity in the inspector the page is %d px taller than its window", tall)
	}
}

// Ensure that on a live account an edit that meets another's is shown as base, theirs and mine, settled property by property
// and sent again, while the other groups are committed; and that only the groups' own requests are sent.
func TestEditing_ConflictOnAccount(t *testing.T) {
	t.Parallel()
	site := serveShop(t)
	page := openUnstored(t, site.URL, harness.View{Width: 1440, Height: 900, Dark: true})
	waitRows(t, page)
	chooseSource(t, page, "shop")
	wait(t, page, `[...document.querySelectorAll("#side .item .name")].some((e) => e.textContent === "Orders")`)
	press(t, page, "#lock")
	click(t, page, "#dialog button", "Open shop for writing")
	wait(t, page, `!document.querySelector("#dialog").open`)
	wait(t, page, `(() => { const b = [...document.querySelectorAll("#side .item")].find((e) => e.querySelector(".name")?.textContent === "Orders"); b?.click(); return b })()`)
	wait(t, page, `document.querySelector(".crumb h1")?.innerText === "Orders"`)
	do(t, page, typed("PartitionKey ge 'p0'"), chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)))
	press(t, page, "#scan-all")
	waitRows(t, page)
	openEntity(t, page, 0, "r0")
	do(t, page, filled("#prop-text-1", "100"))
	press(t, page, "#save")
	says(t, page, "#pending", "1 change in 1 partition")
	openEntity(t, page, 5, "r5")
	do(t, page, filled("#prop-text-1", "105"))
	press(t, page, "#save")
	says(t, page, "#pending", "2 changes in 2 partitions → 2 batches")
	site.ask(t, "PUT", "/Orders(PartitionKey='p0',RowKey='r0')", `{"Total":7,"Note":"theirs"}`, http.StatusNoContent)

	press(t, page, "#pending-commit")
	says(t, page, "#dialog", "Nothing of it was done", "UpdateConditionNotSatisfied", "1 of 2 groups were committed", "Base", "Theirs", "Mine", "choose", "This replaces Total, which somebody changed")
	if got := site.ask(t, "GET", "/Orders(PartitionKey='p1',RowKey='r5')", "", http.StatusOK); !strings.Contains(got, `"Total":105`) {
		t.Errorf("the group without a conflict was not written: %s", got)
	}
	shoot(t, page, "conflict")
	axe(t, page)
	wait(t, page, `document.querySelector("#settle").disabled`)
	click(t, page, "#review button", "Mine for Total")
	press(t, page, "#settle")
	press(t, page, "#commit")
	wait(t, page, `!document.querySelector("#pending") && !document.querySelector("#dialog").open`)
	got := site.ask(t, "GET", "/Orders(PartitionKey='p0',RowKey='r0')", "", http.StatusOK)
	if !strings.Contains(got, `"Total":100`) || !strings.Contains(got, `"Note":"theirs"`) {
		t.Errorf("stored: %s", got)
	}
}

// Ensure that a property of many entities is tried on all of them before anything changes, becomes pending, and that what is
// too much for that is written as a job that can be undone.
func TestEditing_Many(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{Width: 1440, Height: 900, Dark: true})
	press(t, page, "#edit-many")
	wait(t, page, `document.querySelector("#dialog").open && document.querySelector("#many-Property")`)
	do(t, page, filled("#many-Property", "Rating"))
	do(t, page, chosen("#many-action", "retype"))
	do(t, page, chosen("#many-type", "Int32"))
	says(t, page, "#many-facts", "of 33 entities", "cannot be changed so")
	says(t, page, "#many-failed", "It is no Int32: it has a fraction.")
	axe(t, page)
	shoot(t, page, "many")
	do(t, page, chosen("#many-type", "String"))
	says(t, page, "#many-facts", "Changes 33 of 33 entities")
	press(t, page, "#many-do")
	says(t, page, "#pending", "33 changes in 1 partition → 1 batch")
	press(t, page, "#pending-undo")
	wait(t, page, `document.querySelector("#pending-commit")?.disabled && !document.querySelector("#grid .rf-pending")`)

	// All of the table: more than can wait.
	do(t, page, typed(""), chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)))
	wait(t, page, `document.querySelector(".result-line").innerText.includes("11 pages")`)
	press(t, page, "#edit-many")
	wait(t, page, `document.querySelector("#dialog").open && document.querySelector("#many-Property")`)
	do(t, page, filled("#many-Property", "Language"))
	do(t, page, chosen("#many-action", "remove"))
	says(t, page, "#many-do", "Change", "entities now")
	press(t, page, "#many-do")
	says(t, page, ".notice", "Removed “Language”", "of 10,681 entities changed")
	wait(t, page, `!document.querySelector("#dialog").open && ![...document.querySelectorAll("#grid .rf-th")].some((c) => c.innerText.startsWith("Language"))`)
	click(t, page, ".notice button", "Undo")
	wait(t, page, `[...document.querySelectorAll("#grid .rf-th")].some((c) => c.innerText.startsWith("Language"))`)
}

// Ensure that an entity pasted as JSON fills the form, and that a group put together by hand says which operation failed it
// all, runs when that is mended, and shows its request.
func TestEditing_GroupBuilder(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{Width: 390, Height: 844})
	do(t, page, chromedp.KeyEvent("k", chromedp.KeyModifiers(input.ModifierCtrl)))
	wait(t, page, `document.querySelector("#dialog").open && document.activeElement.tagName === "INPUT"`)
	do(t, page, input.InsertText("paste an entity"), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#paste-json")`)
	do(t, page, filled("#paste-json", `{"PartitionKey":"Mine","RowKey":"1","At@odata.type":"Edm.DateTime","At":"2026-11-20T09:30:00.1234567Z"}`))
	click(t, page, "#dialog button", "Fill the form")
	wait(t, page, `document.querySelector("#insp-pk")?.value === "Mine" && document.querySelector("#prop-text-1").value === "2026-11-20T09:30:00.1234567Z" && document.querySelector("#said-1").innerText === "Fri 2026-11-20 09:30:00.1234567 UTC"`)
	narrow(t, page)

	do(t, page, focused("#tab-query"), chromedp.KeyEvent("k", chromedp.KeyModifiers(input.ModifierCtrl)))
	wait(t, page, `document.querySelector("#dialog").open && document.activeElement.tagName === "INPUT"`)
	do(t, page, input.InsertText("entity group transaction"), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#group-pk")?.value === "Mine"`)
	do(t, page, filled("#group-rk-1", "x"))
	do(t, page, filled("#group-json-1", `{"N": 1}`))
	press(t, page, "#group-add")
	do(t, page, chosen("#group-kind-2", "replace"))
	do(t, page, filled("#group-rk-2", "y"))
	do(t, page, filled("#group-json-2", `{"N": `))
	wait(t, page, `document.querySelector("#group-problem")?.innerText.includes("Operation 2") && document.querySelector("#group-run").disabled`)
	do(t, page, filled("#group-json-2", `{"N": 2}`))
	says(t, page, "#group-problem", "Write the ETag")
	do(t, page, filled("#group-match-2", "*"))
	press(t, page, "#group-run")
	says(t, page, "#group-result", "operation 2, replace of Mine / y, failed it all", "ResourceNotFound", "not done: the group was refused")
	shoot(t, page, "group")
	axe(t, page)
	narrow(t, page)
	do(t, page, chosen("#group-kind-2", "insert-or-merge"))
	press(t, page, "#group-run")
	says(t, page, "#group-result", "every operation was done", "ETag W/")
	wait(t, page, `document.querySelector("#group-request pre").textContent.includes("MERGE https://ACCOUNT.table.core.windows.net/Movies(PartitionKey='Mine',RowKey='y')")`)
}

// Ensure that the inspector shows the names of common properties whole where it is narrow, and keeps the button that closes it in
// its corner, whatever the keys are.
func TestInspector_Narrow(t *testing.T) {
	t.Parallel()
	page := visit(t, "#v=1&t=Movies&f="+url.QueryEscape("PartitionKey eq 'Comedy' and RowKey ge 'Mountain and'"), harness.View{Width: 1024, Height: 768})
	toGrid(t, page)
	do(t, page, chromedp.KeyEvent(kb.Home, chromedp.KeyModifiers(input.ModifierCtrl)), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.Enter))
	// It follows the line that is chosen before it is opened: what has no size is not shown yet.
	wait(t, page, `document.querySelector(".insp h2")?.offsetHeight > 0 && document.querySelector(".insp h2").innerText.startsWith("Comedy / Mountain and ")`)
	wait(t, page, `[...document.querySelectorAll(".insp .prop-name")].some((e) => e.offsetHeight > 0 && e.value === "ReleaseYear")`)
	if cut := eval[[]string](t, page, `[...document.querySelectorAll(".insp .prop-name")].filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.value)`); len(cut) > 0 {
		t.Errorf("cut are %q", cut)
	}
	if !eval[bool](t, page, `(() => { const h = document.querySelector(".insp h2").getBoundingClientRect(), x = document.querySelector("[aria-label='Close the inspector']").getBoundingClientRect(); return h.height > x.height && x.top >= h.top && x.bottom <= h.bottom && x.left >= h.right })()`) {
		t.Error("the button that closes the inspector is not beside a title of two lines")
	}
}
