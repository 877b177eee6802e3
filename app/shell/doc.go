// Package shell puts the features together: the one model that holds theirs, which message goes to which of them, what they ask of the
// page and of each other, the address, the start, and the store that runs it. It draws nothing: package ui does. In reading order:
//
//	model.go    Model: one immutable value for the whole page, a pointer for each panel
//	msg.go      Msg: what happened, in the past tense
//	cmd.go      Cmd: what shall be done outside, as data that carries itself out
//	update.go   Update(Model, Msg) (Model, []Cmd): a pure function
//	view.go     what features may read of the model
//	features.go which feature takes a message; follow.go how the others follow; answer.go what they ask the page for
//	tables.go   which table is on screen; load.go fills tables
//	wishes.go   what they ask of the page by messages, and files that the person gave
//	commands.go what a person can do, for the palette, the sheet of keys and the guide; condition.go when
//	line.go     the query line, which is a package of its own, and its place in the model
//	route.go    Route: the view in the address, versioned and validated; show.go puts one on screen
//	run.go      whether the query on screen is run, and when an account is asked
//	keep.go     edits that outlive the page, or were taken off the screen, come back
//	accounts.go the account on screen, and what may be asked of it when
//	documents.go
//	            what is written beside the tables, and what of that a tab keeps until it is
//	store.go    Store: holds the model, runs commands, sends what comes back as messages
//
// A message goes to one feature. What the others draw may hang on it: a plan on the table, a tree on the plan. So after each message they
// look at the new model in one fixed order, and a feature whose part is as before keeps its pointer. Messages from each feature to each
// that hangs on it would be many more, and one that is forgotten leaves something old on the page.
//
// Data flows one way: a handler sends a Msg, Update answers a new Model and commands, the Store draws the model and runs
// the commands, their results are messages again. A panel that did not change keeps its pointer, so it is not drawn again.
package shell
