package copies

import (
	"context"
	"strconv"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang"
)

// PullForm is the dialog of a pull, before, while and after.
type PullForm struct {
	Source, Remote string
	Table          string             // local, as typed
	Profile        filterlang.Profile // of the account
	What           string             // "all", "filter" or "partitions"
	Filter         string
	Keys           string           // PartitionKeys, one a line
	Req            wire.PullRequest // that was sent
	Reply          *wire.PullReply  // it is over, and there is something to tell
}

// Pull copies a table, or goes on with it. Answer: LoadProgressed, PullEnded.
type Pull struct{ Req wire.PullRequest }

// PullEnded answers Pull.
type PullEnded struct {
	Req   wire.PullRequest
	Reply *wire.PullReply
	Err   error
}

// What the person did. The dialog is opened by page.PullPressed.
type (
	PullTyped        struct{ Field, Text string }
	PullSubmitted    struct{}
	PullAgainPressed struct {
		Table   string
		Restart bool
	}
)

// pullPressed opens the dialog of a pull from the account on screen.
func pullPressed(v *page.View, table string) []page.Cmd {
	f := &PullForm{Source: v.Query.Source, Remote: table, Profile: v.Accounts.Profile(v.Query.Source), What: "all"}
	if f.Source == "" {
		return nil
	}
	if filter := filterlang.WithoutComments(v.Query.Filter); table == v.Query.Table && strings.TrimSpace(filter) != "" {
		f.Filter = filter
		if _, err := filterlang.Parse(filter); err == nil {
			f.What = "filter"
		}
	}
	f.Table = freeName(f.Remote, v.Tables)
	d := &dialog{Dialog: page.Dialog{Kind: PullTable}, Form: Form{Pull: f}}
	return []page.Cmd{d.show(), page.OpenDialog{}, resetPull(f), page.Focus{Target: "pull-table"}}
}

func resetPull(f *PullForm) page.Cmd {
	return page.ResetFields{Values: map[string]string{"pull-table": f.Table, "pull-filter": f.Filter, "pull-keys": f.Keys}}
}

// freeName is the name of a remote table, with a number when this browser has one of that name.
func freeName(remote string, taken []wire.TableInfo) string {
	name := remote
	if engine.CheckTableName(name) != nil {
		name = words.TableName(remote, "")
	}
	for n := 2; wire.TableNamed(taken, name) != nil; n++ {
		number := strconv.Itoa(n)
		name = remote[:min(len(remote), 63-len(number))] + number
	}
	return name
}

// updatePull takes a message of the dialog of a pull.
func (d *dialog) updatePull(v *page.View, msg page.Msg) (cmds []page.Cmd, ok bool) {
	f := *d.Pull
	d.Pull = &f
	switch msg := msg.(type) {
	case PullTyped:
		switch msg.Field {
		case "table":
			f.Table = msg.Text
		case "what":
			f.What = msg.Text
		case "filter":
			f.Filter = msg.Text
		case "keys":
			f.Keys = msg.Text
		}
		d.Err, d.ErrField = "", ""
		if msg.Field == "table" {
			d.Err, d.ErrField = f.nameProblem(v.Tables), "pull-table"
		}
		if msg.Field == "what" {
			return []page.Cmd{d.show(), resetPull(&f)}, true
		}
		return []page.Cmd{d.show()}, true

	case PullSubmitted:
		if d.Working {
			return nil, true
		}
		scope, field, problem := f.scope()
		if p := f.nameProblem(v.Tables); p != "" {
			field, problem = "pull-table", p
		}
		if problem != "" {
			d.Err, d.ErrField = problem, field
			return []page.Cmd{d.show(), page.Focus{Target: field}, page.Announce{Text: problem}}, true
		}
		f.Req = wire.PullRequest{Source: f.Source, Endpoint: v.Accounts.Endpoint(f.Source), Remote: f.Remote, Table: f.Table, Scope: scope}
		return d.pull(v), true
	}
	return nil, false
}

func (f *PullForm) nameProblem(taken []wire.TableInfo) string {
	if err := engine.CheckTableName(f.Table); err != nil {
		return page.Detail(err)
	}
	if t := wire.TableNamed(taken, f.Table); t != nil {
		return "This browser has a table " + t.Name + ". To bring a copy up to date, pull it again from its own ⇄ mark."
	}
	return ""
}

// scope reads what shall be pulled; field is the id of the input that problem is about.
func (f *PullForm) scope() (s tablesync.Scope, field, problem string) {
	switch f.What {
	case "filter":
		if _, err := filterlang.Parse(f.Filter); err != nil {
			return s, "pull-filter", page.Detail(err)
		}
		if s.Filter = strings.TrimSpace(f.Filter); s.Filter == "" {
			return s, "pull-filter", "Write a filter, or take the whole table."
		}
	case "partitions":
		for _, key := range strings.Split(f.Keys, "\n") {
			if key = strings.TrimSuffix(key, "\r"); key != "" && !nameIn(key, s.Partitions) {
				s.Partitions = append(s.Partitions, key)
			}
		}
		if len(s.Partitions) == 0 {
			return s, "pull-keys", "Write at least one PartitionKey, each on a line of its own."
		}
	}
	return s, "", ""
}

func nameIn(name string, list []string) bool {
	for _, n := range list {
		if n == name {
			return true
		}
	}
	return false
}

// Reads says what a pull has to read of the service, as the planner sees it; plan is nil when that cannot be told yet.
func (f *PullForm) Reads() (plan *filterlang.Plan, text string) {
	if f.What == "partitions" {
		s, _, _ := f.scope()
		return nil, words.Count(len(s.Partitions), "query", "queries") + ", each of one whole partition, page by page"
	}
	filter := ""
	if f.What == "filter" {
		filter = f.Filter
	}
	expr, err := filterlang.Parse(filter)
	if err != nil {
		return nil, ""
	}
	plan = f.Profile.Plan(expr)
	return plan, words.InSentence(page.Lead(plan)) + ", page by page, each billed"
}

// pullAgain brings a copy up to date, or goes on with a pull that was stopped.
func (m *Model) pullAgain(v *page.View, msg PullAgainPressed) []page.Cmd {
	c := m.Copy(msg.Table)
	if c == nil {
		return nil
	}
	f := &PullForm{Source: c.Source, Remote: c.Remote, Table: c.Table, Profile: v.Accounts.Profile(c.Source)}
	f.Req = wire.PullRequest{Source: c.Source, Endpoint: v.Accounts.Endpoint(c.Source), Remote: c.Remote, Table: c.Table, Scope: c.Scope, Restart: msg.Restart}
	d := &dialog{Dialog: page.Dialog{Kind: PullTable, Table: c.Table}, Form: Form{Pull: f}}
	return append(d.pull(v), page.OpenDialog{})
}

// pull starts what the form's request says.
func (d *dialog) pull(v *page.View) []page.Cmd {
	req := d.Pull.Req
	d.Pull.Reply = nil
	return d.begin(v, "Pulling "+req.Remote+" from "+req.Source, req.Source, Pull{req})
}

// pullEnded shows what was pulled. Its dialog stays when there is something to decide.
func (m *Model) pullEnded(v *page.View, msg PullEnded) (*Model, []page.Cmd) {
	d := ended(v, func(d *dialog) bool { return d.Pull != nil })
	next, list := m.list()
	cmds := append([]page.Cmd{page.ShowLoading{}}, list...)
	notice := func(text string, bad bool) page.Cmd {
		return page.Notify{Notice: page.Notice{Text: text, Bad: bad}}
	}
	if msg.Err != nil {
		return next, append(cmds, d.unpulled(v, msg.Err)...)
	}
	r := msg.Reply
	cmds = append(cmds, page.Own{Tables: true})
	text := PulledText(msg.Req, r)
	switch trouble := r.Stopped || r.Problem != "" || r.Report.Conflicts > 0; {
	case d == nil:
		cmds = append(cmds, notice(text, trouble))
	case trouble:
		d.Table = msg.Req.Table
		f := *d.Pull
		f.Reply, d.Pull = r, &f
		cmds = append(cmds, d.show(), page.Announce{Text: text}, page.Focus{Target: "pull-next"})
	case m.then.msg != nil: // Follow goes back to it
		cmds = append(cmds, page.ShowDialog{}, page.CloseDialog{}, notice(text+" The copy is "+msg.Req.Table+", in this browser.", false))
	default:
		cmds = append(cmds, page.ShowDialog{}, page.CloseDialog{}, page.Send{Msg: page.TableWanted{Table: msg.Req.Table}}, notice(text, false))
	}
	return next, cmds
}

// unpulled tells why nothing was pulled; d is nil when its dialog was left.
func (d *dialog) unpulled(v *page.View, err error) []page.Cmd {
	switch {
	case wire.FailureOf(err).Code == wire.Canceled:
		cmds := []page.Cmd{page.Notify{Notice: page.Notice{Text: "Stopped before anything was pulled."}}}
		if d != nil {
			cmds = append(cmds, page.ShowDialog{}, page.CloseDialog{})
		}
		return cmds
	case d == nil:
		return failed(v, "Nothing was pulled", err)
	}
	cmds := d.failed("Nothing was pulled", err)
	if d.Pull.What != "" { // the form is drawn anew
		cmds = append(cmds, resetPull(d.Pull))
	}
	return cmds
}

// PulledText says what a pull did.
func PulledText(req wire.PullRequest, r *wire.PullReply) string {
	p := r.Report
	text := "Read " + words.Count(p.Read, "entity", "entities") + " of " + req.Remote + " in " + words.Count(p.Pages, "page", "pages")
	for _, part := range []struct {
		n    int
		text string
	}{{p.Added, "added"}, {p.Updated, "updated"}, {p.Deleted, "deleted"}, {p.Kept, "changed here and kept"}, {p.Conflicts, "in conflict"}} {
		if part.n > 0 {
			text += " · " + words.Number(part.n) + " " + part.text
		}
	}
	switch {
	case r.Problem != "":
		return text + ". It ended early: " + r.Problem
	case r.Stopped:
		return text + ". Stopped; what was read is kept."
	}
	return text + "."
}

func (Pull) Slot() page.Slot { return page.LoadSlot }

func (cmd Pull) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Pull, cmd.Req, page.LoadProgress(out))
	return PullEnded{cmd.Req, reply, err}
}
