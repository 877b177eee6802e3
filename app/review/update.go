package review

import (
	"rangefinder/app/edit"
	"rangefinder/app/page"
)

// Update takes a message about pending changes; ok is false for any other.
func Update(v *page.View, d edit.Desk, msg page.Msg) (next edit.Desk, cmds []page.Cmd, ok bool) {
	for _, part := range []func(*page.View, edit.Desk, page.Msg) (edit.Desk, []page.Cmd, bool){updatePending, updateForm, updateCommit, updateGroup} {
		if next, cmds, ok := part(v, d, msg); ok {
			next, first := outlived(v.Notice, d, next)
			return next, append(first, cmds...), true
		}
	}
	return d, nil, false
}

// outlived takes down what a notice said of changes that are not pending any more: that the key of one is taken, and what the last commit
// left.
func outlived(n *page.Notice, was, d edit.Desk) (edit.Desk, []page.Cmd) {
	if was.Pending == d.Pending {
		return d, nil
	}
	rest := n
	if n != nil && (n.Undo == page.Msg(PendingRedone{}) || n.Undo == page.Msg(PendingUndone{})) {
		rest = n.Under // its offer would be about another step by now
	}
	if c := d.Pending.Commit; c != nil && c == was.Pending.Commit && !c.Running && len(d.Pending.Changes) == 0 && len(was.Pending.Changes) > 0 {
		p := *d.Pending
		p.Commit, d.Pending = nil, &p
		rest = commitOver(c, n)
	}
	for _, c := range was.Pending.Changes {
		if n == nil || !c.Taken() || n.Text != takenText(c) {
			continue
		}
		if left := d.Pending.At(c.EntityKey); left == nil || !left.Taken() {
			rest = n.Under
		}
	}
	if rest == n {
		return d, nil
	}
	return d, []page.Cmd{page.PutNotice{Notice: rest}}
}
