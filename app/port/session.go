package port

// Session keeps one text for this tab: through reloads and crashes of the page, until the tab is closed. Where storage is
// refused it keeps nothing.
type Session interface {
	KeptText() string
	// KeepText keeps the text in the place of the one before; "" forgets it.
	KeepText(text string)
}
