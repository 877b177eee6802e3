// Package settings is what a person chooses of how the page shall be, and the dialog in which that is done. In reading order:
//
//	list.go    Theme; OfPage, the settings that belong to no feature
//	update.go  Model; Update: settings are chosen, undone and reset, also by another tab
//	view.go    Draw, the dialog
//
// The settings themselves are page.Settings, which every feature reads. Update is pure.
package settings
