package uitest

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"rangefinder/app/link"
	"rangefinder/app/query"
)

// notes is a small table that travels in links.
var notes = link.TableData{Name: "Notes", Text: `{"PartitionKey":"a","RowKey":"1","Text":"first","Big@odata.type":"Edm.Int64","Big":"9223372036854775807"}
{"PartitionKey":"a","RowKey":"2","Text":"<b>second</b>"}
{"PartitionKey":"b","RowKey":"1","Text":"third"}
`}

func fragmentOf(t *testing.T, l link.Link) string {
	t.Helper()
	fragment, err := link.Encode(l)
	if err != nil {
		t.Fatal(err)
	}
	return fragment
}

// openEmbed opens the page without chrome at a link.
func openEmbed(t *testing.T, l link.Link) *Page {
	t.Helper()
	w := NewWorkspace()
	w.Embed = true
	return w.Open(t, "#"+fragmentOf(t, l))
}

// waitFirst waits until the first line has that PartitionKey.
func waitFirst(page *Page, key string) {
	page.t.Helper()
	page.Wait("the first line of "+key, func() bool {
		rows := page.document.grid.Cells()
		return len(rows) > 0 && rows[0][0] == key
	})
}

// Ensure that the page without chrome shows query, plan and result and nothing else.
func TestEmbed_Shows(t *testing.T) {
	t.Parallel()
	page := openEmbed(t, link.Link{Query: query.Query{Table: "Movies", Filter: "PartitionKey eq 'Action' and RowKey ge 'B' and RowKey lt 'D'", Select: "PartitionKey,RowKey,Rating"}, View: link.View{Ran: true}})
	page.See(".result-line", "entities returned")
	waitFirst(page, "Action")
	page.Plan("row range")
	page.See("#map svg")
	if !strings.Contains(page.Editor(), "'Action'") {
		t.Errorf("the editor holds %q", page.Editor())
	}
	if chrome := page.Texts(".side, .insp, .status, .top, dialog"); len(chrome) > 0 {
		t.Errorf("there is %q", chrome)
	}
}

// Ensure that an embedded page takes a query and runs it, opens no inspector and no dialog, and leads to the same view in full.
func TestEmbed_Live(t *testing.T) {
	t.Parallel()
	page := openEmbed(t, link.Link{Query: query.Query{Table: "Movies", Filter: "PartitionKey eq 'Action' and RowKey ge 'B' and RowKey lt 'D'"}})
	waitFirst(page, "Action")
	page.Type("PartitionKey eq 'Drama'")
	page.Run()
	waitFirst(page, "Drama")
	grid := page.Grid()
	grid.Open(0)
	grid.Events.OnDelete(0, 0, 0, 0)
	page.Key("?")
	page.Key("Ctrl+k")
	page.Wait("the full page's address", func() bool {
		return strings.Contains(page.Attr("#open-full", "href"), "f=PartitionKey%20eq%20%27Drama%27")
	})
	if !strings.Contains(page.Address(), "Action") {
		t.Errorf("the embedded page's own address became %s", page.Address())
	}
	if chrome := page.Texts(".side, .insp, .status, .top, dialog"); len(chrome) > 0 {
		t.Errorf("there is %q", chrome)
	}
	href, target, rel := page.Attr("#open-full", "href"), page.Attr("#open-full", "target"), page.Attr("#open-full", "rel")
	if !strings.HasPrefix(href, "#v=1&t=Movies&f=") || target != "_blank" || rel != "noopener" {
		t.Errorf("the full page is at %s %s %s", href, target, rel)
	}
}

// Ensure that an embedded page takes in the link's data without a question and hands it on to the full page, and that it follows
// an address that a slide changes under its hands.
func TestEmbed_Data(t *testing.T) {
	t.Parallel()
	l := link.Link{Query: query.Query{Table: "Notes", Filter: "PartitionKey eq 'a'"}, Data: []link.TableData{notes}}
	page := openEmbed(t, l)
	returned := func() {
		t.Helper()
		page.Wait("two entities", func() bool { return strings.HasPrefix(page.Text(".result-line"), "2 entities returned") })
	}
	returned()
	page.WaitRows()
	if !slices.Contains(page.Cells("Big"), "9223372036854775807") || !slices.Contains(page.Cells("Text"), "<b>second</b>") {
		t.Errorf("the grid holds %q", page.Rows())
	}
	page.See("#map svg")
	if told := page.Texts(".notice:not(.none)"); len(told) > 0 {
		t.Errorf("the page says %q", told)
	}
	if name := page.Text("h1"); name != "Notes" {
		t.Errorf("the table is called %q", name)
	}
	full := page.Attr("#open-full", "href")
	got, err := link.Decode(full[strings.Index(full, "#"):])
	if err != nil || len(got.Data) != 1 || got.Data[0] != notes || got.Filter != l.Filter {
		t.Errorf("the full page would get %+v, %v", got, err)
	}
	page.Visit(fragmentOf(t, link.Link{Query: query.Query{Table: "Notes", Filter: "RowKey eq '1'"}, View: link.View{Ran: true}}))
	page.Wait("the slide's query", func() bool { return strings.Contains(page.Editor(), "RowKey eq") })
	page.Wait("the rows of both partitions", func() bool {
		return slices.Contains(page.Columns(), "PartitionKey") && slices.Equal(page.Cells("PartitionKey"), []string{"a", "b"})
	})
	returned()
}

// Ensure that a damaged link says so on an embedded page too.
func TestEmbed_Damaged(t *testing.T) {
	t.Parallel()
	fragment := fragmentOf(t, link.Link{Query: query.Query{Table: "Notes"}, Data: []link.TableData{notes}})
	w := NewWorkspace()
	w.Embed = true
	w.Open(t, "#"+fragment[:len(fragment)-9]).See(".notice", "cut off")
}

// Ensure that an embedded page neither shows nor changes what the browser keeps of the person.
func TestEmbed_LeavesThePersonsOwnAlone(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Press("button", "+ New table")
	page.Fill("#table-name", "Mine")
	page.Key("Enter")
	page.See("h1", "Mine")
	page.Wait("the view and the open queries are kept", func() bool {
		return strings.HasSuffix(page.Setting("last"), "run=1") && strings.Contains(page.document.Kept("tabs"), "Mine")
	})
	if err := page.document.SetSetting("theme", "light"); err != nil {
		t.Fatal(err)
	}
	page.Leave()
	page.Close()
	settings, kept := maps.Clone(page.settings), maps.Clone(page.kept)

	w := NewWorkspace()
	w.Embed, w.settings, w.kept = true, page.settings, page.kept
	embed := w.Open(t, "#"+fragmentOf(t, link.Link{Query: query.Query{Table: "Mine"}}))
	embed.See(".notice", "is not in this browser")
	embed.Type("PartitionKey eq 'War'")
	embed.Run()
	waitFirst(embed, "War")
	embed.Leave()
	if !maps.Equal(w.settings, settings) || !maps.Equal(w.kept, kept) {
		t.Errorf("what the browser keeps changed from %q, %q to %q, %q", settings, kept, w.settings, w.kept)
	}
}
