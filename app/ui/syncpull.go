package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
)

// pullTable is the dialog of a pull.
func (p *DialogPanel) pullTable(d *state.Dialog) []app.UI {
	f := d.Sync.Pull
	body := func(in ...any) []app.UI { return []app.UI{h("div.stack#sync tabindex=-1", in...)} }
	switch {
	case d.Sync.Working:
		return body(p.working())
	case f.Reply != nil:
		return body(p.pulled(d, f))
	case f.What == "": // of a copy: there is nothing to choose
		return body(dialogErr(d), h("div.row.end", press(p.Store, ".btn#pull-next", "Try again", state.PullAgainPressed{Table: f.Table}), p.close()))
	}
	var class, filter, keys any
	plan, reads := f.Reads()
	if plan != nil {
		class = badge(plan.Class, state.Mark(plan.Class))
	}
	switch f.What {
	case "filter":
		filter = p.pullField(d, "input#pull-filter", "$filter", "filter")
	case "partitions":
		keys = p.pullField(d, "textarea#pull-keys rows=4", "PartitionKeys, each on a line of its own", "keys")
	}
	return body(h("form",
		hear{"submit", func(ctx app.Context, e app.Event) {
			e.PreventDefault()
			p.Store.Send(state.PullSubmitted{})
		}, app.EventScope("pull")},
		h("p.dim", "Copies "+f.Remote+" of "+f.Source+" into this browser, page by page. The copy can be changed offline and pushed back; nothing there is overwritten unseen."),
		p.pullField(d, "input#pull-table", "Into a new table of this browser", "table"),
		h("fieldset.choices", h("legend", "What to pull"),
			p.pullChoice(f, "all", "The whole table"),
			p.pullChoice(f, "filter", "What a filter selects"), filter,
			p.pullChoice(f, "partitions", "Some partitions"), keys,
		),
		h("p.row", class, h("span.dim", reads)),
		dialogErr(d),
		h("div.row.end", p.cancel(), h("button.btn.primary#pull-start type=submit", "Pull", off(p.Sources.Asking()))),
	))
}

// pullField is an input of the pull's form with its label.
func (p *DialogPanel) pullField(d *state.Dialog, what, name, field string) app.UI {
	id := "pull-" + field
	if d.ErrField == id && d.Err != "" {
		what += " aria-invalid=true aria-describedby=dialog-err"
	}
	return h("div.prop.keyprop", h("label for="+id, name),
		h(what+" type=text autocomplete=off spellcheck=false", typed(p.Store, "input", id, func(v string) state.Msg { return state.PullTyped{Field: field, Text: v} })))
}

func (p *DialogPanel) pullChoice(f *state.PullForm, what, text string) app.UI {
	return h("label.row.check",
		h("input#pull-what-"+what+" type=radio name=pull-what", on(f.What == what), typed(p.Store, "change", what, func(string) state.Msg { return state.PullTyped{Field: "what", Text: what} })),
		h("span", text),
	)
}

// pulled tells of a pull that did not simply end.
func (p *DialogPanel) pulled(d *state.Dialog, f *state.PullForm) []app.UI {
	r := f.Reply
	what := "p.advice-box"
	if r.Problem != "" {
		what = "p.failure"
	}
	var part, next, conflicts any
	id := "#pull-next"
	if r.Stopped || r.Problem != "" {
		part = h("p.dim", "The copy is a part of the table until it is gone on with, now or any time later.")
		next = press(p.Store, ".btn.primary"+id, "Go on", state.PullAgainPressed{Table: f.Req.Table})
		id = ""
	}
	if r.Report.Conflicts > 0 {
		conflicts = press(p.Store, ".btn"+id, "Conflicts…", state.ConflictsPressed{Table: f.Req.Table})
	}
	return []app.UI{h(what, state.PulledText(f.Req, r)), h("div.slot", part), dialogErr(d),
		h("div.row.end", next, conflicts, press(p.Store, ".btn", "Show the copy", state.CopyShown{Table: f.Req.Table}), p.close())}
}
