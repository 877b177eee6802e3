package uitest

import (
	"fmt"
	"rangefinder/app/querytabs"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// queries waits until that many queries are open and the one at that place is on screen with that text.
func (p *Page) queries(count, at int, filter string) {
	p.t.Helper()
	p.Wait(fmt.Sprintf("%d queries, the one at %d with %q", count, at, filter), func() bool {
		n := len(p.Texts(".qtab"))
		return max(n, 1) == count && (n == 0 || p.Attr(".qtab:nth-child("+fmt.Sprint(at+1)+")", "aria-selected") == "true") && p.Editor() == filter
	})
}

// Ensure that several queries can be open by keyboard, that text which was not run is there again after a change of tab, a reload
// and a close, and that Back goes to the tab where it was.
func TestQueryTabs_Journey(t *testing.T) {
	t.Parallel()
	const first, second, third = "PartitionKey eq 'War'", "Rating gt 4.9", "RowKey eq 'x"
	page := Open(t, "#v=1&t=Movies&f=PartitionKey%20eq%20%27War%27&run=1")
	page.WaitRows()
	if page.Has(".qtab") {
		t.Error("one query alone has a tab")
	}
	page.Key("Alt+n")
	page.queries(2, 1, "")
	page.Type(second)
	page.Plan("full scan")
	page.Press("#add-query", "Open another query")
	page.queries(3, 2, "")
	page.Type(third) // an error: it is kept as it is
	page.See(".refusal")

	page.Key("Alt+PageUp")
	page.queries(3, 1, second)
	page.Focus("query-1")
	page.Key("Home")
	page.queries(3, 0, first)
	page.Wait("the keyboard is at the tab", func() bool { return page.Focused() == "query-0" })
	page.WaitRows()
	page.Key("F2")
	page.Wait("the name is asked for", func() bool { return page.Focused() == "tab-name" })
	page.Fill("#tab-name", "War <b>films</b>")
	page.Key("Enter")
	page.Wait("the tab has its name", func() bool { return page.Text("#query-0 .name") == "War <b>films</b>" && !page.Has("#dialog h2") })
	page.Focus("query-0")
	page.Key("Ctrl+Shift+ArrowRight")
	page.Wait("the tab has moved with the keyboard", func() bool {
		return strings.HasPrefix(page.Text("#query-1 .name"), "War") && page.Focused() == "query-1"
	})
	page.queries(3, 1, first)

	page, _ = page.Reload()
	page.WaitRows()
	page.queries(3, 1, first)
	page.Key("Alt+PageDown")
	page.queries(3, 2, third)
	page.Key("Alt+w")
	page.queries(2, 1, first)
	page.Key("Alt+Shift+W")
	page.queries(3, 2, third)
	page.Back()
	page.queries(3, 1, first)
	page.Back()
	page.queries(3, 2, third)
}

// Ensure that windows keep their own queries, that a link opens beside those that a closed window left, and that damaged ones are
// told of and do no harm.
func TestQueryTabs_Windows(t *testing.T) {
	t.Parallel()
	browser := NewWorkspace()
	one := browser.Open(t, "#v=1&t=Movies&f=PartitionKey%20eq%20%27War%27&run=1")
	one.WaitRows()
	one.Key("Alt+n")
	one.queries(2, 1, "")
	one.Type("Rating gt 4.9")
	two := browser.NewTab().Open(t, "#v=1&t=Movies&f=PartitionKey%20eq%20%27Drama%27&run=1")
	two.WaitRows()
	two.queries(1, 0, "PartitionKey eq 'Drama'")
	two.Key("Alt+n")
	two.Type("Votes gt 3")
	two.queries(2, 1, "Votes gt 3")
	one.queries(2, 1, "Rating gt 4.9")
	for _, page := range []*Page{one, two} {
		page.Leave()
		page.Close()
	}

	tab := browser.NewTab()
	three := tab.Open(t, "#v=1&t=Movies&f=PartitionKey%20eq%20%27Action%27&run=1")
	three.WaitRows()
	three.queries(5, 0, "PartitionKey eq 'Action'")
	if three.Text("#queries") == "" {
		t.Error("no tabs")
	}
	three.Leave()
	address := three.Address()
	three.Close()
	for _, damage := range []string{`{"v":1,"at":7,"list":[{"id":"a","table":"Movies","screen":"nowhere"},5]}`, "{"} {
		tab.kept[querytabs.KeptAs] = damage
		again := tab.Open(t, address)
		again.WaitRows()
		again.queries(1, 0, "PartitionKey eq 'Action'")
		again.Close()
	}
}

// Ensure that a query which was left comes back with its result, where it was scrolled to and with its selected lines, without
// running again, also from one whose result is empty.
func TestQueryTabs_Results(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies&run=1")
	page.WaitRows()
	page.Wait("all pages are counted", func() bool { return page.Grid().Total > 10_000 })
	page.Grid().Scroll(3500)
	page.Settled()
	page.Grid().To(3505, 2)
	page.Grid().Stretch(3505, 3507)
	several := func() bool {
		return slices.ContainsFunc(page.Texts("#selection .tag"), func(s string) bool { return strings.HasPrefix(s, "3 ") })
	}
	page.Wait("three lines are selected", several)
	place := func() string {
		g := page.Grid()
		return fmt.Sprint(g.Place(), page.Text(".result-line .facts"), page.Rows()[0])
	}
	before := place()

	page.Key("Alt+n")
	page.queries(2, 1, "")
	page.Wait("no lines", func() bool { return len(page.Grid().Cells()) == 0 })
	page.Type("Rating gt 4.5")
	page.Plan("full scan")
	page.Click("#run")
	page.WaitRows()
	page.Key("Alt+n")
	page.queries(3, 2, "")
	page.Type("PartitionKey eq 'nobody'")
	page.Plan("whole partition")
	page.Click("#run")
	page.See(".result .blank h2", "No entity matches")
	page.Click("#query-0")
	page.queries(3, 0, "")
	page.Wait("the lines are there again", func() bool { return len(page.Grid().Cells()) > 0 })
	if now := place(); now != before {
		t.Errorf("came back to %s, was at %s", now, before)
	}
	page.Wait("three lines are selected again", several)
	page.Click("#query-2")
	page.See(".result .blank h2", "No entity matches")
	page.Key("Alt+w")
	page.queries(2, 1, "Rating gt 4.5")
	page.WaitRows()
	page.Back()
	page.queries(3, 2, "PartitionKey eq 'nobody'")
}

// Ensure that a question for entities without a property is offered as a step in the browser, as OData and as SQL write it.
func TestThen_NotSet(t *testing.T) {
	t.Parallel()
	for text, then := range map[string]string{
		"PartitionKey eq 'Action' and Revenue eq null":     "Revenue eq null",
		"PartitionKey eq 'Action' and Revenue IS NOT NULL": "Revenue ne null",
	} {
		page := Open(t, "#v=1&t=Movies")
		page.WaitRows()
		page.Type(text)
		page.Press("#then-take", "Check it in this browser instead")
		page.Plan("row range")
		if got := page.Value("#then"); got != then {
			t.Errorf("%s: the browser checks %q", text, got)
		}
		page.Click("#run")
		page.Wait("those with the answer", func() bool {
			cells := page.Cells("Revenue")
			return keptSome.MatchString(page.Text(".then-plan")) && len(cells) > 0 && !slices.ContainsFunc(cells, func(c string) bool { return (c == "") != (then == "Revenue eq null") })
		})
	}
}

var keptSome = regexp.MustCompile(`kept [1-9][\d,]* of the [\d,]+ that the service returned`)

// Ensure that contains, which the service refuses, is offered as a step in the browser, that its counts say who did what, and that it
// survives a reload while the copied request is without it.
func TestThen_Journey(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies")
	page.WaitRows()
	page.Type("PartitionKey eq 'Action' and contains(tolower(RowKey),'diary')")
	page.See(".refusal")
	page.Press("#then-take", "Check it in this browser instead")
	page.Plan("row range")
	if then, filter := page.Value("#then"), page.Editor(); then != "contains(tolower(RowKey),'diary')" || filter != "PartitionKey eq 'Action'" {
		t.Errorf("the service gets %q, and the browser checks %q", filter, then)
	}
	page.Click("#run")
	kept := func() {
		t.Helper()
		page.Wait("only diaries, some of them kept", func() bool {
			if !keptSome.MatchString(page.Text(".then-plan")) {
				return false
			}
			for _, row := range page.Rows() {
				if !strings.Contains(strings.ToLower(strings.Join(row, " ")), "diary") {
					return false
				}
			}
			return len(page.Rows()) > 0
		})
	}
	kept()
	page.See("#result-line .facts", strconv.Itoa(len(page.Rows()))+" entities kept in this browser of 1,545 that the service returned")
	page.Gone(".sorted")
	page.Press("#code", "Code…")
	page.See("#code-note", "Only what the service does")
	if code := page.Text("#code-text"); strings.Contains(code, "contains") {
		t.Errorf("the request is %q", code)
	}
	page.Key("Escape")
	page, _ = page.Reload()
	kept()
	if then := page.Value("#then"); then != "contains(tolower(RowKey),'diary')" {
		t.Errorf("a reload checks %q", then)
	}
	page.Fill("#then", "contains(RowKey,'DIARY')")
	page.Run()
	page.See("#kept-none", "contains(RowKey,'DIARY') holds for none of them")
	page.Press("#kept-none button", "Show what the service returned")
	page.Wait("the step is gone", func() bool { return !page.Has(".then-plan") && !page.Has("#then") && !page.Has("#kept-none") })
	page.WaitRows()
	page.Back()
	page.See("#then-off")
	page.Press("#then-off", "Remove the client-side step")
	page.Wait("the step is dropped", func() bool { return !page.Has(".then-plan") && !page.Has("#then") })
}
