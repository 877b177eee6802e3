package copies

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
	"rangefinder/engine/tablesync"
)

// copyInfo is the dialog of one copy: where it came from, what it lacks, and everything that can be done with it.
func (p *panel) copyInfo() []app.UI {
	c := p.m.Copy(p.d.Table)
	if c == nil {
		return []app.UI{H("p", p.d.Table+" is not a copy any more.")}
	}
	pulled := "not finished yet"
	if !c.Pulled.IsZero() {
		pulled = c.Pulled.Local().Format("2006-01-02 15:04:05")
	}
	part := ScopeText(c.Scope)
	if part == "" {
		part = "the whole table"
	}
	unsynced := "nothing: no local changes"
	if c.Pending > 0 {
		unsynced = words.Count(c.Pending, "change", "changes")
	}
	var note, conflicts any
	if c.Partial {
		note = H("p.advice-box role=status", "The last pull was not finished: what it read is here, the rest is not. Go on starts after the last page that was read.")
	}
	if c.Conflicts > 0 {
		unsynced += ", " + words.Number(c.Conflicts) + " of them in conflict"
		conflicts = H("p.failure", words.Count(c.Conflicts, "entity was", "entities were")+" changed on both sides. "+words.Plural(c.Conflicts, "It is", "They are")+" not pushed until you decide.")
	}
	return []app.UI{H("div.stack#sync tabindex=-1",
		H("dl",
			H("dt", "Copy of"), H("dd", H("b", c.Remote), " at ", H("b", c.Source), H("span.dim", " "+c.Endpoint)),
			H("dt", "Holds"), H("dd", part),
			H("dt", "Last pull"), H("dd", pulled+" · "+words.Count(c.Entities, "entity", "entities")+" read in "+words.Count(c.Pages, "page", "pages")),
			H("dt", "Not pushed"), H("dd", unsynced),
		),
		note, conflicts, DialogErr(p.d.Err), p.copyActions(c),
	)}
}

func (p *panel) copyActions(c *tablesync.Copy) app.UI {
	if p.f.Confirm != "" {
		return p.copyConfirm(c)
	}
	busy := Off(p.d.Busy || p.v.Loading != nil || p.v.Accounts.Asking())
	again := "Pull again"
	var restart, local, conflicts, revert any
	if c.Partial {
		again = "Go on"
		restart = Press(p.s, ".btn", "Pull from the beginning", PullAgainPressed{Table: c.Table, Restart: true}, busy)
	}
	if c.Pending > 0 {
		local = Press(p.s, ".btn", "Local changes…", ComparePressed{Table: c.Table, Base: true})
		revert = Press(p.s, ".btn", "Take local changes back…", ConfirmAsked{What: "revert"}, busy)
	}
	if c.Conflicts > 0 {
		conflicts = p.resolve(".btn.primary#copy-conflicts", c.Conflicts, c.Table)
	}
	pull, push := ".btn.primary", ".btn"
	switch {
	case c.Conflicts > 0: // a pull or a push leaves them as they are
		pull = push
	case c.Pending > 0 && !c.Partial:
		pull, push = push, pull
	}
	return H("div.row", conflicts,
		Press(p.s, pull+"#copy-pull", again, PullAgainPressed{Table: c.Table}, busy),
		Press(p.s, push+"#copy-push", "Push…", page.PushPressed{Table: c.Table}, busy),
		local,
		Press(p.s, ".btn", "Compare…", ComparePressed{Table: c.Table}),
		restart, revert,
		Press(p.s, ".btn.quiet", "Detach…", ConfirmAsked{What: "detach"}, busy),
	)
}

// resolve is the way from anywhere to the conflicts of a copy.
func (p *panel) resolve(what string, conflicts int, table string) app.UI {
	return Press(p.s, what, "Resolve "+words.Count(conflicts, "conflict", "conflicts")+"…", ConflictsPressed{Table: table})
}

// copyConfirm asks before something is given up.
func (p *panel) copyConfirm(c *tablesync.Copy) app.UI {
	changes := words.Count(c.Pending, "local change", "local changes")
	text, yes := "Detach "+c.Table+": it stays here as it is, with "+changes+", but it is an ordinary table then. It cannot be pushed, pulled or compared with its base any more.", "Detach "+c.Table
	if p.f.Confirm == "revert" {
		text = "Take back " + changes + " of " + c.Table + ": each entity becomes what it was when it was pulled last. This cannot be undone. Nothing at " + c.Source + " is touched."
		yes = "Take back " + changes
	}
	return H("div.failure role=group", Label("Are you sure?"), H("p", text), H("div.row",
		Press(p.s, ".btn.danger#copy-confirm", yes, Confirmed{}, Off(p.d.Busy)),
		Press(p.s, ".btn", "Keep it", ConfirmAsked{}),
	))
}
