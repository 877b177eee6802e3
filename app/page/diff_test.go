package page

import (
	"testing"

	"rangefinder/app/wire"
	"rangefinder/filterlang/edm"
)

func TestDiff(t *testing.T) {
	entity := func(p ...wire.TextProperty) *wire.EntityReply { return &wire.EntityReply{Properties: p} }
	rows := Diff(
		entity(wire.TextProperty{Name: "Same", Type: edm.String, Text: "x"}, wire.TextProperty{Name: "Type", Type: edm.Int32, Text: "1"}),
		nil,
		entity(wire.TextProperty{Name: "Type", Type: edm.Int64, Text: "1"}, wire.TextProperty{Name: "New", Type: edm.String, Text: ""}),
	)
	if len(rows) != 3 || rows[0].Name != "Same" || rows[0].Same || rows[1].Same || rows[2].Name != "New" || rows[2].Same || rows[2].Cells[0].Type != edm.NoType {
		t.Fatalf("%+v", rows)
	}
	if rows = Diff(entity(wire.TextProperty{Name: "A", Type: edm.String, Text: "x"}), entity(wire.TextProperty{Name: "A", Type: edm.String, Text: "x"})); !rows[0].Same {
		t.Fatalf("%+v", rows)
	}
}
