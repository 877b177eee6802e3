package state

import (
	"context"
	"slices"
	"strings"

	"rangefinder/app/edit"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// endCommit takes what was committed out of the pending changes and tells what became of the rest.
func endCommit(m Model) (Model, []Cmd) {
	p, c := *m.Pending, *m.Pending.Commit
	c.Running = false
	p.Commit = &c
	m.Pending = &p
	done := map[edit.EntityKey]*edit.Change{}
	var inverse []*edit.Change
	groups := 0
	for _, r := range c.Runs {
		if r.State != edit.Committed {
			continue
		}
		groups++
		for i, x := range r.Changes {
			done[x.EntityKey] = x
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
	next := *m.Pending.Without(gone)
	if next.Back = nil; c.Origin != edit.OfUndo {
		next.Back = inverse
	}
	m, cmds := pend(m, &next)
	text := "Committed " + words.Count(len(done), "change", "changes") + " in " + words.Count(groups, "transaction", "transactions") + "."
	if groups == 0 {
		text = "Nothing was committed."
	}
	if c.Origin == edit.OfUndo {
		text = "Undone."
		if groups < len(c.Runs) {
			text = words.Number(groups) + " of " + words.Count(len(c.Runs), "transaction was", "transactions were") + " undone."
		}
	}
	left := 0
	for _, r := range c.Runs {
		if r.State != edit.Committed {
			left += len(r.Changes)
		}
	}
	note := Notice{Text: text, Bad: left > 0}
	if left > 0 {
		note.Details = c.Trouble()
		if c.Origin == edit.OfPending {
			note.Text += " " + words.Count(left, "change is", "changes are") + " still pending."
		}
	}
	if len(inverse) > 0 && c.Origin != edit.OfUndo {
		note.Action, note.Undo = "Undo", commitTaken{inverse}
	}
	m, more := notify(m, note)
	cmds = append(cmds, more...)
	if left > 0 && c.Origin == edit.OfPending && m.Dialog == nil {
		var open edit.EntityKey
		for _, x := range m.Pending.Changes {
			if x.Conflict != nil || x.Failed != nil && open == (edit.EntityKey{}) {
				if open = x.EntityKey; x.Conflict != nil {
					break
				}
			}
		}
		m.Dialog = &Dialog{Kind: ReviewChanges, Review: &Review{Request: -1, Open: open}}
		cmds = append(cmds, OpenDialog{})
	} else if m.Dialog != nil && m.Dialog.Kind == ReviewChanges && left == 0 {
		m.Dialog = nil
		cmds = append(cmds, CloseDialog{}, Focus{Target: "grid"})
	}
	m, more = afterWrites(m, done)
	return caughtUp(m, append(cmds, more...))
}

// inverted is what takes a committed change back, nil when there is nothing to take back.
func inverted(r *edit.BatchRun, i int) *edit.Change {
	c, before := r.Changes[i], r.Changes[i].Base
	if c.Unseen() {
		before = r.Before[c.EntityKey]
	}
	now := &wire.EntityReply{PartitionKey: c.PartitionKey, RowKey: c.RowKey, ETag: r.ETags[i], Properties: c.Want}
	back := &edit.Change{EntityKey: c.EntityKey, Base: now, To: c.From, From: c.To}
	switch {
	case c.Kind == edit.DeleteKind && before == nil:
		return nil
	case c.Kind == edit.DeleteKind:
		back.Kind, back.Base, back.Want = edit.InsertKind, nil, before.Properties
	case before == nil:
		back.Kind = edit.DeleteKind
	default:
		back.Kind, back.Want = edit.ReplaceKind, before.Properties
	}
	return edit.MeasuredChange(back)
}

// afterWrites brings the rest of the page up to date with entities that were written.
func afterWrites(m Model, done map[edit.EntityKey]*edit.Change) (Model, []Cmd) {
	if len(done) == 0 {
		return m, nil
	}
	var cmds []Cmd
	in := m.Inspector
	if x := done[in.Key()]; in.Mode != edit.Idle && x != nil && !in.Dirty() {
		m.Inspector = &edit.Inspector{}
		if x.Kind != edit.DeleteKind || m.Pending.Commit.Origin == edit.OfUndo {
			open := in.Open
			m.Inspector = &edit.Inspector{Open: open}
			cmds = append(cmds, ReadEntity{Req: keyRequest(x.EntityKey)})
		} else if x.To != nil && done[*x.To] != nil {
			cmds = append(cmds, ReadEntity{Req: keyRequest(*x.To)})
		}
	}
	here, local := false, false
	for k := range done {
		here = here || k.Source == m.Grid.Result.Source && k.Table == m.Grid.Result.Table
		local = local || k.Source == ""
	}
	if here {
		var more []Cmd
		m, more = written(m, m.Grid.Result.Source, m.Grid.Result.Table)
		cmds = append(cmds, more...)
	}
	return own(m, cmds, local)
}

func (cmd CommitBatch) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Batch, cmd.Req, nil)
	return BatchEnded{cmd.ID, cmd.Index, reply, err}
}

func (cmd ReadTheirs) Run(ctx context.Context, out Outside) Msg {
	found := make([]*wire.EntityReply, len(cmd.Keys))
	for i, k := range cmd.Keys {
		e, err := wire.Call(ctx, out.Client, wire.Entity, k, nil)
		if f := wire.FailureOf(err); f != nil && f.Code != "ResourceNotFound" {
			return TheirsRead{cmd.ID, cmd.Index, nil, err}
		}
		if err == nil {
			found[i] = e
		}
	}
	return TheirsRead{cmd.ID, cmd.Index, found, nil}
}

// commitOver returns what stays of a notice when nothing of the commit is pending any more: of its own report only the offer to take back
// what was committed. Another notice stays as it is.
func commitOver(c *edit.Commit, n *Notice) *Notice {
	if c == nil || n == nil || !n.Bad || n.Details != c.Trouble() {
		return n
	}
	if _, taken := n.Undo.(commitTaken); !taken {
		return n.Under
	}
	done, _, _ := strings.Cut(n.Text, ".") // without what is still pending
	kept := *n
	kept.Text, kept.Details, kept.Bad = done+".", "", false
	return &kept
}
