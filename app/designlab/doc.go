// Package designlab is the screen of the design lab: other keys for the entities of a table, compared by what access patterns
// cost under them. What a comparison is and how it is measured is in app/keydesign/lab; the worker measures. In reading order:
//
//	model.go       Model: the comparison on screen, what was measured of it, what is open
//	message.go     messages and commands
//	update.go      Update and Follow: reading, measuring, making a table of a design
//	edit.go        Did: what buttons do; Undo and Redo
//	reshape.go     the report as it goes with a comparison that has changed
//	complete.go    the list of names under the caret of a template, and properties to insert
//	field.go       FieldTyped: what is typed, and the text of every field
//	fieldtexts.go  texts that cannot be used stay with their field
//	population.go  entities that do not exist yet
//	given.go       patterns that a log brings
//	unpadded.go    the number that keeps a range from using a key
//	growth.go      what patterns come to in a larger table, and what it costs
//	suggestion.go  keys that are suggested for the patterns
//	out.go         the comparison as a link and as code
//	text.go        numbers and verdicts in words
//	view*.go       Panel, the drawing
//
// Model and Update are pure. The page hands Update what it may read as a page.View, and carries out what it answers. The only
// message to another feature is Simulated.
package designlab
