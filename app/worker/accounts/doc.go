// Package accounts holds what the worker read of accounts behind the page's server. In reading order:
//
//	tally.go  Tally: what was seen of a table, property by property, and a few of its entities
//	rows.go   Rows: the entities of a result, page by page as they came
package accounts
