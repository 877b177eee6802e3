// Package tables is what is done with whole tables: they are made, cloned, generated and deleted, and their statistics told. In reading
// order:
//
//	update.go                  Update: who takes a message
//	name.go, view_name.go      a new table, and a clone: the dialogs that ask for a name
//	delete.go, view_delete.go  the dialog that deletes one
//	generate.go, view_generate.go  SpecForm, the dialog of the generator
//	sample.go, view_sample.go  what is told of a sample
//	stats.go, view_stats.go    Stats, and its dialog
//	view.go                    Dialog, the drawing of the one that is open
//
// The dialog holds what is shown, so there is no model.
package tables
