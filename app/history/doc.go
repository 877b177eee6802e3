// Package history is the list of the queries of this browser's tables that were run, and its dialog. Those of accounts are not kept. In
// reading order:
//
//	model.go  Model, Ran: the queries, how this browser keeps them, Remember and Update
//	view.go   Dialog, the drawing
//
// Model, Remember and Update are pure.
package history
