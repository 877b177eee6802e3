package bulk

import (
	"slices"
	"testing"

	"rangefinder/app/edit"
	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/query"
	"rangefinder/app/wire"
)

// Ensure that all pages of an account are offered only where not everything was read, that what was read for a form which is closed is
// forgotten and not taken for what the one that is open asks for, and that nothing is written without the table's name or with a lock.
func TestThere(t *testing.T) {
	v := &page.View{Query: query.Query{Source: "shop", Table: "Orders"}, Accounts: &page.Accounts{List: []port.Account{{Name: "shop", Live: true, Writes: true, Label: "production"}}}}
	v.Rows = page.Rows{Source: "shop", Table: "Orders", Filter: "Total gt 1", Count: 2, Entities: 2, Line: -1, Reply: &wire.RunReply{Result: 1, Lines: 2, Live: &wire.LiveRun{More: true}}}
	after := func(msg page.Msg) (cmds []page.Cmd) {
		t.Helper()
		cmds, ok := Update(v, new(edit.Pending), msg)
		if !ok {
			t.Fatalf("%T is not taken", msg)
		}
		for _, cmd := range cmds {
			if cmd, ok := cmd.(page.ShowDialog); ok {
				v.Dialog = cmd.Dialog
			}
		}
		return cmds
	}
	form := func() *ManyForm { return page.Held[ManyForm](v.Dialog) }
	asked := func(cmds []page.Cmd) *EditMany {
		for _, cmd := range cmds {
			if cmd, ok := cmd.(EditMany); ok {
				return &cmd
			}
		}
		return nil
	}

	whole := *v
	whole.Rows.Reply = &wire.RunReply{Result: 1, Lines: 2, Live: &wire.LiveRun{}}
	kept := v
	v = &whole
	after(ManyPressed{})
	if form().There.Can {
		t.Error("all pages are offered of a result that was read to the end")
	}
	v = kept

	after(ManyPressed{})
	after(ManyTyped{Field: "all", Text: "there"})
	after(ManyTyped{Field: "property", Text: "Total"})
	old := asked(after(ManySought{}))
	if want := (wire.ManyRequest{Source: "shop", Table: "Orders", Filter: "Total gt 1", Step: wire.FindMany}); old == nil || old.Req != want {
		t.Fatalf("%+v", old)
	}
	if asked(after(ManyTyped{Field: "property", Text: "Totals"})) != nil {
		t.Error("what is typed gives up the search")
	}
	if !StopsWhenClosed(v.Dialog) {
		t.Error("the search goes on when the form is closed")
	}
	after(page.DialogClosed{})
	forget := leaveMany{old.Req}
	forget.req.Step, forget.req.Found = wire.LeaveMany, 3
	if cmds := after(ManyAnswered{Seq: old.Seq, Req: old.Req, Reply: &wire.ManyReply{Entities: 9, Found: 3}}); !slices.Contains(cmds, page.Cmd(forget)) {
		t.Errorf("what was read for a form that is closed is kept: %+v", cmds)
	}

	after(ManyPressed{})
	after(ManyTyped{Field: "all", Text: "there"})
	after(ManyTyped{Field: "action", Text: "remove"})
	after(ManyTyped{Field: "property", Text: "Total"})
	find := asked(after(ManySought{}))
	after(ManyAnswered{Seq: find.Seq, Req: find.Req, Err: wire.Stopped()})
	if f := form(); f.There.text() != "Stopped before anything was read." || f.Err != "" || f.There.Finding {
		t.Errorf("stopped before the worker began: %q, error %q", f.There.text(), f.Err)
	}
	find = asked(after(ManySought{}))
	try := asked(after(ManyAnswered{Seq: find.Seq, Req: find.Req, Reply: &wire.ManyReply{Entities: 5, Found: 4}, Price: "4"}))
	if try == nil || try.Req.Step != wire.PreviewMany || try.Req.Found != 4 || try.Req.Result != 0 || form().There.Price != "4" {
		t.Fatalf("%+v", try)
	}
	after(ManyAnswered{Seq: try.Seq, Req: try.Req, Reply: &wire.ManyReply{Entities: 5, Changed: 5, Plan: &wire.Writing{Requests: 1}}})
	if asked(after(ManyCommit{})) != nil {
		t.Error("it is written without the table's name")
	}
	after(ManyNamed{Text: "Orders"})
	v.ReadOnly = "shop is locked"
	if asked(after(ManyCommit{})) != nil {
		t.Error("it is written to a locked account")
	}
	v.ReadOnly = ""
	write := asked(after(ManyCommit{}))
	if write == nil || write.Req.Step != wire.ApplyMany || write.Req.Found != 4 {
		t.Fatalf("%+v", write)
	}
	after(ManyAnswered{Seq: write.Seq, Req: write.Req, Reply: &wire.ManyReply{Entities: 5, Changed: 2, Stopped: true, Account: &wire.Written{Wrote: 2, Left: 3}}})
	if on := asked(after(ManyCommit{})); on == nil || on.Req.Step != wire.GoOnMany || on.Req.Found != 4 {
		t.Errorf("%+v", on)
	}
}
