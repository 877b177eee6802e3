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
	in := port.NewInbox()
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
	results []*Result // that of the last run, and before it those that are asked to stay, oldest first
	runs    int       // numbers results, comparisons, counts and plans

	room   *Room  // the page's lesson, beside the workspace; nil when there is none
	home   *Room  // of a room's own server: the room
	inRoom string // its name

	explained explained
	own       map[reflect.Type]any // what handlers of other packages keep, by its type
	live      live
	changes   *changes
	exchanges exchanges
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
			s.send(f.ID, wire.FrameError, "", FailureOf(err))
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
