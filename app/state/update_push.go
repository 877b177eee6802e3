package state

import (
	"rangefinder/app/worker"
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
			return m, []Cmd{Announce{m.Dialog.Err}}, true
		}
		return m, []Cmd{Push{worker.PushRequest{Table: c.Table, Endpoint: m.endpoint(c.Source), DryRun: msg.DryRun, Create: p.Create, Rule: p.Rule}}, Focus{"work-stop"}}, true

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
	cmds = append(cmds, Announce{PushedText(msg.Req, msg.Reply)}, Focus{"push-done"})
	if !p.Dry {
		d.Busy = true // until it is known what is left
		cmds = append(cmds, PlanPush{p.Table})
	}
	return m, cmds, true
}

// PushedText says what a push did, and what is left of it.
func PushedText(req worker.PushRequest, r *worker.PushReply) string {
	p := r.Report
	text := "Wrote " + Count(p.Written, "entity", "entities") + " in " + Count(p.Requests, "request", "requests")
	if req.DryRun {
		ops := 0
		for i := range p.Groups {
			ops += p.Groups[i].Ops
		}
		if text = "A push would send "; r.More > 0 {
			text += "more than "
		}
		text += Count(ops, "change", "changes") + " in " + Count(len(p.Groups)+r.More, "group", "groups") + "; nothing was sent"
	}
	if p.Settled > 0 {
		text += " · " + Number(p.Settled) + " of them found written when read back, after a lost answer"
	}
	if n := len(p.Refused) + r.MoreRefused; n > 0 {
		text += " · " + Number(n) + " refused"
	}
	if p.Merged > 0 {
		text += " · " + Number(p.Merged) + " merged with what was changed there"
	}
	if p.Unchanged > 0 {
		text += " · " + Number(p.Unchanged) + " as they were, not sent"
	}
	if p.Conflicts > 0 {
		text += " · " + Count(p.Conflicts, "new conflict", "new conflicts")
	}
	if p.Left > 0 && !req.DryRun {
		text += " · " + Count(p.Left, "change is", "changes are") + " still to push"
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
	return [...]string{"leave it and ask me", "mine wins: write it over theirs", "theirs wins: give mine up", "merge by property, mine wins", "merge by property, theirs wins"}[min(int(r), 4)]
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
	return ReadConflicts{worker.ConflictsRequest{Table: f.Table, First: f.First, Count: ConflictPage}}
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
		return m, []Cmd{f.read(), Focus{"conflicts"}}, true

	case ConflictRuleChosen:
		f.Rule = msg.Rule

	case ConflictResolved:
		if d.Busy || msg.Rule == tablesync.Ask {
			return m, nil, true
		}
		d.Busy, d.Err = true, ""
		req := worker.ResolveRequest{Table: f.Table, Rule: msg.Rule}
		if !msg.All {
			req.Keys = &worker.ConflictKey{PartitionKey: msg.PartitionKey, RowKey: msg.RowKey}
		}
		m.Dialog = &d
		return m, []Cmd{Resolve{req}}, true

	case Resolved:
		if msg.Err != nil {
			m.Dialog = &d
			return syncFailed(m, "Nothing was resolved", msg.Err)
		}
		text := Count(msg.Reply.Resolved, "conflict", "conflicts") + " resolved, " + Number(msg.Reply.Left) + " left."
		m.Dialog = &d
		m, cmds := listCopies(m)
		return m, append(cmds, f.read(), Announce{text}, Focus{"conflicts"}), true

	default:
		return m, nil, false
	}
	m.Dialog = &d
	return m, nil, true
}
