package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
	"rangefinder/app/words"
)

// groupBuilder is the dialog that puts an entity group transaction together by hand.
func (p *DialogPanel) groupBuilder(d *state.Dialog) []app.UI {
	b := d.Group
	running := p.Pending.Commit != nil && p.Pending.Commit.Running
	var problem, result any
	if b.Problem != "" {
		problem = h("p.err#group-problem", b.Problem)
	}
	if c := p.Pending.Commit; c != nil && c.ID == b.Commit {
		result = p.groupResult(c)
	}
	return []app.UI{h("div.stack#group",
		h("p.dim", "Operations on one partition, done in this order: all of them or none. At most 100, 4 MiB together, each entity once."),
		h("div.row.sides",
			h("div.prop.keyprop.grow", h("label for=group-pk", "PartitionKey of all"), h("input#group-pk type=text autocomplete=off spellcheck=false", typed(p.Store, "input", "group-pk", func(v string) state.Msg { return state.GroupTyped{Text: v} }))),
			press(p.Store, ".btn", "Take over", state.GroupFilled{}, title("The pending changes of this partition, or the entity in the inspector"))),
		h("ol.plain.stack", each(len(b.Ops), func(i int) app.UI { return p.groupOp(b, i, running) })),
		h("div.row", press(p.Store, ".btn.small#group-add", "+ Operation", state.GroupOpAdded{}, off(len(b.Ops) >= state.MaxBatchOps))),
		h("div.meters", meter("Operations", len(b.Ops), state.MaxBatchOps, words.Number(len(b.Ops))+" of 100 operations"), meter("Request", b.Bytes, state.MaxBatchBytes, words.Bytes(int64(b.Bytes))+" of 4 MiB")),
		problem, result,
		h("details#group-request", h("summary", "The request"), h("pre.request role=region tabindex=0", label("Request"), b.Request)),
		h("div.row.end", press(p.Store, ".btn", "Copy the request", state.CopyPressed{Text: b.Request, What: "the request"}),
			press(p.Store, ".btn.primary#group-run", "Run "+words.Count(len(b.Ops), "operation", "operations"), state.GroupRun{}, off(b.Problem != "" || running || len(b.Ops) == 0))))}
}

func (p *DialogPanel) groupOp(b *state.GroupForm, i int, running bool) app.UI {
	o := b.Ops[i]
	id, name := words.Number(o.ID), "operation "+words.Number(i+1)
	hears := func(field string) hear {
		return typed(p.Store, "input", "group-"+field+id, func(v string) state.Msg { return state.GroupTyped{ID: o.ID, Field: field, Text: v} })
	}
	kind := h("select#group-kind-"+id, label("Kind of "+name), typed(p.Store, "change", "group-kind"+id, func(v string) state.Msg { return state.GroupTyped{ID: o.ID, Field: "kind", Text: v} }),
		each(len(state.GroupKinds), func(k int) app.UI {
			return h("option", value(state.GroupKinds[k]), on(state.GroupKinds[k] == o.Kind), state.GroupKinds[k])
		}))
	match, body := h("div.slot"), h("div.slot")
	if o.NeedsMatch() {
		match = h("div.slot", h("input#group-match-"+id+" type=text autocomplete=off spellcheck=false placeholder=ETag", label("If-Match of "+name), hears("match")))
	}
	if o.Kind != "delete" {
		body = h("div.slot", h("textarea.mono#group-json-"+id+" rows=2 spellcheck=false", label("Properties of "+name+" as JSON"), hears("json")))
	}
	return h("li.group-op",
		h("b.num", words.Number(i+1)), kind, h("input#group-rk-"+id+" type=text autocomplete=off spellcheck=false placeholder=RowKey", label("RowKey of "+name), hears("rk")), match,
		h("span.row.nowrap",
			press(p.Store, ".icon.small", "↑", state.GroupOpMoved{ID: o.ID, By: -1}, label("Move "+name+" up"), off(i == 0 || running)),
			press(p.Store, ".icon.small", "↓", state.GroupOpMoved{ID: o.ID, By: 1}, label("Move "+name+" down"), off(i == len(b.Ops)-1 || running)),
			press(p.Store, ".icon.small", "✕", state.GroupOpRemoved{ID: o.ID}, label("Remove "+name), off(running))),
		body,
		slot(o.Err != "", func() app.UI { return h("p.err", o.Err) }))
}

// groupResult is what became of each operation.
func (p *DialogPanel) groupResult(c *state.Commit) app.UI {
	r := c.Runs[0]
	what, text := "div.advice-box", "Committed: every operation was done."
	switch {
	case c.Running:
		return h("p.dim role=status", "Running…")
	case r.State != state.Committed:
		what, text = "div.failure", state.RunText(r)
	}
	return h(what+"#group-result role=group", label("Result"), h("p", h("b", text)),
		h("ol.notes", each(len(r.Changes), func(i int) app.UI {
			x := r.Changes[i]
			said := "not done: the group was refused"
			switch {
			case r.State == state.Committed && r.ETags[i] != "":
				said = "done · ETag " + r.ETags[i]
			case r.State == state.Committed:
				said = "done"
			case r.State == state.Doubtful:
				said = "not known"
			case i == r.At:
				said = "this one failed it all"
				if r.Failed != nil {
					said += " · " + r.Failed.Code + " " + words.Clip(r.Failed.Detail, 200)
				}
			}
			return h("li", x.Kind+" "+words.Clip(state.KeyText(x.RowKey), 60)+" · "+said)
		})))
}
