package worker

import (
	"time"

	"rangefinder/app/wire"
	"rangefinder/engine"
)

// checkpoints lists the named snapshots of the workspace.
func (j *Job) checkpoints(wire.Done) (*wire.CheckpointsReply, error) {
	list := j.DB().Checkpoints()
	r := &wire.CheckpointsReply{Checkpoints: make([]wire.CheckpointInfo, len(list))}
	for i, c := range list {
		r.Checkpoints[i] = checkpointInfo(c)
	}
	return r, nil
}

func checkpointInfo(c engine.Checkpoint) wire.CheckpointInfo {
	return wire.CheckpointInfo{ID: c.ID, Name: c.Name, Time: c.Time.UTC().Format(time.RFC3339), Tables: c.Tables, Entities: c.Entities, Bytes: c.Bytes}
}

// yield is what the engine calls between two slices of something long.
func (j *Job) yield() error { return j.Pause(0, 0, 0) }

// saveCheckpoint keeps the workspace as it is under a name.
func (j *Job) saveCheckpoint(req wire.CheckpointRequest) (*wire.CheckpointInfo, error) {
	c, err := j.DB().SaveCheckpoint(j.Ctx, req.Name, j.yield)
	if err != nil {
		return nil, err
	}
	info := checkpointInfo(c)
	return &info, nil
}

// restoreCheckpoint makes a checkpoint the workspace.
func (j *Job) restoreCheckpoint(req wire.CheckpointRequest) (*wire.UndoReply, error) {
	image, err := j.DB().OpenCheckpoint(j.Ctx, req.ID, j.yield)
	if err != nil {
		return nil, err
	}
	return j.replace(image)
}

// dropCheckpoint takes a checkpoint off the list.
func (j *Job) dropCheckpoint(req wire.CheckpointRequest) (*wire.UndoReply, error) {
	if err := j.DB().DropCheckpoint(req.ID); err != nil {
		return nil, err
	}
	return &wire.UndoReply{Undo: j.Undoable(func(j *Job) error {
		return j.DB().UndropCheckpoint(req.ID)
	})}, nil
}
