package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// media makes the page believe what the system of a person says: "print" or "", and features as name and value.
func media(kind string, features ...string) chromedp.Action {
	m := emulation.SetEmulatedMedia().WithMedia(kind)
	var list []*emulation.MediaFeature
	for i := 0; i+1 < len(features); i += 2 {
		list = append(list, &emulation.MediaFeature{Name: features[i], Value: features[i+1]})
	}
	return m.WithFeatures(list)
}

// screensOf are the screens themselves, without the dialogs.
func screensOf() []station {
	return slices.DeleteFunc(stations(), func(s station) bool {
		return !slices.Contains([]string{"result", "partitions", "design lab", "simulator"}, s.name)
	})
}

// Ensure what a person needs who sees or moves differently, on each screen: see the functions below.
func TestAccess_EveryScreen(t *testing.T) {
	page := visit(t, "", harness.View{})
	t.Run("nothing shifts", func(t *testing.T) { nothingShifts(t, page) })
	t.Parallel() // a start beside others draws in other steps
	t.Run("forced colours", func(t *testing.T) { forcedColours(t, page) })
	for _, s := range screensOf() {
		s.stop(t, page)
		t.Run(s.name, func(t *testing.T) {
			printed(t, page)
			moreContrast(t, page)
			zoomed(t, page, s.name)
			tabbedThrough(t, page)
		})
		s.goOn(t, page)
	}
	for _, s := range slices.DeleteFunc(stations(), func(s station) bool {
		return !slices.Contains([]string{"Settings…", "guide", "Export…", "Columns: show, hide, order, sets…"}, s.name)
	}) {
		s.stop(t, page)
		t.Run(s.name, func(t *testing.T) { zoomed(t, page, s.name) })
		s.goOn(t, page)
	}
}

// usual is how the system is when nobody asks for anything.
var usual = media("", "prefers-color-scheme", "light", "prefers-reduced-motion", "reduce")

// nothingShifts fails the test when something moved by itself while the page started, or does while a screen that is gone to fills.
func nothingShifts(t *testing.T, page *harness.Page) {
	eval[any](t, page, `globalThis.shifts = []; new PerformanceObserver((list) => { for (const e of list.getEntries()) shifts.push({value: e.value, at: Math.round(e.startTime), input: e.hadRecentInput, of: e.sources.map((s) => (s.node?.id || s.node?.className || s.node?.nodeName) + " " + [s.previousRect.y, s.currentRect.y].map(Math.round).join("→")).join(", ")}) }).observe({type: "layout-shift", buffered: true})`)
	told := func(where string) {
		t.Helper()
		eval[any](t, page, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))`)
		list := eval[[]struct {
			Value float64
			At    int
			Input bool
			Of    string
		}](t, page, `shifts.splice(0)`)
		sum := 0.0
		for _, s := range list {
			sum += s.Value
		}
		t.Logf("%s: %.4f %v", where, sum, list)
		if sum > 0.025 { // a quarter of what browsers call good; the lab's first numbers make a line of it higher
			t.Errorf("%s shifts by %.3f: %v", where, sum, list)
		}
	}
	told("the start")
	for _, screen := range []struct{ tab, shows string }{
		{"tab-partitions", `document.querySelector("#partition-0") && !document.querySelector("#screen-partitions progress")`},
		{"tab-lab", `document.querySelector("#lab-c0-1") && !document.querySelector("#lab-stop")`},
		{"tab-simulator", `document.querySelector("#sim-totals")`}, {"tab-query", `document.querySelector("#grid").checkVisibility({visibilityProperty: true})`}, {"tab-partitions", `document.querySelector("#partition-0")?.checkVisibility({visibilityProperty: true})`},
	} {
		eval[any](t, page, `document.getElementById("`+screen.tab+`").click()`) // by no input, which would excuse what moves
		wait(t, page, screen.shows)
		told(screen.tab)
	}
}

// forcedColours fails the test when what is told by a colour cannot be told any more when the system forces its own: plan classes by
// their border, what is read on the key map, the open tab and table, the current cell, and where the focus is.
func forcedColours(t *testing.T, page *harness.Page) {
	toGrid(t, page)
	for _, theme := range []string{"light", "dark"} {
		do(t, page, media("", "forced-colors", "active", "prefers-color-scheme", theme, "prefers-reduced-motion", "reduce"))
		wait(t, page, `matchMedia("(forced-colors: active)").matches && document.documentElement.dataset.theme === "`+theme+`" && document.querySelector("#map .read")`)
		artifact(t, page, "forced-"+theme)
		if bad := eval[string](t, page, `(() => {
			const style = (selector) => getComputedStyle(document.querySelector(selector)), bad = [];
			const need = (what, ok) => { if (!ok) bad.push(what) };
			need("the plan class has a border", parseFloat(style(".badge").borderTopWidth) >= 1);
			need("the plan strip has its edge", parseFloat(style(".plan").borderLeftWidth) >= 4);
			need("what is read differs from what is not", style("#map .read").fill !== style("#map .seg").fill && parseFloat(style("#map .read").fillOpacity) >= .4);
			need("segments have an edge", style("#map .seg").stroke !== "none");
			need("the open tab is marked", parseFloat(style(".tab.on").borderBottomWidth) >= 3);
			need("the open table is marked", style("#tables .item.on").outlineStyle === "solid");
			need("the current cell is marked", style(".rf-current").outlineStyle === "solid" && parseFloat(style(".rf-current").outlineWidth) >= 2);
			document.querySelector("#builder-toggle").focus();
			need("the focus is marked", getComputedStyle(document.activeElement).outlineStyle !== "none");
			return bad.join("\n") })()`); bad != "" {
			t.Errorf("%s, not: %s", theme, bad)
		}
		toGrid(t, page)
	}
	do(t, page, usual)
}

// printed fails the test when a screen is printed with what is only for the screen, not on white, or with something of the query, its
// plan, its result or a report cut.
func printed(t *testing.T, page *harness.Page) {
	do(t, page, media("print", "prefers-color-scheme", "dark"))
	if bad := eval[string](t, page, `(() => {
		const bad = [...document.querySelectorAll("button, .top, .side, .insp, .status, .tabs, .notice")].filter((e) => e.checkVisibility({visibilityProperty: true}) && !e.closest("#grid") && e.matches(".top, .side, .insp, .status, .tabs, .notice, .btn, .icon")).map((e) => "on paper: " + e.outerHTML.slice(0, 80));
		if (getComputedStyle(document.body).getPropertyValue("--panel").trim() !== "#fff") bad.push("the paper is not white");
		const screen = [...document.querySelectorAll(".screen")].find((e) => !e.hidden);
		for (const e of [...document.querySelectorAll("html, body, .app, .main"), screen, ...screen.querySelectorAll(".plan, .lab, .sim, .parts")]) if (e.scrollHeight > e.clientHeight + 2 && getComputedStyle(e).overflowY !== "visible" && e.checkVisibility({visibilityProperty: true})) bad.push("cut: " + e.tagName + "." + e.className + " " + e.scrollHeight + " > " + e.clientHeight);
		return bad.slice(0, 12).join("\n") })()`); bad != "" {
		t.Error(bad)
	}
	artifact(t, page, "print-"+strings.ReplaceAll(t.Name(), "/", "-"))
	do(t, page, usual)
}

// zoomed fails the test when something has to be scrolled in two directions at 400 % (320 px) or at 200 % of a laptop's window, or
// when text with the spacing that a person may set is cut.
func zoomed(t *testing.T, page *harness.Page, name string) {
	spacing := func(on bool) {
		eval[any](t, page, fmt.Sprintf(`(() => { globalThis.spaced ??= new CSSStyleSheet(); spaced.replaceSync("* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }"); spaced.disabled = %v; if (!document.adoptedStyleSheets.includes(spaced)) document.adoptedStyleSheets.push(spaced) })()`, !on))
	}
	for _, view := range []harness.View{{Width: 320, Height: 640}, {Width: 720, Height: 450}, {Width: 960, Height: 540}} {
		do(t, page, look(page, view))
		fits(t, page, name)
		if lost := eval[string](t, page, `(() => { const main = document.querySelector(".main"); return [...document.querySelectorAll(".main button, .main [role=grid]")].filter((e) => e.checkVisibility({visibilityProperty: true})).filter((e) => { const r = e.getBoundingClientRect(); let box = e.parentElement; while (box && !(box.scrollHeight > box.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(box).overflowY))) box = box.parentElement; return !box && r.bottom > innerHeight + 1 }).map((e) => e.innerText || e.id).slice(0, 6).join(", ") })()`); lost != "" {
			t.Errorf("at %v: below the window, and no place to scroll: %s", view, lost)
		}
	}
	do(t, page, look(page, harness.View{Width: 1440, Height: 900}))
	spacing(true)
	fits(t, page, name+", spaced")
	if cut := eval[string](t, page, `[...document.querySelectorAll("button, .badge, .tag, .tab, label, th, h1, h2, h3")].filter((e) => e.checkVisibility({visibilityProperty: true}) && e.innerText && !e.closest("#grid, .cm-editor, .sr, .live")).filter((e) => { const s = getComputedStyle(e); return s.overflowY === "hidden" && e.scrollHeight > e.clientHeight + 2 || s.overflowX === "hidden" && s.textOverflow !== "ellipsis" && e.scrollWidth > e.clientWidth + 2 }).map((e) => e.tagName + "." + e.className + " " + e.innerText.slice(0, 40)).slice(0, 8).join("\n")`); cut != "" {
		t.Errorf("text with wider spacing is cut: %s", cut)
	}
	spacing(false)
}

// tabbedThrough fails the test when the Tab key does not go through everything and come round, when a stop does not show where it is,
// is hidden behind something else, or has no name.
func tabbedThrough(t *testing.T, page *harness.Page) {
	do(t, page, chromedp.Evaluate(`document.querySelector(".skip").focus(); globalThis.stops = new Set(); globalThis.wrong = []; globalThis.round = false; globalThis.last = ""`, nil))
	round := false
	for range 40 {
		keys := chromedp.Tasks{}
		for range 10 {
			keys = append(keys, chromedp.KeyEvent(kb.Tab), chromedp.Evaluate(`(() => {
				const e = document.activeElement, r = e.getBoundingClientRect(), s = getComputedStyle(e);
				if (e === document.body || e.matches(".skip")) { if (stops.size) round = true; if (e === document.body) { last = [...stops].at(-1)?.outerHTML.slice(0, 120) } }
				if (e === document.body || stops.has(e)) return;
				stops.add(e);
				const who = e.tagName + "#" + e.id + "." + e.className + " " + (e.getAttribute("aria-label") || e.innerText || "").slice(0, 40);
				if (e.closest(".cm-editor, .rf-grid")) return; // with marks of their own
				if (s.outlineStyle === "none" && s.boxShadow === "none" && !e.matches("canvas") && getComputedStyle(e.parentElement).boxShadow === "none" && s.borderTopColor === "rgba(0, 0, 0, 0)") wrong.push("no mark of the focus: " + who);
				const points = [[.5, .5], [.1, .5], [.9, .5], [.5, .1], [.5, .9]].map(([x, y]) => document.elementFromPoint(r.x + r.width * x, r.y + r.height * y));
				if (!points.some((p) => p && (e === p || e.contains(p) || p.contains(e)))) wrong.push("hidden: " + who + " at " + [r.x, r.y, r.width, r.height].map(Math.round));
			})()`, nil))
		}
		do(t, page, keys)
		if round = eval[bool](t, page, `round`); round {
			break
		}
	}
	if wrong := eval[string](t, page, `wrong.join("\n")`); wrong != "" {
		t.Errorf("%s", wrong)
	}
	if left := eval[string](t, page, `[...document.querySelectorAll("button, input, select, textarea, a[href], summary, [tabindex='0']")].filter((e) => e.checkVisibility({visibilityProperty: true}) && !e.disabled && e.tabIndex >= 0 && !stops.has(e) && ![...stops].some((s) => !s.isConnected && s.tagName === e.tagName && s.textContent === e.textContent) && !(e.type === "radio" && !e.checked) && !e.closest(".cm-editor, .rf-grid")).map((e) => e.tagName + "#" + e.id + " " + (e.getAttribute("aria-label") || e.innerText)).slice(0, 8).join("\n")`); left != "" || !round {
		t.Errorf("not reached by Tab (round: %v, after %s): %s", round, eval[string](t, page, `last`), left)
	}
	if nameless := namelessStops(t, page); nameless != "" {
		t.Errorf("without a name: %s", nameless)
	}
}

// accessible is a value of the accessibility tree.
type accessible struct {
	Value any `json:"value"`
}

// namelessStops are what Tab stops at, as the browser's accessibility tree has it, and has no name there.
func namelessStops(t *testing.T, page *harness.Page) string {
	t.Helper()
	var list []string
	do(t, page, chromedp.ActionFunc(func(ctx context.Context) error {
		var tree struct {
			Nodes []struct {
				Ignored    bool       `json:"ignored"`
				Role       accessible `json:"role"`
				Name       accessible `json:"name"`
				Properties []struct {
					Name  string     `json:"name"`
					Value accessible `json:"value"`
				} `json:"properties"`
				ID cdp.BackendNodeID `json:"backendDOMNodeId"`
			} `json:"nodes"`
		}
		if err := cdp.Execute(ctx, "Accessibility.getFullAXTree", nil, &tree); err != nil {
			return err
		}
		for _, n := range tree.Nodes {
			focusable := false
			for _, p := range n.Properties {
				focusable = focusable || p.Name == "focusable" && p.Value.Value == true
			}
			if n.Ignored || !focusable || strings.TrimSpace(fmt.Sprint(n.Name.Value)) != "" && n.Name.Value != nil || n.Role.Value == "RootWebArea" {
				continue
			}
			object, err := dom.ResolveNode().WithBackendNodeID(n.ID).Do(ctx)
			if err != nil {
				return err
			}
			result, _, err := runtime.CallFunctionOn(`function() { return this.tabIndex >= 0 && !this.disabled ? this.outerHTML.slice(0, 160) : "" }`).WithObjectID(object.ObjectID).WithReturnByValue(true).Do(ctx)
			if err != nil {
				return err
			}
			what := ""
			if err := json.Unmarshal(result.Value, &what); err != nil {
				return err
			}
			if what != "" {
				list = append(list, fmt.Sprint(n.Role.Value, " ", what))
			}
		}
		if len(tree.Nodes) < 50 {
			return fmt.Errorf("the accessibility tree has only %d nodes", len(tree.Nodes))
		}
		return nil
	}))
	return strings.Join(list, "\n")
}

// moreContrast fails the test when who asks for more contrast does not get it, in either theme: grey text as dark as the rest, every
// text 7:1 on what it stands on, lines and the edges of fields 3:1.
func moreContrast(t *testing.T, page *harness.Page) {
	for _, theme := range []string{"light", "dark"} {
		do(t, page, media("", "prefers-contrast", "more", "prefers-color-scheme", theme, "prefers-reduced-motion", "reduce"))
		wait(t, page, `matchMedia("(prefers-contrast: more)").matches && document.documentElement.dataset.theme === "`+theme+`"`)
		artifact(t, page, "contrast-"+theme+"-"+strings.ReplaceAll(t.Name(), "/", "-"))
		if bad := eval[string](t, page, `(() => {
		const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
		const rgba = (text) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1); const d = canvas.getImageData(0, 0, 1, 1).data; return [d[0], d[1], d[2], d[3] / 255] };
		const over = (a, b) => a.slice(0, 3).map((v, i) => v * a[3] + b[i] * (1 - a[3]));
		const behind = (e) => { const layers = []; for (; e; e = e.parentElement) { const c = rgba(getComputedStyle(e).backgroundColor); layers.push(c); if (c[3] === 1) break } return layers.reverse().reduce((under, c) => over(c, under), [255, 255, 255]) };
		const light = (c) => c.map((v) => v / 255).map((v) => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
		const contrast = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + .05) / (y + .05) };
		const bad = new Map(), root = getComputedStyle(document.documentElement);
		const note = (what, e, ratio) => { if (!bad.has(what)) bad.set(what, what + " has " + ratio.toFixed(2) + ":1, " + (e.innerText || e.id || "").trim().slice(0, 30)) };
		for (const name of ["--track", "--accent", "--bad", "--panel"]) if (!/^#[0-9a-f]{3,6}$/.test(root.getPropertyValue(name).trim())) bad.set(name, name + " is not a colour that the heat map can draw: " + root.getPropertyValue(name));
		if (root.getPropertyValue("--dim") !== root.getPropertyValue("--ink")) bad.set("", "grey text is grey");
		const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		for (let n; n = walk.nextNode();) {
			const e = n.parentElement;
			if (!n.data.trim() || !e.checkVisibility({visibilityProperty: true, opacityProperty: true}) || e.closest("svg, canvas, script, style, .sr, .live, :disabled, [aria-disabled=true]")) continue;
			const under = behind(e), ratio = contrast(over(rgba(getComputedStyle(e).color), under), under);
			if (ratio < 7) note("text " + e.tagName.toLowerCase() + "." + e.className, e, ratio);
		}
		for (const e of document.querySelectorAll("input:not([type=checkbox], [type=radio], [type=range]), select, .btn:not(.primary)")) {
			if (!e.checkVisibility({visibilityProperty: true}) || e.disabled || e.closest("#grid")) continue;
			const under = behind(e.parentElement), ratio = contrast(over(rgba(getComputedStyle(e).borderTopColor), under), under);
			if (ratio < 3) note("edge " + e.tagName.toLowerCase() + "." + e.className, e, ratio);
		}
		return [...bad.values()].join("\n") })()`); bad != "" {
			t.Errorf("%s:\n%s", theme, bad)
		}
	}
	do(t, page, usual)
}
