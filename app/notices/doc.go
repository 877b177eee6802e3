// Package notices is what the page tells in a short message, with at most one action, and the list of what it told. In reading order:
//
//	board.go  Board: notices are put up, joined, undone, and leave by themselves
//	undo.go   what the worker can take back
//	view.go   Panel, the one on screen; List, those before
//
// Features ask for a notice by page.Notify and page.Tell.
package notices
