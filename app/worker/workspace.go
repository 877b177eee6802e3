package worker

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
)

// Workspace is what the servers of several pages share besides the tables.
type Workspace struct {
	mu      sync.Mutex
	making  map[string]bool // tables that a load fills, lower-cased: not listed until they are whole
	servers map[*server]bool
	memory  memory
	kept    map[reflect.Type]any // what handlers of other packages keep, by its type

	failed      bool // nothing can be written, as the pages were told
	recovering  bool // one of the servers tries whether it can be again
	firstResult int  // results are numbered from there
}

// NewWorkspace returns a workspace whose results have numbers that no other workspace gives, so that a page which asks for a result of
// another workspace is told that it is gone.
func NewWorkspace() *Workspace { return newWorkspace(int(rand.Uint64N(1<<32)) << 20) }

func newWorkspace(firstResult int) *Workspace {
	return &Workspace{making: map[string]bool{}, servers: map[*server]bool{}, firstResult: firstResult}
}

// join adds a server until leave is called.
func (w *Workspace) join(s *server) (leave func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.servers[s] = true
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.servers, s)
	}
}

// each calls f for every server.
func (w *Workspace) each(f func(*server)) {
	w.mu.Lock()
	servers := make([]*server, 0, len(w.servers))
	for s := range w.servers {
		servers = append(servers, s)
	}
	w.mu.Unlock()
	for _, s := range servers {
		f(s)
	}
}

// hide takes the name of a table that is about to be made; it fails when somebody is making one of that name.
func (w *Workspace) hide(table string) (ok bool) {
	key := strings.ToLower(table)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.making[key] {
		return false
	}
	w.making[key] = true
	return true
}

// show lists tables that are whole, or gone.
func (w *Workspace) show(tables ...string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, table := range tables {
		delete(w.making, strings.ToLower(table))
	}
}

// isMade reports whether a load still fills the table.
func (w *Workspace) isMade(table string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.making[strings.ToLower(table)]
}

// tables tells every page that tables came or went.
func (w *Workspace) tables() { w.each(func(s *server) { s.changes.tables() }) }

// drop forgets the results of a table that is deleted, so that their memory is free.
func (w *Workspace) drop(source, table string) {
	w.each(func(s *server) { s.drop(source, table) })
}
