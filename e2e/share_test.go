package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/app/link"
	"rangefinder/app/query"
	"rangefinder/e2e/harness"
)

// visitLink opens a link.
func visitLink(t *testing.T, site *harness.Site, fragment string, view harness.View) *harness.Page {
	t.Helper()
	return openUnstored(t, site.URL+"#"+fragment, view)
}

// tables are the names in the side bar, which has one entry for each.
func tables(t *testing.T, page *harness.Page) string {
	t.Helper()
	return text(t, page, "#side")
}

// Ensure that a link without data shows its query on the table of that name, run as it was.
func TestLink_Readable(t *testing.T) {
	t.Parallel()
	page := visitLink(t, servePage(t), "v=1&t=Movies&f=PartitionKey%20eq%20%27War%27&s=PartitionKey%2CRowKey%2CRating&top=3&why=1&run=1", harness.View{})
	waitRows(t, page)
	if got := editorText(t, page); got != "PartitionKey eq 'War'" {
		t.Errorf("the filter is %q", got)
	}
	if got := eval[string](t, page, `document.querySelector("#select").value + " " + document.querySelector("#top").value`); got != "PartitionKey,RowKey,Rating 3" {
		t.Errorf("$select and $top are %q", got)
	}
	wait(t, page, `document.querySelector(".why") && document.querySelector(".rf-row:not(.rf-free) .rf-cell").textContent === "War"`)
}

// Ensure that a query of many keys is compressed in its link, which opens as it was, and that one which is too long for a link offers
// what passes instead, and no link.
func TestLink_LongQuery(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{Width: 390, Height: 844})
	put := func(filter string) {
		t.Helper()
		eval[any](t, page, `(() => { const e = document.querySelector("#editor .cm-content"); e.focus(); document.getSelection().selectAllChildren(e); })()`)
		do(t, page, ctrl("a"))
		eval[any](t, page, fmt.Sprintf(`(() => { const clipboardData = new DataTransfer(); clipboardData.setData("text/plain", %s); document.activeElement.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true})); })()`, filter))
	}
	put(`"RowKey eq 'Alien'" + Array.from({length: 900}, (_, i) => " or RowKey eq 'a film of the number " + i + "'").join("")`)
	plan(t, page, "full scan", "returns 1 ")
	click(t, page, "button", "Share")
	wait(t, page, `document.querySelector("#share-link")?.value.includes("&q=") && document.querySelector("#share-link").value.length < 8192 && document.querySelector("label[for=share-link]").innerText.includes("KiB")`)
	made := eval[string](t, page, `document.querySelector("#share-link").value`)
	do(t, page, chromedp.KeyEvent(kb.Escape))
	other := openUnstored(t, made, harness.View{})
	// Its beginning is in view.
	wait(t, other, `document.querySelector("#editor .cm-content")?.innerText.startsWith("RowKey eq 'Alien' or RowKey eq 'a film of the number 0'")`)
	do(t, other, focused("#editor .cm-content"))
	do(t, other, ctrl(kb.End))
	wait(t, other, `document.querySelector("#editor .cm-content").innerText.trim().endsWith("RowKey eq 'a film of the number 899'")`)
	plan(t, other, "full scan", "returns 1 ")

	put(`"RowKey eq '" + Array.from(crypto.getRandomValues(new Uint8Array(60000)), (n) => n.toString(16)).join("") + "'"`)
	wait(t, page, `location.hash.startsWith("#v=1&t=Movies") && !location.hash.includes("&q=") && !location.hash.includes("&f=")`)
	click(t, page, "button", "Share")
	says(t, page, "#dialog", "too long for a link", "Save the query under a name", "Save a workspace file instead")
	axe(t, page)
	screenNarrow(t, page)
	if eval[bool](t, page, `document.querySelector("#share-link") !== null || !document.querySelector("#share-copy").disabled`) {
		t.Error("a link is offered that there is not")
	}
	press(t, page, "#share-save")
	do(t, page, filled("#query-name", "all of them"))
	do(t, page, enter())
	says(t, page, ".notice", "Saved the query")
}

// Ensure that a link with data tells what it would add, adds nothing when that is refused, and everything, exact, when not.
func TestLink_Data(t *testing.T) {
	t.Parallel()
	site := servePage(t)
	fragment := fragmentOf(t, link.Link{Query: query.Query{Table: "Notes", Filter: "PartitionKey eq 'a'"}, Data: []link.TableData{notes}})
	page := visitLink(t, site, fragment, harness.View{})
	wait(t, page, `document.querySelector("#dialog")?.open`)
	if said := text(t, page, "#dialog"); !strings.Contains(said, "Notes · 3 entities") || !strings.Contains(said, "PartitionKey eq 'a'") {
		t.Errorf("the dialog says %q", said)
	}
	if strings.Contains(tables(t, page), "Notes") {
		t.Error("the table is there before anybody agreed")
	}
	click(t, page, "#dialog button", "Do not add it")
	wait(t, page, `!document.querySelector("#dialog").open`)
	if strings.Contains(tables(t, page), "Notes") {
		t.Error("the table is there although it was refused")
	}
	wait(t, page, `!location.hash.includes("d=")`) // the address is written when nothing has changed for a moment

	// The same link again, typed into the address.
	eval[any](t, page, `location.hash = "`+fragment+`", null`)
	wait(t, page, `document.querySelector("#dialog").open`)
	click(t, page, "#dialog button", "Add it and open")
	wait(t, page, `document.querySelector("h1").innerText === "Notes" && document.querySelector(".result-line").innerText.startsWith("2 entities returned")`)
	wait(t, page, `document.querySelector(".rf-grid").innerText.includes("9223372036854775807") && document.querySelector(".rf-grid").innerText.includes("<b>second</b>")`)
	do(t, page, typed(""), chromedp.Click("#run", chromedp.ByQuery))
	wait(t, page, `document.querySelector(".result-line").innerText.startsWith("3 entities returned")`)

	// A second time the name is taken.
	eval[any](t, page, `location.hash = "`+fragment+`", null`)
	wait(t, page, `document.querySelector("#dialog").open && document.querySelector("#dialog").innerText.includes("added as Notes2")`)
	click(t, page, "#dialog button", "Add it and open")
	wait(t, page, `document.querySelector("h1").innerText === "Notes2" && document.querySelector(".result-line").innerText.startsWith("2 entities returned")`)
}

// Ensure that a link that cannot be used says what is wrong with it and harms nothing.
func TestLink_Damaged(t *testing.T) {
	t.Parallel()
	site := servePage(t)
	whole := fragmentOf(t, link.Link{Query: query.Query{Table: "Movies", Filter: "PartitionKey eq 'War'"}, Data: []link.TableData{notes}})
	changed := []byte(whole)
	changed[len(changed)-30] ^= 1
	for _, test := range []struct{ name, fragment, says, filter string }{
		{"cut off", whole[:len(whole)-20], "cut off", "PartitionKey eq 'War'"},
		{"changed", string(changed), "checksum", "PartitionKey eq 'War'"},
		{"another version", "v=7&t=Movies", "another version", ""},
		{"a table that is not here", "v=1&t=Nowhere", "is not in this browser", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			page := visitLink(t, site, test.fragment, harness.View{})
			wait(t, page, `document.querySelector(".notice")?.innerText.includes("`+test.says+`")`)
			waitRows(t, page)
			if test.filter != "" && editorText(t, page) != test.filter {
				t.Errorf("the query of the link is lost: %q", editorText(t, page))
			}
			if eval[bool](t, page, `document.querySelector("#dialog")?.open`) {
				t.Error("a dialog offers what is not there")
			}
		})
	}
}

// Ensure that what Share makes of a table opens in another browser as the same entities, and that both dialogs are
// accessible.
func TestShare_ToAnotherBrowser(t *testing.T) {
	t.Parallel()
	site := servePage(t)
	page := visitLink(t, site, fragmentOf(t, link.Link{Query: query.Query{Table: "Notes", Filter: "PartitionKey eq 'b'"}, Data: []link.TableData{notes}}), phone)
	wait(t, page, `document.querySelector("#dialog")?.open`)
	axeBoth(t, page)
	click(t, page, "#dialog button", "Add it and open")
	wait(t, page, `document.querySelector(".result-line").innerText.startsWith("1 entity returned")`)
	do(t, page, chromedp.Click("#share", chromedp.ByQuery))
	wait(t, page, `document.querySelector("#share-link")?.value.includes("#v=1&t=Notes&f=")`)
	if eval[bool](t, page, `document.querySelector("#share-link").value.includes("d=")`) {
		t.Error("the data is in the link without being asked for")
	}
	do(t, page, chromedp.Click("#share-data", chromedp.ByQuery))
	wait(t, page, `document.querySelector("#share-link").value.includes("d=")`)
	axeBoth(t, page)
	made := eval[string](t, page, `document.querySelector("#share-link").value`)
	if !strings.HasPrefix(made, site.URL+"#") {
		t.Errorf("the link is %.60s", made)
	}
	if snippet := eval[string](t, page, `document.querySelector("#share-embed").value`); !strings.HasPrefix(snippet, `<iframe src="`+site.URL+`?embed#v=1&amp;t=Notes`) {
		t.Errorf("the HTML is %.90s", snippet)
	}
	artifact(t, page, "share-"+phone.String())
	do(t, page, chromedp.KeyEvent(kb.Escape))

	other := openUnstored(t, made, harness.View{})
	wait(t, other, `document.querySelector("#dialog")?.open`)
	click(t, other, "#dialog button", "Add it and open")
	wait(t, other, `document.querySelector("h1").innerText === "Notes" && document.querySelector(".result-line").innerText.startsWith("1 entity returned")`)
	do(t, other, typed(""), chromedp.Click("#run", chromedp.ByQuery))
	wait(t, other, `document.querySelector(".result-line").innerText.startsWith("3 entities returned") && document.querySelector(".rf-grid").innerText.includes("9223372036854775807")`)
}
