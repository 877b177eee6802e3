package worker

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"rangefinder/app/port"
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
	Storage func(ctx context.Context) StorageInfo
	// Remote reaches an account behind the page's server, which signs for it: the address is the account's own, the Doer takes
	// what is meant for it to the server. Nil refuses all accounts but the browser's own.
	Remote func(ctx context.Context, source string) (tablerest.Client, error)
}

// Timing of a scan.
const (
	yieldEvery    = 4 * time.Millisecond  // of scanning, then messages are let in: a plan waits for no more than that
	progressEvery = 50 * time.Millisecond // between two progress messages of a request
	changesEvery  = 50 * time.Millisecond // between two change events of a table
)

// Serve answers the page's requests until ctx is done, each on a goroutine of its own. A request that panics answers
// InternalError; the tables are as before, because the engine publishes a commit in one step or not at all.
func Serve(ctx context.Context, ch port.Port, cfg Config) { serve(ctx, ch, cfg, newWorkspace()) }

// serve is Serve for one of several pages that share a workspace.
func serve(ctx context.Context, ch port.Port, cfg Config, shared *workspace) {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Yield == nil {
		cfg.Yield = context.Context.Err
	}
	s := &server{ctx: ctx, cfg: cfg, shared: shared, ch: ch, jobs: map[int64]*job{}, runs: shared.firstResult, changes: newChanges()}
	leave := shared.join(s)
	defer leave()
	in := newInbox()
	remove := ch.Listen(in.put)
	defer remove()
	stop := s.watch(ctx)
	defer stop()
	s.send(0, kindEvent, eventReady, nil)
	s.running.Go(s.tellStorage)
	in.each(ctx.Done(), func(b []byte) { s.receive(ctx, b) })
	s.running.Wait()
}

// server is the worker's end for one page.
type server struct {
	ctx     context.Context // ends the server
	cfg     Config
	shared  *workspace
	ch      port.Port
	running sync.WaitGroup

	mu      sync.Mutex
	jobs    map[int64]*job
	results []*result // that of the last run, and before it those that are asked to stay, oldest first
	runs    int       // numbers results and comparisons

	comparison *comparison // the last

	room   *room  // the page's lesson, beside the workspace; nil when there is none
	home   *room  // of a room's own server: the room
	inRoom string // its name

	explained explained
	directory directory
	simulated *simulation // the last; its own lock guards what is in it
	bench     labBench
	live      live
	changes   *changes
}

// job is a request under way.
type job struct {
	*server
	ctx    context.Context
	cancel context.CancelFunc
	id     int64
	begun  time.Time

	breath time.Time // when messages were let in last
	told   time.Time // when progress was sent last
	at     Progress  // the last that was to be told
}

// handler answers a request's body.
type handler func(j *job, body json.RawMessage) (any, error)

// handlers by the operation a request names.
var handlers = map[string]handler{
	opTables:      handle((*job).tables),
	opCreateTable: handle((*job).createTable),
	opDeleteTable: handle((*job).deleteTable),
	opExplain:     handle((*job).explain),
	opMatch:       handle((*job).match),
	opMap:         handle((*job).keyMap),
	opRun:         handle((*job).run),
	opWindow:      handle((*job).window),
	opEntityAt:    handle((*job).entityAt),
	opEntity:      handle((*job).entity),
	opApply:       handle((*job).apply),
	opBatch:       handle((*job).batch),
	opMany:        handle((*job).many),
	opCensus:      handle((*job).census),
	opPartitions:  handle((*job).partitions),
	opEntityKinds: handle((*job).kinds),
	opRecount:     handle((*job).recount),
	opNodes:       handle((*job).nodes),
	opMisses:      handle((*job).misses),
	opSort:        handle((*job).sort),
	opFind:        handle((*job).find),
	opCellFilters: handle((*job).cellFilters),
	opValues:      handle((*job).values),
	opRemove:      handle((*job).remove),
	opSimulate:    handle((*job).simulate),
	opLab:         handle((*job).lab),
	opLabSuggest:  handle((*job).labSuggest),
	opLabKeep:     handle((*job).labKeep),
	opLabLeave:    handle((*job).labLeave),
	opSample:      handle((*job).loadSample),
	opGenerate:    handle((*job).generate),

	opInspect:           handle((*job).inspect),
	opPreview:           handle((*job).preview),
	opImport:            handle((*job).importFile),
	opImportReport:      handle((*job).importReport),
	opLosses:            handle((*job).losses),
	opExport:            handle((*job).export),
	opRelease:           handle((*job).release),
	opCopyRows:          handle((*job).copyRows),
	opBundle:            handle((*job).bundle),
	opAdopt:             handle((*job).adopt),
	opCheckpoints:       handle((*job).checkpoints),
	opSaveCheckpoint:    handle((*job).saveCheckpoint),
	opRestoreCheckpoint: handle((*job).restoreCheckpoint),
	opDropCheckpoint:    handle((*job).dropCheckpoint),
	opDropTable:         handle((*job).dropTable),
	opPanic:             handle((*job).panic),
	opClone:             handle((*job).clone),
	opUndo:              handle((*job).takeBack),
	opStorage:           handle((*job).storage),
	opExportDamaged:     handle((*job).exportDamaged),
	opForgetDamage:      handle((*job).forgetDamage),
	opDocument:          handle((*job).document),

	opMore:  handle((*job).more),
	opRetry: handle((*job).retry),

	opPull:        handle((*job).pull),
	opCopies:      handle((*job).copies),
	opCompare:     handle((*job).compare),
	opDifferences: handle((*job).differences),
	opPushPlan:    handle((*job).pushPlan),
	opPush:        handle((*job).push),
	opConflicts:   handle((*job).conflicts),
	opResolve:     handle((*job).resolve),
	opRevert:      handle((*job).revert),
	opDetach:      handle((*job).detach),

	opCourse:      handle((*job).course),
	opOpenLesson:  handle((*job).openLesson),
	opLessonFile:  handle((*job).lessonFile),
	opTry:         handle((*job).try),
	opResetLesson: handle((*job).resetLesson),
	opKeepLesson:  handle((*job).keepLesson),
	opCloseRoom:   handle((*job).closeRoom),
}

// handle decodes a request's body for f.
func handle[Req, Reply any](f func(*job, Req) (Reply, error)) handler {
	return func(j *job, body json.RawMessage) (any, error) {
		var req Req
		if err := decodeBody(body, &req); err != nil {
			return nil, err
		}
		return f(j, req)
	}
}

func decodeBody(body json.RawMessage, req any) error {
	if err := json.Unmarshal(body, req); err != nil {
		return &Failure{Code: string(engine.InvalidInput), Message: "One of the request inputs is not valid.", Detail: "request body: " + err.Error()}
	}
	return nil
}

// tellStorage tells the page where the tables are kept.
func (s *server) tellStorage() {
	if s.cfg.Storage == nil {
		return
	}
	j := &job{server: s, ctx: s.ctx}
	if info, err := j.storage(Done{}); err == nil && s.ctx.Err() == nil {
		s.send(0, kindEvent, eventStorage, info)
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
	now := s.cfg.DB.Storage().Failed != ""
	w.mu.Lock()
	changed := w.failed != now
	w.failed = now
	w.mu.Unlock()
	if changed {
		w.each(func(s *server) { go s.tellStorage() })
	}
}

// receive handles one message from the page. It never waits.
func (s *server) receive(ctx context.Context, b []byte) {
	f, err := decodeFrame(b)
	if err != nil {
		v := &Failure{Code: string(engine.InvalidInput), Message: "One of the request inputs is not valid.", Detail: err.Error()}
		if f.ID > 0 {
			s.send(f.ID, kindError, "", v)
		} else {
			s.send(0, kindEvent, eventFault, v)
		}
		return
	}
	switch f.Kind {
	case kindHello:
		s.send(0, kindEvent, eventReady, nil)
	case kindCancel:
		s.mu.Lock()
		j := s.jobs[f.ID]
		s.mu.Unlock()
		if j != nil {
			j.cancel()
		}
	case kindRequest:
		s.start(ctx, f)
	default:
		v := &Failure{Code: string(engine.InvalidInput), Message: "One of the request inputs is not valid.", Detail: fmt.Sprintf("the page sent a %s", f.Kind)}
		if f.ID > 0 {
			s.send(f.ID, kindError, "", v)
			return
		}
		s.send(0, kindEvent, eventFault, v)
	}
}

// start begins a request.
func (s *server) start(ctx context.Context, f frame) {
	h, ok := handlers[f.Op]
	if !ok {
		s.send(f.ID, kindError, "", &Failure{Code: string(engine.NotImplemented), Message: "The requested operation is not implemented on the specified resource.", Detail: fmt.Sprintf("unknown request %q", clip(f.Op))})
		return
	}
	by, gone := s.serverOf(f)
	if gone != nil {
		s.send(f.ID, kindError, "", gone)
		return
	}
	now := s.cfg.Now()
	j := &job{server: by, id: f.ID, begun: now, breath: now, told: now}
	j.ctx, j.cancel = context.WithCancel(ctx)
	s.mu.Lock()
	_, taken := s.jobs[f.ID]
	if !taken {
		s.jobs[f.ID] = j
	}
	s.mu.Unlock()
	if taken {
		j.cancel()
		s.send(f.ID, kindError, "", &Failure{Code: string(engine.InvalidInput), Message: "One of the request inputs is not valid.", Detail: fmt.Sprintf("request %d is under way already", f.ID)})
		return
	}
	begin := s.running.Go
	if f.Op == opRetry { // it waits for nothing, and holds for what is asked next
		begin = func(answer func()) { answer() }
	}
	begin(func() {
		reply, err := j.do(h, f.Body)
		s.mu.Lock()
		delete(s.jobs, f.ID)
		s.mu.Unlock()
		j.cancel()
		s.checkStorage(err)
		if err != nil {
			s.send(f.ID, kindError, "", failureOf(err))
			return
		}
		s.send(f.ID, kindReply, "", reply)
	})
}

// do runs a handler and turns a panic into an error.
func (j *job) do(h handler, body json.RawMessage) (reply any, err error) {
	defer func() {
		if r := recover(); r != nil {
			reply, err = nil, crashed(r, debug.Stack())
		}
	}()
	return h(j, body)
}

// send hands a message to the page.
func (s *server) send(id int64, k kind, op string, body any) {
	b, err := encodeFrame(id, k, op, body)
	if err != nil {
		b, err = encodeFrame(id, kindError, "", &Failure{Code: string(engine.InternalError), Message: "Server encountered an internal error. Please try again after some time.", Detail: err.Error()})
		if err != nil {
			return
		}
	}
	s.ch.Send(b)
}

// pause is called by everything that scans or loads, often: every yieldEvery it lets messages in, every progressEvery it
// tells how far it is. Its error is that of the request's context.
func (j *job) pause(done, total, found int) error {
	return j.rest(Progress{Done: done, Total: total, Found: found})
}

// rest is pause with all that there is to tell.
func (j *job) rest(p Progress) error {
	now := j.cfg.Now()
	if now.Sub(j.breath) < yieldEvery {
		return j.ctx.Err()
	}
	j.tell(now, p)
	err := j.cfg.Yield(j.ctx)
	j.breath = j.cfg.Now()
	return err
}

// tell sends progress unless some was sent a moment ago.
func (j *job) tell(now time.Time, p Progress) {
	j.at = p
	if now.Sub(j.told) >= progressEvery {
		j.told = now
		p.Micros = now.Sub(j.begun).Microseconds()
		j.send(j.id, kindProgress, "", p)
	}
}

// micros is how long the request has taken so far.
func (j *job) micros() int64 { return j.cfg.Now().Sub(j.begun).Microseconds() }
