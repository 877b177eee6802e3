package state

import (
	"slices"

	"rangefinder/app/edit"
	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/review"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// keepTyped sees to it that edits are never lost unseen: when a message took a form with unsaved edits off the screen, a
// notice offers to bring it back.
func keepTyped(form *edit.Inspector, m Model, cmds []Cmd, msg Msg) (Model, []Cmd) {
	if m.Inspector == form || !form.Dirty() {
		return m, cmds
	}
	switch msg.(type) {
	case RevertPressed, EntityDropConfirmed, DuplicatePressed, review.PendingUndone, review.PendingRedone:
		return m, cmds // thrown away knowingly, or carried on
	case SavePressed, SaveNowPressed:
		return m, cmds // it is a pending change now, or still on screen
	case Saved:
		if form.Busy {
			return m, cmds // it was this form that was saved
		}
	case NewEntityPressed:
		// An empty form in place of a filled one has the same mode.
	default:
		if sameForm(form, m.Inspector) {
			return m, cmds
		}
	}
	m, more := notify(m, Notice{Text: "What was typed for " + formName(form) + " is not saved.", Undo: edit.FormReturned{Form: form}, Action: "Bring it back"})
	return m, append(cmds, more...)
}

// sameForm reports whether b is a with something typed.
func sameForm(a, b *edit.Inspector) bool {
	return a.Mode == b.Mode && a.Source == b.Source && a.Table == b.Table && a.Original == b.Original
}

// bringBack puts a form with its edits on screen again, with its table.
func bringBack(m Model, form *edit.Inspector) (Model, []Cmd) {
	m.Notice = nil
	var cmds []Cmd
	tab := -1
	if noTabs(&m) == "" {
		tab = slices.IndexFunc(m.Tabs.List, func(t QueryTab) bool { return t.Table == form.Table && t.Source == form.Source })
	}
	switch {
	case form.Table == m.Query.Table && form.Source == m.Query.Source:
	case tab >= 0:
		m, cmds, _ = updateQueryTabs(m, TabChosen{Index: tab})
		if m.Query.Table != form.Table || m.Query.Source != form.Source {
			return m, cmds // its table is not there any more
		}
	case form.Source != "":
		m, cmds = openLive(m, Route{Query: query.Query{Source: form.Source, Table: form.Table}, Why: m.Plan.Why})
		cmds = append(cmds, SetAddress{Fragment: routeOf(m).Fragment(), Push: true})
		if m.Query.Source != form.Source {
			return m, cmds // the account is not there any more
		}
	default:
		if wire.TableNamed(m.Tables.List, form.Table) == nil {
			return notify(m, Notice{Bad: true, Text: "The table " + words.Quote(form.Table) + " is not here any more."})
		}
		m, cmds, _ = updateTables(m, TableChosen{Table: form.Table})
	}
	in := *form
	in.Busy, in.Open = false, true
	m.Inspector = &in
	return m, append(cmds, in.Fields(), Focus{Target: "inspector"})
}

// formName names the entity of a form.
func formName(in *edit.Inspector) string {
	if in.Mode == edit.Creating {
		return "the new entity"
	}
	return page.KeyText(in.PK) + " / " + page.KeyText(in.RK)
}
