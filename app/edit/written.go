package edit

import (
	"maps"

	"rangefinder/app/page"
)

// Written are entities of an account that this page wrote since the result on screen was read. They are drawn as they were written:
// reading them again costs requests, which only the person asks for.
type Written struct {
	result  int // its number
	changes map[EntityKey]*Change
}

// Wrote returns the pending changes with those that were written of entities of the result on screen, when it is of an account. An
// entity that was not read before it was written is left out: the result can show it only on a page that was read afterwards, which has
// what the service holds.
func (p *Pending) Wrote(v *page.View, done map[EntityKey]*Change) *Pending {
	if v.Rows.Source == "" || v.Result == nil || len(done) == 0 {
		return p
	}
	next, result := *p, v.Result.Result
	next.Written = Written{result: result, changes: map[EntityKey]*Change{}}
	if p.Written.result == result {
		maps.Copy(next.Written.changes, p.Written.changes)
	}
	for k, c := range done {
		if c.Base != nil || next.Written.changes[k] != nil {
			next.Written.changes[k] = c
		}
	}
	return &next
}

// At returns what was written last of an entity of a result, nil when that was nothing.
func (w Written) At(result int, k EntityKey) *Change {
	if w.result != result {
		return nil
	}
	return w.changes[k]
}

// Any reports whether something of a result was written.
func (w Written) Any(result int) bool { return w.result == result && len(w.changes) > 0 }
