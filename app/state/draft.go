package state

import (
	"encoding/json"
	"slices"

	"rangefinder/app/edit"
	"rangefinder/app/wire"
)

// keptForm is an inspector with unsaved edits as it outlives the page.
type keptForm struct {
	Version  int
	Mode     edit.InspectorMode
	Source   string `json:",omitempty"`
	Table    string
	Original *wire.EntityReply
	PK, RK   string
	Rows     []edit.PropertyRow
	Replace  bool
	Added    int
	Kind     string `json:",omitempty"`
}

// draftVersion is the format of a draft; one of another version is not read.
const draftVersion = 1

// kept is what outlives the page: the form, and the pending changes with their history.
type kept struct {
	Version      int
	Form         string         `json:",omitempty"` // see EncodeDraft
	Cell         string         `json:",omitempty"` // a field of the grid that was open beside the form, likewise
	Changes      []*edit.Change `json:",omitempty"`
	Done, Undone []edit.Step    `json:",omitempty"`
}

// DraftRefused tells that the browser does not keep what EncodeKept wrote, or does again.
type DraftRefused struct{ Refused bool }

// draftUnkept is what a person is told then.
const draftUnkept = "This browser does not keep what is typed: its storage for this tab is full, or forbidden. Edits and pending changes end with the page, also when it is only loaded anew. Commit them before."

// keptVersion is the format of kept; before it there was only a form.
const keptVersion = 2

// EncodeKept returns everything that was not committed as text for the next start, "" when there is nothing. The history of
// undo goes with it while it is small.
func EncodeKept(m *Model) string {
	form, cell := EncodeDraft(m.Inspector), EncodeDraft(m.cellForm())
	if form == "" {
		form, cell = cell, ""
	}
	p := m.Pending
	if m.Aside != nil {
		p = m.Aside
	}
	if p == nil || p.Heavy {
		p = &edit.Pending{}
	}
	if cell == "" && len(p.Changes)+len(p.Done)+len(p.Undone) == 0 {
		return form
	}
	k := kept{Version: keptVersion, Form: form, Cell: cell, Changes: p.Changes, Done: p.Done, Undone: p.Undone}
	b, err := json.Marshal(k)
	if err == nil && len(b) > 2*edit.MaxKept {
		k.Done, k.Undone = nil, nil
		b, err = json.Marshal(k)
	}
	if err != nil {
		return form
	}
	return string(b)
}

// decodeKept reads what was kept: the texts of the forms, and the pending changes. problem tells of changes that are left out.
func decodeKept(text string) (form, cell string, p *edit.Pending, problem string) {
	var k kept
	if text == "" || json.Unmarshal([]byte(text), &k) != nil || k.Version != keptVersion {
		return text, "", &edit.Pending{}, ""
	}
	p = &edit.Pending{Done: k.Done, Undone: k.Undone}
	seen := map[edit.EntityKey]bool{}
	for _, c := range k.Changes {
		if !c.Usable() || seen[c.EntityKey] {
			problem = "Some pending changes that this tab kept cannot be read and are left out."
			p.Done, p.Undone = nil, nil
			continue
		}
		seen[c.EntityKey] = true
		p.Changes = append(p.Changes, c)
	}
	for _, list := range [][]edit.Step{p.Done, p.Undone} {
		for _, s := range list {
			for _, put := range s.Puts {
				if put.Before == nil && put.After == nil || put.Before != nil && !put.Before.Usable() || put.After != nil && !put.After.Usable() {
					p.Done, p.Undone = nil, nil
				}
			}
		}
	}
	slices.SortFunc(p.Changes, func(a, b *edit.Change) int { return edit.CompareKeys(a.EntityKey, b.EntityKey) })
	return k.Form, k.Cell, p.Planned(), problem
}

// EncodeDraft returns unsaved edits as text that DecodeDraft reads, "" when there are none.
func EncodeDraft(in *edit.Inspector) string {
	if in == nil || !in.Dirty() {
		return ""
	}
	b, err := json.Marshal(keptForm{draftVersion, in.Mode, in.Source, in.Table, in.Original, in.PK, in.RK, in.Rows, in.Replace, in.Added, in.Kind})
	if err != nil {
		return ""
	}
	return string(b)
}

// decodeDraft reads edits that were kept, nil when there are none that can be used.
func decodeDraft(text string) *edit.Inspector {
	var d keptForm
	if text == "" || json.Unmarshal([]byte(text), &d) != nil || d.Version != draftVersion || d.Mode != edit.Editing && d.Mode != edit.Creating {
		return nil
	}
	if d.Mode == edit.Editing && d.Original == nil {
		return nil
	}
	return &edit.Inspector{Mode: d.Mode, Source: d.Source, Table: d.Table, Original: d.Original, PK: d.PK, RK: d.RK, Rows: d.Rows, Replace: d.Replace, Added: d.Added, Kind: d.Kind}
}

// restoreDraft puts edits that a reload or a crash interrupted on screen again.
func restoreDraft(m Model, text string) (Model, []Cmd) {
	text, cell, p, problem := decodeKept(text)
	m.Pending = p
	m, cmds := restoreForm(m, text)
	if form := usableDraft(m, cell); form != nil {
		var more []Cmd
		m, more = tell(m, Notice{Text: "What was typed into a cell of " + formName(form) + " before the page was left is not saved.", Undo: edit.FormReturned{Form: form}, Action: "Bring it back"})
		cmds = append(cmds, more...)
	}
	if problem != "" {
		var more []Cmd
		m, more = tell(m, Notice{Text: problem, Bad: true})
		cmds = append(cmds, more...)
	}
	return m, cmds
}

// usableDraft reads edits that were kept of what is here, nil when there are none.
func usableDraft(m Model, text string) *edit.Inspector {
	form := decodeDraft(text)
	if form == nil || form.Source == "" && wire.TableNamed(m.Tables.List, form.Table) == nil || form.Source != "" && form.Source != m.Query.Source {
		return nil
	}
	in := edit.Measured(*form)
	if c := m.Pending.At(in.Key()); c != nil && (c.Base == nil) == (in.Mode == edit.Creating) {
		in.Saved = c
	}
	return &in
}

func restoreForm(m Model, text string) (Model, []Cmd) {
	in := usableDraft(m, text)
	if in == nil {
		return m, nil
	}
	m, cmds := bringBack(m, in)
	m, more := tell(m, Notice{Text: "What was typed for " + formName(in) + " before the page was left is here again. It is not saved yet."})
	return m, append(cmds, more...)
}
