package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine/tablesync"
)

// pushChanges is the dialog of a push: its plan, what shall become of conflicts, and what it did.
func (p *DialogPanel) pushChanges(d *state.Dialog) []app.UI {
	f := d.Sync.Push
	if f.Plan == nil {
		text := "Planning…"
		if d.Err != "" {
			text = ""
		}
		return []app.UI{h("div.stack#sync tabindex=-1", h("p.dim role=status", text), dialogErr(d))}
	}
	c := f.Plan.Copy
	var done, conflicts, lock, act any
	if f.Reply != nil {
		done = p.pushed(f)
	}
	plan := h("p", "There is nothing to push.")
	nothing := len(f.Plan.Groups) == 0
	if !nothing {
		plan = p.pushPlan(f)
	}
	if f.Plan.Conflicts > 0 {
		conflicts = h("div.failure",
			h("p", words.Count(f.Plan.Conflicts, "entity is", "entities are")+" in conflict and left out until you decide."),
			h("div.row", press(p.Store, ".btn.small", "Conflicts…", state.ConflictsPressed{Table: f.Table})))
	}
	locked := p.Sources != nil && p.Sources.Locked(c.Source)
	if locked {
		lock = h("div.advice-box",
			h("p", h("b", "Writing to "+c.Source+" is locked. "), "Nothing can be pushed before you open its lock; a dry run can be made."),
			h("div.row", press(p.Store, ".btn.small#push-unlock", "Open the lock…", state.UnlockPressed{Source: c.Source, Table: f.Table})))
	}
	switch {
	case d.Sync.Working:
		act = p.working()
	case !nothing:
		act = p.pushActions(d, f, locked)
	}
	return []app.UI{h("div.stack#sync tabindex=-1", done, h("p", "To ", h("b", c.Remote), " at ", h("b", c.Source), h("span.dim", " "+c.Endpoint)), plan, conflicts, lock, dialogErr(d), act)}
}

func (p *DialogPanel) pushActions(d *state.Dialog, f *state.Pushing, locked bool) app.UI {
	var create any
	if f.Plan.Creates || f.Reply != nil && f.Reply.Code == "TableNotFound" {
		create = check("push-create", "Make the table "+f.Plan.Copy.Remote+" there when it is missing", f.Create, func(yes bool) { p.Store.Send(state.PushCreateChosen{Create: yes}) })
	}
	return h("div.stack",
		p.rules("push-rule", "When the service has changed an entity meanwhile", f.Rule, func(r tablesync.Rule) state.Msg { return state.PushRuleChosen{Rule: r} }),
		create,
		h("div.row.end",
			press(p.Store, ".btn#push-try", "Dry run", state.PushStarted{DryRun: true}, title("Asks the service what a push would find, and writes nothing"), off(d.Busy)),
			press(p.Store, ".btn.primary#push-start", "Push "+words.Count(f.Plan.Inserts+f.Plan.Updates+f.Plan.Deletes, "change", "changes"), state.PushStarted{}, off(d.Busy || locked)),
		))
}

// rules is the choice of what becomes of conflicts.
func (p *DialogPanel) rules(id, name string, chosen tablesync.Rule, msg func(tablesync.Rule) state.Msg) app.UI {
	var list []string
	for r := tablesync.Ask; r <= tablesync.MergeTheirs; r++ {
		list = append(list, strconv.Itoa(int(r)), state.RuleText(r))
	}
	return p.choice(".grow", id, name, strconv.Itoa(int(chosen)), list, func(v string) state.Msg {
		n, _ := strconv.Atoi(v)
		return msg(tablesync.Rule(n))
	})
}

// pushPlan is what would be sent, group by group, down to the exact request.
func (p *DialogPanel) pushPlan(f *state.Pushing) app.UI {
	pl := f.Plan
	groups := len(pl.Groups) + pl.More
	var more, request any
	if pl.More > 0 {
		more = h("p.dim", "The first "+words.Number(len(pl.Groups))+" of "+words.Number(groups)+" groups are listed; all are sent.")
	}
	if f.Group >= 0 && f.Group < len(pl.Groups) {
		request = p.pushRequest(pl.Groups[f.Group])
	}
	return h("div.stack",
		h("p.facts", h("b", operations(pl.Inserts, pl.Updates, pl.Deletes)),
			" in "+words.Count(groups, "group", "groups")+" · "+words.Bytes(int64(pl.Bytes))+" · at least "+words.Count(pl.Requests, "request", "requests")+", each on condition that the service still has what was pulled"),
		h("div.scroll-x.tall role=region tabindex=0", label("Groups"), h("table.preview",
			h("thead", h("tr", h("th scope=col", "Partition"), h("th scope=col", "Operations"), h("th scope=col", "Size"), h("td"))),
			h("tbody", each(len(pl.Groups), func(i int) app.UI {
				g := &pl.Groups[i]
				name := words.Clip(state.KeyText(g.PartitionKey), 100)
				what := ".btn.small aria-expanded=" + strconv.FormatBool(i == f.Group)
				return h("tr", h("th scope=row", name), h("td", operations(g.Inserts, g.Updates, g.Deletes)), h("td", words.Bytes(int64(g.Bytes))),
					h("td", press(p.Store, what, "Request", state.PushGroupOpened{Index: i}, label("Request for "+name))))
			})),
		)),
		more, request)
}

// operations counts what is sent.
func operations(inserts, updates, deletes int) string {
	text := ""
	for i, n := range [...]int{inserts, updates, deletes} {
		if n > 0 {
			if text != "" {
				text += ", "
			}
			text += words.Number(n) + [...]string{" inserted", " updated", " deleted"}[i]
		}
	}
	return text
}

func (p *DialogPanel) pushRequest(g wire.GroupInfo) app.UI {
	return h("div.stack",
		h("div.row", h("h3", "The request for "+words.Clip(state.KeyText(g.PartitionKey), 60)+", before it is signed"), h("span.grow"),
			press(p.Store, ".btn.small", "Copy", state.CopyPressed{Text: g.Request, What: "the request"}, label("Copy the request"))),
		h("pre.request role=region tabindex=0", label("Request"), g.Request))
}

// pushed tells what the last push did.
func (p *DialogPanel) pushed(f *state.Pushing) app.UI {
	r := f.Reply
	what := "div.advice-box"
	if r.Problem != "" || len(r.Report.Refused) > 0 {
		what = "div.failure"
	}
	var lines []app.UI
	add := func(name, text string) {
		if len(lines) < wire.MaxWindow {
			lines = append(lines, h("li", h("b", name), " "+text))
		}
	}
	for i := range r.Report.Refused {
		x := &r.Report.Refused[i]
		add(entityName(x.PartitionKey, x.RowKey), "refused, "+x.Code+": "+words.Clip(x.Message, 300))
	}
	for i := range r.Report.Groups {
		g := &r.Report.Groups[i]
		if f.Dry || g.Code == "" && !g.Split {
			continue
		}
		text := words.Number(g.Written) + " of " + words.Count(g.Ops, "operation", "operations") + " written"
		if g.AlreadyThere > 0 {
			text += ", " + words.Number(g.AlreadyThere) + " already there"
		}
		if g.Code != "" {
			text += " · " + g.Code + ": " + words.Clip(g.Message, 300)
		}
		if g.Split {
			text += " · sent again without what was refused"
		}
		add(words.Clip(state.KeyText(g.PartitionKey), 100), text)
	}
	return h(what+"#push-done role=group tabindex=-1", label("What was done"),
		h("p", h("b", state.PushedText(wire.PushRequest{DryRun: f.Dry}, r))), h("ul.notes", lines))
}
