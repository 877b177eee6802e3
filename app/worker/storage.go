package worker

import (
	"cmp"
	"slices"
	"time"

	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/engine/stable"
)

// storage tells where the workspace is kept.
func (j *Job) storage(wire.Done) (*wire.StorageInfo, error) {
	info := wire.StorageInfo{}
	if j.cfg.Storage != nil {
		info = j.cfg.Storage(j.Ctx)
	}
	s := j.DB().Storage()
	info.Durable = s.Durable
	info.Log = s.Log
	if s.Failed != "" {
		info.Failed = s.Failed
	}
	if info.Full = s.Full != ""; info.Full {
		info.Largest = j.largest()
	}
	m := &j.shared.memory
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.forgotten) > 0 {
		info.Damage = slices.DeleteFunc(slices.Clone(info.Damage), func(d wire.DamageInfo) bool { return m.forgotten[d.File] })
	}
	return &info, nil
}

// beginAnew makes a new workspace where the log of one is missing.
func (j *Job) beginAnew(wire.Done) (wire.Done, error) {
	if j.cfg.BeginAnew == nil {
		return wire.Done{}, engine.Errorf(engine.InvalidInput, "Nothing is missing in this browser's storage.")
	}
	return wire.Done{}, j.cfg.BeginAnew(j.Ctx)
}

// largest lists the tables and snapshots that take most.
func (j *Job) largest() []wire.Held {
	var list []wire.Held
	if r, err := j.tables(wire.SourceRequest{}); err == nil {
		for _, t := range r.Tables {
			list = append(list, wire.Held{Name: t.Name, Bytes: t.Bytes})
		}
	}
	for _, c := range j.DB().Checkpoints() {
		list = append(list, wire.Held{Name: c.Name, Snapshot: true, Bytes: c.Bytes})
	}
	stable.Sort(list, func(a, b wire.Held) int { return cmp.Compare(b.Bytes, a.Bytes) })
	return list[:min(len(list), 5)]
}

// forgetDamage deletes a damaged file that was put aside.
func (j *Job) forgetDamage(req wire.DamageRequest) (wire.Done, error) {
	if err := j.DB().ForgetDamage(req.File); err != nil {
		return wire.Done{}, err
	}
	m := &j.shared.memory
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.forgotten == nil {
		m.forgotten = map[string]bool{}
	}
	m.forgotten[req.File] = true
	return wire.Done{}, nil
}

// tellStorage tells the page where the tables are kept.
func (s *server) tellStorage() {
	if s.cfg.Storage == nil {
		return
	}
	j := &Job{server: s, Ctx: s.ctx}
	if info, err := j.storage(wire.Done{}); err == nil && s.ctx.Err() == nil {
		s.send(0, wire.FrameEvent, wire.EventStorage, info)
	}
}

// checkStorage tells all pages when a request found that nothing can be written any more, or that it can be again.
func (s *server) checkStorage(failed error) {
	w := s.shared
	w.mu.Lock()
	bad := w.failed
	w.mu.Unlock()
	if failed == nil && !bad {
		return // what is asked of the tables all the time costs nothing here
	}
	now := s.cfg.DB.Trouble() != ""
	w.mu.Lock()
	changed := w.failed != now
	w.failed = now
	recover := now && !w.recovering
	w.recovering = w.recovering || now
	w.mu.Unlock()
	if changed {
		w.each(func(s *server) { go s.tellStorage() })
	}
	if recover {
		s.running.Go(s.recoverStorage)
	}
}

// recoverEvery is how often it is tried whether what could not be written can be by now.
const recoverEvery = 400 * time.Millisecond

// recoverStorage tries until writing works again, and then tells all pages.
func (s *server) recoverStorage() {
	for s.ctx.Err() == nil && s.cfg.DB.Trouble() != "" {
		select {
		case <-s.ctx.Done():
		case <-time.After(recoverEvery):
			s.cfg.DB.Recover(s.ctx)
		}
	}
	s.shared.mu.Lock()
	s.shared.recovering = false
	s.shared.mu.Unlock()
	if s.ctx.Err() == nil {
		s.checkStorage(nil)
	}
}

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

// document reads or writes a document of the workspace.
func (j *Job) document(req wire.DocumentRequest) (*wire.DocumentReply, error) {
	if req.Set {
		if err := j.DB().SetDocument(j.Ctx, req.Name, req.Text); err != nil {
			return nil, err
		}
	}
	text, _ := j.DB().Document(req.Name)
	return &wire.DocumentReply{Text: text}, nil
}
