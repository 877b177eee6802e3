package review

import (
	"rangefinder/app/edit"
	"rangefinder/app/page"
)

// Update takes a message about pending changes; ok is false for any other.
func Update(v *page.View, d edit.Desk, msg page.Msg) (next edit.Desk, cmds []page.Cmd, ok bool) {
	for _, part := range []func(*page.View, edit.Desk, page.Msg) (edit.Desk, []page.Cmd, bool){updatePending, updateForm, updateCommit, updateGroup} {
		if next, cmds, ok := part(v, d, msg); ok {
			return next, cmds, true
		}
	}
	return d, nil, false
}

// announce speaks a text.
func announce(text string) []page.Cmd { return []page.Cmd{page.Announce{Text: text}} }
