package state

import (
	"rangefinder/app/edit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// What the person did with pending changes.
type (
	SaveNowPressed   struct{} // commits the form at once
	PendingUndone    struct{}
	PendingRedone    struct{}
	PendingDiscarded struct{}
	ReviewPressed    struct{}
	ChangeOpened     struct{ Key edit.EntityKey } // shows or hides its difference
	ChangeEdited     struct{ Key edit.EntityKey } // in the inspector
	ChangeDropped    struct{ Key edit.EntityKey }
	BatchOpened      struct{ Index int } // shows or hides its request
	CommitPressed    struct{}
	CommitStopped    struct{}
	KindChosen       struct{ Kind string } // insert or an upsert, of a new entity
	SidePicked       struct {
		Key      edit.EntityKey
		Property string
		Whose    edit.Whose
	}
	ConflictSettled struct {
		Key   edit.EntityKey
		Whose edit.Whose // Undecided: as picked
	}
)

// Review is the dialog of the pending changes.
type Review struct {
	Open    edit.EntityKey // whose difference is shown; the zero key is none
	Request int            // of the batch whose request is shown, -1 for none
}

// pendings is what the commands about pending changes wait for.
var pendings = missing("Nothing is pending.", hasPending)

func hasPending(m *Model) bool { return m.Pending != nil && len(m.Pending.Changes) > 0 }

var pendingCommands = []Command{
	{ID: "pending-undo", Title: "Undo the last pending change, or the last commit", Words: "back", Group: EditGroup, Keys: []string{"Ctrl+Z"}, Not: missing("There is nothing to undo.", func(m *Model) bool { return m.Pending != nil && len(m.Pending.Done)+len(m.Pending.Back) > 0 }), Do: always(PendingUndone{})},
	{ID: "pending-redo", Title: "Redo the pending change that was undone", Words: "again", Group: EditGroup, Keys: []string{"Ctrl+Y", "Ctrl+Shift+Z"}, Not: missing("There is nothing to redo.", func(m *Model) bool { return m.Pending != nil && len(m.Pending.Undone) > 0 }), Do: always(PendingRedone{})},
	{ID: "review", Title: "Review the pending changes…", Words: "diff batch requests", Group: EditGroup, Not: pendings, Do: always(ReviewPressed{})},
	{ID: "commit", Title: "Commit the pending changes", Words: "save write batch transaction", Group: EditGroup, Not: pendings, Do: always(CommitPressed{})},
	{ID: "discard", Title: "Discard the pending changes", Words: "throw away drop", Group: EditGroup, Not: pendings, Do: always(PendingDiscarded{})},
	{ID: "commit-form", Title: "Commit the form of the inspector alone, at once", Words: "save now", Group: EditGroup, Not: unless(missing("No entity is open in the inspector.", func(m *Model) bool { return m.Inspector.Mode != edit.Idle }), writable), Do: onQuery(SaveNowPressed{})},
}

// editSettings are those of editing.
func editSettings() []page.Setting {
	return []page.Setting{{ID: "edits", Title: "Edits", Note: "Collected edits are reviewed and committed together; until then the table is as it was.",
		Choices: page.Choices("", "Collect, then commit", "once", "Commit each at once")}}
}

// AtOnce reports whether each edit is committed when it is made.
func (m *Model) AtOnce() bool { return edit.AtOnce(m.Settings) }

// updatePending is what is done with pending changes.
func updatePending(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg := msg.(type) {
	case PendingUndone:
		if m.committing() {
			m, cmds := afterCommit(m, msg)
			return m, cmds, true
		}
		if len(m.Pending.Done) == 0 && len(m.Pending.Back) > 0 {
			m, cmds := takeCommitBack(m, m.Pending.Back)
			return m, cmds, true
		}
		next, text := m.Pending.Undo()
		if text == "" {
			return m, []Cmd{Announce{Text: "There is nothing to undo."}}, true
		}
		m, cmds := pend(m, next)
		return m, append(cmds, Announce{Text: "Undone: " + text}), true

	case PendingRedone:
		if m.committing() {
			m, cmds := afterCommit(m, msg)
			return m, cmds, true
		}
		next, text := m.Pending.Redo()
		if text == "" {
			return m, []Cmd{Announce{Text: "There is nothing to redo."}}, true
		}
		m, cmds := pend(m, next)
		return m, append(cmds, Announce{Text: "Done again: " + text}), true

	case PendingDiscarded:
		if m.committing() {
			m, cmds := afterCommit(m, msg)
			return m, cmds, true
		}
		if len(m.Pending.Changes) == 0 {
			return m, nil, true
		}
		all := map[edit.EntityKey]*edit.Change{}
		for _, c := range m.Pending.Changes {
			all[c.EntityKey] = nil
		}
		text := "Discarded " + words.Count(len(all), "change", "changes")
		m, cmds := pend(m, m.Pending.Step(text, all))
		return m, append(cmds, Announce{Text: text + ". Ctrl+Z brings them back."}), true

	case edit.Collected:
		m, cmds := pend(m, m.Pending.Step(msg.Text, msg.Changes))
		return m, cmds, true

	case edit.CommitWanted:
		m, cmds := startCommit(m, keysIn(msg.Changes))
		return m, cmds, true

	case ReviewPressed:
		m.Dialog = &Dialog{Kind: ReviewChanges, Review: &Review{Request: -1}}
		return m, []Cmd{OpenDialog{}}, true

	case ChangeOpened, BatchOpened:
		if m.Dialog == nil || m.Dialog.Review == nil {
			return m, nil, true
		}
		d, r := *m.Dialog, *m.Dialog.Review
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
		d.Review = &r
		m.Dialog = &d
		return m, nil, true

	case ChangeDropped:
		c := m.Pending.At(msg.Key)
		if c == nil || m.committing() {
			return m, nil, true
		}
		m, cmds := pend(m, m.Pending.Step("Dropped the change of "+msg.Key.Name(), m.Pending.Whole(c)))
		return m, append(cmds, Announce{Text: "Dropped. Ctrl+Z brings it back."}), true

	case ChangeEdited:
		c := m.Pending.At(msg.Key)
		if c == nil {
			return m, nil, true
		}
		m.Dialog = nil
		in := edit.PendingForm(c)
		m, cmds := bringBack(m, &in)
		return m, append([]Cmd{CloseDialog{}}, cmds...), true

	case SidePicked:
		c := m.Pending.At(msg.Key)
		if c == nil || c.Conflict == nil {
			return m, nil, true
		}
		next := *c
		next.Conflict = c.Conflict.Picked(msg.Property, msg.Whose)
		return amend(m, &next), nil, true

	case ConflictSettled:
		c := m.Pending.At(msg.Key)
		if c == nil || c.Conflict == nil || msg.Whose == edit.Undecided && c.Conflict.Open() > 0 {
			return m, nil, true
		}
		changes := m.Pending.Settled(c, msg.Whose)
		m, cmds := pend(m, m.Pending.Step("Settled "+msg.Key.Name(), changes))
		text := "Settled. Commit sends it again."
		left := false
		for _, x := range changes {
			left = left || x != nil
		}
		if !left {
			text = "Settled: there is nothing left to send."
			var more []Cmd
			m, more = showTheirs(m, msg.Key, c.Conflict.Theirs)
			cmds = append(cmds, more...)
		}
		if len(m.Pending.Changes) == 0 { // what the commit told of is over
			p := *m.Pending
			m.Notice = commitOver(p.Commit, m.Notice)
			p.Commit, m.Pending = nil, &p
		}
		return m, append(cmds, Announce{Text: text}), true

	case KindChosen:
		in := *m.Inspector
		in.Kind = msg.Kind
		m.Inspector = &in
		return m, nil, true
	}
	return m, nil, false
}

// amend puts what the service told of a change on screen, in the form of its entity too.
func amend(m Model, c *edit.Change) Model {
	m.Pending = m.Pending.Amended(c)
	if in := *m.Inspector; in.Saved != nil && in.Saved.EntityKey == c.EntityKey {
		in.Saved = c
		m.Inspector = &in
	}
	return m
}

// showTheirs gives a form without edits of its own what the table holds of its entity by now, where that is known since a conflict:
// with what was read before, the next save would meet the same conflict.
func showTheirs(m Model, k edit.EntityKey, theirs *wire.EntityReply) (Model, []Cmd) {
	in := m.Inspector
	if in.Mode != edit.Editing || in.Key() != k || in.Dirty() {
		return m, nil
	}
	now := edit.Inspector{}
	if theirs != nil {
		now = edit.FormOf(in.Source, in.Table, *theirs)
		now.Open = in.Open
	}
	m.Inspector = &now
	return m, []Cmd{resetInspector(&now)}
}

// pend puts other pending changes on screen; a form without edits of its own shows what they make of its entity.
func pend(m Model, next *edit.Pending) (Model, []Cmd) {
	if next == m.Pending {
		return m, nil
	}
	m.Pending = next
	in := *m.Inspector
	if in.Mode == edit.Idle {
		return m, nil
	}
	clean := !edit.Edited(&in)
	c := next.At(in.Key())
	switch {
	case c == in.Saved:
		return m, nil
	case !clean:
		if in.Saved = c; in.Mode == edit.Creating && c != nil && c.Base != nil {
			in.Saved = nil
		}
	case c != nil:
		open := in.Open
		in = edit.PendingForm(c)
		in.Open = open
	case in.Original != nil:
		open := in.Open
		in = edit.FormOf(in.Source, in.Table, *in.Original)
		in.Open = open
	default:
		in = edit.Inspector{}
	}
	m.Inspector = &in
	return m, []Cmd{resetInspector(&in)}
}

// changesOf are the changes that saving a form makes, none when a problem is told.
func changesOf(m *Model, in *edit.Inspector) (changes map[edit.EntityKey]*edit.Change, text, target, problem string) {
	merge := in.Mode == edit.Editing && !in.Replace && !in.Moved()
	want, target, problem := in.Wanted(merge)
	if problem != "" {
		return nil, "", target, problem
	}
	at, to := in.Key(), edit.EntityKey{Source: in.Source, Table: in.Table, PartitionKey: in.PK, RowKey: in.RK}
	changes = map[edit.EntityKey]*edit.Change{}
	other := m.Pending.At(to)
	taken := at != to && other != nil && other.Kind != edit.DeleteKind
	switch {
	case taken:
		return nil, "", "insp-rk", "Another pending change already makes " + to.Name() + "."
	case in.Mode == edit.Creating && in.Saved != nil:
		c := *in.Saved
		c.EntityKey, c.Kind, c.Want, c.Failed, c.Conflict = to, in.Kind, want, nil, nil
		if at != to {
			changes[at] = nil
			if c.From != nil {
				if left := m.Pending.At(*c.From); left != nil {
					moved := *left
					moved.To = &to
					changes[left.EntityKey] = &moved
				}
			}
		}
		changes[to] = edit.Over(other0(other, at == to), &c)
		return changes, "Changed " + to.Name(), "", ""
	case in.Mode == edit.Creating:
		kind := in.Kind
		if kind == "" {
			kind = edit.InsertKind
		}
		if other != nil && other.Kind != edit.DeleteKind {
			return nil, "", "insp-rk", "Another pending change already makes " + to.Name() + "."
		}
		changes[to] = edit.Over(other, &edit.Change{EntityKey: to, Kind: kind, Want: want})
		return changes, "New " + to.Name(), "", ""
	case at != to && in.Partial():
		return nil, "", "insp-rk", "Only the properties of $select are known. Run the query without it to move the whole entity."
	case at != to:
		changes[at] = edit.Over(m.Pending.At(at), &edit.Change{EntityKey: at, Kind: edit.DeleteKind, Base: in.Original, To: &to})
		changes[to] = edit.Over(other, &edit.Change{EntityKey: to, Kind: edit.InsertKind, Want: want, From: &at})
		return changes, "Moved " + at.Name() + " to " + to.Name(), "", ""
	}
	kind := edit.ReplaceKind
	if merge {
		kind = edit.MergeKind
	}
	changes[to] = edit.Over(m.Pending.At(to), &edit.Change{EntityKey: to, Kind: kind, Base: in.Original, Want: want, Blind: in.Partial()})
	return changes, "Changed " + to.Name(), "", ""
}

// other0 is nil where a change takes its own place.
func other0(c *edit.Change, own bool) *edit.Change {
	if own {
		return nil
	}
	return c
}

// collect makes the form a pending change; with now set it is committed at once, and nothing else is.
func collect(m Model, now bool) (Model, []Cmd, bool) {
	in := *m.Inspector
	if in.Mode == edit.Idle || in.Busy {
		return m, nil, true
	}
	if m.committing() {
		m, cmds := afterCommit(m, formTaken{Key: in.Key(), Now: now})
		return m, cmds, true
	}
	if m.ReadOnly() != "" {
		return refuseWrite(m)
	}
	changes, text, target, problem := changesOf(&m, &in)
	if problem != "" {
		return m, []Cmd{Focus{Target: target}, Announce{Text: problem}}, true
	}
	next := m.Pending.Step(text, changes)
	if next == m.Pending {
		m, cmds := notify(m, Notice{Text: "Nothing was changed."})
		return m, cmds, true
	}
	m.Pending = next
	shown := edit.EntityKey{Source: in.Source, Table: in.Table, PartitionKey: in.PK, RowKey: in.RK}
	if c := next.At(shown); c != nil {
		in = edit.PendingForm(c)
	} else if in.Original != nil {
		in = edit.FormOf(in.Source, in.Table, *in.Original)
	}
	in.Open = m.Inspector.Open
	m.Inspector = &in
	cmds := []Cmd{resetInspector(&in)}
	if now {
		m, more := startCommit(m, keysIn(changes))
		return m, append(cmds, more...), true
	}
	return m, append(cmds, Announce{Text: text + ". " + words.Count(len(next.Changes), "change is", "changes are") + " pending."}), true
}

// collectDelete makes the entity of the form go with the next commit.
func collectDelete(m Model) (Model, []Cmd, bool) {
	in := *m.Inspector
	k := in.Key()
	if in.Mode == edit.Idle || in.Busy {
		return m, nil, true
	}
	if m.committing() {
		m, cmds := afterCommit(m, formTaken{Key: k, Deleted: true})
		return m, cmds, true
	}
	if in.Mode == edit.Creating {
		if in.Saved == nil {
			return m, nil, true
		}
		return updatePending(m, ChangeDropped{k})
	}
	c := edit.Over(m.Pending.At(k), &edit.Change{EntityKey: k, Kind: edit.DeleteKind, Base: in.Original, Blind: in.Partial()})
	m, cmds := pend(m, m.Pending.Step("Deleted "+k.Name(), map[edit.EntityKey]*edit.Change{k: c}))
	return m, append(cmds, Announce{Text: k.Name() + " goes with the next commit. Ctrl+Z takes that back."}), true
}
