// Package page is the kernel of the page: what its features share, and nothing that belongs to one of them. In reading order:
//
//	command.go  Msg, Cmd, Runner, Slot, Outside: what happened, and what shall be done about it
//	effect.go   Announce, Focus, Copy, SetAddress…: commands that are effects on the page
//	notice.go   Notice, with the message that undoes what it tells
//	screen.go   Screen: the views of a table that share the page
//
// Data flows one way. A handler sends a Msg. The store gives it to Update, which answers a new model and commands; the store draws
// the model and has the commands carried out; what comes of them is a Msg again.
package page
