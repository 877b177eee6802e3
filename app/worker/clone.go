package worker

import "rangefinder/engine"

// opClone makes a table that holds what another holds: CloneRequest, UndoReply.
const opClone = "clone"

// CloneRequest names a table of this browser, and the new one.
type CloneRequest struct{ Table, To string }

// clone makes a copy of a table under a new name. Undone, the copy goes, with what was done to it since.
func (j *job) clone(req CloneRequest) (*UndoReply, error) {
	for _, name := range []string{req.Table, req.To} {
		if j.shared.isMade(name) {
			return nil, engine.Errorf(engine.TableAlreadyExists, "The table %s is being loaded.", name)
		}
	}
	if err := j.cfg.DB.CloneTable(j.ctx, req.Table, req.To); err != nil {
		return nil, err
	}
	return &UndoReply{Undo: j.shared.memory.undoable(&undo{back: func(j *job) error {
		_, err := j.deleteTable(TableRequest{Table: req.To})
		return err
	}})}, nil
}
