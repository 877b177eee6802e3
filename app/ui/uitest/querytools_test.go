package uitest

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// Ensure that the empty editor has a key of the table on screen in its example, also when another table takes its place.
func TestQuery_Placeholder(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies&f=")
	page.Wait("a category stands in it", func() bool { return strings.Contains(page.Placeholder(), "PartitionKey eq 'Action'") })
	page.Press(".side .item", "Earthquakes 1,707")
	page.Wait("nothing of the films is left", func() bool {
		return !strings.Contains(page.Placeholder(), "Action")
	})
}

// Ensure that the filter tree counts every node, that switching one off changes the numbers and not the text, and that what is on
// becomes the text when asked.
func TestQueryTools_FilterTree(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies&why=1")
	page.WaitRows()
	const filter = "PartitionKey eq 'Action' and (Rating gt 4.0 or not (Favorite))"
	page.Type(filter)
	var numbers []string
	page.Wait("six nodes are counted", func() bool {
		numbers = page.Texts("#tree tbody td:nth-child(4)")
		return len(numbers) == 6 && !strings.Contains(strings.Join(numbers, ""), "…")
	})
	if !strings.HasPrefix(numbers[0], "1,5") {
		t.Errorf("the nodes' numbers are %q", numbers)
	}
	page.See("#tree tbody", "sets the range", "checked on each entity")

	page.Focus("node-0")
	page.Key("ArrowDown")
	page.Wait("the keyboard is at the next node", func() bool { return page.Focused() == "node-1" })
	page.Click("#node-1")
	page.See("#whatif", "examines 10,681 of 10,681")
	if at := page.Focused(); at != "node-1" {
		t.Errorf("the keyboard is at %q", at)
	}
	if got := page.Editor(); got != filter {
		t.Errorf("a switch changed the text to %q", got)
	}
	page.Plan("row range")
	page.Press("#nodes-apply", "Apply to the text")
	page.Plan("full scan", "examines 10,681")
	if got := page.Editor(); got != "Rating gt 4.0 or not Favorite" {
		t.Errorf("applied, the text is %q", got)
	}
	page.Wait("a smaller tree", func() bool { return !page.Has("#whatif") && len(page.Texts("#tree tbody tr")) == 4 })
	page.UndoEdit()
	page.Plan("row range")
}

// Ensure that an empty result says why, with counts, and that a near miss is one key away.
func TestQueryTools_WhyZeroRows(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies")
	page.WaitRows()
	page.Type("PartitionKey eq 'action' and RowKey ge 'alien' and RowKey lt 'alieo'")
	page.Plan("row range")
	page.Run()
	page.See("#miss-0")
	page.See("#misses", "case matters", "10,681 entities of the table")
	page.Type("PartitionKey eq 'action")
	page.See("#refusal")
	page.Gone("#misses") // the refusal has a fix of its own
	page.Type("PartitionKey eq 'action' and RowKey ge 'alien' and RowKey lt 'alieo'")
	page.See("#miss-0")
	count := page.Text("#miss-0 .num")
	page.Focus("miss-0")
	page.Key("Enter")
	line := page.WaitRows()
	if n := strings.Fields(count)[0]; !strings.HasPrefix(line, n+" ") {
		t.Errorf("%q was offered; the run says %q", count, line)
	}
	page.Gone("#misses")
	page.Type("Rating gt 'x'") // no variant can be made of it
	page.Run()
	page.See("#misses", "Rating is stored as Double", "'x' is a String")
	if text := page.Text("#misses"); strings.Contains(text, "0 filters") {
		t.Errorf("it tells of nothing that was counted: %q", text)
	}
}

// Ensure that a property in wrong capitals is written right by one press.
func TestQueryTools_Rename(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies")
	page.WaitRows()
	page.Type("PartitionKey eq 'War' and rating gt 4.5")
	page.See("#planstrip .facts", "No entity has “rating”")
	page.Type("PartitionKey eq 'War' und rating gt 4.5")
	page.See("#planstrip", "Not a filter yet: numbers of the last filter.")
	if page.Has("#mend-take") {
		t.Error("what would mend the filter before is offered while the text is no filter")
	}
	page.Type("PartitionKey eq 'War' and rating gt 4.5")
	page.Press("#mend-take", "Use Rating")
	page.Wait("the right name", func() bool { return page.Editor() == "PartitionKey eq 'War' and Rating gt 4.5" })
	page.Gone("#mend-take")
	page.Type("RowKey eq 5")
	page.See("#planstrip .facts", "“RowKey eq 5” is never true")
	page.Press("#mend-take", "Write '5'")
	page.Wait("the right type", func() bool { return page.Editor() == "RowKey eq '5'" })
	page.Type("Alien")
	page.See("#planstrip .facts", "No entity has “Alien”")
	page.Press("#mend-take", "Write RowKey eq 'Alien'")
	page.Wait("a value", func() bool { return page.Editor() == "RowKey eq 'Alien'" })
	page.Type("Action")
	page.See("#planstrip .facts", "No entity has “Action”")
	page.Press("#mend-take", "Write PartitionKey eq 'Action'")
	page.Wait("the other key", func() bool { return page.Editor() == "PartitionKey eq 'Action'" })
	page.Type("Nobody")
	page.See("#planstrip .facts", "No entity has “Nobody”")
	if page.Has("#mend-take") {
		t.Error("a key is offered that no entity has")
	}
}

// Ensure that the builder and the editor say the same whichever is changed, with real values and their counts.
func TestQueryTools_Builder(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies")
	page.WaitRows()
	page.Type("PartitionKey eq 'Action' and not (Rating gt 4.0)")
	page.Plan("row range")
	page.Press("#builder-toggle", "Builder")
	clauses := func(n int) {
		t.Helper()
		page.Wait(fmt.Sprint(n, " clauses"), func() bool { return len(page.Texts("#builder .built > li")) == n })
	}
	clauses(4)
	says := func(want string) {
		t.Helper()
		page.Wait("the text "+want, func() bool { return page.Editor() == want })
	}
	// From the builder to the text.
	page.Choose("#built-op-3", "le")
	says("PartitionKey eq 'Action' and not (Rating le 4.0)")
	page.Fill("#built-value-3", "3.5")
	says("PartitionKey eq 'Action' and not (Rating le 3.5)")
	page.Fill("#built-value-3", "3.x")
	page.See("#built-err-3", "Double")
	says("PartitionKey eq 'Action' and not (Rating le 3.5)")
	// From the text to the builder; a text that is refused leaves the clauses.
	page.Type("PartitionKey eq 'Action' and RowKey eq 'x'")
	clauses(3)
	if got := page.Value("#built-value-2"); got != "x" {
		t.Errorf("the clause has the value %q", got)
	}
	page.Type("PartitionKey eq 'Action' and RowKey eq 'x")
	page.See("#builder .note", "refused")
	clauses(3)
	page.Type("PartitionKey eq 'Action' and RowKey eq 'x'")
	page.Gone("#builder .note")
	// Real values.
	page.Click("#built-pick-2")
	page.Wait("the keyboard is in the list's field", func() bool { return page.Focused() == "values-find" })
	facts := regexp.MustCompile(`in (1,\d+) of (1,\d+) entities`)
	page.Wait("all are counted", func() bool {
		m := facts.FindStringSubmatch(page.Text("#values"))
		return m != nil && m[1] == m[2]
	})
	page.Fill("#values-find", "alie")
	page.Wait("only such values", func() bool {
		names := page.Texts("#values .name")
		return len(names) > 0 && !slices.ContainsFunc(names, func(n string) bool { return !strings.HasPrefix(n, "Alie") })
	})
	name := page.Text("#value-0 .name")
	page.Click("#value-0")
	says("PartitionKey eq 'Action' and RowKey eq '" + strings.ReplaceAll(name, "'", "''") + "'")
	page.Plan("point", "returns 1")
	// Sugar is shown as the range that it means.
	page.Fill("#built-value-2", "Sh")
	page.Choose("#built-op-2", "starts with")
	says("PartitionKey eq 'Action' and RowKey ge 'Sh' and RowKey lt 'Si'")
	page.Run()
	page.WaitRows()
}

// Ensure that the tree and the builder say of a clause that its property always equals a key, and that one press puts the key in its
// place and one undo takes it back; and that neither says so once an entity differs.
func TestQueryTools_EqualKeys(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Drop("Orders.csv", "PartitionKey,RowKey,CustomerId,Total\nC1,1,C1,5\nC1,2,C1,7\nC2,1,C2,9\n")
	page.Click("#import-start")
	page.Wait("the new table", func() bool { return page.Text("h1") == "Orders" }) // rows of the one before are there already
	page.WaitRows()
	const asked, offered = "CustomerId eq 'C1' and Total gt 5", "PartitionKey eq 'C1' and Total gt 5"
	says := func(want string) {
		t.Helper()
		page.Wait("the text "+want, func() bool { return page.Editor() == want })
	}
	page.Type(asked)
	page.Click("#why")
	page.See("#tree .key-offer", "CustomerId always equals PartitionKey here")
	page.Press("#tree .key-offer button", "Use PartitionKey eq 'C1'")
	says(offered)
	page.Plan("row range", "returns 1")
	page.Gone("#tree .key-offer")
	if at := page.Focused(); at != "node-1" {
		t.Errorf("the keyboard is on %q", at)
	}
	page.UndoEdit()
	says(asked)
	page.Press("#builder-toggle", "Builder")
	page.See("#builder .key-offer", "CustomerId always equals PartitionKey here")
	page.Press("#builder .key-offer button", "Use PartitionKey eq 'C1'")
	says(offered)
	page.Gone("#builder .key-offer")
	if at := page.Focused(); at != "built-name-1" {
		t.Errorf("the keyboard is on %q", at)
	}
	page.UndoEdit()
	says(asked)
	page.See("#builder .key-offer")
	page.Drop("Orders.csv", "PartitionKey,RowKey,CustomerId,Total\nC2,2,C1,5\n")
	page.Click("#import-start")
	page.Plan("full scan", "of 4 entities")
	page.Gone("#builder .key-offer")
	page.Gone("#tree .key-offer")
}

// Ensure that each span of time that the builder offers is counted as a run finds it, and that Timestamp is told to be no key.
func TestQueryTools_Presets(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies&f=Timestamp%20ge%20datetime%272020-01-01T00:00:00Z%27&run=1")
	page.WaitRows()
	page.Click("#builder-toggle")
	page.See(".presets", "not indexed")
	n := len(page.Texts(".presets button"))
	if n < 4 {
		t.Fatalf("only %d spans", n)
	}
	counted := regexp.MustCompile(`returns ([\d,]+) · `)
	number := regexp.MustCompile(`^[\d,]+`)
	for i := range n {
		before := page.Editor()
		page.Click(fmt.Sprintf(".presets button:nth-of-type(%d)", i+1))
		page.Wait("another filter with its count", func() bool {
			return page.Editor() != before && strings.Contains(page.Text(".result-line"), "Earlier result") && counted.MatchString(page.Text("#planstrip"))
		})
		page.Click("#run")
		page.Wait("the run is over", func() bool {
			line := page.Text(".result-line")
			return strings.Contains(line, "returned") && !strings.Contains(line, "Earlier result")
		})
		got := number.FindString(page.Text(".result-line .facts"))
		// The plan's number may still be that of the filter before when the run is over.
		page.Wait(fmt.Sprintf("preset %d: the plan counts the %s entities of the run", i, got), func() bool {
			m := counted.FindStringSubmatch(page.Text("#planstrip"))
			return m != nil && m[1] == got
		})
	}
}

// Ensure that completion offers the values that are stored, with their counts.
func TestQueryTools_CompleteValues(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies")
	page.WaitRows()
	const typed = "PartitionKey eq 'Action' and RowKey eq 'alie"
	page.Type(typed)
	page.Plan("incomplete")
	var label string
	page.Wait("values are offered", func() bool {
		_, _, items := page.Complete(typed, len(typed))
		for _, item := range items {
			if strings.HasPrefix(item.Label, "'Alie") && strings.HasSuffix(item.Detail, "1 entity") {
				label = item.Label
				return true
			}
		}
		return false
	})
	page.Type("PartitionKey eq 'Action' and RowKey eq " + label)
	page.Plan("point", "returns 1 ")
	const begun = "Par"
	if _, _, items := page.Complete(begun, len(begun)); len(items) == 0 || items[0].Label != "PartitionKey" {
		t.Errorf("%q completes to %v", begun, items)
	}
}

// Ensure that the request of a query is shown as it is sent and as programs, without a key.
func TestQueryTools_Code(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies")
	page.WaitRows()
	page.Type("PartitionKey eq 'Action' and Rating gt 4.0")
	page.Plan("row range", "returns")
	page.Press("#code", "Code…")
	page.See("#code-text", "GET /Movies()?$filter=PartitionKey%20eq%20%27Action%27%20and%20Rating%20gt%204.0 HTTP/1.1")
	for _, format := range []string{"curl", "go", "javascript", "java", "az"} {
		page.Choose("#code-format", format)
		page.See("#code-text", "Action", "TABLES_SAS")
		if got := page.Value("#code-format"); got != format {
			t.Errorf("%s is shown as %s", format, got)
		}
	}
	page.Key("Escape")
	page.Gone("#code-text")
}

// Ensure that a query that was run is found in the history after a reload, and runs again.
func TestQueryTools_History(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies")
	page.WaitRows()
	shows := func(key string) {
		t.Helper()
		page.Wait("rows of "+key, func() bool { return slices.Contains(page.Cells("PartitionKey"), key) })
	}
	page.Type("PartitionKey eq 'SciFi'")
	page.Run()
	shows("SciFi")
	page.Type("PartitionKey eq 'Action'")
	page.Run()
	shows("Action")
	page, _ = page.Reload()
	page.WaitRows()
	page.Press("#history", "History…")
	page.See("#ran-1")
	page.Fill("#history-find", "scifi")
	page.Wait("one is found", func() bool { return len(page.Texts(".history li")) == 1 })
	page.See("#ran-0 .badge.row-range", "row range")
	page.See("#ran-0 .why small", time.Now().Format("2006-01-02"))
	page.Focus("ran-0")
	page.Key("Enter")
	page.Gone("#history-find")
	shows("SciFi")
}

// Ensure that the plan can have the whole window, follows the filter there, and makes room again for Escape and for a run.
func TestQueryTools_PlanFull(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies&f=PartitionKey%20eq%20%27Action%27%20and%20Rating%20gt%203.0%20or%20PartitionKey%20eq%20%27War%27&run=1")
	page.WaitRows()
	page.Click("#why")
	page.Click("#plan-full")
	page.See(".plan-full #planstrip .why")
	// The hints are open there, and what is read is listed.
	page.See(".filled-hints .finding", "or")
	page.Gone(".bulb")
	page.Wait("all partitions are read", func() bool { return len(page.Texts(".filled-reads tbody tr")) == 10 })
	page.Type("PartitionKey eq 'War' and RowKey ge 'M'")
	page.Plan("row range")
	page.Wait("a part of one", func() bool {
		lines := page.Texts(".filled-reads tbody tr")
		return len(lines) == 1 && strings.HasPrefix(lines[0], "War ") && strings.Contains(lines[0], " 300 ")
	})
	page.Type("RowKey eq")
	page.See(".plan-full .refusal")
	page.See("#plan-full") // a filter without a plan is no trap
	page.Type("RowKey eq 'x'")
	page.Plan("full scan")
	page.See(".plan-full .why")
	page.Focus("why")
	page.Key("Escape")
	page.Gone(".plan-full")
	page.Wait("the keyboard is where it was made large", func() bool { return page.Focused() == "plan-full" })
	page.Click("#plan-full")
	page.See(".plan-full")
	page.Type("PartitionKey eq 'War'")
	page.Run()
	page.Gone(".plan-full")
	page.See(".result-line", "300 entities returned")
}

// Ensure that Run on a filter, or on a $top, that cannot be run points to why, each time, and that typing alone does not.
func TestQuery_RunRefused(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Type("PartitionKey == 'Action'")
	page.Plan("refused")
	if at := page.Pointed(); at != "" {
		t.Errorf("typing alone points to %s", at)
	}
	pointed := func(id string) {
		t.Helper()
		page.Wait("the page points to "+id, func() bool { return page.Pointed() == id })
		page.See("#" + id)
	}
	for range 2 {
		page.Run()
		pointed("refusal")
		if at := page.Focused(); at != "editor" {
			t.Errorf("the keyboard is at %s", at)
		}
	}
	page.Type("PartitionKey eq 'Action'")
	page.Plan("row range")
	page.Click("#tools")
	page.Fill("#top", "0x")
	page.Key("Enter")
	pointed("field-err")
}

// Ensure that a filter is tidied in one step that can be taken back, and that a selected part of it runs in a tab of its own.
func TestQuery_TidyAndSelection(t *testing.T) {
	t.Parallel()
	const untidy, tidy = "(PartitionKey eq 'Action')  and ((Rating gt 4.0))", "PartitionKey eq 'Action' and Rating gt 4.0"
	page := Open(t, "#v=1&t=Movies&f="+url.PathEscape(untidy))
	page.WaitRows()
	page.queries(1, 0, untidy)
	page.Order("tidy", "Format the filter")
	page.queries(1, 0, tidy)
	page.Wait("the keyboard is in the editor", func() bool { return page.Focused() == "editor" })
	page.UndoEdit()
	page.queries(1, 0, untidy)
	page.RedoEdit()
	page.queries(1, 0, tidy)

	const run = "Run the selected part of the filter, in a tab of its own"
	page.Order("run the selected", run)
	page.Hear("Select a part of the filter first")
	page.Select(strings.Index(tidy, "Rating"), len(tidy))
	page.Order("run the selected", run)
	page.queries(2, 1, "Rating gt 4.0")
	if line := page.See(".result-line", "returned"); !strings.Contains(line, "10,681") {
		t.Errorf("the run of the part says %q", line)
	}
}

// Ensure that a filter with comments runs as without them, that a request has none, and that tidying and a reload keep them.
func TestQuery_Comments(t *testing.T) {
	t.Parallel()
	const filter = "// the front page (\nPartitionKey eq 'Action' // one\nand (Rating gt 4.0)"
	page := Open(t, "#v=1&t=Movies&f="+url.PathEscape(filter))
	page.WaitRows()
	page.queries(1, 0, filter)
	page.Wait("a plan of a range", func() bool { return page.Has(".plan.partition-range, .plan.row-range") && page.Has("#why") })
	page.Order("tidy", "Format the filter")
	const tidy = "// the front page (\nPartitionKey eq 'Action' // one\nand Rating gt 4.0"
	page.queries(1, 0, tidy)
	page.Order("request", "Show the request, and the query as code…")
	page.See("#code-note", "not sent")
	if code := page.Text("#code-text"); strings.Contains(code, "front") || strings.Contains(code, "one") || !strings.Contains(code, "Rating") {
		t.Errorf("the request is %q", code)
	}
	page.Key("Escape")
	page.Run()
	if line := page.See(".result-line", "returned"); strings.Contains(line, " 0 ") {
		t.Errorf("the run says %q", line)
	}
	page, _ = page.Reload()
	page.queries(1, 0, tidy)
}

// Ensure that on a phone Tools make room for Why, can be unfolded beside it, and fold at Escape.
func TestQuery_ToolsFold(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Press("#tools", "Tools ▾")
	page.Click("#why")
	page.See("#tools", "Tools ▾")
	page.Press("#tools", "Tools ▾")
	page.See("#tools", "Tools ▴")
	page.Focus("tools")
	page.Key("Escape")
	page.See("#tools", "Tools ▾")
}
