// Package querytabs is the queries that are open at once, each in a tab. In reading order:
//
//	model.go   Tab, Model: the open queries, and how this browser keeps them
//	start.go   what was open in this window, and in windows that are gone
//	update.go  opening, closing, ordering and naming them; Follow keeps what the page shows in the tab on screen
//	held.go    results of queries that are not on screen
//	view.go    Bar, its keys, and the dialog that names a tab
//
// Model and Update are pure. How a tab comes on screen is the page's: Update asks for it by Show.
package querytabs
