package state

import (
	"slices"

	"rangefinder/app/wire"
)

// Commit is a commit of pending changes: under way, or the last one. Groups are sent one after the other; one that is refused
// does not keep the others back, because each is of a partition of its own or fits in no other. Only when nobody answers any
// more the rest stays unsent.
type Commit struct {
	ID      int
	Runs    []*BatchRun
	Running bool
	Stopped bool // the person said so
	Origin  CommitOrigin
	After   []Msg // pressed while it runs; done when it is over
}

// CommitOrigin is where the changes of a commit come from.
type CommitOrigin uint8

// The origins.
const (
	ofPending CommitOrigin = iota
	ofUndo                 // they take a commit back
	byHand                 // they are those of a GroupForm
)

// BatchRun is a group and what became of it.
type BatchRun struct {
	*Batch
	State  BatchState
	Failed *wire.Failure // why it was refused
	At     int           // of the change that is at fault, -1 when nobody told
	Why    string        // of one that was not sent
	ETags  []string
	Before map[EntityKey]*wire.EntityReply // of upserts, read before they were sent: what taking back restores
}

// BatchState is what became of a group.
type BatchState uint8

// The states.
const (
	Waiting   BatchState = iota
	Reading              // what upserts will write over, or what became of one without an answer
	Sending              //
	Committed            // all of it was done
	Refused              // none of it was done
	Doubtful             // nobody knows; its entities could not be read either
	Unsent               // Why says why
)

var batchStates = [...]string{"waiting", "reading", "sending…", "committed", "refused", "unknown", "not sent"}

func (s BatchState) String() string { return batchStates[s] }

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
		case in.Mode == Idle || in.key() != msg.Key:
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
type commitTaken struct{ Inverse []*Change }

// formTaken makes the form of the inspector a pending change, if it still is that of the key.
type formTaken struct {
	Key          EntityKey
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
func startCommit(m Model, only map[EntityKey]bool) (Model, []Cmd) {
	list := m.Pending.Changes
	if only != nil {
		list = slices.DeleteFunc(slices.Clone(list), func(c *Change) bool { return !only[c.EntityKey] })
	}
	return runBatches(m, batchesOf(list, m.Sources.Profile), ofPending)
}

// takeCommitBack undoes a commit by another one.
func takeCommitBack(m Model, inverse []*Change) (Model, []Cmd) {
	if m.committing() {
		return m, nil
	}
	return runBatches(m, batchesOf(inverse, m.Sources.Profile), ofUndo)
}

func runBatches(m Model, list []*Batch, from CommitOrigin) (Model, []Cmd) {
	p, c := *m.Pending, &Commit{Running: true, Origin: from}
	if p.Commit != nil {
		c.ID = p.Commit.ID + 1
	}
	for _, b := range list {
		c.Runs = append(c.Runs, &BatchRun{Batch: b, At: -1})
	}
	p.Commit = c
	m.Pending = &p
	return nextBatch(m)
}

// meetConflict makes a change that was sent alone and met somebody else's a pending one, and reads what is there, as a commit does.
func meetConflict(m Model, c *Change, f *wire.Failure) (Model, []Cmd) {
	text := "Changed "
	if c.Kind == deleteKind {
		text = "Deleted "
	}
	m, cmds := pend(m, m.Pending.step(text+c.Name(), map[EntityKey]*Change{c.EntityKey: c}))
	if in := *m.Inspector; in.Saved == c && c.Kind != deleteKind {
		if list, _, problem := in.wanted(c.Kind == mergeKind); problem == "" && sameProperties(list, c.Want) { // nothing was typed since
			in = pendingForm(c)
			in.Open = m.Inspector.Open
			m.Inspector = &in
			cmds = append(cmds, resetInspector(&in))
		}
	}
	p, commit := *m.Pending, &Commit{Running: true, Runs: []*BatchRun{{Batch: batchesOf([]*Change{c}, m.Sources.Profile)[0], State: Reading, Failed: f}}}
	if p.Commit != nil {
		commit.ID = p.Commit.ID + 1
	}
	p.Commit = commit
	m.Pending = &p
	return m, append(cmds, ReadTheirs{commit.ID, 0, keysOf([]*Change{c})})
}

// ran puts another version of a run in its place.
func ran(m Model, i int, change func(r *BatchRun)) Model {
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
		if r.State != Waiting {
			continue
		}
		if why := m.holds(c, r); why != "" {
			m = ran(m, i, func(r *BatchRun) { r.State, r.Why = Unsent, why })
			c = m.Pending.Commit
			continue
		}
		var upserts []wire.KeyRequest
		for _, x := range r.Changes {
			if x.blind() && r.Before == nil {
				upserts = append(upserts, keyRequest(x.EntityKey))
			}
		}
		if len(upserts) > 0 {
			m = ran(m, i, func(r *BatchRun) { r.State = Reading })
			return m, []Cmd{ReadTheirs{c.ID, i, upserts}}
		}
		m = ran(m, i, func(r *BatchRun) { r.State = Sending })
		return m, []Cmd{CommitBatch{c.ID, i, r.request()}}
	}
	return endCommit(m)
}

// blind reports whether nobody knows what a change writes over.
func (c *Change) blind() bool {
	return c.Kind == upsertKind || c.Kind == upmergeKind || c.Blind && c.Kind != insertKind
}

func keyRequest(k EntityKey) wire.KeyRequest {
	return wire.KeyRequest{Source: k.Source, Table: k.Table, PartitionKey: k.PartitionKey, RowKey: k.RowKey}
}

// holds says why a group cannot be sent now, "" when it can.
func (m *Model) holds(c *Commit, r *BatchRun) string {
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
		if run.State == Doubtful || run.State == Unsent && run.Failed != nil {
			return "Not sent: nobody answered before it."
		}
		if !r.Late || run.State == Committed {
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
		m = ran(m, msg.Index, func(r *BatchRun) { r.State, r.ETags = Committed, msg.Reply.ETags })
		return nextBatch(m)
	case msg.Err != nil && !unsure[f.Code]:
		m = ran(m, msg.Index, func(r *BatchRun) { r.State, r.Failed, r.Why = Unsent, f, f.Message }) // it never left
		return nextBatch(m)
	case msg.Err != nil:
		m = ran(m, msg.Index, func(r *BatchRun) { r.State, r.Failed = Reading, f })
		return m, []Cmd{ReadTheirs{c.ID, msg.Index, keysOf(r.Changes)}}
	}
	m = ran(m, msg.Index, func(r *BatchRun) { r.State, r.Failed, r.At = Refused, f, msg.Reply.At })
	if at := msg.Reply.At; conflicts[f.Code] && at >= 0 && at < len(r.Changes) {
		m = ran(m, msg.Index, func(r *BatchRun) { r.State = Reading })
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

func keysOf(changes []*Change) []wire.KeyRequest {
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
		m = ran(m, msg.Index, func(r *BatchRun) { r.State, r.Failed, r.Why = Unsent, f, "Not sent: "+f.Message })
		return nextBatch(m)
	case r.Failed == nil:
		before := map[EntityKey]*wire.EntityReply{}
		i := 0
		for _, c := range r.Changes {
			if c.blind() {
				before[c.EntityKey] = msg.Found[i]
				i++
			}
		}
		m = ran(m, msg.Index, func(r *BatchRun) { r.State, r.Before = Waiting, before })
		return nextBatch(m)
	case conflicts[r.Failed.Code]:
		m = ran(m, msg.Index, func(r *BatchRun) { r.State = Refused })
		if m.Pending.At(r.Changes[r.At].EntityKey) == r.Changes[r.At] {
			x := *r.Changes[r.At]
			if x.Failed = r.Failed; msg.Err == nil {
				x = completed(x, msg.Found[0])
				x.Conflict = newConflict(&x, msg.Found[0], m.Pending.Mine(&x))
			} else {
				x.Failed = &wire.Failure{Code: r.Failed.Code, Message: "Somebody changed it since it was read, and nothing was written. What it holds now could not be read: " +
					wire.FailureOf(msg.Err).Message + " Commit tries both again."}
			}
			m = amend(m, &x)
		}
		return nextBatch(m)
	case msg.Err != nil:
		m = ran(m, msg.Index, func(r *BatchRun) { r.State = Doubtful })
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
	m = ran(m, msg.Index, func(r *BatchRun) {
		if r.State, r.ETags = Refused, nil; done {
			r.State, r.ETags, r.Failed = Committed, etags, nil
		}
	})
	return nextBatch(m)
}

// isDone reports whether an entity is as a change makes it.
func isDone(c *Change, now *wire.EntityReply) bool {
	if c.Kind == deleteKind || now == nil {
		return c.Kind == deleteKind && now == nil
	}
	if c.Kind == upmergeKind || c.Kind == mergeKind {
		for _, p := range c.Op().Properties {
			if q := propertyOf(now.Properties, p.Name); q == nil || !same(*q, p) {
				return false
			}
		}
		return true
	}
	return sameProperties(now.Properties, c.Want)
}
