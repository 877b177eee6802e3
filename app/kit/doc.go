// Package kit is what every view of the page draws with, on top of go-app. In reading order:
//
//	draw.go       H, an element in a line, and what it takes; Press, Typed and Listen, what it hears
//	event.go      handlers that send messages; Slot, the place of what comes and goes
//	fold.go       Fold, a button that unfolds commands or a panel over the page
//	unfold.go     Unfold, a button that shows the rest of a card on a phone
//	svg.go        elements of drawings
//	form.go       Options and Check, choices of a form
//	progress.go   Progress, how far a load is
//	storage.go    StorageText, what becomes of the tables
//	dialog.go     Drawn, a feature's dialog; what dialogs have in common
//	clause.go     the role of a clause, and a key that could take its place
//	copytable.go  CopyTable, a button that copies the table of its section
//
// Views import it with a dot: a drawing is read by its elements, H("p", …), and a name before each would hide them.
//
// Its functions are called in a thousand places and are not inlined there: the copies took 50 kB of a compressed download.
package kit
