package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/state"
)

// pullTable is the dialog of a pull.
func (p *DialogPanel) pullTable(d *state.Dialog) []app.UI {
	f := d.Sync.Pull
	body := func(in ...any) []app.UI { return []app.UI{H("div.stack#sync tabindex=-1", in...)} }
	switch {
	case d.Sync.Working:
		return body(p.working())
	case f.Reply != nil:
		return body(p.pulled(d, f))
	case f.What == "": // of a copy: there is nothing to choose
		return body(DialogErr(d.Err), H("div.row.end", Press(p.Store, ".btn#pull-next", "Try again", state.PullAgainPressed{Table: f.Table}), p.close()))
	}
	var class, filter, keys any
	plan, reads := f.Reads()
	if plan != nil {
		class = Badge(plan.Class, page.Mark(plan.Class))
	}
	switch f.What {
	case "filter":
		filter = p.pullField(d, "input#pull-filter", "$filter", "filter")
	case "partitions":
		keys = p.pullField(d, "textarea#pull-keys rows=4", "PartitionKeys, each on a line of its own", "keys")
	}
	return body(H("form",
		Listen("submit", func(ctx app.Context, e app.Event) {
			e.PreventDefault()
			p.Store.Send(state.PullSubmitted{})
		}, app.EventScope("pull")),
		H("p.dim", "Copies "+f.Remote+" of "+f.Source+" into this browser, page by page. The copy can be changed offline and pushed back; nothing there is overwritten unseen."),
		p.pullField(d, "input#pull-table", "Into a new table of this browser", "table"),
		H("fieldset.choices", H("legend", "What to pull"),
			p.pullChoice(f, "all", "The whole table"),
			p.pullChoice(f, "filter", "What a filter selects"), filter,
			p.pullChoice(f, "partitions", "Some partitions"), keys,
		),
		H("p.row", class, H("span.dim", reads)),
		DialogErr(d.Err),
		H("div.row.end", Cancel(p.Store), H("button.btn.primary#pull-start type=submit", "Pull", Off(p.Sources.Asking()))),
	))
}

// pullField is an input of the pull's form with its label.
func (p *DialogPanel) pullField(d *state.Dialog, what, name, field string) app.UI {
	id := "pull-" + field
	if d.ErrField == id && d.Err != "" {
		what += " aria-invalid=true aria-describedby=dialog-err"
	}
	return H("div.prop.keyprop", H("label for="+id, name),
		H(what+" type=text autocomplete=off spellcheck=false", Typed(p.Store, "input", id, func(v string) state.Msg { return state.PullTyped{Field: field, Text: v} })))
}

func (p *DialogPanel) pullChoice(f *state.PullForm, what, text string) app.UI {
	return H("label.row.check",
		H("input#pull-what-"+what+" type=radio name=pull-what", On(f.What == what), Typed(p.Store, "change", what, func(string) state.Msg { return state.PullTyped{Field: "what", Text: what} })),
		H("span", text),
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
		part = H("p.dim", "The copy is a part of the table until it is gone on with, now or any time later.")
		next = Press(p.Store, ".btn.primary"+id, "Go on", state.PullAgainPressed{Table: f.Req.Table})
		id = ""
	}
	if r.Report.Conflicts > 0 {
		conflicts = Press(p.Store, ".btn"+id, "Conflicts…", state.ConflictsPressed{Table: f.Req.Table})
	}
	return []app.UI{H(what, state.PulledText(f.Req, r)), H("div.slot", part), DialogErr(d.Err),
		H("div.row.end", next, conflicts, Press(p.Store, ".btn", "Show the copy", state.CopyShown{Table: f.Req.Table}), p.close())}
}
