package edit

import (
	"slices"

	"rangefinder/app/conflict"
	"rangefinder/app/wire"
)

// Conflict is what stands against a change: the entity as the table holds it by now.
type Conflict struct {
	Theirs *wire.EntityReply `json:",omitempty"` // nil: it is not there
	Picks  []conflict.Pick   // of the properties that are not the same on all sides
}

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

// NewConflict lines up a change with what is there.
func (p *Pending) NewConflict(c *Change, theirs *wire.EntityReply) *Conflict {
	return &Conflict{Theirs: theirs, Picks: conflict.Sides{Base: c.Base, Theirs: theirs, Mine: p.Mine(c)}.Picks()}
}

// Sides are those of a change in conflict.
func (p *Pending) Sides(c *Change) conflict.Sides {
	s := conflict.Sides{Base: c.Base, Theirs: c.Conflict.Theirs, Mine: p.Mine(c)}
	if c.Base != nil && c.Base.Partial && len(c.Base.Properties) == 0 { // its keys alone were read
		s.Base, s.Baseless = nil, true
	}
	return s
}

// Completed gives a change of which only some properties were read the others as the table holds them now: it leaves them alone.
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

// Settled returns what becomes of a change in conflict, and of the other half of a move, when what is there is taken as the base:
// Theirs drops it, Mine writes it over theirs, Both puts it on theirs, and Undecided takes the picks. nil means that nothing is
// left to do. What is left is sent on condition that nobody changes the entity once more.
func (p *Pending) Settled(c *Change, side conflict.Whose) map[EntityKey]*Change {
	f, mine, half := c.Conflict, p.Mine(c), p.movedTo(c)
	out := map[EntityKey]*Change{c.EntityKey: nil}
	next := *c
	next.Conflict, next.Failed, next.Blind, next.Base = nil, nil, false, f.Theirs
	switch {
	case side == conflict.Theirs:
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
		want := p.Sides(c).Want(f.Picks, side)
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

// Conflicts are the codes that tell of somebody else's change.
var Conflicts = map[string]bool{"UpdateConditionNotSatisfied": true, "ConditionNotMet": true, "ResourceNotFound": true, "EntityAlreadyExists": true}

// Taken reports whether the key of a new entity has one already: those two are no versions of one entity.
func (c *Change) Taken() bool {
	return c.Kind == InsertKind && c.Conflict != nil && c.Conflict.Theirs != nil
}
