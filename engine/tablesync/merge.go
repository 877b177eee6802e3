package tablesync

import (
	"encoding/base64"
	"hash/fnv"
	"slices"
	"strings"

	"rangefinder/engine"
	"rangefinder/engine/stable"
	"rangefinder/filterlang/edm"
)

// verdict is what becomes of an entity when it is known what the service holds of it.
type verdict uint8

const (
	keep   verdict = iota // nothing changed there
	take                  // theirs becomes the entity, or it goes, and nothing is pending
	rebase                // theirs becomes the base; what is pending stays
	oppose                // both sides changed the entity: a conflict
)

// decide compares what is known of an entity with theirs, which is zero when the service has none. It looks at whole entities:
// changes of different properties are a conflict too, and only a rule merges them (resolve). If both sides made the entity the
// same, nothing is left to do: take.
//
//	local       theirs as the base   theirs changed   theirs deleted
//	as the base keep                 take             take
//	changed     keep                 oppose           oppose
//	deleted     keep                 oppose           take
func decide(k *engine.Known, theirs engine.Entity) verdict {
	base, mine := k.Base, k.Local
	// What is there may have been made of what was sent from here and was not answered: nobody can tell which changes are theirs.
	// And a conflict that was shown goes by itself only when both sides are the same again, or theirs was never changed.
	contested := k.Sent != "" || k.Conflict
	switch {
	case !k.Changed && theirs.IsZero():
		if mine.IsZero() {
			return keep
		}
		return take
	case !k.Changed:
		if !mine.IsZero() && engine.SameETag(base, theirs) {
			return keep
		}
		return take
	case theirs.IsZero() && (mine.IsZero() || !base.IsZero() && engine.SameContent(base, mine)):
		return take
	case theirs.IsZero() && base.IsZero() && k.Conflict && k.Sent != "" && !mine.IsZero():
		return oppose // what stood against it may have been made of what was sent, and was deleted
	case theirs.IsZero() && base.IsZero():
		return unchanged(k)
	case theirs.IsZero():
		if k.Sent == noEntity || strings.HasSuffix(k.Sent, " "+noEntity) { // the last that was sent is a delete
			return rebase
		}
		return oppose
	case !base.IsZero() && engine.SameETag(base, theirs):
		return unchanged(k)
	case !mine.IsZero() && engine.SameContent(mine, theirs):
		return take
	case wasSent(k.Sent, theirs), !base.IsZero() && engine.SameContent(base, theirs) && !contested:
		return rebase
	case mine.IsZero() && base.IsZero() && k.Sent == "": // inserted and deleted here, which nobody knows
		return take
	case !mine.IsZero() && !base.IsZero() && engine.SameContent(base, mine):
		return take
	}
	return oppose
}

// unchanged is the verdict when the service holds the base. A conflict there was is over.
func unchanged(k *engine.Known) verdict {
	if k.Conflict {
		return rebase
	}
	return keep
}

// mergeProperties puts the changes of two sides together. base may be zero. Of properties that both changed to different values,
// which it returns too, the rule says whose stays: MergeTheirs theirs, else mine.
func mergeProperties(base, mine, theirs engine.Entity, rule Rule) (merged []engine.Property, both []string) {
	value := func(e engine.Entity, name string) edm.Value {
		if e.IsZero() {
			return edm.Value{}
		}
		for i := range e.Len() {
			if p := e.Property(i); p.Name == name {
				return p.Value
			}
		}
		return edm.Value{}
	}
	one := func(name string) {
		b, m, t := value(base, name), value(mine, name), value(theirs, name)
		v := m
		switch {
		case engine.SameValue(m, b):
			v = t
		case engine.SameValue(t, b), engine.SameValue(m, t):
		default:
			both = append(both, name)
			if rule == MergeTheirs {
				v = t
			}
		}
		if !v.IsZero() {
			merged = append(merged, engine.Property{Name: name, Value: v})
		}
	}
	for name := range mine.All() {
		one(name)
	}
	for name := range theirs.All() {
		if value(mine, name).IsZero() {
			one(name)
		}
	}
	if !base.IsZero() {
		for name := range base.All() {
			if value(mine, name).IsZero() && value(theirs, name).IsZero() {
				one(name)
			}
		}
	}
	return merged, both
}

// differing returns the names of the properties that are not the same in two entities, ascending.
func differing(a, b engine.Entity) []string {
	var out []string
	for name, v := range a.All() {
		if w, _ := custom(b, name); !engine.SameValue(v, w) {
			out = append(out, name)
		}
	}
	for name := range b.All() {
		if _, ok := custom(a, name); !ok {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// custom returns a custom property.
func custom(e engine.Entity, name string) (edm.Value, bool) {
	for i := range e.Len() {
		if p := e.Property(i); p.Name == name {
			return p.Value, true
		}
	}
	return edm.Value{}, false
}

// What was sent and not answered is noted with its entity, as hashes of contents: should it be found at the service later, it is
// known to be of here even when the entity was changed again meanwhile.

// maxSent is how many hashes are kept of an entity.
const maxSent = 4

// noEntity is the fingerprint of none.
const noEntity = "-"

// fingerprint returns a hash of an entity's properties.
func fingerprint(e engine.Entity) string {
	if e.IsZero() {
		return noEntity
	}
	properties := e.Properties()
	stable.Sort(properties, func(a, b engine.Property) int { return strings.Compare(a.Name, b.Name) })
	h := fnv.New128a() // the one who could make two entities collide is the one who may write both
	var b []byte
	for _, p := range properties {
		b = append(append(b[:0], p.Name...), 0, byte(p.Value.Type()))
		if p.Value.Type() == edm.Double && p.Value.Float() == 0 {
			p.Value = edm.NewDouble(0)
		}
		b = append(p.Value.AppendLiteral(b), 0)
		h.Write(b)
	}
	return base64.RawStdEncoding.EncodeToString(h.Sum(nil))
}

func wasSent(sent string, theirs engine.Entity) bool {
	return sent != "" && slices.Contains(strings.Fields(sent), fingerprint(theirs))
}

// addSent returns the note with another hash.
func addSent(sent string, e engine.Entity) string {
	list := strings.Fields(sent)
	f := fingerprint(e)
	list = slices.DeleteFunc(list, func(was string) bool { return was == f })
	list = append(list, f)
	return strings.Join(list[max(0, len(list)-maxSent):], " ")
}
