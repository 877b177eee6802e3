package inspector

import (
	"rangefinder/app/edit"
	"rangefinder/app/page"
)

// The dialogs of the inspector.
const (
	PasteDialog  page.DialogKind = "paste-entity"
	DeleteDialog page.DialogKind = "delete-entity"
)

// updatePaste makes a new entity of JSON.
func updatePaste(v *page.View, d edit.Desk, msg page.Msg) (edit.Desk, []page.Cmd, bool) {
	switch msg := msg.(type) {
	case PasteJSONPressed:
		if v.Query.Table == "" {
			return d, nil, true
		}
		return d, []page.Cmd{page.ShowDialog{Dialog: &page.Dialog{Kind: PasteDialog, Source: v.Query.Source, Table: v.Query.Table}},
			page.ResetFields{Values: map[string]string{"paste-json": ""}}, page.OpenDialog{}}, true

	case JSONPasted:
		if v.Dialog == nil || v.Dialog.Kind != PasteDialog {
			return d, nil, true
		}
		e, problem := edit.EntityOfJSON(msg.Text)
		if problem != "" {
			wrong := *v.Dialog
			wrong.Err = problem
			return d, []page.Cmd{page.ShowDialog{Dialog: &wrong}, page.Focus{Target: "paste-json"}}, true
		}
		in := edit.Inspector{Mode: edit.Creating, Source: v.Query.Source, Table: v.Query.Table, Open: true, Replace: true, Kind: edit.InsertKind, PK: e.PartitionKey, RK: e.RowKey}
		in = edit.WithRows(in, e.Properties)
		return with(d, in), []page.Cmd{page.ShowDialog{}, page.CloseDialog{}, in.Fields(), page.Focus{Target: "insp-pk"}}, true
	}
	return d, nil, false
}
