// Package builder is the filter as clauses to choose and type, in step with the text of the query line. In reading order:
//
//	model.go   Model: the nodes of the text, what is typed into a value, the picker of values; messages
//	update.go  Update and Follow: the text as nodes, a change as text
//	clause.go  a clause more, another property, another operator
//	types.go   the types, operators and values that a clause can have
//	values.go  the values of a property, counted by the worker; the editor's completion asks for them too
//	view.go    Panel, the drawing
//
// It has no filter of its own: it shows the nodes of the text, and asks the page by page.WriteFilter to write another.
package builder
