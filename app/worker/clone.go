package worker

import (
	"rangefinder/app/wire"
	"rangefinder/engine"
)

// clone makes a copy of a table under a new name. Undone, the copy goes, with what was done to it since.
func (j *Job) clone(req wire.CloneRequest) (*wire.UndoReply, error) {
	for _, name := range []string{req.Table, req.To} {
		if j.BeingMade(name) {
			return nil, engine.Errorf(engine.TableAlreadyExists, "The table %s is being loaded.", name)
		}
	}
	if err := j.DB().CloneTable(j.Ctx, req.Table, req.To); err != nil {
		return nil, err
	}
	return &wire.UndoReply{Undo: j.Undoable(func(j *Job) error {
		_, err := j.DeleteTable(wire.TableRequest{Table: req.To})
		return err
	})}, nil
}
