package state

import (
	"rangefinder/app/accounts"
	"rangefinder/app/builder"
	"rangefinder/app/bulk"
	"rangefinder/app/code"
	"rangefinder/app/copies"
	"rangefinder/app/count"
	"rangefinder/app/edit"
	"rangefinder/app/files"
	"rangefinder/app/history"
	"rangefinder/app/inspector"
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/queries"
	"rangefinder/app/queryline"
	"rangefinder/app/requests"
	"rangefinder/app/result"
	"rangefinder/app/review"
)

// aPlan is wanted by what tells of one: a filter that is refused has none.
var aPlan = unless(aTable, missing("The filter has no plan yet.", func(m *Model) bool { return m.Plan.Plan != nil }))

var aPlanOrFull = func(m *Model) string {
	if m.PlanFull {
		return ""
	}
	return aPlan(m)
}

var queryCommands = []Command{
	{ID: "run", Title: "Run the query", Words: "execute go", Group: QueryGroup, Keys: []string{"Ctrl+Enter", "Shift+Enter"}, Place: "in the editor", Not: aTable, Do: onQuery(RunPressed{})},
	{ID: "stop", Title: "Stop the run, and keep what was found", Words: "cancel abort", Group: QueryGroup, Not: missing("No query is running.", func(m *Model) bool { return m.Grid.Result.Running }), Do: always(result.StopPressed{})},
	{ID: "editor", Title: "Go to the filter", Words: "editor focus", Group: QueryGroup, Keys: []string{"Alt+1"}, Do: always(EditorWanted{})},
	{ID: "clear-filter", Title: "Clear the filter", Words: "empty reset", Group: QueryGroup, Not: missing("The filter is empty.", func(m *Model) bool { return m.Query.Filter != "" }), Do: onQuery(FilterSet{})},
	{ID: "tidy", Title: "Tidy the filter: one way to write it", Words: "format pretty print beautify spaces brackets", Group: QueryGroup, Not: missing("The filter is empty.", func(m *Model) bool { return m.Query.Filter != "" }), Do: onQuery(queryline.FilterTidied{})},
	{ID: "comment", Title: "Comment out the selected lines, or take that back", Words: "// slash remark note switch off", Group: QueryGroup, Keys: []string{"Ctrl+/"}, Place: "in the editor", Do: onQuery(queryline.CommentWanted{})},
	{ID: "run-selection", Title: "Run the selected part of the filter, in a tab of its own", Words: "selection execute highlighted", Group: QueryGroup, Not: aTable, Do: onQuery(queryline.SelectionWanted{})},
	{ID: "why", Title: "Show or hide why: what each clause does", Words: "plan explain clauses", Group: QueryGroup, Do: onQuery(plan.WhyToggled{})},
	{ID: "plan-full", Title: "Give the plan the whole window, or take it back", Words: "full screen maximize large why", Group: QueryGroup, Not: aPlanOrFull, Do: onQuery(plan.PlanFilled{})},
	{ID: "beside", Title: "Keep this query beside, to compare it with another", Words: "side by side two plans pin", Group: QueryGroup, Not: aTable, Do: onQuery(page.BesidePressed{})},
	{ID: "hints", Title: "Show or hide the hints", Words: "light bulb rewrite advice", Group: QueryGroup, Not: missing("There are no hints for this filter.", func(m *Model) bool { return m.Plan.Explain != nil && len(m.Plan.Explain.Findings) > 0 }), Do: onQuery(plan.BulbToggled{})},
	{ID: "map-out", Title: "Zoom the key map out", Group: QueryGroup, Not: missing("The key map shows the whole table.", func(m *Model) bool { return m.Map.Zoom.To > 0 }), Do: onQuery(plan.MapZoomedOut{})},
	{ID: "save-query", Title: "Save this query…", Words: "keep name bookmark", Group: QueryGroup, Not: aTable, Do: always(page.SaveQueryPressed{})},
	{ID: "builder", Title: "Show or hide the builder", Words: "clauses form", Group: QueryGroup, Do: onQuery(builder.Toggled{})},
	{ID: "from-row", Title: "Ask for the selected entity by its keys", Words: "point query row", Group: QueryGroup, Not: anEntity, Do: onQuery(builder.FilterFromRow{})},
	{ID: "code", Title: "Show the request, and the query as code…", Words: "http curl c# go javascript python java az", Group: QueryGroup, Not: aTable, Do: onQuery(page.CodePressed{})},
	{ID: "copy-markdown", Title: "Copy the query as Markdown", Words: "clipboard share rows", Group: QueryGroup, Not: aPlan, Do: onQuery(code.MarkdownPressed{})},
	{ID: "copy-plan", Title: "Copy the plan as text", Words: "clipboard explain", Group: QueryGroup, Not: aPlan, Do: onQuery(code.PlanTextPressed{})},
	{ID: "save-plan", Title: "Save the plan as a picture", Words: "svg image download", Group: QueryGroup, Not: aPlan, Do: onQuery(code.PlanDrawPressed{})},
	{ID: "history", Title: "Show the queries that were run…", Words: "last recent before", Group: QueryGroup, Do: always(history.HistoryPressed{})},
	{ID: "copy-filter", Title: "Copy the filter", Words: "clipboard", Group: QueryGroup, Not: missing("The filter is empty.", func(m *Model) bool { return m.Query.Filter != "" }), Do: func(m *Model) []Msg { return []Msg{CopyPressed{Text: sent(m.Query.Filter), What: "the filter"}} }},
	{ID: "complete", Title: "Complete", Group: QueryGroup, Keys: []string{"Ctrl+Space"}, Place: "in the editor"},
	{ID: "undo-text", Title: "Undo, also of a rewrite or a drag", Group: QueryGroup, Keys: []string{"Ctrl+Z"}, Place: "in the editor"},
	{ID: "leave-editor", Title: "Leave it while completion is open", Group: QueryGroup, Keys: []string{"Escape, then Tab"}, Place: "in the editor"},
	{ID: "plan-back", Title: "Exit full-window plan", Group: QueryGroup, Keys: []string{"Escape"}, Place: "in the plan"},
	{ID: "map-keys", Title: "Move, extend, filter, zoom in, zoom out", Group: QueryGroup, Keys: []string{"Arrows", "Shift+Arrows", "Enter", "Z", "Escape"}, Place: "in the key map"},
}

var gridCommands = []Command{
	{ID: "grid", Title: "Go to the grid", Words: "focus result", Group: GridGroup, Keys: []string{"Alt+2"}, Do: always(PaneWanted{"grid"})},
	{ID: "grid-move", Title: "Move; with Ctrl to the ends", Group: GridGroup, Keys: []string{"Arrows", "Home", "End", "Page Up", "Page Down"}, Place: "in the grid"},
	{ID: "grid-open", Title: "Open the entity in the inspector", Group: GridGroup, Keys: []string{"Enter"}, Place: "in the grid"},
	{ID: "grid-edit", Title: "Edit the value in its cell; a letter or digit begins another value", Words: "change cell", Group: GridGroup, Keys: []string{"F2", "Double click", "A…Z 0…9"}, Place: "in the grid", Not: unless(aResult, writable, missing("Choose a cell of the grid first.", func(m *Model) bool { return m.Grid.Result.Line >= 0 })), Do: onQuery(page.CellWanted{})},
	{ID: "grid-edit-end", Title: "Keep it; keep it and go to the next cell; take it back", Group: GridGroup, Keys: []string{"Enter", "Tab", "Escape"}, Place: "in a cell that is edited"},
	{ID: "grid-delete", Title: "Delete the entity, as a pending change; selected entities after asking", Group: GridGroup, Keys: []string{"Delete"}, Place: "in the grid"},
	{ID: "grid-select", Title: "Select several entities, or the whole result", Group: GridGroup, Keys: []string{"Shift+Arrows", "Shift+Page Up", "Shift+Page Down", "Ctrl+A"}, Place: "in the grid"},
	{ID: "grid-copy", Title: "Copy the cell, or the selected entities", Group: GridGroup, Keys: []string{"Ctrl+C"}, Place: "in the grid"},
	{ID: "grid-copy-line", Title: "Copy the whole line", Group: GridGroup, Keys: []string{"Ctrl+Shift+C"}, Place: "in the grid"},
	{ID: "paste", Title: "Import rows from the clipboard", Group: GridGroup, Keys: []string{"Ctrl+V"}},
}

var editCommands = []Command{
	{ID: "inspector", Title: "Go to the inspector", Words: "focus entity", Group: EditGroup, Keys: []string{"Alt+4"}, Do: always(PaneWanted{"inspector"})},
	{ID: "new-entity", Title: "New entity", Words: "add insert", Group: EditGroup, Not: unless(aTable, writable), Do: onQuery(NewEntityPressed{})},
	{ID: "duplicate", Title: "Duplicate the entity", Words: "copy clone", Group: EditGroup, Keys: []string{"Ctrl+D"}, Place: "in the grid and the inspector", Not: unless(anEntity, writable), Do: onQuery(inspector.DuplicatePressed{})},
	{ID: "save-entity", Title: "Save the entity", Group: EditGroup, Keys: []string{"Ctrl+S"}, Place: "in the inspector", Not: unless(edits, writable), Do: onQuery(inspector.SavePressed{})},
	{ID: "revert-entity", Title: "Throw away the edits of the entity", Words: "revert cancel discard", Group: EditGroup, Not: edits, Do: onQuery(inspector.RevertPressed{})},
	{ID: "delete-entity", Title: "Delete the entity", Words: "remove", Group: EditGroup, Not: unless(anEntity, writable), Do: onQuery(inspector.DeletePressed{})},
	{ID: "close-inspector", Title: "Close the inspector", Group: EditGroup, Not: missing("The inspector is empty.", func(m *Model) bool { return m.Inspector.Mode != edit.Idle || m.Inspector.Open }), Do: onQuery(inspector.InspectorClosed{})},
}

var tableCommands = []Command{
	{ID: "new-table", Title: "New table…", Words: "create add", Group: TableGroup, Not: writable, Do: always(NewTablePressed{})},
	{ID: "generate", Title: "Generate data…", Words: "make random test", Group: TableGroup, Not: noLoad, Do: always(GeneratePressed{})},
	{ID: "import", Title: "Import a file…", Words: "open load csv json upload", Group: TableGroup, Do: always(ImportPressed{})},
	{ID: "export", Title: "Export…", Words: "download file csv json save", Group: TableGroup, Not: aTable, Do: always(files.ExportPressed{})},
	{ID: "export-workspace", Title: "Export everything to a workspace file", Words: "backup download save all", Group: TableGroup, Do: always(files.WorkspaceExported{})},
	{ID: "delete-table", Title: "Delete this table…", Words: "drop remove", Group: TableGroup, Not: unless(aTable, writable), Do: onTable(func(t string) Msg { return DeleteTablePressed{Table: t} })},
	{ID: "stop-load", Title: "Stop what is being loaded", Words: "cancel import generate pull", Group: TableGroup, Not: missing("Nothing is being loaded.", func(m *Model) bool { return m.Tables.Loading != nil }), Do: always(LoadStopPressed{})},
	{ID: "snapshots", Title: "Snapshots, undo and storage…", Words: "checkpoint restore backup keep", Group: TableGroup, Do: always(files.SnapshotsPressed{})},
	{ID: "take-back", Title: "Undo the last change of tables", Words: "back", Group: TableGroup, Not: missing("There is nothing to undo.", func(m *Model) bool { return len(m.Undos) > 0 }), Do: func(m *Model) []Msg { return []Msg{page.TakeBackPressed{ID: m.Undos[0].ID}} }},
	{ID: "share", Title: "Share a link to this table and query…", Words: "url embed", Group: TableGroup, Not: aTable, Do: always(SharePressed{})},
	{ID: "drawer", Title: "Show the list of tables", Words: "side bar menu", Group: TableGroup, Do: always(PaneWanted{"side"})},
}

var (
	liveSource = missing("No account is on screen.", func(m *Model) bool { return m.Live() != nil })
	aCopy      = unless(aHomeTable, missing("The table is no copy of an account's.", func(m *Model) bool { return m.Copies.Copy(m.Query.Table) != nil }))
)

var sourceCommands = []Command{
	{ID: "connect", Title: "Connect an account…", Words: "azure storage connection string live", Group: SourceGroup, Do: always(accounts.ConnectPressed{})},
	{ID: "accounts", Title: "Ask the server again for its accounts", Words: "refresh reload", Group: SourceGroup, Not: missing("The server is being asked.", func(m *Model) bool { return !m.Sources.Asked }), Do: always(accounts.SourcesWanted{})},
	{ID: "list-again", Title: "List the tables of the account again", Words: "refresh reload", Group: SourceGroup, Not: unless(liveSource, missing("They are being listed.", func(m *Model) bool { return !m.Live().Listing })), Do: always(accounts.LiveListPressed{})},
	{ID: "lock", Title: "Open or close the lock of the account", Words: "unlock read-only write", Group: SourceGroup, Not: unless(liveSource, missing("The server keeps it read-only.", func(m *Model) bool { return m.Account() != nil && !m.Account().Locked })), Do: always(accounts.LockPressed{})},
	{ID: "count", Title: "Count entities of this table of the account…", Words: "how many number total cost request units", Group: SourceGroup, Not: unless(liveSource, aTable), Do: always(count.Pressed{})},
	{ID: "pull", Title: "Pull a copy of this table…", Words: "download sync copy", Group: SourceGroup, Not: unless(liveSource, aTable, noLoad), Do: onTable(func(t string) Msg { return page.PullPressed{Table: t} })},
	{ID: "copy-info", Title: "Show this copy: pull again, compare, push…", Words: "sync", Group: SourceGroup, Not: aCopy, Do: onTable(func(t string) Msg { return copies.Opened{Table: t} })},
	{ID: "compare", Title: "Compare this table with another…", Words: "diff difference", Group: SourceGroup, Not: unless(aTable, noLoad), Do: onTable(func(t string) Msg { return copies.ComparePressed{Table: t} })},
	{ID: "push", Title: "Push the changes of this copy…", Words: "upload sync", Group: SourceGroup, Not: unless(aCopy, noLoad), Do: onTable(func(t string) Msg { return page.PushPressed{Table: t} })},
	{ID: "conflicts", Title: "Show the conflicts of this copy…", Words: "merge theirs", Group: SourceGroup, Not: aCopy, Do: onTable(func(t string) Msg { return copies.ConflictsPressed{Table: t} })},
	{ID: "requests", Title: "Show the requests of applications and of this page…", Words: "feed log http", Group: SourceGroup, Not: missing("This page has no server that tells of requests.", func(m *Model) bool { return m.Requests.Feed || m.Sources.Has }), Do: always(requests.Pressed{})},
}

// pendings is what the commands about pending changes wait for.
var pendings = missing("Nothing is pending.", func(m *Model) bool { return m.Pending != nil && len(m.Pending.Changes) > 0 })

var pendingCommands = []Command{
	{ID: "pending-undo", Title: "Undo the last pending change, or the last commit", Words: "back", Group: EditGroup, Keys: []string{"Ctrl+Z"}, Not: missing("There is nothing to undo.", func(m *Model) bool { return m.Pending != nil && len(m.Pending.Done)+len(m.Pending.Back) > 0 }), Do: always(review.PendingUndone{})},
	{ID: "pending-redo", Title: "Redo the pending change that was undone", Words: "again", Group: EditGroup, Keys: []string{"Ctrl+Y", "Ctrl+Shift+Z"}, Not: missing("There is nothing to redo.", func(m *Model) bool { return m.Pending != nil && len(m.Pending.Undone) > 0 }), Do: always(review.PendingRedone{})},
	{ID: "review", Title: "Review the pending changes…", Words: "diff batch requests", Group: EditGroup, Not: pendings, Do: always(review.ReviewPressed{})},
	{ID: "commit", Title: "Commit the pending changes", Words: "save write batch transaction", Group: EditGroup, Not: pendings, Do: always(review.CommitPressed{})},
	{ID: "discard", Title: "Discard the pending changes", Words: "throw away drop", Group: EditGroup, Not: pendings, Do: always(review.PendingDiscarded{})},
	{ID: "commit-form", Title: "Commit the form of the inspector alone, at once", Words: "save now", Group: EditGroup, Not: unless(missing("No entity is open in the inspector.", func(m *Model) bool { return m.Inspector.Mode != edit.Idle }), writable), Do: onQuery(inspector.SaveNowPressed{})},
}

var groupCommands = []Command{
	{ID: "group", Title: "Build an entity group transaction…", Words: "batch egt", Group: EditGroup, Not: unless(aTable, writable), Do: always(review.GroupPressed{})},
}

var manyCommands = []Command{
	{ID: "edit-many", Title: "Change a property of many entities…", Words: "bulk set rename remove retype mass update", Group: EditGroup, Not: unless(missing("There is no result to change.", func(m *Model) bool { return m.Grid.Result.Reply != nil && m.Grid.Result.Reply.Lines > 0 }), writable), Do: always(bulk.ManyPressed{})},
	{ID: "paste-entity", Title: "Paste an entity as JSON…", Words: "new insert", Group: EditGroup, Not: unless(aTable, writable), Do: always(inspector.PasteJSONPressed{})},
}

var pageCommands = []Command{
	{ID: "palette", Title: "Search commands, tables and queries", Group: PageGroup, Keys: []string{"Ctrl+K", "F1"}},
	{ID: "panes", Title: "Next pane; with Shift the one before", Group: PageGroup, Keys: []string{"F6", "Shift+F6"}},
	{ID: "plan", Title: "Go to the plan", Words: "focus why", Group: PageGroup, Keys: []string{"Alt+3"}, Do: always(PaneWanted{"why"})},
	{ID: "settings", Title: "Settings…", Words: "options preferences configure", Group: PageGroup, Keys: []string{"Ctrl+,"}, Do: always(SettingsPressed{})},
	{ID: "shortcuts", Title: "Show the keys", Words: "shortcuts keyboard help", Group: PageGroup, Keys: []string{"?"}, Do: always(ShortcutsPressed{})},
	{ID: "colours", Title: "Change the colours: system, light, dark", Words: "theme colors night", Group: PageGroup, Do: always(ThemePressed{})},
	{ID: "bring-back", Title: "Undo (from the message)", Words: "undo bring back", Group: PageGroup, Not: missing("There is no message with something to undo.", func(m *Model) bool {
		return m.Notice != nil && m.Notice.Offers()
	}), Do: always(UndoPressed{})},
}

var openingCommands = []Command{
	{ID: "opening", Title: "Use this query whenever this table is opened", Words: "default start first query", Group: QueryGroup, Not: unless(aTable, missing("A lesson says how its tables are opened.", func(m *Model) bool { return m.Course.Lesson == nil })), Do: onQuery(queries.OpeningKept{})},
	{ID: "opening-drop", Title: "Open this table without a query of its own", Words: "default forget first query", Group: QueryGroup, Not: unless(aTable, missing("It has none.", func(m *Model) bool { return m.opening(m.Query.Source, m.Query.Table) != nil })), Do: onQuery(queries.OpeningDropped{})},
}
