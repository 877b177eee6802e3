// Package explain prints what the service does with a filter: for a person in a terminal, or as one JSON object. In reading
// order:
//
//	main.go    Main, the command "rangefinder explain"
//	text.go    Text: class, range, what each clause does, findings with a caret under the clause
//	json.go    JSON: the same as data
//	screen.go  text of strangers made safe and measured for a terminal
//
// Nothing is known of any data here, so only findings that need none are told.
package explain
