package side

import (
	"rangefinder/app/page"
	"rangefinder/app/wire"
)

// Model is the side bar.
type Model struct {
	List     []wire.TableInfo
	Selected string
	Loading  *page.Loading // a sample or a generation under way
	Heap     int64
	Open     bool   // on a phone: the drawer is open
	Find     string // what is looked for in the list
	First    int    // place of the first table of the window that is listed
}

// DrawerToggled opens the side bar on a phone, or closes it.
type DrawerToggled struct{ Open bool }
