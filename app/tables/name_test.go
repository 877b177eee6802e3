package tables

import (
	"rangefinder/app/wire"
	"strings"
	"testing"
)

func TestNameProblem(t *testing.T) {
	have := []wire.TableInfo{{Name: "Movies"}}
	for name, ok := range map[string]bool{"abc": true, "a1": false, "1ab": false, "Tables": false, "movies": false, "Ab-c": false, strings.Repeat("a", 63): true, strings.Repeat("a", 64): false, "é bc": false} {
		if got := NameProblem(name, have) == ""; got != ok {
			t.Errorf("%q accepted: %v, want %v", name, got, ok)
		}
	}
	if got, want := NameProblem("movies", have), "The table Movies exists already. Names that differ only in case count as the same."; got != want {
		t.Errorf("of a taken name it says %q, want %q", got, want)
	}
}

func TestCloneName(t *testing.T) {
	have := []wire.TableInfo{{Name: "ACOPY"}, {Name: "Acopy2"}}
	if got := cloneName("A", have); got != "ACopy3" {
		t.Error(got)
	}
	if got := cloneName(strings.Repeat("a", 63), nil); len(got) != 63 || !strings.HasSuffix(got, "Copy") {
		t.Error(got)
	}
}

// Ensure that the table that is proposed is one that is made in a moment.
func TestProposed(t *testing.T) {
	if spec := proposed(); spec.Entities != 10_000 || spec.Validate() != nil {
		t.Errorf("%+v: %v", spec, spec.Validate())
	}
}
