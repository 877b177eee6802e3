package bulk

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// there is what was read of an account, and what reads it.
func (f *ManyForm) there(s Sender) app.UI {
	t := &f.There
	filter := t.Filter
	if filter == "" {
		filter = "no filter: the whole table"
	}
	text := t.text()
	if t.Finding {
		text = "Reading: " + words.Count(f.Progress.Found, "entity", "entities") + " in " + words.Count(f.Progress.Requests, "request", "requests") + " so far" + page.Rate(f.Progress)
	}
	seek := func(what, text string) app.UI { return Press(s, what, text, ManySought{}, Off(f.Working)) }
	return H("div.stack#many-there",
		H("p", "Filter: ", H("code.wrap", words.Clip(filter, 300))),
		H("p#many-found role=status tabindex=-1", H("b", text)),
		Slot(t.blank() && !t.Finding, func() app.UI {
			return H("p.dim", "Before they are changed, the entities are read completely, page by page: up to 1,000 entities a request, at most "+words.Number(wire.MaxManyFound)+" entities or "+words.Bytes(wire.MaxManyBytes)+" at once. Reading changes nothing. If you stop it, you can change what was read until then.")
		}),
		Slot(t.Found != nil && t.Found.Account != nil && !t.Finding, func() app.UI { return H("p.err", "Reading ended early: "+t.Found.Account.Failed.Message) }),
		H("div.row", Slot(t.Finding, func() app.UI { return Press(s, ".btn#many-stop", "Stop", ManyStopped{}) }),
			Slot(t.blank() && !t.Finding, func() app.UI { return seek(".btn.primary#many-seek", "Find them") }),
			Slot(t.readsOn() && !t.Finding, func() app.UI { return seek(".btn#many-seek", "Read on") })))
}

// doThere is what writing takes, and the button that does it.
func (f *ManyForm) doThere(s Sender, n int) app.UI {
	if f.Working {
		total, text := max(f.Progress.Total, 1), "Sending…"
		if f.Progress.Total > 0 {
			text = words.Number(f.Progress.Done) + " of " + words.Count(f.Progress.Total, "entity", "entities") + page.Rate(f.Progress)
		}
		return H("div.working", H("progress max=100", Label("Changing"), Value(words.Number(f.Progress.Done*100/total))),
			H("p.dim", "If you stop, changed entities stay changed, and you can go on with the rest later."),
			H("div.row", H("span.grow.num role=status", text), Press(s, ".btn.small#many-stop", "Stop", ManyStopped{})))
	}
	can := n > 0 && !f.There.Finding
	return H("div.stack",
		Slot(can && f.Reply.Plan != nil, func() app.UI {
			return H("p.dim#many-cost", "In the service: "+writingText(f.Reply.Plan, f.There.Price)+" An entity that somebody changes meanwhile is left alone (If-Match).")
		}),
		H("p.dim", "Nothing is changed until you confirm. In the account "+f.Source+" it cannot be undone."),
		KeepFirst(s, f.Table, nil),
		Slot(can && f.There.Asks, func() app.UI {
			return NameTable(f.Source, f.Table, "many-name", Typed(s, "input", "many-name", func(text string) page.Msg { return ManyNamed{text} }))
		}),
		H("div.row.end", Cancel(s), Press(s, ".btn.primary#many-do", "Change "+words.Count(n, "entity", "entities")+" now", ManyCommit{}, Off(!can || f.Asking || !f.named()))))
}

// did is what a run came to, what of it can go on, and what can be read next.
func (f *ManyForm) did(s Sender) []app.UI {
	t, did := &f.There, f.There.Did
	text := manyTitle(f) + ": " + words.Number(did.Changed) + " of " + words.Count(did.Entities, "entity", "entities") + " changed."
	if did.Account.Wrote < did.Changed {
		text += " " + words.Number(did.Account.Wrote) + " of them by this run."
	}
	if did.Account.Already > 0 {
		text += " " + words.Count(did.Account.Already, "was", "were") + " so already."
	}
	more := t.readsOn()
	return []app.UI{
		H("p#"+didID+" role=status tabindex=-1", H("b", text)),
		Slot(did.Account.Failed != nil, func() app.UI { return H("p.err", "It ended early: "+did.Account.Failed.Message) }),
		Slot(t.left() > 0, func() app.UI {
			return H("p", words.Count(t.left(), "entity is", "entities are")+" still to change. Going on takes "+writingText(did.Plan, t.Price)+" Nothing is read again.")
		}),
		Slot(more, func() app.UI {
			return H("p", "There may be more that the query finds: what was read did not reach the end. Read on to change the next.")
		}),
		changedList(s, did.Account, did.Conflicts+did.Gone),
		DialogErr(f.Err),
		H("div.row.end", Close(s),
			Slot(more, func() app.UI { return Press(s, ".btn.primary#many-seek", "Read on", ManySought{}) }),
			Slot(t.left() > 0, func() app.UI {
				return Press(s, ".btn.primary#many-go", "Go on: change "+words.Number(t.left())+" more", ManyCommit{})
			})),
	}
}
