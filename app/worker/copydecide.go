package worker

import (
	"rangefinder/app/wire"
	"rangefinder/engine/tablecopy"
)

// one returns the planned copy of one table that an entity is of; release is called when the work with it is over.
func (j *Job) one(e wire.CopyToEntity) (c *tablecopy.Copy, key tablecopy.Key, release func(), err error) {
	all, release, err := j.planned(e.Copy)
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
func (j *Job) copyToConflict(req wire.CopyToEntity) (*wire.CopyToMet, error) {
	c, key, release, err := j.one(req)
	if err != nil {
		return nil, err
	}
	defer release()
	m, err := c.Meet(j.Ctx, key)
	if err != nil {
		return nil, Answered(j.Ctx, err)
	}
	return &wire.CopyToMet{Base: SideReply(m.Base), Theirs: SideReply(m.Theirs), Mine: SideReply(m.Mine), Based: m.Based}, nil
}

// decideCopyTo takes in what becomes of an entity.
func (j *Job) decideCopyTo(req wire.CopyToDecision) (*wire.CopyToDecided, error) {
	op, err := wire.ReadOp(wire.ApplyRequest{Kind: "insert", Properties: req.Merged})
	if err != nil {
		return nil, err
	}
	c, key, release, err := j.one(req.CopyToEntity)
	if err != nil {
		return nil, err
	}
	defer release()
	if err := c.Decide(j.Ctx, key, req.Shown, req.Keep, op.Properties, j.CopyOptions()); err != nil {
		return nil, Answered(j.Ctx, err)
	}
	r := &wire.CopyToDecided{Plan: c.Plan, Left: c.Left()}
	r.Plan.Refused, _ = firstOf(r.Plan.Refused)
	return r, nil
}
