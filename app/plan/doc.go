// Package plan is the plan of the text in the editor, as the page knows it before anything is run, and the key map below it. In reading
// order:
//
//	plan.go         Plan: class and ranges of the text at once, its numbers when they come, what stays on screen until then
//	sentence.go     Sentence, the plan in words
//	cost.go         Spending, Saving: what a way of asking costs
//	model.go        Modelled: its time on the service and what is billed, which is a model
//	offer.go        KeyOffers, Rename: what the numbers offer to change
//	near.go         Near: a filter beside one that matches nothing, before it is run
//	hints.go        CountHint: how many more entities a hint returns
//	tree.go         Tree: the filter node by node, with nodes switched off; Update and Follow
//	map.go          Map: the table in key order
//	message.go      what a person does to the plan
//	view.go         Strip, the drawing: headline, numbers, hints, the two ways
//	view_refused.go view_class.go view_full.go view_index.go view_map.go view_picture.go view_tree.go
//	                parts of it: why there is no plan, the badge, the whole window, an engine with an index of values, the key map, the picture, the tree
//
// What is not drawing is pure. The query line asks the worker and keeps the Plan.
package plan
