package review

import (
	"context"

	"rangefinder/app/edit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// What the inspector asks for.
type (
	// FormCollected makes its form a pending change. Now: that is committed at once, and nothing else is.
	FormCollected struct{ Now bool }
	// FormDropped makes the entity of its form go with the next commit.
	FormDropped struct{}
	// Delayed keeps a message until the commit that is under way is over.
	Delayed struct{ Msg page.Msg }
	// ConflictMet tells that a change which was sent alone met somebody else's.
	ConflictMet struct {
		Change  *edit.Change
		Failure *wire.Failure
	}
)

// formTaken makes the form of the inspector a pending change, if it still is that of the key.
type formTaken struct {
	Key          edit.EntityKey
	Now, Deleted bool
}

// findTaken looks whether the key of a new entity is taken, in a table of the browser, where looking costs nothing. Answer: takenFound.
type findTaken struct{ Change *edit.Change }

// takenFound answers findTaken.
type takenFound struct {
	Change *edit.Change
	Theirs *wire.EntityReply // nil: it is free
}

// Run implements page.Runner.
func (cmd findTaken) Run(ctx context.Context, out page.Outside) page.Msg {
	theirs, err := wire.Call(ctx, out.Client, wire.Entity, keyRequest(cmd.Change.EntityKey), nil)
	if err != nil {
		theirs = nil // the commit tells
	}
	return takenFound{cmd.Change, theirs}
}

// taken says of a change that the next commit would be refused.
func taken(d edit.Desk, msg takenFound) (edit.Desk, []page.Cmd) {
	if msg.Theirs == nil || d.Committing() || d.Pending.At(msg.Change.EntityKey) != msg.Change {
		return d, nil
	}
	x := *msg.Change
	x.Failed = &wire.Failure{Code: "EntityAlreadyExists", Message: "There is an entity " + x.Name() + " already."}
	x.Conflict = d.Pending.NewConflict(&x, msg.Theirs)
	return d.Amend(&x), []page.Cmd{page.Notify{Notice: page.Notice{Bad: true, Text: takenText(&x)}}}
}

// takenText is the notice of a change whose key is taken. It leaves with its cause, see outlived.
func takenText(c *edit.Change) string {
	return "There is an entity " + c.Name() + " already. Choose in Review… which of the two stays, or undo the change and choose another key."
}

// updateForm takes what the inspector asks for.
func updateForm(v *page.View, d edit.Desk, msg page.Msg) (next edit.Desk, cmds []page.Cmd, ok bool) {
	switch msg := msg.(type) {
	case FormCollected:
		next, cmds = collect(v, d, msg.Now)
	case FormDropped:
		next, cmds = collectDelete(v, d)
	case Delayed:
		next, cmds = afterCommit(d, msg.Msg)
	case ConflictMet:
		next, cmds = meetConflict(v, d, msg.Change, msg.Failure)
	case takenFound:
		next, cmds = taken(d, msg)
	case formTaken:
		switch in := d.Form; {
		case in.Mode == edit.Idle || in.Key() != msg.Key:
			return d, []page.Cmd{page.Notify{Notice: page.Notice{Bad: true, Text: "An entity was to be added to the changes while a commit was under way. It is not on screen any more, so it was not added."}}}, true
		case msg.Deleted:
			next, cmds = collectDelete(v, d)
		default:
			next, cmds = collect(v, d, msg.Now)
		}
	default:
		return d, nil, false
	}
	return next, cmds, true
}

// collect makes the form a pending change; with now set it is committed at once, and nothing else is.
func collect(v *page.View, d edit.Desk, now bool) (edit.Desk, []page.Cmd) {
	in := *d.Form
	switch {
	case in.Mode == edit.Idle || in.Busy:
		return d, nil
	case d.Committing():
		return afterCommit(d, formTaken{Key: in.Key(), Now: now})
	case v.ReadOnly != "":
		return d, v.TellReadOnly()
	}
	changes, text, target, problem := d.Pending.ChangesOf(&in)
	if problem != "" {
		return d, []page.Cmd{page.Focus{Target: target}, page.Announce{Text: problem}}
	}
	next := d.Pending.Step(text, changes)
	if next == d.Pending {
		return d, []page.Cmd{page.Notify{Notice: page.Notice{Text: "Nothing was changed."}}}
	}
	open := in.Open
	shown := edit.EntityKey{Source: in.Source, Table: in.Table, PartitionKey: in.PK, RowKey: in.RK}
	if c := next.At(shown); c != nil {
		in = edit.PendingForm(c)
	} else if in.Original != nil {
		in = edit.FormOf(in.Source, in.Table, *in.Original)
	}
	in.Open = open
	d.Pending, d.Form = next, &in
	cmds := []page.Cmd{in.Fields()}
	if now {
		d, more := startCommit(v, d, keysIn(changes))
		return d, append(cmds, more...)
	}
	if c := next.At(shown); c != nil && c.Kind == edit.InsertKind && c.From == nil && c.Source == "" {
		cmds = append(cmds, findTaken{c})
	}
	return d, append(cmds, page.Announce{Text: text + ". " + words.Count(len(next.Changes), "change is", "changes are") + " pending."})
}

// collectDelete makes the entity of the form go with the next commit.
func collectDelete(v *page.View, d edit.Desk) (edit.Desk, []page.Cmd) {
	in := d.Form
	k := in.Key()
	switch {
	case in.Mode == edit.Idle || in.Busy:
		return d, nil
	case d.Committing():
		return afterCommit(d, formTaken{Key: k, Deleted: true})
	case in.Mode == edit.Creating && in.Saved == nil:
		return d, nil
	case in.Mode == edit.Creating:
		d, cmds, _ := updatePending(v, d, ChangeDropped{k})
		return d, cmds
	}
	c := edit.Over(d.Pending.At(k), &edit.Change{EntityKey: k, Kind: edit.DeleteKind, Base: in.Original, Blind: in.Partial()})
	d, cmds := d.Pend(d.Pending.Step("Deleted "+k.Name(), map[edit.EntityKey]*edit.Change{k: c}))
	return d, append(cmds, page.Announce{Text: k.Name() + " goes with the next commit. Ctrl+Z takes that back."})
}
