package worker

import (
	"context"
	"strings"
	"sync"

	"rangefinder/app/lesson"
	"rangefinder/app/wire"
	"rangefinder/engine"
)

// room is where a page is while it has a lesson open: a server over tables of the lesson's own. Its handlers are the same, so
// that every screen works on the lesson's data, and nothing that they do can reach the tables of the workspace.
type room struct {
	*server
	name   string
	lesson *lesson.Lesson
	begin  *engine.Image // the lesson's data, as every attempt finds it
	stop   func()        // of its change events

	mu     sync.Mutex
	ours   int  // commits under way that the learner did not make
	byHand bool // the learner changed something since the data was made, or made anew
}

// serverOf returns who answers a request.
func (s *server) serverOf(f wire.Frame) (*server, *wire.Failure) {
	if f.Room == "" || wire.OfPage(f.Op) {
		return s, nil
	}
	r, err := s.roomNamed(f.Room)
	if err != nil {
		return nil, err
	}
	return r.server, nil
}

func (s *server) roomNamed(name string) (*room, *wire.Failure) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.room == nil || s.room.name != name {
		return nil, &wire.Failure{Code: wire.RoomGone, Message: "The lesson's data is not here any more. Open the lesson again.", Detail: "no room " + wire.Clip(name)}
	}
	return s.room, nil
}

// validRoom reports whether a room can have that name.
func validRoom(name string) bool {
	return name != "" && len(name) <= wire.MaxRoom && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}

// furnish makes a room of a lesson and puts it in the place of the one before.
func (s *server) furnish(name string, l *lesson.Lesson, db *engine.DB) {
	cfg := s.cfg
	cfg.DB, cfg.Storage, cfg.Workspace = db, nil, NewWorkspace()
	r := &room{name: name, lesson: l, begin: db.Image()}
	r.server = &server{ctx: s.ctx, handlers: s.handlers, cfg: cfg, shared: cfg.Workspace, ch: s.ch, jobs: map[int64]*Job{}, runs: cfg.Workspace.firstResult, changes: newChanges(), home: r, inRoom: name}
	leave := cfg.Workspace.join(r.server)
	remove := db.Subscribe(r.committed)
	unwatch := r.watch(s.ctx)
	r.stop = func() { remove(); unwatch(); leave() }
	s.mu.Lock()
	old := s.room
	s.room = r
	s.mu.Unlock()
	if old != nil {
		old.stop()
	}
}

// committed notes what the learner changes.
func (r *room) committed(engine.Commit) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ours == 0 {
		r.byHand = true
	}
}

// change does a commit that is not the learner's.
func (r *room) change(f func() error) error {
	r.mu.Lock()
	r.ours++
	r.mu.Unlock()
	err := f()
	r.mu.Lock()
	r.ours--
	r.mu.Unlock()
	return err
}

// refurnish puts an image in the place of the room's tables.
func (r *room) refurnish(j *Job, image *engine.Image) error {
	err := r.change(func() error { return r.cfg.DB.Replace(j.Ctx, image) })
	if err != nil {
		return err
	}
	r.mu.Lock()
	r.byHand = false
	r.mu.Unlock()
	j.DropGone()
	return nil
}

func (r *room) changedByHand() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.byHand
}

// breath is a request's context that lets messages in whenever it is asked for its error, as package lesson and the engine do
// between slices of work. It is for work on data that nobody else sees.
type breath struct {
	context.Context
	j *Job
}

// Err implements context.Context.
func (b breath) Err() error { return b.j.Pause(0, 0, 0) }

func (j *Job) breathing() context.Context { return breath{j.Ctx, j} }
