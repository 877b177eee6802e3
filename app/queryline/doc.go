// Package queryline is the filter as it is typed, with $select, $top and the step in the browser: what it comes to, which plan it has,
// and what is asked of the worker for its numbers. In reading order:
//
//	query.go     Query, what stands in the line, and the request that it makes
//	model.go     Line, the query with its plan, the key map and the number of its text
//	message.go   what is typed and pressed, and what the worker told
//	requests.go  what is asked of the worker
//	update.go    Line.Update
//	ask.go       a text is planned, and its numbers come
//	rest.go      a text that is no filter yet, and a pause
//	sql.go       a statement becomes a filter
//	rewrite.go   a rewrite becomes the filter
//	then.go      the step that this browser does
//	run.go       whether the line can be run, and a part of it
//	map.go       the key map under the pointer
//	profile.go   which engine answers
//	view.go view_fields.go view_table.go
//	             the panel, its fields, and what stands above them about the table
//
// How the plan is drawn is in package plan, what the editor underlines and offers in package editor.
package queryline
