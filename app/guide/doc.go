// Package guide is the user guide: pages of text that are fetched when it is opened first, and one that is made of the commands. In
// reading order:
//
//	model.go  Model: the page that is shown, what is looked for, the texts that came; Update
//	find.go   Model.Found: the pages that have the words, best first, and where
//	alike.go  the words that others say, what the guide says for them, and the pages about them
//	text.go   ParseText, the small subset of Markdown that the pages are written in
//	view.go   Draw, the dialog
//
// The texts are in web/static/guide. Model and Update are pure.
package guide
