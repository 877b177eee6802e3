package virtual

import (
	"testing"

	"rangefinder/app/port"
)

func TestRowClass(t *testing.T) {
	for _, c := range []struct {
		row             port.Row
		bound, selected bool
		want            string
	}{
		{port.Row{Kind: port.RowEntity}, false, false, "rf-row"},
		{port.Row{Kind: port.RowEntity, Band: 3, Mark: port.MarkPending}, true, true, "rf-row rf-odd rf-bound rf-pending rf-selected"},
		{port.Row{Kind: port.RowEntity, Band: 2, Mark: port.MarkDeleted}, false, false, "rf-row rf-deleted"},
		{port.Row{Kind: port.RowPageMarker}, false, false, "rf-row rf-marker"},
		{port.Row{Kind: port.RowLoading}, false, true, "rf-row rf-loading rf-selected"},
	} {
		if got := RowClass(c.row, c.bound, c.selected); got != c.want {
			t.Errorf("%+v is of class %q, want %q", c.row, got, c.want)
		}
	}
}

func TestCache_StartsBand(t *testing.T) {
	entity, marker := func(band int) port.Row { return port.Row{Kind: port.RowEntity, Band: band} }, port.Row{Kind: port.RowPageMarker}
	var c Cache
	c.Put(20, []port.Row{entity(1), entity(1), marker, entity(1), entity(2), marker, entity(3), {Kind: port.RowLoading}, entity(4)})
	for line, want := range map[int]bool{19: false, 20: false, 21: false, 22: false, 23: false, 24: true, 25: false, 26: true, 27: false, 28: false, 29: false} {
		if got := c.StartsBand(line); got != want {
			t.Errorf("line %d begins a partition: %v, want %v", line, got, want)
		}
	}
}
