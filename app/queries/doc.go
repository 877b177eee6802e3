// Package queries is the queries that the workspace keeps under a name, and those that tables are opened with. In reading order:
//
//	model.go  Model: the list, how it is read, kept and changed; Update
//	view.go   Dialog, which asks for a name
//
// Model and Update are pure. app/query has the form in which a query is kept.
package queries
