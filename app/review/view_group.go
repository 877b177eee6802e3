package review

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/edit"
	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// group is the dialog that puts an entity group transaction together by hand.
func (dr drawing) group(b *GroupForm) []app.UI {
	running := dr.pending.Commit != nil && dr.pending.Commit.Running
	var problem, result any
	if b.Problem != "" {
		problem = H("p.err#group-problem", b.Problem)
	}
	if c := dr.pending.Commit; c != nil && c.ID == b.Commit {
		result = groupResult(c)
	}
	return []app.UI{H("div.stack#group",
		H("p.dim", "Operations on one partition, done in this order: all of them or none. At most 100, "+words.Bytes(int64(b.Most))+" together, each entity once."),
		H("div.row.sides",
			H("div.prop.keyprop.grow", H("label for=group-pk", "PartitionKey of all"), H("input#group-pk type=text autocomplete=off spellcheck=false", Typed(dr.store, "input", "group-pk", func(v string) page.Msg { return GroupTyped{Text: v} }))),
			Press(dr.store, ".btn", "Take over", GroupFilled{}, Title("The pending changes of this partition, or the entity in the inspector"))),
		H("ol.plain.stack", Each(len(b.Ops), func(i int) app.UI { return dr.op(b, i, running) })),
		H("div.row", Press(dr.store, ".btn.small#group-add", "+ Operation", GroupOpAdded{}, Off(len(b.Ops) >= edit.MaxBatchOps))),
		H("div.meters", Meter("Operations", len(b.Ops), edit.MaxBatchOps, words.Number(len(b.Ops))+" of 100 operations"), Meter("Request", b.Bytes, b.Most, words.Bytes(int64(b.Bytes))+" of "+words.Bytes(int64(b.Most)))),
		problem, result,
		H("details#group-request", H("summary", "The request"), H("pre.request role=region tabindex=0", Label("Request"), b.Request)),
		H("div.row.end", Press(dr.store, ".btn", "Copy the request", page.CopyPressed{Text: b.Request, What: "the request"}),
			Press(dr.store, ".btn.primary#group-run", "Run "+words.Count(len(b.Ops), "operation", "operations"), GroupRun{}, Off(b.Problem != "" || running || len(b.Ops) == 0))))}
}

func (dr drawing) op(b *GroupForm, i int, running bool) app.UI {
	o := b.Ops[i]
	id, name := words.Number(o.ID), "operation "+words.Number(i+1)
	hears := func(field string) Listener {
		return Typed(dr.store, "input", "group-"+field+id, func(v string) page.Msg { return GroupTyped{ID: o.ID, Field: field, Text: v} })
	}
	kind := H("select#group-kind-"+id, Label("Kind of "+name), Typed(dr.store, "change", "group-kind"+id, func(v string) page.Msg { return GroupTyped{ID: o.ID, Field: "kind", Text: v} }),
		Each(len(GroupKinds), func(k int) app.UI {
			return H("option", Value(GroupKinds[k]), On(GroupKinds[k] == o.Kind), GroupKinds[k])
		}))
	match, body := H("div.slot"), H("div.slot")
	if o.NeedsMatch() {
		match = H("div.slot", H("input#group-match-"+id+" type=text autocomplete=off spellcheck=false placeholder=ETag", Label("If-Match of "+name), hears("match")))
	}
	if o.Kind != "delete" {
		body = H("div.slot", H("textarea.mono#group-json-"+id+" rows=2 spellcheck=false", Label("Properties of "+name+" as JSON"), hears("json")))
	}
	return H("li.group-op",
		H("b.num", words.Number(i+1)), kind, H("input#group-rk-"+id+" type=text autocomplete=off spellcheck=false placeholder=RowKey", Label("RowKey of "+name), hears("rk")), match,
		H("span.row.nowrap",
			Press(dr.store, ".icon.small", "↑", GroupOpMoved{ID: o.ID, By: -1}, Label("Move "+name+" up"), Off(i == 0 || running)),
			Press(dr.store, ".icon.small", "↓", GroupOpMoved{ID: o.ID, By: 1}, Label("Move "+name+" down"), Off(i == len(b.Ops)-1 || running)),
			Press(dr.store, ".icon.small", "✕", GroupOpRemoved{ID: o.ID}, Label("Remove "+name), Off(running))),
		body,
		Slot(o.Err != "", func() app.UI { return H("p.err", o.Err) }))
}

// groupResult is what became of each operation.
func groupResult(c *edit.Commit) app.UI {
	r := c.Runs[0]
	what, text := "div.advice-box", "Committed: every operation was done."
	switch {
	case c.Running:
		return H("p.dim role=status", "Running…")
	case r.State != edit.Committed:
		what, text = "div.failure", edit.RunText(r)
	}
	return H(what+"#group-result role=group", Label("Result"), H("p", H("b", text)),
		H("ol.notes", Each(len(r.Changes), func(i int) app.UI {
			x := r.Changes[i]
			said := "not done: the transaction was refused"
			switch {
			case r.State == edit.Committed && r.ETags[i] != "":
				said = "done · ETag " + r.ETags[i]
			case r.State == edit.Committed:
				said = "done"
			case r.State == edit.Doubtful:
				said = "not known"
			case i == r.At:
				said = "this operation made it fail"
				if r.Failed != nil {
					said += " · " + r.Failed.Code + " " + words.Clip(r.Failed.Detail, 200)
				}
			}
			return H("li", x.Kind+" "+words.Clip(page.KeyText(x.RowKey), 60)+" · "+said)
		})))
}
