package bulk

import (
	"testing"

	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/query"
	"rangefinder/app/wire"
)

// Ensure what was found for a dialog that is closed is not taken for what the one that is open asks for, and that the filter on screen
// is not told of a result that was found by another.
func TestRemoval_AnswerOfClosedDialog(t *testing.T) {
	v := &page.View{Query: query.Query{Source: "shop", Table: "Orders", Filter: "PartitionKey eq 'a'"}, Accounts: &page.Accounts{List: []port.Account{{Name: "shop", Writes: true}}}}
	after := func(msg page.Msg) (find *FindRemoval) {
		cmds, _ := updateRemove(v, msg)
		for _, cmd := range cmds {
			switch cmd := cmd.(type) {
			case page.ShowDialog:
				v.Dialog = cmd.Dialog
			case FindRemoval:
				find = &cmd
			}
		}
		return find
	}
	after(RemovePressed{What: RemoveAll})
	all := after(RemoveSought{})
	after(page.DialogClosed{})
	after(RemovePressed{What: RemoveQuery})
	some := after(RemoveSought{})
	after(RemoveCounted{Seq: some.Seq, Of: all.Req, Reply: &wire.RemoveReply{Entities: 1000, Found: 1}})
	if r := page.Held[Removal](v.Dialog); r.Count != nil || !r.Finding {
		t.Errorf("%d entities of the table are told as those of the filter", r.Count.Entities)
	}
	after(RemoveCounted{Seq: some.Seq, Of: some.Req, Reply: &wire.RemoveReply{Entities: 4, Found: 2}})
	if r := page.Held[Removal](v.Dialog); r.Count == nil || r.Count.Entities != 4 || r.Request(v.Dialog).Found != 2 {
		t.Errorf("%+v", r)
	}

	again := after(RemoveSought{})
	after(RemoveCounted{Seq: again.Seq, Of: again.Req, Err: wire.Stopped()})
	if r := page.Held[Removal](v.Dialog); r.Count == nil || r.Text() != "Stopped before anything was found." || v.Dialog.Err != "" {
		t.Errorf("stopped before the worker began: %+v, error %q", r.Count, v.Dialog.Err)
	}

	v.Rows = page.Rows{Reply: &wire.RunReply{Result: 7, Lines: 3}, Source: "shop", Table: "Orders", Count: 3, Last: -1, Line: -1}
	after(RemovePressed{})
	if r := page.Held[Removal](v.Dialog); r.Filter != "" || r.What != RemoveFound {
		t.Errorf("%s by %q, which was run without a filter", r.What, r.Filter)
	}
}
