package port

// Clipboard takes text that is not there yet when the user asks for it.
type Clipboard interface {
	// CopyLater writes what text returns to the clipboard and tells done how it went. It must be called from a user's gesture;
	// text is called on a goroutine of its own, may wait, and may be there long after the gesture. An error of text is told as
	// it is, and the clipboard then keeps what it had.
	CopyLater(text func() (string, error), done func(error))
	// CopyRich is CopyLater of a text with the same as HTML beside it, for spreadsheets and editors.
	CopyRich(text func() (plain, html string, err error), done func(error))
}
