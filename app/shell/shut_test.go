package shell

import (
	"testing"

	"rangefinder/app/edit"
	"rangefinder/app/page"
	"rangefinder/app/query"
)

// Ensure that an inspector that was closed stays closed on another table.
func TestShow_InspectorClosed(t *testing.T) {
	m := ready(t)
	m.Inspector = &edit.Inspector{Shut: true}
	if m, _ = show(m, page.Route{Query: query.Query{Table: "Others"}}); !m.Inspector.Shut {
		t.Error("a press on an entity of another table opens it again")
	}
}
