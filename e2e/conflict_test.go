package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// Ensure that Commit now in the inspector, on an account where somebody changed the entity meanwhile, shows base, theirs and mine
// as the review does; that Escape keeps mine pending; that the keyboard reaches every outcome, Overwrite last; and that mine on
// theirs keeps what somebody added. The same where somebody deleted it.
func TestConflict_CommitNow(t *testing.T) {
	t.Parallel()
	for _, dark := range []bool{false, true} {
		t.Run(map[bool]string{false: "light", true: "dark"}[dark], func(t *testing.T) {
			site := serveShop(t)
			page := openUnstored(t, site.URL, harness.View{Width: 1440, Height: 900, Dark: dark})
			waitRows(t, page)
			chooseSource(t, page, "shop")
			wait(t, page, `[...document.querySelectorAll("#side .item .name")].some((e) => e.textContent === "Orders")`)
			press(t, page, "#lock")
			click(t, page, "#dialog button", "Open shop for writing")
			wait(t, page, `!document.querySelector("#dialog").open`)
			wait(t, page, `(() => { const b = [...document.querySelectorAll("#side .item")].find((e) => e.querySelector(".name")?.textContent === "Orders"); b?.click(); return b })()`)
			wait(t, page, `document.querySelector(".crumb h1")?.innerText === "Orders"`)
			do(t, page, typed("PartitionKey eq 'p0' and RowKey eq 'r0'"), chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)))
			waitRows(t, page)
			openEntity(t, page, 0, "r0")
			do(t, page, filled("#prop-text-1", "100"))
			site.ask(t, "PUT", "/Orders(PartitionKey='p0',RowKey='r0')", `{"Total":7,"Note":"theirs"}`, http.StatusNoContent)
			press(t, page, "#save-now")
			says(t, page, "#dialog", "Somebody changed it since it was read. Nothing was written.", "Base", "Theirs", "Mine", "1 property was changed on both sides: choose.",
				"This replaces Total, which somebody changed; removes Note, which somebody added.")
			wait(t, page, `document.querySelector("#settle").disabled`)
			for _, size := range [][2]int64{{1440, 900}, {1024, 768}, {390, 844}} {
				do(t, page, chromedp.EmulateViewport(size[0], size[1]))
				narrow(t, page)
				axe(t, page)
				shoot(t, page, fmt.Sprint("conflict-now-", size[0]))
				do(t, page, chromedp.ScrollIntoView("#take-mine"))
				shoot(t, page, fmt.Sprint("conflict-now-end-", size[0]))
			}
			do(t, page, chromedp.EmulateViewport(1440, 900))

			var reached []string
			do(t, page, focused("#review"))
			for range 40 {
				do(t, page, chromedp.KeyEvent(kb.Tab))
				if id := eval[string](t, page, `document.activeElement.id`); strings.HasPrefix(id, "take-") {
					reached = append(reached, id)
				}
			}
			if len(reached) < 3 || strings.Join(reached[:3], " ") != "take-theirs take-both take-mine" {
				t.Errorf("the keyboard reaches %v", reached)
			}
			do(t, page, chromedp.KeyEvent(kb.Escape))
			wait(t, page, `!document.querySelector("#dialog").open && document.querySelector("#prop-text-1").value === "100"`)
			says(t, page, "#pending", "1 change in 1 partition")
			says(t, page, "#pending-note", "Somebody changed it since it was read.")
			axe(t, page)
			shoot(t, page, "conflict-kept")
			if got := site.ask(t, "GET", "/Orders(PartitionKey='p0',RowKey='r0')", "", http.StatusOK); !strings.Contains(got, `"Total":7`) {
				t.Errorf("it was written: %s", got)
			}

			click(t, page, "#pending-note button", "Review…")
			wait(t, page, `document.querySelector("#dialog").open`)
			wait(t, page, `(() => { const e = document.querySelector("#take-both"); if (!e) document.querySelector("#review .diffs .item")?.click(); return e })()`)
			press(t, page, "#take-both")
			says(t, page, "#review", "1 changed")
			press(t, page, "#commit")
			wait(t, page, `!document.querySelector("#pending") && !document.querySelector("#dialog").open`)
			got := site.ask(t, "GET", "/Orders(PartitionKey='p0',RowKey='r0')", "", http.StatusOK)
			if !strings.Contains(got, `"Total":100`) || !strings.Contains(got, `"Note":"theirs"`) {
				t.Errorf("stored: %s", got)
			}

			wait(t, page, `document.querySelector("#prop-text-1")?.value === "100" && !document.querySelector("#save-now").disabled`)
			do(t, page, filled("#prop-text-1", "101"))
			site.ask(t, "DELETE", "/Orders(PartitionKey='p0',RowKey='r0')", "", http.StatusNoContent)
			press(t, page, "#save-now")
			says(t, page, "#dialog", "Somebody deleted it since it was read. Nothing was written.", "Leave it deleted", "Keep mine: insert it again")
			axe(t, page)
			shoot(t, page, "conflict-deleted")
			press(t, page, "#take-mine")
			press(t, page, "#commit")
			wait(t, page, `!document.querySelector("#pending") && !document.querySelector("#dialog").open`)
			if got := site.ask(t, "GET", "/Orders(PartitionKey='p0',RowKey='r0')", "", http.StatusOK); !strings.Contains(got, `"Total":101`) {
				t.Errorf("stored: %s", got)
			}
		})
	}
}
