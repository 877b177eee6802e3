package tabs

import (
	"context"
	"errors"
	"sync"
	"time"

	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine"
)

// HostConfig is what Host needs from outside.
type HostConfig struct {
	worker.Config // its DB and Storage are the host's

	// Folder opens the folder that keeps the tables, once this tab may. A port.Refusal says why there is none.
	Folder func(ctx context.Context) (engine.Folder, error)
	// Tabs reaches the other tabs; nil where the browser cannot: then the folder itself refuses all but one.
	Tabs port.Tabs
	// Facts tells what the browser knows of this site's storage: bytes used, the quota (0: unknown), and whether it promised
	// to keep them. Nil tells nothing.
	Facts func(ctx context.Context) (used, quota int64, persisted bool)
	// Opened is called on a goroutine of its own once this tab serves its page; nil is not.
	Opened func()
}

// Host answers the page's requests until ctx is done, as Serve does, over tables that are kept and that all tabs share. A
// lock elects one tab, the holder: it opens the tables and serves its own page and those of all others, whose hosts relay
// their messages. When its tab goes, however it goes, the next in line takes over.
//
// Requests wait while there is no holder or while it reads the tables. When a holder is lost, reads are sent to the next one;
// writes that had been sent are answered with OutcomeUnknown, and the page is told that it moved.
//
// Where the tables cannot be opened the tab is on its own: they are in memory, and StorageInfo says why.
func Host(ctx context.Context, ch port.Port, cfg HostConfig) {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Yield == nil {
		cfg.Yield = context.Context.Err
	}
	h := &host{cfg: cfg, ctx: ctx, relay: newRelay(ch)}
	remove := ch.Listen(h.relay.fromPage)
	defer remove()
	h.relay.ready()
	if cfg.Tabs == nil {
		h.lead(func() {})
	} else {
		h.meet()
		h.begin(h.elect)
	}
	<-ctx.Done()
	h.leave()
	h.mu.Lock()
	h.over = true
	h.mu.Unlock()
	h.running.Wait()
	if h.db != nil {
		_ = h.db.Close() // nobody is left to tell
	}
	if h.release != nil {
		h.release()
	}
}

// host is this tab's part in serving the pages of all tabs.
type host struct {
	cfg     HostConfig
	ctx     context.Context
	relay   *relay
	running sync.WaitGroup

	mu     sync.Mutex
	over   bool
	hall   port.Line // all tabs; nil when there is no other, or none that matters
	tab    chan struct{}
	state  state
	holder string    // its tab, when it is another
	line   port.Line // to it

	// Of a tab that serves:
	db      *engine.DB
	shared  *worker.Workspace
	damage  []wire.DamageInfo
	told    string          // of the opening
	release func()          // of the lock
	clients map[string]bool // tabs that are served
}

// state is what a host does.
type state uint8

// The states of a host. It never goes back.
const (
	stateWaiting state = iota // for a holder, or working through one
	stateOpening              // holds the lock and reads the tables
	stateHolding              // serves everybody
	stateSingle               // serves its own page, in memory
)

// begin runs f on a goroutine of its own, unless all is over.
func (h *host) begin(f func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.over {
		h.running.Go(f)
	}
}

// elect waits for the lock and then leads.
func (h *host) elect() {
	release, err := h.cfg.Tabs.Hold(h.ctx, holderLock)
	if err != nil {
		if h.ctx.Err() == nil {
			h.leave()
			h.lead(func() {})
		}
		return
	}
	h.lead(release)
}

// lead opens the tables and serves them. release gives the lock back; it is called when they cannot be opened, so that
// another tab may try.
func (h *host) lead(release func()) {
	h.mu.Lock()
	h.state = stateOpening
	h.hangUp()
	h.mu.Unlock()
	h.relay.lose()
	h.say(hallMessage{Say: sayOpening})
	db, recovery, err := h.open()
	if err != nil {
		release()
		if h.ctx.Err() == nil {
			h.leave()
			h.alone(err)
		}
		return
	}
	h.mu.Lock()
	h.state, h.release = stateHolding, release
	h.db, h.shared, h.clients = db, worker.NewWorkspace(), map[string]bool{}
	h.damage, h.told = damageOf(recovery), recovery.TornTail()
	h.mu.Unlock()
	h.begin(h.rewrite)
	h.serveOwn(wire.StorageInfo{Durable: true})
	h.say(hallMessage{Say: sayOpen})
}

// tellEvery is the least time between two messages to each request that waits for the tables: while they are read there are many such
// requests.
const tellEvery = 4 * wire.ProgressEvery

// open opens the tables and tells everybody who waits for them how far that is.
func (h *host) open() (*engine.DB, *engine.Recovery, error) {
	folder, err := h.cfg.Folder(h.ctx)
	if err != nil {
		return nil, nil, err
	}
	told := h.cfg.Now()
	return engine.OpenFolder(h.ctx, folder, engine.Options{Yield: h.breathe(), Reading: func(read, total int64) {
		if now := h.cfg.Now(); now.Sub(told) >= tellEvery {
			told = now
			h.relay.wait(read, total)
			h.say(hallMessage{Say: sayOpening, Read: read, Total: total})
		}
	}})
}

// breathe returns what lets messages in every YieldEvery, however often it is called.
func (h *host) breathe() func() error {
	var last time.Time
	return func() error {
		if h.cfg.Now().Sub(last) < worker.YieldEvery {
			return h.ctx.Err()
		}
		err := h.cfg.Yield(h.ctx)
		last = h.cfg.Now()
		return err
	}
}

// notKept says why the tables could not be opened.
func notKept(err error) string {
	if r, ok := errors.AsType[port.Refusal](err); ok {
		return string(r)
	}
	why := err.Error()
	if e, ok := errors.AsType[*engine.Error](err); ok && e.Detail != "" {
		why = e.Detail // its code is for programs
	}
	return "The tables that this browser keeps could not be opened: " + why
}

// alone serves this tab from memory.
func (h *host) alone(err error) {
	info := wire.StorageInfo{Reason: notKept(err)}
	if e, ok := errors.AsType[*engine.Error](err); ok && e.Code == engine.StorageMissing {
		info.Missing, h.cfg.BeginAnew = true, h.beginAnew
	}
	h.mu.Lock()
	h.state = stateSingle
	h.db, h.shared = engine.Open(engine.Options{}), worker.NewWorkspace()
	h.mu.Unlock()
	h.serveOwn(info)
}

// beginAnew makes a new workspace in the folder, for when the page is loaded anew.
func (h *host) beginAnew(ctx context.Context) error {
	folder, err := h.cfg.Folder(ctx)
	if err != nil {
		return err
	}
	db, _, err := engine.OpenFolder(ctx, folder, engine.Options{BeginAnew: true})
	if err != nil {
		return err
	}
	return db.Close()
}

// serveOwn serves this tab's page.
func (h *host) serveOwn(info wire.StorageInfo) {
	near, far := port.Pipe()
	near.Listen(h.receiver(near))
	cfg := h.config(info)
	h.begin(func() {
		worker.Serve(h.ctx, far, cfg)
		near.Close()
	})
	if h.cfg.Opened != nil {
		go h.cfg.Opened()
	}
}

// config returns the configuration of a server, which tells of storage what is given and what the browser knows.
func (h *host) config(info wire.StorageInfo) worker.Config {
	cfg := h.cfg.Config
	cfg.DB, cfg.Workspace = h.db, h.shared
	info.Damage, info.Told = h.damage, h.told
	cfg.Storage = func(ctx context.Context) wire.StorageInfo {
		info := info
		if h.cfg.Facts != nil {
			info.Used, info.Quota, info.Persist = h.cfg.Facts(ctx)
		}
		return info
	}
	return cfg
}

// damageOf lists what was found damaged.
func damageOf(r *engine.Recovery) []wire.DamageInfo {
	var list []wire.DamageInfo
	known := map[string]bool{}
	for _, d := range r.Damage {
		known[d.Kept] = true
		list = append(list, wire.DamageInfo{File: d.Kept, Text: d.String()})
	}
	for _, d := range r.Snapshots {
		list = append(list, wire.DamageInfo{Text: d.File + ": " + d.Reason})
	}
	for _, kept := range r.Kept {
		if !known[kept] {
			list = append(list, wire.DamageInfo{File: kept, Text: kept + " was put aside when the tables were opened earlier."})
		}
	}
	return list
}

// receiver takes the messages of a server: its first says that it listens.
func (h *host) receiver(up port.Port) func([]byte) {
	attached := false
	return func(b []byte) {
		if !attached {
			attached = true
			h.attach(up)
		}
		h.relay.fromUp(up, b)
	}
}

// attach sends the page's files, and then its messages, to a server that listens.
func (h *host) attach(up port.Port) {
	if line, ok := up.(port.Line); ok {
		h.mu.Lock()
		current := h.line == line
		h.mu.Unlock()
		if !current {
			return
		}
		for _, token := range h.cfg.Tabs.Handed() {
			line.Hand(token)
		}
	}
	h.relay.attach(up)
}

// Timing of the rewrite of the log.
const (
	rewriteAfter = time.Second // of quiet after a commit, the question whether it is due is asked
	rewriteAgain = time.Minute // after one that failed
)

// rewrite rewrites the log when that pays, for as long as this tab holds it. A failure is tried again later: until then the
// old log is good.
func (h *host) rewrite() {
	committed := make(chan struct{}, 1)
	committed <- struct{}{} // it may be due from the start
	remove := h.db.Subscribe(func(engine.Commit) {
		select {
		case committed <- struct{}{}:
		default:
		}
	})
	defer remove()
	for {
		select {
		case <-h.ctx.Done():
			return
		case <-committed:
		}
		wait := rewriteAfter
		if h.db.RewriteDue() {
			if err := h.db.Rewrite(h.ctx, h.breathe()); err != nil {
				wait = rewriteAgain
			}
		}
		select {
		case <-h.ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}
