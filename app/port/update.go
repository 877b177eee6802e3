package port

// Updater takes a new version of the page. A new version is fetched in the background and waits: until ApplyUpdate the page
// keeps all of the version that it was loaded with, whatever other tabs do.
type Updater interface {
	// ShowCrash shows the sheet of an error of the program itself, which the page's scripts also show when the program has
	// stopped. Lost: the engine has stopped too.
	ShowCrash(report string, lost bool)
	// OnUpdate calls ready once, when a new version can be taken; at once when it is there already. A second call replaces
	// the first.
	OnUpdate(ready func())
	// ApplyUpdate puts the new version in force and loads the page anew. Like any reload it first asks the page's
	// beforeunload listeners. Without a new version it only loads the page anew.
	ApplyUpdate()
}
