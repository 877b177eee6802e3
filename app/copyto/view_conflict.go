package copyto

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/conflict"
	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/engine/tablecopy"
)

// entities lists entities that the target has differently. Each opens as theirs and mine, and can be decided.
func (p *panel) entities(keys []tablecopy.Key) app.UI {
	if p.m.Design != nil { // several tables, whose entities a key does not tell apart
		return H("ul.notes", Each(len(keys), func(i int) app.UI { return H("li", page.EntityName(keys[i].PartitionKey, keys[i].RowKey)) }))
	}
	return H("ul.plain.diffs", Each(len(keys), func(i int) app.UI {
		k := keys[i]
		open := p.m.Met != nil && p.m.Met.Key == k
		var sides any
		if open {
			sides = p.met()
		}
		return H("li", Press(p.s, ".item aria-expanded="+strconv.FormatBool(open), "", EntityOpened{Key: k}, Off(p.m.Step == Planning || p.m.Step == Writing),
			H("span.name", page.EntityName(k.PartitionKey, k.RowKey)), H("span.tag.bad", "different")),
			sides)
	}))
}

// met is the entity that is open.
func (p *panel) met() app.UI {
	x := p.m.Met
	if x.Sides == nil {
		text := "Reading it from " + place(p.m.ToSource) + "…"
		if p.m.Step == Verifying {
			text = "It is read when reading back is over…"
		}
		return H("div.stack", Slot(x.Busy, func() app.UI { return H("p.dim role=status", text) }), problem(x.Err))
	}
	there := p.m.ToTable + " of " + place(p.m.ToSource)
	c := conflict.Case{
		Sides: x.sides(), Name: page.EntityName(x.Key.PartitionKey, x.Key.RowKey), Picks: x.Picks, Off: x.Busy || p.m.busy(),
		Words:  conflict.Words{Since: "the copy was planned", After: "Deciding writes nothing yet.", There: there},
		Pick:   func(property string, side conflict.Whose) page.Msg { return MetPicked{property, side} },
		Settle: func(side conflict.Whose) page.Msg { return MetSettled{side} },
	}
	return H("div.stack", c.Draw(p.s), problem(x.Err))
}

func problem(text string) app.UI {
	return Slot(text != "", func() app.UI { return H("p.err", text) })
}

// decisions lists what was decided entity by entity.
func (p *panel) decisions() app.UI {
	list := p.m.Decided
	return Slot(len(list) > 0, func() app.UI {
		return H("ul.notes#copyto-decided", Each(len(list), func(i int) app.UI {
			return H("li", H("b", page.EntityName(list[i].key.PartitionKey, list[i].key.RowKey)), ": "+list[i].what)
		}))
	})
}
