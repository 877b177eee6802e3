package virtual

import (
	"testing"

	"rangefinder/app/port"
)

// Ensure that columns that a pane pushed aside come back when it closes, and that those that a person moved stay.
func TestPush_Left(t *testing.T) {
	c := NewColumns([]port.Column{{Name: "PartitionKey", Key: true, Width: 100}, {Name: "A", Width: 200}, {Name: "B", Width: 200}, {Name: "C", Width: 200}})
	c.Pin(700)
	type step struct{ left, was, view, column, want int }
	for name, steps := range map[string][]step{
		"opened and closed":             {{0, 700, 400, 2, 200}, {200, 400, 700, 2, 0}},
		"in two steps":                  {{0, 700, 600, 3, 100}, {100, 600, 400, 3, 300}, {300, 400, 700, 3, 0}},
		"half of it":                    {{0, 700, 400, 3, 300}, {300, 400, 500, 3, 200}, {200, 500, 700, 3, 0}},
		"scrolled meanwhile":            {{0, 700, 400, 2, 200}, {150, 400, 500, 2, 150}},
		"from where a person scrolled":  {{50, 600, 400, 2, 200}, {200, 400, 600, 2, 50}},
		"no column that was in view":    {{0, 700, 400, -1, 0}, {0, 400, 700, -1, 0}},
		"another column in view by now": {{0, 700, 400, 1, 0}, {0, 400, 700, 3, 0}},
	} {
		var p Push
		for i, s := range steps {
			if got := p.Left(c, s.left, s.was, s.view, s.column); got != s.want {
				t.Errorf("%s, step %d: %d, want %d", name, i, got, s.want)
			}
		}
	}
}

// Ensure that a view that was scrolled sideways comes to rest where no number is cut at an edge, as near as that is, and stays where none is.
func TestColumns_Settle(t *testing.T) {
	number := func(name string) port.Column { return port.Column{Name: name, Width: 100, Whole: true} }
	c := NewColumns([]port.Column{{Name: "PartitionKey", Key: true, Width: 100}, {Name: "RowKey", Key: true, Width: 100}, number("A"), number("B"), {Name: "C", Width: 200}, number("D"), number("E"), {Name: "F", Width: 300}})
	c.Pin(800)
	for _, step := range []struct{ from, left, want int }{
		{0, 0, 0}, {0, 100, 100}, {200, 100, 100}, // nothing is cut
		{0, 30, 100}, {0, 60, 100}, {100, 60, 0}, {100, 110, 200}, {200, 190, 100}, // A and B at the left
		{200, 250, 250}, {200, 310, 310}, // C, a text, at the left, and F at the right
		{310, 450, 500}, {500, 450, 400}, {500, 500, 500},
	} {
		if got := c.Settle(step.from, step.left, 600); got != step.want {
			t.Errorf("from %d to %d it goes to %d, want %d", step.from, step.left, got, step.want)
		}
	}
	if got := c.Settle(0, 40, 650); got != 100 { // where E is cut at the right
		t.Errorf("cut at both edges it goes to %d", got)
	}
}
