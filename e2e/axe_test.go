package e2e

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// Ensure that axe finds nothing in any state of the plan, on any screen, in any panel and in any dialog that a table with entities
// has, in the colours of both themes; that nothing is wider than the window, on a desktop and on a phone; and that everything can
// be hit where the lines are low. The screens are looked at on a phone, too.
func TestAxe_EveryStation(t *testing.T) {
	t.Parallel()
	desktop, narrowest := harness.View{Width: 1440, Height: 900, Dark: true}, harness.View{Width: 390, Height: 844, Dark: true}
	page := visit(t, "#v=1&t=Movies&f=PartitionKey%20eq%20%27Action%27%20and%20RowKey%20lt%20%27B%27&run=1", desktop)
	eval[any](t, page, `document.documentElement.dataset.density = "compact"`)
	for _, s := range stations() {
		s.stop(t, page)
		t.Run(s.name, func(t *testing.T) {
			axeOf(t, page, s.fresh)
			hittable(t, page)
			narrow(t, page)
			uncut(t, page, "1440")
			aScreen := slices.Contains([]string{"result", "inspector", "builder", "partitions", "design lab", "simulator"}, s.name)
			for _, view := range []harness.View{narrowest, twice, {Width: 1024, Height: 768, Dark: true}} {
				do(t, page, look(page, view))
				narrow(t, page)
				uncut(t, page, view.String())
				if aScreen && view.Width < 1024 {
					axe(t, page)
				}
			}
			do(t, page, look(page, desktop))
		})
		s.goOn(t, page)
	}
	t.Run("a sample", func(t *testing.T) {
		click(t, page, "button", "About Logs")
		wait(t, page, aDialog)
		axeOf(t, page, "")
		do(t, page, chromedp.KeyEvent(kb.Escape))
		wait(t, page, `!document.querySelector("#dialog").open`)
	})
	for _, s := range []struct{ name, filter, shows string }{
		{"point", "PartitionKey eq 'Action' and RowKey eq 'Alien'", "point"},
		{"partition range", "PartitionKey gt 'B'", "partition range"},
		{"full scan", "Favorite", "full scan"},
		{"empty", "PartitionKey eq 'a' and PartitionKey eq 'b'", "empty"},
		{"refused", "PartitionKey = 'a", "refused"},
		{"tall", strings.Repeat("PartitionKey eq 'Action' or\n", 30) + "Favorite", "full scan"},
		{"hints", "PartitionKey eq 'Action' or PartitionKey eq 'War' or Ratng eq 3", "full scan"},
	} {
		t.Run(s.name, func(t *testing.T) {
			do(t, page, typed(s.filter))
			plan(t, page, s.shows)
			if tall := eval[int](t, page, `document.querySelector("#planstrip .badge").offsetHeight`); tall > 30 {
				t.Errorf("the badge is %d px tall: a rule for something else lays it out", tall)
			}
			if s.name == "hints" {
				wait(t, page, `/\d hint/.test(document.querySelector(".bulb")?.innerText)`)
				click(t, page, ".bulb", text(t, page, ".bulb"))
				wait(t, page, `document.querySelector(".finding")`)
			}
			axeOf(t, page, "#editor, #planstrip")
			do(t, page, look(page, narrowest))
			mainNarrow(t, page)
			do(t, page, look(page, desktop))
		})
	}
}

// hittable fails the test when something that is pressed is not 24 by 24 pixels and has not that much room around its middle. What
// goes on in a line of text is left out, and the splitters, whose rim is wider than they look.
func hittable(t *testing.T, page *harness.Page) {
	t.Helper()
	if small := eval[string](t, page, `(() => {
		const list = [...document.querySelectorAll("button, input, select, textarea, a[href], summary, [role=tab], [role=option]")].filter((e) => e.checkVisibility({visibilityProperty: true}) && !e.disabled && !e.closest(".sr, #grid, .cm-editor") && !e.matches(".skip") && (!document.querySelector("dialog[open]") || e.closest("dialog")));
		const rects = list.map((e) => {
			const r = e.getBoundingClientRect(), name = e.matches("[type=checkbox], [type=radio]") && (e.closest("label") ?? (e.id && document.querySelector("label[for='" + e.id + "']"))), q = name ? name.getBoundingClientRect() : r;
			return new DOMRect(Math.min(r.x, q.x), Math.min(r.y, q.y), Math.max(r.right, q.right) - Math.min(r.x, q.x), Math.max(r.bottom, q.bottom) - Math.min(r.y, q.y));
		});
		const low = (r) => r.width < 23.5 || r.height < 23.5;
		return list.map((e, i) => {
			const r = rects[i], x = r.x + r.width / 2, y = r.y + r.height / 2;
			if (!low(r) || getComputedStyle(e).display === "inline") return "";
			const near = list.find((o, j) => j !== i && !o.contains(e) && !e.contains(o) && (low(rects[j]) ? Math.hypot(rects[j].x + rects[j].width / 2 - x, rects[j].y + rects[j].height / 2 - y) < 24 : Math.hypot(Math.max(rects[j].x - x, 0, x - rects[j].right), Math.max(rects[j].y - y, 0, y - rects[j].bottom)) < 12));
			return near ? e.tagName + "#" + e.id + "." + e.className + " " + Math.round(r.width) + "x" + Math.round(r.height) + " " + (e.innerText || e.ariaLabel || "").slice(0, 30) + " beside " + (near.innerText || near.ariaLabel || near.id).slice(0, 30) : "";
		}).filter(Boolean).slice(0, 6).join("\n") })()`); small != "" {
		t.Errorf("too small to hit:\n%s", small)
	}
}
