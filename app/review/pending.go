package review

import (
	"slices"

	"rangefinder/app/conflict"
	"rangefinder/app/edit"
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// What the person did with pending changes.
type (
	PendingUndone    struct{}
	PendingRedone    struct{}
	PendingDiscarded struct{}
	ReviewPressed    struct{}
	ChangeOpened     struct{ Key edit.EntityKey } // shows or hides its difference
	ChangeEdited     struct{ Key edit.EntityKey } // in the inspector
	ChangeDropped    struct{ Key edit.EntityKey }
	TakenOpened      struct{ Key edit.EntityKey } // the entity that has the key of a new one, in the inspector
	BatchOpened      struct{ Index int }          // shows or hides its request
	CommitPressed    struct{}
	CommitStopped    struct{}
	SidePicked       struct {
		Key      edit.EntityKey
		Property string
		Whose    conflict.Whose
	}
	ConflictSettled struct {
		Key   edit.EntityKey
		Whose conflict.Whose // Undecided: as picked
	}
)

// Review is the dialog of the pending changes.
type Review struct {
	Open    edit.EntityKey // whose difference is shown; the zero key is none
	Request int            // of the batch whose request is shown, -1 for none
}

// reviewDialog is the dialog of the pending changes, groupDialog the one that puts a group together.
const (
	reviewDialog page.DialogKind = "review-changes"
	groupDialog  page.DialogKind = "group-builder"
)

// review is the dialog with that shown.
func review(r Review) page.ShowDialog {
	return page.ShowDialog{Dialog: &page.Dialog{Kind: reviewDialog, Of: &r}}
}

// updatePending is what is done with pending changes.
func updatePending(v *page.View, d edit.Desk, msg page.Msg) (edit.Desk, []page.Cmd, bool) {
	switch msg := msg.(type) {
	case PendingUndone, PendingRedone, PendingDiscarded:
		if d.Committing() {
			d, cmds := afterCommit(d, msg)
			return d, cmds, true
		}
	}
	switch msg := msg.(type) {
	case PendingUndone:
		if len(d.Pending.Back) > 0 { // the commit came after the changes that still wait
			d, cmds := takeCommitBack(v, d, d.Pending.Back)
			return d, cmds, true
		}
		next, text := d.Pending.Undo()
		if text == "" {
			return d, []page.Cmd{page.Notify{Notice: page.Notice{Text: "There is nothing to undo."}}}, true
		}
		d, cmds := d.Pend(next)
		if len(next.Changes) == 0 { // the bar goes, and Redo with it
			return d, append(cmds, page.FocusOn{From: "pending-undo", To: "grid"}, page.Notify{Notice: page.Notice{Text: "Undone: " + text + ". Nothing is pending.", Undo: PendingRedone{}, Action: "Redo"}}), true
		}
		return d, append(cmds, page.Announce{Text: "Undone: " + text}), true

	case PendingRedone:
		next, text := d.Pending.Redo()
		if text == "" && len(d.Pending.Forth) > 0 { // the commit came before the changes that still wait
			d, cmds := runBatches(v, d, edit.BatchesOf(d.Pending.Forth, v.Accounts.Profile), edit.ByHand)
			return d, cmds, true
		}
		if text == "" {
			return d, []page.Cmd{page.Notify{Notice: page.Notice{Text: "There is nothing to redo."}}}, true
		}
		d, cmds := d.Pend(next)
		return d, append(cmds, page.Announce{Text: "Done again: " + text}), true

	case PendingDiscarded:
		if len(d.Pending.Changes) == 0 {
			return d, nil, true
		}
		all := map[edit.EntityKey]*edit.Change{}
		for _, c := range d.Pending.Changes {
			all[c.EntityKey] = nil
		}
		text := "Discarded " + words.Count(len(all), "change", "changes")
		d, cmds := d.Drop(text, all)
		return d, append(cmds, page.FocusOn{From: "pending-discard", To: "grid"}, page.Notify{Notice: page.Notice{Text: text + ".", Undo: PendingUndone{}, Action: "Undo"}}), true

	case edit.Collected:
		d, cmds := d.Pend(d.Pending.Step(msg.Text, msg.Changes))
		if msg.Review {
			r := Review{Request: -1}
			for _, c := range d.Pending.Changes {
				if c.Conflict != nil {
					r.Open = c.EntityKey
					break
				}
			}
			cmds = append(cmds, review(r), page.OpenDialog{})
		}
		return d, cmds, true

	case edit.CommitWanted:
		d, cmds := startCommit(v, d, keysIn(msg.Changes))
		return d, cmds, true

	case ReviewPressed:
		return d, []page.Cmd{review(Review{Request: -1}), page.OpenDialog{}}, true

	case ChangeOpened, BatchOpened:
		held := page.Held[Review](v.Dialog)
		if held == nil {
			return d, nil, true
		}
		dialog, r := *v.Dialog, *held
		switch msg := msg.(type) {
		case ChangeOpened:
			if r.Open == msg.Key {
				msg.Key = edit.EntityKey{}
			}
			r.Open = msg.Key
		case BatchOpened:
			if r.Request == msg.Index {
				msg.Index = -1
			}
			r.Request = msg.Index
		}
		dialog.Of = &r
		return d, []page.Cmd{page.ShowDialog{Dialog: &dialog}}, true

	case ChangeDropped:
		c := d.Pending.At(msg.Key)
		if c == nil || d.Committing() {
			return d, nil, true
		}
		d, cmds := d.Drop("Dropped the change of "+msg.Key.Name(), d.Pending.Whole(c))
		return d, append(cmds, page.Announce{Text: "Dropped. Ctrl+Z brings it back."}), true

	case ChangeEdited:
		c := d.Pending.At(msg.Key)
		if c == nil {
			return d, nil, true
		}
		in := edit.PendingForm(c)
		return d, []page.Cmd{page.ShowDialog{}, page.CloseDialog{}, page.Send{Msg: edit.FormReturned{Form: &in}}}, true

	case TakenOpened:
		c := d.Pending.At(msg.Key)
		if c == nil || !c.Taken() {
			return d, nil, true
		}
		in := edit.FormOf(c.Source, c.Table, *c.Conflict.Theirs)
		return d, []page.Cmd{page.ShowDialog{}, page.CloseDialog{}, page.Send{Msg: edit.FormReturned{Form: &in}}}, true

	case SidePicked:
		c := d.Pending.At(msg.Key)
		if c == nil || c.Conflict == nil {
			return d, nil, true
		}
		next, met := *c, *c.Conflict
		met.Picks = conflict.Picked(met.Picks, msg.Property, msg.Whose)
		next.Conflict = &met
		return d.Amend(&next), nil, true

	case ConflictSettled:
		c := d.Pending.At(msg.Key)
		if c == nil || c.Conflict == nil || msg.Whose == conflict.Undecided && conflict.Open(c.Conflict.Picks) > 0 {
			return d, nil, true
		}
		d, cmds := settle(v, d, c, msg.Whose)
		return d, cmds, true
	}
	return d, nil, false
}

// settle ends the conflict of a change.
func settle(v *page.View, d edit.Desk, c *edit.Change, whose conflict.Whose) (edit.Desk, []page.Cmd) {
	changes := d.Pending.Settled(c, whose)
	d, cmds := d.Pend(d.Pending.Step("Settled "+c.EntityKey.Name(), changes))
	text := "Settled. Commit sends it again."
	left := false
	for _, x := range changes {
		left = left || x != nil
	}
	if !left {
		text = "Settled: there is nothing left to send."
		var more []page.Cmd
		d, more = d.ShowTheirs(c.EntityKey, c.Conflict.Theirs)
		cmds = append(cmds, more...)
	}
	return d, append(append(cmds, page.Announce{Text: text}), settled(v, d)...)
}

// settled goes on in the review: to the next change that met another, else to Commit.
func settled(v *page.View, d edit.Desk) []page.Cmd {
	held := page.Held[Review](v.Dialog)
	if held == nil {
		return nil
	}
	dialog, r, focus := *v.Dialog, *held, "commit"
	if len(d.Pending.Changes) == 0 {
		focus = "review"
	}
	if i := slices.IndexFunc(d.Pending.Changes, func(c *edit.Change) bool { return c.Conflict != nil }); i >= 0 {
		r.Open, focus = d.Pending.Changes[i].EntityKey, "review"
	}
	dialog.Of = &r
	return []page.Cmd{page.ShowDialog{Dialog: &dialog}, page.Focus{Target: focus}}
}
