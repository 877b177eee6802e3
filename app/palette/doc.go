// Package palette is the search over everything there is: commands, tables, saved queries, samples, lessons, screens and settings. In
// reading order:
//
//	model.go   Model, what was chosen last; Search, what fits a text; the messages
//	find.go    Page, what is looked through, and what of it fits
//	update.go  Update: it is opened, typed into and gone through, and what is chosen is done
//	view.go    Draw; Key, what a key does in its field
//
// How well a text fits is words.Fuzzy. Update is pure.
package palette
