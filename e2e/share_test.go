package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/app/link"
	"rangefinder/app/query"
)

// Ensure that the data of a link is text on the page, that Share names the page's own address, and that a long query goes through
// the address and the clipboard; and that axe finds nothing in the dialogs. What they say and do is in app/ui/uitest.
func TestLink_InTheAddress(t *testing.T) {
	t.Parallel()
	site := servePage(t)
	page := openUnstored(t, site.URL+"#"+fragmentOf(t, link.Link{Query: query.Query{Table: "Notes", Filter: "PartitionKey eq 'a'"}, Data: []link.TableData{notes}}), phone)
	wait(t, page, `document.querySelector("#dialog")?.open`)
	axeOf(t, page, "#dialog")
	if !eval[bool](t, page, `location.hash.includes("d=") && !document.querySelector("#tables .name")`) {
		t.Error("before anybody agreed the link's address is gone, or a table is there")
	}
	click(t, page, "#dialog button", "Add it and open")
	wait(t, page, `document.querySelector("h1").innerText === "Notes" && document.querySelector(".result-line").innerText.startsWith("2 returned")`)
	wait(t, page, `document.querySelector(".rf-grid").innerText.includes("9223372036854775807") && document.querySelector(".rf-grid").innerText.includes("<b>second</b>")`)
	do(t, page, clicked("#share"))
	do(t, page, clicked("#share-data"))
	wait(t, page, `document.querySelector("#share-link")?.value.includes("d=")`)
	axeOf(t, page, "#dialog")
	if made := eval[string](t, page, `document.querySelector("#share-link").value`); !strings.HasPrefix(made, site.URL+"#v=1&t=Notes&f=") {
		t.Errorf("the link is %.60s", made)
	}
	if snippet := eval[string](t, page, `document.querySelector("#share-embed").value`); !strings.HasPrefix(snippet, `<iframe src="`+site.URL+`?embed#v=1&amp;t=Notes`) {
		t.Errorf("the HTML is %.90s", snippet)
	}
	artifact(t, page, "share-"+phone.String())
	do(t, page, chromedp.KeyEvent(kb.Escape))

	var long strings.Builder
	long.WriteString("RowKey eq 'Alien'")
	for i := range 900 {
		fmt.Fprintf(&long, " or RowKey eq 'a film of the number %d'", i)
	}
	eval[any](t, page, fmt.Sprintf(`location.hash = %q`, fragmentOf(t, link.Link{Query: query.Query{Table: "Movies", Filter: long.String()}})))
	// Its beginning is in view.
	wait(t, page, `document.querySelector("#editor .cm-content")?.innerText.startsWith("RowKey eq 'Alien' or RowKey eq 'a film of the number 0'")`)
	plan(t, page, "full scan", "returns 1 ")
	do(t, page, focused("#editor .cm-content"), ctrl(kb.End))
	wait(t, page, `document.querySelector("#editor .cm-content").innerText.trim().endsWith("RowKey eq 'a film of the number 899'")`)

	eval[any](t, page, `(() => { const e = document.querySelector("#editor .cm-content"); e.focus(); document.getSelection().selectAllChildren(e); })()`)
	do(t, page, ctrl("a"))
	eval[any](t, page, `(() => { const clipboardData = new DataTransfer(); clipboardData.setData("text/plain", "RowKey eq '" + Array.from(crypto.getRandomValues(new Uint8Array(60000)), (n) => n.toString(16)).join("") + "'"); document.activeElement.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true})); })()`)
	wait(t, page, `location.hash.startsWith("#v=1&t=Movies") && !location.hash.includes("&q=") && !location.hash.includes("&f=")`)
	click(t, page, "button", "Share")
	says(t, page, "#dialog", "too long for a link")
	axeOf(t, page, "dialog")
	screenNarrow(t, page)
}
