package uitest

import (
	"slices"
	"strings"
	"testing"
)

// Ensure that the guide is opened, searched and read, leads from page to page, and lists the keys there are.
func TestGuide_Journey(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	command(page, "how planner", "How the planner decides")
	page.See("#guide-text", "does not turn or into ranges")
	if title := page.Text("#guide-text .guide-title"); title != "How the planner decides" {
		t.Errorf("the title is %q", title)
	}
	focused(page, "guide-text")
	found := func(want ...string) {
		t.Helper()
		page.Wait("the pages "+strings.Join(want, ", "), func() bool { return slices.Equal(page.Texts(".guide nav .item"), want) })
	}
	page.Fill("#guide-find", "timestamps etags")
	found("Limits, and what differs", "Entities and changes")
	page.See(".guide-hit mark", "Timestamp")
	page.Press(".guide nav .item", "Limits, and what differs")
	page.Wait("the page of limits", func() bool { return strings.HasPrefix(page.Text(".guide-title"), "Limits") })
	page.See("#guide-place", "A clone keeps Timestamps and ETags")
	if marked := page.Texts("#guide-place mark"); !slices.Equal(marked, []string{"Timestamps", "ETags"}) {
		t.Errorf("marked are %q", marked)
	}
	page.See(".guide-text table")
	page.Key("Escape")
	page.Wait("all pages, and no mark", func() bool { return len(page.Texts(".guide nav .item")) > 15 && len(page.Texts("mark")) == 0 })
	page.See(".guide-title", "Limits")
	page.Fill("#guide-find", "press ctrl+k find anything")
	found("Start")
	page.Press(".guide nav .item", "Start")
	page.Press(".guide-link", "Shortcuts")
	page.See(".guide-text", "Search commands, tables and queries")
	page.Key("Escape")
	page.Key("Escape")
	page.Gone("#dialog .guide")
}
