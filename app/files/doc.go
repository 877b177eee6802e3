// Package files is what comes into the browser and goes out of it: imports and exports, links that bring tables, and snapshots of what
// the browser keeps. What the formats are is in engine/interchange and app/link; the worker reads and writes. In reading order:
//
//	model.go       Model: where the workspace is kept, the file being looked at, the file that was made last; Update and Follow
//	storage.go     where the workspace is kept, and what a person has to know of that
//	snapshots.go   Snapshotting: the workspace under names
//	import.go      files that were given, and what is chosen for the one being looked at
//	importform.go  Import, the form of that
//	importmeet.go  what becomes of rows whose keys the table has
//	importend.go   what came of an import, and what is done about it
//	export.go      ExportForm; files that are written
//	settings.go    what an export begins with
//	share.go       Sharing: a link to what is on screen
//	openlink.go    Opening: what a link brings
//	view*.go       Draw, the dialogs; view_import_columns.go what becomes of each column
//
// Model and Update are pure. The page hands Update what it may read as a page.View, and carries out what it answers.
package files
