// Package worker is the protocol between the page and the worker that holds the engine, and both its ends. In reading order:
//
//	protocol.go  the messages as plain structs
//	frame.go     the envelope: one JSON object a message, requests numbered by the sender
//	client.go    Client: the page's end; one method a request, plus progress, events and cancel
//	serve.go     Serve: the worker's end; owns the DB and the results that windows are cut from
//	pipe.go      Pipe: two connected ports in one process, for tests
//
// Data flows one way: the page sends a request, the worker answers with any number of progress messages and then one reply
// or one error. A change event follows every commit. Nothing that grows with a table crosses: rows come in windows of at
// most MaxWindow. A request can be cancelled; its reply is then the error "Canceled".
package worker
