package worker

import (
	"context"
	"sync"

	"rangefinder/app/lesson"
	"rangefinder/app/wire"
	"rangefinder/engine"
)

// Room is where a page is while it has a lesson open: a server over tables of the lesson's own. Its handlers are the same, so
// that every screen works on the lesson's data, and nothing that they do can reach the tables of the workspace.
type Room struct {
	*server
	name   string
	Lesson *lesson.Lesson // which it was made for
	begun  *engine.Image  // the lesson's data, as every attempt finds it
	stop   func()         // of its change events

	mu     sync.Mutex
	ours   int  // commits under way that the learner did not make
	byHand bool // the learner changed something since the data was made, or made anew
}

// serverOf returns who answers a request.
func (s *server) serverOf(f wire.Frame) (*server, *wire.Failure) {
	if f.Room == "" || wire.OfPage(f.Op) {
		return s, nil
	}
	r, err := s.RoomNamed(f.Room)
	if err != nil {
		return nil, err
	}
	return r.server, nil
}

// RoomNamed is the page's room, if it has that name.
func (s *server) RoomNamed(name string) (*Room, *wire.Failure) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.room == nil || s.room.name != name {
		return nil, &wire.Failure{Code: wire.RoomGone, Message: "The lesson's data is not here any more. Open the lesson again."}
	}
	return s.room, nil
}

// Furnish makes a room of a lesson and puts it in the place of the one before.
func (s *server) Furnish(name string, l *lesson.Lesson, db *engine.DB) {
	cfg := s.cfg
	cfg.DB, cfg.Storage, cfg.Workspace = db, nil, NewWorkspace()
	r := &Room{name: name, Lesson: l, begun: db.Image()}
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

// Room is the room that the request is about; nil when it is about the workspace.
func (j *Job) Room() *Room { return j.home }

// Apart is the request over tables that nobody else sees. Over ends what it tells of its progress.
func (j *Job) Apart(db *engine.DB) (apart *Job, over func()) {
	cfg := j.cfg
	cfg.DB, cfg.Storage, cfg.Workspace = db, nil, NewWorkspace()
	s := &server{ctx: j.server.ctx, handlers: j.handlers, cfg: cfg, shared: cfg.Workspace, ch: j.ch, jobs: map[int64]*Job{}, changes: newChanges()}
	apart = &Job{server: s, Ctx: j.Ctx, cancel: j.cancel, id: j.id, begun: j.begun, breath: j.breath, told: j.told}
	return apart, apart.quiet
}

// CloseRoom drops the page's room of that name; nothing happens when it is gone already.
func (s *server) CloseRoom(name string) {
	r, failure := s.RoomNamed(name)
	if failure != nil {
		return
	}
	s.mu.Lock()
	if s.room == r {
		s.room = nil
	}
	s.mu.Unlock()
	r.stop()
}

// Begun is the data as every attempt finds it.
func (r *Room) Begun() *engine.Image { return r.begun }

// committed notes what the learner changes.
func (r *Room) committed(engine.Commit) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ours == 0 {
		r.byHand = true
	}
}

// Change does a commit that is not the learner's.
func (r *Room) Change(f func() error) error {
	r.mu.Lock()
	r.ours++
	r.mu.Unlock()
	err := f()
	r.mu.Lock()
	r.ours--
	r.mu.Unlock()
	return err
}

// Refurnish puts an image in the place of the room's tables.
func (r *Room) Refurnish(j *Job, image *engine.Image) error {
	err := r.Change(func() error { return r.cfg.DB.Replace(j.Ctx, image) })
	if err != nil {
		return err
	}
	r.mu.Lock()
	r.byHand = false
	r.mu.Unlock()
	j.DropGone()
	return nil
}

// ByHand reports whether the learner changed something since the data was made, or made anew.
func (r *Room) ByHand() bool {
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

// Breathing is the request's context as it lets messages in.
func (j *Job) Breathing() context.Context { return breath{j.Ctx, j} }
