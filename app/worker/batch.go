package worker

import (
	"errors"

	"rangefinder/app/wire"
	"rangefinder/engine"
)

// batch does an entity group transaction.
func (j *Job) batch(req wire.BatchRequest) (*wire.BatchReply, error) {
	ops := make([]engine.Op, len(req.Ops))
	for i := range ops {
		op, err := wire.ReadOp(req.Ops[i])
		if err != nil {
			return &wire.BatchReply{Failed: FailureOf(err), At: i}, nil
		}
		ops[i] = op
	}
	var service engine.Service = j.DB()
	if req.Source != "" {
		a, err := j.Account(req.Source)
		if err != nil {
			return nil, err
		}
		service = a
	}
	var results []engine.OpResult
	var err error
	if len(ops) == 1 {
		results = make([]engine.OpResult, 1)
		results[0], err = service.Apply(j.Ctx, req.Table, ops[0])
	} else {
		results, err = service.Batch(j.Ctx, req.Table, ops)
	}
	if err != nil {
		if req.Source != "" {
			err = Answered(j.Ctx, err)
		}
		return refusedBatch(err, len(ops))
	}
	r := &wire.BatchReply{ETags: make([]string, len(ops))}
	for i := range results {
		r.ETags[i] = results[i].ETag
	}
	return r, nil
}

// refusedBatch tells a refusal from an outcome that is not known.
func refusedBatch(err error, ops int) (*wire.BatchReply, error) {
	if _, unsure := errors.AsType[*engine.UnknownOutcome](err); unsure {
		return nil, err
	}
	e, ok := errors.AsType[*engine.Error](err)
	if !ok || e.Code == engine.InternalError || e.Code == engine.WrongAnswer || e.Code == engine.ProgramError {
		return nil, err
	}
	at := e.Index
	if at >= ops || at < 0 && ops > 1 {
		at = -1
	} else if ops == 1 {
		at = 0
	}
	return &wire.BatchReply{Failed: FailureOf(err), At: at}, nil
}
