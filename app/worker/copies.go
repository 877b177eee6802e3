package worker

import (
	"strings"

	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/engine/tablesync"
)

// accountAt returns a client of an account that must be at an endpoint; of the page's server's own accounts there is none to
// compare.
func (j *Job) accountAt(source, endpoint string) (*account, error) {
	a, err := j.account(source)
	if err == nil && endpoint != "" && strings.TrimSuffix(endpoint, "/") != a.URL {
		return nil, &wire.Failure{
			Code:    wire.AccountChanged,
			Message: "The account " + source + " is at another address now: " + a.URL + ", not " + endpoint + ".",
		}
	}
	return a, err
}

// manyAt is accountAt for a work that has several requests under way.
func (j *Job) manyAt(source, endpoint string) (*account, error) {
	a, err := j.accountAt(source, endpoint)
	if err == nil {
		a.retrier.AtOnce = atOnce
		if _, ok := a.retrier.Doer.(interface{ TakesSeveral() }); ok {
			a.retrier.AtOnce = atOnceJoined
			a.retrier.Doer = &tablerest.Joiner{Doer: a.retrier.Doer, URL: a.URL, Most: atOnceJoined / 2}
			a.Brief = true
		}
	}
	return a, err
}

// atOnce is how many requests to an account are under way at a time: a browser has six connections to a server.
const atOnce = 6

// atOnceJoined is atOnce of writes where the page's server takes several in one request, which costs the browser little more than one:
// half of them are carried out while the other half is made. Where it does not, or one is throttled, fewer of them are under way.
const atOnceJoined = 12

// writesUnderWay returns how many writes to a service are under way at a time.
func writesUnderWay(s engine.Service) int {
	if a, ok := s.(*account); ok {
		return a.retrier.AtOnce
	}
	return atOnce
}

// syncing returns the options of a work that tells how far it is and can be stopped.
func (j *Job) syncing() tablesync.Options {
	var at wire.Progress
	return tablesync.Options{
		AtOnce: atOnce,
		Now:    j.Now,
		Yield:  func() error { return j.Rest(at) },
		Progress: func(p tablesync.Progress) {
			at = wire.Progress{Done: p.Entities, Total: p.Total, Found: p.Changed, Pages: p.Pages, Conflicts: p.Conflicts, Requests: p.Requests}
			j.Tell(j.Now(), at)
		},
	}
}

// ended sorts out how a work ended that may have been half done: an error, that a person stopped it, or a problem.
func (j *Job) ended(err error, did bool) (stopped bool, problem *wire.Failure, failed error) {
	switch err = Answered(j.Ctx, err); {
	case err == nil:
		return false, &wire.Failure{}, nil
	case j.Ctx.Err() != nil:
		return true, &wire.Failure{}, nil
	case did:
		return false, failureOf(err), nil
	}
	return false, nil, err
}

// sentenceOf says what a failure is in one text.
func sentenceOf(f *wire.Failure) string { return strings.TrimSpace(f.Message + " " + f.Detail) }

// pull makes a copy, or brings one up to date.
func (j *Job) pull(req wire.PullRequest) (*wire.PullReply, error) {
	a, err := j.manyAt(req.Source, req.Endpoint)
	if err != nil {
		return nil, err
	}
	if j.shared.isMade(req.Table) {
		return nil, engine.Errorf(engine.TableAlreadyExists, "A table %s is being loaded.", req.Table)
	}
	opt := j.syncing()
	opt.Restart = req.Restart
	report, err := tablesync.Pull(j.Ctx, j.DB(), a, req.Table,
		tablesync.Origin{Source: req.Source, Endpoint: req.Endpoint, Remote: req.Remote, Scope: req.Scope}, opt)
	stopped, problem, err := j.ended(err, report.Pages > 0)
	if err != nil {
		return nil, err
	}
	return &wire.PullReply{Report: report, Stopped: stopped, Problem: sentenceOf(problem), Code: problem.Code}, nil
}

// copies lists the copies.
func (j *Job) copies(wire.Done) (*wire.CopiesReply, error) {
	return &wire.CopiesReply{Copies: append([]tablesync.Copy{}, tablesync.Copies(j.DB())...)}, nil
}

// pushPlan tells what a push would do.
func (j *Job) pushPlan(req wire.PullCopyRequest) (*wire.PushPlanReply, error) {
	plan, err := tablesync.PlanPush(j.Ctx, j.DB(), req.Table, wire.MaxWindow, tablesync.PushOptions{Options: j.syncing()})
	if err != nil {
		return nil, err
	}
	client := tablerest.Client{URL: strings.TrimSuffix(plan.Copy.Endpoint, "/")}
	if client.URL == "" {
		if a, err := j.account(plan.Copy.Source); err == nil {
			client.URL = a.URL
		}
	}
	r := &wire.PushPlanReply{
		Copy: plan.Copy, Inserts: plan.Inserts, Updates: plan.Updates, Deletes: plan.Deletes, Conflicts: plan.Conflicts,
		Unchanged: plan.Unchanged, Bytes: plan.Bytes, Requests: plan.Requests, More: plan.More, Creates: plan.Creates,
		Groups: make([]wire.GroupInfo, 0, len(plan.Groups)),
	}
	room := maxRequestTexts
	for _, g := range plan.Groups {
		info := wire.GroupInfo{PartitionKey: g.PartitionKey, Bytes: g.Bytes, Request: client.RequestText(plan.Copy.Remote, g.Ops, min(wire.MaxRequestText, room))}
		room -= len(info.Request)
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

// maxRequestTexts bounds the requests' texts in one reply, in bytes: JSON may need six for one.
const maxRequestTexts = 2 << 20

// push sends the local changes of a copy to where it came from.
func (j *Job) push(req wire.PushRequest) (*wire.PushReply, error) {
	c, err := tablesync.CopyOf(j.DB(), req.Table)
	if err != nil {
		return nil, err
	}
	a, err := j.manyAt(c.Source, req.Endpoint)
	if err != nil {
		return nil, err
	}
	report, err := tablesync.Push(j.Ctx, j.DB(), a, c.Table, tablesync.PushOptions{
		Options: j.syncing(), Endpoint: req.Endpoint, DryRun: req.DryRun, Create: req.Create, Rule: req.Rule,
	})
	stopped, problem, err := j.ended(err, report.Requests > 0)
	if err != nil {
		return nil, err
	}
	r := &wire.PushReply{Report: report, Stopped: stopped, Problem: sentenceOf(problem), Code: problem.Code}
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
func (j *Job) conflicts(req wire.ConflictsRequest) (*wire.ConflictsReply, error) {
	if err := checkWindow(req.First, req.Count); err != nil {
		return nil, err
	}
	list, total, err := tablesync.Conflicts(j.DB(), req.Table, req.First, req.Count)
	if err != nil {
		return nil, err
	}
	r := &wire.ConflictsReply{Total: total, Conflicts: make([]wire.ConflictInfo, len(list))}
	for i, c := range list {
		r.Conflicts[i] = wire.ConflictInfo{
			PartitionKey: c.PartitionKey, RowKey: c.RowKey, Properties: c.Properties,
			Base: sideReply(c.Base), Theirs: sideReply(c.Theirs), Mine: sideReply(c.Mine),
		}
	}
	return r, nil
}

// sideReply writes an entity, nil for one that is not there.
func sideReply(e engine.Entity) *wire.EntityReply {
	if e.IsZero() {
		return nil
	}
	r := entityReply(e)
	return &r
}

// resolve resolves a conflict, or all of a copy.
func (j *Job) resolve(req wire.ResolveRequest) (*wire.ResolveReply, error) {
	n := 1
	var err error
	if req.Keys == nil {
		n, err = tablesync.Resolve(j.Ctx, j.DB(), req.Table, nil, req.Rule, j.syncing())
	} else {
		err = j.decide(req)
	}
	if err != nil {
		return nil, err
	}
	_, left, err := tablesync.Conflicts(j.DB(), req.Table, 0, 1)
	return &wire.ResolveReply{Resolved: n, Left: left}, err
}

// decide resolves one conflict as a person decided it.
func (j *Job) decide(req wire.ResolveRequest) error {
	op, err := wire.ReadOp(wire.ApplyRequest{Kind: "insert", Properties: req.Merged})
	if err != nil {
		return err
	}
	return tablesync.Decide(j.Ctx, j.DB(), req.Table, tablesync.Decision{Key: *keyOf(req.Keys), Shown: req.Shown, Rule: req.Rule, Merged: op.Properties}, j.syncing())
}

func keyOf(k *wire.ConflictKey) *tablesync.Key {
	if k == nil {
		return nil
	}
	return &tablesync.Key{PartitionKey: k.PartitionKey, RowKey: k.RowKey}
}

// revert takes local changes of a copy back.
func (j *Job) revert(req wire.RevertRequest) (*wire.RevertReply, error) {
	n, err := tablesync.Revert(j.Ctx, j.DB(), req.Table, keyOf(req.Keys), j.syncing())
	if err != nil {
		return nil, err
	}
	return &wire.RevertReply{Reverted: n}, nil
}

// detach forgets where a copy came from.
func (j *Job) detach(req wire.PullCopyRequest) (wire.Done, error) {
	return wire.Done{}, tablesync.Detach(j.Ctx, j.DB(), req.Table)
}
