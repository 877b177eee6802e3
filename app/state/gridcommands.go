package state

import (
	"rangefinder/app/bulk"
	"rangefinder/app/edit"
	"rangefinder/app/grid"
	"rangefinder/app/inspector"
	"rangefinder/app/page"
)

// aResult is what the tools of the grid wait for.
var aResult = missing("There is no result. Run a query first.", func(m *Model) bool { return m.Grid.Result.Reply != nil && !m.Grid.Result.Running })

func gridToolCommands(m *Model) []page.Command {
	return []page.Command{
		{ID: "grid-menu", Title: "Menu of the cell: filters with their plans, copies", Group: page.GridGroup, Keys: []string{"Shift+F10", "Right click"}, Place: "in the grid"},
		{ID: "grid-head", Title: "Sort, hide, size and move a column", Group: page.GridGroup, Keys: []string{"Enter", "Shift+← →", "Ctrl+← →"}, Place: "on a head of the grid"},
		{ID: "find", Title: "Find in the whole result", Words: "search", Group: page.GridGroup, Keys: []string{"Ctrl+F"}, Place: "in the grid; again for the browser's own", Not: aResult(m), Do: page.OnQuery(grid.FindPressed{})},
		{ID: "columns", Title: "Columns: show, hide, order, sets…", Words: "template width", Group: page.GridGroup, Not: aResult(m), Do: page.OnQuery(grid.ColumnsPressed{})},
		{ID: "pin-column", Title: "Keep the current column beside the keys, or release it", Words: "pin freeze Timestamp", Group: page.GridGroup, Not: unless(aResult, missing("Choose a cell of the column first; the keys stay at the left anyway.", func(m *Model) bool { return m.Grid != nil && m.Grid.Column != "" && !grid.IsKey(m.Grid.Column) }))(m), Do: page.OnQuery(grid.ColumnPinPressed{})},
		{ID: "delete-many", Title: "Delete the selected entities, or all that the query finds…", Words: "remove bulk", Group: page.GridGroup, Not: unless(aResult, writable)(m), Do: page.OnQuery(bulk.RemovePressed{})},
		{ID: "clear-table", Title: "Clear the table…", Words: "empty delete all entities", Group: page.TableGroup, Not: unless(aTable, writable)(m), Do: page.OnQuery(bulk.RemovePressed{What: bulk.RemoveAll})},
		{ID: "plain-table", Title: "Show the result as a plain table, or as the grid", Words: "accessible screen reader browser find", Group: page.GridGroup, Not: aResult(m), Do: page.OnQuery(grid.PlainToggled{})},
		{ID: "entity-json", Title: "Show the entity as JSON", Words: "inspector", Group: page.EditGroup, Not: missing("No entity is open in the inspector.", func(m *Model) bool { return m.Inspector.Mode != edit.Idle && m.Lens != nil })(m), Do: page.OnQuery(inspector.LensChosen{View: inspector.JSONView})},
		{ID: "decode", Title: "Decode the current value", Words: "base64 ticks guid json", Group: page.EditGroup, Not: missing("No entity is open in the inspector.", func(m *Model) bool { return m.Inspector.Mode != edit.Idle && m.Lens != nil })(m), Do: page.OnQuery(inspector.LensChosen{View: inspector.DecodeView})},
		{ID: "zone", Title: "Time zone of DateTime columns…", Words: "utc local", Group: page.GridGroup, Not: aResult(m), Do: page.OnQuery(grid.ColumnsPressed{})},
		{ID: "columns-reset", Title: "Show the columns as they come", Words: "reset layout", Group: page.GridGroup, Not: aResult(m), Do: page.OnQuery(grid.ColumnsReset{})},
		{ID: "service-order", Title: "Back to key order", Words: "sort service", Group: page.GridGroup, Not: missing("The result is in key order.", func(m *Model) bool { return m.Grid != nil && m.Grid.Order != nil })(m), Do: page.OnQuery(grid.SortEnded{})},
	}
}
