// Package copies is the copies of tables of accounts in this browser: pulling one, comparing it with what it came from or with any other
// table, pushing its changes back, and deciding conflicts. The worker reads and writes. In reading order:
//
//	model.go     Model: which tables are copies; Update and Follow
//	dialog.go    Form, what a dialog about copies holds; works that the list of tables shows too
//	copy.go      the dialog of one copy: take its changes back, detach it
//	pull.go      PullForm, the dialog of a pull, before, while and after
//	compare.go   Comparing, the dialog of a comparison of any two tables
//	sides.go     Side, a table that can be compared
//	push.go      Pushing, the dialog of a push with its plan
//	conflicts.go Conflicting, the list of a copy's conflicts
//	text.go      what a copy is, in words
//	view.go      Mark, AccountMarks and Actions, for the lists of tables and the query line
//	view_dialog.go
//	             Draw, the dialogs: view_copy.go, view_pull.go, view_compare.go, view_push.go, view_conflicts.go
//
// Model, Update and Follow are pure.
package copies
