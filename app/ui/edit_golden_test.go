package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/conflict"
	"rangefinder/app/edit"
	"rangefinder/app/inspector"
	"rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/review"
	"rangefinder/app/shell"
	"rangefinder/app/wire"
	"rangefinder/filterlang/edm"
)

// editPanels are the panels of pending changes.
func editPanels(store *shell.Store, hostile string) map[string]app.UI {
	base := &wire.EntityReply{PartitionKey: hostile, RowKey: "1", ETag: "e", Properties: []wire.TextProperty{{Name: hostile, Type: edm.String, Text: hostile}, {Name: "N", Type: edm.Int32, Text: "1"}}}
	key := edit.EntityKey{Table: "Movies", PartitionKey: hostile, RowKey: "1"}
	to := key
	to.RowKey = "2"
	change := &edit.Change{EntityKey: key, Kind: "replace", Base: base, Want: []wire.TextProperty{{Name: "N", Type: edm.Int64, Text: "2"}}, Bytes: 300}
	refused := *change
	refused.Failed = &wire.Failure{Code: "UpdateConditionNotSatisfied", Message: hostile}
	refused.Conflict = &edit.Conflict{Theirs: base, Picks: []conflict.Pick{{Name: "N", Whose: conflict.Undecided}, {Name: hostile, Whose: conflict.Theirs}}}
	gone := &edit.Change{EntityKey: key, Kind: "delete", Base: base, To: &to, Bytes: 200}
	pending := func(c *edit.Change) *edit.Pending {
		b := &edit.Batch{Table: "Movies", PartitionKey: hostile, Changes: []*edit.Change{c}, Bytes: c.Bytes}
		return &edit.Pending{Changes: b.Changes, Batches: []*edit.Batch{b}, Done: []edit.Step{{Text: "x"}}}
	}
	met := func(kind string, theirs *wire.EntityReply) *edit.Pending {
		c := refused
		if c.Kind, c.Conflict = kind, (&edit.Conflict{Theirs: theirs}); theirs != nil && kind != "delete" {
			c.Conflict.Picks = refused.Conflict.Picks
		}
		return pending(&c)
	}
	other := *base
	other.Properties = []wire.TextProperty{{Name: "N", Type: edm.Int32, Text: "999"}, {Name: "Added" + hostile, Type: edm.String, Text: hostile}}
	failed := pending(&refused)
	failed.Commit = &edit.Commit{Runs: []*edit.BatchRun{{Batch: failed.Batches[0], State: edit.Refused, Failed: refused.Failed}}}
	running := pending(change)
	running.Commit = &edit.Commit{Running: true, Runs: []*edit.BatchRun{{Batch: running.Batches[0], State: edit.Sending, At: -1}}}
	reviewing := func(p *edit.Pending, open edit.EntityKey, request int) *DialogPanel {
		v := &page.View{Accounts: &page.Accounts{}, Dialog: &page.Dialog{Of: &review.Review{Open: open, Request: request}}}
		return &DialogPanel{Store: store, Dialog: &page.Dialog{}, Features: []func(kit.Sender) (kit.Drawn, bool){review.Dialog(v, p)}}
	}
	return map[string]app.UI{
		"pending":                &review.PendingBar{Store: store, Pending: pending(change)},
		"pending-unkept":         &review.PendingBar{Store: store, Pending: pending(change), Unkept: true},
		"pending-running":        &review.PendingBar{Store: store, Pending: running},
		"review":                 reviewing(pending(change), key, 0),
		"review-move":            reviewing(pending(gone), key, -1),
		"review-conflict":        reviewing(failed, key, -1),
		"review-conflict-loses":  reviewing(met("replace", &other), key, -1),
		"review-conflict-gone":   reviewing(met("replace", nil), key, -1),
		"review-conflict-delete": reviewing(met("delete", &other), key, -1),
		"review-none":            reviewing(&edit.Pending{}, edit.EntityKey{}, -1),
		"dialog-paste":           &DialogPanel{Store: store, Dialog: &page.Dialog{}, Features: []func(kit.Sender) (kit.Drawn, bool){inspector.Dialog(&page.Dialog{Kind: inspector.PasteDialog, Err: hostile})}},
		"inspector-gone":         &inspector.Panel{Store: store, Table: "Movies", In: &edit.Inspector{Mode: edit.Editing, Table: "Movies", PK: hostile, RK: "1", Original: base, Saved: gone}},
		"inspector-upsert":       &inspector.Panel{Store: store, Table: "Movies", In: &edit.Inspector{Mode: edit.Creating, Table: "Movies", Kind: "insert-or-merge", Rows: []edit.PropertyRow{{ID: 1, Name: "B", Type: edm.Binary, Text: "0x00", Said: "1 byte · 0x00"}}}},
	}
}
