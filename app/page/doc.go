// Package page is the kernel of the page: what its features share, and nothing that belongs to one of them. In reading order:
//
//	command.go  Msg, Cmd, Runner, Slot, Outside: what happened, and what shall be done about it
//	effect.go   Announce, Focus, Copy, SetAddress…: commands that are effects on the page
//	notice.go   Notice, with the message that undoes what it tells
//	dialog.go   Dialog, the one that is open, with a part that belongs to its feature
//	setting.go  Setting and Settings: what this browser remembers of how the page shall be
//	room.go     EnterRoom, LeaveRoom: tables beside the workspace
//	screen.go   Screen: the views of a table that share the page
//	route.go    Route, the view that an address names
//	view.go     View: what every feature may read
//	accounts.go billed.go
//	            Accounts: those behind the server of the page, and what their requests cost
//	ask.go      Notify, Tell, Made…: commands by which a feature asks the page itself
//	wish.go     SampleOpened, GuideOpened…: messages by which a feature asks another
//	load.go     Loading, what fills tables, writes files or syncs
//	pause.go    Paused, a wait that can be cancelled
//	failure.go  WhatFailed: what did not happen, in words
//	remedy.go   WhatToDo: what can be done about it
//	class.go lead.go keytext.go quantity.go typemark.go
//	            plan classes, plans, keys, numbers and types as every screen writes them
//
// Data flows one way. A handler sends a Msg. The store gives it to Update, which answers a new model and commands; the store draws
// the model and has the commands carried out; what comes of them is a Msg again.
//
// A feature is a package with a Model, an Update for its own messages, a Follow for what else changed, and a Panel that draws the
// model. It knows the page by View, and no other feature but by its messages; designlab,
// partitions and simulator are three.
package page
