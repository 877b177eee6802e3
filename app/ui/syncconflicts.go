package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang/edm"
)

// resolveConflicts is the list of a copy's conflicts. Nothing is chosen beforehand.
func (p *DialogPanel) resolveConflicts(d *state.Dialog) []app.UI {
	f := d.Sync.Conflicts
	r := f.Reply
	switch {
	case r == nil:
		return []app.UI{h("div.stack#sync tabindex=-1", h("p.dim role=status", "Reading…"), dialogErr(d))}
	case r.Total == 0:
		return []app.UI{h("div.stack#sync tabindex=-1",
			h("p#conflicts tabindex=-1", "There are no conflicts. What was decided is pushed with the next push."), dialogErr(d),
			h("div.row.end", press(p.Store, ".btn.primary", "Push…", state.PushPressed{Table: f.Table}), p.close()))}
	}
	return []app.UI{h("div.stack#sync tabindex=-1",
		h("p.dim", "Both sides changed these entities since they were pulled. Deciding changes the copy here; the service is only written by the next push."),
		dialogErr(d),
		h("div.stack#conflicts role=group tabindex=-1", label("Conflicts"),
			p.pager("Conflicts", f.First, len(r.Conflicts), r.Total, state.ConflictPage, func(first int) state.Msg { return state.ConflictsPaged{First: first} }),
			each(len(r.Conflicts), func(i int) app.UI { return p.conflict(d, &r.Conflicts[i]) }),
		),
		h("div.row.sides",
			p.rules("conflict-rule", "All conflicts at once", f.Rule, func(r tablesync.Rule) state.Msg { return state.ConflictRuleChosen{Rule: r} }),
			press(p.Store, ".btn", "Resolve all "+words.Number(r.Total), state.ConflictResolved{All: true, Rule: f.Rule}, off(d.Busy || f.Rule == tablesync.Ask)),
		))}
}

func (p *DialogPanel) conflict(d *state.Dialog, c *wire.ConflictInfo) app.UI {
	key := entityName(c.PartitionKey, c.RowKey)
	decide := func(text string, r tablesync.Rule) app.UI {
		return press(p.Store, ".btn.small", text, state.ConflictResolved{PartitionKey: c.PartitionKey, RowKey: c.RowKey, Rule: r}, label(text+": "+key), off(d.Busy))
	}
	mine, theirs := "Keep mine", "Take theirs"
	var merge, merge2 any
	switch {
	case c.Mine == nil:
		mine = "Delete it there too"
	case c.Theirs == nil:
		mine, theirs = "Keep mine: insert it again", "Delete it here too"
	default:
		merge, merge2 = decide("Merge, mine wins", tablesync.MergeMine), decide("Merge, theirs wins", tablesync.MergeTheirs)
	}
	return h("section.conflict", label(key), h("h3", key),
		diffTable("Base, theirs and mine of "+key, []string{"Base", "Theirs", "Mine"}, []*wire.EntityReply{c.Base, c.Theirs, c.Mine}, func(r state.DiffRow) app.UI {
			there, here := !sameText(r.Cells[0], r.Cells[1]), !sameText(r.Cells[0], r.Cells[2])
			switch {
			case r.Same:
				return h("span.dim", "the same")
			case there && here && sameText(r.Cells[1], r.Cells[2]):
				return h("span.dim", "changed alike")
			case there && here:
				return h("span.tag.bad", "changed on both sides")
			case there:
				return h("span.tag.right", "changed there")
			}
			return h("span.tag.left", "changed here")
		}),
		h("div.row", decide(mine, tablesync.TakeMine), decide(theirs, tablesync.TakeTheirs), merge, merge2))
}

func sameText(a, b wire.TextProperty) bool {
	return a.Type == b.Type && (a.Type == edm.NoType || a.Text == b.Text)
}
