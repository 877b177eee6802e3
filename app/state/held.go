package state

import (
	"maps"
	"slices"

	"rangefinder/app/edit"
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
// staysOnScreen. Those left longest ago go first; a query of this browser whose result went is run again.
const (
	heldQueries  = wire.MaxKept - 1
	heldEntities = 1_000_000
	heldBytes    = 256 << 20 // by the formula of section 1.3
)

// hold keeps what the query on screen shows, which is about to be left. A run under way ends then.
func (t *QueryTabs) hold(m *Model) {
	c := t.Current()
	if c == nil || m.Grid.Result.Reply == nil && !m.Grid.Result.Running {
		return
	}
	t.lefts++
	t.held = maps.Clone(t.held)
	if t.held == nil {
		t.held = map[string]*held{}
	}
	t.held[c.ID] = &held{m.Grid.Leave(), t.lefts}
}

// drop forgets what was held of some queries.
func (t *QueryTabs) drop(which func(id string, h *held) bool) {
	t.held = maps.Clone(t.held)
	maps.DeleteFunc(t.held, which)
}

// newest are the queries that something is held of, those left last first.
func (t *QueryTabs) newest() []string {
	return slices.SortedFunc(maps.Keys(t.held), func(a, b string) int { return t.held[b].left - t.held[a].left })
}

// comeBack shows what was held of the query on screen, whose view is there already; false when there is nothing.
func comeBack(m Model) (Model, []Cmd, bool) {
	t := m.Tabs.cloned()
	h := t.held[t.Entry()]
	if h == nil {
		return m, nil, false
	}
	t.drop(func(id string, _ *held) bool { return id == t.Entry() })
	m.Tabs = t
	r := *h.Result
	if r.Source != m.Query.Source || r.Table != m.Query.Table {
		return m, nil, false
	}
	if r.Left && r.Source == "" && r.Filter == m.Query.Filter {
		m = m.withResult(&grid.Result{Table: r.Table, Line: -1})
		m, cmds := runQuery(m)
		return m, cmds, true
	}
	var cmds []Cmd
	m.Grid, cmds = m.Grid.ComeBack(h.Left)
	cmds = append([]Cmd{Stop{Slot: result.RunSlot}}, cmds...)
	if r.Reply == nil {
		return m, cmds, true
	}
	switch {
	case m.Inspector.Mode != edit.Idle && edit.Edited(m.Inspector):
	case r.Line >= 0:
		cmds = append(cmds, m.readLine(r.Line))
	default:
		m.Inspector = &edit.Inspector{}
	}
	return m, cmds, true
}

// followHeld lets go of what is held of queries and tables that are gone and of what is more than the bounds, marks what is older
// than its table, and tells the worker with each run which results are to stay.
func followHeld(old, m Model, cmds []Cmd, msg Msg) (Model, []Cmd) {
	cmds = staysOnScreen(m, cmds)
	if m.Tabs == nil || len(m.Tabs.held) == 0 {
		return m, cmds
	}
	if _, moved := msg.(page.Moved); moved || m.Fatal != "" {
		t := m.Tabs.cloned()
		t.held = nil
		m.Tabs = t
		return m, cmds
	}
	entities, bytes, stays := 0, int64(0), map[string]bool{}
	for _, id := range m.Tabs.newest() {
		h := m.Tabs.held[id]
		r := h.Result
		if r.Reply != nil {
			entities += r.Reply.Stats.Returned
			bytes += r.Reply.Stats.Bytes
		}
		there := r.Source != "" && m.Sources.Account(r.Source) != nil || r.Source == "" && (m.Course.Lesson != nil || wire.TableNamed(m.Tables.List, r.Table) != nil)
		stays[id] = there && m.Tabs.index(id) >= 0 && len(stays) < heldQueries && entities <= heldEntities && bytes <= heldBytes
	}
	t := m.Tabs
	change := func() {
		if t == m.Tabs {
			t = t.cloned()
			t.held = maps.Clone(t.held)
		}
	}
	for id, h := range m.Tabs.held {
		if !stays[id] {
			change()
			delete(t.held, id)
		} else if !h.Result.Stale && olderBy(h.Result, old, m, msg) {
			change()
			older, r := *h, *h.Result
			r.Stale = true
			older.Result = &r
			t.held[id] = &older
		}
	}
	m.Tabs = t
	for i, cmd := range cmds {
		if run, ok := cmd.(result.Run); ok && m.Course.Lesson == nil {
			for _, id := range t.newest() {
				if r := t.held[id].Result.Reply; r != nil {
					run.Req.Keep = append(run.Req.Keep, r.Result)
				}
			}
			cmds[i] = run
		}
	}
	return m, cmds
}

// staysOnScreen has a run leave the result that is on screen until the page has the new one: its lines can be chosen, opened and
// scrolled so long.
func staysOnScreen(m Model, cmds []Cmd) []Cmd {
	for i, cmd := range cmds {
		r := m.Grid.Result.Reply
		if run, ok := cmd.(result.Run); ok && r != nil && r.Stats.Returned <= heldEntities && r.Stats.Bytes <= heldBytes {
			run.Req.Keep = append(run.Req.Keep, r.Result)
			cmds[i] = run
		}
	}
	return cmds
}

// olderBy reports whether a message tells that the table of a result is another than it was run on. That of an account is known to
// be when the one on screen is.
func olderBy(r *grid.Result, old, m Model, msg Msg) bool {
	if changed, ok := msg.(TableChanged); ok && r.Source == "" {
		return changed.Table == r.Table
	}
	return r.Source != "" && m.Grid.Result.Stale && !old.Grid.Result.Stale && m.Grid.Result.Source == r.Source && m.Grid.Result.Table == r.Table
}
