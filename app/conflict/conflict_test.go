package conflict

import (
	"fmt"
	"strings"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/filterlang/edm"
)

// entity writes one as a person would: "A=1 B=2"; "-" is one that is not there.
func entity(text string) *wire.EntityReply {
	if text == "-" {
		return nil
	}
	e := &wire.EntityReply{}
	for _, f := range strings.Fields(text) {
		name, value, _ := strings.Cut(f, "=")
		e.Properties = append(e.Properties, wire.TextProperty{Name: name, Type: edm.Int32, Text: value})
	}
	return e
}

func plain(list []wire.TextProperty) string {
	var out []string
	for _, p := range list {
		out = append(out, p.Name+"="+p.Text)
	}
	return strings.Join(out, " ")
}

// sides reads "base | theirs | mine"; "? | theirs | mine" has no base.
func sides(text string) Sides {
	f := strings.Split(text, " | ")
	s := Sides{Theirs: entity(f[1]), Mine: entity(f[2])}
	if s.Baseless = f[0] == "?"; !s.Baseless {
		s.Base = entity(f[0])
	}
	return s
}

var letters = map[Whose]string{Undecided: "?", Mine: "m", Theirs: "t"}

// Ensure that what only one side changed stays as that side has it, that what both changed is asked, and that each outcome is what its
// words say.
func TestSides_Outcomes(t *testing.T) {
	for _, test := range []struct{ sides, picks, theirs, both, mine, picked string }{
		{"A=1 B=1 | A=999 B=1 N=1 | A=1 B=2", "A:t B:m N:t", "A=999 B=1 N=1", "A=999 B=2 N=1", "A=1 B=2", "A=999 B=2 N=1"},
		{"A=1 B=1 | A=9 B=1 | A=2 B=1", "A:?", "A=9 B=1", "A=2 B=1", "A=2 B=1", "A=2 B=1"},
		{"A=1 B=1 | B=1 | A=2 B=1", "A:?", "B=1", "B=1 A=2", "B=1 A=2", "B=1 A=2"},
		{"A=1 B=1 | A=2 B=1 | B=1", "A:?", "A=2 B=1", "B=1", "B=1", "B=1"},
		{"A=1 | A=2 | A=2", "", "A=2", "A=2", "A=2", "A=2"},
		{"- | A=9 N=1 | A=2 B=2", "A:? N:t B:m", "A=9 N=1", "A=2 N=1 B=2", "A=2 B=2", "A=2 N=1 B=2"},
		{"? | A=9 N=1 | A=2 B=2", "A:? N:t B:m", "A=9 N=1", "A=2 N=1 B=2", "A=2 B=2", "A=2 N=1 B=2"},
		{"? | A=1 N=1 | A=1", "N:t", "A=1 N=1", "A=1 N=1", "A=1", "A=1 N=1"},
	} {
		s := sides(test.sides)
		picks := s.Picks()
		var said []string
		for _, p := range picks {
			said = append(said, p.Name+":"+letters[p.Whose])
		}
		if got := strings.Join(said, " "); got != test.picks {
			t.Errorf("%s: the picks are %s, want %s", test.sides, got, test.picks)
		}
		for side, want := range map[Whose]string{Theirs: test.theirs, Both: test.both, Mine: test.mine, Undecided: test.picked} {
			if got := plain(s.Want(picks, side)); got != want {
				t.Errorf("%s: outcome %d is %s, want %s", test.sides, side, got, want)
			}
		}
	}
}

// Ensure that a choice counts for its property alone, and that the picks before it stay as they were.
func TestPicked(t *testing.T) {
	s := sides("A=1 B=1 | A=9 B=9 | A=2 B=2")
	picks := s.Picks()
	next := Picked(picks, "A", Theirs)
	if Open(picks) != 2 || Open(next) != 1 {
		t.Errorf("%d and %d are open", Open(picks), Open(next))
	}
	if got := plain(s.Want(Picked(next, "B", Mine), Undecided)); got != "A=9 B=2" {
		t.Errorf("picked is %s", got)
	}
}

// Ensure that what is said, the outcomes and what each of them costs fit what happened.
func TestSides_Words(t *testing.T) {
	w := Words{Since: "it was read", After: "Nothing was written.", There: "shop"}
	moved := w
	moved.Moves = "p / 2"
	for _, test := range []struct {
		sides string
		w     Words
		want  string
	}{
		{"A=1 | - | -", w, "Somebody deleted it already. [Discard change]"},
		{"A=1 | - | A=2", w, "Somebody deleted it since it was read. Nothing was written. [Leave it deleted] [Keep mine: insert it again]"},
		{"A=1 | - | A=2", moved, "Somebody deleted it since it was read. Nothing was written. [Leave it deleted] [Keep mine: insert it under the new key]"},
		{"A=1 | A=2 | -", w, "Somebody changed it since it was read. Nothing was written. [Keep theirs] [Delete it all the same: removes A, which somebody changed]"},
		{"A=1 | A=2 | A=3", w, "Somebody changed it since it was read. Nothing was written. [Keep theirs] [Merge mine into theirs] [Use my choices, off] [Replace theirs with mine: replaces A, which somebody changed]"},
		{"A=1 B=1 | A=1 B=1 | A=1 B=2", w, "Somebody changed it since it was read. Nothing was written. [Keep theirs] [Keep both changes]"},
		{"- | A=2 | A=2 B=1", moved, "Somebody inserted an entity with this key. Nothing was written. [Keep theirs] [Move theirs with my changes] [Use my choices]"},
		{"? | A=1 N=1 | A=2", w, "shop has an entity with this key already, and it is different. What it was before is not known, so there are two columns. Nothing was written. [Keep theirs] [Merge mine into theirs] [Use my choices, off] [Replace theirs with mine: replaces A; removes N]"},
		{"? | A=1 N=1 | -", w, "Somebody changed it since it was read. What it was before is not known: its keys alone were read. Nothing was written. [Keep theirs] [Delete it all the same: removes A, N]"},
		{"? | - | A=2", w, "shop does not have it any more. Nothing was written. [Leave it deleted] [Keep mine: insert it again]"},
	} {
		s := sides(test.sides)
		got := s.Said(test.w)
		for _, o := range s.Outcomes(test.w, s.Picks()) {
			got += " [" + o.Text
			if o.Cost != "" {
				got += ": " + o.Cost
			}
			if o.Off {
				got += ", off"
			}
			got += "]"
		}
		if got != test.want {
			t.Errorf("%s:\n%s, want\n%s", test.sides, got, test.want)
		}
	}
}

// Ensure that writing mine over theirs says what it undoes, however much that is.
func TestSides_Loses(t *testing.T) {
	var many []string
	for i := range 8 {
		many = append(many, fmt.Sprintf("P%d=1", i))
	}
	for text, want := range map[string]string{
		"A=1 B=1 | A=999 B=1 N=1 | A=1 B=2":           "replaces A, which somebody changed; removes N, which somebody added",
		"A=1 B=1 | B=1 | A=1 B=2":                     "brings back A, which somebody removed",
		"A=1 B=1 | A=1 B=1 | A=1 B=2":                 "",
		"A=1 | A=2 | A=2":                             "",
		"A=1 | A=2 | ":                                "removes A, which somebody changed",
		"A=1 | A=1 N=1 | A=2 N=2":                     "replaces N, which somebody added",
		"A=1 | A=2 N=1 | -":                           "removes A, which somebody changed; removes N, which somebody added",
		"- | A=2 | A=1":                               "replaces A, which somebody added",
		"A=1 | " + strings.Join(many, " ") + " | A=1": "brings back A, which somebody removed; removes P0, P1, P2, P3, P4 and 3 more, which somebody added",
	} {
		if got := sides(text).Loses(); got != want {
			t.Errorf("%s loses %q, want %q", text, got, want)
		}
	}
}

// Ensure that each row says how the sides stand to each other.
func TestSides_Stands(t *testing.T) {
	for text, want := range map[string]string{
		"A=1 | A=1 | A=1": "the same", "A=1 | A=2 | A=2": "changed alike", "A=1 | A=2 | A=1": "changed by them", "A=1 | A=1 | A=2": "changed by me",
		"A=1 | A=2 | A=3": "changed by both", "A=1 | - | A=2": "changed by me", "A=1 | - | A=1": "not changed", "A=1 | A=2 | -": "changed by them", "A=1 | A=1 | -": "not changed",
		"? | A=1 | A=1": "the same", "? | A=1 | A=2": "different", "? | A=1 | B=1": "only theirs only mine",
	} {
		s := sides(text)
		c := Case{Sides: s}
		var got []string
		for _, r := range c.rows() {
			_, said := s.stands(&r)
			got = append(got, said)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
