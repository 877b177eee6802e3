package uitest

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// films makes the table Films with so many partitions p0, p1, … of so many entities each.
func (s *shop) films(t *testing.T, partitions, entities int) {
	t.Helper()
	there := s.client()
	if err := there.CreateTable(t.Context(), "Films"); err != nil {
		t.Fatal(err)
	}
	for p := range partitions {
		var ops []engine.Op
		for i := range entities {
			ops = append(ops, engine.Op{PartitionKey: fmt.Sprint("p", p), RowKey: fmt.Sprintf("%05d", i), Properties: []engine.Property{
				{Name: "Note", Value: edm.NewString("as it was")}, {Name: "Count", Value: edm.NewInt32(int32(i))}}})
		}
		for group := range slices.Chunk(ops, 100) {
			must(there.Batch(t.Context(), "Films", group))(t)
		}
	}
}

// change is what an application does to an entity of Films.
func (s *shop) change(t *testing.T, pk, rk string, properties ...engine.Property) {
	t.Helper()
	must(s.client().Apply(t.Context(), "Films", engine.Op{Kind: engine.InsertOrMerge, PartitionKey: pk, RowKey: rk, Properties: properties}))(t)
}

// note is the Note and the Count of an entity of Films.
func (s *shop) note(t *testing.T, pk, rk string) string {
	t.Helper()
	e := must(s.client().Get(t.Context(), "Films", pk, rk))(t)
	note, _ := e.Value("Note")
	count, _ := e.Value("Count")
	return note.Display() + " " + count.Display()
}

// edit changes the Note of an entity of the copy.
func (p *Page) edit(pk, rk, note string) {
	p.t.Helper()
	p.Visit("v=1&t=Films&run=1&f=" + url.QueryEscape(fmt.Sprintf("PartitionKey eq '%s' and RowKey eq '%s'", pk, rk)))
	p.See(".result-line", "1 entity returned")
	p.Wait("the entity", func() bool { return slices.Equal(p.Cells("RowKey"), []string{rk}) })
	p.Grid().Open(0)
	p.keyboardIn("inspector") // the line was read when it was chosen, too: what is typed before the second answer is lost
	p.See("#inspector h2", pk+" / "+rk)
	name := p.usable("#inspector .prop-name", func(e *element) bool { return e.value() == "Note" })
	id, _ := name.attr("id")
	p.Fill("#"+strings.Replace(id, "name", "text", 1), note)
	p.Click("#save-now")
	p.See(".notice", "Committed "+pk+" / "+rk)
	p.Press("#inspector button", "Close the inspector")
}

// openCopy opens the dialog of the copy on screen.
func (p *Page) openCopy(words ...string) {
	p.t.Helper()
	p.Click("#copy")
	p.See("#dialog h2", "⇄")
	p.See("#dialog", words...)
}

// Ensure that an account is connected, and a table of it explored, copied, changed offline and pushed; that what an application
// changed meanwhile is neither lost nor overwritten unseen.
func TestSync_Journey(t *testing.T) {
	t.Parallel()
	shop := openShop(t)
	shop.films(t, 3, 100)
	page := shop.visit(t, "")
	page.WaitRows()
	page.Press("#connect", "+ Connect an account…")
	page.Fill("#connect-string", shop.connection())
	page.Fill("#connect-name", "mine")
	page.Press("#dialog button", "Connect")
	page.table("Films")
	page.See("#pull")
	page.Type("PartitionKey eq 'p1' and RowKey lt '00010'")
	page.Run()
	page.See(".result-line", "10 entities")
	page.Type("")
	page.Press("#pull", "Pull a copy…")
	page.See("#dialog h2", "Pull Films")
	for _, what := range []string{"partitions", "filter", "all"} {
		page.Click("#pull-what-" + what)
		if !page.Checked("#pull-what-" + what) {
			t.Errorf("%s is not chosen", what)
		}
	}
	page.Press("#pull-start", "Pull")
	page.See(".notice", "Read 300 entities of Films")
	page.See(".crumb", "300 entities", "copy of Films at mine")

	shop.set(func() { shop.lost = true })
	page.edit("p0", "00001", "mine")
	page.edit("p0", "00002", "mine too")
	page.edit("p2", "00003", "and this")
	page.See("#copy", "3 changes to push")
	shop.change(t, "p0", "00001", engine.Property{Name: "Note", Value: edm.NewString("theirs")})
	shop.change(t, "p0", "00007", engine.Property{Name: "Count", Value: edm.NewInt32(777)})

	page.openCopy("Not pushed 3 changes")
	page.Press("#dialog button", "Local changes…")
	page.See("#differences", "3 changed", "Differences 1–3 of 3", "p0 / 00002")
	page.Click(".diffs .item")
	page.See(".diffs .diff", "mine", "as it was", "changed", "the same")
	page.Press("#dialog button", "Close")

	shop.set(func() { shop.lost = false })
	page.openCopy()
	page.Press("#copy-push", "Push…")
	page.See("#dialog", "3 updated in 2 transactions", "leave both as they are, and ask me")
	page.keyboardIn("sync")
	page.Press("#dialog td button", "Request for p0")
	page.See("pre.request", "$batch", "If-Match")
	page.Press("#push-try", "Dry run")
	page.See("#push-done", "A push would write 2 entities", "1 new conflict", "to write and", "This dry run wrote nothing")
	page.See("#dialog", "Writing to mine is locked.")
	page.Press("#push-unlock", "Open the lock…")
	page.See("#dialog h2", "Open mine for writing")
	page.Press("#unlock", "Open mine for writing")
	page.See("#dialog h2", "Push Films")
	page.Press("#push-start", "Push 3 changes")
	page.See("#push-done", "Wrote 2 entities", "1 new conflict")
	if got := shop.note(t, "p0", "00001") + ", " + shop.note(t, "p0", "00002"); got != "theirs 1, mine too 2" {
		t.Errorf("the service has %s", got)
	}

	page.Press("#dialog button", "Close")
	page.openCopy()
	page.See("#dialog .failure", "1 entity was changed on both sides. It is not pushed until you decide.")
	if page.Has("#copy-pull.primary") || page.Has("#copy-push.primary") {
		t.Error("with a conflict open, something else than to resolve it is the first thing to do")
	}
	page.Press("#dialog .btn.primary", "Resolve 1 conflict…")
	page.See("#conflicts", "p0 / 00001", "as it was", "theirs", "mine", "changed by both", "Somebody changed it since it was pulled.")
	if !page.Disabled("#dialog .row.sides button") {
		t.Error("a rule is chosen beforehand")
	}
	if !page.Disabled("#settle-0") {
		t.Error("a conflict is settled before it is chosen")
	}
	page.Press(".conflict button", "Mine for Note")
	page.Click("#settle-0")
	page.See("#dialog", "There are no conflicts")
	if got := shop.note(t, "p0", "00001"); got != "theirs 1" {
		t.Errorf("deciding wrote to the service: %s", got)
	}
	page.Press("#dialog button", "Push…")
	page.See("#dialog", "1 updated in 1 transaction")
	page.Press("#push-start", "Push 1 change")
	page.See("#push-done", "Wrote 1 entity")
	page.See("#dialog", "Nothing is left to push.")
	page.Wait("rows that are as new as their table", func() bool { return !strings.Contains(page.Text(".result-line"), "changed since") })
	page.Press("#dialog button", "Close")
	for key, want := range map[string]string{"p0/00001": "mine 1", "p0/00002": "mine too 2", "p2/00003": "and this 3", "p0/00007": "as it was 777"} {
		pk, rk, _ := strings.Cut(key, "/")
		if got := shop.note(t, pk, rk); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}

	page.openCopy()
	page.Press("#copy-pull", "Pull again")
	page.See(".notice", "1 updated")
	page.openCopy()
	page.Press("#dialog button", "Compare…")
	page.Wait("both sides", func() bool { return len(page.first("#compare-right").options()) > 2 })
	page.Press("#compare-start", "Compare")
	page.See("#differences", "no difference, 300 entities are the same")
}

// Ensure that a pull that a reload interrupts shows itself, goes on where it was and reads nothing twice.
func TestSync_ReloadInThePull(t *testing.T) {
	t.Parallel()
	shop := openShop(t)
	shop.films(t, 4, 1000)
	var lists []string // tokens of the lists of entities that were asked for
	free := make(chan struct{})
	shop.held = func(r *http.Request) <-chan struct{} {
		if r.Method != http.MethodGet || !strings.HasSuffix(r.URL.Path, "()") {
			return nil
		}
		q := r.URL.Query()
		if lists = append(lists, q.Get("NextPartitionKey")+"/"+q.Get("NextRowKey")); len(lists) > 2 {
			return free
		}
		slow := make(chan struct{})
		time.AfterFunc(2*wire.ProgressEvery, func() { close(slow) }) // each page is told of
		return slow
	}
	page := shop.visit(t, "#v=1&a=shop&t=Films")
	page.See(".crumb h1", "Films")
	page.Press("#pull", "Pull a copy…")
	page.Fill("#pull-table", "Local")
	page.Press("#pull-start", "Pull")
	page.See(".working", "Pulling Films from shop", "2,000")
	page.Press("#work-stop", "Stop")
	page.See("#dialog", "Read 2,000 entities of Films in 2 pages", "Stopped; what was read is kept.")
	page.keyboardIn("pull-next")
	asked := func() (n int) {
		shop.set(func() { n = len(lists) })
		return n
	}
	stopped := asked() // the third page may have been on its way
	page.Press("#pull-next", "Go on")
	page.See(".working", "Pulling Films from shop")
	page.keyboardIn("work-stop")
	page.Wait("the page after the stop is asked for", func() bool { return asked() > stopped })
	page, _ = page.Reload()
	close(free)
	page.See(".side .copy", "part")
	about := page.Attr(".side .copy", "aria-label")
	if !strings.Contains(about, "Local") || !strings.Contains(about, "not all pulled yet") {
		t.Errorf("the copy is marked with %q", about)
	}
	page.Press(".side .copy", about)
	page.See("#dialog", "was not finished", "2,000 entities read in 2 pages")
	page.Press("#copy-pull", "Go on")
	page.See(".crumb", "4,000 entities", "Local")
	page.See("#copy", "copy of Films at shop")
	shop.set(func() {
		seen := map[string]int{}
		for _, token := range lists {
			seen[token]++
		}
		for token, n := range seen {
			if n > 1 && token != lists[2] { // that was on its way when it was stopped, and when the page went
				t.Errorf("the page at %s was read %d times", token, n)
			}
		}
		if len(lists) > 7 {
			t.Errorf("%d lists for 4 pages: %q", len(lists), lists)
		}
	})
}

// Ensure that the only table is not offered to be compared with itself, and that the way to a second one is, which the dialog then takes.
func TestCompare_OnlyTable(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Press("#compare", "Compare…")
	page.See("#sync", "Movies is the only table here.", "Import a file…", "Connect an account…")
	if page.Has("#compare-right") {
		t.Error("it can be compared with itself")
	}
	page.Press("#sync button", "Generate data…")
	page.Gone("#sync")
	page.See("#dialog", "Generate")
}

// Ensure that two tables of this browser are compared, page by page and by what is chosen.
func TestCompare_TwoLocalTables(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.Press(".side .item", "Earthquakes 1,707")
	page.See(".crumb h1", "Earthquakes")
	page.WaitRows()
	page.Press("#compare", "Compare…")
	movies := ""
	page.Wait("both sides", func() bool {
		options, _ := page.within(page.first("#compare-right").node, "option")
		for _, o := range options {
			if strings.HasPrefix(page.text(o.node), "Movies") {
				movies = o.value()
			}
		}
		return len(options) >= 2 && movies != ""
	})
	page.Choose("#compare-right", movies)
	page.Press("#compare-start", "Compare")
	page.See("#differences", "1,707 only left, 10,681 only right, 0 changed", "Differences 1–50 of 12,388")
	if n := len(page.Texts(".diffs > li")); n != 50 {
		t.Errorf("%d differences are drawn", n)
	}
	page.Press("#differences button", "Next")
	page.See("#differences", "Differences 51–100 of 12,388")
	page.Choose("#compare-kind", "0")
	page.See("#differences", "Differences 1–50 of 1,707")
	page.Fill("#compare-contains", "no such key")
	page.See("#differences", "Differences none")
	page.Fill("#compare-contains", "")
	page.Choose("#compare-kind", "1")
	page.Choose("#compare-partition", "0")
	page.See(".diffs", "only right")
}
