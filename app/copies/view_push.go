package copies

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine"
	"rangefinder/engine/tablesync"
)

// pushChanges is the dialog of a push: its plan, what shall become of conflicts, and what it did.
func (p *panel) pushChanges() []app.UI {
	f := p.f.Push
	if f.Plan == nil {
		text := "Planning…"
		if p.d.Err != "" {
			text = ""
		}
		return []app.UI{H("div.stack#sync tabindex=-1", H("p.dim role=status", text), DialogErr(p.d.Err))}
	}
	c := f.Plan.Copy
	var done, conflicts, lock, act any
	if f.Reply != nil {
		done = p.pushed(f)
	}
	plan := H("p", "There is nothing to push.")
	nothing := len(f.Plan.Groups) == 0
	if !nothing {
		plan = p.pushPlan(f)
	} else if f.Plan.Conflicts > 0 {
		plan = H("p", "Only conflicts are left.")
	}
	if f.Reply != nil && nothing && f.Plan.Conflicts == 0 {
		plan = H("p", "Nothing is left to push.")
	}
	if f.Plan.Conflicts > 0 {
		way := ".btn.small"
		if nothing {
			way = ".btn.primary" // there is nothing else to do
		}
		conflicts = H("div.failure",
			H("p", words.Count(f.Plan.Conflicts, "entity is", "entities are")+" in conflict and left out until you decide."),
			H("div.row", p.resolve(way+"#copy-conflicts", f.Plan.Conflicts, f.Table)))
	}
	locked := p.v.Accounts.Locked(c.Source)
	if locked {
		lock = H("div.advice-box",
			H("p", H("b", "Writing to "+c.Source+" is locked. "), "Until you open its lock, you can only make a dry run."),
			H("div.row", Press(p.s, ".btn.small#push-unlock", "Open the lock…", page.UnlockPressed{Source: c.Source, Table: f.Table})))
	}
	leave := Cancel(p.s)
	if nothing || f.Reply != nil && !f.Dry {
		leave = Close(p.s)
	}
	switch {
	case p.f.Working:
		act = p.working()
	case nothing:
		act = H("div.row.end", leave)
	default:
		act = p.pushActions(f, locked, leave)
	}
	return []app.UI{H("div.stack#sync tabindex=-1", done, H("p", "To ", H("b", c.Remote), " at ", H("b", c.Source), H("span.dim", " "+c.Endpoint+" "), p.label(c.Source)), plan, conflicts, lock, DialogErr(p.d.Err), act)}
}

// label is the environment of an account, which says what is at stake.
func (p *panel) label(source string) app.UI {
	a := p.v.Accounts.Account(source)
	return Slot(a != nil && a.Label != "", func() app.UI { return H("span.tag.odd", a.Label) })
}

func (p *panel) pushActions(f *Pushing, locked bool, leave app.UI) app.UI {
	var create any
	if f.Plan.Creates || f.Reply != nil && f.Reply.Code == "TableNotFound" {
		create = Check("push-create", "Make the table "+f.Plan.Copy.Remote+" there when it is missing", f.Create, func(yes bool) { p.s.Send(PushCreateChosen{Create: yes}) })
	}
	return H("div.stack",
		p.rules("push-rule", "When the service has changed an entity meanwhile", f.Rule, func(r tablesync.Rule) page.Msg { return PushRuleChosen{Rule: r} }),
		create,
		Slot(!locked && p.v.Accounts.Production(f.Plan.Copy.Source), func() app.UI {
			return NameTable(f.Plan.Copy.Source, f.Plan.Copy.Remote, "push-name", Typed(p.s, "input", "push-name", func(text string) page.Msg { return PushNamed{text} }))
		}),
		H("div.row.end", leave,
			Press(p.s, ".btn#push-try", "Dry run", PushStarted{DryRun: true}, Title("Asks the service what a push would find, and writes nothing"), Off(p.d.Busy)),
			Press(p.s, ".btn.primary#push-start", "Push "+words.Count(f.Plan.Inserts+f.Plan.Updates+f.Plan.Deletes, "change", "changes"), PushStarted{}, Off(p.d.Busy || locked || !f.named(p.v))),
		))
}

// rules is the choice of what becomes of conflicts.
func (p *panel) rules(id, name string, chosen tablesync.Rule, msg func(tablesync.Rule) page.Msg) app.UI {
	var list []string
	for r := tablesync.Ask; r <= tablesync.MergeTheirs; r++ {
		list = append(list, strconv.Itoa(int(r)), RuleText(r))
	}
	return p.choice(".grow", id, name, strconv.Itoa(int(chosen)), list, func(v string) page.Msg {
		n, _ := strconv.Atoi(v)
		return msg(tablesync.Rule(n))
	})
}

// pushPlan is what would be sent, group by group, down to the exact request.
func (p *panel) pushPlan(f *Pushing) app.UI {
	pl := f.Plan
	groups := len(pl.Groups) + pl.More
	var more, request any
	if pl.More > 0 {
		more = H("p.dim", "The first "+words.Number(len(pl.Groups))+" of "+words.Number(groups)+" transactions are listed; all are sent.")
	}
	if f.Group >= 0 && f.Group < len(pl.Groups) {
		request = p.pushRequest(pl.Groups[f.Group])
	}
	return H("div.stack",
		H("p.facts", H("b", operations(pl.Inserts, pl.Updates, pl.Deletes)),
			" in "+words.Count(groups, "transaction", "transactions")+" · "+words.Bytes(int64(pl.Bytes))+" · at least "+words.Count(pl.Requests, "request", "requests")+", each on condition that the service still has what was pulled"),
		H("div.scroll-x.tall role=region tabindex=0", Label("Groups"), H("table.preview",
			H("thead", H("tr", H("th scope=col", "Partition"), H("th scope=col", "Operations"), H("th scope=col", "Size"), H("td"))),
			H("tbody", Each(len(pl.Groups), func(i int) app.UI {
				g := &pl.Groups[i]
				name := words.Clip(page.KeyText(g.PartitionKey), 100)
				what := ".btn.small aria-expanded=" + strconv.FormatBool(i == f.Group)
				return H("tr", H("th scope=row", name), H("td", operations(g.Inserts, g.Updates, g.Deletes)), H("td", words.Bytes(int64(g.Bytes))),
					H("td", Press(p.s, what, "Request", PushGroupOpened{Index: i}, Label("Request for "+name))))
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

func (p *panel) pushRequest(g wire.GroupInfo) app.UI {
	return H("div.stack",
		H("div.row", H("h3", "The request for "+words.Clip(page.KeyText(g.PartitionKey), 60)+", before it is signed"), H("span.grow"),
			Press(p.s, ".btn.small", "Copy", page.CopyPressed{Text: g.Request, What: "the request"}, Label("Copy the request"))),
		H("pre.request role=region tabindex=0", Label("Request"), g.Request))
}

// pushed tells what the last push did.
func (p *panel) pushed(f *Pushing) app.UI {
	r := f.Reply
	what := "div.advice-box"
	if r.Problem != "" || len(r.Report.Refused) > 0 {
		what = "div.failure"
	}
	var lines []app.UI
	add := func(name, text string) {
		if len(lines) < wire.MaxWindow {
			lines = append(lines, H("li", H("b", name), " "+text))
		}
	}
	for i := range r.Report.Refused {
		x := &r.Report.Refused[i]
		add(page.EntityName(x.PartitionKey, x.RowKey), "refused, "+x.Code+": "+words.Clip(x.Message, 300))
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
		if g.Code == string(engine.UpdateConditionNotSatisfied) {
			text += " · changed there since the last pull"
		} else if g.Code != "" {
			text += " · " + g.Code + ": " + words.Clip(g.Message, 300)
		}
		if g.Split {
			text += " · sent again without what was refused"
		}
		add(words.Clip(page.KeyText(g.PartitionKey), 100), text)
	}
	return H(what+"#push-done role=group tabindex=-1", Label("What was done"),
		H("p", H("b", PushedText(wire.PushRequest{DryRun: f.Dry}, r))), H("ul.notes", lines))
}
