package state

import (
	"encoding/json"

	"rangefinder/app/worker"
)

// keptForm is an inspector with unsaved edits as it outlives the page.
type keptForm struct {
	Version  int
	Mode     InspectorMode
	Source   string `json:",omitempty"`
	Table    string
	Original *worker.EntityReply
	PK, RK   string
	Rows     []PropertyRow
	Replace  bool
	Added    int
}

// draftVersion is the format of a draft; one of another version is not read.
const draftVersion = 1

// EncodeDraft returns unsaved edits as text that DecodeDraft reads, "" when there are none.
func EncodeDraft(in *Inspector) string {
	if !in.Dirty() {
		return ""
	}
	b, err := json.Marshal(keptForm{draftVersion, in.Mode, in.Source, in.Table, in.Original, in.PK, in.RK, in.Rows, in.Replace, in.Added})
	if err != nil {
		return ""
	}
	return string(b)
}

// decodeDraft reads edits that were kept, nil when there are none that can be used.
func decodeDraft(text string) *Inspector {
	var d keptForm
	if text == "" || json.Unmarshal([]byte(text), &d) != nil || d.Version != draftVersion || d.Mode != Editing && d.Mode != Creating {
		return nil
	}
	if d.Mode == Editing && d.Original == nil {
		return nil
	}
	return &Inspector{Mode: d.Mode, Source: d.Source, Table: d.Table, Original: d.Original, PK: d.PK, RK: d.RK, Rows: d.Rows, Replace: d.Replace, Added: d.Added}
}

// restoreDraft puts edits that a reload or a crash interrupted on screen again.
func restoreDraft(m Model, text string) (Model, []Cmd) {
	form := decodeDraft(text)
	if form == nil || form.Source == "" && tableNamed(m.Tables.List, form.Table) == nil || form.Source != "" && form.Source != m.Query.Source {
		return m, nil
	}
	in := measured(*form)
	m, cmds := bringBack(m, &in)
	m, more := notify(m, Notice{Text: "What was typed for " + formName(&in) + " before the page was left is here again. It is not saved yet."})
	return m, append(cmds, more...)
}
