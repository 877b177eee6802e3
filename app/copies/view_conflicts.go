package copies

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine/tablesync"
)

// resolveConflicts is the list of a copy's conflicts. Nothing is chosen beforehand.
func (p *panel) resolveConflicts() []app.UI {
	f := p.f.Conflicts
	r := f.Reply
	switch {
	case r == nil:
		return []app.UI{H("div.stack#sync tabindex=-1", H("p.dim role=status", "Reading…"), DialogErr(p.d.Err))}
	case r.Total == 0:
		return []app.UI{H("div.stack#sync tabindex=-1",
			H("p#conflicts tabindex=-1", "There are no conflicts. What was decided is pushed with the next push."), DialogErr(p.d.Err),
			H("div.row.end", Press(p.s, ".btn.primary", "Push…", page.PushPressed{Table: f.Table}), p.close()))}
	}
	return []app.UI{H("div.stack#sync tabindex=-1",
		H("p.dim", "Both sides changed these entities since they were pulled. Deciding changes the copy here; the service is only written by the next push."),
		DialogErr(p.d.Err),
		H("div.stack#conflicts role=group tabindex=-1", Label("Conflicts"),
			p.pager("Conflicts", f.First, len(r.Conflicts), r.Total, ConflictPage, func(first int) page.Msg { return ConflictsPaged{First: first} }),
			Each(len(r.Conflicts), func(i int) app.UI { return p.conflict(&r.Conflicts[i]) }),
		),
		H("div.row.sides",
			p.rules("conflict-rule", "All conflicts at once", f.Rule, func(r tablesync.Rule) page.Msg { return ConflictRuleChosen{Rule: r} }),
			Press(p.s, ".btn", "Resolve all "+words.Number(r.Total), ConflictResolved{All: true, Rule: f.Rule}, Off(p.d.Busy || f.Rule == tablesync.Ask)),
		))}
}

func (p *panel) conflict(c *wire.ConflictInfo) app.UI {
	key := page.EntityName(c.PartitionKey, c.RowKey)
	decide := func(text string, r tablesync.Rule) app.UI {
		return Press(p.s, ".btn.small", text, ConflictResolved{PartitionKey: c.PartitionKey, RowKey: c.RowKey, Rule: r}, Label(text+": "+key), Off(p.d.Busy))
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
	return H("section.conflict", Label(key), H("h3", key),
		DiffTable("Base, theirs and mine of "+key, []string{"Base", "Theirs", "Mine"}, []*wire.EntityReply{c.Base, c.Theirs, c.Mine}, func(r page.DiffRow) app.UI {
			there, here := !page.SameText(r.Cells[0], r.Cells[1]), !page.SameText(r.Cells[0], r.Cells[2])
			switch {
			case r.Same:
				return H("span.dim", "the same")
			case there && here && page.SameText(r.Cells[1], r.Cells[2]):
				return H("span.dim", "changed alike")
			case there && here:
				return H("span.tag.bad", "changed on both sides")
			case there:
				return H("span.tag.right", "changed there")
			}
			return H("span.tag.left", "changed here")
		}),
		H("div.row", decide(mine, tablesync.TakeMine), decide(theirs, tablesync.TakeTheirs), merge, merge2))
}
