package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
	"rangefinder/engine/tablesync"
)

// copyMark is the button beside a table of the list that is a copy.
func copyMark(s *state.Store, c *tablesync.Copy) app.UI {
	class, text := "icon small copy", "⇄"
	if c.Partial {
		class, text = class+" odd", text+" part"
	}
	if c.Pending > 0 {
		text += " " + state.Number(c.Pending)
	}
	if c.Conflicts > 0 {
		class, text = class+" bad", text+" ⚠ "+state.Number(c.Conflicts)
	}
	title := state.CopyOf(c)
	if more := state.Unsynced(c); more != "" {
		title += " · " + more
	}
	return button(class, text).Attr("title", title).Aria("label", c.Table+", "+title).OnClick(send(s, state.CopyOpened{Table: c.Table}))
}

// syncActions are what the query line offers of copies: of a table of an account a pull, of a copy its dialog.
func (q *QueryLine) syncActions() app.UI {
	c := q.Sync.Copy(q.Table)
	if q.Source != "" {
		c = nil
	}
	return el("div").Class("slot").Body(
		slot(c != nil, func() app.UI {
			text := "⇄ " + state.CopyOf(c)
			if more := state.Unsynced(c); more != "" {
				text += " · " + more
			}
			return button("btn small copy", clip(text, 120)).ID("copy").Attr("title", "Pull again, compare, push").OnClick(send(q.Store, state.CopyOpened{Table: c.Table}))
		}),
		slot(q.Source != "" && q.Table != "", func() app.UI {
			return button("btn small", "Pull a copy…").ID("pull").Attr("title", "Copy this table, or a part of it, into this browser").OnClick(send(q.Store, state.PullPressed{Table: q.Table}))
		}),
		slot(q.Table != "", func() app.UI {
			return button("btn small quiet", "Compare…").ID("compare").Attr("title", "Compare with another table").OnClick(send(q.Store, state.ComparePressed{Table: q.Table}))
		}),
	)
}

// copyInfo is the dialog of one copy: where it came from, what it lacks, and everything that can be done with it.
func (p *DialogPanel) copyInfo(d *state.Dialog) []app.UI {
	c := p.Sync.Copy(d.Table)
	if c == nil {
		return []app.UI{el("p").Text(d.Table + " is no copy any more.")}
	}
	busy := d.Busy || p.Loading != nil
	pulled := "not finished yet"
	if !c.Pulled.IsZero() {
		pulled = c.Pulled.Local().Format("2006-01-02 15:04:05")
	}
	part := state.ScopeText(c.Scope)
	if part == "" {
		part = "the whole table"
	}
	again := "Pull again"
	if c.Partial {
		again = "Go on"
	}
	unsynced := "everything here is there too, as far as the last pull could see"
	if c.Pending > 0 {
		unsynced = state.Count(c.Pending, "change", "changes")
		if c.Conflicts > 0 {
			unsynced += ", " + state.Number(c.Conflicts) + " of them in conflict"
		}
	}
	return []app.UI{
		el("dl").Body(
			el("dt").Text("Copy of"), el("dd").Body(el("b").Text(c.Remote), app.Text(" at "), el("b").Text(c.Source), el("span").Class("dim").Text(" "+c.Endpoint)),
			el("dt").Text("Holds"), el("dd").Text(part),
			el("dt").Text("Last pull"), el("dd").Text(pulled+" · "+state.Count(c.Entities, "entity", "entities")+" read in "+state.Count(c.Pages, "page", "pages")),
			el("dt").Text("Not pushed"), el("dd").Text(unsynced),
		),
		slot(c.Partial, func() app.UI {
			return el("p").Class("advice-box").Role("status").Text("The last pull was not finished: what it read is here, the rest is not. Go on continues after its last page.")
		}),
		slot(c.Conflicts > 0, func() app.UI {
			return el("p").Class("failure").Text(state.Count(c.Conflicts, "entity was", "entities were") + " changed here and there. They are not pushed before you decide.")
		}),
		dialogErr(d),
		slot(d.Sync.Confirm == "", func() app.UI {
			return el("div").Class("row").Body(
				button("btn primary", again).ID("copy-pull").Attr("disabled", busy).OnClick(send(p.Store, state.PullAgainPressed{Table: c.Table})),
				button("btn", "Push…").ID("copy-push").Attr("disabled", busy).OnClick(send(p.Store, state.PushPressed{Table: c.Table})),
				slot(c.Pending > 0, func() app.UI {
					return button("btn", "Local changes…").OnClick(send(p.Store, state.ComparePressed{Table: c.Table, Base: true}))
				}),
				button("btn", "Compare…").OnClick(send(p.Store, state.ComparePressed{Table: c.Table})),
				slot(c.Conflicts > 0, func() app.UI {
					return button("btn", "Conflicts…").OnClick(send(p.Store, state.ConflictsPressed{Table: c.Table}))
				}),
				slot(c.Partial, func() app.UI {
					return button("btn", "Pull from the beginning").Attr("disabled", busy).OnClick(send(p.Store, state.PullAgainPressed{Table: c.Table, Restart: true}))
				}),
				slot(c.Pending > 0, func() app.UI {
					return button("btn", "Take local changes back…").Attr("disabled", busy).OnClick(send(p.Store, state.CopyConfirmAsked{What: "revert"}))
				}),
				button("btn quiet", "Detach…").Attr("disabled", busy).OnClick(send(p.Store, state.CopyConfirmAsked{What: "detach"})),
			)
		}),
		slot(d.Sync.Confirm != "", func() app.UI { return p.copyConfirm(d, c) }),
	}
}

// copyConfirm asks before something is given up.
func (p *DialogPanel) copyConfirm(d *state.Dialog, c *tablesync.Copy) app.UI {
	text, yes := "Detach "+c.Table+": it stays here as it is, with its "+state.Count(c.Pending, "local change", "local changes")+", but it is an ordinary table then. It cannot be pushed, pulled or compared with its base any more.", "Detach "+c.Table
	if d.Sync.Confirm == "revert" {
		text = "Take back " + state.Count(c.Pending, "local change", "local changes") + " of " + c.Table + ": each entity becomes what it was when it was pulled last. Nothing at " + c.Source + " is touched."
		yes = "Take back " + state.Count(c.Pending, "change", "changes")
	}
	return el("div").Class("failure").Role("group").Aria("label", "Are you sure?").Body(
		el("p").Text(text),
		el("div").Class("row").Body(
			button("btn danger", yes).ID("copy-confirm").Attr("disabled", d.Busy).OnClick(send(p.Store, state.CopyConfirmed{})),
			button("btn", "Keep it").OnClick(send(p.Store, state.CopyConfirmAsked{})),
		),
	)
}

// working shows how far what the dialog started is. The dialog can be closed meanwhile: the list of tables shows it too.
func (p *DialogPanel) working() app.UI {
	l := p.Loading
	if l == nil {
		return el("p").Class("dim").Text("Ending…")
	}
	bar, text := progressOf(l)
	return el("div").Class("working").Role("group").Aria("label", l.Title).Body(
		el("p").Body(el("b").Text(l.Title)),
		bar,
		el("div").Class("row").Body(
			el("span").Class("num dim").Text(text), el("span").Class("grow"),
			button("btn", "Stop").ID("work-stop").OnClick(send(p.Store, state.LoadStopPressed{})),
		),
		el("p").Class("dim").Text("This can be closed: it goes on, and the list of tables shows how far it is. What is done is kept, whatever stops it."),
	)
}

// pullTable is the dialog of a pull.
func (p *DialogPanel) pullTable(d *state.Dialog) []app.UI {
	f := d.Sync.Pull
	switch {
	case d.Sync.Working:
		return []app.UI{p.working()}
	case f.Reply != nil:
		return p.pulled(d, f)
	case f.What == "": // of a copy: there is nothing to choose
		return []app.UI{dialogErr(d), el("div").Class("row end").Body(
			button("btn", "Try again").ID("pull-next").OnClick(send(p.Store, state.PullAgainPressed{Table: f.Table})),
			p.cancel(),
		)}
	}
	plan, reads := f.Reads()
	return []app.UI{el("form").OnSubmit(func(ctx app.Context, e app.Event) {
		e.PreventDefault()
		p.Store.Send(state.PullSubmitted{})
	}).Body(
		el("p").Class("dim").Text("Copies "+f.Remote+" of "+f.Source+" into this browser, page by page. The copy can be changed offline and pushed back; nothing there is overwritten unseen."),
		p.field(d, "pull-table", "Into a new table of this browser", "table"),
		el("fieldset").Class("choices").Body(
			el("legend").Text("What to pull"),
			p.pullChoice(f, "all", "The whole table"),
			p.pullChoice(f, "filter", "What a filter selects"),
			slot(f.What == "filter", func() app.UI { return p.field(d, "pull-filter", "$filter", "filter") }),
			p.pullChoice(f, "partitions", "Some partitions"),
			slot(f.What == "partitions", func() app.UI {
				return el("div").Class("prop keyprop").Body(
					el("label").Attr("for", "pull-keys").Text("PartitionKeys, each on a line of its own"),
					el("textarea").ID("pull-keys").Attr("rows", 4).Spellcheck(false).OnInput(sendValue(p.Store, "pull-keys", func(v string) state.Msg { return state.PullTyped{Field: "keys", Text: v} })),
				)
			}),
		),
		el("p").Class("row").Body(
			slot(plan != nil, func() app.UI { return badge(plan.Class, state.Mark(plan.Class)) }),
			el("span").Class("dim").Text(reads),
		),
		dialogErr(d),
		el("div").Class("row end").Body(p.cancel(), el("button").Attr("type", "submit").ID("pull-start").Class("btn primary").Text("Pull")),
	)}
}

// field is an input of the pull's form.
func (p *DialogPanel) field(d *state.Dialog, id, label, name string) app.UI {
	input := void("input").ID(id).Attr("type", "text").Attr("autocomplete", "off").Spellcheck(false).
		OnInput(sendValue(p.Store, id, func(v string) state.Msg { return state.PullTyped{Field: name, Text: v} }))
	if d.ErrField == id && d.Err != "" {
		input = input.Aria("invalid", "true").Aria("describedby", "dialog-err")
	}
	return el("div").Class("prop keyprop").Body(el("label").Attr("for", id).Text(label), input)
}

func (p *DialogPanel) pullChoice(f *state.PullForm, what, label string) app.UI {
	return el("label").Class("row check").Body(
		void("input").ID("pull-"+what).Attr("type", "radio").Attr("name", "pull-what").Attr("checked", f.What == what).OnChange(func(ctx app.Context, e app.Event) {
			p.Store.Send(state.PullTyped{Field: "what", Text: what})
		}, app.EventScope(what)),
		el("span").Text(label),
	)
}

// pulled tells of a pull that did not simply end.
func (p *DialogPanel) pulled(d *state.Dialog, f *state.PullForm) []app.UI {
	r := f.Reply
	rest := r.Stopped || r.Problem != ""
	class := "advice-box"
	if r.Problem != "" {
		class = "failure"
	}
	return []app.UI{
		el("p").Class(class).Text(state.PulledText(f.Req, r)),
		slot(rest, func() app.UI {
			return el("p").Class("dim").Text("The copy is a part of the table until it is gone on with, now or any time later.")
		}),
		dialogErr(d),
		el("div").Class("row end").Body(
			slot(rest, func() app.UI {
				return button("btn primary", "Go on").ID("pull-next").OnClick(send(p.Store, state.PullAgainPressed{Table: f.Req.Table}))
			}),
			slot(r.Report.Conflicts > 0, func() app.UI {
				b := button("btn", "Conflicts…")
				if !rest {
					b = b.ID("pull-next")
				}
				return b.OnClick(send(p.Store, state.ConflictsPressed{Table: f.Req.Table}))
			}),
			button("btn", "Show the copy").OnClick(send(p.Store, state.CopyShown{Table: f.Req.Table})),
			button("btn", "Close").OnClick(send(p.Store, state.DialogClosed{})),
		),
	}
}

// Locked reports whether nothing can be written to an account.
func (p *DialogPanel) Locked(source string) bool { return false }

func (p *DialogPanel) unlock(source string) app.UI { return app.Text("") }
