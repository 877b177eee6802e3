package uitest

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// station is a state of the page that a table is looked at in: what leads there, and what is there then.
type station struct {
	name, shows string
	to          func(p *Page)
	back        func(p *Page) // nil closes the dialog
}

// ordered is a station that the palette leads to, at its command.
func ordered(command, shows string, back func(p *Page)) station {
	return station{command, shows, func(p *Page) {
		p.t.Helper()
		p.Key("Ctrl+k")
		p.Fill("#palette", command)
		p.Press("[id^=palette-]:not([aria-disabled]) .name", command)
	}, back}
}

// stations are the screens, panels and dialogs that every table with entities has, in an order in which each begins on the query
// screen with a result. Those of the grid alone are not here: nothing of it is drawn.
func stations() []station {
	stays := func(*Page) {}
	query := func(p *Page) { p.Click("#tab-query"); p.See(".result-line", "returned") }
	list := []station{
		{"result", ".result-line", stays, stays},
		{"cell menu", ".gridmenu .planned .dim", func(p *Page) {
			p.Grid().To(0, 0)
			p.Wait("the menu", func() bool { // a result that comes closes the menu of the one before it
				if !p.Has("#gridmenu") {
					p.Grid().Events.OnMenu(0, 0, 300, 300)
				}
				return p.Has(".gridmenu .planned .dim")
			})
		}, func(p *Page) {
			p.Focus("gridmenu")
			p.Key("Escape")
			p.Gone("#gridmenu")
		}},
		{"find", "#find", func(p *Page) { p.Grid().Events.OnFind(); p.Fill("#find", "a") }, func(p *Page) { p.Focus("find"); p.Key("Escape"); p.Gone("#find") }},
		ordered("Show the result as a plain table, or as the grid", "#plain", func(p *Page) { p.Click("#plain-table"); p.Gone("#plain") }),
		{"inspector", "#inspector .advice-box code", func(p *Page) { p.Grid().Open(0) }, stays},
		ordered("Show the entity as JSON", ".lens textarea", stays),
		ordered("Decode the current value", ".lens-body", stays),
		{"pending", "#pending .btn", func(p *Page) { p.Click("#delete-entity") }, stays},
		ordered("Review the pending changes…", "#review", nil),
		ordered("Undo the last pending change, or the last commit", ".notice .btn", func(p *Page) { p.Press("#inspector button", "Close the inspector") }),
		ordered("Show or hide the builder", ".builder", func(p *Page) { p.Click("#builder-toggle") }),
		{"palette", "#palette-0", func(p *Page) { p.Key("Ctrl+k") }, nil},
		ordered("Open the guide", ".guide-title", nil),
	}
	for _, command := range []string{"Show the keys", "Settings…", "Columns: show, hide, order, sets…", "Show the request, and the query as code…", "Show the queries that were run…", "Save this query…",
		"Share a link to this table and query…", "Export…", "Snapshots, undo and storage…", "Show the statistics of this table", "Clone this table…",
		"Clear the table…", "Delete this table…", "Delete the selected entities, or all that the query finds…", "Change a property of many entities…",
		"Build an entity group transaction…", "Paste an entity as JSON…", "Compare this table with another…", "New table…", "Generate data…", "Connect an account…", "Write a lesson"} {
		list = append(list, ordered(command, "#dialog h2", nil))
	}
	return append(list,
		ordered("Partitions", "#partition-0", query),
		ordered("Design lab", "#lab-c0-1", query),
		ordered("Simulator", "#sim-start", query),
	)
}

// harmless fails when a value became more than text, and when the data made the page larger than its elements may be: a page that
// grows with the data no longer answers sooner or later.
func harmless(t *testing.T, page *Page, where string) {
	t.Helper()
	page.pump()
	for _, e := range page.all(".hostile, script, style, svg[onload], [onerror], [onload], [href^='javascript:' i], [src^='javascript:' i]") {
		var b strings.Builder
		_ = html.Render(&b, e.node)
		t.Errorf("%s: an element of a value: %.100s", where, b.String())
	}
	if count := len(page.of); count > 9000 {
		t.Errorf("%s: the page has %d elements", where, count)
	}
}

// everywhere imports a file into a table and looks at all of it in every state.
func everywhere(t *testing.T, table, content string) {
	if testing.Short() {
		t.Skip("every state of a large table")
	}
	page := Open(t, "")
	page.WaitRows()
	page.Drop(table+".ndjson", content)
	page.See(".preview tbody tr")
	harmless(t, page, "import")
	page.Press("#dialog button", "Import")
	page.See(".notice", "into "+table)
	page.Visit("#v=1&run=1&t=" + table)
	page.See(".crumb", table)
	page.WaitRows()
	for _, s := range stations() {
		s.to(page)
		page.See(s.shows)
		harmless(t, page, s.name)
		if s.back != nil {
			s.back(page)
			continue
		}
		page.Dismiss()
		page.Wait("no dialog", func() bool { return page.Attr("#dialog", "aria-label") == "Dialog" })
	}
}

// Ensure that no value of a table, however odd, is more than text on any screen or in any dialog, or makes the page so large that it
// no longer answers.
func TestRobust_HostileData(t *testing.T) {
	t.Parallel()
	everywhere(t, "Odd", OddEntities(t))
}

// Ensure that a table of 10,000 properties is drawn a window at a time on every screen and in every dialog.
func TestRobust_WideTable(t *testing.T) {
	t.Parallel()
	everywhere(t, "Wide", WideEntities())
}
