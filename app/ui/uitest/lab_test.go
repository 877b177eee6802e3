package uitest

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// openLab opens the design lab of Movies.
func openLab(t *testing.T) *Page {
	t.Helper()
	page := Open(t, "#v=1&t=Movies&screen=lab")
	waitLab(page)
	return page
}

// waitLab waits until the lab has measured.
func waitLab(page *Page) {
	page.t.Helper()
	page.Wait("the lab has measured", func() bool { return page.labMeasured() })
}

func (p *Page) labMeasured() bool {
	return len(p.all("#lab-c0-1")) > 0 && len(p.all("#lab-stop")) == 0
}

// holds waits until a field holds a text.
func fieldHolds(page *Page, selector, text string) {
	page.t.Helper()
	page.Wait(selector+" holds "+text, func() bool {
		found := page.all(selector)
		return len(found) > 0 && found[0].value() == text
	})
}

// item is whether the side bar lists something with all these words.
func item(page *Page, words ...string) bool {
	return slices.ContainsFunc(page.Texts(".side .item"), func(s string) bool {
		return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(s, w) })
	})
}

// Ensure that the design lab shows numbers at once, follows what is typed, tells duplicates, keeps a design as a table and takes
// it back, and has the comparison again after a reload.
func TestLab_Journey(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures for seconds under the race detector")
	}
	t.Parallel()
	page := openLab(t)
	page.See(".lab-head", "measured on 10,681 entities")
	if cell := page.Text("#lab-c0-0"); !strings.Contains(strings.ToLower(cell), "point") || !strings.Contains(cell, "examines 1") {
		t.Errorf("one film costs %q", cell)
	}

	// What stands above and below the comparison says what its words and numbers are.
	page.Press("#lab-down", "To the comparison")
	focused(page, "lab-patterns")
	page.See("#lab-patterns-what", "What your application reads and writes, and how often.", "1,000 calls a day are assumed until you type another number.")
	page.See("#lab-table tfoot th", "× compares it with the first design. A point is one request, 1,000 entities examined or 100 written.")
	for k := range len(page.all("#lab-table .day input")) {
		page.Fill("#lab-p"+strconv.Itoa(k)+"-day", "20")
	}
	page.Wait("nothing is assumed", func() bool { return !strings.Contains(page.Text("#lab-patterns-what"), "assumed") })

	// What grows with the data, and what it costs.
	page.See("#lab-growth", "a model", "1 request", "with the table", "Requests in 30 days")
	page.Fill("#lab-price", "100")
	page.See("#lab-growth", "Price of them")
	grown := page.Text("#lab-growth tbody")
	page.Choose("#lab-growing", "larger")
	page.Wait("larger partitions", func() bool { return page.Text("#lab-growth tbody") != grown })
	page.See("#lab-growth", "with its partition")

	// A template that is wrong is told under its character; one with duplicates tells which.
	page.Fill("#lab-d1-partition", "{Rating|lowr}")
	page.See("#lab-d1-partition-err", "is not a function")
	page.See("#lab-d1-partition-meant-0", "Use lower")
	page.Fill("#lab-d1-partition", "{ReleaseYear}")
	page.Fill("#lab-d1-row", "{Favorite}")
	page.See("section.design:nth-child(2) .held", "share their key with another")
	page.Press("#lab-pairs-1", "Show pairs")
	page.See("#lab-comparison thead", "does not hold all entities")
	page.Wait("twenty pairs", func() bool { return len(page.all(".held tbody tr")) == 20 })
	page.Fill("#lab-d1-row", "{PartitionKey}_{RowKey}")
	page.Gone("#lab-pairs-1")
	page.See("#lab-c0-1", "full scan")

	// Where entities get no key, a card says how many in the room of its figures, and why at a press.
	page.Fill("#lab-d1-row", "{RowKey|ticks}")
	page.See("section.design:nth-child(2) .held", "get no key")
	page.See("section.design:nth-child(2) .held", "gets no key: ", "partitions") // which is as unfolded as the pairs were
	page.Press("#lab-pairs-1", "Hide it")
	page.Fill("#lab-d1-row", "{PartitionKey}_{RowKey}")
	page.Gone("#lab-pairs-1")

	// A pattern of one's own, and what is behind its cell.
	// It counts nothing until it has a filter, or the reader asks for the whole table, which is a full scan.
	costs := page.Text("#lab-table tfoot")
	page.Press("#lab-add-read", "Add read")
	focused(page, "lab-p7-name")
	waitLab(page)
	fieldHolds(page, "#lab-p7-day", "1,000")
	if got := page.Text("#lab-table tfoot"); got != costs {
		t.Errorf("a pattern without a filter changes the costs of a day from %q to %q", costs, got)
	}
	if got := strings.Count(page.Text("#lab-comparison"), "no filter yet"); got != len(page.all("section.design")) || page.Has("#lab-c7-0") {
		t.Errorf("%d cells say that there is no filter yet", got)
	}
	page.Press("#lab-all-7", "read the whole table")
	focused(page, "lab-p7-filter")
	page.See("#lab-comparison tr.more", "No filter: every entity matches.")
	page.See("#lab-c7-0", "full scan", "examines 10,681")
	if page.Text("#lab-table tfoot") == costs {
		t.Error("full scans that are asked for do not count")
	}
	page.Fill("#lab-p7-filter", "ReleaseYear eq 1977 and Rating gt 4.0")
	page.See("#lab-c7-1", "row range", "better")
	page.Fill("#lab-p7-filter", "ReleaseYear eq")
	page.See("#lab-p7-filter[aria-invalid=false]") // it may only be unfinished
	page.Fire("#lab-p7-filter", "blur", nil)
	page.See("#lab-p7-filter-err", "a literal comes next")
	page.Fill("#lab-p7-filter", "ReleaseYear eq 1977")
	page.Gone("#lab-p7-filter-err")
	page.See("#lab-c7-1", "row range")
	page.Press("#lab-close-pattern", "Done")
	focused(page, "lab-edit-7")
	page.Click("#lab-c7-1")
	page.See(".behind pre", "PartitionKey eq '1977'")
	page.See(".behind .tag.key")
	page.See(".behind .n", "costs 1.") // of the way, as the worker told it
	page.Fill("#lab-p7-day", "-5")
	page.See("#lab-p7-day-err", "Type a number")
	if invalid := page.Attr("#lab-p7-day", "aria-invalid"); invalid != "true" {
		t.Errorf("the field of a wrong number has aria-invalid %q", invalid)
	}
	before := page.Text("#lab-table tfoot")
	page.Fill("#lab-p7-day", "4M")
	page.Wait("another cost of a day, and by ReleaseYear as the best", func() bool {
		best := page.all(".design.best")
		return page.Text("#lab-table tfoot") != before && len(best) > 0 && strings.HasPrefix(page.Attr(".design.best", "aria-label"), "by ReleaseYear")
	})

	// An index of the table as it is is one of a copy: the others are compared with the table.
	page.See("section.design:nth-child(1) .held", "median 700 · 1.9 MiB · largest")
	cost := func() string { return page.Texts("#lab-table tfoot td .n")[0] } // without the place, which there is one more for
	first := cost()
	page.Press("#lab-index-0", "Add index")
	focused(page, "lab-d1-x0-kind")
	fieldHolds(page, "#lab-d1-name", "as it is with an index")
	page.Fill("#lab-d1-x0-partition", "y{ReleaseYear}")
	fieldHolds(page, "#lab-d1-x0-row", "{PartitionKey}_{RowKey}")
	page.See("#lab-c7-1", "index 1")
	waitLab(page)
	if now := cost(); now == "" || now != first || page.Has("#lab-fold-0-0") {
		t.Errorf("the table as it is costs %q, with an index of a copy %q", first, now)
	}
	page.See("section.design:nth-child(2) .index-fields .facts", "10,681 copies in ", "The table takes 1.9 MiB now.", "since each also stores WasPartitionKey, WasRowKey, CopyOf, and copies and lists ")

	// Kept as a table, and taken back.
	page.Press("#lab-keep-2", "Keep as table…")
	focused(page, "lab-keep-name")
	page.Fill("#lab-keep-name", "MoviesByYear")
	page.Key("Enter")
	page.Wait("the table of the design", func() bool { return item(page, "MoviesByYear", "10,681") })
	page.Press(".notice button", "Undo")
	page.Wait("the table is gone", func() bool { return !item(page, "MoviesByYear") })

	// Undone and done again, and there after a reload.
	page.Press("#lab-undo", "Undo")
	page.Press("#lab-undo", "Undo")
	page.Gone("#lab-d1-x0-row")
	page.Press("#lab-redo", "Redo")
	page.Press("#lab-redo", "Redo")
	fieldHolds(page, "#lab-d1-x0-partition", "y{ReleaseYear}")
	page.See("#lab-c7-1", "index 1")
	waitLab(page)
	page, _ = page.Reload()
	waitLab(page)
	page.Gone("#lab-d1-x0-partition") // an index is folded until it is wanted
	page.See("#lab-fold-1-0", "y{ReleaseYear}", "10,681 copies", "MiB")
	page.Click("#lab-fold-1-0")
	fieldHolds(page, "#lab-d1-x0-partition", "y{ReleaseYear}")
	fieldHolds(page, "#lab-p7-day", "4,000,000")
	page.Back()
}

// focused waits until the page has moved the keyboard to an element.
func focused(page *Page, id string) {
	page.t.Helper()
	page.Wait("the keyboard is at "+id, func() bool { return page.document.focus == id && len(page.all("#"+id)) > 0 })
}

// Ensure that a link brings a comparison to somebody else, who can undo it, and that a damaged one changes nothing.
func TestLab_Link(t *testing.T) {
	t.Parallel()
	page := openLab(t)
	page.Fill("#lab-d2-partition", "{ReleaseYear|pad(4)}")
	example := regexp.MustCompile(`^\d{4} ·`)
	page.Wait("examples under the typed template", func() bool { return example.MatchString(page.Texts(".examples")[2]) })
	page.Press("#lab-share", "Share…")
	page.Wait("a link", func() bool {
		found := page.all("#share-link")
		return len(found) > 0 && strings.Contains(found[0].value(), "&lab=")
	})
	link := page.Value("#share-link")
	link = link[strings.Index(link, "#"):]

	other := Open(t, link)
	waitLab(other)
	fieldHolds(other, "#lab-d2-partition", "{ReleaseYear|pad(4)}")
	other.Wait("an address without the comparison", func() bool { return !strings.Contains(other.document.fragment, "lab=") })
	other.Press("#lab-undo", "Undo")
	other.Wait("the design as it was", func() bool { return other.Value("#lab-d2-partition") != "{ReleaseYear|pad(4)}" })

	broken := Open(t, link[:len(link)-4])
	broken.See(".notice", "comparison")
	waitLab(broken)
	if now := broken.Value("#lab-d2-partition"); now == "{ReleaseYear|pad(4)}" {
		t.Error("a damaged link changed the design")
	}
}

// Ensure that the designs of a table go with it when it is renamed, and that a table that goes while it is measured leaves
// the lab with another.
func TestLab_TableRenamedAndGone(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures for seconds under the race detector")
	}
	t.Parallel()
	page := openLab(t)
	page.Fill("#lab-d1-name", "by year")
	page.Fill("#lab-d1-partition", "{ReleaseYear}")
	page.Wait("something to undo", func() bool { return page.labMeasured() && !page.Disabled("#lab-undo") })
	command(page, "clone", "Clone this table…")
	page.Click("#dialog [type=checkbox]")
	page.Fill("#table-name", "Films")
	page.Press("#dialog [type=submit]", "Clone and delete Movies")
	films := func() {
		t.Helper()
		page.See(".lab-head", "Films")
		fieldHolds(page, "#lab-d1-name", "by year")
		waitLab(page)
	}
	films()

	page.Press(".side .item", "Video rentals 20,000")
	page.See(".lab-head", "Rentals")
	waitLab(page)
	page.Fill("#lab-d1-partition", "{PartitionKey|")
	page.Wait("buttons that want keys to be off", func() bool { return page.Disabled("#lab-sim-1") && page.Disabled("#lab-index-1") })
	if title := page.Attr("#lab-sim-1", "title"); !strings.Contains(title, "cannot be read") {
		t.Errorf("the reason is %q", title)
	}
	page.Fill("#lab-d1-partition", "{PartitionKey|hash(7)}")
	command(page, "delete table", "Delete this table…")
	page.Press("#dialog button", "Delete Rentals")
	page.Gone("#dialog button")
	films()
	if told := page.Texts(".failure, .notice.bad"); len(told) > 0 {
		t.Errorf("the page says %q", told)
	}
}

// Ensure that the design of the table's present keys stays that: its keys are read, and copied to be changed, which Undo takes back; and
// that the second press of a double click, which meets the next one's ✕, removes nothing.
func TestLab_AsItIsStays(t *testing.T) {
	t.Parallel()
	page := openLab(t)
	fieldHolds(page, "#lab-d0-name", "as it is")
	page.See("#lab-d0-partition[readonly]")
	page.See("#lab-d0-partition-err", "Read-only.")
	page.See("#lab-d0-row[readonly]")
	if page.Has("#lab-chip-0-0") || !page.Has("#lab-chip-1-0") {
		t.Error("the properties to insert are not those of the designs that can be edited")
	}
	n := len(page.Texts(".design"))
	page.Click("#lab-change-0")
	page.Fire("#lab-remove-1", "click", map[string]any{"detail": 2})
	page.Fire("#lab-unpattern-0", "click", map[string]any{"detail": 2})
	if len(page.Texts(".design")) != n+1 || !page.Has("#lab-unpattern-6") {
		t.Error("the second press of a double click removes a design or a pattern")
	}
	at := func(x, y int) map[string]any { return map[string]any{"detail": 1, "clientX": x, "clientY": y} }
	page.Fire("#lab-remove-"+strconv.Itoa(n), "click", at(600, 200))
	page.Wait("one design less", func() bool { return len(page.Texts(".design")) == n })
	page.Fire("#lab-remove-0", "click", at(603, 201)) // a slow double click
	page.Fire("#lab-unpattern-0", "click", at(600, 200))
	if len(page.Texts(".design")) != n || !page.Has("#lab-unpattern-6") {
		t.Error("a second press at the place of the first removes another design or a pattern")
	}
	page.Fire("#lab-remove-1", "click", at(300, 200))
	page.Wait("another design less", func() bool { return len(page.Texts(".design")) == n-1 })
	page.Press(".notice button", "Undo")
	page.Wait("the design is back", func() bool { return len(page.Texts(".design")) == n })
	focused(page, "lab-d1-name")
	page.Click("#lab-change-0")
	added := "lab-d" + strconv.Itoa(n)
	focused(page, added+"-name")
	fieldHolds(page, "#"+added+"-partition", "{PartitionKey}")
	page.Fill("#"+added+"-partition", "{RowKey}")
	fieldHolds(page, "#lab-d0-partition", "{PartitionKey}")
	page.Click("#lab-undo")
	page.Click("#lab-undo")
	page.Gone("#" + added + "-name")
}

// command does what the palette finds first for a text.
func command(page *Page, text, first string) {
	page.t.Helper()
	page.Key("Ctrl+k")
	page.Fill("#palette", text)
	page.Wait("the palette finds "+first+" first", func() bool { return page.Text("#palette-0 .name") == first })
	page.Key("Enter")
	page.Gone("#palette")
}

// Ensure that the lab measures entities that do not exist yet, too, and that its keys go to the simulator and come back, after a
// reload, too.
func TestLab_GeneratedAndSimulated(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures for seconds under the race detector")
	}
	t.Parallel()
	page := openLab(t)
	page.Focus("lab-add-design")
	page.Key("Enter")
	focused(page, "lab-d3-name")
	page.Fill("#lab-d3-name", "mine")
	page.Fill("#lab-d3-partition", "{PartitionKey|prefix(1)}")
	page.Fill("#lab-d3-row", "{PartitionKey}_{RowKey}")
	page.See("#lab-c0-3")
	page.Focus("lab-c0-3")
	page.Key("Enter")
	page.Wait("what is behind the cell", func() bool { return page.Attr("#lab-c0-3", "aria-expanded") == "true" })
	focused(page, "lab-c0-3")

	page.Choose("#lab-use", "generated")
	page.See("#lab-population")
	fieldHolds(page, "#lab-g-entities", "10,681")
	page.Fill("#lab-g-entities", "2,000")
	page.See(".lab-head", "measured on 2,000 entities")
	page.Focus("lab-undo")
	page.Key("Enter")
	page.Key("Enter")
	page.Gone("#lab-population")
	page.See(".lab-head", "measured on 10,681 entities")

	page.Click("#lab-redo")
	page.Click("#lab-redo")
	fieldHolds(page, "#lab-g-entities", "2,000")
	page.Fill("#lab-d3-partition", "{RowKey|hash(5)}")
	page.Focus("lab-sim-3")
	page.Key("Enter")
	settings := func() {
		t.Helper()
		fieldHolds(page, "#sim-template", "{RowKey|hash(5)}")
		if people := chosenText(page, "#sim-people"); !strings.HasPrefix(people, "2,000") {
			t.Errorf("the keys are of %q", people)
		}
	}
	settings()
	focused(page, "sim-play")
	page.Choose("#sim-speed", "0")
	page.Focus("sim-play")
	page.Key("Enter")
	page.See("#sim-play", "Play again")
	page.See("#sim-map-card", "5 PartitionKeys of 2,000 entities")
	page.See("#sim-over-time", "a partition's limit")
	page, _ = page.Reload()
	settings()
	page.Back()
	fieldHolds(page, "#lab-d3-partition", "{RowKey|hash(5)}")
	page.See(".lab-head", "measured on 2,000 entities")
}

// chosenText is the text of the option that a select has chosen.
func chosenText(page *Page, selector string) string {
	page.t.Helper()
	e := page.first(selector)
	options, _ := page.within(e.node, "option")
	for _, o := range options {
		if o.value() == e.value() {
			return page.text(o.node)
		}
	}
	return ""
}

// Ensure that what was done to a design outlives a reload that comes before the worker has taken it in.
func TestLab_UnwrittenOutlivesReload(t *testing.T) {
	t.Parallel()
	page := openLab(t)
	page.Fill("#lab-d1-name", "first")
	page.Wait("something to undo", func() bool { return !page.Disabled("#lab-undo") })
	page.Hold()
	page.Fill("#lab-d1-name", "by letter")
	page.See("#lab-c0-1")
	page, _ = page.Reload()
	fieldHolds(page, "#lab-d1-name", "by letter")
	page.Wait("the worker has it", func() bool { return page.document.Kept("unwritten") == "" })
	page, _ = page.Reload()
	fieldHolds(page, "#lab-d1-name", "by letter") // from the worker now
}
