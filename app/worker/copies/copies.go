package copies

import (
	"strings"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/engine/tablesync"
)

// syncing returns the options of a work that tells how far it is and can be stopped.
func syncing(j *worker.Job) tablesync.Options {
	var at wire.Progress
	return tablesync.Options{
		AtOnce: worker.AtOnce,
		Now:    j.Now,
		Yield:  func() error { return j.Rest(at) },
		Progress: func(p tablesync.Progress) {
			at = wire.Progress{Done: p.Entities, Total: p.Total, Found: p.Changed, Pages: p.Pages, Conflicts: p.Conflicts, Requests: p.Requests}
			j.Tell(j.Now(), at)
		},
	}
}

// pull makes a copy, or brings one up to date.
func pull(j *worker.Job, req wire.PullRequest) (*wire.PullReply, error) {
	a, err := j.ManyAt(req.Source, req.Endpoint)
	if err != nil {
		return nil, err
	}
	if j.BeingMade(req.Table) {
		return nil, engine.Errorf(engine.TableAlreadyExists, "A table %s is being loaded.", req.Table)
	}
	opt := syncing(j)
	opt.Restart = req.Restart
	report, err := tablesync.Pull(j.Ctx, j.DB(), a, req.Table,
		tablesync.Origin{Source: req.Source, Endpoint: req.Endpoint, Remote: req.Remote, Scope: req.Scope}, opt)
	stopped, problem, err := j.Ended(err, report.Pages > 0)
	if err != nil {
		return nil, err
	}
	return &wire.PullReply{Report: report, Stopped: stopped, Problem: worker.Sentence(problem), Code: problem.Code}, nil
}

// copies lists the copies.
func listCopies(j *worker.Job, _ wire.Done) (*wire.CopiesReply, error) {
	return &wire.CopiesReply{Copies: append([]tablesync.Copy{}, tablesync.Copies(j.DB())...)}, nil
}

// pushPlan tells what a push would do.
func pushPlan(j *worker.Job, req wire.PullCopyRequest) (*wire.PushPlanReply, error) {
	plan, err := tablesync.PlanPush(j.Ctx, j.DB(), req.Table, wire.MaxWindow, tablesync.PushOptions{Options: syncing(j)})
	if err != nil {
		return nil, err
	}
	client := tablerest.Client{URL: strings.TrimSuffix(plan.Copy.Endpoint, "/")}
	if client.URL == "" {
		if a, err := j.Account(plan.Copy.Source); err == nil {
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
func push(j *worker.Job, req wire.PushRequest) (*wire.PushReply, error) {
	c, err := tablesync.CopyOf(j.DB(), req.Table)
	if err != nil {
		return nil, err
	}
	a, err := j.ManyAt(c.Source, req.Endpoint)
	if err != nil {
		return nil, err
	}
	report, err := tablesync.Push(j.Ctx, j.DB(), a, c.Table, tablesync.PushOptions{
		Options: syncing(j), Endpoint: req.Endpoint, DryRun: req.DryRun, Create: req.Create, Rule: req.Rule,
	})
	stopped, problem, err := j.Ended(err, report.Requests > 0)
	if err != nil {
		return nil, err
	}
	r := &wire.PushReply{Report: report, Stopped: stopped, Problem: worker.Sentence(problem), Code: problem.Code}
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
func listConflicts(j *worker.Job, req wire.ConflictsRequest) (*wire.ConflictsReply, error) {
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
			Base: worker.SideReply(c.Base), Theirs: worker.SideReply(c.Theirs), Mine: worker.SideReply(c.Mine),
		}
	}
	return r, nil
}

// resolve resolves a conflict, or all of a copy.
func resolve(j *worker.Job, req wire.ResolveRequest) (*wire.ResolveReply, error) {
	n := 1
	var err error
	if req.Keys == nil {
		n, err = tablesync.Resolve(j.Ctx, j.DB(), req.Table, nil, req.Rule, syncing(j))
	} else {
		err = decide(j, req)
	}
	if err != nil {
		return nil, err
	}
	_, left, err := tablesync.Conflicts(j.DB(), req.Table, 0, 1)
	return &wire.ResolveReply{Resolved: n, Left: left}, err
}

// decide resolves one conflict as a person decided it.
func decide(j *worker.Job, req wire.ResolveRequest) error {
	op, err := wire.ReadOp(wire.ApplyRequest{Kind: "insert", Properties: req.Merged})
	if err != nil {
		return err
	}
	return tablesync.Decide(j.Ctx, j.DB(), req.Table, tablesync.Decision{Key: *keyOf(req.Keys), Shown: req.Shown, Rule: req.Rule, Merged: op.Properties}, syncing(j))
}

func keyOf(k *wire.ConflictKey) *tablesync.Key {
	if k == nil {
		return nil
	}
	return &tablesync.Key{PartitionKey: k.PartitionKey, RowKey: k.RowKey}
}

// revert takes local changes of a copy back.
func revert(j *worker.Job, req wire.RevertRequest) (*wire.RevertReply, error) {
	n, err := tablesync.Revert(j.Ctx, j.DB(), req.Table, keyOf(req.Keys), syncing(j))
	if err != nil {
		return nil, err
	}
	return &wire.RevertReply{Reverted: n}, nil
}

// detach forgets where a copy came from.
func detach(j *worker.Job, req wire.PullCopyRequest) (wire.Done, error) {
	return wire.Done{}, tablesync.Detach(j.Ctx, j.DB(), req.Table)
}
