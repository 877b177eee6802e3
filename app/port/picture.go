package port

// Pictures makes canvases that are drawn pixel by pixel.
type Pictures interface {
	// NewPicture draws on the canvas element with that id; it fails when there is none. resized is called before the next paint
	// after the canvas got another size, which empties it.
	NewPicture(id string, resized func()) (Picture, error)
	// Property is a CSS custom property of the document as it is now, e.g. Property("--accent") is "#0b5cad".
	Property(name string) string
}

// Picture is a canvas with as many pixels as the screen has in its place.
type Picture interface {
	Size() (width, height int)
	// Put shows width × height pixels from (x, y) on: four bytes each, red, green, blue and opacity.
	Put(x, y, width, height int, pixels []byte)
	// Destroy lets go of the canvas; no other call may follow.
	Destroy()
}
