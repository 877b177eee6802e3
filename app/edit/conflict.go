package edit

import (
	"slices"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang/edm"
)

// Conflict is what stands against a change: the entity as the table holds it by now.
type Conflict struct {
	Theirs *wire.EntityReply `json:",omitempty"` // nil: it is not there
	Picks  []Pick            // of the properties that are not the same on all sides
}

// Pick says whose value of a property stays.
type Pick struct {
	Name  string
	Whose Whose
}

// Whose says whose value a Pick keeps.
type Whose uint8

// The sides. Undecided is for what both changed to different values: nothing is chosen for the person. Both is only said of a
// whole entity: theirs with my changes on it.
const (
	Undecided Whose = iota
	Mine
	Theirs
	Both
)

// Mine returns the entity as a change leaves it, nil if it deletes it. A move leaves it under another key.
func (p *Pending) Mine(c *Change) *wire.EntityReply {
	if half := p.movedTo(c); half != nil {
		c = half
	}
	if c.Kind == DeleteKind {
		return nil
	}
	return &wire.EntityReply{Properties: c.Want}
}

// movedTo returns the half of a move that inserts, nil if c is not the half that deletes or the other is written already.
func (p *Pending) movedTo(c *Change) *Change {
	if c.Kind != DeleteKind || c.To == nil {
		return nil
	}
	return p.At(*c.To)
}

// newConflict lines up a change with what is there. What only one side changed stays as that side has it.
func NewConflict(c *Change, theirs, mine *wire.EntityReply) *Conflict {
	f := &Conflict{Theirs: theirs}
	if theirs == nil || mine == nil {
		return f
	}
	for _, r := range page.Diff(c.Base, theirs, mine) {
		base, there, here := r.Cells[0], r.Cells[1], r.Cells[2]
		side := Undecided
		switch {
		case r.Same, Same(there, here):
			continue
		case Same(base, here) && c.Base != nil:
			side = Theirs
		case Same(base, there) && c.Base != nil:
			side = Mine
		}
		f.Picks = append(f.Picks, Pick{r.Name, side})
	}
	return f
}

// completed gives a change of which only some properties were read the others as the table holds them now: it leaves them alone.
func Completed(c Change, theirs *wire.EntityReply) Change {
	if c.Base == nil || !c.Base.Partial || theirs == nil {
		return c
	}
	base := *c.Base
	base.Properties, c.Want = slices.Clone(base.Properties), slices.Clone(c.Want)
	for _, p := range theirs.Properties {
		if PropertyOf(base.Properties, p.Name) != nil {
			continue
		}
		base.Properties = append(base.Properties, p)
		if c.Kind != DeleteKind && PropertyOf(c.Want, p.Name) == nil {
			c.Want = append(c.Want, p)
		}
	}
	base.Partial, c.Base, c.Blind = false, &base, false
	return c
}

func Same(a, b wire.TextProperty) bool {
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

// picked returns the conflict with a side chosen for a property.
func (f *Conflict) Picked(name string, side Whose) *Conflict {
	next := *f
	next.Picks = slices.Clone(f.Picks)
	for i := range next.Picks {
		if next.Picks[i].Name == name {
			next.Picks[i].Whose = side
		}
	}
	return &next
}

// settled returns what becomes of a change in conflict, and of the other half of a move, when what is there is taken as the base:
// Theirs drops it, Mine writes it over theirs, Both puts it on theirs, and Undecided takes the picks. nil means that nothing is
// left to do. What is left is sent on condition that nobody changes the entity once more.
func (p *Pending) Settled(c *Change, side Whose) map[EntityKey]*Change {
	f, mine, half := c.Conflict, p.Mine(c), p.movedTo(c)
	out := map[EntityKey]*Change{c.EntityKey: nil}
	next := *c
	next.Conflict, next.Failed, next.Blind, next.Base = nil, nil, false, f.Theirs
	switch {
	case side == Theirs:
		return p.Whole(c)
	case f.Theirs == nil && mine == nil: // it is gone already
		return out
	case f.Theirs == nil && half != nil:
		only := *half
		only.From = nil
		out[only.EntityKey] = MeasuredChange(&only)
		return out
	case f.Theirs == nil:
		next.Kind = InsertKind
	case mine == nil:
	default:
		want := f.want(c, mine, side)
		if half != nil {
			there := *half
			there.Want = want
			out[there.EntityKey] = MeasuredChange(&there)
			break
		}
		if next.Want = want; next.Kind == InsertKind || next.Kind == MergeKind {
			next.Kind = ReplaceKind // of what is there by now, all of which was seen
		}
		if SameProperties(f.Theirs.Properties, want) {
			return out
		}
	}
	out[c.EntityKey] = MeasuredChange(&next)
	return out
}

// want returns the properties of the entity that a side makes of theirs and mine.
func (f *Conflict) want(c *Change, mine *wire.EntityReply, side Whose) []wire.TextProperty {
	pick := map[string]Whose{}
	picks := f.Picks
	switch side {
	case Mine:
		picks = nil
	case Both:
		picks = NewConflict(c, f.Theirs, mine).Picks
	}
	for _, p := range picks {
		pick[p.Name] = p.Whose
		if p.Whose == Undecided && c.Base == nil && PropertyOf(mine.Properties, p.Name) == nil {
			pick[p.Name] = Theirs // I never said that it shall not be there
		}
	}
	var want []wire.TextProperty
	for _, r := range page.Diff(f.Theirs, mine) {
		v := r.Cells[1]
		if pick[r.Name] == Theirs {
			v = r.Cells[0]
		}
		if v.Type != edm.NoType {
			v.Name = r.Name
			want = append(want, v)
		}
	}
	return want
}

// Loses says what somebody did to an entity and mine undoes if it is written over theirs: "removes n, which somebody added";
// "" if that is nothing. A nil side is not there.
func Loses(base, theirs, mine *wire.EntityReply) string {
	var said []string
	names := map[string][]string{}
	add := func(verb, after, name string) {
		k := verb + "\x00" + after
		if names[k] == nil {
			said = append(said, k)
		}
		names[k] = append(names[k], words.Clip(name, 60))
	}
	for _, r := range page.Diff(base, theirs, mine) {
		was, there, here := r.Cells[0], r.Cells[1], r.Cells[2]
		if Same(was, there) || Same(there, here) {
			continue
		}
		verb, after := "replaces ", ", which somebody changed"
		if was.Type == edm.NoType {
			after = ", which somebody added"
		}
		if here.Type == edm.NoType {
			verb = "removes "
		} else if there.Type == edm.NoType {
			verb, after = "brings back ", ", which somebody removed"
		}
		add(verb, after, r.Name)
	}
	for i, k := range said {
		list, more := names[k], ""
		if n := len(list) - 5; n > 0 {
			list, more = list[:5], " and "+words.Number(n)+" more"
		}
		verb, after, _ := strings.Cut(k, "\x00")
		said[i] = verb + strings.Join(list, ", ") + more + after
	}
	return strings.Join(said, "; ")
}

// Conflicts are the codes that tell of somebody else's change.
var Conflicts = map[string]bool{"UpdateConditionNotSatisfied": true, "ConditionNotMet": true, "ResourceNotFound": true, "EntityAlreadyExists": true}
