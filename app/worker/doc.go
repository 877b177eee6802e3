// Package worker is the protocol between the page and the worker that holds the engine, and both its ends. In reading order:
//
//	protocol.go protocol_files.go protocol_live.go protocol_sync.go protocol_partitions.go protocol_lessons.go
//	             the messages as plain structs
//	frame.go     the envelope: one JSON object a message, requests numbered by the sender
//	inbox.go     what lies between a port's callback and the goroutine that reads
//	client.go    Client: the page's end; progress, events and cancel
//	requests.go requests_files.go requests_live.go requests_sync.go requests_partitions.go
//	requests_lessons.go
//	             its methods, one a request
//	serve.go     Serve: the worker's end; a goroutine a request, breathing, cancel, panics
//	workspace.go what the servers of several pages share
//	host.go      Host: Serve over tables that are kept, and that all tabs share
//	tabs.go      what tabs say to each other
//	relay.go     a page's messages on their way to whoever serves it, and what becomes of them when that is lost
//	failure.go   errors as they cross
//	tables.go edit.go explain.go keymap.go run.go window.go load.go
//	             the requests by subject; lines.go counts grid lines, changes.go gathers change events
//	import.go importslice.go
//	             files in, slice by slice: importreport.go keeps what was refused, importundo.go takes an import back,
//	             importdocument.go joins documents, inspect.go shows beforehand
//	export.go copyrows.go adopt.go storedfile.go
//	             files, clipboard texts and links out; a link's table in
//	partitions.go kinds.go recount.go
//	             the partition list with its histogram; what entities there are; what the census estimates, counted
//	live.go liverun.go liverows.go
//	             the requests about accounts behind the server: page by page, and nothing counted that was not read
//	sync.go compare.go
//	             copies of their tables: pull, push, conflicts; differences
//	room.go lessons.go
//	             lessons: their data in a room beside the workspace, where all handlers work as they are
//	checkpoint.go undo.go document.go storage.go
//	             what is kept beside the tables
//	pipe.go      Pipe: two connected ports in one process, for tests
//
// Data flows one way: the page sends a request, the worker answers with any number of progress messages and then one reply
// or one error. A change event follows every commit. Nothing that grows with a table crosses: rows come in windows of at
// most MaxWindow. A request can be cancelled; its reply is then the error "Canceled".
package worker
