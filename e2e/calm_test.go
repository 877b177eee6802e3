package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// calmFilters are typed key by key: of every class, with words that are wrong on their way, and some that stay wrong.
var calmFilters = []string{
	"PartitionKey eq 'Drama' and RowKey ge 'T' and Rating gt 4.0", "PartitionKey eq 'Action'", "PartitionKey eq 'SciFi' and RowKey eq 'Star Wars'",
	"PartitionKey ge 'A' and PartitionKey lt 'D'", "RowKey eq 'Alien'", "Rating gt 4.5", "Rating gt 4.0 and ReleaseYear ge 1990", "not (PartitionKey eq 'Drama')",
	"PartitionKey eq 'Action' or PartitionKey eq 'War'", "PartitionKey ne 'Drama'", "Favorite eq true", "Language eq 'English' and Favorite", "PartitionKey = 'Action'",
	"PartitionKey eq \"Action\"", "contains(RowKey,'war')", "SELECT * FROM Movies WHERE Rating > 4", "PartitionKey eq 'action'", "Ratng gt 4", "PartitionKey eq 'Drama' and", "(Rating gt 4",
}

// Ensure that the entities stay where they are while filters are typed, whatever the text is on its way, and when the refusal of the last
// one is told; and that the editor and Run can be used all the time.
func TestCalm_WhileTyping(t *testing.T) {
	t.Parallel()
	page := visit(t, "#v=1&t=Movies&f=PartitionKey%20eq%20'Drama'&run=1", harness.View{Width: 1440, Height: 900})
	waitRows(t, page)
	eval[bool](t, page, `(() => { globalThis.tops = new Set(); const look = () => { const g = document.querySelector("#grid").getBoundingClientRect(); if (g.height) tops.add(g.top); requestAnimationFrame(look) }; look(); return true })()`)
	for _, filter := range calmFilters {
		do(t, page, focused("#editor .cm-content"), chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)), chromedp.KeyEvent(kb.Backspace))
		for _, key := range filter {
			do(t, page, input.InsertText(string(key)))
		}
		wait(t, page, `document.querySelector("#planstrip .earlier, #planstrip.earlier, #planstrip .room") === null && !!document.querySelector("#planstrip .badge")`)
		if tops := eval[[]float64](t, page, `[...tops]`); len(tops) != 1 {
			t.Fatalf("after %s the grid was at %v", filter, tops)
		}
	}
}

// Ensure that a first visit, and one by a link, hardly moves what is drawn. The screens beside are opened in TestAccess_EveryScreen.
func TestCalm_WhileOpening(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"", "#v=1&t=Movies&f=PartitionKey%20eq%20'War'"} {
		page := visit(t, address, harness.View{Width: 1440, Height: 900})
		wait(t, page, `!document.querySelector(".boot") && !document.querySelector(".side .loading")`)
		eval[bool](t, page, `(() => { globalThis.moved = 0; new PerformanceObserver((l) => { for (const e of l.getEntries()) if (!e.hadRecentInput) moved += e.value }).observe({ type: "layout-shift", buffered: true }); setTimeout(() => { globalThis.over = true }, 1000); return true })()`)
		wait(t, page, `globalThis.over`)
		moved := eval[float64](t, page, `moved`)
		if moved > 0.01 {
			t.Errorf("%q moves by %.4f, at most 0.01 is allowed", fmt.Sprint(address), moved)
		}
	}
}
