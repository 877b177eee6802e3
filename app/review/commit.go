package review

import (
	"slices"

	"rangefinder/app/edit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine"
	"rangefinder/engine/tablerest"
)

// updateCommit sends groups one after the other.
func updateCommit(v *page.View, d edit.Desk, msg page.Msg) (edit.Desk, []page.Cmd, bool) {
	switch msg := msg.(type) {
	case CommitPressed:
		if d.Committing() || len(d.Pending.Changes) == 0 {
			return d, nil, true
		}
		for _, c := range d.Pending.Changes {
			if c.Conflict == nil {
				continue
			}
			text := "Settle " + c.Name() + " first: it was changed elsewhere."
			if c.Taken() {
				text = "Settle " + c.Name() + " first: there is an entity with this key already."
			}
			cmds := []page.Cmd{page.OpenDialog{}, page.Announce{Text: text}}
			if v.Dialog == nil || v.Dialog.Kind == reviewDialog {
				cmds = append([]page.Cmd{review(Review{Request: -1, Open: c.EntityKey})}, cmds...)
			}
			return d, cmds, true
		}
		d, cmds := startCommit(v, d, nil)
		return d, append(cmds, page.FocusOn{From: "pending-commit", To: "grid"}), true // the bar goes

	case CommitTaken:
		if d.Committing() {
			d, cmds := afterCommit(d, msg)
			return d, cmds, true
		}
		d, cmds := takeCommitBack(v, d, msg.Inverse)
		return d, cmds, true

	case CommitStopped:
		if !d.Committing() {
			return d, nil, true
		}
		p, c := *d.Pending, *d.Pending.Commit
		c.Stopped = true
		p.Commit = &c
		d.Pending = &p
		return d, []page.Cmd{page.Announce{Text: "Stopping after the transaction that is under way."}}, true

	case BatchEnded:
		if !atBatch(d, msg.ID, msg.Index) {
			return d, nil, true
		}
		d, cmds := batchEnded(v, d, msg)
		return d, cmds, true

	case TheirsRead:
		if !atBatch(d, msg.ID, msg.Index) {
			return d, nil, true
		}
		d, cmds := theirsRead(v, d, msg)
		return d, cmds, true
	}
	return d, nil, false
}

// CommitTaken takes a commit back by its inverse.
type CommitTaken struct{ Inverse []*edit.Change }

// afterCommit keeps what was pressed while a commit is under way, and does it when that is over: a press is never lost.
func afterCommit(d edit.Desk, msg page.Msg) (edit.Desk, []page.Cmd) {
	p, c := *d.Pending, *d.Pending.Commit
	c.After = append(slices.Clone(c.After), msg)
	p.Commit = &c
	d.Pending = &p
	return d, []page.Cmd{page.Notify{Notice: page.Notice{Text: "A commit is under way; this follows it."}}}
}

// caughtUp does what was pressed while the commit that is over now was under way. What begins another one leaves the rest to that.
func caughtUp(d edit.Desk) (edit.Desk, []page.Cmd) {
	if d.Pending.Commit == nil || d.Committing() {
		return d, nil
	}
	p, c := *d.Pending, *d.Pending.Commit
	waiting := c.After
	c.After = nil
	p.Commit = &c
	d.Pending = &p
	var cmds []page.Cmd
	for _, msg := range waiting {
		cmds = append(cmds, page.Repeat{Msg: msg})
	}
	return d, cmds
}

func atBatch(d edit.Desk, id, index int) bool {
	c := d.Pending.Commit
	return c != nil && c.Running && c.ID == id && index < len(c.Runs)
}

// startCommit commits pending changes: those of the keys, all when only is nil.
func startCommit(v *page.View, d edit.Desk, only map[edit.EntityKey]bool) (edit.Desk, []page.Cmd) {
	list := d.Pending.Changes
	if only != nil {
		list = slices.DeleteFunc(slices.Clone(list), func(c *edit.Change) bool { return !only[c.EntityKey] })
	}
	return runBatches(v, d, edit.BatchesOf(list, v.Accounts.Profile), edit.OfPending)
}

// keysIn are the entities that changes are of.
func keysIn(changes map[edit.EntityKey]*edit.Change) map[edit.EntityKey]bool {
	keys := make(map[edit.EntityKey]bool, len(changes))
	for k := range changes {
		keys[k] = true
	}
	return keys
}

// takeCommitBack undoes a commit by another one.
func takeCommitBack(v *page.View, d edit.Desk, inverse []*edit.Change) (edit.Desk, []page.Cmd) {
	if d.Committing() {
		return d, nil
	}
	return runBatches(v, d, edit.BatchesOf(inverse, v.Accounts.Profile), edit.OfUndo)
}

func runBatches(v *page.View, d edit.Desk, list []*edit.Batch, from edit.CommitOrigin) (edit.Desk, []page.Cmd) {
	p, c := *d.Pending, &edit.Commit{Running: true, Origin: from}
	if p.Commit != nil {
		c.ID = p.Commit.ID + 1
	}
	for _, b := range list {
		c.Runs = append(c.Runs, &edit.BatchRun{Batch: b, At: -1})
	}
	p.Commit = c
	d.Pending = &p
	return nextBatch(v, d)
}

// meetConflict makes a change that was sent alone and met somebody else's a pending one, and reads what is there, as a commit does.
func meetConflict(v *page.View, d edit.Desk, c *edit.Change, f *wire.Failure) (edit.Desk, []page.Cmd) {
	text := "Changed "
	if c.Kind == edit.DeleteKind {
		text = "Deleted "
	}
	d, cmds := d.Pend(d.Pending.Step(text+c.Name(), map[edit.EntityKey]*edit.Change{c.EntityKey: c}))
	if in := *d.Form; in.Saved == c && c.Kind != edit.DeleteKind {
		if list, _, problem := in.Wanted(c.Kind == edit.MergeKind); problem == "" && edit.SameProperties(list, c.Want) { // nothing was typed since
			in = edit.PendingForm(c)
			in.Open = d.Form.Open
			d.Form = &in
			cmds = append(cmds, in.Fields())
		}
	}
	p, commit := *d.Pending, &edit.Commit{Running: true, Runs: []*edit.BatchRun{{Batch: edit.BatchesOf([]*edit.Change{c}, v.Accounts.Profile)[0], Failed: f}}}
	if p.Commit != nil {
		commit.ID = p.Commit.ID + 1
	}
	p.Commit = commit
	d.Pending = &p
	d, more := readTheirs(d, 0, keysOf([]*edit.Change{c}))
	return d, append(cmds, more...)
}

// ran puts another version of a run in its place.
func ran(d edit.Desk, i int, change func(r *edit.BatchRun)) edit.Desk {
	p, c := *d.Pending, *d.Pending.Commit
	c.Runs = slices.Clone(c.Runs)
	r := *c.Runs[i]
	change(&r)
	c.Runs[i] = &r
	p.Commit = &c
	d.Pending = &p
	return d
}

// nextBatch sends the next group that waits, or ends the commit.
func nextBatch(v *page.View, d edit.Desk) (edit.Desk, []page.Cmd) {
	c := d.Pending.Commit
	for i, r := range c.Runs {
		if r.State != edit.Waiting {
			continue
		}
		if why := holds(v, c, r); why != "" {
			d = ran(d, i, func(r *edit.BatchRun) { r.State, r.Why = edit.Unsent, why })
			c = d.Pending.Commit
			continue
		}
		var upserts []wire.KeyRequest
		for _, x := range r.Changes {
			if x.Unseen() && r.Before == nil {
				upserts = append(upserts, keyRequest(x.EntityKey))
			}
		}
		if len(upserts) > 0 {
			return readTheirs(d, i, upserts)
		}
		d = ran(d, i, func(r *edit.BatchRun) { r.State = edit.Sending })
		return d, []page.Cmd{CommitBatch{c.ID, i, r.Request()}}
	}
	return endCommit(v, d)
}

// readTheirs reads entities of a run as they are now.
func readTheirs(d edit.Desk, i int, keys []wire.KeyRequest) (edit.Desk, []page.Cmd) {
	d = ran(d, i, func(r *edit.BatchRun) { r.State = edit.Reading })
	c := d.Pending.Commit // of its own by now
	if c.Runs[i].Source != "" {
		c.Reads += len(keys)
	}
	return d, []page.Cmd{ReadTheirs{c.ID, i, keys}}
}

func keyRequest(k edit.EntityKey) wire.KeyRequest {
	return wire.KeyRequest{Source: k.Source, Table: k.Table, PartitionKey: k.PartitionKey, RowKey: k.RowKey}
}

// holds says why a group cannot be sent now, "" when it can.
func holds(v *page.View, c *edit.Commit, r *edit.BatchRun) string {
	if c.Stopped {
		return "Stopped before it was sent."
	}
	if r.Source != "" {
		switch a := v.Accounts.Account(r.Source); {
		case a == nil:
			return "The server of this page has no account " + r.Source + "."
		case !a.Writes:
			return r.Source + " is read-only until its lock is opened."
		}
	}
	for _, run := range c.Runs {
		if run.State == edit.Doubtful || run.State == edit.Unsent && run.Failed != nil {
			return "Not sent: the transaction before it got no answer."
		}
		if !r.Late || run.State == edit.Committed {
			continue
		}
		for _, x := range r.Changes {
			for _, y := range run.Changes {
				if x.To != nil && *x.To == y.EntityKey && run != r {
					return "Not sent: " + y.Name() + ", which it moves to, was not written."
				}
			}
		}
	}
	return ""
}

// RequestOf is the request of operations on a table as it goes over the wire, cut at a length that a page shows, or why there
// can be none.
func RequestOf(accounts *page.Accounts, source, table string, ops []wire.ApplyRequest) string {
	list := make([]engine.Op, len(ops))
	for i := range ops {
		op, err := wire.ReadOp(ops[i])
		if err != nil {
			return "Operation " + words.Number(i+1) + " cannot be written: " + wire.FailureOf(err).Detail
		}
		list[i] = op
	}
	client := tablerest.Client{URL: edit.PlaceholderURL}
	if a := accounts.Account(source); a != nil && source != "" {
		client.URL = a.Endpoint
	}
	return client.RequestText(table, list, wire.MaxRequestText)
}
