package bulk

import (
	"rangefinder/app/edit"
	"rangefinder/app/page"
)

// Update takes a message about many entities; ok is false for any other. Pending are the changes that wait.
func Update(v *page.View, pending *edit.Pending, msg page.Msg) (cmds []page.Cmd, ok bool) {
	if cmds, ok := updateList(v, pending, msg); ok {
		return cmds, true
	}
	if cmds, ok := updateMany(v, pending, msg); ok {
		return cmds, true
	}
	return updateRemove(v, msg)
}

// StopsWhenClosed reports whether a dialog is that of a deletion, or of a change on all pages of an account.
func StopsWhenClosed(d *page.Dialog) bool {
	f := page.Held[ManyForm](d)
	return page.Held[Removal](d) != nil || f != nil && (f.There.Chosen || f.There.Found != nil)
}
