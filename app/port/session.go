package port

// Session keeps texts for this tab: through reloads and crashes of the page, until the tab is closed. Where storage is
// full or refused it keeps nothing.
type Session interface {
	KeptText() string
	// KeepText keeps the text in the place of the one before; "" forgets it. It fails where storage is full or refused: nothing is
	// kept then, the text before neither, which would come back as if it were the last.
	KeepText(text string) error
	// Kept and Keep are KeptText and KeepText for further texts, each under a name.
	Kept(name string) string
	Keep(name, text string)
}
