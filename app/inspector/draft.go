package inspector

import (
	"encoding/json"
	"slices"

	"rangefinder/app/edit"
	"rangefinder/app/wire"
)

// Draft is a form with unsaved edits as it outlives the page.
type Draft struct {
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

// DraftVersion is the format of a draft; one of another version is not read.
const DraftVersion = 1

// Kept is what outlives the page: the form, and the pending changes with their history.
type Kept struct {
	Version      int
	Form         string         `json:",omitempty"` // see EncodeDraft
	Cell         string         `json:",omitempty"` // a field of the grid that was open beside the form, likewise
	Changes      []*edit.Change `json:",omitempty"`
	Done, Undone []edit.Step    `json:",omitempty"`
}

// KeptVersion is the format of Kept; before it there was only a form.
const KeptVersion = 2

// EncodeKept returns everything that was not committed as text for the next start, "" when there is nothing. cell is the field of the
// grid that is open, nil for none. The history of undo goes with it while it is small.
func EncodeKept(in, cellForm *edit.Inspector, p *edit.Pending) string {
	form, cell := EncodeDraft(in), EncodeDraft(cellForm)
	if form == "" {
		form, cell = cell, ""
	}
	if p == nil || p.Heavy {
		p = &edit.Pending{}
	}
	if cell == "" && len(p.Changes)+len(p.Done)+len(p.Undone) == 0 {
		return form
	}
	k := Kept{Version: KeptVersion, Form: form, Cell: cell, Changes: p.Changes, Done: p.Done, Undone: p.Undone}
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

// DecodeKept reads what was kept: the texts of the forms, and the pending changes. problem tells of changes that are left out.
func DecodeKept(text string) (form, cell string, p *edit.Pending, problem string) {
	var k Kept
	if text == "" || json.Unmarshal([]byte(text), &k) != nil || k.Version != KeptVersion {
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
	b, err := json.Marshal(Draft{DraftVersion, in.Mode, in.Source, in.Table, in.Original, in.PK, in.RK, in.Rows, in.Replace, in.Added, in.Kind})
	if err != nil {
		return ""
	}
	return string(b)
}

// DecodeDraft reads edits that were kept, nil when there are none that can be used.
func DecodeDraft(text string) *edit.Inspector {
	var d Draft
	if text == "" || json.Unmarshal([]byte(text), &d) != nil || d.Version != DraftVersion || d.Mode != edit.Editing && d.Mode != edit.Creating {
		return nil
	}
	if d.Mode == edit.Editing && d.Original == nil {
		return nil
	}
	return &edit.Inspector{Mode: d.Mode, Source: d.Source, Table: d.Table, Original: d.Original, PK: d.PK, RK: d.RK, Rows: d.Rows, Replace: d.Replace, Added: d.Added, Kind: d.Kind}
}
