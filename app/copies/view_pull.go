package copies

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
)

// pullTable is the dialog of a pull.
func (p *panel) pullTable() []app.UI {
	f := p.f.Pull
	body := func(in ...any) []app.UI { return []app.UI{H("div.stack#sync tabindex=-1", in...)} }
	switch {
	case p.f.Working:
		return body(p.working())
	case f.Reply != nil:
		return body(p.pulled(f))
	case f.What == "": // of a copy: there is nothing to choose
		return body(DialogErr(p.d.Err), H("div.row.end", Cancel(p.s), Press(p.s, ".btn.primary#pull-next", "Try again", PullAgainPressed{Table: f.Table})))
	}
	var class, filter, keys any
	plan, reads := f.Reads()
	if plan != nil {
		class = Badge(plan.Class, page.Mark(plan.Class))
	}
	switch f.What {
	case "filter":
		filter = p.pullField("input#pull-filter", "$filter", "filter")
	case "partitions":
		keys = p.pullField("textarea#pull-keys rows=4", "PartitionKeys, each on a line of its own", "keys")
	}
	return body(H("form",
		Listen("submit", func(ctx app.Context, e app.Event) {
			e.PreventDefault()
			p.s.Send(PullSubmitted{})
		}, app.EventScope("pull")),
		H("p.dim", "Copies "+f.Remote+" of "+f.Source+" into this browser, page by page. The copy can be changed offline and pushed back; nothing there is overwritten unseen."),
		p.pullField("input#pull-table", "Into a new table of this browser", "table"),
		H("fieldset.choices", H("legend", "What to pull"),
			p.pullChoice(f, "all", "The whole table"),
			p.pullChoice(f, "filter", "What a filter selects"), filter,
			p.pullChoice(f, "partitions", "Some partitions"), keys,
		),
		H("p.row", class, H("span.dim", reads)),
		DialogErr(p.d.Err),
		H("div.row.end", Cancel(p.s), H("button.btn.primary#pull-start type=submit", "Pull", Off(p.v.Accounts.Asking()))),
	))
}

// pullField is an input of the pull's form with its label.
func (p *panel) pullField(what, name, field string) app.UI {
	id := "pull-" + field
	if p.d.ErrField == id && p.d.Err != "" {
		what += " aria-invalid=true aria-describedby=dialog-err"
	}
	return H("div.prop.keyprop", H("label for="+id, name),
		H(what+" type=text autocomplete=off spellcheck=false", Typed(p.s, "input", id, func(v string) page.Msg { return PullTyped{Field: field, Text: v} })))
}

func (p *panel) pullChoice(f *PullForm, what, text string) app.UI {
	return H("label.row.check",
		H("input#pull-what-"+what+" type=radio name=pull-what", On(f.What == what), Typed(p.s, "change", what, func(string) page.Msg { return PullTyped{Field: "what", Text: what} })),
		H("span", text),
	)
}

// pulled tells of a pull that did not simply end.
func (p *panel) pulled(f *PullForm) []app.UI {
	r := f.Reply
	what := "p.advice-box"
	if r.Problem != "" {
		what = "p.failure"
	}
	var part, next, conflicts any
	id := "#pull-next"
	if r.Stopped || r.Problem != "" {
		part = H("p.dim", "Until you go on, the copy holds only a part of the table. You can go on at any time.")
		next = Press(p.s, ".btn.primary"+id, "Go on", PullAgainPressed{Table: f.Req.Table})
		id = ""
	}
	if r.Report.Conflicts > 0 {
		conflicts = p.resolve(".btn"+id, r.Report.Conflicts, f.Req.Table)
	}
	show := ".btn"
	if next == nil {
		show += ".primary"
	}
	return []app.UI{H(what, PulledText(f.Req, r)), H("div.slot", part), DialogErr(p.d.Err),
		H("div.row.end", Close(p.s), conflicts, Press(p.s, show, "Show the copy", Shown{Table: f.Req.Table}), next)}
}
