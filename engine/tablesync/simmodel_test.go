//go:build !js

package tablesync_test

import (
	"fmt"
	"slices"
	"strings"

	"rangefinder/engine"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang/edm"
)

// Every value that the simulation writes is a number of its own, so that it tells who wrote it and what the writer saw. Born is
// written when an entity is made and kept as long as it lives; K is the exception: a small number that says nothing, so that
// entities can be changed and be again as they were.
const (
	simBorn = "Born"
	simKind = "K"
)

var lineages = []string{simBorn, "A", "B", "C"}

// simSide is where a change was made.
type simSide uint8

const (
	atCopy simSide = iota
	atService
)

func (s simSide) String() string { return [...]string{"here", "there"}[s] }

// simChange is what one accepted operation did to one property, or to a whole entity that it deleted.
type simChange struct {
	id       int64 // the value that was written; of removals and deletes a number that no value has
	key      tablesync.Key
	property string // "" of a delete
	removes  bool   // the property or the entity
	side     simSide
	saw      []int64 // what it came after

	accepted bool            // the writer was told that it is done
	loser    bool            // of a conflict that was shown
	again    bool            // a conflict was decided for it
	revived  bool            // it was deleted before sync knew that it is there: nobody can tell that from an insert that did not arrive
	yielded  map[string]bool // of the delete of an entity that was made anew: properties that lost such a conflict
	excused  bool            // a delete of what the other side did not know to be there
	applied  int             // how often sync wrote it to the service
}

// lineage is the model: all changes ever made.
type lineage struct {
	changes  map[int64]*simChange
	ordered  []*simChange
	children map[int64][]*simChange
	last     int64
	fault    string // the first rule that was broken
}

func newLineage() *lineage {
	return &lineage{changes: map[int64]*simChange{}, children: map[int64][]*simChange{}}
}

func (l *lineage) broken(format string, args ...any) {
	if l.fault == "" {
		l.fault = fmt.Sprintf(format, args...)
	}
}

// next returns the number of the next change.
func (l *lineage) next() int64 {
	l.last++
	return l.last
}

// record takes what an operation turned before into after.
func (l *lineage) record(s simSide, key tablesync.Key, before, after map[string]int64, accepted bool) {
	add := func(c *simChange) {
		c.key, c.side, c.accepted = key, s, accepted
		l.changes[c.id] = c
		l.ordered = append(l.ordered, c)
		for _, id := range c.saw {
			l.children[id] = append(l.children[id], c)
		}
	}
	if len(after) == 0 {
		c := &simChange{id: l.next(), removes: true}
		for _, name := range lineages {
			if id := before[name]; id != 0 {
				c.saw = append(c.saw, id)
			}
		}
		add(c)
		return
	}
	for _, name := range lineages {
		old, now := before[name], after[name]
		switch {
		case old == now:
		case now == 0:
			add(&simChange{id: l.next(), property: name, removes: true, saw: []int64{old}})
		case old != 0:
			add(&simChange{id: now, property: name, saw: []int64{old}})
		default: // it was not there: whoever removed it was before
			c := &simChange{id: now, property: name}
			for _, r := range l.ordered {
				if r.removes && r.key == key && (r.property == "" || r.property == name) && (r.accepted || r.side == s) {
					c.saw = append(c.saw, r.id)
				}
			}
			add(c)
		}
	}
}

// after reports whether a change came after another, or is the same.
func (l *lineage) after(later, earlier int64) bool {
	seen := map[int64]bool{}
	var walk func(id int64) bool
	walk = func(id int64) bool {
		if id == earlier {
			return true
		}
		c := l.changes[id]
		if seen[id] || c == nil || c.removes && c.loser { // what a conflict was decided against comes before nothing
			return false
		}
		seen[id] = true
		return slices.ContainsFunc(c.saw, walk)
	}
	return walk(later)
}

// written checks what sync did to an entity of the service.
func (l *lineage) written(key tablesync.Key, before, after map[string]int64) {
	for _, name := range lineages {
		old, now := before[name], after[name]
		if old == now {
			continue
		}
		if c := l.changes[old]; old != 0 && !c.loser {
			seen := now != 0 && l.after(now, old)
			for _, r := range l.ordered {
				seen = seen || now == 0 && r.removes && r.key == key && r.side == atCopy && slices.ContainsFunc(r.saw, func(id int64) bool { return l.after(id, old) })
			}
			if !seen {
				l.broken("%s of %v was overwritten unseen: %d became %d", name, key, old, now)
			}
		}
		if now == 0 {
			continue
		}
		c := l.changes[now]
		if c == nil {
			l.broken("%s of %v became %d, which nobody wrote", name, key, now)
			continue
		}
		if c.applied++; c.applied > 1 && !c.again && !c.revived {
			l.broken("%s of %v became %d twice", name, key, now)
		}
	}
}

// lose marks what a side wrote of a property, and removed of it, as the loser of a conflict that was shown.
func (l *lineage) lose(s simSide, key tablesync.Key, name string, id int64, whole bool) {
	if id != 0 {
		l.changes[id].loser = true
		return
	}
	for _, c := range l.ordered {
		switch {
		case !c.removes || c.key != key || c.side != s:
		case c.property == name || c.property == "" && whole:
			c.loser = true
		case c.property == "":
			if c.yielded == nil {
				c.yielded = map[string]bool{}
			}
			c.yielded[name] = true
		}
	}
}

// resolved marks what a conflict that was decided by a rule cost.
func (l *lineage) resolved(c *tablesync.Conflict, rule tablesync.Rule) {
	key := tablesync.Key{PartitionKey: c.PartitionKey, RowKey: c.RowKey}
	base, mine, theirs := valuesOf(c.Base), valuesOf(c.Mine), valuesOf(c.Theirs)
	whole := c.Mine.IsZero() || c.Theirs.IsZero()
	for _, name := range lineages {
		b, m, t := base[name], mine[name], theirs[name]
		mineWins := rule == tablesync.TakeMine || rule == tablesync.MergeMine
		if !whole && (rule == tablesync.MergeMine || rule == tablesync.MergeTheirs) {
			switch {
			case m == b:
				mineWins = false
			case t == b:
				mineWins = true
			}
		}
		if mineWins && m != 0 {
			l.changes[m].again = true
		}
		switch {
		case m == t:
		case mineWins && (t != b || t == 0 || whole):
			l.lose(atService, key, name, t, whole)
		case !mineWins && (m != b || m == 0 || whole):
			l.lose(atCopy, key, name, m, whole)
		}
	}
}

// lost returns the accepted changes that the final state of the service has no trace of.
func (l *lineage) lost(final map[tablesync.Key]map[string]int64) []*simChange {
	memo := map[int64]bool{}
	var accounted func(c *simChange) bool
	accounted = func(c *simChange) bool {
		if known, ok := memo[c.id]; ok {
			return known
		}
		memo[c.id] = false
		ok := c.loser || c.excused
		if c.removes {
			gone := true
			for _, name := range lineages {
				if id := final[c.key][name]; id != 0 && !l.changes[id].revived && !c.yielded[name] && slices.ContainsFunc(c.saw, func(saw int64) bool { return l.changes[saw].property == name && l.after(saw, id) }) {
					gone = false
				}
			}
			ok = ok || gone
		} else {
			ok = ok || final[c.key][c.property] == c.id
		}
		for _, child := range l.children[c.id] {
			ok = ok || accounted(child)
		}
		memo[c.id] = ok
		return ok
	}
	var out []*simChange
	for _, c := range l.ordered {
		if c.accepted && !accounted(c) {
			out = append(out, c)
		}
	}
	return out
}

func (c *simChange) String() string {
	what := fmt.Sprintf("%s := %d", c.property, c.id)
	if c.removes {
		what = strings.TrimSpace("removal of " + c.property)
	}
	return fmt.Sprintf("%s of %v, made %s after %v", what, c.key, c.side, c.saw)
}

// valuesOf returns the numbers in an entity, an empty map of none.
func valuesOf(e engine.Entity) map[string]int64 {
	out := map[string]int64{}
	if e.IsZero() {
		return out
	}
	for _, name := range lineages {
		if v, ok := e.Value(name); ok && v.Type() == edm.Int64 {
			out[name] = v.Int()
		}
	}
	return out
}
