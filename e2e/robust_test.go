package e2e

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"rangefinder/e2e/harness"
)

// markup are values that want to be more than text. The class finds what became an element of them.
var markup = []string{
	`<img src=x class=hostile onerror="window.hostile=1">`, `</script><script class=hostile>window.hostile=1</script>`, `"><svg class=hostile onload=window.hostile=1>`,
	`javascript:window.hostile=1`, `<a class=hostile href="javascript:window.hostile=1">x</a>`, `<style class=hostile>*{display:none}</style>`, `{{constructor.constructor('window.hostile=1')()}}`,
	"\u202eright to left\u202c שלום עולם مرحبا بالعالم", "e\u0301\u0323\u0323" + strings.Repeat("\u0310\u0323", 60), "a\x00b\x01c\x1b[31m\r\n\t\u0085\ufeff", "\U0001F9EA\u200d\U0001F468\u200d\U0001F469\u200d\U0001F467", strings.Repeat("W", 400), strings.Repeat("a\n", 300), "",
}

// oddEntities are entities of every kind of odd text, the first one of 252 properties, as NDJSON.
func oddEntities(t *testing.T) string {
	var out strings.Builder
	line := func(e map[string]any) {
		b, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(b, '\n'))
	}
	widest := map[string]any{"PartitionKey": "", "RowKey": ""}
	for i := range 252 {
		widest[fmt.Sprintf("Property%03d", i)] = markup[i%len(markup)]
	}
	line(widest)
	for i, text := range markup {
		key := strings.Map(func(r rune) rune {
			if r < 0x20 || r >= 0x7f && r < 0xa0 || strings.ContainsRune(`/\#?`, r) {
				return -1
			}
			return r
		}, text)
		e := map[string]any{"PartitionKey": key[:min(len(key), 500)], "RowKey": fmt.Sprintf("%s %d", key[:min(len(key), 500)], i), "Text": text, "שם": text, "é́": i, strings.Repeat("N", 255): text, "_constructor": text, "__proto__": text, "Mixed": text}
		if i%2 == 0 {
			e["Mixed"] = i
		}
		line(e)
	}
	line(map[string]any{"PartitionKey": "large", "RowKey": "text", "Text": strings.Repeat("<b class=hostile>", 1900), "Long": strings.Repeat("\u202e", 32767)})
	line(map[string]any{"PartitionKey": "large", "RowKey": "bytes", "Text@odata.type": "Edm.Binary", "Text": base64.StdEncoding.EncodeToString(make([]byte, 65536))})
	return out.String()
}

// wideEntities are 100 entities that have 10,000 properties between them.
func wideEntities() string {
	var out strings.Builder
	for i := range 100 {
		fmt.Fprintf(&out, `{"PartitionKey":"p%d","RowKey":"r%d"`, i%7, i)
		for j := range 100 {
			fmt.Fprintf(&out, `,"Property%05d":%d`, i*100+j, i*j)
		}
		out.WriteString("}\n")
	}
	return out.String()
}

// bring imports a dropped file into a table and shows all of it.
func bring(t *testing.T, page *harness.Page, table, content string) {
	t.Helper()
	drop(t, page, table+".ndjson", content)
	wait(t, page, `document.querySelector(".preview tbody tr")`)
	harmless(t, page, "import")
	click(t, page, "#dialog button", "Import")
	wait(t, page, fmt.Sprintf(`document.querySelector(".notice")?.innerText.includes("into %s")`, table))
	eval[any](t, page, fmt.Sprintf(`location.hash = "#v=1&run=1&t=%s"`, table))
	wait(t, page, fmt.Sprintf(`document.querySelector(".crumb")?.innerText.includes(%q)`, table))
	waitRows(t, page)
}

// harmless fails when a value became more than text, when something is wider than the window, and when a table made the page so
// large that it cannot answer: a page whose elements grow with the data blocks sooner or later.
func harmless(t *testing.T, page *harness.Page, where string) {
	t.Helper()
	if bad := eval[string](t, page, `(() => {
		const found = [...document.querySelectorAll(".hostile, [onerror], [onload], [href^='javascript:' i], [src^='javascript:' i]")].map((e) => "an element of a value: " + e.outerHTML.slice(0, 100));
		if (window.hostile) found.push("a value was executed");
		const count = document.querySelectorAll("*:not(.plain *)").length; // every line as text is what the plain table is for
		if (count > 9000) found.push("the page has " + count + " elements");
		return found.join("\n") })()`); bad != "" {
		t.Errorf("%s: %s", where, bad)
	}
	fits(t, page, where)
}

// fits fails when something is wider than the window it is in and cannot be scrolled to, and when the page is higher than the
// window: its parts are what scrolls.
func fits(t *testing.T, page *harness.Page, where string) {
	t.Helper()
	if high := eval[string](t, page, `document.documentElement.scrollHeight > innerHeight + 1 ? innerWidth + ": " + document.documentElement.scrollHeight + " > " + innerHeight + ": " + [...document.querySelectorAll(".sr")].filter((e) => e.getBoundingClientRect().bottom > innerHeight).map((e) => e.tagName + " " + e.textContent).slice(0, 6).join(", ") : ""`); high != "" {
		t.Errorf("%s: the page is higher than its window: %s", where, high)
	}
	if wide := eval[string](t, page, `[document.documentElement, ...document.querySelectorAll(".main, .side > .scroll, .insp > .scroll, dialog[open], .top")].filter((e) => e.clientWidth && e.scrollWidth > e.clientWidth + 1).map((box) => {
		const right = box.getBoundingClientRect().left + box.clientWidth;
		const culprits = [...box.querySelectorAll("*")].filter((e) => { const r = e.getBoundingClientRect(); return r.width && r.right > right + 1 && getComputedStyle(e).position !== "fixed" }).slice(0, 6).map((e) => e.tagName + "#" + e.id + "." + (e.className.baseVal ?? e.className));
		return innerWidth + ": " + box.tagName + "#" + box.id + "." + box.className + " " + box.scrollWidth + " > " + box.clientWidth + ": " + culprits.join(", ") }).join("\n")`); wide != "" {
		t.Errorf("%s is wider than its place: %s", where, wide)
	}
}

// Ensure that no value of a table, however odd, is more than text on any screen or in any dialog, makes the page wider than its
// window, or so large that it no longer answers.
func TestRobust_HostileData(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	bring(t, page, "Odd", oddEntities(t))
	for _, s := range stations() {
		s.stop(t, page)
		for _, width := range []int{390, 1024, 1440} {
			do(t, page, look(page, harness.View{Width: width, Height: 900}))
			harmless(t, page, s.name)
		}
		s.goOn(t, page)
	}
}

// Ensure that a table of 10,000 properties is drawn a window at a time on every screen and in every dialog.
func TestRobust_WideTable(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	bring(t, page, "Wide", wideEntities())
	for _, s := range stations() {
		s.stop(t, page)
		harmless(t, page, s.name)
		s.goOn(t, page)
	}
}
