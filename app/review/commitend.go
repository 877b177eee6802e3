package review

import (
	"rangefinder/app/page"
	"slices"
	"strings"

	"rangefinder/app/edit"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// endCommit takes what was committed out of the pending changes and tells what became of the rest.
func endCommit(v *page.View, d edit.Desk) (edit.Desk, []page.Cmd) {
	p, c := *d.Pending, *d.Pending.Commit
	c.Running = false
	p.Commit = &c
	d.Pending = &p
	done, etags := map[edit.EntityKey]*edit.Change{}, map[edit.EntityKey]string{}
	var inverse []*edit.Change
	groups, single := 0, false
	for _, r := range c.Runs {
		single = single || len(r.Changes) == 1
		if r.State != edit.Committed {
			continue
		}
		groups++
		for i, x := range r.Changes {
			done[x.EntityKey], etags[x.EntityKey] = x, r.ETags[i]
			if y := inverted(r, i); y != nil {
				inverse = append(inverse, y)
			}
		}
	}
	slices.SortFunc(inverse, func(a, b *edit.Change) int { return edit.CompareKeys(a.EntityKey, b.EntityKey) })
	gone := map[*edit.Change]bool{}
	for _, x := range p.Changes {
		if done[x.EntityKey] == x {
			gone[x] = true
		}
	}
	next := *d.Pending.Without(gone)
	if next.Back, next.Forth = inverse, nil; c.Origin == edit.OfUndo {
		next.Back, next.Forth = nil, inverse
	}
	form := d.Form
	d, cmds := d.Pend(next.Wrote(v, done, etags))
	d, after := afterWrites(v, d, form, done, etags)
	text := "Committed " + words.Count(len(done), "change", "changes") + " in " + edit.RequestsText(groups, single) + "." + readText(c.Reads, after)
	if groups == 0 {
		text = "Nothing was committed."
	}
	if c.Origin == edit.OfUndo {
		text = "Undone: the commit of " + words.Count(len(done), "change", "changes") + "."
		if groups < len(c.Runs) {
			text = "Undone: " + words.Number(groups) + " of " + edit.RequestsText(len(c.Runs), single) + "."
		}
	}
	left := 0
	for _, r := range c.Runs {
		if r.State != edit.Committed {
			left += len(r.Changes)
		}
	}
	if c.Origin != edit.OfUndo {
		text += edit.LeftOut(v, done)
	}
	note := page.Notice{Text: text, Bad: left > 0}
	if left > 0 {
		note.Details = c.Trouble()
		if c.Origin == edit.OfPending {
			note.Text += " " + words.Count(len(d.Pending.Changes), "change is", "changes are") + " still pending."
		}
	}
	switch {
	case len(inverse) == 0:
	case c.Origin == edit.OfUndo:
		note.Action, note.Undo = "Redo", PendingRedone{}
	default:
		note.Action, note.Undo = "Undo", CommitTaken{inverse}
	}
	cmds = append(cmds, page.Notify{Notice: note})
	reviewing := v.Dialog != nil && v.Dialog.Kind == reviewDialog
	if left > 0 && c.Origin == edit.OfPending && (v.Dialog == nil || reviewing) {
		var open edit.EntityKey
		for _, x := range d.Pending.Changes {
			if x.Conflict != nil || x.Failed != nil && open == (edit.EntityKey{}) {
				if open = x.EntityKey; x.Conflict != nil {
					break
				}
			}
		}
		if cmds = append(cmds, review(Review{Request: -1, Open: open})); !reviewing {
			cmds = append(cmds, page.OpenDialog{})
		}
	} else if reviewing && left == 0 {
		cmds = append(cmds, page.ShowDialog{}, page.CloseDialog{}, page.Focus{Target: "grid"})
	}
	cmds = append(cmds, after...)
	d, more := caughtUp(d)
	return d, append(cmds, more...)
}

// readText says how many requests a commit took beside those that wrote, "" for none; after is what is asked when it is over.
func readText(reads int, after []page.Cmd) string {
	for _, cmd := range after {
		if read, ok := cmd.(edit.ReadEntity); ok && read.Req.Source != "" {
			reads++
		}
	}
	if reads == 0 {
		return ""
	}
	return " Reading what was there, or is now, took " + words.Count(reads, "more request", "more requests") + "."
}

// inverted is what takes a committed change back, nil when there is nothing to take back.
func inverted(r *edit.BatchRun, i int) *edit.Change {
	c, before := r.Changes[i], r.Changes[i].Base
	if c.Unseen() {
		before = r.Before[c.EntityKey]
	}
	return c.Inverse(before, r.ETags[i])
}

// afterWrites brings the rest of the page up to date with entities that were written; in is the form that was there.
func afterWrites(v *page.View, d edit.Desk, in *edit.Inspector, done map[edit.EntityKey]*edit.Change, etags map[edit.EntityKey]string) (edit.Desk, []page.Cmd) {
	if len(done) == 0 {
		return d, nil
	}
	var cmds []page.Cmd
	at := in.Key()
	if x := done[at]; x != nil && x.To != nil && done[*x.To] != nil {
		at = *x.To
	}
	if x := done[at]; in.Mode != edit.Idle && x != nil && !in.Dirty() {
		form := edit.Inspector{}
		if x.Kind != edit.DeleteKind {
			form = edit.FormOf(x.Source, x.Table, wire.EntityReply{PartitionKey: x.PartitionKey, RowKey: x.RowKey, Timestamp: edit.TimeOf(etags[at]), ETag: etags[at], Properties: x.Want, Partial: x.Unseen()})
			form.Open, form.Original.Size = in.Open, form.Size
			cmds = append(cmds, form.Fields())
			if x.Unseen() || form.Original.Timestamp == "" { // else all of it is known, and reading it would be one request more
				cmds = append(cmds, edit.ReadEntity{Req: keyRequest(at)})
			}
		}
		d.Form = &form
	}
	here, local := false, false
	for k := range done {
		here = here || k.Source == v.Rows.Source && k.Table == v.Rows.Table
		local = local || k.Source == ""
	}
	if here {
		wrote := page.Written{Source: v.Rows.Source, Table: v.Rows.Table}
		if in.Mode != edit.Idle {
			wrote.Keep = &wire.Key{PartitionKey: at.PartitionKey, RowKey: at.RowKey}
			wrote.New = done[at] != nil && done[at].Base == nil
		}
		cmds = append(cmds, wrote)
	}
	if local {
		cmds = append(cmds, page.Own{})
	}
	return d, cmds
}

// commitOver returns what stays of a notice when nothing of the commit is pending any more: of its own report only the offer to take back
// what was committed. Another notice stays as it is.
func commitOver(c *edit.Commit, n *page.Notice) *page.Notice {
	if c == nil || n == nil || !n.Bad || n.Details != c.Trouble() {
		return n
	}
	if _, taken := n.Undo.(CommitTaken); !taken {
		return n.Under
	}
	done, _, _ := strings.Cut(n.Text, ".") // without what is still pending
	kept := *n
	kept.Text, kept.Details, kept.Bad = done+".", "", false
	return &kept
}
