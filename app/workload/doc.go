// Package workload is the screen of what an application asks: logs of a Table service, read into shapes of queries, the most expensive
// first. Package engine/workload reads logs; the worker runs it. In reading order:
//
//	model.go         Model: the logs on screen, what is open; messages and commands
//	update.go        Update: logs that are given, read, compared and taken to the design lab
//	change.go        Changes: what is different between two logs
//	words.go         numbers and times in words
//	kinds.go         the logs that are read, with an example of each; what is told when one cannot be
//	view.go          Panel, the drawing: the logs with their time lines; the empty screen
//	view_shapes.go   the shapes, and what is behind one
//	view_changes.go  what is different
//
// Model and Update are pure. A log stays in the page: nothing of it is kept, and a reload forgets it. What the query line, the import
// and the lab do is asked for by wishes of page.
package workload
