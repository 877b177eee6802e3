package state

import (
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine/tablesync"
)

// pushPressed opens the dialog of a push with its plan: nothing is sent before the plan was seen.
func pushPressed(m Model, msg PushPressed) (Model, []Cmd, bool) {
	c := m.Sync.Copy(msg.Table)
	if c == nil {
		return m, nil, true
	}
	m, cmds := openSync(m, Dialog{Kind: PushChanges, Table: c.Table, Busy: true, Sync: &SyncDialog{Push: &Pushing{Table: c.Table, Group: -1}}})
	return m, append(cmds, PlanPush{c.Table}), true
}

func updatePush(m Model, d Dialog, msg Msg) (Model, []Cmd, bool) {
	p := *d.Sync.Push
	d.Sync.Push = &p
	switch msg := msg.(type) {
	case PushPlanned:
		if msg.Table != p.Table {
			return m, nil, true
		}
		d.Busy = false
		p.Plan, p.Group = msg.Reply, -1
		if msg.Err != nil {
			m.Dialog = &d
			return syncFailed(m, "The push could not be planned", msg.Err)
		}

	case PushRuleChosen:
		p.Rule = msg.Rule

	case PushCreateChosen:
		p.Create = msg.Create

	case PushGroupOpened:
		if p.Group == msg.Index {
			msg.Index = -1
		}
		p.Group = msg.Index

	case PushStarted:
		if d.Busy || d.Sync.Working || p.Plan == nil || !msg.DryRun && m.Sources.Locked(p.Plan.Copy.Source) {
			return m, nil, true
		}
		c := p.Plan.Copy
		p.Reply = nil
		title := "Pushing " + c.Table + " to " + c.Source
		if msg.DryRun {
			title = "Trying the push of " + c.Table
		}
		m, ok := begin(m, title, c.Source, d)
		if !ok {
			return m, []Cmd{Announce{Text: m.Dialog.Err}}, true
		}
		return m, []Cmd{Push{wire.PushRequest{Table: c.Table, Endpoint: m.Sources.Endpoint(c.Source), DryRun: msg.DryRun, Create: p.Create, Rule: p.Rule}}, Focus{Target: "work-stop"}}, true

	default:
		return m, nil, false
	}
	m.Dialog = &d
	return m, nil, true
}

func pushEnded(m Model, msg PushEnded) (Model, []Cmd, bool) {
	m, d := ended(m, func(s *SyncDialog) bool { return s.Push != nil && s.Push.Table == msg.Req.Table })
	m, cmds := listCopies(m)
	if d == nil {
		var more []Cmd
		if msg.Err != nil {
			m, more = fail(m, "The push failed", msg.Err)
		} else {
			r := msg.Reply
			m, more = notify(m, Notice{Text: PushedText(msg.Req, r), Bad: r.Problem != "" || r.Stopped || len(r.Report.Refused) > 0 || r.Report.Conflicts > 0})
		}
		return m, append(cmds, more...), true
	}
	m.Dialog = d
	if msg.Err != nil {
		m, more, done := syncFailed(m, "The push failed", msg.Err)
		return m, append(cmds, more...), done
	}
	p := *d.Sync.Push
	d.Sync.Push = &p
	p.Reply, p.Dry = msg.Reply, msg.Req.DryRun
	cmds = append(cmds, Announce{Text: PushedText(msg.Req, msg.Reply)}, Focus{Target: "push-done"})
	if !p.Dry {
		d.Busy = true // until it is known what is left
		cmds = append(cmds, PlanPush{p.Table})
	}
	return m, cmds, true
}

// PushedText says what a push did, and what is left of it.
func PushedText(req wire.PushRequest, r *wire.PushReply) string {
	p := r.Report
	text := "Wrote " + words.Count(p.Written, "entity", "entities") + " in " + words.Count(p.Requests, "request", "requests")
	if req.DryRun {
		text = "A push would write " + words.Count(p.Written, "entity", "entities") + " in " + words.Count(p.Requests, "request", "requests")
	}
	if p.AlreadyThere > 0 {
		text += " · " + words.Number(p.AlreadyThere) + " already there"
	}
	if n := len(p.Refused) + r.MoreRefused; n > 0 {
		text += " · " + words.Number(n) + " refused"
	}
	if p.Resolved > 0 {
		text += " · " + words.Count(p.Resolved, "conflict", "conflicts") + " resolved by the rule"
	}
	if p.Unchanged > 0 {
		text += " · " + words.Number(p.Unchanged) + " as they were, not sent"
	}
	if p.Conflicts > 0 {
		text += " · " + words.Count(p.Conflicts, "new conflict", "new conflicts")
	}
	if p.Left > 0 && req.DryRun {
		text += " · " + words.Count(p.Left, "change", "changes") + " would be left"
	} else if p.Left > 0 {
		text += " · " + words.Count(p.Left, "change is", "changes are") + " still to push"
	}
	if req.DryRun && r.Problem == "" && !r.Stopped {
		text += ". Nothing was written; the dry run made " + words.Count(p.Asked, "request", "requests") + " to read. It cannot tell which entities the service refuses"
	}
	switch {
	case r.Problem != "":
		return text + ". It ended early: " + r.Problem
	case r.Stopped:
		return text + ". Stopped; pushing again goes on."
	}
	return text + "."
}

// RuleText names a rule in the words of the person who chooses it.
func RuleText(r tablesync.Rule) string {
	return [...]string{"ask: leave it as it is on both sides", "mine: the whole entity as it is here", "theirs: the whole entity as it is there", "merge-mine: by property, mine where both changed it", "merge-theirs: by property, theirs where both changed it"}[min(int(r), 4)]
}

// conflictsPressed opens the list of a copy's conflicts.
func conflictsPressed(m Model, msg ConflictsPressed) (Model, []Cmd, bool) {
	c := m.Sync.Copy(msg.Table)
	if c == nil {
		return m, nil, true
	}
	f := &Conflicting{Table: c.Table}
	m, cmds := openSync(m, Dialog{Kind: ResolveConflicts, Table: c.Table, Sync: &SyncDialog{Conflicts: f}})
	return m, append(cmds, f.read()), true
}

func (f *Conflicting) read() Cmd {
	return ReadConflicts{wire.ConflictsRequest{Table: f.Table, First: f.First, Count: ConflictPage}}
}

func updateConflicts(m Model, d Dialog, msg Msg) (Model, []Cmd, bool) {
	f := *d.Sync.Conflicts
	d.Sync.Conflicts = &f
	switch msg := msg.(type) {
	case ConflictsRead:
		if msg.Req.Table != f.Table || msg.Req.First != f.First {
			return m, nil, true
		}
		d.Busy = false
		if msg.Err != nil {
			m.Dialog = &d
			return syncFailed(m, "The conflicts could not be read", msg.Err)
		}
		f.Reply = msg.Reply
		if len(msg.Reply.Conflicts) == 0 && f.First > 0 { // the last ones of the last page were resolved
			f.First = max(0, f.First-ConflictPage)
			m.Dialog = &d
			return m, []Cmd{f.read()}, true
		}

	case ConflictsPaged:
		f.First = max(msg.First, 0)
		m.Dialog = &d
		return m, []Cmd{f.read(), Focus{Target: "conflicts"}}, true

	case ConflictRuleChosen:
		f.Rule = msg.Rule

	case ConflictResolved:
		if d.Busy || msg.Rule == tablesync.Ask {
			return m, nil, true
		}
		d.Busy, d.Err = true, ""
		req := wire.ResolveRequest{Table: f.Table, Rule: msg.Rule}
		if !msg.All {
			req.Keys = &wire.ConflictKey{PartitionKey: msg.PartitionKey, RowKey: msg.RowKey}
		}
		m.Dialog = &d
		return m, []Cmd{Resolve{req}}, true

	case Resolved:
		if msg.Err != nil {
			m.Dialog = &d
			return syncFailed(m, "Nothing was resolved", msg.Err)
		}
		text := words.Count(msg.Reply.Resolved, "conflict", "conflicts") + " resolved, " + words.Number(msg.Reply.Left) + " left."
		m.Dialog = &d
		m, cmds := listCopies(m)
		return m, append(cmds, f.read(), Announce{Text: text}, Focus{Target: "conflicts"}), true

	default:
		return m, nil, false
	}
	m.Dialog = &d
	return m, nil, true
}
