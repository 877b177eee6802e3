package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
	"rangefinder/app/worker"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang/edm"
)

// pushChanges is the dialog of a push: its plan, what shall become of conflicts, and what it did.
func (p *DialogPanel) pushChanges(d *state.Dialog) []app.UI {
	f := d.Sync.Push
	if f.Plan == nil {
		return []app.UI{
			slot(d.Busy, func() app.UI { return el("p").Class("dim").Role("status").Text("Planning…") }),
			dialogErr(d),
		}
	}
	c := f.Plan.Copy
	locked := p.Locked(c.Source)
	nothing := len(f.Plan.Groups) == 0
	missing := f.Plan.Creates || f.Reply != nil && f.Reply.Code == "TableNotFound"
	return []app.UI{
		slot(f.Reply != nil, func() app.UI { return p.pushed(f) }),
		el("p").Body(app.Text("To "), el("b").Text(c.Remote), app.Text(" at "), el("b").Text(c.Source), el("span").Class("dim").Text(" "+c.Endpoint)),
		slot(nothing, func() app.UI { return el("p").Text("There is nothing to push.") }),
		slot(!nothing, func() app.UI { return p.pushPlan(f) }),
		slot(f.Plan.Conflicts > 0, func() app.UI {
			return el("div").Class("failure").Body(
				el("p").Text(state.Count(f.Plan.Conflicts, "entity is", "entities are")+" in conflict and left out until you decide."),
				el("div").Class("row").Body(button("btn small", "Conflicts…").OnClick(send(p.Store, state.ConflictsPressed{Table: f.Table}))),
			)
		}),
		slot(locked, func() app.UI {
			return el("div").Class("advice-box").Body(
				el("p").Body(el("b").Text("Writing to "+c.Source+" is locked. "), app.Text("Nothing can be pushed before you open its lock; a dry run can be made.")),
				el("div").Class("row").Body(p.unlock(c.Source)),
			)
		}),
		dialogErr(d),
		slot(d.Sync.Working, func() app.UI { return p.working() }),
		slot(!d.Sync.Working && !nothing, func() app.UI {
			return el("div").Class("stack").Body(
				p.rules("push-rule", "When the service has changed an entity meanwhile", f.Rule, func(r tablesync.Rule) state.Msg { return state.PushRuleChosen{Rule: r} }),
				slot(missing, func() app.UI {
					return check("push-create", "Make the table "+c.Remote+" there when it is missing", f.Create, func(on bool) { p.Store.Send(state.PushCreateChosen{Create: on}) })
				}),
				el("div").Class("row end").Body(
					button("btn", "Dry run").Attr("title", "Plans and checks everything, and sends nothing that writes").Attr("disabled", d.Busy).OnClick(send(p.Store, state.PushStarted{DryRun: true})),
					button("btn primary", "Push "+state.Count(f.Plan.Inserts+f.Plan.Updates+f.Plan.Deletes, "change", "changes")).ID("push-start").Attr("disabled", d.Busy || locked).OnClick(send(p.Store, state.PushStarted{})),
				),
			)
		}),
	}
}

// rules is the choice of what becomes of conflicts.
func (p *DialogPanel) rules(id, label string, chosen tablesync.Rule, msg func(tablesync.Rule) state.Msg) app.UI {
	var list []string
	for r := tablesync.Ask; r <= tablesync.MergeTheirs; r++ {
		list = append(list, strconv.Itoa(int(r)), state.RuleText(r))
	}
	return el("div").Class("prop keyprop").Body(
		el("label").Attr("for", id).Text(label),
		el("select").ID(id).OnChange(sendValue(p.Store, id, func(v string) state.Msg {
			n, _ := strconv.Atoi(v)
			return msg(tablesync.Rule(n))
		})).Body(options(strconv.Itoa(int(chosen)), list...)...),
	)
}

// pushPlan is what would be sent, group by group, down to the exact request.
func (p *DialogPanel) pushPlan(f *state.Pushing) app.UI {
	pl := f.Plan
	groups := len(pl.Groups) + pl.More
	return el("div").Class("stack").Body(
		el("p").Class("facts").Body(
			bold(state.Count(pl.Inserts, "insert", "inserts")), app.Text(" · "), bold(state.Count(pl.Updates, "update", "updates")), app.Text(" · "), bold(state.Count(pl.Deletes, "delete", "deletes")),
			app.Text(" in "+state.Count(groups, "group", "groups")+" · "+state.Bytes(int64(pl.Bytes))+" · at least "+state.Count(pl.Requests, "request", "requests")+", each on condition that the service still has what was pulled"),
		),
		el("div").Class("scroll-x tall").TabIndex(0).Role("region").Aria("label", "Groups").Body(el("table").Class("preview").Body(
			el("thead").Body(el("tr").Body(
				el("th").Attr("scope", "col").Text("Partition"), el("th").Attr("scope", "col").Text("Operations"), el("th").Attr("scope", "col").Text("Size"), el("td"),
			)),
			el("tbody").Body(app.Range(pl.Groups).Slice(func(i int) app.UI {
				g := pl.Groups[i]
				return el("tr").Body(
					el("th").Attr("scope", "row").Text(clip(state.KeyText(g.PartitionKey), 100)),
					el("td").Text(operations(g)),
					el("td").Text(state.Bytes(int64(g.Bytes))),
					el("td").Body(button("btn small", "Request").Aria("expanded", i == f.Group).Aria("label", "Request for "+clip(state.KeyText(g.PartitionKey), 60)).OnClick(send(p.Store, state.PushGroupOpened{Index: i}))),
				)
			})),
		)),
		slot(pl.More > 0, func() app.UI {
			return el("p").Class("dim").Text("The first " + state.Number(len(pl.Groups)) + " of " + state.Number(groups) + " groups are listed; all are sent.")
		}),
		slot(f.Group >= 0 && f.Group < len(pl.Groups), func() app.UI { return p.pushRequest(pl.Groups[f.Group]) }),
	)
}

func operations(g worker.GroupInfo) string {
	text := ""
	for _, part := range []struct {
		n    int
		text string
	}{{g.Inserts, "inserted"}, {g.Updates, "updated"}, {g.Deletes, "deleted"}} {
		if part.n > 0 {
			if text != "" {
				text += ", "
			}
			text += state.Number(part.n) + " " + part.text
		}
	}
	return text
}

func (p *DialogPanel) pushRequest(g worker.GroupInfo) app.UI {
	return el("div").Class("stack").Body(
		el("div").Class("row").Body(
			el("h3").Text("The request for "+clip(state.KeyText(g.PartitionKey), 60)+", before it is signed"), el("span").Class("grow"),
			button("btn small", "Copy").Aria("label", "Copy the request").OnClick(send(p.Store, state.CopyPressed{Text: g.Request, What: "the request"})),
		),
		el("pre").Class("request").TabIndex(0).Role("region").Aria("label", "Request").Text(g.Request),
	)
}

// pushed tells what the last push did.
func (p *DialogPanel) pushed(f *state.Pushing) app.UI {
	r := f.Reply
	class := "advice-box"
	if r.Problem != "" || len(r.Report.Refused) > 0 {
		class = "failure"
	}
	var bad []tablesync.GroupResult
	for _, g := range r.Report.Groups {
		if (g.Code != "" || g.Split) && len(bad) < worker.MaxWindow {
			bad = append(bad, g)
		}
	}
	refused := r.Report.Refused[:min(len(r.Report.Refused), worker.MaxWindow)]
	return el("div").ID("push-done").Class(class).TabIndex(-1).Role("group").Aria("label", "What was done").Body(
		el("p").Body(el("b").Text(state.PushedText(worker.PushRequest{DryRun: f.Dry}, r))),
		slot(len(refused) > 0, func() app.UI {
			return el("ul").Class("notes").Aria("label", "Refused").Body(app.Range(refused).Slice(func(i int) app.UI {
				x := refused[i]
				return el("li").Body(el("b").Text(clip(state.KeyText(x.PartitionKey), 100)+" / "+clip(state.KeyText(x.RowKey), 100)), app.Text(" "+x.Code+": "+clip(x.Message, 300)))
			}))
		}),
		slot(len(bad) > 0, func() app.UI {
			return el("ul").Class("notes").Aria("label", "Groups").Body(app.Range(bad).Slice(func(i int) app.UI {
				g := bad[i]
				text := clip(state.KeyText(g.PartitionKey), 100) + ": " + state.Number(g.Written) + " of " + state.Count(g.Ops, "operation", "operations") + " written"
				if g.Code != "" {
					text += " · " + g.Code + ": " + clip(g.Message, 300)
				}
				if g.Split {
					text += " · sent again without what was refused"
				}
				return el("li").Text(text)
			}))
		}),
	)
}

// resolveConflicts is the list of a copy's conflicts. Nothing is chosen beforehand.
func (p *DialogPanel) resolveConflicts(d *state.Dialog) []app.UI {
	f := d.Sync.Conflicts
	if f.Reply == nil {
		return []app.UI{slot(d.Err == "", func() app.UI { return el("p").Class("dim").Role("status").Text("Reading…") }), dialogErr(d)}
	}
	r := f.Reply
	if r.Total == 0 {
		return []app.UI{
			el("p").ID("conflicts").TabIndex(-1).Text("There are no conflicts. What was decided is pushed with the next push."),
			dialogErr(d),
			el("div").Class("row end").Body(button("btn primary", "Push…").OnClick(send(p.Store, state.PushPressed{Table: f.Table})), button("btn", "Close").OnClick(send(p.Store, state.DialogClosed{}))),
		}
	}
	return []app.UI{
		el("p").Class("dim").Text("Both sides changed these entities since they were pulled. Deciding changes the copy here; the service is only written by the next push."),
		dialogErr(d),
		el("div").ID("conflicts").Class("stack").TabIndex(-1).Role("group").Aria("label", "Conflicts").Body(
			p.pager("Conflicts", f.First, len(r.Conflicts), r.Total, state.ConflictPage, func(first int) state.Msg { return state.ConflictsPaged{First: first} }),
			app.Range(r.Conflicts).Slice(func(i int) app.UI { return p.conflict(d, &r.Conflicts[i]) }),
		),
		el("div").Class("row sides").Body(
			el("div").Class("grow").Body(p.rules("conflict-rule", "All "+state.Count(r.Total, "conflict", "conflicts")+" at once", f.Rule, func(r tablesync.Rule) state.Msg { return state.ConflictRuleChosen{Rule: r} })),
			button("btn", "Resolve all "+state.Number(r.Total)).Attr("disabled", d.Busy || f.Rule == tablesync.Ask).OnClick(send(p.Store, state.ConflictResolved{All: true, Rule: f.Rule})),
		),
	}
}

func (p *DialogPanel) conflict(d *state.Dialog, c *worker.ConflictInfo) app.UI {
	key := clip(state.KeyText(c.PartitionKey), 100) + " / " + clip(state.KeyText(c.RowKey), 100)
	decide := func(text string, r tablesync.Rule) app.UI {
		return button("btn small", text).Aria("label", text+": "+key).Attr("disabled", d.Busy).OnClick(send(p.Store, state.ConflictResolved{PartitionKey: c.PartitionKey, RowKey: c.RowKey, Rule: r}))
	}
	mine, theirs := "Keep mine", "Take theirs"
	if c.Mine == nil {
		mine = "Delete it there too"
	}
	if c.Theirs == nil {
		mine, theirs = "Keep mine: insert it again", "Delete it here too"
	}
	both := c.Mine != nil && c.Theirs != nil
	return el("section").Class("conflict").Aria("label", key).Body(
		el("h3").Text(key),
		diffTable("Base, theirs and mine of "+key, []string{"Base", "Theirs", "Mine"}, []*worker.EntityReply{c.Base, c.Theirs, c.Mine}, func(r state.DiffRow) app.UI {
			there, here := !sameText(r.Cells[0], r.Cells[1]), !sameText(r.Cells[0], r.Cells[2])
			switch {
			case r.Same:
				return el("span").Class("dim").Text("the same")
			case there && here && sameText(r.Cells[1], r.Cells[2]):
				return el("span").Class("dim").Text("changed alike")
			case there && here:
				return el("span").Class("tag bad").Text("changed on both sides")
			case there:
				return el("span").Class("tag right").Text("changed there")
			}
			return el("span").Class("tag left").Text("changed here")
		}),
		el("div").Class("row").Body(
			decide(mine, tablesync.TakeMine),
			decide(theirs, tablesync.TakeTheirs),
			slot(both, func() app.UI { return decide("Merge, mine wins", tablesync.MergeMine) }),
			slot(both, func() app.UI { return decide("Merge, theirs wins", tablesync.MergeTheirs) }),
		),
	)
}

func sameText(a, b worker.TextProperty) bool {
	return a.Type == b.Type && (a.Type == edm.NoType || a.Text == b.Text)
}
