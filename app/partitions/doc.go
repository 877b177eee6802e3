// Package partitions is the screen of a table's partitions: which there are, how their sizes are spread, what kinds of entities
// there are and which properties they have. The worker lists and counts. In reading order:
//
//	model.go    Model: the window of the list, the kinds; Update and Follow
//	recount.go  Recount: exact numbers in the place of those that a census estimates, here and in the statistics of a table
//	facts.go    PropertyFacts, a census in a few lines
//	view.go     Panel, the drawing; Properties, the census as a table
//
// Model, Update and Follow are pure. What the query line and the export do is asked for by wishes of page.
package partitions
