package ui

import (
	"cmp"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/state"
	"rangefinder/app/words"
	"rangefinder/engine/tablesync"
)

// copyMark is the button beside a table of the list that is a copy.
func copyMark(s *state.Store, c *tablesync.Copy) app.UI {
	what, text := ".icon.small.copy", "⇄"
	if c.Partial {
		what, text = what+".odd", text+" part"
	}
	if n := c.Pending - c.Conflicts; n > 0 {
		text += " " + words.Number(n)
	}
	if c.Conflicts > 0 {
		what, text = what+".bad", text+" ⚠ "+words.Number(c.Conflicts)
	}
	is := copyIs(c)
	return Press(s, what, text, state.CopyOpened{Table: c.Table}, Title(is), Label(c.Table+", "+is))
}

// liveMarks are the buttons beside a table of an account: its copies in this browser, and a pull.
func (s *Side) liveMarks(source, table string) app.UI {
	list := s.Sync.Of(source, table)
	return H("div.slot", Each(len(list), func(i int) app.UI { return copyMark(s.Store, list[i]) }),
		Press(s.Store, ".icon.small", "⇣", state.PullPressed{Table: table}, Title("Pull a copy into this browser"), Label("Pull a copy of "+table), Off(s.Tables.Loading != nil)))
}

// copyIs says what a copy is of and what it lacks.
func copyIs(c *tablesync.Copy) string {
	text := state.CopyOf(c)
	if more := state.Unsynced(c); more != "" {
		text += " · " + more
	}
	return text
}

// syncActions are what the query line offers of copies: of a table of an account a pull, of a copy its dialog.
func (q *QueryLine) syncActions() app.UI {
	if q.Table == "" {
		return H("div.slot")
	}
	if c := q.Sync.Copy(q.Table); c != nil && q.Source == "" { // its dialog has the rest
		text := cmp.Or(state.Unsynced(c), state.CopyOf(c))
		return Press(q.Store, ".btn.small.copy#copy", "⇄ "+words.Clip(text, 80), state.CopyOpened{Table: c.Table}, Title(copyIs(c)+": pull again, compare, push"))
	}
	var first any
	var copies []app.UI
	if q.Source != "" {
		for _, c := range q.Sync.Of(q.Source, q.Table) {
			copies = append(copies, Press(q.Store, ".btn.small.copy", "⇄ "+words.Clip(c.Table+" "+state.Unsynced(c), 100), state.CopyOpened{Table: c.Table}, Title("The "+copyIs(c)+", in this browser")))
		}
		first = Press(q.Store, ".btn.small#pull", "Pull a copy…", state.PullPressed{Table: q.Table}, Title("Copy this table, or a part of it, into this browser"), Off(q.Tables.Loading != nil))
	}
	return H("div.slot", copies, first)
}

// copyInfo is the dialog of one copy: where it came from, what it lacks, and everything that can be done with it.
func (p *DialogPanel) copyInfo(d *state.Dialog) []app.UI {
	c := p.Sync.Copy(d.Table)
	if c == nil {
		return []app.UI{H("p", d.Table+" is no copy any more.")}
	}
	pulled := "not finished yet"
	if !c.Pulled.IsZero() {
		pulled = c.Pulled.Local().Format("2006-01-02 15:04:05")
	}
	part := state.ScopeText(c.Scope)
	if part == "" {
		part = "the whole table"
	}
	unsynced := "nothing: no local changes"
	if c.Pending > 0 {
		unsynced = words.Count(c.Pending, "change", "changes")
	}
	var note, conflicts any
	if c.Partial {
		note = H("p.advice-box role=status", "The last pull was not finished: what it read is here, the rest is not. Go on continues after its last page.")
	}
	if c.Conflicts > 0 {
		unsynced += ", " + words.Number(c.Conflicts) + " of them in conflict"
		conflicts = H("p.failure", words.Count(c.Conflicts, "entity was", "entities were")+" changed here and there. They are not pushed before you decide.")
	}
	return []app.UI{H("div.stack#sync tabindex=-1",
		H("dl",
			H("dt", "Copy of"), H("dd", H("b", c.Remote), " at ", H("b", c.Source), H("span.dim", " "+c.Endpoint)),
			H("dt", "Holds"), H("dd", part),
			H("dt", "Last pull"), H("dd", pulled+" · "+words.Count(c.Entities, "entity", "entities")+" read in "+words.Count(c.Pages, "page", "pages")),
			H("dt", "Not pushed"), H("dd", unsynced),
		),
		note, conflicts, DialogErr(d.Err), p.copyActions(d, c),
	)}
}

func (p *DialogPanel) copyActions(d *state.Dialog, c *tablesync.Copy) app.UI {
	if d.Sync.Confirm != "" {
		return p.copyConfirm(d, c)
	}
	busy := Off(d.Busy || p.Loading != nil || p.Sources.Asking())
	again := "Pull again"
	var restart, local, conflicts, revert any
	if c.Partial {
		again = "Go on"
		restart = Press(p.Store, ".btn", "Pull from the beginning", state.PullAgainPressed{Table: c.Table, Restart: true}, busy)
	}
	if c.Pending > 0 {
		local = Press(p.Store, ".btn", "Local changes…", state.ComparePressed{Table: c.Table, Base: true})
		revert = Press(p.Store, ".btn", "Take local changes back…", state.CopyConfirmAsked{What: "revert"}, busy)
	}
	if c.Conflicts > 0 {
		conflicts = Press(p.Store, ".btn", "Conflicts…", state.ConflictsPressed{Table: c.Table})
	}
	return H("div.row",
		Press(p.Store, ".btn.primary#copy-pull", again, state.PullAgainPressed{Table: c.Table}, busy),
		Press(p.Store, ".btn#copy-push", "Push…", state.PushPressed{Table: c.Table}, busy),
		conflicts, local,
		Press(p.Store, ".btn", "Compare…", state.ComparePressed{Table: c.Table}),
		restart, revert,
		Press(p.Store, ".btn.quiet", "Detach…", state.CopyConfirmAsked{What: "detach"}, busy),
	)
}

// copyConfirm asks before something is given up.
func (p *DialogPanel) copyConfirm(d *state.Dialog, c *tablesync.Copy) app.UI {
	changes := words.Count(c.Pending, "local change", "local changes")
	text, yes := "Detach "+c.Table+": it stays here as it is, with "+changes+", but it is an ordinary table then. It cannot be pushed, pulled or compared with its base any more.", "Detach "+c.Table
	if d.Sync.Confirm == "revert" {
		text = "Take back " + changes + " of " + c.Table + ": each entity becomes what it was when it was pulled last. This cannot be undone. Nothing at " + c.Source + " is touched."
		yes = "Take back " + changes
	}
	return H("div.failure role=group", Label("Are you sure?"), H("p", text), H("div.row",
		Press(p.Store, ".btn.danger#copy-confirm", yes, state.CopyConfirmed{}, Off(d.Busy)),
		Press(p.Store, ".btn", "Keep it", state.CopyConfirmAsked{}),
	))
}

// working shows how far what the dialog started is. The dialog can be closed meanwhile: the list of tables shows it too.
func (p *DialogPanel) working() app.UI {
	l := p.Loading
	if l == nil {
		return H("p.dim", "Ending…")
	}
	bar, text := Progress(l)
	return H("div.working role=group", Label(l.Title), H("b", l.Title), bar,
		H("div.row", H("span.num.dim", text), H("span.grow"), Press(p.Store, ".btn#work-stop", "Stop", state.LoadStopPressed{})),
		H("p.dim", "This can be closed: it goes on, and the list of tables shows how far it is. What is done is kept, whatever stops it."),
	)
}

// close is a button that closes the dialog.
func (p *DialogPanel) close() app.UI { return Press(p.Store, ".btn", "Close", state.DialogClosed{}) }
