package uitest

import (
	"slices"
	"strings"
	"testing"
)

// Ensure that a first visit shows real data with its plan, and that a typed filter is planned before it is run.
func TestQuery_TypePlanRun(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Plan("row range", "examines 917 of 10,681", "returns 33")
	for _, tt := range []struct {
		filter string
		words  []string
	}{
		{"PartitionKey eq 'Action' and RowKey eq 'Alien'", []string{"point", "examines 1 of 10,681", "returns 1 "}},
		{"PartitionKey ge 'Action' and PartitionKey lt 'Comedy'", []string{"partition range", "3 partitions"}},
		{"Rating gt 4.0", []string{"full scan", "examines 10,681 of 10,681"}},
		{"PartitionKey eq 'a' and PartitionKey eq 'b'", []string{"empty", "examines 0 of"}},
		{"PartitionKey == 'Action'", []string{"refused", "400 InvalidInput"}},
		{"startswith(RowKey,'Sh')", []string{"refused", "501 NotImplemented"}},
		{"", []string{"full scan", "no filter"}},
	} {
		page.Type(tt.filter)
		page.Plan(tt.words...)
	}
	before := page.Text(".result-line")
	page.Type("PartitionKey eq 'SciFi' and RowKey ge 'S' and RowKey lt 'T'")
	page.Plan("row range")
	if now := page.Text(".result-line"); !strings.HasPrefix(now, strings.SplitN(before, " of the query", 2)[0]) {
		t.Errorf("typing alone changed the result from %q to %q", before, now)
	}
	page.Run()
	page.Wait("the rows of SciFi", func() bool { return slices.Contains(page.Cells("PartitionKey"), "SciFi") })
	for _, key := range page.Cells("RowKey") {
		if !strings.HasPrefix(key, "S") {
			t.Errorf("row key %q is outside the range", key)
		}
	}
}

// Ensure that a refusal offers its fix and that the fix can be taken back.
func TestQuery_FixAndUndo(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Type("PartitionKey == 'Action'")
	page.Plan("refused")
	page.Click(".refusal .primary")
	page.Plan("row range")
	if got := page.Editor(); got != "PartitionKey eq 'Action'" {
		t.Fatalf("the fix wrote %q", got)
	}
	page.UndoEdit()
	page.Plan("refused")
	if got := page.Editor(); got != "PartitionKey == 'Action'" {
		t.Fatalf("undo left %q", got)
	}
}

// Ensure that a comparison with null is offered as what the service finds by the types of the property, and that a literal of another type
// is blamed, not the data.
func TestQuery_NullAndTypes(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	for text, want := range map[string]string{"Rating eq null": "not (Rating eq 0 or Rating ne 0)", "Language eq null": "not (Language ge '')", "Favorite ne null": "(Favorite eq true or Favorite ne true)", "PartitionKey eq 'Action' and Revenue eq Null": "PartitionKey eq 'Action' and not (Revenue eq 0 or Revenue ne 0)",
		"Rating IS NULL": "not (Rating eq 0 or Rating ne 0)", "Favorite is not null": "(Favorite eq true or Favorite ne true)", "PartitionKey eq 'Action' and Revenue IS NULL": "PartitionKey eq 'Action' and not (Revenue eq 0 or Revenue ne 0)",
		"SELECT * FROM Movies WHERE Language IS NOT NULL": "Language ge ''"} {
		page.Type(text)
		page.See(".refusal", want, "Check it in this browser instead")
		page.Click(".refusal button.primary")
		if got := page.Editor(); got != want {
			t.Errorf("%s becomes %q, want %q", text, got, want)
		}
	}
	page.Type("Language is not null and RowKey like '%ish%'") // what is next to be mended is no filter yet
	page.See(".refusal", "Find the entities that have it", "Check it in this browser instead")
	if text := page.Text(".refusal button.primary"); text != "Check it in this browser instead" || page.Text(".refusal button") != text {
		t.Errorf("the first press is %q", text)
	}
	page.Type("blade runner")
	page.See(".refusal", "Words alone do not make a filter", "Write RowKey eq 'blade runner'", "“blade runner” is stored as “Blade Runner”")
	page.Press("#near-take", "Use this filter")
	page.Wait("the filter", func() bool { return page.Editor() == "RowKey eq 'Blade Runner'" })
	page.Type("rating big")
	page.See(".refusal", "Unexpected “big”")
	page.Type("Favorite eq Yes")
	page.See(".refusal", "Favorite is a Boolean", "Favorite eq true")
	page.Type("ReleaseYear gt 1990.5")
	page.See("#planstrip", "No stored value has the type of “1990.5”.", "Write ReleaseYear gt 1990")
	page.Type("ReleaseYear eq 1990.5")
	page.See("#planstrip", "No stored value has the type of “1990.5”.")
	if text := page.Text("#planstrip"); strings.Contains(text, "another type") {
		t.Errorf("the data is blamed: %q", text)
	}
}

// Ensure that a number of entities after a property is told apart from the comparison that is unfinished, and that each has its press.
func TestQuery_LimitOfUnfinished(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Type("PartitionKey eq 'Action' and Rating limit 5")
	page.See(".refusal", "The comparison of Rating is unfinished", "The page size, not the filter, sets the number of entities.", "the first 5 entities")
	page.Press("#sql-begun", "Finish the comparison")
	if got := page.Editor(); got != "PartitionKey eq 'Action' and Rating " {
		t.Errorf("the editor holds %q", got)
	}
	page.Type("PartitionKey eq 'Action' and RowKey limit 5")
	page.See(".refusal", "The comparison of RowKey is unfinished", "the first 5 entities")
	page.Press("#sql-begun", "Finish the comparison")
	if got := page.Editor(); got != "PartitionKey eq 'Action' and RowKey " {
		t.Errorf("the editor holds %q", got)
	}
	page.Type("SELECT TOP 5 * FROM Movies WHERE RowKey LIKE '%Alien%'")
	page.See(".refusal", "this browser checks contains(RowKey,'Alien')", "The first 5 are not picked out")
	page.Type("PartitionKey = 'Action' AND RowKey LIKE '%Alien%' ORDER BY Rating")
	page.See(".refusal", "the service gets PartitionKey eq 'Action', this browser checks contains(RowKey,'Alien')", "ORDER BY: the service answers in key order only.")
	if text := page.Text(".refusal"); strings.Contains(text, "left out") {
		t.Errorf("what the browser checks is said to be left out: %q", text)
	}
	page.Type("Rating top 5")
	page.Press("#sql-take", "Leave the comparison out")
	page.See("#page-size", "First 5")
	page.Type("Favorite limit 5") // which is a filter
	page.Press("#sql-take", "Use it as a filter")
	if got := page.Editor(); got != "Favorite" {
		t.Errorf("the editor holds %q", got)
	}
}

// Ensure that code which compares with what only its program knows gives a filter to go on with, and that a name in it which the table has
// as a property is one.
func TestQuery_ValueOfProgram(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Type(`x => x.PartitionKey == pk && x.RowKey == Rating`)
	page.See(".refusal", "This is code", "{pk} stands for a value that only the program knows", "RowKey = Rating: a filter compares a property with a value, and not with another property.")
	page.Type(`x => x.PartitionKey == "Action" && x.Timestamp > DateTimeOffset.UtcNow.AddDays(-7)`)
	page.See(".refusal", "This is code", "Leave the comparison out")
	page.Press("#sql-begun", "Finish the comparison")
	if got := page.Editor(); got != "PartitionKey eq 'Action' and Timestamp gt datetime'{DateTimeOffset.UtcNow.AddDays(-7)}'" {
		t.Errorf("the editor holds %q", got)
	}
	page.See(".refusal", "stands for a value that only the program knows: write the value in its place.")
}

// Ensure that the light bulb offers rewrites with their cost and that one is applied.
func TestQuery_LightBulb(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.Type("not (PartitionKey ne 'Action')")
	page.Plan("full scan")
	page.See(".bulb", "hint")
	page.Click(".bulb")
	page.See(".rewrite", "10,681 → 1,545")
	page.Click(".rewrite button")
	page.Plan("row range", "examines 1,545", "10,681 → 1,545")
	page.UndoEdit()
	page.Plan("full scan")

	// One that returns other entities says how many more; Escape closes the list, and a second press does.
	page.Type("PartitionKey eq 'Action' and RowKey ge 'Alien' and RowKey lt 'Terminator' and Rating ge 4.0")
	page.Plan("row range")
	page.Click(".bulb")
	page.See(".rewrite", "917 entities examined, as now", " more")
	page.Focus("advice")
	page.Key("Escape")
	page.Gone("#advice")
	page.Click(".bulb")
	page.See("#advice", "Match Int32 too")
	page.Click(".bulb")
	page.Gone("#advice")

	// One that returns nothing else is no hint; where too much is read to know that before, it is not offered.
	page.Type("PartitionKey eq 'Action' and RowKey ge 'Alien' and RowKey lt 'Terminator' and Rating gt 4.0")
	page.See("#planstrip", "55 hold another type in Rating, so they do not match")
	page.Gone(".bulb")
	page.Type("Rating gt 5.0")
	page.Plan("full scan")
	page.Click(".bulb")
	page.See("#advice", "values of Rating are Int32", "Even with the type that these entities hold, the literal matches none of them.")
	page.Gone("#advice .rewrite")
}

// Ensure that a partition too small for its name is named while it has the keyboard or the pointer, and that a plan of a table that is
// not here has no colour.
func TestPlan_NamesAndColours(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.Plan("row range")
	if got := page.Text(".keymap"); strings.Contains(got, "Animation") {
		t.Fatalf("the map already says %q", got)
	}
	page.Focus("map")
	for range 3 {
		page.Key("ArrowRight")
	}
	page.See("#map", "Animation")
	missing := Open(t, "#v=1&t=Nowhere&f=PartitionKey%20eq%20%27a%27")
	missing.See("#planstrip.vacant", "The table is not here")
}

// Ensure that one press takes all properties again.
func TestQueryTools_AllProperties(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Press(".fold > .btn", "All properties ▾")
	page.Press(".chips button", "Rating")
	page.Wait("one property", func() bool { return page.Value("#select") == "Rating" })
	page.Press(".chips button", "All")
	page.Wait("all properties", func() bool { return page.Value("#select") == "" })
}
