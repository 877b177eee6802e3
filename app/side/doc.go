// Package side is the bar at the left: the sources, the tables of the one on screen, saved queries, lessons and samples. In reading order:
//
//	model.go  Model: what is known of the tables of this browser, and what of them is listed
//	list.go   TablesOf, the window of the tables that is on screen; Update: it is searched and gone through
//	view.go view_sources.go
//	          Panel, the bar; Key, what a key does in the list
//	roving.go the keyboard in the lists, which are one stop of the Tab key
//
// What tables there are, and which is on screen, the page decides: it replaces the Model. Update is pure.
package side
