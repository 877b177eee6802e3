package copyto

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// plan is what will be written, before anything is.
func (p *panel) plan() app.UI {
	m := p.m
	facts := m.facts()
	from := words.Count(m.Plan.Plan.Entities, "entity", "entities") + " of " + m.Table
	if f := m.Plan.Found; f != nil {
		from = words.Count(f.Entities, "entity", "entities") + " and " + words.Count(f.Copies, "copy", "copies") + " checked:"
	} else if m.Import != nil {
		from = words.Count(m.Plan.Plan.Entities, "entity", "entities") + " of the file " + words.Clip(m.Table, 60)
	}
	if m.Result {
		from = words.Count(m.Plan.Plan.Entities, "entity", "entities") + " of a result"
	}
	to := " to "
	if m.Plan.Found != nil {
		to = " "
	}
	undo := "A copy into this browser can be undone until this page is reloaded."
	switch {
	case m.Plan.Plan.Requests() == 0:
		undo = "Nothing will be written."
	case m.ToSource != "":
		undo = "What is written to an account cannot be taken back here. The report lists it."
	}
	return H("div.stack role=group", Label("Plan"),
		H("p", from+to, H("b", m.ToTable), " at ", H("b", place(m.ToSource)), H("span.dim", " "+p.v.Accounts.Endpoint(m.ToSource)+" "), p.label()),
		H("p", H("b", m.Summary())),
		H("dl.stats", Each(2*len(facts), func(i int) app.UI {
			if i%2 == 0 {
				return H("dt", facts[i/2][0])
			}
			return H("dd.wrap", facts[i/2][1])
		})),
		p.rows(), p.differing(), p.decisions(), p.refused(),
		H("p.dim", undo),
		Slot(p.v.Accounts.Locked(m.ToSource), func() app.UI {
			return H("div.advice-box", H("p", H("b", "Writing to "+m.ToSource+" is locked. "), "Open its lock to copy there. Making the plan has only read."),
				H("div.row", Press(p.s, ".btn.small#copyto-unlock", "Open the lock…", OpenLockPressed{})))
		}))
}

// rows names rows of the file that are no entities.
func (p *panel) rows() app.UI {
	f := p.m.Plan
	return Slot(f.RowsRefused > 0, func() app.UI {
		text := words.Count(f.RowsRefused, "row is", "rows are") + " left out"
		if shown := len(f.FirstRows); shown < f.RowsRefused {
			text += ", the first " + words.Number(shown)
		}
		return H("details open", H("summary", text), H("ul.notes", Each(len(f.FirstRows), func(i int) app.UI {
			return H("li", rowText(&f.FirstRows[i]))
		})))
	})
}

// label is that of the account, such as production.
func (p *panel) label() app.UI {
	a := p.v.Accounts.Account(p.m.ToSource)
	return Slot(a != nil && a.Label != "", func() app.UI { return H("span.tag.odd", a.Label) })
}

// differing names entities that are there already and different.
func (p *panel) differing() app.UI {
	plan := &p.m.Plan.Plan
	n := plan.Updates + plan.Skipped + plan.Stopping
	if p.m.Plan.Found != nil {
		return p.drifted()
	}
	return Slot(n > 0, func() app.UI {
		text := words.Count(n, "entity is", "entities are") + " there already and different"
		if shown := len(plan.Differing); shown < n {
			text += ", the first " + words.Number(shown)
		}
		what := "details"
		if plan.Stopping > 0 {
			what += " open"
		}
		return H(what, H("summary", text), p.entities(plan.Differing))
	})
}

// refused names entities that the target does not take.
func (p *panel) refused() app.UI {
	plan := &p.m.Plan.Plan
	n := len(plan.Refused) + p.m.Plan.MoreRefused
	return Slot(n > 0, func() app.UI {
		shown := min(len(plan.Refused), maxShown)
		text := words.Count(n, "entity is", "entities are") + " more than " + place(p.m.ToSource) + " takes, and left out"
		if shown < n {
			text += "; the first " + words.Number(shown)
		}
		return H("details open", H("summary", text), H("ul.notes", Each(shown, func(i int) app.UI {
			r := &plan.Refused[i]
			return H("li", H("b", page.EntityName(r.PartitionKey, r.RowKey)), " "+r.Code+": "+words.Clip(r.Message, 300))
		})))
	})
}

// maxShown is how many entities a list in the dialog shows; the text for the clipboard has more.
const maxShown = 100
