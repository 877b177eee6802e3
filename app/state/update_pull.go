package state

import (
	"strconv"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang"
)

// pullPressed opens the dialog of a pull from the account on screen.
func pullPressed(m Model, msg PullPressed) (Model, []Cmd, bool) {
	f := &PullForm{Source: m.Query.Source, Remote: msg.Table, Profile: m.Sources.Profile(m.Query.Source), What: "all"}
	if f.Source == "" {
		return m, nil, true
	}
	if filter := sent(m.Query.Filter); msg.Table == m.Query.Table && strings.TrimSpace(filter) != "" {
		f.Filter = filter
		if m.Plan.Err == nil {
			f.What = "filter"
		}
	}
	f.Table = freeName(f.Remote, m.Tables.List)
	m.Dialog = &Dialog{Kind: PullTable, Sync: &SyncDialog{Pull: f}}
	return m, []Cmd{OpenDialog{}, resetPull(f), Focus{Target: "pull-table"}}, true
}

func resetPull(f *PullForm) Cmd {
	return ResetFields{Values: map[string]string{"pull-table": f.Table, "pull-filter": f.Filter, "pull-keys": f.Keys}}
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

// updatePull is the dialog of a pull.
func updatePull(m Model, d Dialog, msg Msg) (Model, []Cmd, bool) {
	f := *d.Sync.Pull
	d.Sync.Pull = &f
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
			d.Err, d.ErrField = f.nameProblem(m.Tables.List), "pull-table"
		}
		m.Dialog = &d
		if msg.Field == "what" {
			return m, []Cmd{resetPull(&f)}, true
		}
		return m, nil, true

	case PullSubmitted:
		if d.Sync.Working {
			return m, nil, true
		}
		scope, field, problem := f.scope()
		if p := f.nameProblem(m.Tables.List); p != "" {
			field, problem = "pull-table", p
		}
		if problem != "" {
			d.Err, d.ErrField = problem, field
			m.Dialog = &d
			return m, []Cmd{Focus{Target: field}, Announce{Text: problem}}, true
		}
		f.Req = wire.PullRequest{Source: f.Source, Endpoint: m.Sources.Endpoint(f.Source), Remote: f.Remote, Table: f.Table, Scope: scope}
		return startPull(m, d)
	}
	return m, nil, false
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
func pullAgain(m Model, msg PullAgainPressed) (Model, []Cmd, bool) {
	c := m.Sync.Copy(msg.Table)
	if c == nil {
		return m, nil, true
	}
	f := &PullForm{Source: c.Source, Remote: c.Remote, Table: c.Table, Profile: m.Sources.Profile(c.Source)}
	f.Req = wire.PullRequest{Source: c.Source, Endpoint: m.Sources.Endpoint(c.Source), Remote: c.Remote, Table: c.Table, Scope: c.Scope, Restart: msg.Restart}
	d := Dialog{Kind: PullTable, Table: c.Table, Sync: &SyncDialog{Pull: f}}
	m, cmds, done := startPull(m, d)
	return m, append(cmds, OpenDialog{}), done
}

func startPull(m Model, d Dialog) (Model, []Cmd, bool) {
	req := d.Sync.Pull.Req
	d.Sync.Pull.Reply = nil
	m, ok := begin(m, "Pulling "+req.Remote+" from "+req.Source, req.Source, d)
	if !ok {
		return m, []Cmd{Announce{Text: m.Dialog.Err}}, true
	}
	return m, []Cmd{Pull{req}, Focus{Target: "work-stop"}}, true
}

func pullEnded(m Model, msg PullEnded) (Model, []Cmd, bool) {
	m, d := ended(m, func(s *SyncDialog) bool { return s.Pull != nil })
	m, cmds := listCopies(m)
	if msg.Err != nil {
		if d != nil {
			m.Dialog = d
		}
		if wire.FailureOf(msg.Err).Code == wire.Canceled {
			m, more := notify(m, Notice{Text: "Stopped before anything was pulled."})
			if d != nil {
				m.Dialog = nil
				more = append(more, CloseDialog{})
			}
			return m, append(cmds, more...), true
		}
		m, more, done := syncFailed(m, "Nothing was pulled", msg.Err)
		if d != nil && d.Sync.Pull.What != "" { // the form is drawn anew
			more = append(more, resetPull(d.Sync.Pull))
		}
		return m, append(cmds, more...), done
	}
	r := msg.Reply
	m, cmds = own(m, cmds, true)
	trouble := r.Stopped || r.Problem != "" || r.Report.Conflicts > 0
	if d != nil && trouble {
		d.Table = msg.Req.Table
		d.Sync.Pull.Reply = r
		m.Dialog = d
		return m, append(cmds, Announce{Text: PulledText(msg.Req, r)}, Focus{Target: "pull-next"}), true
	}
	if d == nil {
		m, more := notify(m, Notice{Text: PulledText(msg.Req, r), Bad: trouble})
		return m, append(cmds, more...), true
	}
	m.Dialog = nil
	m, more := showLocal(m, msg.Req.Table)
	cmds = append(append(cmds, CloseDialog{}), more...)
	m, more = notify(m, Notice{Text: PulledText(msg.Req, r)})
	return m, append(cmds, more...), true
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
