package study

import (
	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine/cosmos"
)

// move answers what changes for a table and its queries in Azure Cosmos DB for Table.
func move(j *worker.Job, req wire.MoveRequest) (*wire.MoveReply, error) {
	s, err := j.DB().Snapshot(req.Table)
	if err != nil {
		return nil, err
	}
	changes, err := cosmos.Move(j.Ctx, s, req.Queries, func(read, total int) error { return j.Pause(read, total, 0) })
	if err != nil {
		return nil, err
	}
	return &wire.MoveReply{Entities: s.Len(), Changes: changes, Micros: j.Micros()}, nil
}
