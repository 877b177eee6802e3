package page

// Notice is a short message with at most one action.
type Notice struct {
	ID      int
	Text    string
	Bad     bool
	Action  string  // label of the button for Undo
	Undo    Msg     // what the button sends, nil for no button
	Details string  // for a service error: code and what to do
	Built   bool    // the builder refused something: the notice goes with the next change that the builder makes
	Under   *Notice // the one with an offer that this covers, nil for none
}

// UndoEntry is something the worker can take back until the page is loaded anew. TakeBackPressed takes it back.
type UndoEntry struct {
	ID   string
	Text string // "Deleted the table Movies"
	View *Route // that is shown again when it was taken back, nil for the one on screen then
}

// Offers reports whether the notice has a button beside the one that closes it.
func (n *Notice) Offers() bool { return n.Undo != nil }

// Offered reports whether the notice, or one that it covers, has such a button.
func (n *Notice) Offered() bool { return n != nil && (n.Offers() || n.Under.Offered()) }
