package worker

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"

	"rangefinder/app/wire"
	"rangefinder/engine"
)

// memory is what the worker keeps for the pages until the next reload. The zero value is empty.
type memory struct {
	mu        sync.Mutex
	undos     map[string]*undo
	forgotten map[string]bool
}

// undo is something that can be taken back.
type undo struct {
	back func(j *Job) error
}

// NewID makes a name that no other worker gives to something else: a page may outlive its worker.
func NewID() string { return strconv.FormatUint(rand.Uint64(), 36) }

// undoable keeps something to take back and returns its name.
func (m *memory) undoable(u *undo) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.undos == nil {
		m.undos = map[string]*undo{}
	}
	id := NewID()
	m.undos[id] = u
	return id
}

// Undoable keeps what takes something back and returns its name.
func (j *Job) Undoable(back func(j *Job) error) string {
	return j.shared.memory.undoable(&undo{back: back})
}

// take removes something that is about to be taken back, so that nobody else does too.
func (m *memory) take(id string) *undo {
	m.mu.Lock()
	defer m.mu.Unlock()
	u := m.undos[id]
	delete(m.undos, id)
	return u
}

func (m *memory) putBack(id string, u *undo) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.undos[id] = u
}

// takeBack undoes a restore, an import or a deletion. One that fails can be tried again.
func (j *Job) takeBack(req wire.UndoRequest) (wire.Done, error) {
	u := j.shared.memory.take(req.Undo)
	if u == nil {
		return wire.Done{}, &wire.Failure{Code: wire.UndoGone, Message: "This cannot be undone any more.", Detail: "It was undone already, or the page was loaded anew since."}
	}
	done := false
	defer func() {
		if !done {
			j.shared.memory.putBack(req.Undo, u)
		}
	}()
	if err := u.back(j); err != nil {
		return wire.Done{}, err
	}
	done = true
	return wire.Done{}, nil
}

// dropTable deletes a table and keeps it for an undo.
func (j *Job) dropTable(req wire.TableRequest) (*wire.UndoReply, error) {
	if req.Source != "" {
		_, err := j.deleteLive(req)
		return &wire.UndoReply{}, err
	}
	image := j.DB().Image()
	if _, err := j.DeleteTable(req); err != nil {
		return nil, err
	}
	return &wire.UndoReply{Undo: j.Undoable(func(j *Job) error {
		return j.DB().RestoreTable(j.Ctx, image, req.Table)
	})}, nil
}

// replace makes an image the workspace and answers what undoes that.
func (j *Job) replace(image *engine.Image) (*wire.UndoReply, error) {
	before := j.DB().Image()
	if err := j.DB().Replace(j.Ctx, image); err != nil {
		return nil, err
	}
	j.DropGone()
	return &wire.UndoReply{Undo: j.Undoable(func(j *Job) error {
		if err := j.DB().Replace(j.Ctx, before); err != nil {
			return err
		}
		j.DropGone()
		return nil
	})}, nil
}

// DropGone forgets the results of tables that are not there any more.
func (j *Job) DropGone() {
	j.shared.each(func(s *server) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.results = slices.DeleteFunc(s.results, func(r *Result) bool {
			if r.Source != "" {
				return false
			}
			_, err := j.DB().Snapshot(r.Table)
			return err != nil
		})
	})
}
