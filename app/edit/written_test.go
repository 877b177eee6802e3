package edit

import (
	"testing"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/filterlang/edm"
)

// Ensure that what was read before it was written is drawn as it was written, also when it is written again without being read, and
// that a new entity, which a later page may bring as somebody else has changed it since, is not.
func TestPending_Wrote(t *testing.T) {
	v := &page.View{Rows: page.Rows{Source: "shop"}, Result: &wire.RunReply{Result: 7}}
	read, made := EntityKey{Source: "shop", Table: "T", RowKey: "read"}, EntityKey{Source: "shop", Table: "T", RowKey: "made"}
	first := &Change{EntityKey: read, Kind: ReplaceKind, Base: &wire.EntityReply{}}
	p := new(Pending).Wrote(v, map[EntityKey]*Change{read: first, made: {EntityKey: made, Kind: InsertKind}}, nil)
	if p.Written.At(7, read) != first || p.Written.At(7, made) != nil {
		t.Errorf("%+v", p.Written)
	}
	text := func(name, text string) []wire.TextProperty {
		return []wire.TextProperty{{Name: name, Type: edm.String, Text: text}}
	}
	p = p.Wrote(v, map[EntityKey]*Change{read: {EntityKey: read, Kind: InsertKind, Want: text("A", "1")}}, nil)
	p = p.Wrote(v, map[EntityKey]*Change{read: {EntityKey: read, Kind: UpmergeKind, Want: text("B", "2")}}, map[EntityKey]string{read: `W/"datetime'2026-11-20T09%3A30%3A00.5Z'"`})
	if c := p.Written.At(7, read); c.Base != first.Base || len(c.Want) != 2 || !c.Changes("A", false) || !c.Changes("B", false) || p.Written.Time(read) != "2026-11-20T09:30:00.5Z" {
		t.Errorf("%+v at %s", c, p.Written.Time(read))
	}
	p = p.Reread(v, EntityRead{Source: "shop", Table: "T", Anew: true, Entity: &wire.EntityReply{RowKey: "read", ETag: "opaque", Properties: text("C", "3")}})
	if c := p.Written.At(7, read); c.Base != first.Base || len(c.Want) != 1 || p.Written.Time(read) != "" {
		t.Errorf("%+v at %s", c, p.Written.Time(read))
	}
}

// Ensure that what was written and the filter on screen does not return is told, and nothing of what nobody knows.
func TestLeftOut(t *testing.T) {
	rating := []wire.TextProperty{{Name: "Rating", Type: edm.Double, Text: "4.5"}}
	at := func(pk string) EntityKey { return EntityKey{Table: "Movies", PartitionKey: pk, RowKey: "r"} }
	for _, x := range []struct {
		filter string
		done   []*Change
		want   string
	}{
		{"", []*Change{{EntityKey: at("a"), Kind: InsertKind}}, ""},
		{"PartitionKey eq 'a' and Rating gt 4.0", []*Change{{EntityKey: at("a"), Kind: InsertKind, Want: rating}}, ""},
		{"Rating gt 4.5", []*Change{{EntityKey: at("a"), Kind: InsertKind, Want: rating}}, " The filter on screen does not return it."},
		{"RowKey gt 'r'", []*Change{{EntityKey: at("a"), Kind: DeleteKind}}, ""},
		{"RowKey gt 'r'", []*Change{{EntityKey: at("a"), Kind: UpmergeKind}}, ""},
		{"RowKey gt 'r'", []*Change{{EntityKey: EntityKey{Table: "Other"}, Kind: InsertKind}}, ""},
		{"RowKey gt 'r'", []*Change{{EntityKey: EntityKey{Source: "shop", Table: "Movies"}, Kind: InsertKind}}, ""},
		{"PartitionKey eq 'a'", []*Change{{EntityKey: at("a"), Kind: InsertKind}, {EntityKey: at("b"), Kind: MergeKind}}, " The filter on screen does not return 1 of them."},
		{"Timestamp gt datetime'2026-11-20T00:00:00Z'", []*Change{{EntityKey: at("a"), Kind: InsertKind}}, ""},
		{"PartitionKey eq 'b' and Timestamp gt datetime'2026-11-20T00:00:00Z'", []*Change{{EntityKey: at("a"), Kind: InsertKind}}, " The filter on screen does not return it."},
		{"Rating gt", []*Change{{EntityKey: at("a"), Kind: InsertKind}}, ""},
	} {
		done := map[EntityKey]*Change{}
		for _, c := range x.done {
			done[c.EntityKey] = c
		}
		if got := LeftOut(&page.View{Rows: page.Rows{Table: "Movies", Filter: x.filter}}, done); got != x.want {
			t.Errorf("%q: %q, want %q", x.filter, got, x.want)
		}
	}
}

// Ensure that the field of the key that is wrong is the one that is shown.
func TestRequest_KeyField(t *testing.T) {
	for _, x := range []struct{ pk, rk, want string }{{"a/b", "r", "insp-pk"}, {"a", "r#", "insp-rk"}, {"a#", "r#", "insp-pk"}} {
		in := Measured(Inspector{Mode: Creating, PK: x.pk, RK: x.rk})
		if _, target, problem := in.Request(); target != x.want || problem == "" {
			t.Errorf("%q / %q: %q, %q", x.pk, x.rk, target, problem)
		}
		if _, target, _ := in.Wanted(false); target != x.want {
			t.Errorf("%q / %q, pending: %q", x.pk, x.rk, target)
		}
	}
}
