package state

import (
	"slices"

	"rangefinder/app/edit"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine"
	"rangefinder/engine/tablerest"
)

// What the worker told of a commit.
type (
	// BatchEnded answers CommitBatch.
	BatchEnded struct {
		ID, Index int
		Reply     *wire.BatchReply
		Err       error
	}
	// TheirsRead answers ReadTheirs.
	TheirsRead struct {
		ID, Index int
		Found     []*wire.EntityReply // nil: it is not there
		Err       error
	}
)

// Requests to the worker about a commit.
type (
	// CommitBatch sends a group. Answer: BatchEnded.
	CommitBatch struct {
		ID, Index int
		Req       wire.BatchRequest
	}
	// ReadTheirs reads entities as they are now. Answer: TheirsRead.
	ReadTheirs struct {
		ID, Index int
		Keys      []wire.KeyRequest
	}
)

// committing reports whether a commit is under way: pending changes stay as they are meanwhile.
func (m *Model) committing() bool { return m.Pending.Commit != nil && m.Pending.Commit.Running }

// updateCommit sends groups one after the other.
func updateCommit(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg := msg.(type) {
	case CommitPressed:
		if m.committing() || len(m.Pending.Changes) == 0 {
			return m, nil, true
		}
		for _, c := range m.Pending.Changes {
			if c.Conflict != nil {
				if m.Dialog == nil {
					m.Dialog = &Dialog{Kind: ReviewChanges, Review: &Review{Request: -1}}
				}
				d, r := *m.Dialog, Review{Request: -1, Open: c.EntityKey}
				d.Review = &r
				m.Dialog = &d
				text := "Settle " + c.Name() + " first: it was changed elsewhere."
				return m, []Cmd{OpenDialog{}, Announce{Text: text}}, true
			}
		}
		m, cmds := startCommit(m, nil)
		return m, cmds, true

	case commitTaken:
		if m.committing() {
			m, cmds := afterCommit(m, msg)
			return m, cmds, true
		}
		m, cmds := takeCommitBack(m, msg.Inverse)
		return m, cmds, true

	case formTaken:
		switch in := m.Inspector; {
		case in.Mode == edit.Idle || in.Key() != msg.Key:
			m, cmds := notify(m, Notice{Bad: true, Text: "What you saved while a commit was under way is not on screen any more, and was not taken."})
			return m, cmds, true
		case msg.Deleted:
			return collectDelete(m)
		}
		return collect(m, msg.Now)

	case CommitStopped:
		if !m.committing() {
			return m, nil, true
		}
		p, c := *m.Pending, *m.Pending.Commit
		c.Stopped = true
		p.Commit = &c
		m.Pending = &p
		return m, []Cmd{Announce{Text: "Stopping after the transaction that is under way."}}, true

	case BatchEnded:
		if !m.atBatch(msg.ID, msg.Index) {
			return m, nil, true
		}
		m, cmds := batchEnded(m, msg)
		return m, cmds, true

	case TheirsRead:
		if !m.atBatch(msg.ID, msg.Index) {
			return m, nil, true
		}
		m, cmds := theirsRead(m, msg)
		return m, cmds, true
	}
	return m, nil, false
}

// commitTaken takes a commit back by its inverse.
type commitTaken struct{ Inverse []*edit.Change }

// formTaken makes the form of the inspector a pending change, if it still is that of the key.
type formTaken struct {
	Key          edit.EntityKey
	Now, Deleted bool
}

// afterCommit keeps what was pressed while a commit is under way, and does it when that is over: a press is never lost.
func afterCommit(m Model, msg Msg) (Model, []Cmd) {
	p, c := *m.Pending, *m.Pending.Commit
	c.After = append(slices.Clone(c.After), msg)
	p.Commit = &c
	m.Pending = &p
	return notify(m, Notice{Text: "A commit is under way; this follows it."})
}

// caughtUp does what was pressed while the commit that is over now was under way. What begins another one leaves the rest to that.
func caughtUp(m Model, cmds []Cmd) (Model, []Cmd) {
	if m.Pending.Commit == nil || m.committing() {
		return m, cmds
	}
	p, c := *m.Pending, *m.Pending.Commit
	waiting := c.After
	c.After = nil
	p.Commit = &c
	m.Pending = &p
	for _, msg := range waiting {
		var more []Cmd
		m, more = Update(m, msg)
		cmds = append(cmds, more...)
	}
	return m, cmds
}

func (m *Model) atBatch(id, index int) bool {
	c := m.Pending.Commit
	return c != nil && c.Running && c.ID == id && index < len(c.Runs)
}

// startCommit commits pending changes: those of the keys, all when only is nil.
func startCommit(m Model, only map[edit.EntityKey]bool) (Model, []Cmd) {
	list := m.Pending.Changes
	if only != nil {
		list = slices.DeleteFunc(slices.Clone(list), func(c *edit.Change) bool { return !only[c.EntityKey] })
	}
	return runBatches(m, edit.BatchesOf(list, m.Sources.Profile), edit.OfPending)
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
func takeCommitBack(m Model, inverse []*edit.Change) (Model, []Cmd) {
	if m.committing() {
		return m, nil
	}
	return runBatches(m, edit.BatchesOf(inverse, m.Sources.Profile), edit.OfUndo)
}

func runBatches(m Model, list []*edit.Batch, from edit.CommitOrigin) (Model, []Cmd) {
	p, c := *m.Pending, &edit.Commit{Running: true, Origin: from}
	if p.Commit != nil {
		c.ID = p.Commit.ID + 1
	}
	for _, b := range list {
		c.Runs = append(c.Runs, &edit.BatchRun{Batch: b, At: -1})
	}
	p.Commit = c
	m.Pending = &p
	return nextBatch(m)
}

// meetConflict makes a change that was sent alone and met somebody else's a pending one, and reads what is there, as a commit does.
func meetConflict(m Model, c *edit.Change, f *wire.Failure) (Model, []Cmd) {
	text := "Changed "
	if c.Kind == edit.DeleteKind {
		text = "Deleted "
	}
	m, cmds := pend(m, m.Pending.Step(text+c.Name(), map[edit.EntityKey]*edit.Change{c.EntityKey: c}))
	if in := *m.Inspector; in.Saved == c && c.Kind != edit.DeleteKind {
		if list, _, problem := in.Wanted(c.Kind == edit.MergeKind); problem == "" && edit.SameProperties(list, c.Want) { // nothing was typed since
			in = edit.PendingForm(c)
			in.Open = m.Inspector.Open
			m.Inspector = &in
			cmds = append(cmds, resetInspector(&in))
		}
	}
	p, commit := *m.Pending, &edit.Commit{Running: true, Runs: []*edit.BatchRun{{Batch: edit.BatchesOf([]*edit.Change{c}, m.Sources.Profile)[0], State: edit.Reading, Failed: f}}}
	if p.Commit != nil {
		commit.ID = p.Commit.ID + 1
	}
	p.Commit = commit
	m.Pending = &p
	return m, append(cmds, ReadTheirs{commit.ID, 0, keysOf([]*edit.Change{c})})
}

// ran puts another version of a run in its place.
func ran(m Model, i int, change func(r *edit.BatchRun)) Model {
	p, c := *m.Pending, *m.Pending.Commit
	c.Runs = slices.Clone(c.Runs)
	r := *c.Runs[i]
	change(&r)
	c.Runs[i] = &r
	p.Commit = &c
	m.Pending = &p
	return m
}

// nextBatch sends the next group that waits, or ends the commit.
func nextBatch(m Model) (Model, []Cmd) {
	c := m.Pending.Commit
	for i, r := range c.Runs {
		if r.State != edit.Waiting {
			continue
		}
		if why := m.holds(c, r); why != "" {
			m = ran(m, i, func(r *edit.BatchRun) { r.State, r.Why = edit.Unsent, why })
			c = m.Pending.Commit
			continue
		}
		var upserts []wire.KeyRequest
		for _, x := range r.Changes {
			if x.Unseen() && r.Before == nil {
				upserts = append(upserts, keyRequest(x.EntityKey))
			}
		}
		if len(upserts) > 0 {
			m = ran(m, i, func(r *edit.BatchRun) { r.State = edit.Reading })
			return m, []Cmd{ReadTheirs{c.ID, i, upserts}}
		}
		m = ran(m, i, func(r *edit.BatchRun) { r.State = edit.Sending })
		return m, []Cmd{CommitBatch{c.ID, i, r.Request()}}
	}
	return endCommit(m)
}

func keyRequest(k edit.EntityKey) wire.KeyRequest {
	return wire.KeyRequest{Source: k.Source, Table: k.Table, PartitionKey: k.PartitionKey, RowKey: k.RowKey}
}

// holds says why a group cannot be sent now, "" when it can.
func (m *Model) holds(c *edit.Commit, r *edit.BatchRun) string {
	if c.Stopped {
		return "Stopped before it was sent."
	}
	if r.Source != "" {
		switch a := m.Sources.Account(r.Source); {
		case a == nil:
			return "The server of this page has no account " + r.Source + "."
		case !a.Writes:
			return r.Source + " is read-only until its lock is opened."
		}
	}
	for _, run := range c.Runs {
		if run.State == edit.Doubtful || run.State == edit.Unsent && run.Failed != nil {
			return "Not sent: nobody answered before it."
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

// batchEnded takes what became of a group.
func batchEnded(m Model, msg BatchEnded) (Model, []Cmd) {
	c := m.Pending.Commit
	r := c.Runs[msg.Index]
	f := wire.FailureOf(msg.Err)
	if f == nil {
		f = msg.Reply.Failed
	}
	switch {
	case f == nil:
		m = ran(m, msg.Index, func(r *edit.BatchRun) { r.State, r.ETags = edit.Committed, msg.Reply.ETags })
		return nextBatch(m)
	case msg.Err != nil && !unsure[f.Code]:
		m = ran(m, msg.Index, func(r *edit.BatchRun) { r.State, r.Failed, r.Why = edit.Unsent, f, f.Message }) // it never left
		return nextBatch(m)
	case msg.Err != nil:
		m = ran(m, msg.Index, func(r *edit.BatchRun) { r.State, r.Failed = edit.Reading, f })
		return m, []Cmd{ReadTheirs{c.ID, msg.Index, keysOf(r.Changes)}}
	}
	m = ran(m, msg.Index, func(r *edit.BatchRun) { r.State, r.Failed, r.At = edit.Refused, f, msg.Reply.At })
	if at := msg.Reply.At; conflicts[f.Code] && at >= 0 && at < len(r.Changes) {
		m = ran(m, msg.Index, func(r *edit.BatchRun) { r.State = edit.Reading })
		return m, []Cmd{ReadTheirs{c.ID, msg.Index, []wire.KeyRequest{keyRequest(r.Changes[at].EntityKey)}}}
	} else if at >= 0 && at < len(r.Changes) && m.Pending.At(r.Changes[at].EntityKey) == r.Changes[at] {
		x := *r.Changes[at]
		x.Failed = f
		m = amend(m, &x)
	}
	return nextBatch(m)
}

// unsure are the codes after which the group may have been done: what is there is read, and tells.
var unsure = map[string]bool{wire.OutcomeUnknown: true, wire.NoAnswer: true, wire.ServerSilent: true, "InternalError": true}

// conflicts are the codes that tell of somebody else's change.
var conflicts = map[string]bool{"UpdateConditionNotSatisfied": true, "ConditionNotMet": true, "ResourceNotFound": true, "EntityAlreadyExists": true}

func keysOf(changes []*edit.Change) []wire.KeyRequest {
	out := make([]wire.KeyRequest, len(changes))
	for i, c := range changes {
		out[i] = keyRequest(c.EntityKey)
	}
	return out
}

// theirsRead goes on with what is there: under an upsert, against a change, or after a group without an answer.
func theirsRead(m Model, msg TheirsRead) (Model, []Cmd) {
	r := m.Pending.Commit.Runs[msg.Index]
	switch {
	case r.Failed == nil && msg.Err != nil: // nothing was sent yet
		f := wire.FailureOf(msg.Err)
		m = ran(m, msg.Index, func(r *edit.BatchRun) { r.State, r.Failed, r.Why = edit.Unsent, f, "Not sent: "+f.Message })
		return nextBatch(m)
	case r.Failed == nil:
		before := map[edit.EntityKey]*wire.EntityReply{}
		i := 0
		for _, c := range r.Changes {
			if c.Unseen() {
				before[c.EntityKey] = msg.Found[i]
				i++
			}
		}
		m = ran(m, msg.Index, func(r *edit.BatchRun) { r.State, r.Before = edit.Waiting, before })
		return nextBatch(m)
	case conflicts[r.Failed.Code]:
		m = ran(m, msg.Index, func(r *edit.BatchRun) { r.State = edit.Refused })
		if m.Pending.At(r.Changes[r.At].EntityKey) == r.Changes[r.At] {
			x := *r.Changes[r.At]
			if x.Failed = r.Failed; msg.Err == nil {
				x = edit.Completed(x, msg.Found[0])
				x.Conflict = edit.NewConflict(&x, msg.Found[0], m.Pending.Mine(&x))
			} else {
				x.Failed = &wire.Failure{Code: r.Failed.Code, Message: "Somebody changed it since it was read, and nothing was written. What it holds now could not be read: " +
					wire.FailureOf(msg.Err).Message + " Commit tries both again."}
			}
			m = amend(m, &x)
		}
		return nextBatch(m)
	case msg.Err != nil:
		m = ran(m, msg.Index, func(r *edit.BatchRun) { r.State = edit.Doubtful })
		return nextBatch(m)
	}
	done := true
	etags := make([]string, len(r.Changes))
	for i, c := range r.Changes {
		done = done && isDone(c, msg.Found[i])
		if msg.Found[i] != nil {
			etags[i] = msg.Found[i].ETag
		}
	}
	m = ran(m, msg.Index, func(r *edit.BatchRun) {
		if r.State, r.ETags = edit.Refused, nil; done {
			r.State, r.ETags, r.Failed = edit.Committed, etags, nil
		}
	})
	return nextBatch(m)
}

// isDone reports whether an entity is as a change makes it.
func isDone(c *edit.Change, now *wire.EntityReply) bool {
	if c.Kind == edit.DeleteKind || now == nil {
		return c.Kind == edit.DeleteKind && now == nil
	}
	if c.Kind == edit.UpmergeKind || c.Kind == edit.MergeKind {
		for _, p := range c.Op().Properties {
			if q := edit.PropertyOf(now.Properties, p.Name); q == nil || !edit.Same(*q, p) {
				return false
			}
		}
		return true
	}
	return edit.SameProperties(now.Properties, c.Want)
}

// RequestOf is the request of operations on a table as it goes over the wire, cut at a length that a page shows, or why there
// can be none.
func RequestOf(m *Model, source, table string, ops []wire.ApplyRequest) string {
	list := make([]engine.Op, len(ops))
	for i := range ops {
		op, err := wire.ReadOp(ops[i])
		if err != nil {
			return "Operation " + words.Number(i+1) + " cannot be written: " + wire.FailureOf(err).Detail
		}
		list[i] = op
	}
	client := tablerest.Client{URL: edit.PlaceholderURL}
	if a := m.Sources.Account(source); a != nil && source != "" {
		client.URL = a.Endpoint
	}
	return client.RequestText(table, list, wire.MaxRequestText)
}
