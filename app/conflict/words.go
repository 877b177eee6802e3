package conflict

import (
	"slices"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/words"
	"rangefinder/filterlang/edm"
)

// Words are what a place says in its own way.
type Words struct {
	Since string // "it was read": somebody changed the entity since
	After string // "Nothing was written.": what was done meanwhile
	There string // who has theirs when there is no base, such as "shop"
	Moves string // of a move, what the new entity is called; mine is not under the old key then
}

// Said says what happened.
func (s Sides) Said(w Words) string {
	text := ""
	switch {
	case s.Theirs == nil && s.Mine == nil:
		return "Somebody deleted it already."
	case s.Baseless && s.Mine == nil:
		text = "Somebody changed it since " + w.Since + ". What it was before is not known: its keys alone were read."
	case s.Baseless && s.Theirs == nil:
		text = w.There + " does not have it any more."
	case s.Baseless:
		text = w.There + " has an entity with this key already, and it is different. What it was before is not known, so there are two columns."
	case s.Theirs == nil:
		text = "Somebody deleted it since " + w.Since + "."
	case s.Base == nil:
		text = "Somebody inserted an entity with this key."
	default:
		text = "Somebody changed it since " + w.Since + "."
	}
	return strings.TrimSpace(text + " " + w.After)
}

// Outcome is what may become of a whole entity.
type Outcome struct {
	Whose Whose
	Text  string
	Cost  string // what of theirs it undoes, "" for nothing
	Off   bool   // something is undecided
}

// Outcomes returns what may become of the entity. What undoes theirs comes last.
func (s Sides) Outcomes(w Words, picks []Pick) []Outcome {
	cost := s.Loses()
	switch {
	case s.Theirs == nil && s.Mine == nil:
		return []Outcome{{Whose: Theirs, Text: "Discard change"}}
	case s.Theirs == nil:
		again := "Keep mine: insert it again"
		if w.Moves != "" {
			again = "Keep mine: insert it under the new key"
		}
		return []Outcome{{Whose: Theirs, Text: "Leave it deleted"}, {Whose: Mine, Text: again}}
	case s.Mine == nil:
		return []Outcome{{Whose: Theirs, Text: "Keep theirs"}, {Whose: Mine, Text: "Delete it all the same", Cost: cost}}
	}
	both := "Merge mine into theirs"
	if w.Moves != "" {
		both = "Move theirs with my changes"
	}
	list := []Outcome{{Whose: Theirs, Text: "Keep theirs"}}
	chosen := "Use my choices"
	switch proposed := s.Picks(); {
	case Open(proposed) > 0 || w.Moves != "":
		list = append(list, Outcome{Whose: Both, Text: both})
	case slices.Equal(picks, proposed): // both changes stay already, before anybody chooses
		chosen = "Keep both changes"
	}
	list = append(list, Outcome{Whose: Undecided, Text: chosen, Off: Open(picks) > 0})
	if cost != "" { // else mine on theirs is the same
		list = append(list, Outcome{Whose: Mine, Text: "Replace theirs with mine", Cost: cost})
	}
	return list
}

// Loses says what mine undoes of theirs if it is written over it: "removes n, which somebody added"; "" for nothing.
func (s Sides) Loses() string {
	var said []string
	names := map[string][]string{}
	add := func(verb, after, name string) {
		k := verb + "\x00" + after
		if names[k] == nil {
			said = append(said, k)
		}
		names[k] = append(names[k], words.Clip(name, 60))
	}
	for _, r := range s.rows() {
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
		if s.Baseless {
			after = ""
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

// stands says of a property how the sides stand to each other, and in which colour.
func (s Sides) stands(r *page.DiffRow) (tag, text string) {
	was, there, here := r.Cells[0], r.Cells[1], r.Cells[2]
	switch {
	case Same(there, here) && (s.Baseless || Same(was, there)):
		return "dim", "the same"
	case s.Theirs != nil && s.Mine != nil && Same(there, here):
		return "dim", "changed alike"
	case s.Baseless && there.Type == edm.NoType:
		return "tag.left", "only mine"
	case s.Baseless && here.Type == edm.NoType:
		return "tag.right", "only theirs"
	case s.Baseless:
		return "tag.bad", "different"
	case (s.Theirs == nil || Same(was, there)) && (s.Mine == nil || Same(was, here)):
		return "dim", "not changed"
	case s.Theirs == nil || Same(was, there):
		return "tag.left", "changed by me"
	case s.Mine == nil || Same(was, here):
		return "tag.right", "changed by them"
	}
	return "tag.bad", "changed by both"
}
