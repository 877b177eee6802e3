// Package files is what comes into the browser and goes out of it as a file: imports and exports. What the formats are is in
// engine/interchange; the worker reads and writes them. In reading order:
//
//	model.go       Model: the file being looked at, the file that was made last; Update and Follow
//	import.go      files that were given, and what is chosen for the one being looked at
//	importform.go  Import, the form of that
//	importend.go   what came of an import, and what is done about it
//	export.go      ExportForm; files that are written
//	settings.go    what an export begins with
//	view*.go       Draw, the dialogs
//
// Model and Update are pure. The page hands Update what it may read as a page.View, and carries out what it answers.
package files
