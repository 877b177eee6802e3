package shell

import (
	"slices"

	"rangefinder/app/edit"
	"rangefinder/app/inspector"
	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/querytabs"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// DraftRefused tells that the browser does not keep what EncodeKept wrote, or does again.
type DraftRefused struct{ Refused bool }

// draftUnkept is what a person is told then.
const draftUnkept = "This browser does not keep what is typed: its storage for this tab is full, or forbidden. Edits and pending changes are lost when the page is closed or reloaded. Commit them first."

// EncodeKept returns everything that was not committed as text for the next start, "" when there is nothing.
func EncodeKept(m *Model) string {
	p := m.Pending
	if m.Aside != nil {
		p = m.Aside
	}
	return inspector.EncodeKept(m.Inspector, m.Cell.Form(), p)
}

// restoreDraft puts edits that a reload or a crash interrupted on screen again.
func restoreDraft(m Model, text string) (Model, []page.Cmd) {
	text, cell, p, problem := inspector.DecodeKept(text)
	m.Pending = p
	m, cmds := restoreForm(m, text)
	if form := usableDraft(m, cell); form != nil {
		var more []page.Cmd
		m, more = tell(m, page.Notice{Text: "What was typed into a cell of " + form.Called() + " before the page was left is not committed.", Undo: edit.FormReturned{Form: form}, Action: "Bring it back"})
		cmds = append(cmds, more...)
	}
	if problem != "" {
		var more []page.Cmd
		m, more = tell(m, page.Notice{Text: problem, Bad: true})
		cmds = append(cmds, more...)
	}
	return m, cmds
}

// usableDraft reads edits that were kept of what is here, nil when there are none.
func usableDraft(m Model, text string) *edit.Inspector {
	form := inspector.DecodeDraft(text)
	if form == nil || form.Source == "" && wire.TableNamed(m.Tables.List, form.Table) == nil || form.Source != "" && form.Source != m.Query.Source {
		return nil
	}
	in := edit.Measured(*form)
	if c := m.Pending.At(in.Key()); c != nil && (c.Base == nil) == (in.Mode == edit.Creating) {
		in.Saved = c
	}
	return &in
}

func restoreForm(m Model, text string) (Model, []page.Cmd) {
	in := usableDraft(m, text)
	if in == nil {
		return m, nil
	}
	m, cmds := bringBack(m, in)
	m, more := tell(m, page.Notice{Text: "What was typed for " + in.Called() + " before the page was left is here again. It is not committed yet."})
	return m, append(cmds, more...)
}

// bringBack puts a form with its edits on screen again, with its table.
func bringBack(m Model, form *edit.Inspector) (Model, []page.Cmd) {
	m.Notice = nil
	var cmds []page.Cmd
	tab := -1
	if noTabs(&m) == "" {
		tab = slices.IndexFunc(m.Tabs.List, func(t querytabs.Tab) bool { return t.Table == form.Table && t.Source == form.Source })
	}
	switch {
	case form.Table == m.Query.Table && form.Source == m.Query.Source:
	case tab >= 0:
		m, cmds, _ = hand(m, "querytabs", querytabs.Chosen{Index: tab})
		if m.Query.Table != form.Table || m.Query.Source != form.Source {
			return m, cmds // its table is not there any more
		}
	case form.Source != "":
		m, cmds = openLive(m, page.Route{Query: query.Query{Source: form.Source, Table: form.Table}, Why: m.Plan.Why})
		cmds = append(cmds, page.SetAddress{Fragment: routeOf(m).Fragment(), Push: true})
		if m.Query.Source != form.Source {
			return m, cmds // the account is not there any more
		}
	default:
		if wire.TableNamed(m.Tables.List, form.Table) == nil {
			return notify(m, page.Notice{Bad: true, Text: "The table " + words.Quote(form.Table) + " is not here any more."})
		}
		m, cmds = tableChosen(m, page.TableChosen{Table: form.Table})
	}
	in := *form
	in.Busy, in.Open = false, true
	m.Inspector = &in
	return m, append(cmds, in.Fields(), page.Focus{Target: "inspector"})
}
