package edit

import (
	"testing"

	"rangefinder/app/page"
	"rangefinder/app/wire"
)

// Ensure that what was read before it was written is drawn as it was written, also when it is written again without being read, and
// that a new entity, which a later page may bring as somebody else has changed it since, is not.
func TestPending_Wrote(t *testing.T) {
	v := &page.View{Rows: page.Rows{Source: "shop"}, Result: &wire.RunReply{Result: 7}}
	read, made := EntityKey{Source: "shop", Table: "T", RowKey: "read"}, EntityKey{Source: "shop", Table: "T", RowKey: "made"}
	first := &Change{EntityKey: read, Kind: ReplaceKind, Base: &wire.EntityReply{}}
	p := new(Pending).Wrote(v, map[EntityKey]*Change{read: first, made: {EntityKey: made, Kind: InsertKind}})
	if p.Written.At(7, read) != first || p.Written.At(7, made) != nil {
		t.Errorf("%+v", p.Written)
	}
	again := &Change{EntityKey: read, Kind: InsertKind}
	if p = p.Wrote(v, map[EntityKey]*Change{read: again}); p.Written.At(7, read) != again {
		t.Errorf("%+v", p.Written)
	}
}
