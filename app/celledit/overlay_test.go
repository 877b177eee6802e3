package celledit

import (
	"testing"

	"rangefinder/app/edit"
	"rangefinder/app/grid"
	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/filterlang/edm"
)

// Ensure that what was committed stays on screen until its row is read again, in this browser too, with the Timestamp that it has now; and
// that the rows of the next result are drawn as they were read.
func TestOverlay_Committed(t *testing.T) {
	for _, source := range []string{"", "shop"} {
		key := edit.EntityKey{Source: source, Table: "T", PartitionKey: "p", RowKey: "r"}
		number := func(text string) []wire.TextProperty {
			return []wire.TextProperty{{Name: "N", Type: edm.Int32, Text: text}}
		}
		change := &edit.Change{EntityKey: key, Kind: edit.MergeKind, Base: &wire.EntityReply{Properties: number("1")}, Want: number("2")}
		v := &page.View{Rows: page.Rows{Source: source, Table: "T"}, Result: &wire.RunReply{Result: 7}}
		pending := new(edit.Pending).Wrote(v, map[edit.EntityKey]*edit.Change{key: change}, map[edit.EntityKey]string{key: `W/"datetime'2026-11-28T10%3A00%3A00Z'"`})
		row := func(result int) *port.Row {
			row := &port.Row{Cells: []port.Cell{{Text: "p"}, {Text: "r"}, {Text: "old"}, {Text: "1"}}}
			read := wire.Row{Cells: []wire.Cell{{T: edm.String, V: "p"}, {T: edm.String, V: "r"}, {T: edm.DateTime, V: "old"}, {T: edm.Int32, V: "1"}}}
			shown := &grid.Result{Source: source, Table: "T", Running: true, Reply: &wire.RunReply{Result: result}}
			if mark := Overlay(&grid.Binding{}, shown, pending, []string{"PartitionKey", "RowKey", "Timestamp", "N"}); mark != nil {
				mark(row, read)
			}
			return row
		}
		if r := row(7); r.Cells[3].Text != "2" || r.Cells[3].Changed || r.Cells[2].Text != "2026-11-28T10:00:00Z" || r.Mark != port.MarkNone {
			t.Errorf("%q: %+v", source, r)
		}
		if r := row(8); r.Cells[3].Text != "1" || r.Cells[2].Text != "old" {
			t.Errorf("%q, read again: %+v", source, r)
		}
	}
}
