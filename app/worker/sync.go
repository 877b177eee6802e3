package worker

import (
	"strings"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/engine/tablesync"
)

// Codes of Failures about copies.
const (
	CopyBusy       = "CopyBusy"       // a pull or a push of it is under way
	AccountChanged = "AccountChanged" // the name stands for another account now
)

// accountAt returns a client of an account that must be at an endpoint; of the page's server's own accounts there is none to
// compare.
func (j *job) accountAt(source, endpoint string) (*account, error) {
	a, err := j.account(source)
	if err == nil && endpoint != "" && strings.TrimSuffix(endpoint, "/") != a.URL {
		return nil, &Failure{
			Code:    AccountChanged,
			Message: "The account " + source + " is at another address now: " + a.URL + ", not " + endpoint + ".",
		}
	}
	return a, err
}

// occupy takes a table for a pull or a push until free is called. The tables of copies are looked after by one at a time.
func (j *job) occupy(table string) (free func(), err error) {
	key := strings.ToLower(table)
	w := j.shared
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.syncing[key] {
		return nil, busy(table)
	}
	if w.syncing == nil {
		w.syncing = map[string]bool{}
	}
	w.syncing[key] = true
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.syncing, key)
	}, nil
}

// unoccupied refuses a table that a pull or a push is under way of.
func (j *job) unoccupied(table string) error {
	j.shared.mu.Lock()
	defer j.shared.mu.Unlock()
	if j.shared.syncing[strings.ToLower(table)] {
		return busy(table)
	}
	return nil
}

func busy(table string) *Failure {
	return &Failure{Code: CopyBusy, Message: "A pull or a push of " + table + " is under way. Stop it, or wait for its end."}
}

// syncing returns the options of a work that tells how far it is and can be stopped.
func (j *job) syncing() tablesync.Options {
	var at Progress
	return tablesync.Options{
		Now:   j.cfg.Now,
		Yield: func() error { return j.rest(at) },
		Progress: func(p tablesync.Progress) {
			at = Progress{Done: p.Entities, Total: p.Total, Found: p.Changed, Pages: p.Pages, Conflicts: p.Conflicts, Requests: p.Requests}
		},
	}
}

// ended sorts out how a work ended that may have been half done: an error, that a person stopped it, or a problem.
func (j *job) ended(err error, did bool) (stopped bool, problem *Failure, failed error) {
	switch err = answered(j.ctx, err, false); {
	case err == nil:
		return false, &Failure{}, nil
	case j.ctx.Err() != nil:
		return true, &Failure{}, nil
	case did:
		return false, failureOf(err), nil
	}
	return false, nil, err
}

// sentenceOf says what a failure is in one text.
func sentenceOf(f *Failure) string { return strings.TrimSpace(f.Message + " " + f.Detail) }

// pull makes a copy, or brings one up to date.
func (j *job) pull(req PullRequest) (*PullReply, error) {
	a, err := j.accountAt(req.Source, req.Endpoint)
	if err != nil {
		return nil, err
	}
	if j.shared.isMade(req.Table) {
		return nil, engine.Errorf(engine.TableAlreadyExists, "A table %s is being loaded.", req.Table)
	}
	free, err := j.occupy(req.Table)
	if err != nil {
		return nil, err
	}
	defer free()
	opt := j.syncing()
	opt.Restart = req.Restart
	report, err := tablesync.Pull(j.ctx, j.cfg.DB, a, req.Table,
		tablesync.Origin{Source: req.Source, Endpoint: req.Endpoint, Remote: req.Remote, Scope: req.Scope}, opt)
	stopped, problem, err := j.ended(err, report.Pages > 0)
	if err != nil {
		return nil, err
	}
	return &PullReply{Report: report, Stopped: stopped, Problem: sentenceOf(problem), Code: problem.Code}, nil
}

// copies lists the copies.
func (j *job) copies(Done) (*CopiesReply, error) {
	return &CopiesReply{Copies: append([]tablesync.Copy{}, tablesync.Copies(j.cfg.DB)...)}, nil
}

// copyOf finds a copy.
func (j *job) copyOf(table string) (tablesync.Copy, error) {
	for _, c := range tablesync.Copies(j.cfg.DB) {
		if strings.EqualFold(c.Table, table) {
			return c, nil
		}
	}
	return tablesync.Copy{}, engine.Errorf(engine.ResourceNotFound, "The table %s is no copy of one in an account.", clip(table))
}

// pushPlan tells what a push would do.
func (j *job) pushPlan(req PullCopyRequest) (*PushPlanReply, error) {
	plan, err := tablesync.PlanPush(j.ctx, j.cfg.DB, req.Table, MaxWindow, tablesync.PushOptions{Options: j.syncing()})
	if err != nil {
		return nil, err
	}
	client := tablerest.Client{URL: strings.TrimSuffix(plan.Copy.Endpoint, "/")}
	if client.URL == "" {
		if a, err := j.account(plan.Copy.Source); err == nil {
			client.URL = a.URL
		}
	}
	r := &PushPlanReply{
		Copy: plan.Copy, Inserts: plan.Inserts, Updates: plan.Updates, Deletes: plan.Deletes, Conflicts: plan.Conflicts,
		Unchanged: plan.Unchanged, Bytes: plan.Bytes, Requests: plan.Requests, More: plan.More, Creates: plan.Creates,
		Groups: make([]GroupInfo, 0, len(plan.Groups)),
	}
	for _, g := range plan.Groups {
		info := GroupInfo{PartitionKey: g.PartitionKey, Bytes: g.Bytes, Request: client.RequestText(plan.Copy.Remote, g.Ops, MaxRequestText)}
		for i := range g.Ops {
			switch g.Ops[i].Kind {
			case engine.Insert:
				info.Inserts++
			case engine.Delete:
				info.Deletes++
			default:
				info.Updates++
			}
		}
		r.Groups = append(r.Groups, info)
	}
	return r, nil
}

// push sends the local changes of a copy to where it came from.
func (j *job) push(req PushRequest) (*PushReply, error) {
	c, err := j.copyOf(req.Table)
	if err != nil {
		return nil, err
	}
	a, err := j.accountAt(c.Source, req.Endpoint)
	if err != nil {
		return nil, err
	}
	free, err := j.occupy(c.Table)
	if err != nil {
		return nil, err
	}
	defer free()
	report, err := tablesync.Push(j.ctx, j.cfg.DB, a, c.Table, tablesync.PushOptions{
		Options: j.syncing(), Endpoint: req.Endpoint, DryRun: req.DryRun, Create: req.Create, Rule: req.Rule,
	})
	stopped, problem, err := j.ended(err, report.Requests > 0)
	if err != nil {
		return nil, err
	}
	r := &PushReply{Report: report, Stopped: stopped, Problem: sentenceOf(problem), Code: problem.Code}
	if n := len(report.Groups); n > maxGroupResults {
		r.Report.Groups, r.More = report.Groups[:maxGroupResults], n-maxGroupResults
	}
	if n := len(report.Refused); n > maxGroupResults {
		r.Report.Refused, r.MoreRefused = report.Refused[:maxGroupResults], n-maxGroupResults
	}
	return r, nil
}

// maxGroupResults is how many groups, and how many refusals, a PushReply lists.
const maxGroupResults = 1000

// conflicts answers conflicts of a copy.
func (j *job) conflicts(req ConflictsRequest) (*ConflictsReply, error) {
	if err := checkWindow(req.First, req.Count); err != nil {
		return nil, err
	}
	list, total, err := tablesync.Conflicts(j.cfg.DB, req.Table, req.First, req.Count)
	if err != nil {
		return nil, err
	}
	r := &ConflictsReply{Total: total, Conflicts: make([]ConflictInfo, len(list))}
	for i, c := range list {
		r.Conflicts[i] = ConflictInfo{
			PartitionKey: c.PartitionKey, RowKey: c.RowKey, Properties: c.Properties,
			Base: sideReply(c.Base), Theirs: sideReply(c.Theirs), Mine: sideReply(c.Mine),
		}
	}
	return r, nil
}

// sideReply writes an entity, nil for one that is not there.
func sideReply(e engine.Entity) *EntityReply {
	if e.IsZero() {
		return nil
	}
	r := entityReply(e)
	return &r
}

// resolve resolves a conflict, or all of a copy.
func (j *job) resolve(req ResolveRequest) (*ResolveReply, error) {
	free, err := j.occupy(req.Table)
	if err != nil {
		return nil, err
	}
	defer free()
	n, err := tablesync.Resolve(j.ctx, j.cfg.DB, req.Table, keyOf(req.Keys), req.Rule, j.syncing())
	if err != nil {
		return nil, err
	}
	_, left, err := tablesync.Conflicts(j.cfg.DB, req.Table, 0, 1)
	return &ResolveReply{Resolved: n, Left: left}, err
}

func keyOf(k *ConflictKey) *tablesync.Key {
	if k == nil {
		return nil
	}
	return &tablesync.Key{PartitionKey: k.PartitionKey, RowKey: k.RowKey}
}

// revert takes local changes of a copy back.
func (j *job) revert(req RevertRequest) (*RevertReply, error) {
	free, err := j.occupy(req.Table)
	if err != nil {
		return nil, err
	}
	defer free()
	n, err := tablesync.Revert(j.ctx, j.cfg.DB, req.Table, keyOf(req.Keys), j.syncing())
	if err != nil {
		return nil, err
	}
	return &RevertReply{Reverted: n}, nil
}

// detach forgets where a copy came from.
func (j *job) detach(req PullCopyRequest) (Done, error) {
	free, err := j.occupy(req.Table)
	if err != nil {
		return Done{}, err
	}
	defer free()
	return Done{}, tablesync.Detach(j.ctx, j.cfg.DB, req.Table)
}
