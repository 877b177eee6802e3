// Package inspector shows one entity whole, and edits it: as a form with a field for each property, as JSON, and with its values
// decoded. In reading order:
//
//	message.go   what the person does in it
//	update.go    Model, and Update: which part takes a message
//	show.go      an entity is read, a new one begun, another duplicated; the form is opened, closed and reverted
//	type.go      what is typed into the form
//	paste.go     a new entity comes from JSON
//	save.go      the form becomes a pending change, or is committed at once; what became of that
//	lens.go      the entity as JSON, and the decoder
//	left.go      edits that a message took off the screen are offered again
//	draft.go     Kept and Draft: what outlives the page
//	view.go view_save.go view_lens.go view_dialog.go
//	             Panel, EntityLens, and Dialog
//
// The form itself is edit.Inspector, on the edit.Desk that it shares with what reviews and commits changes. Update is pure.
package inspector
