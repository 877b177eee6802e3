// Package accounts is the accounts behind the server of the page: which there are, which is on screen, the names of its tables, its lock,
// and how its requests are tried again. The server has the keys and signs; the worker asks. In reading order:
//
//	model.go        Model: the accounts, and Live, the one on screen; Update
//	list.go         what the server told, and the names of an account's tables
//	source.go       going to an account and back to this browser
//	connect.go      the dialog that connects an account; forgetting one
//	lock.go         the dialog that opens an account for writing
//	retry.go        Policy, how a request is tried again
//	text.go         what an account is, in words, shape and colour
//	serve.go        Serve: requests to the server of the page
//	view.go         Bar, the account on screen; ToneClass and Padlock
//	view_dialog.go  Dialog, the two dialogs
//
// Model and Update are pure.
package accounts
