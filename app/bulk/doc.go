// Package bulk is what is done to many entities at once: those that are selected in the grid, those of a result, or all of a table. What
// it comes to is told before anything is done. In reading order:
//
//	many.go         ManyForm: a property of many entities is changed; previewed, then collected or written
//	there.go        There, of a ManyForm that is about all pages of an account: read first, tried, then written
//	remove.go       Removal: many entities are deleted; counted, or in an account found, then deleted
//	update.go       Update: which of the two takes a message
//	account.go      what writing to an account takes, and the entities that somebody else changed first
//	view.go         Dialog, the drawing
//	view_many.go view_there.go view_remove.go view_account.go
//	                what is in each of the dialogs
//
// The dialogs hold what is typed, so there is no model. What is collected becomes pending by messages of package edit.
package bulk
