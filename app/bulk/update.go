package bulk

import (
	"rangefinder/app/edit"
	"rangefinder/app/page"
)

// Update takes a message about many entities; ok is false for any other. Pending are the changes that wait.
func Update(v *page.View, pending *edit.Pending, msg page.Msg) (cmds []page.Cmd, ok bool) {
	if cmds, ok := updateList(v, msg); ok {
		return cmds, true
	}
	if cmds, ok := updateMany(v, pending, msg); ok {
		return cmds, true
	}
	return updateRemove(v, msg)
}

// Deletes reports whether a dialog is that of a deletion, which stops when it is closed.
func Deletes(d *page.Dialog) bool { return page.Held[Removal](d) != nil }

// refused tells that nothing can be written to what is on screen.
func refused(v *page.View) []page.Cmd {
	return []page.Cmd{page.Notify{Notice: page.Notice{Bad: true, Text: v.ReadOnly}}}
}
