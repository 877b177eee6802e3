package copies

import (
	"context"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine/tablesync"
)

// Pushing is the dialog of a push, before, while and after.
type Pushing struct {
	Table  string
	Plan   *wire.PushPlanReply // nil until it came
	Rule   tablesync.Rule
	Create bool            // the table, when it is missing there
	Name   string          // of the table there as it was typed, which an account that is marked production asks for
	Dry    bool            // Reply is of a dry run
	Reply  *wire.PushReply // of the last push, nil before
	Group  int             // whose request is shown, -1 for none
}

// Requests to the worker.
type (
	// PlanPush asks what a push would do. Answer: PushPlanned.
	PlanPush struct{ Table string }
	// Push sends the local changes of a copy. Answer: LoadProgressed, PushEnded.
	Push struct{ Req wire.PushRequest }
)

// What the worker told.
type (
	PushPlanned struct {
		Table string
		Reply *wire.PushPlanReply
		Err   error
	}
	PushEnded struct {
		Req   wire.PushRequest
		Reply *wire.PushReply
		Err   error
	}
)

// What the person did. The dialog is opened by page.PushPressed.
type (
	PushRuleChosen   struct{ Rule tablesync.Rule }
	PushCreateChosen struct{ Create bool }
	PushNamed        struct{ Text string }
	PushStarted      struct{ DryRun bool }
	PushGroupOpened  struct{ Index int }
)

// pushPressed opens the dialog of a push with its plan: nothing is sent before the plan was seen.
func (m *Model) pushPressed(v *page.View, table string) []page.Cmd {
	c := m.Copy(table)
	if c == nil {
		return nil
	}
	d := &dialog{Dialog: page.Dialog{Kind: PushChanges, Table: c.Table, Busy: true}, Form: Form{Push: &Pushing{Table: c.Table, Group: -1}}}
	return append(d.open(v), page.ResetFields{Values: map[string]string{"push-name": ""}}, PlanPush{c.Table})
}

// named reports whether the table was named, where that is asked for.
func (p *Pushing) named(v *page.View) bool {
	return !v.Accounts.Production(p.Plan.Copy.Source) || p.Name == p.Plan.Copy.Remote
}

// updatePush takes a message of the dialog of a push.
func (d *dialog) updatePush(v *page.View, msg page.Msg) (cmds []page.Cmd, ok bool) {
	p := *d.Push
	d.Push = &p
	switch msg := msg.(type) {
	case PushPlanned:
		if msg.Table != p.Table {
			return nil, true
		}
		d.Busy = false
		p.Plan, p.Group = msg.Reply, -1
		if msg.Err != nil {
			return d.failed("The push could not be planned", msg.Err), true
		}

	case PushRuleChosen:
		p.Rule = msg.Rule

	case PushCreateChosen:
		p.Create = msg.Create

	case PushNamed:
		p.Name = msg.Text

	case PushGroupOpened:
		if p.Group == msg.Index {
			msg.Index = -1
		}
		p.Group = msg.Index

	case PushStarted:
		if d.Busy || d.Working || p.Plan == nil || !msg.DryRun && (v.Accounts.Locked(p.Plan.Copy.Source) || !p.named(v)) {
			return nil, true
		}
		c := p.Plan.Copy
		p.Reply = nil
		title := "Pushing " + c.Table + " to " + c.Source
		if msg.DryRun {
			title = "Trying the push of " + c.Table
		}
		return d.begin(v, title, c.Source, Push{wire.PushRequest{Table: c.Table, Endpoint: v.Accounts.Endpoint(c.Source), DryRun: msg.DryRun, Create: p.Create, Rule: p.Rule}}), true

	default:
		return nil, false
	}
	return []page.Cmd{d.show()}, true
}

// pushEnded shows what was pushed, in its dialog or in a notice.
func (m *Model) pushEnded(v *page.View, msg PushEnded) (*Model, []page.Cmd) {
	d := ended(v, func(d *dialog) bool { return d.Push != nil && d.Push.Table == msg.Req.Table })
	next, list := m.list()
	cmds := append([]page.Cmd{page.ShowLoading{}}, list...)
	if !msg.Req.DryRun { // what it wrote, the service gave new Timestamps and ETags
		cmds = append(cmds, page.Written{Table: msg.Req.Table})
	}
	switch {
	case d == nil && msg.Err != nil:
		return next, append(cmds, page.Fail{What: "The push failed", Err: msg.Err})
	case d == nil:
		r := msg.Reply
		return next, append(cmds, page.Notify{Notice: page.Notice{Text: PushedText(msg.Req, r), Bad: r.Problem != "" || r.Stopped || len(r.Report.Refused) > 0 || r.Report.Conflicts > 0}})
	case msg.Err != nil:
		return next, append(cmds, d.failed("The push failed", msg.Err)...)
	}
	p := *d.Push
	d.Push = &p
	p.Reply, p.Dry = msg.Reply, msg.Req.DryRun
	d.Busy = d.Busy || !p.Dry // until it is known what is left
	cmds = append(cmds, d.show(), page.Announce{Text: PushedText(msg.Req, msg.Reply)}, page.Focus{Target: "push-done"})
	if !p.Dry {
		cmds = append(cmds, PlanPush{p.Table})
	}
	return next, cmds
}

// PushedText says what a push did, and what is left of it.
func PushedText(req wire.PushRequest, r *wire.PushReply) string {
	p := r.Report
	text := "Wrote " + words.Count(p.Written, "entity", "entities") + " in " + words.Count(p.Requests, "request", "requests")
	if req.DryRun {
		text = "A push would write " + words.Count(p.Written, "entity", "entities")
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
		text += " · " + words.Count(p.Left, "change is", "changes are") + " left"
	}
	if req.DryRun && r.Problem == "" && !r.Stopped {
		// A write that meets a conflict is a request too, and writes nothing.
		text += ". It would send " + words.Count(p.Requests-p.Reads, "request", "requests") + " to write and " + words.Number(p.Reads) + " to read. This dry run wrote nothing and sent " + words.Count(p.Asked, "request", "requests") + " to read. It cannot tell which entities the service would refuse"
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
	return [...]string{"leave both as they are, and ask me", "take mine, the whole entity as it is here", "take theirs, the whole entity as it is there", "merge by property, mine where both changed it", "merge by property, theirs where both changed it"}[min(int(r), 4)]
}

func (cmd PlanPush) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.PushPlan, wire.PullCopyRequest{Table: cmd.Table}, nil)
	return PushPlanned{cmd.Table, reply, err}
}

func (Push) Slot() page.Slot { return page.LoadSlot }

func (cmd Push) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Push, cmd.Req, page.LoadProgress(out))
	return PushEnded{cmd.Req, reply, err}
}
