package review

import (
	"context"

	"rangefinder/app/edit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
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

// Run implements page.Runner.
func (cmd CommitBatch) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Batch, cmd.Req, nil)
	return BatchEnded{cmd.ID, cmd.Index, reply, err}
}

// Run implements page.Runner.
func (cmd ReadTheirs) Run(ctx context.Context, out page.Outside) page.Msg {
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

// batchEnded takes what became of a group.
func batchEnded(v *page.View, d edit.Desk, msg BatchEnded) (edit.Desk, []page.Cmd) {
	c := d.Pending.Commit
	r := c.Runs[msg.Index]
	f := wire.FailureOf(msg.Err)
	if f == nil {
		f = msg.Reply.Failed
	}
	switch {
	case f == nil:
		d = ran(d, msg.Index, func(r *edit.BatchRun) { r.State, r.ETags = edit.Committed, msg.Reply.ETags })
		return nextBatch(v, d)
	case msg.Err != nil && !unsure[f.Code]:
		d = ran(d, msg.Index, func(r *edit.BatchRun) { r.State, r.Failed, r.Why = edit.Unsent, f, f.Message }) // it never left
		return nextBatch(v, d)
	case msg.Err != nil:
		d = ran(d, msg.Index, func(r *edit.BatchRun) { r.Failed = f })
		return readTheirs(d, msg.Index, keysOf(r.Changes))
	}
	d = ran(d, msg.Index, func(r *edit.BatchRun) { r.State, r.Failed, r.At = edit.Refused, f, msg.Reply.At })
	if at := msg.Reply.At; edit.Conflicts[f.Code] && at >= 0 && at < len(r.Changes) {
		return readTheirs(d, msg.Index, []wire.KeyRequest{keyRequest(r.Changes[at].EntityKey)})
	} else if at >= 0 && at < len(r.Changes) && d.Pending.At(r.Changes[at].EntityKey) == r.Changes[at] {
		x := *r.Changes[at]
		x.Failed = f
		d = d.Amend(&x)
	}
	return nextBatch(v, d)
}

// unsure are the codes after which the group may have been done: what is there is read, and tells.
var unsure = map[string]bool{wire.OutcomeUnknown: true, wire.NoAnswer: true, wire.ServerSilent: true, "InternalError": true, "WrongAnswer": true, "ProgramError": true}

func keysOf(changes []*edit.Change) []wire.KeyRequest {
	out := make([]wire.KeyRequest, len(changes))
	for i, c := range changes {
		out[i] = keyRequest(c.EntityKey)
	}
	return out
}

// theirsRead goes on with what is there: under an upsert, against a change, or after a group without an answer.
func theirsRead(v *page.View, d edit.Desk, msg TheirsRead) (edit.Desk, []page.Cmd) {
	r := d.Pending.Commit.Runs[msg.Index]
	switch {
	case r.Failed == nil && msg.Err != nil: // nothing was sent yet
		f := wire.FailureOf(msg.Err)
		d = ran(d, msg.Index, func(r *edit.BatchRun) { r.State, r.Failed, r.Why = edit.Unsent, f, "Not sent: "+f.Message })
		return nextBatch(v, d)
	case r.Failed == nil:
		before := map[edit.EntityKey]*wire.EntityReply{}
		i := 0
		for _, c := range r.Changes {
			if c.Unseen() {
				before[c.EntityKey] = msg.Found[i]
				i++
			}
		}
		d = ran(d, msg.Index, func(r *edit.BatchRun) { r.State, r.Before = edit.Waiting, before })
		return nextBatch(v, d)
	case edit.Conflicts[r.Failed.Code]:
		d = ran(d, msg.Index, func(r *edit.BatchRun) { r.State = edit.Refused })
		if d.Pending.At(r.Changes[r.At].EntityKey) == r.Changes[r.At] {
			x := *r.Changes[r.At]
			if x.Failed = r.Failed; msg.Err == nil {
				x = edit.Completed(x, msg.Found[0])
				x.Conflict = d.Pending.NewConflict(&x, msg.Found[0])
			} else {
				x.Failed = &wire.Failure{Code: r.Failed.Code, Message: "Somebody changed it since it was read, and nothing was written. What it holds now could not be read: " +
					wire.FailureOf(msg.Err).Message + " Commit tries both again."}
			}
			d = d.Amend(&x)
		}
		return nextBatch(v, d)
	case msg.Err != nil:
		d = ran(d, msg.Index, func(r *edit.BatchRun) { r.State = edit.Doubtful })
		return nextBatch(v, d)
	}
	done := true
	etags := make([]string, len(r.Changes))
	for i, c := range r.Changes {
		done = done && isDone(c, msg.Found[i])
		if msg.Found[i] != nil {
			etags[i] = msg.Found[i].ETag
		}
	}
	d = ran(d, msg.Index, func(r *edit.BatchRun) {
		if r.State, r.ETags = edit.Refused, nil; done {
			r.State, r.ETags, r.Failed = edit.Committed, etags, nil
		}
	})
	return nextBatch(v, d)
}

// isDone reports whether an entity is as a change makes it.
func isDone(c *edit.Change, now *wire.EntityReply) bool {
	if c.Kind == edit.DeleteKind || now == nil {
		return c.Kind == edit.DeleteKind && now == nil
	}
	if c.Kind == edit.UpmergeKind || c.Kind == edit.MergeKind {
		for _, p := range c.Op().Properties {
			if q := edit.PropertyOf(now.Properties, p.Name); q == nil || !page.SameText(*q, p) {
				return false
			}
		}
		return true
	}
	return edit.SameProperties(now.Properties, c.Want)
}
