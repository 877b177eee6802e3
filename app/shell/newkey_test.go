package shell

import (
	"testing"

	"rangefinder/app/edit"
	"rangefinder/app/inspector"
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
)

// Ensure that a new entity begins with the PartitionKey that the filter fixes, else with that of the open entity, else with that of the
// current row, and that what is typed before the row was read stays.
func TestNewEntity_PartitionKey(t *testing.T) {
	action := &wire.EntityReply{PartitionKey: "Action", RowKey: "Alien"}
	for _, test := range []struct {
		name, filter string
		open         bool
		typed, want  string
	}{
		{"the filter fixes it", "PartitionKey eq 'Drama'", false, "", "Drama"},
		{"the filter fixes it and an entity is open", "PartitionKey eq 'Drama' and RowKey lt 'm'", true, "", "Drama"},
		{"the filter names two", "PartitionKey eq 'Drama' or PartitionKey eq 'Comedy'", false, "", "Action"},
		{"the filter contradicts itself", "PartitionKey eq 'a' and PartitionKey eq 'b'", false, "", "Action"},
		{"an entity is open", "", true, "", "Action"},
		{"a row is current", "", false, "", "Action"},
		{"typed before the row was read", "", false, "x", "x"},
	} {
		m := shownBy(columnsNamed("PartitionKey", "RowKey"))
		q := *m.Query
		q.Filter = test.filter
		m.Query = &q
		var e filterlang.Expr
		if test.filter != "" {
			var err error
			if e, err = filterlang.Parse(test.filter); err != nil {
				t.Fatal(err)
			}
		}
		m.Plan = &plan.Plan{Filter: test.filter, Plan: filterlang.NewPlan(e)}
		if test.open {
			m, _ = after(m, edit.EntityRead{Table: "Movies", Entity: action, Focus: true})
		}
		m, cmds := after(m, page.NewEntityPressed{})
		if m.Inspector.Mode != edit.Creating {
			t.Fatalf("%s: no form", test.name)
		}
		if test.typed != "" {
			m, _ = after(m, inspector.KeysTyped{PK: &test.typed})
		}
		if read, ok := find[edit.ReadLine](cmds); ok {
			if !read.Fresh || read.Table != "Movies" || read.Req.Line != 0 {
				t.Errorf("%s: reads %+v", test.name, read)
			}
			m, _ = after(m, edit.EntityRead{Table: "Movies", Entity: action, ReadFor: read.ReadFor})
		}
		if in := m.Inspector; in.Mode != edit.Creating || in.PK != test.want || in.RK != "" || len(in.Rows) != 1 {
			t.Errorf("%s: the form has the PartitionKey %q, want %q: %+v", test.name, in.PK, test.want, in)
		}
	}
}

// Ensure that a key which becomes empty is asked about once, before anything is pending or written, and is written so by the next
// press; and that an entity whose key is empty already is saved without a question.
func TestNewEntity_EmptyKeyIsAskedAbout(t *testing.T) {
	const one, both = "The PartitionKey is empty, which is allowed. Press again to keep that.", "The PartitionKey and the RowKey are empty, which is allowed. Press again to keep that."
	for _, press := range []page.Msg{inspector.SavePressed{}, inspector.SaveNowPressed{}} {
		w := newWorld(t)
		w.fresh("", "", 1)
		w.do(press)
		if in := w.m.Inspector; in.Asked != both || w.snapshot() != "" || len(w.m.Pending.Changes) > 0 {
			t.Fatalf("%T: asked %q, %d pending, written %q", press, in.Asked, len(w.m.Pending.Changes), w.snapshot())
		}
		w.do(inspector.KeysTyped{RK: new("1")}, press)
		if in := w.m.Inspector; in.Asked != one || w.snapshot() != "" || len(w.m.Pending.Changes) > 0 {
			t.Fatalf("%T: asked %q, %d pending, written %q", press, in.Asked, len(w.m.Pending.Changes), w.snapshot())
		}
		w.do(press, page.Msg(inspector.PropertyTyped{ID: 1, Text: "2"}), press)
		if in := w.m.Inspector; in.Asked != "" || w.snapshot() == "" && len(w.m.Pending.Changes) != 1 {
			t.Errorf("%T: asked %q, %d pending, written %q", press, in.Asked, len(w.m.Pending.Changes), w.snapshot())
		}
		w.someone("2", "A=1")
		w.open("p", "2")
		w.do(inspector.KeysTyped{RK: new("")}, press)
		if in := w.m.Inspector; in.Asked != "The RowKey is empty, which is allowed. Press again to keep that." {
			t.Errorf("%T of a move: asked %q", press, in.Asked)
		}
	}
}
