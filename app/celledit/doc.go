// Package celledit edits a value in its cell of the grid. In reading order:
//
//	edit.go     Edit: a field that is open, and what is typed into it; the messages about it
//	update.go   Update: a field is opened, its entity is read, and what was typed becomes a pending change
//	cells.go    cells that are cleared or pasted over
//	binding.go  Binding: the field of the grid, and what happens to it
//	overlay.go  Overlay: lines as the pending changes of their entities will leave them
//
// An Edit is a form of one field: what is typed goes through the rows of edit.Inspector, and becomes the pending change that the
// inspector would make. Update is pure.
package celledit
