package shell

import (
	"slices"

	"rangefinder/app/accounts"
	"rangefinder/app/builder"
	"rangefinder/app/bulk"
	"rangefinder/app/code"
	"rangefinder/app/copies"
	"rangefinder/app/copyto"
	"rangefinder/app/count"
	"rangefinder/app/edit"
	"rangefinder/app/files"
	"rangefinder/app/grid"
	"rangefinder/app/guide"
	"rangefinder/app/history"
	"rangefinder/app/inspector"
	"rangefinder/app/move"
	"rangefinder/app/notices"
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/queries"
	"rangefinder/app/queryline"
	"rangefinder/app/requests"
	"rangefinder/app/result"
	"rangefinder/app/review"
	"rangefinder/app/settings"
	"rangefinder/app/simulator"
	"rangefinder/app/tables"
	"rangefinder/app/workload"
	"rangefinder/filterlang"
)

// What commands wait for.
var (
	aTable     = missing("No table is open.", func(m *Model) bool { return m.Query.Table != "" })
	aHomeTable = unless(aTable, missing("The table is of an account; this works on tables of this browser.", func(m *Model) bool { return m.Query.Source == "" }))
	anEntity   = missing("No entity is open in the inspector.", func(m *Model) bool { return m.Inspector.Mode == edit.Editing })
	edits      = missing("Nothing is being edited.", func(m *Model) bool { return m.Inspector.Dirty() })
	noLoad     = missing("Something is being loaded.", func(m *Model) bool { return m.Tables.Loading == nil })
	writable   = (*Model).ReadOnly
)

// Commands returns all of them, as things are now.
func Commands(m *Model) []page.Command {
	v := m.View()
	return slices.Concat(
		queryCommands(m),
		openingCommands(m),
		m.Tabs.Commands(noTabs(m)),
		thenCommands(m),
		gridCommands(m),
		gridToolCommands(m),
		editCommands(m),
		tableCommands(m),
		tableToolCommands(m),
		sourceCommands(m),
		m.Course.Commands(v),
		simulator.Commands(),
		pendingCommands(m),
		manyCommands(m),
		groupCommands(m),
		m.Lab.Commands(v),
		workload.Commands(),
		pageCommands(m),
		guide.Commands(),
	)
}

// aPlan is wanted by what tells of one: a filter that is refused has none.
var aPlan = unless(aTable, missing("The filter has no plan yet.", func(m *Model) bool { return m.Plan.Plan != nil }))

var aPlanOrFull = func(m *Model) string {
	if m.PlanFull {
		return ""
	}
	return aPlan(m)
}

func queryCommands(m *Model) []page.Command {
	return []page.Command{
		{ID: "run", Title: "Run the query", Words: "execute go", Group: page.QueryGroup, Keys: []string{"Ctrl+Enter", "Shift+Enter"}, Place: "in the editor", Not: aTable(m), Do: page.OnQuery(page.RunPressed{})},
		{ID: "stop", Title: "Stop the run, and keep what was found", Words: "cancel abort", Group: page.QueryGroup, Not: missing("No query is running.", func(m *Model) bool { return m.Grid.Result.Running })(m), Do: []page.Msg{result.StopPressed{}}},
		{ID: "editor", Title: "Go to the filter", Words: "editor focus", Group: page.QueryGroup, Keys: []string{"Alt+1"}, Do: []page.Msg{EditorWanted{}}},
		{ID: "clear-filter", Title: "Clear the filter", Words: "empty reset", Group: page.QueryGroup, Not: missing("The filter is empty.", func(m *Model) bool { return m.Query.Filter != "" })(m), Do: page.OnQuery(page.FilterSet{})},
		{ID: "tidy", Title: "Format the filter", Words: "tidy pretty print beautify spaces brackets", Group: page.QueryGroup, Not: missing("The filter is empty.", func(m *Model) bool { return m.Query.Filter != "" })(m), Do: page.OnQuery(queryline.FilterTidied{})},
		{ID: "comment", Title: "Comment out the selected lines, or take that back", Words: "// slash remark note switch off", Group: page.QueryGroup, Keys: []string{"Ctrl+/"}, Place: "in the editor", Do: page.OnQuery(queryline.CommentWanted{})},
		{ID: "run-selection", Title: "Run the selected part of the filter, in a tab of its own", Words: "selection execute highlighted", Group: page.QueryGroup, Not: aTable(m), Do: page.OnQuery(queryline.SelectionWanted{})},
		{ID: "why", Title: "Show or hide why: what each clause does", Words: "plan explain clauses", Group: page.QueryGroup, Do: page.OnQuery(plan.WhyToggled{})},
		{ID: "plan-full", Title: "Full-window plan on or off", Words: "full screen maximize large why", Group: page.QueryGroup, Not: aPlanOrFull(m), Do: page.OnQuery(plan.PlanFilled{})},
		{ID: "beside", Title: "Keep this query beside, to compare it with another", Words: "side by side two plans pin", Group: page.QueryGroup, Not: aTable(m), Do: page.OnQuery(page.BesidePressed{})},
		{ID: "hints", Title: "Show or hide the hints", Words: "light bulb rewrite advice", Group: page.QueryGroup, Not: missing("There are no hints for this filter.", func(m *Model) bool { return m.Plan.Explain != nil && len(m.Plan.Explain.Findings) > 0 })(m), Do: page.OnQuery(plan.BulbToggled{})},
		{ID: "map-out", Title: "Zoom the key map out", Group: page.QueryGroup, Not: missing("The key map shows the whole table.", func(m *Model) bool { return m.Map.Zoom.To > 0 })(m), Do: page.OnQuery(plan.MapZoomedOut{})},
		{ID: "save-query", Title: "Save this query…", Words: "keep name bookmark", Group: page.QueryGroup, Not: aTable(m), Do: []page.Msg{page.SaveQueryPressed{}}},
		{ID: "builder", Title: "Show or hide the builder", Words: "clauses form", Group: page.QueryGroup, Do: page.OnQuery(builder.Toggled{})},
		{ID: "from-row", Title: "Ask for the selected entity by its keys", Words: "point query row", Group: page.QueryGroup, Not: anEntity(m), Do: page.OnQuery(builder.FilterFromRow{})},
		{ID: "code", Title: "Show the request, and the query as code…", Words: "http curl c# go javascript python java az", Group: page.QueryGroup, Not: aTable(m), Do: page.OnQuery(page.CodePressed{})},
		{ID: "copy-markdown", Title: "Copy the query as Markdown", Words: "clipboard share rows", Group: page.QueryGroup, Not: aPlan(m), Do: page.OnQuery(code.MarkdownPressed{})},
		{ID: "copy-plan", Title: "Copy the plan as text", Words: "clipboard explain", Group: page.QueryGroup, Not: aPlan(m), Do: page.OnQuery(code.PlanTextPressed{})},
		{ID: "save-plan", Title: "Save the plan as a picture", Words: "svg image download", Group: page.QueryGroup, Not: aPlan(m), Do: page.OnQuery(code.PlanDrawPressed{})},
		{ID: "history", Title: "Show the queries that were run…", Words: "last recent before", Group: page.QueryGroup, Do: []page.Msg{history.HistoryPressed{}}},
		{ID: "copy-filter", Title: "Copy the filter", Words: "clipboard", Group: page.QueryGroup, Not: missing("The filter is empty.", func(m *Model) bool { return m.Query.Filter != "" })(m), Do: []page.Msg{page.CopyPressed{Text: sent(m.Query.Filter), What: "the filter"}}},
		{ID: "complete", Title: "Complete", Group: page.QueryGroup, Keys: []string{"Ctrl+Space"}, Place: "in the editor"},
		{ID: "undo-text", Title: "Undo, including a rewrite or a drag", Group: page.QueryGroup, Keys: []string{"Ctrl+Z"}, Place: "in the editor"},
		{ID: "leave-editor", Title: "Leave it while completion is open", Group: page.QueryGroup, Keys: []string{"Escape, then Tab"}, Place: "in the editor"},
		{ID: "plan-back", Title: "Exit full-window plan", Group: page.QueryGroup, Keys: []string{"Escape"}, Place: "in the plan"},
		{ID: "map-keys", Title: "Move, extend, filter, zoom in, zoom out", Group: page.QueryGroup, Keys: []string{"Arrows", "Shift+Arrows", "Enter", "Z", "Escape"}, Place: "in the key map"},
	}
}

func gridCommands(m *Model) []page.Command {
	return []page.Command{
		{ID: "grid", Title: "Go to the grid", Words: "focus result", Group: page.GridGroup, Keys: []string{"Alt+2"}, Do: []page.Msg{PaneWanted{"grid"}}},
		{ID: "grid-move", Title: "Move; with Ctrl to the ends", Group: page.GridGroup, Keys: []string{"Arrows", "Home", "End", "Page Up", "Page Down"}, Place: "in the grid"},
		{ID: "grid-open", Title: "Open the entity in the inspector; again: edit the value there", Group: page.GridGroup, Keys: []string{"Enter"}, Place: "in the grid"},
		{ID: "grid-edit", Title: "Edit the value in its cell; a letter or digit begins another value", Words: "change cell", Group: page.GridGroup, Keys: []string{"F2", "Double click", "A…Z 0…9"}, Place: "in the grid", Not: unless(aResult, writable, missing("Choose a cell of the grid first.", func(m *Model) bool { return m.Grid.Result.Line >= 0 }))(m), Do: page.OnQuery(page.CellWanted{})},
		{ID: "grid-sort", Title: "Sort by a column: ascending, descending, back; open its menu", Group: page.GridGroup, Keys: []string{"Enter", "Alt+↓"}, Place: "in a header"},
		{ID: "grid-edit-end", Title: "Keep it; keep it and go to the next cell; cancel", Group: page.GridGroup, Keys: []string{"Enter", "Tab", "Escape"}, Place: "in a cell that is edited"},
		{ID: "grid-delete", Title: "Clear the cells; on a key, delete the entity; delete selected entities", Group: page.GridGroup, Keys: []string{"Delete"}, Place: "in the grid"},
		{ID: "grid-select", Title: "Select several entities, or the whole result", Group: page.GridGroup, Keys: []string{"Shift+↑ ↓", "Shift+Page Up", "Shift+Page Down", "Ctrl+A"}, Place: "in the grid"},
		{ID: "grid-cells", Title: "Select cells; where rows are selected, these columns of them", Group: page.GridGroup, Keys: []string{"Shift+← →", "Drag"}, Place: "in the grid"},
		{ID: "grid-copy", Title: "Copy the cell, the selected cells, or the selected entities", Group: page.GridGroup, Keys: []string{"Ctrl+C"}, Place: "in the grid"},
		{ID: "grid-copy-line", Title: "Copy the row", Group: page.GridGroup, Keys: []string{"Ctrl+Shift+C"}, Place: "in the grid"},
		{ID: "paste", Title: "Paste values into the cells from the current one on; import rows with keys", Group: page.GridGroup, Keys: []string{"Ctrl+V"}},
	}
}

func editCommands(m *Model) []page.Command {
	return []page.Command{
		{ID: "inspector", Title: "Go to the inspector", Words: "focus entity", Group: page.EditGroup, Keys: []string{"Alt+4"}, Do: []page.Msg{PaneWanted{"inspector"}}},
		{ID: "new-entity", Title: "New entity", Words: "add insert", Group: page.EditGroup, Not: unless(aTable, writable)(m), Do: page.OnQuery(page.NewEntityPressed{})},
		{ID: "duplicate", Title: "Duplicate the entity", Words: "copy clone", Group: page.EditGroup, Keys: []string{"Ctrl+D"}, Place: "in the grid and the inspector", Not: unless(anEntity, writable)(m), Do: page.OnQuery(inspector.DuplicatePressed{})},
		{ID: "save-entity", Title: "Commit the entity, or add it to the changes", Words: "save", Group: page.EditGroup, Keys: []string{"Ctrl+S"}, Place: "in the inspector", Not: unless(edits, writable)(m), Do: page.OnQuery(inspector.SavePressed{})},
		{ID: "revert-entity", Title: "Throw away the edits of the entity", Words: "revert cancel discard", Group: page.EditGroup, Not: edits(m), Do: page.OnQuery(inspector.RevertPressed{})},
		{ID: "delete-entity", Title: "Delete the entity", Words: "remove", Group: page.EditGroup, Not: unless(anEntity, writable)(m), Do: page.OnQuery(inspector.DeletePressed{})},
		{ID: "close-inspector", Title: "Close the inspector", Group: page.EditGroup, Not: missing("The inspector is empty.", func(m *Model) bool { return m.Inspector.Mode != edit.Idle || m.Inspector.Open })(m), Do: page.OnQuery(inspector.InspectorClosed{})},
	}
}

func tableCommands(m *Model) []page.Command {
	return []page.Command{
		{ID: "new-table", Title: "New table…", Words: "create add", Group: page.TableGroup, Not: writable(m), Do: []page.Msg{page.NewTablePressed{}}},
		{ID: "generate", Title: "Generate data…", Words: "make random test", Group: page.TableGroup, Not: noLoad(m), Do: []page.Msg{page.GeneratePressed{}}},
		{ID: "import", Title: "Import a file…", Words: "open load csv json upload", Group: page.TableGroup, Do: []page.Msg{page.ImportPressed{}}},
		{ID: "export", Title: "Export…", Words: "download file csv json save", Group: page.TableGroup, Not: aTable(m), Do: []page.Msg{files.ExportPressed{}}},
		{ID: "export-workspace", Title: "Export everything to a workspace file", Words: "backup download save all", Group: page.TableGroup, Do: []page.Msg{files.WorkspaceExported{}}},
		{ID: "delete-table", Title: "Delete this table…", Words: "drop remove", Group: page.TableGroup, Not: unless(aTable, writable)(m), Do: []page.Msg{page.DeleteTablePressed{Table: m.Query.Table}}},
		{ID: "stop-load", Title: "Stop what is being loaded", Words: "cancel", Group: page.TableGroup, Not: missing("Nothing is being loaded.", func(m *Model) bool { return m.Tables.Loading != nil })(m), Do: []page.Msg{page.LoadStopPressed{}}},
		{ID: "snapshots", Title: "Snapshots, undo and storage…", Words: "checkpoint restore backup keep", Group: page.TableGroup, Do: []page.Msg{files.SnapshotsPressed{}}},
		{ID: "take-back", Title: "Undo the last change of tables", Words: "back", Group: page.TableGroup, Not: missing("There is nothing to undo.", func(m *Model) bool { return len(m.Undos) > 0 })(m), Do: []page.Msg{page.TakeBackPressed{ID: lastUndo(m)}}},
		{ID: "share", Title: "Share a link to this table and query…", Words: "url embed", Group: page.TableGroup, Not: aTable(m), Do: []page.Msg{page.SharePressed{}}},
		{ID: "drawer", Title: "Show the list of tables", Words: "side bar menu", Group: page.TableGroup, Do: []page.Msg{PaneWanted{"side"}}},
	}
}

var (
	liveSource = missing("No account is on screen.", func(m *Model) bool { return m.Live() != nil })
	aCopy      = unless(aHomeTable, missing("The table is not a copy of an account's.", func(m *Model) bool { return m.Copies.Copy(m.Query.Table) != nil }))
)

func sourceCommands(m *Model) []page.Command {
	return []page.Command{
		{ID: "connect", Title: "Connect an account…", Words: "azure storage connection string live", Group: page.SourceGroup, Do: []page.Msg{accounts.ConnectPressed{}}},
		{ID: "accounts", Title: "Ask the server again for its accounts", Words: "refresh reload", Group: page.SourceGroup, Not: missing("The server is being asked.", func(m *Model) bool { return !m.Sources.Asked })(m), Do: []page.Msg{accounts.SourcesWanted{}}},
		{ID: "list-again", Title: "List the tables of the account again", Words: "refresh reload", Group: page.SourceGroup, Not: unless(liveSource, missing("They are being listed.", func(m *Model) bool { return !m.Live().Listing }))(m), Do: []page.Msg{accounts.LiveListPressed{}}},
		{ID: "lock", Title: "Open or close the lock of the account", Words: "unlock read-only write", Group: page.SourceGroup, Not: unless(liveSource, missing("It is the server's own, which has no lock.", func(m *Model) bool { return m.Account() != nil && m.Account().Live }), missing("The server keeps it read-only.", func(m *Model) bool { return m.Account() != nil && !m.Account().Locked }))(m), Do: []page.Msg{accounts.LockPressed{}}},
		{ID: "count", Title: "Count entities of this table of the account…", Words: "how many number total cost request units", Group: page.SourceGroup, Not: unless(liveSource, aTable)(m), Do: []page.Msg{count.Pressed{}}},
		{ID: "count-stats", Title: "Statistics of this table of the account…", Words: "size bytes properties kinds census partitions cost", Group: page.SourceGroup, Not: unless(liveSource, aTable)(m), Do: []page.Msg{count.StatsPressed{}}},
		{ID: "pull", Title: "Pull a copy of this table…", Words: "download sync copy", Group: page.SourceGroup, Not: unless(liveSource, aTable, noLoad)(m), Do: []page.Msg{page.PullPressed{Table: m.Query.Table}}},
		{ID: "copy-info", Title: "Show this copy: pull again, compare, push…", Words: "sync", Group: page.SourceGroup, Not: aCopy(m), Do: []page.Msg{copies.Opened{Table: m.Query.Table}}},
		{ID: "compare", Title: "Compare this table with another…", Words: "diff difference", Group: page.SourceGroup, Not: unless(aTable, noLoad)(m), Do: []page.Msg{copies.ComparePressed{Table: m.Query.Table}}},
		{ID: "push", Title: "Push the changes of this copy…", Words: "upload sync", Group: page.SourceGroup, Not: unless(aCopy, noLoad)(m), Do: []page.Msg{page.PushPressed{Table: m.Query.Table}}},
		{ID: "conflicts", Title: "Show the conflicts of this copy…", Words: "merge theirs", Group: page.SourceGroup, Not: aCopy(m), Do: []page.Msg{copies.ConflictsPressed{Table: m.Query.Table}}},
		{ID: "requests", Title: "Show the requests of applications and of this page…", Words: "feed log http", Group: page.SourceGroup, Not: missing("This page has no server that tells of requests.", func(m *Model) bool { return m.Requests.Feed || m.Sources.Has })(m), Do: []page.Msg{requests.Pressed{}}},
		{ID: "connection", Title: "Copy the connection string for applications", Words: "endpoint sdk app key url emulator devstoreaccount1", Group: page.SourceGroup, Not: missing("This page has no server with an account for applications.", func(m *Model) bool { return m.Sources.Connection() != "" })(m), Do: []page.Msg{page.CopyPressed{What: "the connection string", Text: m.Sources.Connection()}}},
	}
}

// pendings is what the commands about pending changes wait for.
var pendings = missing("Nothing is pending.", func(m *Model) bool { return m.Pending != nil && len(m.Pending.Changes) > 0 })

func pendingCommands(m *Model) []page.Command {
	return []page.Command{
		{ID: "pending-undo", Title: "Undo the last pending change, or the last commit", Words: "back", Group: page.EditGroup, Keys: []string{"Ctrl+Z"}, Not: missing("There is nothing to undo.", func(m *Model) bool { return m.Pending != nil && m.Pending.Undoable() })(m), Do: []page.Msg{review.PendingUndone{}}},
		{ID: "pending-redo", Title: "Redo the pending change, or the commit, that was undone", Words: "again", Group: page.EditGroup, Keys: []string{"Ctrl+Y", "Ctrl+Shift+Z"}, Not: missing("There is nothing to redo.", func(m *Model) bool { return m.Pending != nil && m.Pending.Redoable() })(m), Do: []page.Msg{review.PendingRedone{}}},
		{ID: "review", Title: "Review the pending changes…", Words: "diff batch requests", Group: page.EditGroup, Not: pendings(m), Do: []page.Msg{review.ReviewPressed{}}},
		{ID: "commit", Title: "Commit all pending changes", Words: "save write batch transaction", Group: page.EditGroup, Not: pendings(m), Do: []page.Msg{review.CommitPressed{}}},
		{ID: "discard", Title: "Discard the pending changes", Words: "throw away drop", Group: page.EditGroup, Not: pendings(m), Do: []page.Msg{review.PendingDiscarded{}}},
		{ID: "commit-form", Title: "Commit the form of the inspector alone, at once", Words: "save now", Group: page.EditGroup, Not: unless(missing("No entity is open in the inspector.", func(m *Model) bool { return m.Inspector.Mode != edit.Idle }), writable)(m), Do: page.OnQuery(inspector.SaveNowPressed{})},
	}
}

func groupCommands(m *Model) []page.Command {
	return []page.Command{
		{ID: "group", Title: "Build an entity group transaction…", Words: "batch egt", Group: page.EditGroup, Not: unless(aTable, writable)(m), Do: []page.Msg{review.GroupPressed{}}},
	}
}

func manyCommands(m *Model) []page.Command {
	return []page.Command{
		{ID: "edit-many", Title: "Change a property of many entities…", Words: "bulk set rename remove retype mass update", Group: page.EditGroup, Not: unless(missing("There is no result to change.", func(m *Model) bool { return m.Grid.Result.Reply != nil && m.Grid.Result.Reply.Lines > 0 }), writable)(m), Do: []page.Msg{bulk.ManyPressed{}}},
		{ID: "paste-entity", Title: "Paste an entity as JSON…", Words: "new insert", Group: page.EditGroup, Not: unless(aTable, writable)(m), Do: []page.Msg{inspector.PasteJSONPressed{}}},
	}
}

func pageCommands(m *Model) []page.Command {
	return []page.Command{
		{ID: "palette", Title: "Search commands, tables and queries", Group: page.PageGroup, Keys: []string{"Ctrl+K", "F1"}},
		{ID: "panes", Title: "Next pane; with Shift the one before", Group: page.PageGroup, Keys: []string{"F6", "Shift+F6"}},
		{ID: "side-keys", Title: "Move from line to line, within a line, to the ends", Group: page.PageGroup, Keys: []string{"Up", "Down", "Left", "Right", "Home", "End"}, Place: "in the list of tables"},
		{ID: "plan", Title: "Go to the plan", Words: "focus why", Group: page.PageGroup, Keys: []string{"Alt+3"}, Do: []page.Msg{PaneWanted{"why"}}},
		{ID: "settings", Title: "Settings…", Words: "options preferences configure", Group: page.PageGroup, Keys: []string{"Ctrl+,"}, Do: []page.Msg{settings.Pressed{}}},
		{ID: "shortcuts", Title: "Show the keys", Words: "shortcuts keyboard help", Group: page.PageGroup, Keys: []string{"?"}, Do: []page.Msg{ShortcutsPressed{}}},
		{ID: "colours", Title: "Change the colours: system, light, dark", Words: "theme colors night", Group: page.PageGroup, Do: []page.Msg{ThemePressed{}}},
		{ID: "bring-back", Title: "Undo (from the message)", Words: "undo bring back", Group: page.PageGroup, Not: missing("There is no message with something to undo.", func(m *Model) bool { return m.Notice != nil && m.Notice.Offers() })(m), Do: []page.Msg{notices.UndoPressed{}}},
	}
}

func openingCommands(m *Model) []page.Command {
	return []page.Command{
		{ID: "opening", Title: "Use this query whenever this table is opened", Words: "default start first query", Group: page.QueryGroup, Not: unless(aTable, missing("A lesson says how its tables are opened.", func(m *Model) bool { return m.Course.Lesson == nil }))(m), Do: page.OnQuery(queries.OpeningKept{})},
		{ID: "opening-drop", Title: "Open this table without a query of its own", Words: "default forget first query", Group: page.QueryGroup, Not: unless(aTable, missing("It has none.", func(m *Model) bool { return m.opening(m.Query.Source, m.Query.Table) != nil }))(m), Do: page.OnQuery(queries.OpeningDropped{})},
	}
}

// lastUndo is the name of what was done last and can be taken back, "" for nothing.
func lastUndo(m *Model) string {
	if len(m.Undos) == 0 {
		return ""
	}
	return m.Undos[0].ID
}

func thenCommands(m *Model) []page.Command {
	return []page.Command{
		{ID: "then", Title: "Check in the browser what the service does not know", Words: "contains endswith client-side like search text step", Group: page.QueryGroup, Not: aTable(m), Do: page.OnQuery(queryline.ThenOpened{})},
		{ID: "then-off", Title: "Remove client-side step", Words: "contains client-side", Group: page.QueryGroup, Not: missing("There is no such step.", func(m *Model) bool { return m.Query.Then != "" || m.Query.ThenOpen })(m), Do: page.OnQuery(page.ThenClosed{})},
	}
}

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

// movable is wanted by what tells how a table would move to Azure Cosmos DB.
var movable = unless(aHomeTable, missing("The table is a copy of one of Azure Cosmos DB.", func(m *Model) bool { return queryline.CopiedFrom(m.Copies.Copy(m.Query.Table)) != filterlang.Cosmos }))

func tableToolCommands(m *Model) []page.Command {
	return []page.Command{
		{ID: "clone-table", Title: "Clone this table…", Words: "copy duplicate rename move", Group: page.TableGroup, Not: unless(aHomeTable, noLoad)(m), Do: []page.Msg{page.ClonePressed{Table: m.Query.Table}}},
		{ID: "copy-to", Title: "Copy this table to an account or another table…", Words: "deploy transfer upload migrate push put write account", Group: page.TableGroup, Not: unless(aTable, noLoad)(m), Do: []page.Msg{copyto.Pressed{}}},
		{ID: "copy-result-to", Title: "Copy this result to an account or another table…", Words: "deploy transfer upload entities query put write account", Group: page.TableGroup, Not: unless(aTable, noLoad, missing("There is no result.", func(m *Model) bool { r := m.Grid.Result; return r.Reply != nil && !r.Running && m.Grid.Lines() > 0 }))(m), Do: []page.Msg{copyto.Pressed{Result: true}}},
		{ID: "stats", Title: "Show the statistics of this table", Words: "size count bytes entities partitions census properties", Group: page.TableGroup, Not: aHomeTable(m), Do: []page.Msg{tables.StatsPressed{Table: m.Query.Table}}},
		{ID: "move", Title: "Would this table move to Azure Cosmos DB?…", Words: "migrate cosmos limits order names cost request units compare engines", Group: page.TableGroup, Not: movable(m), Do: []page.Msg{move.Pressed{Table: m.Query.Table}}},
	}
}
