package copies

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/conflict"
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
			H("p#conflicts tabindex=-1", "There are no conflicts. The next push sends your decisions."), DialogErr(p.d.Err),
			H("div.row.end", Close(p.s), Press(p.s, ".btn.primary", "Push…", page.PushPressed{Table: f.Table})))}
	}
	return []app.UI{H("div.stack#sync tabindex=-1",
		H("p.dim", "Both sides changed these entities since they were pulled. A decision changes the copy here; only the next push writes to the service."),
		DialogErr(p.d.Err),
		H("div.stack#conflicts role=group tabindex=-1", Label("Conflicts"),
			p.pager("Conflicts", f.First, len(r.Conflicts), r.Total, ConflictPage, func(first int) page.Msg { return ConflictsPaged{First: first} }),
			Each(len(r.Conflicts), func(i int) app.UI { return p.conflict(i, &r.Conflicts[i]) }),
		),
		H("div.row.sides",
			p.rules("conflict-rule", "All conflicts at once", f.Rule, func(r tablesync.Rule) page.Msg { return ConflictRuleChosen{Rule: r} }),
			Press(p.s, ".btn", "Resolve all "+words.Number(r.Total), ConflictsResolved{Rule: f.Rule}, Off(p.d.Busy || f.Rule == tablesync.Ask)),
		))}
}

func (p *panel) conflict(i int, c *wire.ConflictInfo) app.UI {
	name, key := page.EntityName(c.PartitionKey, c.RowKey), wire.ConflictKey{PartitionKey: c.PartitionKey, RowKey: c.RowKey}
	met := conflict.Case{
		Sides: sidesOf(c), Name: name, ID: "-" + strconv.Itoa(i), Picks: p.f.Conflicts.picks(c), Words: conflict.Words{Since: "it was pulled"}, Off: p.d.Busy,
		Pick:   func(property string, side conflict.Whose) page.Msg { return SidePicked{key, property, side} },
		Settle: func(side conflict.Whose) page.Msg { return ConflictSettled{key, side} },
	}
	return H("section.conflict", Label(name), H("h3", name), met.Draw(p.s))
}
