// Package code shows the query on screen for elsewhere: as a request and as programs in a dialog, as a page of Markdown, its plan as
// text and as a picture. What is written is of package querycode. In reading order:
//
//	message.go   what is pressed and told
//	update.go    Update, and the query in a format
//	settings.go  the language that was chosen last
//	plan.go      the plan in words, and over the key map
//	markdown.go  Markdown, with the first rows of the result
//	view.go      Dialog
package code
