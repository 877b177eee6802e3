package copies

import (
	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine/tablecopy"
)

// one returns the planned copy of one table that an entity is of; release is called when the work with it is over.
func oneCopy(j *worker.Job, e wire.CopyToEntity) (c *tablecopy.Copy, key tablecopy.Key, release func(), err error) {
	all, release, err := planned(j, e.Copy)
	if err == nil && len(all.copies) != 1 {
		release()
		err = wire.Invalid("Copy", "it writes more than one table")
	}
	if err != nil {
		return nil, key, nil, err
	}
	return all.copies[0], tablecopy.Key{PartitionKey: e.PartitionKey, RowKey: e.RowKey}, release, nil
}

// copyToConflict reads an entity as the target has it.
func copyToConflict(j *worker.Job, req wire.CopyToEntity) (*wire.CopyToMet, error) {
	c, key, release, err := oneCopy(j, req)
	if err != nil {
		return nil, err
	}
	defer release()
	m, err := c.Meet(j.Ctx, key)
	if err != nil {
		return nil, worker.Answered(j.Ctx, err)
	}
	return &wire.CopyToMet{Base: worker.SideReply(m.Base), Theirs: worker.SideReply(m.Theirs), Mine: worker.SideReply(m.Mine), Based: m.Based}, nil
}

// decideCopyTo takes in what becomes of an entity.
func decideCopyTo(j *worker.Job, req wire.CopyToDecision) (*wire.CopyToDecided, error) {
	op, err := wire.ReadOp(wire.ApplyRequest{Kind: "insert", Properties: req.Merged})
	if err != nil {
		return nil, err
	}
	c, key, release, err := oneCopy(j, req.CopyToEntity)
	if err != nil {
		return nil, err
	}
	defer release()
	if err := c.Decide(j.Ctx, key, req.Shown, req.Keep, op.Properties, Options(j)); err != nil {
		return nil, worker.Answered(j.Ctx, err)
	}
	r := &wire.CopyToDecided{Plan: c.Plan, Left: c.Left()}
	r.Plan.Refused, _ = firstOf(r.Plan.Refused)
	return r, nil
}
