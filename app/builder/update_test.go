package builder

import (
	"testing"

	"rangefinder/app/page"
	"rangefinder/app/query"
)

// Ensure that the builder shows the clauses of a filter whose plan a lesson hides.
func TestFollow_HiddenPlan(t *testing.T) {
	v := &page.View{Query: query.Query{Table: "Movies", Filter: "PartitionKey eq 'SciFi' and RowKey eq 'Alien'"}, Hides: true}
	if b := new(Model).Follow(v); len(b.Nodes) != 3 || b.Err != "" {
		t.Errorf("%d nodes, %q", len(b.Nodes), b.Err)
	}
	v.Query.Filter = ""
	if b := new(Model).Follow(v); b.Nodes == nil || len(b.Nodes) != 0 {
		t.Errorf("%d nodes of no filter", len(b.Nodes))
	}
}
