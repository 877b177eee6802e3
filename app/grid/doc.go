// Package grid shows the entities that a query returned. Nothing of it changes what a query finds. In reading order:
//
//	model.go      Model: the result and how it is shown; New
//	result.go     Result: what ran and what came of it
//	update.go     Update and Follow: what happened, and what it makes of the model
//	layout.go     Layout of the columns of a table, Views: the layouts that this browser remembers
//	columns.go    columns are moved, hidden, sized and pinned
//	columnset.go  the dialog of columns, with sets for other tables and the time zone
//	zone.go       instants in a time zone
//	order.go      Order: sorted for display, or only what a step in the browser keeps
//	find.go       Find: the search in all lines
//	menu.go       Menu of a cell or a column's head
//	cells.go      CellsSet: cells that are cleared or pasted over
//	copy.go       lines that are selected together, and copies of them
//	left.go       Left: what was shown of a query that is left and may come back
//	host.go       Host: what the grid needs of the page around it
//	binding.go    Binding keeps the browser's grid in step with the model
//	view_*.go     the menu, the dialog of columns, the plain table
package grid
