// Package review is what is done with changes that wait: they are collected, undone, reviewed, committed in groups, settled where
// somebody else wrote meanwhile, and taken back. In reading order:
//
//	update.go     Update: which part takes a message
//	pending.go    what the person does with pending changes: undo, redo, discard, drop, settle a conflict; Review, the dialog
//	collect.go    FormCollected, FormDropped: the form of the inspector becomes a pending change
//	commit.go     a commit sends group after group
//	answer.go     what became of a group, and what is there when it met another change
//	commitend.go  what was committed leaves the pending changes; what takes it back
//	group.go      GroupForm: a group that is put together by hand
//	view.go view_change.go view_group.go view_pending.go
//	              the dialogs, PendingBar, and NewBar
//
// The grid draws pending changes over the rows that the query returned, see celledit.Overlay: a changed row is marked and a deleted one
// struck. It gets no rows besides, so that what it counts is what the query returned; NewBar below it names what a commit inserts.
//
// It has no model of its own: it works on edit.Desk, which is what the inspector works on, too. Update is pure.
package review
