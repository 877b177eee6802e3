package worker

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"runtime/debug"
	"sync"
	"time"

	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/engine/tablerest"
)

// Config is what Serve needs from outside.
type Config struct {
	// DB is the account of tables. Nobody else may write to it.
	DB *engine.DB
	// Fetch reads a file of the page's origin; nil refuses samples that are files.
	Fetch func(ctx context.Context, url string, progress func(received, total int64)) ([]byte, error)
	// Yield lets waiting messages in and answers ctx's error; in a browser the event loop must turn. Nil where goroutines
	// run in parallel anyway.
	Yield func(ctx context.Context) error
	// Now is the clock; nil means time.Now.
	Now func() time.Time
	// Files are the files that pages hand over and those that the worker makes; nil refuses both.
	Files port.Files
	// Storage tells where the tables are kept, without what the DB itself knows of that; nil means in memory only.
	Storage func(ctx context.Context) wire.StorageInfo
	// BeginAnew makes a new workspace where the log of one is missing; nil where none is.
	BeginAnew func(ctx context.Context) error
	// Remote reaches an account behind the page's server, which signs for it: the address is the account's own, the Doer takes
	// what is meant for it to the server. Nil refuses all accounts but the browser's own.
	Remote func(ctx context.Context, source string) (tablerest.Client, error)
	// Handlers answer the requests; nil means the package's own. Package operations has those of all packages.
	Handlers []Handler
	// Workspace is what the servers of several pages share besides the tables; nil means the page shares nothing.
	Workspace *Workspace
}

// Timing of a scan.
const (
	YieldEvery = 4 * time.Millisecond // of scanning, then messages are let in: a plan waits for no more than that

	changesEvery = 50 * time.Millisecond // between two change events of a table
)

// Serve answers the page's requests until ctx is done, each on a goroutine of its own. A request that panics answers
// ProgramError; the tables are as before, because the engine publishes a commit in one step or not at all.
func Serve(ctx context.Context, ch port.Port, cfg Config) {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Yield == nil {
		cfg.Yield = context.Context.Err
	}
	if cfg.Handlers == nil {
		cfg.Handlers = own
	}
	if cfg.Workspace == nil {
		cfg.Workspace = newWorkspace(0)
	}
	s := &server{ctx: ctx, handlers: byName(cfg.Handlers), cfg: cfg, shared: cfg.Workspace, ch: ch, jobs: map[int64]*Job{}, runs: cfg.Workspace.firstResult, changes: newChanges()}
	leave := s.shared.join(s)
	defer leave()
	in := wire.NewInbox()
	remove := ch.Listen(in.Put)
	defer remove()
	stop := s.watch(ctx)
	defer stop()
	s.send(0, wire.FrameEvent, wire.EventReady, nil)
	s.running.Go(s.tellStorage)
	in.Each(ctx.Done(), func(b []byte) { s.receive(ctx, b) })
	s.running.Wait()
}

// server is the worker's end for one page.
type server struct {
	ctx     context.Context // ends the server
	cfg     Config
	shared  *Workspace
	ch      port.Port
	running sync.WaitGroup

	handlers map[string]Handler

	mu      sync.Mutex
	jobs    map[int64]*Job
	results []*result // that of the last run, and before it those that are asked to stay, oldest first
	runs    int       // numbers results and comparisons

	comparison *comparison // the last

	room   *room  // the page's lesson, beside the workspace; nil when there is none
	home   *room  // of a room's own server: the room
	inRoom string // its name

	explained explained
	own       map[reflect.Type]any // what handlers of other packages keep, by its type
	live      live
	changes   *changes
	exchanges exchanges
}

// Own is what the handlers of a package keep for the page, told apart by its type; it is zero at first.
func Own[T any](j *Job) *T { return keptBy[T](&j.mu, &j.own) }

// Shared is what the handlers of a package keep for all pages of the workspace, told apart by its type; it is zero at first.
func Shared[T any](j *Job) *T { return keptBy[T](&j.shared.mu, &j.shared.kept) }

func keptBy[T any](mu *sync.Mutex, all *map[reflect.Type]any) *T {
	mu.Lock()
	defer mu.Unlock()
	of := reflect.TypeFor[T]()
	kept, ok := (*all)[of].(*T)
	if !ok {
		if kept = new(T); *all == nil {
			*all = map[reflect.Type]any{}
		}
		(*all)[of] = kept
	}
	return kept
}

// Job is a request under way.
type Job struct {
	*server
	Ctx    context.Context
	cancel context.CancelFunc
	id     int64
	begun  time.Time

	breath time.Time // when messages were let in last

	telling sync.Mutex    // requests to an account tell from goroutines of their own
	told    time.Time     // when progress was sent last
	at      wire.Progress // the last that was to be told
	owed    *time.Timer   // sends it, if it came too soon after the one before; nil without
}

// DB is the account of tables that the request is about.
func (j *Job) DB() *engine.DB { return j.cfg.DB }

// Files are the files that pages hand over and those that the worker makes; nil refuses both.
func (j *Job) Files() port.Files { return j.cfg.Files }

// BeingMade reports whether a load still fills the table.
func (j *Job) BeingMade(table string) bool { return j.shared.isMade(table) }

// Now is the clock.
func (j *Job) Now() time.Time { return j.cfg.Now() }

// Handler answers the body of a request.
type Handler struct {
	op     *wire.Traits
	answer func(j *Job, body json.RawMessage) (any, error)
}

// Answer has f answer the requests of an operation.
//
//go:noinline
func Answer[Req, Reply any](op wire.Op[Req, Reply], f func(*Job, Req) (*Reply, error)) Handler {
	return Handler{op.Traits, func(j *Job, body json.RawMessage) (any, error) {
		var req Req
		if err := decodeBody(body, &req); err != nil {
			return nil, err
		}
		return f(j, req)
	}}
}

// Handle has f carry out the requests of an operation that has nothing to say in return.
//
//go:noinline
func Handle[Req any](op wire.Op[Req, wire.Done], f func(*Job, Req) (wire.Done, error)) Handler {
	return Handler{op.Traits, func(j *Job, body json.RawMessage) (any, error) {
		var req Req
		if err := decodeBody(body, &req); err != nil {
			return nil, err
		}
		return f(j, req)
	}}
}

// Ask answers a request of another package's operation within a job.
func Ask[Req, Reply any](j *Job, op wire.Op[Req, Reply], req Req) (*Reply, error) {
	h, ok := j.handlers[op.Name]
	if !ok {
		return nil, unknown(op.Name)
	}
	body, err := json.Marshal(req)
	if err != nil {
		return nil, wire.Mistake(err)
	}
	reply, err := h.answer(j, body)
	if err != nil {
		return nil, err
	}
	return reply.(*Reply), nil
}

// unknown refuses a request that no handler answers.
func unknown(op string) *wire.Failure {
	return &wire.Failure{Code: string(engine.NotImplemented), Message: "The requested operation is not implemented on the specified resource.", Detail: fmt.Sprintf("unknown request %q", wire.Clip(op))}
}

// Name is the name of its operation.
func (h Handler) Name() string { return h.op.Name }

// Handlers are the handlers of this package.
func Handlers() []Handler { return own }

var own = []Handler{
	Answer(wire.Tables, (*Job).tables),
	Handle(wire.CreateTable, (*Job).createTable),
	Handle(wire.DeleteTable, (*Job).DeleteTable),
	Answer(wire.Explain, (*Job).explain),
	Answer(wire.Match, (*Job).match),
	Answer(wire.Map, (*Job).keyMap),
	Answer(wire.Run, (*Job).run),
	Answer(wire.Window, (*Job).window),
	Answer(wire.EntityAt, (*Job).entityAt),
	Answer(wire.Entity, (*Job).entity),
	Answer(wire.Apply, (*Job).apply),
	Answer(wire.Batch, (*Job).batch),
	Answer(wire.Many, (*Job).many),
	Answer(wire.Census, (*Job).census),
	Answer(wire.Recount, (*Job).recount),
	Answer(wire.Move, (*Job).move),
	Answer(wire.Count, (*Job).count),
	Answer(wire.Sort, (*Job).sort),
	Answer(wire.Find, (*Job).find),
	Answer(wire.CellFilters, (*Job).cellFilters),
	Answer(wire.Remove, (*Job).remove),
	Answer(wire.LoadSample, (*Job).loadSample),
	Answer(wire.Generate, (*Job).generate),

	Answer(wire.Losses, (*Job).losses),
	Answer(wire.Export, (*Job).export),
	Handle(wire.Release, (*Job).release),
	Answer(wire.CopyRows, (*Job).copyRows),
	Answer(wire.Bundle, (*Job).bundle),
	Answer(wire.Checkpoints, (*Job).checkpoints),
	Answer(wire.SaveCheckpoint, (*Job).saveCheckpoint),
	Answer(wire.RestoreCheckpoint, (*Job).restoreCheckpoint),
	Answer(wire.DropCheckpoint, (*Job).dropCheckpoint),
	Answer(wire.DropTable, (*Job).dropTable),
	Handle(crashing, (*Job).panic),
	Answer(wire.CloneTable, (*Job).clone),
	Handle(wire.Undo, (*Job).takeBack),
	Answer(wire.Storage, (*Job).storage),
	Answer(wire.ExportDamaged, (*Job).exportDamaged),
	Handle(wire.ForgetDamage, (*Job).forgetDamage),
	Handle(wire.BeginAnew, (*Job).beginAnew),
	Answer(wire.Document, (*Job).document),

	Answer(wire.More, (*Job).more),
	Handle(wire.Retry, (*Job).retry),

	Answer(wire.Pull, (*Job).pull),
	Answer(wire.Copies, (*Job).copies),
	Answer(wire.Compare, (*Job).compare),
	Answer(wire.Differences, (*Job).differences),
	Answer(wire.PushPlan, (*Job).pushPlan),
	Answer(wire.Push, (*Job).push),
	Answer(wire.Conflicts, (*Job).conflicts),
	Answer(wire.Resolve, (*Job).resolve),
	Answer(wire.Revert, (*Job).revert),
	Handle(wire.Detach, (*Job).detach),

	Answer(wire.PlanCopyTo, (*Job).planCopyTo),
	Answer(wire.CopyTo, (*Job).runCopyTo),
	Answer(wire.VerifyCopyTo, (*Job).verifyCopyTo),
	Handle(wire.LeaveCopyTo, (*Job).leaveCopyTo),

	Answer(wire.Course, (*Job).course),
	Answer(wire.OpenLesson, (*Job).openLesson),
	Answer(wire.LessonFile, (*Job).lessonFile),
	Answer(wire.ReportFile, (*Job).reportFile),
	Answer(wire.Try, (*Job).try),
	Handle(wire.ResetLesson, (*Job).resetLesson),
	Answer(wire.KeepLesson, (*Job).keepLesson),
	Handle(wire.CloseRoom, (*Job).closeRoom),
}

// byName are handlers by the name of their operation.
func byName(list []Handler) map[string]Handler {
	m := make(map[string]Handler, len(list))
	for _, h := range list {
		m[h.op.Name] = h
	}
	return m
}

func decodeBody(body json.RawMessage, req any) error {
	if err := json.Unmarshal(body, req); err != nil {
		return &wire.Failure{Code: string(engine.InvalidInput), Message: "One of the request inputs is not valid.", Detail: "request body: " + err.Error()}
	}
	return nil
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

// receive handles one message from the page. It never waits.
func (s *server) receive(ctx context.Context, b []byte) {
	f, err := wire.DecodeFrame(b)
	if err != nil {
		v := &wire.Failure{Code: string(engine.InvalidInput), Message: "One of the request inputs is not valid.", Detail: err.Error()}
		if f.ID > 0 {
			s.send(f.ID, wire.FrameError, "", v)
		} else {
			s.send(0, wire.FrameEvent, wire.EventFault, v)
		}
		return
	}
	switch f.Kind {
	case wire.FrameHello:
		s.send(0, wire.FrameEvent, wire.EventReady, nil)
	case wire.FrameCancel:
		s.mu.Lock()
		j := s.jobs[f.ID]
		s.mu.Unlock()
		if j != nil {
			j.cancel()
		}
	case wire.FrameRequest:
		s.start(ctx, f)
	default:
		v := &wire.Failure{Code: string(engine.InvalidInput), Message: "One of the request inputs is not valid.", Detail: fmt.Sprintf("the page sent a %s", f.Kind)}
		if f.ID > 0 {
			s.send(f.ID, wire.FrameError, "", v)
			return
		}
		s.send(0, wire.FrameEvent, wire.EventFault, v)
	}
}

// start begins a request.
func (s *server) start(ctx context.Context, f wire.Frame) {
	h, ok := s.handlers[f.Op]
	if !ok {
		s.send(f.ID, wire.FrameError, "", unknown(f.Op))
		return
	}
	by, gone := s.serverOf(f)
	if gone != nil {
		s.send(f.ID, wire.FrameError, "", gone)
		return
	}
	now := s.cfg.Now()
	j := &Job{server: by, id: f.ID, begun: now, breath: now, told: now}
	j.Ctx, j.cancel = context.WithCancel(ctx)
	s.mu.Lock()
	_, taken := s.jobs[f.ID]
	if !taken {
		s.jobs[f.ID] = j
	}
	s.mu.Unlock()
	if taken {
		j.cancel()
		s.send(f.ID, wire.FrameError, "", &wire.Failure{Code: string(engine.InvalidInput), Message: "One of the request inputs is not valid.", Detail: fmt.Sprintf("request %d is under way already", f.ID)})
		return
	}
	begin := s.running.Go
	if f.Op == wire.Retry.Name { // it waits for nothing, and holds for what is asked next
		begin = func(answer func()) { answer() }
	}
	begin(func() {
		reply, err := j.do(h, f.Body)
		s.mu.Lock()
		delete(s.jobs, f.ID)
		s.mu.Unlock()
		j.cancel()
		j.quiet()
		s.settleExchanges()
		s.checkStorage(err)
		if err != nil {
			s.send(f.ID, wire.FrameError, "", failureOf(err))
			return
		}
		s.send(f.ID, wire.FrameReply, "", reply)
	})
}

// do runs a handler and turns a panic into an error.
func (j *Job) do(h Handler, body json.RawMessage) (reply any, err error) {
	defer func() {
		if r := recover(); r != nil {
			reply, err = nil, crashed(r, debug.Stack())
		}
	}()
	return h.answer(j, body)
}

// send hands a message to the page.
func (s *server) send(id int64, k wire.FrameKind, op string, body any) {
	b, err := wire.EncodeFrame(id, k, op, body)
	if err != nil {
		b, err = wire.EncodeFrame(id, wire.FrameError, "", wire.Mistake(err))
		if err != nil {
			return
		}
	}
	s.ch.Send(b)
}

// pause is called by everything that scans or loads, often: every YieldEvery it lets messages in, every ProgressEvery it
// tells how far it is. Its error is that of the request's context.
func (j *Job) Pause(done, total, found int) error {
	return j.Rest(wire.Progress{Done: done, Total: total, Found: found})
}

// rest is pause with all that there is to tell.
func (j *Job) Rest(p wire.Progress) error {
	now := j.Now()
	if now.Sub(j.breath) < YieldEvery {
		return j.Ctx.Err()
	}
	j.Tell(now, p)
	err := j.cfg.Yield(j.Ctx)
	j.breath = j.Now()
	return err
}

// Tell sends progress, at most every wire.ProgressEvery. The last is always sent: after it may come a long wait for an account.
func (j *Job) Tell(now time.Time, p wire.Progress) {
	j.telling.Lock()
	defer j.telling.Unlock()
	j.at = p
	if since := now.Sub(j.told); since >= wire.ProgressEvery {
		j.settle()
		j.report(now, p)
	} else if j.owed == nil {
		j.owed = time.AfterFunc(wire.ProgressEvery-since, func() {
			j.telling.Lock()
			defer j.telling.Unlock()
			if j.owed != nil && j.Ctx.Err() == nil {
				j.owed = nil
				j.report(j.Now(), j.at)
			}
		})
	}
}

// report sends progress; j.telling is held.
func (j *Job) report(now time.Time, p wire.Progress) {
	j.told = now
	p.Micros = now.Sub(j.begun).Microseconds()
	j.send(j.id, wire.FrameProgress, "", p)
}

// settle drops what is owed: it is sent now, or the job ends; j.telling is held.
func (j *Job) settle() {
	if j.owed != nil {
		j.owed.Stop()
		j.owed = nil
	}
}

// quiet ends the telling of a job that ends.
func (j *Job) quiet() {
	j.telling.Lock()
	defer j.telling.Unlock()
	j.settle()
}

// wait tells that a request failed and is tried again, beside how far all is.
func (j *Job) wait(w wire.Waiting) {
	j.telling.Lock()
	defer j.telling.Unlock()
	j.settle()
	at := j.at
	at.Waiting = &w
	j.report(j.Now(), at)
}

// micros is how long the request has taken so far.
func (j *Job) Micros() int64 { return j.Now().Sub(j.begun).Microseconds() }
