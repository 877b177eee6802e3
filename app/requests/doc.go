// Package requests is the panel of requests: what applications ask of the server's Table endpoint, and what this page asks of accounts.
// In reading order:
//
//	model.go     Model, and Shown, the open panel; Update
//	feed.go      Request and Shape, as the server tells of them
//	exchanges.go Exchange, one attempt at a request of this page and its answer, without what could open an account
//	faults.go    Faults, what the server does to requests on purpose
//	har.go       HAR, exchanges as an archive
//	view.go      Panel, the drawing; view_exchanges.go view_faults.go
//
// Model and Update are pure.
package requests
