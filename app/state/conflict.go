package state

import (
	"slices"

	"rangefinder/app/worker"
	"rangefinder/filterlang/edm"
)

// Conflict is what stands against a change: the entity as the table holds it by now.
type Conflict struct {
	Theirs *worker.EntityReply `json:",omitempty"` // nil: it is not there
	Picks  []Pick              // of the properties that are not the same on all sides
}

// Pick says whose value of a property stays.
type Pick struct {
	Name  string
	Whose Whose
}

// Whose says whose value a Pick keeps.
type Whose uint8

// The sides. Undecided is for what both changed to different values: nothing is chosen for the person.
const (
	Undecided Whose = iota
	Mine
	Theirs
)

// newConflict lines up a change with what is there. What only one side changed stays as that side has it.
func newConflict(c *Change, theirs *worker.EntityReply) *Conflict {
	f := &Conflict{Theirs: theirs}
	if theirs == nil || c.Kind == deleteKind {
		return f
	}
	for _, r := range Diff(c.Base, theirs, &worker.EntityReply{Properties: c.Want}) {
		base, there, mine := r.Cells[0], r.Cells[1], r.Cells[2]
		side := Undecided
		switch {
		case r.Same, same(there, mine):
			continue
		case same(base, mine) && c.Base != nil:
			side = Theirs
		case same(base, there) && c.Base != nil:
			side = Mine
		}
		f.Picks = append(f.Picks, Pick{r.Name, side})
	}
	return f
}

func same(a, b worker.TextProperty) bool {
	return a.Type == b.Type && (a.Type == edm.NoType || a.Text == b.Text)
}

// Open is how many properties nobody has decided.
func (f *Conflict) Open() int {
	n := 0
	for _, p := range f.Picks {
		if p.Whose == Undecided {
			n++
		}
	}
	return n
}

// picked returns the conflict with a side chosen for a property, "" for all.
func (f *Conflict) picked(name string, side Whose) *Conflict {
	next := *f
	next.Picks = slices.Clone(f.Picks)
	for i := range next.Picks {
		if name == "" || next.Picks[i].Name == name {
			next.Picks[i].Whose = side
		}
	}
	return &next
}

// settled is the change that is left when what is there is taken as the base: mine keeps the change, theirs drops it, and a
// merge takes the picks. nil means that nothing is left to do.
func settled(c *Change, side Whose) *Change {
	f, next := c.Conflict, *c
	next.Conflict, next.Failed, next.Any = nil, nil, false
	next.Base = f.Theirs
	switch {
	case side == Theirs:
		return nil
	case f.Theirs == nil && c.Kind == deleteKind:
		return nil // it is gone already
	case f.Theirs == nil:
		next.Kind = insertKind
		return measuredChange(&next)
	case c.Kind == deleteKind:
		return measuredChange(&next)
	}
	next.Want = nil
	pick := map[string]Whose{}
	for _, p := range f.Picks {
		pick[p.Name] = p.Whose
	}
	for _, r := range Diff(f.Theirs, &worker.EntityReply{Properties: c.Want}) {
		v := r.Cells[1]
		if pick[r.Name] == Theirs {
			v = r.Cells[0]
		}
		if v.Type != edm.NoType {
			v.Name = r.Name
			next.Want = append(next.Want, v)
		}
	}
	if next.Kind == insertKind || next.Kind == mergeKind {
		next.Kind = replaceKind // of what is there by now, all of which was seen
	}
	if sameProperties(next.Base.Properties, next.Want) {
		return nil
	}
	return measuredChange(&next)
}
