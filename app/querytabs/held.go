package querytabs

import (
	"maps"
	"slices"

	"rangefinder/app/grid"
	"rangefinder/app/page"
	"rangefinder/app/result"
	"rangefinder/app/wire"
)

// held is what an open query showed when it was left: coming back shows it again, and nothing is read for that.
type held struct {
	grid.Left
	left int // counts leavings
}

// Bounds of the results that are held of queries that are not on screen: one place of the worker's is for the result on screen, see
// Keep. Those left longest ago go first; a query of this browser whose result went is run again.
const (
	heldQueries = wire.MaxKept - 1
	MaxHeld     = 1_000_000 // entities
	heldBytes   = 256 << 20 // by the formula of section 1.3
)

// hold keeps what the query on screen shows, which is about to be left. A run under way ends then.
func (t *Model) hold(g *grid.Model) {
	c := t.Current()
	if c == nil || g.Result.Reply == nil && !g.Result.Running {
		return
	}
	t.lefts++
	t.held = maps.Clone(t.held)
	if t.held == nil {
		t.held = map[string]*held{}
	}
	t.held[c.ID] = &held{g.Leave(), t.lefts}
}

// newest are the queries that something is held of, those left last first.
func (t *Model) newest() []string {
	return slices.SortedFunc(maps.Keys(t.held), func(a, b string) int { return t.held[b].left - t.held[a].left })
}

// Held is what is held of the query on screen, nil for nothing.
func (t *Model) Held() *grid.Left {
	if h := t.held[t.Entry()]; h != nil {
		return &h.Left
	}
	return nil
}

// WithoutHeld forgets that.
func (t *Model) WithoutHeld() *Model {
	t = t.cloned()
	t.held = maps.Clone(t.held)
	delete(t.held, t.Entry())
	return t
}

// Forget forgets all that is held.
func (t *Model) Forget() *Model {
	t = t.cloned()
	t.held = nil
	return t
}

// FollowHeld lets go of what is held of queries and tables that are gone and of what is more than the bounds, and marks what is older
// than its table; old and now are the result on screen before the message and after it.
func (t *Model) FollowHeld(v *page.View, old, now *grid.Result, msg page.Msg) *Model {
	entities, bytes, stays := 0, int64(0), map[string]bool{}
	for _, id := range t.newest() {
		r := t.held[id].Result
		if r.Reply != nil {
			entities += r.Reply.Stats.Returned
			bytes += r.Reply.Stats.Bytes
		}
		there := r.Source != "" && v.Accounts.Account(r.Source) != nil || r.Source == "" && (v.Lesson || v.Table(r.Table) != nil)
		stays[id] = there && t.index(id) >= 0 && len(stays) < heldQueries && entities <= MaxHeld && bytes <= heldBytes
	}
	next := t
	change := func() {
		if next == t {
			next = t.cloned()
			next.held = maps.Clone(t.held)
		}
	}
	for id, h := range t.held {
		if !stays[id] {
			change()
			delete(next.held, id)
		} else if !h.Result.Stale && olderBy(h.Result, old, now, msg) {
			change()
			older, r := *h, *h.Result
			r.Stale = true
			older.Result = &r
			next.held[id] = &older
		}
	}
	return next
}

// Holds is of how many queries that are not on screen results are held.
func (t *Model) Holds() int {
	if t == nil {
		return 0
	}
	return len(t.held)
}

// Keep tells the worker with each run which results are to stay: those that are held, and the one that is on screen until the page
// has the new one, so that its lines can be chosen, opened and scrolled so long. In a lesson, only that.
func (t *Model) Keep(cmds []page.Cmd, now *grid.Result, lesson bool) []page.Cmd {
	for i, cmd := range cmds {
		run, ok := cmd.(result.Run)
		if !ok {
			continue
		}
		if r := now.Reply; r != nil && r.Stats.Returned <= MaxHeld && r.Stats.Bytes <= heldBytes {
			run.Req.Keep = append(run.Req.Keep, r.Result)
		}
		if t.Holds() > 0 && !lesson {
			for _, id := range t.newest() {
				if r := t.held[id].Result.Reply; r != nil {
					run.Req.Keep = append(run.Req.Keep, r.Result)
				}
			}
		}
		cmds[i] = run
	}
	return cmds
}

// olderBy reports whether a message tells that the table of a result is another than it was run on. That of an account is known to
// be when the one on screen is.
func olderBy(r, old, now *grid.Result, msg page.Msg) bool {
	if changed, ok := msg.(page.TableChanged); ok && r.Source == "" {
		return changed.Table == r.Table
	}
	return r.Source != "" && now.Stale && !old.Stale && now.Source == r.Source && now.Table == r.Table
}
