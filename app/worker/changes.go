package worker

import (
	"context"
	"sync"
	"time"

	"rangefinder/app/wire"
	"rangefinder/engine"
)

// changesEvery is the least time between two change events of a table.
const changesEvery = 50 * time.Millisecond

// watch sends a change event after commits until ctx is done or stop is called: at once after the first, then at most one
// every changesEvery for all commits of that time, each table named once.
func (s *server) watch(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	w := s.changes
	remove := s.cfg.DB.Subscribe(w.commit)
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-w.wake:
			}
			s.tellChanges()
			t := time.NewTimer(changesEvery)
			select {
			case <-ctx.Done():
				t.Stop()
				return
			case <-t.C:
			}
		}
	}()
	return func() {
		remove()
		cancel()
	}
}

// tellChanges sends what the page was not told yet. A run calls it before it reads: told later, a change that the run has read would
// make its result one of a table that has changed since.
func (s *server) tellChanges() {
	w := s.changes
	w.telling.Lock()
	defer w.telling.Unlock()
	for _, table := range w.take() {
		s.send(0, wire.FrameEvent, wire.EventChanged, wire.Changed{Table: table, Room: s.inRoom})
	}
}

// changes gathers the tables that changed since the last event.
type changes struct {
	wake chan struct{} // holds one token while tables may be there

	telling sync.Mutex // held until what was taken is sent

	mu    sync.Mutex
	order []string
	seen  map[string]bool
}

func newChanges() *changes { return &changes{wake: make(chan struct{}, 1), seen: map[string]bool{}} }

// tables notes that tables came or went.
func (w *changes) tables() { w.commit(engine.Commit{Kind: engine.TableCreated}) }

// commit notes what a commit changed. It runs inside the engine's writer and returns at once.
func (w *changes) commit(c engine.Commit) {
	w.mu.Lock()
	switch c.Kind {
	case engine.TableCreated, engine.TableDeleted:
		w.note("")
	case engine.EntitiesLoaded, engine.TableRestored:
		// A load makes its table as it fills it.
		w.note("")
		w.note(c.Table)
	case engine.WorkspaceReplaced:
		w.note("")
		for _, table := range c.Tables {
			w.note(table)
		}
	case engine.DocumentChanged: // the page that changes one knows
	default:
		w.note(c.Table)
	}
	w.mu.Unlock()
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

func (w *changes) note(table string) {
	if !w.seen[table] {
		w.seen[table] = true
		w.order = append(w.order, table)
	}
}

func (w *changes) take() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	tables := w.order
	w.order = nil
	clear(w.seen)
	return tables
}
