package tablesync

import (
	"slices"
	"sync"
)

// Lanes is how many lanes there are for each request that may be under way, when there are several.
const Lanes = 4

// Turns has lanes take turns at fewer requests: of those that wait, the one that had the fewest goes next. With one lane for each request,
// the last partitions would be left to a few lanes, and a distant service waited for.
type Turns struct {
	lock    sync.Mutex
	free    int
	waiting []*Turn
}

// Turn is what a lane waits with.
type Turn struct {
	had  int
	next chan struct{}
}

// NewTurns returns the turns at so many requests.
func NewTurns(atOnce int) *Turns { return &Turns{free: atOnce} }

// NewTurn is for one lane.
func NewTurn() *Turn { return &Turn{next: make(chan struct{}, 1)} }

// Take waits until a lane may make requests. It then calls Done.
func (t *Turns) Take(l *Turn) {
	l.had++
	t.lock.Lock()
	if t.free > 0 {
		t.free--
		l.next <- struct{}{}
	} else {
		t.waiting = append(t.waiting, l)
	}
	t.lock.Unlock()
	<-l.next
}

// Done ends a turn.
func (t *Turns) Done() {
	t.lock.Lock()
	defer t.lock.Unlock()
	if len(t.waiting) == 0 {
		t.free++
		return
	}
	l := slices.MinFunc(t.waiting, func(a, b *Turn) int { return a.had - b.had }) // of equal ones the first
	t.waiting = slices.DeleteFunc(t.waiting, func(other *Turn) bool { return other == l })
	l.next <- struct{}{}
}
