package e2e

import (
	"testing"

	"rangefinder/e2e/harness"
)

// twice is a window of 1440 by 900 at 200 %.
var twice = harness.View{Width: 720, Height: 450, Dark: true, Zoom: 2}

// uncut fails the test when the document scrolls sideways, when the words of a button, a tab, a heading or a label are cut off
// without an ellipsis, or when what has the keyboard is out of sight and cannot be brought into it.
func uncut(t *testing.T, page *harness.Page, where string) {
	t.Helper()
	if cut := eval[string](t, page, `(() => {
		const within = document.querySelector("dialog[open]") ?? document, faults = [];
		const name = (e) => e.tagName + "#" + e.id + "." + (e.className.baseVal ?? e.className) + " \"" + (e.innerText || e.ariaLabel || "").slice(0, 40) + "\"";
		if (document.documentElement.scrollWidth > innerWidth) faults.push("the document is " + document.documentElement.scrollWidth + " px wide");
		const clips = (s) => s.overflowX === "hidden" || s.overflowX === "clip";
		for (const e of within.querySelectorAll("button, [role=tab], summary, label, h1, h2, h3, th, legend, .badge, .tag, option:checked")) {
			if (e.closest(".sr, #grid, .cm-editor, svg, [hidden]") || !e.checkVisibility({ visibilityProperty: true })) continue;
			const r = e.getBoundingClientRect(), s = getComputedStyle(e);
			if (!r.width || !r.height) continue;
			if (clips(s) && s.textOverflow !== "ellipsis" && e.scrollWidth > e.clientWidth + 1) { faults.push(name(e) + " cuts its words"); continue }
			let scrolls = false; // no box up to what scrolls sideways may cut it
			for (let box = e.parentElement; box && box !== document.body; box = box.parentElement) {
				const b = getComputedStyle(box), at = box.getBoundingClientRect();
				if (["auto", "scroll"].includes(b.overflowX) && box.scrollWidth > box.clientWidth + 1) { scrolls = true; break }
				if (b.overflowX === "visible" || b.textOverflow === "ellipsis") continue;
				if (r.right > at.right + 1 || r.left < at.left - 1) { faults.push(name(e) + " sticks out of " + name(box).slice(0, 60)); break }
			}
			if (r.right > innerWidth + 1 && !scrolls && !e.closest(".side, .insp")) faults.push(name(e) + " ends at " + Math.round(r.right));
		}
		const facts = within.querySelector(".plan-facts .facts");
		if (facts && innerWidth > 1000 && facts.scrollWidth > facts.clientWidth + 1) faults.push("the numbers of the plan are cut: " + facts.innerText);
		const at = document.activeElement;
		if (at && at !== document.body && !at.matches(".skip, #grid *, .cm-content")) {
			at.scrollIntoView({ block: "nearest" });
			const r = at.getBoundingClientRect();
			if (r.width && (r.bottom <= 0 || r.top >= innerHeight || r.right <= 0 || r.left >= innerWidth)) faults.push(name(at) + " has the keyboard and is out of sight");
		}
		return [...new Set(faults)].slice(0, 8).join("\n") })()`); cut != "" {
		t.Errorf("%s:\n%s", where, cut)
	}
}
