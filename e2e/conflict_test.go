package e2e

import (
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// Ensure that a conflict with what somebody wrote meanwhile can be read at any width, that the keyboard reaches every outcome,
// Overwrite last, and that Escape leaves; the same where somebody deleted it. What each outcome does is proved in app/ui/uitest.
func TestConflict_KeyboardAndRoom(t *testing.T) {
	t.Parallel()
	site := serveShop(t)
	page := openUnstored(t, site.URL, harness.View{Width: 1440, Height: 900})
	waitRows(t, page)
	chooseSource(t, page, "shop")
	wait(t, page, `[...document.querySelectorAll("#side .item .name")].some((e) => e.textContent === "Orders")`)
	press(t, page, "#lock")
	click(t, page, "#dialog button", "Open shop for writing")
	wait(t, page, `!document.querySelector("#dialog").open`)
	wait(t, page, `(() => { const b = [...document.querySelectorAll("#side .item")].find((e) => e.querySelector(".name")?.textContent === "Orders"); b?.click(); return b })()`)
	wait(t, page, `document.querySelector(".crumb h1")?.innerText === "Orders"`)
	do(t, page, typed("PartitionKey eq 'p0' and RowKey eq 'r0'"), runKey())
	waitRows(t, page)
	openEntity(t, page, 0, "r0")
	do(t, page, filled("#prop-text-1", "100"))
	site.ask(t, "PUT", "/Orders(PartitionKey='p0',RowKey='r0')", `{"Total":7,"Note":"theirs"}`, http.StatusNoContent)
	press(t, page, "#save-now")
	says(t, page, "#dialog", "Somebody changed it since it was read. Nothing was written.", "Base", "Theirs", "Mine")
	for _, view := range []harness.View{{Width: 390, Height: 844}, {Width: 1024, Height: 768}, {Width: 1440, Height: 900}} {
		do(t, page, look(page, view))
		narrow(t, page)
	}
	axeOf(t, page, "#dialog")

	var reached []string
	do(t, page, focused("#review"))
	for range 40 {
		do(t, page, chromedp.KeyEvent(kb.Tab))
		if id := eval[string](t, page, `document.activeElement.id`); strings.HasPrefix(id, "take-") {
			if reached = append(reached, id); len(reached) == 3 {
				break
			}
		}
	}
	if strings.Join(reached, " ") != "take-theirs take-both take-mine" {
		t.Errorf("the keyboard reaches %v", reached)
	}
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector("#dialog").open && document.querySelector("#prop-text-1").value === "100"`)
	says(t, page, "#pending-note", "Somebody changed it since it was read.")
	axeOf(t, page, "#inspector")

	click(t, page, "#pending-note button", "Review…")
	wait(t, page, `(() => { const e = document.querySelector("#take-both"); if (!e) document.querySelector("#review .diffs .item")?.click(); return e })()`)
	press(t, page, "#take-both")
	says(t, page, "#review", "Total: 7 → 100")
	press(t, page, "#commit")
	wait(t, page, `!document.querySelector("#pending") && !document.querySelector("#dialog").open`)
	if got := site.ask(t, "GET", "/Orders(PartitionKey='p0',RowKey='r0')", "", http.StatusOK); !strings.Contains(got, `"Total":100`) || !strings.Contains(got, `"Note":"theirs"`) {
		t.Errorf("stored: %s", got)
	}
	wait(t, page, `document.querySelector("#prop-text-1")?.value === "100" && !document.querySelector("#save-now").disabled`)
	do(t, page, filled("#prop-text-1", "101"))
	site.ask(t, "DELETE", "/Orders(PartitionKey='p0',RowKey='r0')", "", http.StatusNoContent)
	press(t, page, "#save-now")
	says(t, page, "#dialog", "Keep mine: insert it again")
	axeOf(t, page, "#dialog")
}

// Ensure that what a copy and an import find in the target can be read and decided at any width and in both themes. What each decision
// does is proved in app/ui/uitest.
func TestConflict_CopyAndImport(t *testing.T) {
	t.Parallel()
	site := serveShop(t)
	site.ask(t, "POST", "/Tables", `{"TableName":"Films"}`, http.StatusCreated)
	site.ask(t, "PUT", "/Films(PartitionKey='a',RowKey='1')", `{"Title":"Alien: the director's cut","Year":2003,"Note":"theirs"}`, http.StatusNoContent)
	page := openUnstored(t, site.URL, harness.View{Width: 1440, Height: 900})
	waitRows(t, page)
	says(t, page, "#side", "devstoreaccount1")
	read := func(name, asked string) { // asked is where the keyboard is in the end: production asks for the table's name
		t.Helper()
		press(t, page, "#copyto-plan .diffs .item")
		says(t, page, "#copyto-plan", "has an entity with this key already, and it is different.", "Theirs", "Mine", "Deciding writes nothing yet.")
		for _, view := range []harness.View{{Width: 1024, Height: 768, Dark: true}, {Width: 390, Height: 844, Dark: true}, {Width: 1440, Height: 900}} {
			do(t, page, look(page, view))
			axeOf(t, page, "#dialog")
			wait(t, page, `document.querySelector("#dialog").scrollWidth <= document.querySelector("#dialog").clientWidth`)
			uncut(t, page, name+" "+view.String())
		}
		press(t, page, "#take-both")
		says(t, page, "#copyto-plan", "both are merged")
		wait(t, page, `document.activeElement.id === "`+asked+`" && !document.activeElement.disabled`)
	}
	drop(t, page, "Films.csv", "PartitionKey,RowKey,Title,Year\na,1,Alien,1979\na,2,Heat,1995\n")
	wait(t, page, `document.querySelector("#import-start")`)
	press(t, page, "#import-start")
	says(t, page, ".crumb h1", "Films")
	click(t, page, "#table-more", text(t, page, "#table-more"))
	wait(t, page, `document.querySelector("#copy-to")`)
	press(t, page, "#copy-to")
	wait(t, page, `[...document.querySelector("#copyto-source")?.options ?? []].some((o) => o.value === "shop")`)
	do(t, page, chosen("#copyto-source", "shop"), filled("#copyto-table", "Films"))
	press(t, page, "#copyto-go")
	says(t, page, "#copyto-plan", "1 entity is there already and different, so nothing is written.")
	do(t, page, clicked("#copyto-unlock"))
	wait(t, page, `document.querySelector("#unlock")`)
	do(t, page, clicked("#unlock"))
	wait(t, page, `document.querySelector("#copyto-plan")`)
	read("copy", "copyto-name")
	do(t, page, filled("#copyto-name", "Films"))
	wait(t, page, `!document.querySelector("#copyto-go").disabled`)
	press(t, page, "#copyto-go")
	says(t, page, "#copyto-done", "Wrote 2 entities to Films of shop")
	says(t, page, "#copyto-done", "2 of 2 read back") // until then it is under way, and the next is refused
	do(t, page, clicked("#dialog .closer"))
	wait(t, page, `!document.querySelector("#dialog").open`)

	drop(t, page, "Films.csv", "PartitionKey,RowKey,Title,Year,Seen\na,1,Alien,1978,true\na,2,Heat,1995,\na,3,Ran,1985,\n")
	wait(t, page, `document.querySelector("#import-start")`)
	do(t, page, filled("#import-table", "Films"), chosen("#import-policy", "ask"))
	press(t, page, "#import-start")
	says(t, page, "#copyto-plan", "1 entity is there already and different, so nothing is written.")
	read("import", "copyto-go")
	do(t, page, enter())
	says(t, page, "#copyto-done", "Wrote 2 entities to Films of this browser")
}
