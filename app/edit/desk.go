package edit

import (
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// Desk is what is being edited: the form of one entity, and the changes that wait to be committed.
type Desk struct {
	Form    *Inspector
	Pending *Pending
}

// Committing reports whether a commit is under way: pending changes stay as they are meanwhile.
func (d Desk) Committing() bool { return d.Pending.Commit != nil && d.Pending.Commit.Running }

// Fields gives every input of the form its text, because go-app leaves what was typed into a reused element.
func (in *Inspector) Fields() page.Cmd {
	values := map[string]string{"insp-pk": in.PK, "insp-rk": in.RK}
	for _, r := range in.Rows {
		values["prop-name-"+words.Number(r.ID)] = r.Name
		values["prop-text-"+words.Number(r.ID)] = r.Text
	}
	return page.ResetFields{Values: values}
}

// Amend puts what the service told of a change on the desk, in the form of its entity too.
func (d Desk) Amend(c *Change) Desk {
	d.Pending = d.Pending.Amended(c)
	if in := *d.Form; in.Saved != nil && in.Saved.EntityKey == c.EntityKey {
		in.Saved = c
		d.Form = &in
	}
	return d
}

// ShowTheirs gives a form without edits of its own what the table holds of its entity by now, where that is known since a conflict:
// with what was read before, the next save would meet the same conflict.
func (d Desk) ShowTheirs(k EntityKey, theirs *wire.EntityReply) (Desk, []page.Cmd) {
	in := d.Form
	if in.Mode != Editing || in.Key() != k || in.Dirty() {
		return d, nil
	}
	now := Inspector{}
	if theirs != nil {
		now = FormOf(in.Source, in.Table, *theirs)
		now.Open = in.Open
	}
	d.Form = &now
	return d, []page.Cmd{now.Fields()}
}

// Pend puts other pending changes on the desk; a form without edits of its own shows what they make of its entity.
func (d Desk) Pend(next *Pending) (Desk, []page.Cmd) {
	if next == d.Pending {
		return d, nil
	}
	d.Pending = next
	in := *d.Form
	if in.Mode == Idle {
		return d, nil
	}
	clean := !Edited(&in)
	c := next.At(in.Key())
	switch {
	case c == in.Saved:
		return d, nil
	case !clean:
		if in.Saved = c; in.Mode == Creating && c != nil && c.Base != nil {
			in.Saved = nil
		}
	case c != nil:
		open := in.Open
		in = PendingForm(c)
		in.Open = open
	case in.Original != nil:
		open := in.Open
		in = FormOf(in.Source, in.Table, *in.Original)
		in.Open = open
	default:
		in = Inspector{}
	}
	d.Form = &in
	return d, []page.Cmd{in.Fields()}
}

// Drop takes pending changes off the desk. What was typed since into the form of one of their entities goes with them: it is a step of its
// own before, so that undo brings it back in the change.
func (d Desk) Drop(text string, changes map[EntityKey]*Change) (Desk, []page.Cmd) {
	next, in := d.Pending, *d.Form
	if _, drops := changes[in.Key()]; drops && in.Saved != nil && in.Dirty() {
		if typed, said, _, problem := next.ChangesOf(&in); problem == "" && len(typed) == 1 {
			next = next.Step(said, typed)
		}
		open := in.Open
		in = PendingForm(in.Saved)
		in.Open, d.Form = open, &in
	}
	return d.Pend(next.Step(text, changes))
}

// ChangesOf are the changes that saving a form makes, none when a problem is told.
func (p *Pending) ChangesOf(in *Inspector) (changes map[EntityKey]*Change, text, target, problem string) {
	merge := in.Mode == Editing && !in.Replace && !in.Moved()
	want, target, problem := in.Wanted(merge)
	if problem != "" {
		return nil, "", target, problem
	}
	at, to := in.Key(), EntityKey{Source: in.Source, Table: in.Table, PartitionKey: in.PK, RowKey: in.RK}
	changes = map[EntityKey]*Change{}
	other := p.At(to)
	taken := at != to && other != nil && other.Kind != DeleteKind
	switch {
	case at == to && in.Mode == Editing && in.Saved == nil && other != nil && other.Taken(): // it would take the place of the new one
		return nil, "", "insp-rk", "A pending change inserts another entity with this key. Settle that first, in the review."
	case taken:
		return nil, "", "insp-rk", "Another pending change already makes " + to.Name() + "."
	case in.Mode == Creating && in.Saved != nil:
		c := *in.Saved
		c.EntityKey, c.Kind, c.Want, c.Failed, c.Conflict = to, in.Kind, want, nil, nil
		if at != to {
			changes[at] = nil
			if c.From != nil {
				if left := p.At(*c.From); left != nil {
					moved := *left
					moved.To = &to
					changes[left.EntityKey] = &moved
				}
			}
		}
		if at == to {
			other = nil // a change takes its own place
		}
		changes[to] = Over(other, &c)
		return changes, "Changed " + to.Name(), "", ""
	case in.Mode == Creating:
		kind := in.Kind
		if kind == "" {
			kind = InsertKind
		}
		if other != nil && other.Kind != DeleteKind {
			return nil, "", "insp-rk", "Another pending change already makes " + to.Name() + "."
		}
		changes[to] = Over(other, &Change{EntityKey: to, Kind: kind, Want: want})
		return changes, "New " + to.Name(), "", ""
	case at != to && in.Partial():
		return nil, "", "insp-rk", "Only the properties of $select are known. Run the query without it to move the whole entity."
	case at != to:
		changes[at] = Over(p.At(at), &Change{EntityKey: at, Kind: DeleteKind, Base: in.Original, To: &to})
		changes[to] = Over(other, &Change{EntityKey: to, Kind: InsertKind, Want: want, From: &at})
		return changes, "Moved " + at.Name() + " to " + to.Name(), "", ""
	}
	kind := ReplaceKind
	if merge {
		kind = MergeKind
	}
	changes[to] = Over(p.At(to), &Change{EntityKey: to, Kind: kind, Base: in.Original, Want: want, Blind: in.Partial()})
	return changes, "Changed " + to.Name(), "", ""
}
