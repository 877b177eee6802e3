package kit

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/page"
)

// Drawn is what a feature draws of its dialog, below the label and beside the button that closes it.
type Drawn struct {
	Label string
	Class string // "wide", or ""
	Body  []app.UI
	Bare  bool // it has a label and such a button of its own in its Body, which is one element
}

// Cancel is the button that closes the dialog before it did anything. A dialog ends in one line: Cancel or Close, what else can be done,
// and last what it is for, its one primary button.
//
//go:noinline
func Cancel(s Sender) app.UI {
	return Button("btn", "Cancel").OnClick(Send(s, page.DialogClosed{}))
}

// Close is the button that closes the dialog after what it is for, where Cancel stood before.
//
//go:noinline
func Close(s Sender) app.UI {
	return Button("btn", "Close").OnClick(Send(s, page.DialogClosed{}))
}

// DialogErr says what is wrong with what was typed into a dialog.
//
//go:noinline
func DialogErr(text string) app.UI {
	return Slot(text != "", func() app.UI { return El("p").ID("dialog-err").Class("err").Role("alert").Text(text) })
}
