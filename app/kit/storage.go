package kit

import "rangefinder/app/wire"

// StorageText says what becomes of the tables of this browser: in two words, for a list, and in a few. It is not known while i is nil.
//
//go:noinline
func StorageText(i *wire.StorageInfo) (short, text string) {
	switch {
	case i == nil:
		return "", "opening"
	case i.Failed != "":
		return "not saved", "cannot be saved: export it"
	case i.Full:
		return "full", "full: delete something"
	case !i.Durable:
		return "in memory", "in memory only: gone when the page is closed"
	case i.Shared:
		return "kept here", "kept in this browser, through another tab"
	}
	return "kept here", "kept in this browser"
}
