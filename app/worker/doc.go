// Package worker is the worker's end of what package wire declares: handlers of the operations, over an engine.DB. In reading order:
//
//	serve.go     Config and Serve: a goroutine for each request; cancel, panics
//	handlers.go  Handler: who answers an operation, and the list of this package's
//	job.go       Job: a request under way, which lets messages in and tells how far it is
//	workspace.go Workspace: what the servers of several pages share
//	failure.go   errors and panics as they cross
//	tables.go edit.go batch.go explain.go keymap.go run.go window.go
//	             the requests by subject; changes.go gathers change events
//	result.go columns.go lines.go order.go find.go
//	             Result: what a run found, its columns, its lines in an order; sorted, searched
//	storedfile.go
//	             files that a page handed over, and those that it is given
//	accounts.go exchanges.go accountrun.go merge.go
//	             the requests about accounts behind the server: page by page, and nothing counted that was not read
//	warm.go      what a key needs, called before the first key
//	room.go      Room: tables of a lesson's own beside the workspace, where all handlers work unchanged
//	undo.go storage.go
//	             what is kept beside the tables; whether the storage still takes it
//
// A handler takes a Job, which is a request under way, and the request's struct, and returns the reply's. Whatever scans or loads calls
// Job.Pause, which lets messages in and sends progress. Package files has the handlers that take files in and give them out, package lessons
// those of lessons, package copies those of copies of tables, package bulk those that write many entities at once, package study those that
// only read; package operations puts all together. Package accounts holds what was read of an account. Package tabs calls Serve once for
// each page that a tab serves; web/wasm calls it directly for an embedded page, which shares nothing, and so do tests.
package worker
