// Package wire is what the page and the worker that holds the engine say to each other: the operations, the messages that carry them, and
// the page's end. In reading order:
//
//	op.go        Op: an operation with the types of its request and reply; Call and Do, which the page carries it out with
//	frame.go     Frame: the envelope of every message, one JSON object; requests are numbered by the sender; Progress
//	failure.go   Failure: an error as it crosses, with its codes
//	client.go    Client: the page's end. It sends requests, hands out progress and events, and cancels
//
// The operations have one file for each subject, named as in package worker and those below it. Each is a declaration, followed by the
// structs of its request and its reply:
//
//	tables.go                    tables: list, make, delete, copy; samples and generated tables
//	query.go explain.go keymap.go misses.go
//	                             a query: its plan, what its parts count, the key map, filters near one that takes nothing
//	run.go window.go order.go find.go cellfilters.go
//	                             a run, its result line by line, sorted and searched, and the filters that a cell offers
//	edit.go many.go remove.go    one entity, a group, many at once
//	partitions.go                the partition list, the kinds of entities, what properties hold, counted exactly
//	move.go                      what changes for a table in Azure Cosmos DB for Table
//	files.go clipboard.go        import, export, links, and the clipboard; RescueFrame, what a page whose program has stopped still sends
//	storage.go                   what is kept beside the tables, and where the workspace is kept
//	accounts.go count.go copies.go copyto.go deploy.go
//	                             accounts behind the server: reading on, trying again, counting; copies of their tables: pull, compare, push;
//	                             copies of entities into any table, under the keys of a design too
//	lessons.go lab.go simulator.go workload.go
//	                             lessons, the comparison of key designs, the load simulator, logs of what an application asks
//
// A request names the account it is about by Source: "" is the browser's own tables, any other name is an account behind the page's
// server, which signs for it. Counts of such an account are not known beforehand: they are Unknown, never a guess.
//
// Data flows one way: the page sends a request, the worker answers with any number of progress messages and then one reply or one
// error. A Changed event follows every commit. Nothing that grows with a table crosses: rows come in windows of at most MaxWindow. A
// request can be cancelled; its reply is then the error Canceled.
//
// The page (package shell, and the views of package ui) calls operations, package worker answers them, and package tabs carries frames
// to the tab whose worker holds the tables. An operation is in three places: its declaration here, its handler in package worker,
// and its caller. Field names are those of the JSON, which tabs with different versions of the program exchange.
package wire
