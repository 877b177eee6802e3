// Package tables is what a whole table of this browser comes to: its statistics. In reading order:
//
//	update.go      Update: who takes a message
//	stats.go       Stats, and its dialog
//	view_stats.go  Dialog, the drawing
//
// The dialog holds what is shown, so there is no model.
package tables
