package conflict

import (
	"slices"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/filterlang/edm"
)

// Sides are an entity as it was, as somebody else left it, and as I want it. A side that is nil is not there.
type Sides struct {
	Base, Theirs, Mine *wire.EntityReply
	Baseless           bool // nobody knows what it was before: Base is nil, and there is no column for it
}

// Pick says whose value of a property stays.
type Pick struct {
	Name  string
	Whose Whose
}

// Whose says whose value a Pick keeps, or what becomes of a whole entity.
type Whose uint8

// The sides. Undecided is for a property that both changed to different values: nothing is chosen for the person; of a whole entity
// it means as picked. Both is only said of a whole entity: theirs with my changes on it.
const (
	Undecided Whose = iota
	Mine
	Theirs
	Both
)

// Same reports whether two sides have the same value, or neither has one.
func Same(a, b wire.TextProperty) bool { return page.SameText(a, b) }

// Picks returns the properties that theirs and mine do not have alike. What only one side changed stays as that side has it; without a
// base, what only one side has.
func (s Sides) Picks() []Pick {
	if s.Theirs == nil || s.Mine == nil {
		return nil
	}
	var picks []Pick
	for _, r := range s.rows() {
		base, there, here := r.Cells[0], r.Cells[1], r.Cells[2]
		side := Undecided
		switch {
		case Same(there, here):
			continue
		case Same(base, here):
			side = Theirs
		case Same(base, there):
			side = Mine
		}
		picks = append(picks, Pick{r.Name, side})
	}
	return picks
}

// Open is how many properties nobody has decided.
func Open(picks []Pick) int {
	n := 0
	for _, p := range picks {
		if p.Whose == Undecided {
			n++
		}
	}
	return n
}

// Picked returns picks with a side chosen for a property.
func Picked(picks []Pick, name string, side Whose) []Pick {
	next := slices.Clone(picks)
	for i := range next {
		if next[i].Name == name {
			next[i].Whose = side
		}
	}
	return next
}

// Want returns the properties of the entity that an outcome makes of theirs and mine, which are both there. Of a property that nobody
// decided mine stays.
func (s Sides) Want(picks []Pick, side Whose) []wire.TextProperty {
	switch side {
	case Mine:
		picks = nil
	case Both:
		picks = s.Picks()
	}
	theirs := map[string]bool{}
	for _, p := range picks {
		theirs[p.Name] = p.Whose == Theirs
	}
	var want []wire.TextProperty
	for _, r := range page.Diff(s.Theirs, s.Mine) {
		v := r.Cells[1]
		if side == Theirs || theirs[r.Name] {
			v = r.Cells[0]
		}
		if v.Type != edm.NoType {
			v.Name = r.Name
			want = append(want, v)
		}
	}
	return want
}

// rows lines up the properties of all sides.
func (s Sides) rows() []page.DiffRow { return page.Diff(s.Base, s.Theirs, s.Mine) }
