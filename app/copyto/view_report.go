package copyto

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// report is what the copy did.
func (p *panel) report() app.UI {
	m := p.m
	what := "div.advice-box"
	if !m.Good() {
		what = "div.failure"
	}
	lists := slices.DeleteFunc(m.named(), func(n named) bool { return n.what == changedMeanwhile }) // they are opened above
	r := m.Reply
	return H(what+"#copyto-done role=group tabindex=-1", Label("Report"),
		H("p", H("b", m.Outcome())),
		Slot(len(r.Report.Changed) > 0, func() app.UI {
			return H("div.stack#copyto-changed", H("p", "Changed there meanwhile, and left as they are until you decide:"), p.entities(r.Report.Changed[:min(len(r.Report.Changed), maxShown)]))
		}),
		p.decisions(),
		H("div.stack", Each(len(lists), func(i int) app.UI { return list(&lists[i]) })),
		Slot(!m.busy(), func() app.UI {
			return H("div.row",
				Press(p.s, ".btn.small", "Copy the report", page.CopyPressed{What: "the report", Text: m.Report()}),
				Slot(r.Report.Left == 0 && (m.Verified == nil || m.Verified.Read < m.Verified.Of), func() app.UI {
					return Press(p.s, ".btn.small#copyto-verify", "Read all of it back", VerifyPressed{})
				}),
				Press(p.s, ".btn.small#copyto-show", "Show the table", page.TableChosen{Source: m.ToSource, Table: m.ToTable, Goes: true}),
				Slot(r.Undo != "", func() app.UI {
					return Press(p.s, ".btn.small#copyto-undo", "Undo", page.TakeBackPressed{ID: r.Undo}, Label("Undo the copy"))
				}))
		}))
}

// list names entities of which the same became.
func list(n *named) app.UI {
	all := len(n.keys) + n.more
	shown := min(len(n.keys), maxShown)
	text := n.what + ": " + words.Count(all, "entity", "entities")
	if shown < all {
		text += ", the first " + words.Number(shown)
	}
	return H("details", H("summary", text), H("ul.notes", Each(shown, func(i int) app.UI {
		k := &n.keys[i]
		return H("li", page.EntityName(k.PartitionKey, k.RowKey), " "+k.why)
	})))
}
