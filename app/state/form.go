package state

import (
	"rangefinder/app/edit"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang/edm"
)

// What the person did with the form beyond typing.
type (
	BytesFormChosen struct {
		ID   int
		Form edit.BytesForm
	}
	// PropertyPicked adds a property that other entities have.
	PropertyPicked struct {
		Name string
		Type edm.Type
	}
	SaveNowPressed   struct{}              // commits the form at once
	KindChosen       struct{ Kind string } // insert or an upsert, of a new entity
	PasteJSONPressed struct{}
	JSONPasted       struct{ Text string } // submitted in the dialog
)

func updateForm(m Model, msg Msg) (Model, []Cmd, bool) {
	in := *m.Inspector
	switch msg := msg.(type) {
	case BytesFormChosen:
		in.Rows = edit.ChangeRow(in.Rows, msg.ID, func(r *edit.PropertyRow) { r.InForm(msg.Form) })
		in = edit.Measured(in)
		m.Inspector = &in
		cmds := []Cmd{in.Fields()}
		for _, r := range in.Rows {
			if r.ID == msg.ID && r.Form != msg.Form { // the picker shows the way they are still written
				m, cmds = notify(m, Notice{Text: "These bytes cannot be written that way."})
				return m, append(cmds, in.Fields(), ResetFields{Values: map[string]string{"bytes-" + words.Number(r.ID): string(r.Form)}}), true
			}
		}
		return m, cmds, true

	case KindChosen:
		in.Kind = msg.Kind
		m.Inspector = &in
		return m, nil, true

	case PropertyPicked:
		if in.Mode == edit.Idle || msg.Name == "" {
			return m, nil, true
		}
		in = edit.AddProperty(in)
		last := len(in.Rows) - 1
		in.Rows[last].Name, in.Rows[last].Type = msg.Name, msg.Type
		in = edit.Measured(in)
		m.Inspector = &in
		return m, []Cmd{in.Fields(), Focus{Target: "prop-text-" + words.Number(in.Added)}}, true

	case PasteJSONPressed:
		if m.Query.Table == "" {
			return m, nil, true
		}
		m.Dialog = &Dialog{Kind: PasteEntity, Source: m.Query.Source, Table: m.Query.Table}
		return m, []Cmd{ResetFields{Values: map[string]string{"paste-json": ""}}, OpenDialog{}}, true

	case JSONPasted:
		if m.Dialog == nil || m.Dialog.Kind != PasteEntity {
			return m, nil, true
		}
		e, problem := edit.EntityOfJSON(msg.Text)
		if problem != "" {
			d := *m.Dialog
			d.Err = problem
			m.Dialog = &d
			return m, []Cmd{Focus{Target: "paste-json"}}, true
		}
		in = edit.Inspector{Mode: edit.Creating, Source: m.Query.Source, Table: m.Query.Table, Open: true, Replace: true, Kind: edit.InsertKind, PK: e.PartitionKey, RK: e.RowKey}
		in = edit.WithRows(in, e.Properties)
		m.Inspector, m.Dialog = &in, nil
		return m, []Cmd{CloseDialog{}, in.Fields(), Focus{Target: "insp-pk"}}, true
	}
	return m, nil, false
}

// AtOnce reports whether each edit is committed when it is made.
func (m *Model) AtOnce() bool { return edit.AtOnce(m.Settings) }

// EntitiesOf is how many entities the table on screen has, 0 where nobody knows.
func (m *Model) EntitiesOf() int {
	if t := wire.TableNamed(m.Tables.List, m.Query.Table); t != nil && m.Query.Source == "" {
		return t.Entities
	}
	return 0
}
