package copyto

import (
	"context"
	"slices"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/engine/tablecopy"
)

// Requests to the worker. The list of tables shows how far they are, too.
type (
	// askPlan plans. Answer: page.LoadProgressed, planned.
	askPlan struct {
		nth    int
		req    wire.CopyToRequest
		design *wire.DeployRequest // is planned instead, unless it is nil
	}
	// askWrite writes. Answer: page.LoadProgressed, wrote.
	askWrite struct{ copy int }
	// askVerify reads back. Answer: page.LoadProgressed, verified.
	askVerify struct{ copy, sample int }
	// leave has the worker forget a plan.
	leave struct{ copy int }
)

// What the worker told.
type (
	planned struct {
		nth   int
		reply *wire.CopyToPlan
		price string
		err   error
	}
	wrote struct {
		copy  int
		reply *wire.CopyToReply
		err   error
	}
	verified struct {
		copy  int
		reply *wire.CopyToVerified
		err   error
	}
)

// nameField is where the table's name is typed.
const nameField = "copyto-name"

// begin starts a step, unless something else is under way.
func (m *Model) begin(v *page.View, step Step, title string, work page.Cmd) []page.Cmd {
	if m.Err = v.Accounts.Missing(m.ToSource); m.Err == "" {
		m.Err = v.Accounts.Missing(m.Source)
	}
	if v.Loading != nil {
		m.Err = "Something else is under way: " + v.Loading.Title + ". Stop it, or wait for its end."
	}
	if m.ErrField = ""; m.Err != "" {
		return []page.Cmd{page.Announce{Text: m.Err}}
	}
	m.Step = step
	return []page.Cmd{page.ShowLoading{Loading: &page.Loading{Title: title, Keeps: true}}, work, page.Focus{Target: "copyto-go"}}
}

func (m *Model) plan(v *page.View) (*Model, []page.Cmd) {
	if m.busy() || m.Table == "" {
		return m, nil
	}
	next := *m
	cmds := next.forget()
	if p := m.nameProblem(); p != "" {
		next.Err, next.ErrField = p, "copyto-table"
		return &next, append(cmds, page.Focus{Target: "copyto-table"}, page.Announce{Text: p})
	}
	req := wire.CopyToRequest{
		Source: m.Source, Endpoint: v.Accounts.Endpoint(m.Source), Table: m.Table,
		ToSource: m.ToSource, ToEndpoint: v.Accounts.Endpoint(m.ToSource), ToTable: m.ToTable,
		Profile: v.Accounts.Profile(m.ToSource), Existing: m.Existing,
	}
	if m.Import != nil {
		file := *m.Import
		file.Table = m.ToTable
		req.Import = &file
	}
	if m.Result {
		req.Result, req.Order = m.Rows.Reply.Result, m.Rows.Order
	}
	return &next, append(cmds, next.begin(v, Planning, m.words().planning, askPlan{next.nth, req, m.deployment(&req)})...)
}

func (m *Model) planned(v *page.View, msg planned) (*Model, []page.Cmd) {
	cmds := []page.Cmd{page.ShowLoading{}}
	if msg.nth != m.nth || m.Step != Planning {
		if msg.reply != nil {
			cmds = append(cmds, leave{msg.reply.Copy})
		}
		return m, cmds
	}
	next := *m
	if next.Step = Choosing; msg.err != nil {
		f := wire.FailureOf(msg.err)
		if next.Err = page.Refused("It could not be planned", f); f.Code == wire.Canceled {
			next.Err = "Stopped. Nothing was written."
		}
		return &next, append(cmds, page.Announce{Text: next.Err})
	}
	next.Step, next.Plan, next.Price = Planned, msg.reply, v.Accounts.Price(m.ToSource, msg.price)
	if next.asksName(v) {
		cmds = append(cmds, page.ResetFields{Values: map[string]string{nameField: ""}}, page.Focus{Target: nameField})
	}
	return &next, append(cmds, page.Announce{Text: next.Summary()})
}

// Writable reports whether the plan can be carried out.
func (m *Model) Writable(v *page.View) bool {
	return m.writes(v) && (m.Name == m.ToTable || !m.asksName(v))
}

// writes reports whether the plan writes something that nothing keeps back.
func (m *Model) writes(v *page.View) bool {
	return m.Plan != nil && m.Plan.Plan.Stopping == 0 && m.Plan.Plan.Requests() > 0 && !v.Accounts.Locked(m.ToSource)
}

// asksName reports whether the table's name has to be typed before anything is written.
func (m *Model) asksName(v *page.View) bool {
	return m.writes(v) && (m.Reply == nil || m.Reply.Report.Left > 0) && v.Accounts.Production(m.ToSource)
}

// goesOn is where the keyboard goes to go on.
func (m *Model) goesOn(v *page.View) string {
	if m.Name == "" && m.asksName(v) {
		return nameField
	}
	return "copyto-go"
}

func (m *Model) write(v *page.View) (*Model, []page.Cmd) {
	if m.busy() || !m.Writable(v) {
		return m, nil
	}
	next := *m
	next.Verified, next.Met = nil, nil
	return &next, next.begin(v, Writing, m.words().writing, askWrite{m.Plan.Copy})
}

func (m *Model) wrote(v *page.View, msg wrote) (*Model, []page.Cmd) {
	cmds := []page.Cmd{page.ShowLoading{}}
	if m.Step != Writing || m.Plan.Copy != msg.copy {
		return m, cmds
	}
	next := *m
	next.Step = Ended
	if msg.err != nil {
		f := wire.FailureOf(msg.err)
		switch next.Err = page.Refused("Nothing was written", f); {
		case f.Code == wire.CopyToGone:
			next.forget()
			next.Err = f.Message
		case next.Reply == nil:
			next.Step = Planned
		}
		if m.Plan.Plan.Creates > 0 { // it may be there
			cmds = append(cmds, m.told())
		}
		if f.Code == wire.Canceled {
			next.Err = "Stopped. The last request may or may not have been carried out; plan again to find out."
		}
		if v.Dialog == nil || v.Dialog.Kind != kind {
			next.unread = true
			return &next, append(cmds, page.Notify{Notice: page.Notice{Text: next.Err, Bad: true, Action: m.words().again, Undo: ReportPressed{}}})
		}
		return &next, append(cmds, page.Announce{Text: next.Err})
	}
	r := msg.reply
	if r.Undo != "" {
		cmds = append(cmds, page.Remember{Undo: r.Undo, Text: m.words().done}, page.Own{Tables: true})
	}
	cmds = append(cmds, m.told())
	next.Reply = sum(m.Reply, r)
	next.Decided = slices.DeleteFunc(slices.Clone(m.Decided), func(d decided) bool { return slices.Contains(r.Report.Changed, d.key) }) // somebody was quicker again
	if m.Check == None || r.Stopped || r.Problem != "" {
		return next.end(v, cmds)
	}
	sample := sampleSize
	if m.Check == All {
		sample = -1
	}
	next.Step = Verifying
	return &next, append(cmds, page.ShowLoading{Loading: &page.Loading{Title: verifyTitle(m), Keeps: true}}, askVerify{m.Plan.Copy, sample})
}

// told has the target's tables listed anew.
func (m *Model) told() page.Cmd {
	if m.ToSource == "" {
		return page.Relist{Anew: true}
	}
	return page.Written{Source: m.ToSource, Table: m.ToTable, Made: m.Plan.Plan.Creates > 0}
}

// sum is what two runs of a copy did. What the table has by it is told by the later one.
func sum(before, r *wire.CopyToReply) *wire.CopyToReply {
	if before == nil {
		return r
	}
	all := *r
	a, b := &all.Report, &before.Report
	a.Made = append(slices.Clone(b.Made), a.Made...)
	a.Written += b.Written
	a.AlreadyThere += b.AlreadyThere
	a.Requests += b.Requests
	a.Elapsed += b.Elapsed
	a.Refused = append(append([]tablecopy.Refusal{}, b.Refused...), a.Refused...)
	all.MoreRefused += before.MoreRefused
	return &all
}

// end tells what came of the copy, in the dialog or in a notice that leads to it.
func (m *Model) end(v *page.View, cmds []page.Cmd) (*Model, []page.Cmd) {
	m.Step = Ended
	if v.Dialog != nil && v.Dialog.Kind == kind {
		return m, append(cmds, page.Announce{Text: m.Outcome()}, page.Focus{Target: "copyto-done"})
	}
	m.unread = true
	return m, append(cmds, page.Notify{Notice: page.Notice{Text: m.Outcome(), Bad: !m.Good(), Action: "Report…", Undo: ReportPressed{}}})
}

func verifyTitle(m *Model) string {
	return "Reading " + m.ToTable + " of " + place(m.ToSource) + " back"
}

func (m *Model) verify(v *page.View, sample int) (*Model, []page.Cmd) {
	if m.busy() || m.Reply == nil {
		return m, nil
	}
	next := *m
	return &next, next.begin(v, Verifying, verifyTitle(m), askVerify{m.Plan.Copy, sample})
}

func (m *Model) verified(v *page.View, msg verified) (*Model, []page.Cmd) {
	cmds := []page.Cmd{page.ShowLoading{}}
	if m.Step != Verifying || m.Plan.Copy != msg.copy {
		return m, cmds
	}
	next := *m
	if msg.err != nil {
		next.Err = page.Refused("It could not be read back", wire.FailureOf(msg.err))
	} else {
		next.Verified = msg.reply
	}
	ended, cmds := next.end(v, cmds)
	return ended, append(cmds, ended.meet()...)
}

// Slot implements page.Slotted.
func (askPlan) Slot() page.Slot   { return page.LoadSlot }
func (askWrite) Slot() page.Slot  { return page.LoadSlot }
func (askVerify) Slot() page.Slot { return page.LoadSlot }

// Run implements page.Runner.
func (cmd askPlan) Run(ctx context.Context, out page.Outside) page.Msg {
	var reply *wire.CopyToPlan
	var err error
	if cmd.design != nil {
		reply, err = wire.Call(ctx, out.Client, wire.PlanDeploy, *cmd.design, page.LoadProgress(out))
	} else {
		reply, err = wire.Call(ctx, out.Client, wire.PlanCopyTo, cmd.req, page.LoadProgress(out))
	}
	return planned{cmd.nth, reply, page.PriceOf(ctx, out), err}
}

// Run implements page.Runner.
func (cmd askWrite) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.CopyTo, wire.CopyToRun{Copy: cmd.copy}, page.LoadProgress(out))
	return wrote{cmd.copy, reply, err}
}

// Run implements page.Runner.
func (cmd askVerify) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.VerifyCopyTo, wire.CopyToVerify{Copy: cmd.copy, Sample: cmd.sample}, page.LoadProgress(out))
	return verified{cmd.copy, reply, err}
}

// Run implements page.Runner.
func (cmd leave) Run(ctx context.Context, out page.Outside) page.Msg {
	_ = wire.Do(ctx, out.Client, wire.LeaveCopyTo, wire.CopyToRun{Copy: cmd.copy}) // it only frees memory
	return nil
}
