package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// Ensure that axe finds nothing on any state of the query screen, on a desktop and on a phone, in the colours of both themes.
func TestAxe_EveryState(t *testing.T) {
	t.Parallel()
	for _, view := range []harness.View{{Width: 1440, Height: 900}, {Width: 390, Height: 844, Dark: true}} {
		t.Run(view.String(), func(t *testing.T) {
			t.Parallel()
			page := visit(t, "", view)
			for _, s := range []struct{ name, filter, shows string }{
				{"point", "PartitionKey eq 'Action' and RowKey eq 'Alien'", "point"},
				{"partition range", "PartitionKey gt 'B'", "partition range"},
				{"full scan", "Favorite", "full scan"},
				{"empty", "PartitionKey eq 'a' and PartitionKey eq 'b'", "empty"},
				{"refused", "PartitionKey = 'a", "refused"},
				{"tall", strings.Repeat("PartitionKey eq 'Action' or\n", 30) + "Favorite", "full scan"},
			} {
				t.Run(s.name, func(t *testing.T) {
					do(t, page, typed(s.filter))
					plan(t, page, s.shows)
					if tall := eval[int](t, page, `document.querySelector("#planstrip .badge").offsetHeight`); tall > 30 {
						t.Errorf("the badge is %d px tall: a rule for something else lays it out", tall)
					}
					axeBoth(t, page)
				})
			}
			t.Run("hints", func(t *testing.T) {
				do(t, page, typed("PartitionKey eq 'Action' or PartitionKey eq 'War' or Ratng eq 3"))
				plan(t, page, "full scan")
				wait(t, page, `/\d hint/.test(document.querySelector(".bulb")?.innerText)`)
				click(t, page, ".bulb", text(t, page, ".bulb"))
				wait(t, page, `document.querySelector(".finding")`)
				axeBoth(t, page)
			})
			t.Run("inspector", func(t *testing.T) {
				do(t, page, typed(""), chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)))
				wait(t, page, `document.querySelector(".result-line").innerText.includes("11 pages")`)
				toGrid(t, page)
				do(t, page, chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.Enter))
				wait(t, page, `document.querySelector("#inspector .advice-box")`)
				axeBoth(t, page)
				click(t, page, "#inspector button", "Close the inspector")
			})
			for _, dialog := range []struct{ name, press string }{
				{"shortcuts", "Keyboard shortcuts"}, {"delete table", "Delete table…"}, {"new table", "+ New table"}, {"generate", "+ Generate data…"}, {"sample", "About Logs"},
			} {
				t.Run(dialog.name, func(t *testing.T) {
					click(t, page, "button", dialog.press)
					wait(t, page, `document.querySelector("#dialog").open`)
					axeBoth(t, page)
					do(t, page, chromedp.KeyEvent(kb.Escape))
					wait(t, page, `!document.querySelector("#dialog").open`)
				})
			}
		})
	}
}

// Ensure that axe finds nothing on any screen, in any panel and in any dialog that a table with entities has, on a desktop and on
// a phone, in the colours of both themes, and that nothing is wider than the window.
func TestAxe_EveryStation(t *testing.T) {
	t.Parallel()
	for _, view := range []harness.View{{Width: 1440, Height: 900, Dark: true}, {Width: 390, Height: 844}} {
		t.Run(view.String(), func(t *testing.T) {
			t.Parallel()
			page := visit(t, "#v=1&t=Movies&f=PartitionKey%20eq%20%27Action%27%20and%20RowKey%20lt%20%27B%27&run=1", view)
			for _, s := range stations() {
				s.stop(t, page)
				t.Run(s.name, func(t *testing.T) {
					axeBoth(t, page)
					narrow(t, page)
				})
				s.goOn(t, page)
			}
		})
	}
}
