package study

import (
	"rangefinder/app/keydesign/deploy"
	"rangefinder/app/keydesign/lab"
	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/app/worker/copies"
	"rangefinder/engine/tablecopy"
)

// planDeploy plans the tables of a design, or what mends the copies in them.
func planDeploy(j *worker.Job, req wire.DeployRequest) (*wire.CopyToPlan, error) {
	layout, tables, err := deployed(j, req)
	if err != nil {
		return nil, err
	}
	var names []string
	var target tablecopy.Target
	for _, end := range layout.Tables {
		name := req.ToTable + end
		to, err := copies.TargetOf(j, req.ToSource, req.ToEndpoint, name, req.Profile)
		if err != nil {
			return nil, err
		}
		if end == "" {
			target = to
		}
		names = append(names, name)
	}
	opt := copies.Options(j)
	opt.Existing = req.Existing
	var all tablecopy.All
	var found *deploy.Found
	if req.Check {
		found, all, err = deploy.Check(j.Ctx, layout, target, opt)
	} else {
		all, err = deploy.Prepare(j.Ctx, tables, target, opt)
	}
	if err != nil {
		return nil, worker.Answered(j.Ctx, err)
	}
	plan := copies.KeepPlan(j, all, target, req.ToSource, names...)
	plan.Tables, plan.Found = names, found
	if found != nil {
		plan.Read = found.Requests - plan.Plan.Looked
	}
	return plan, nil
}

// deployed returns the layout of a design and its tables, of which a check needs none. The bench is free then.
func deployed(j *worker.Job, req wire.DeployRequest) (*lab.Layout, []lab.Kept, error) {
	b, design, err := designFor(j, req.Table, req.Spec, req.Design)
	if err != nil {
		return nil, nil, err
	}
	defer b.leave()
	layout, err := b.bench.Layout(design)
	if err != nil {
		return nil, nil, wire.Invalid("Design", err.Error())
	}
	if req.Check {
		return layout, nil, nil
	}
	tables, err := tablesOf(j, b, design)
	return layout, tables, err
}
