package uitest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rangefinder/app/link"
	"rangefinder/app/query"
)

// sharedNotes are entities that only a link has.
var sharedNotes = link.TableData{Name: "Notes", Text: `{"PartitionKey":"a","RowKey":"1","Text":"first","Big@odata.type":"Edm.Int64","Big":"9223372036854775807"}
{"PartitionKey":"a","RowKey":"2","Text":"<b>second</b>"}
{"PartitionKey":"b","RowKey":"1","Text":"third"}
`}

// linkTo is the fragment of a link.
func linkTo(t *testing.T, l link.Link) string {
	t.Helper()
	fragment, err := link.Encode(l)
	if err != nil {
		t.Fatal(err)
	}
	return fragment
}

// fragmentIn is the part of an address from its #.
func fragmentIn(address string) string { return address[strings.Index(address, "#"):] }

// returned waits until the result line begins with a text.
func (p *Page) returned(text string) {
	p.t.Helper()
	p.Wait("a result of "+text, func() bool { return strings.HasPrefix(p.Text(".result-line"), text) })
}

// listed waits until a table is in the list and nothing is being opened: what comes of an opening, or of an older list, would take the
// place of a link's table.
func (p *Page) listed(table string) {
	p.t.Helper()
	p.WaitRows()
	p.Wait("the table "+table+" is listed", func() bool { return slices.Contains(p.Texts("#tables .name"), table) })
}

// holds reports whether a cell of the grid has that text.
func (p *Page) holds(text string) bool {
	p.t.Helper()
	return slices.ContainsFunc(p.Rows(), func(row []string) bool { return slices.Contains(row, text) })
}

// Ensure that a link without data shows its query on the table of that name, run as it was.
func TestLink_Readable(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies&f=PartitionKey%20eq%20%27War%27&s=PartitionKey%2CRowKey%2CRating&top=3&why=1&run=1")
	page.WaitRows()
	if got := page.Editor(); got != "PartitionKey eq 'War'" {
		t.Errorf("the filter is %q", got)
	}
	if got := page.Value("#select") + " " + page.Value("#top"); got != "PartitionKey,RowKey,Rating 3" {
		t.Errorf("$select and $top are %q", got)
	}
	page.See(".why")
	if keys := page.Cells("PartitionKey"); keys[0] != "War" {
		t.Errorf("the rows are of %q", keys)
	}
}

// Ensure that a query of many keys is compressed in its link, which opens as it was, and that one which is too long for a link offers
// what passes instead, and no link.
func TestLink_LongQuery(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	var long strings.Builder
	long.WriteString("RowKey eq 'Alien'")
	for i := range 900 {
		fmt.Fprintf(&long, " or RowKey eq 'a film of the number %d'", i)
	}
	page.Type(long.String())
	page.Plan("full scan", "returns 1 ")
	page.Press("button", "Share")
	made := page.Value("#share-link")
	if label := page.Text("label[for=share-link]"); !strings.Contains(made, "&q=") || len(made) >= 8192 || !strings.Contains(label, "KiB") {
		t.Errorf("the link has %d bytes, and its label says %q", len(made), label)
	}
	page.Key("Escape")
	other := Open(t, fragmentIn(made))
	other.Plan("full scan", "returns 1 ")
	if got := other.Editor(); got != long.String() {
		t.Errorf("the link opens as %.80q, %d bytes", got, len(got))
	}

	random := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 120_000)
	for i := range noise {
		noise[i] = "0123456789abcdef"[random.IntN(16)]
	}
	page.Type("RowKey eq '" + string(noise) + "'")
	page.Wait("an address without the query", func() bool {
		a := page.Address()
		return strings.HasPrefix(a, "v=1&t=Movies") && !strings.Contains(a, "&q=") && !strings.Contains(a, "&f=")
	})
	page.Press("button", "Share")
	page.See("#dialog", "too long for a link", "Save the query under a name", "Save a workspace file instead")
	if page.Has("#share-link") || !page.Disabled("#share-copy") {
		t.Error("a link is offered that there is not")
	}
	page.Click("#share-save")
	page.Fill("#query-name", "all of them")
	page.Key("Enter")
	page.See(".notice", "Saved the query")
}

// Ensure that a link with data tells what it would add, adds nothing when that is refused, and everything, exact, when not.
func TestLink_Data(t *testing.T) {
	t.Parallel()
	fragment := linkTo(t, link.Link{Query: query.Query{Table: "Notes", Filter: "PartitionKey eq 'a'"}, Data: []link.TableData{sharedNotes}})
	page := Open(t, "#"+fragment)
	page.See("#dialog", "Notes · 3 entities", "as JSON", "PartitionKey eq 'a'")
	page.See("#intro", "See what a table query costs")
	if names := page.Texts("#tables .name"); len(names) > 0 {
		t.Errorf("before anybody agreed there are the tables %q", names)
	}
	if page.Address() != fragment {
		t.Errorf("before anybody agreed the address is %.60s", page.Address())
	}
	page.Press("#dialog button", "Do not add it")
	page.Gone("#dialog h2")
	page.listed("Movies") // as on any first visit
	if strings.Contains(page.Text("#side"), "Notes") {
		t.Error("the table is there although it was refused")
	}
	page.Wait("an address without the data", func() bool { return strings.HasPrefix(page.Address(), "v=1&t=Movies") })

	// The same link again, typed into the address.
	page.Visit(fragment)
	page.See("#dialog", "Notes · 3 entities")
	if page.Address() != fragment {
		t.Errorf("beside another table the address is %.60s before anybody agreed", page.Address())
	}
	page.Press("#dialog button", "Add it and open")
	page.See("h1", "Notes")
	page.returned("2 entities returned")
	if !page.holds("9223372036854775807") || !page.holds("<b>second</b>") {
		t.Errorf("the rows are %q", page.Rows())
	}
	page.Type("")
	page.Click("#run")
	page.returned("3 entities returned")

	// A second time the name is taken.
	page.listed("Notes")
	page.Visit(fragment)
	page.See("#dialog", "added as Notes2")
	page.Press("#dialog button", "Add it and open")
	page.See("h1", "Notes2")
	page.returned("2 entities returned")
}

// Ensure that a link that cannot be used says what is wrong with it and harms nothing.
func TestLink_Damaged(t *testing.T) {
	t.Parallel()
	whole := linkTo(t, link.Link{Query: query.Query{Table: "Movies", Filter: "PartitionKey eq 'War'"}, Data: []link.TableData{sharedNotes}})
	changed := []byte(whole)
	changed[len(changed)-30] ^= 1
	for _, tt := range []struct{ name, fragment, says, filter string }{
		{"cut off", whole[:len(whole)-20], "cut off", "PartitionKey eq 'War'"},
		{"changed", string(changed), "checksum", "PartitionKey eq 'War'"},
		{"another version", "v=7&t=Movies", "another version", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			page := Open(t, "#"+tt.fragment)
			page.See(".notice", tt.says)
			page.WaitRows()
			if got := page.Editor(); tt.filter != "" && got != tt.filter {
				t.Errorf("the query of the link is lost: %q", got)
			}
			if page.Has("#dialog h2") {
				t.Error("a dialog offers what is not there")
			}
		})
	}
}

// Ensure that what Share makes of a table opens in another browser as the same entities.
func TestShare_ToAnotherBrowser(t *testing.T) {
	t.Parallel()
	page := Open(t, "#"+linkTo(t, link.Link{Query: query.Query{Table: "Notes", Filter: "PartitionKey eq 'b'"}, Data: []link.TableData{sharedNotes}}))
	page.Press("#dialog button", "Add it and open")
	page.returned("1 entity returned")
	page.Click("#share")
	page.Wait("a link", func() bool { return strings.Contains(page.Value("#share-link"), "#v=1&t=Notes&f=") })
	if strings.Contains(page.Value("#share-link"), "d=") {
		t.Error("the data is in the link without being asked for")
	}
	page.Click("#share-data")
	page.Wait("a link with data", func() bool { return page.Has("#share-link") && strings.Contains(page.Value("#share-link"), "d=") })
	made := page.Value("#share-link")
	if snippet := page.Value("#share-embed"); !strings.HasPrefix(snippet, `<iframe src="`) || !strings.Contains(snippet, `?embed#v=1&amp;t=Notes`) {
		t.Errorf("the HTML is %.90s", snippet)
	}
	page.Key("Escape")

	other := Open(t, fragmentIn(made))
	other.Press("#dialog button", "Add it and open")
	other.See("h1", "Notes")
	other.returned("1 entity returned")
	other.Type("")
	other.Click("#run")
	other.returned("3 entities returned")
	if !other.holds("9223372036854775807") {
		t.Errorf("the rows are %q", other.Rows())
	}
}

// Ensure that a link to a table that is not here keeps its query, offers ways to a table, and runs on the one that is chosen.
func TestLink_MissingTable(t *testing.T) {
	t.Parallel()
	w := NewWorkspace()
	page := w.Open(t, "#v=1&t=Movies")
	page.WaitRows()
	page.Visit("#v=1&t=MyOrders&f=PartitionKey%20eq%20'War'")
	page.See("#missing", "MyOrders", "is not in this browser")
	page.See("#intro", "a query on the table “MyOrders”")
	page.Plan("row range", "reads the whole partition war", "nothing is counted")
	if !page.Has("#planstrip .keymap") || page.Has("#examples") || !page.Disabled("#run") {
		t.Error("what stands between the filter and the result has not the room, or the choices, of a query with a table")
	}
	if got := page.Editor(); got != "PartitionKey eq 'War'" {
		t.Errorf("the editor holds %s", got)
	}
	page.Visit("#v=1&t=MyOrders&f=PartitionKey%20eq%20'War'%20or%20PartitionKey%20eq%20'Noir'&why=1")
	page.See(".ways", "all of Noir and all of War")
	if text := page.Text("#planstrip"); strings.Contains(text, "counting") || strings.Contains(text, "a model") || page.Has("#merge") || page.Has("#beside-keep") {
		t.Errorf("nothing can be counted or run, yet Why shows %s", text)
	}
	page.Type("PartitionKey eq 'War'")
	page.Press("#missing button", "Movies")
	waitFirst(page, "War")
	if got := page.Editor(); got != "PartitionKey eq 'War'" {
		t.Errorf("after the choice the editor holds %s", got)
	}
}
