// Package beside keeps a query beside the one on screen, so that two plans are seen together: two filters, one filter on two tables or
// two sources, a text before and after a change. In reading order:
//
//	model.go  Model: the query that is kept, its plan and its numbers; Update and Follow
//	view.go   Panel, the drawing; Difference, in words
//
// The kept query is planned once, when it is taken or given another table; its numbers come from the worker as those of the query on
// screen do, and again when its table changes. A link holds both. Model, Update and Follow are pure.
package beside
