package edit

import (
	"testing"

	"rangefinder/filterlang/edm"
)

// Ensure that an error is told of the field that it is about: the name, or the value.
func TestMeasured_BadName(t *testing.T) {
	in := Measured(Inspector{Mode: Editing, PK: "p", RK: "r", Rows: []PropertyRow{
		{Name: "My Note", Type: edm.String, Text: "x"}, {Type: edm.String, Text: "x"}, {Name: "A", Type: edm.Int32, Text: "x"}, {Name: "A", Type: edm.Int32, Text: "1"}, {Name: "B", Type: edm.Int32, Text: "1"},
	}})
	for i, want := range []struct{ bad, name bool }{{true, true}, {true, true}, {true, false}, {true, true}, {false, false}} {
		if r := in.Rows[i]; (r.Err != "") != want.bad || r.BadName != want.name {
			t.Errorf("property %d, %q: %q, of the name: %t", i, r.Name, r.Err, r.BadName)
		}
	}
}
