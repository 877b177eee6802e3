// Package edit is entities as they are typed and changed before anything is written: values, without the page. In reading order:
//
//	inspector.go  Inspector: one entity in a form, and PropertyRow, a property as typed
//	said.go       what the form says of what is typed: meters, effects, what was understood
//	bytesform.go entityjson.go
//	              bytes as hex, base64 or text; an entity as JSON
//	decode.go     Decode: other readings of a value
//	decodebytes.go decodetime.go decodetoken.go
//	              Base64, gzip and dumps; numbers, dates and GUIDs; tokens, URL-encoded text and hex
//	limits.go     how much is kept
//	pending.go    Change and Pending: what was changed and not committed, with undo and redo
//	written.go    Written: what was committed on an account since the result on screen was read; what its filter leaves out
//	conflict.go   what somebody else changed meanwhile, settled property by property
//	batches.go    the groups in which changes are sent
//	commit.go     Commit: how far they are
//	desk.go       Desk: the form and the pending changes together, and what becomes of the one by the other
//	read.go       ReadEntity, ReadLine, Apply: requests to the worker about one entity
//	save.go       what saving a form by itself writes, and what takes that back
//	wish.go       Collected, CommitWanted, FormReturned: messages that ask for pending changes and commits; Settings
//	pendingtext.go
//	              changes, groups and commits in words
//
// What is done about them is in package review, and in app/shell.
package edit
