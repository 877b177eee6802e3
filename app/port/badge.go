package port

// Badge marks the document, so that a tab shows from afar which source it is of.
type Badge interface {
	// SetBadge puts a label in front of the document's title and a square of that CSS colour in the place of its icon; "" takes
	// both away.
	SetBadge(label, colour string)
}
