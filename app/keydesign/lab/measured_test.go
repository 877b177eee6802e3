package lab

import (
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/workload"
)

// Ensure that the shapes of a log become patterns that a comparison can have, with the log's rates, and that each of the others is told.
func TestMeasured(t *testing.T) {
	db := engine.Open(engine.Options{})
	if err := db.CreateTable(t.Context(), "Movies"); err != nil {
		t.Fatal(err)
	}
	load, err := db.Load(t.Context(), "Movies")
	if err != nil {
		t.Fatal(err)
	}
	for _, title := range []string{"Alien", "It's", "Zulu"} {
		_ = load.Add("Action", title, nil)
	}
	if _, err := load.Commit(); err != nil {
		t.Fatal(err)
	}
	from, err := db.Snapshot("Movies")
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("A eq {String} or ", 20)
	shapes := []workload.Shape{
		{Operation: workload.Query, Text: "Rating gt {Double}", Example: "Rating gt 3.5", Calls: 10, Continued: 5, PerHour: 10, Top: 50},
		{Operation: workload.Query, Calls: 7},
		{Operation: workload.PointRead, Calls: 3, PerHour: 2},
		{Operation: workload.InsertOrMerge, Calls: 600, PerHour: 100, Busiest: 90},
		{Operation: workload.Delete, Calls: 1, PerHour: 1},
		{Operation: workload.Query, Text: long + "B eq {Int32}", Example: "B eq 1", Calls: 1},
		{Operation: workload.Query, Text: long + "C eq {Int32}", Example: "C eq 1", Calls: 1},
		{Operation: workload.Query, Class: "refused", Text: "startswith", Calls: 1},
		{Operation: workload.Query, Text: "A eq {String}", Calls: 1},
		{Operation: workload.Transaction, Calls: 1},
	}
	patterns, left := Measured(from, shapes)
	want := []Pattern{
		{Name: "Rating gt {Double}", Kind: Read, PerDay: 120, Filter: "Rating gt 3.5", Top: 50},
		{Name: "No filter", Kind: Read, PerDay: 7},
		{Name: "Point read by the entity's address", Kind: Read, PerDay: 48, Filter: "PartitionKey eq 'Action' and RowKey eq 'It''s'"},
		{Name: "Insert or merge", Kind: Insert, PerDay: 2400, Rate: 1.5},
		{Name: "Delete", Kind: Delete, PerDay: 24},
	}
	for i, w := range want {
		if g := patterns[i]; g.Name != w.Name || g.Kind != w.Kind || g.PerDay != w.PerDay || g.Filter != w.Filter || g.Top != w.Top || g.Rate != w.Rate {
			t.Errorf("pattern %d is %+v, want %+v", i, g, w)
		}
	}
	if len(patterns) != 7 || len(left) != 3 || patterns[5].Name == patterns[6].Name {
		t.Errorf("%d patterns, left %v", len(patterns), left)
	}
	spec := Spec{Patterns: patterns}
	if err := spec.Check(); err != nil {
		t.Error(err)
	}
	for range 60 {
		shapes = append(shapes, shapes[0])
	}
	if patterns, left = Measured(from, shapes); len(patterns) != MaxPatterns || len(patterns)+len(left) != len(shapes) {
		t.Errorf("%d patterns and %d left of %d", len(patterns), len(left), len(shapes))
	}
}
