package state

import (
	"rangefinder/app/edit"
	"rangefinder/app/review"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// updateInspector shows, creates, edits, duplicates and deletes one entity.
func updateInspector(m Model, msg Msg) (Model, []Cmd, bool) {
	in := *m.Inspector
	switch msg := msg.(type) {
	case EntityRead:
		if msg.Err != nil {
			m, cmds := fail(m, "The entity could not be read", msg.Err)
			return m, cmds, true
		}
		if msg.Table != m.Query.Table || msg.Source != m.Query.Source || msg.Entity.Marker {
			return m, nil, true
		}
		if o := in.Original; msg.Drop && in.Mode == edit.Editing && o.PartitionKey == msg.Entity.PartitionKey && o.RowKey == msg.Entity.RowKey {
			return updateInspector(m, DeletePressed{})
		}
		if o := in.Original; msg.Twin && in.Mode == edit.Editing && o.PartitionKey == msg.Entity.PartitionKey && o.RowKey == msg.Entity.RowKey {
			return updateInspector(m, DuplicatePressed{})
		}
		in = edit.FormOf(msg.Source, msg.Table, *msg.Entity)
		if c := m.Pending.At(in.Key()); c != nil && c.Base != nil {
			in = edit.PendingForm(c)
		}
		in.Open = m.Inspector.Open || msg.Focus
		target := "inspector"
		switch msg.Field {
		case "":
		case filterlang.PartitionKey:
			target = "insp-pk"
		case filterlang.RowKey:
			target = "insp-rk"
		default:
			var id int
			in, id = formField(in, msg.Field, msg.Type)
			target = "prop-text-" + words.Number(id)
		}
		m.Inspector = &in
		cmds := []Cmd{in.Fields()}
		if msg.Drop {
			m, more, _ := updateInspector(m, DeletePressed{})
			return m, append(cmds, more...), true
		}
		if msg.Twin {
			return updateInspector(m, DuplicatePressed{})
		}
		if msg.Focus {
			cmds = append(cmds, Focus{Target: target})
		}
		return m, cmds, true

	case InspectorOpened:
		in.Open = true
		m.Inspector = &in
		return m, []Cmd{Focus{Target: "inspector"}}, true

	case InspectorClosed:
		m.Inspector = &edit.Inspector{}
		return m, []Cmd{Focus{Target: "grid"}}, true

	case NewEntityPressed:
		if m.Query.Table == "" {
			return m, nil, true
		}
		if m.ReadOnly() != "" {
			return refuseWrite(m)
		}
		in = edit.Inspector{Mode: edit.Creating, Source: m.Query.Source, Table: m.Query.Table, Open: true, Replace: true}
		if o := m.Inspector.Original; o != nil && m.Inspector.Table == m.Query.Table && m.Inspector.Source == m.Query.Source {
			in.PK = o.PartitionKey
		}
		in = edit.AddProperty(in)
		in = edit.Measured(in)
		m.Inspector = &in
		return m, []Cmd{in.Fields(), Focus{Target: "insp-pk"}}, true

	case DuplicatePressed:
		if in.Mode == edit.Idle {
			return m, nil, true
		}
		if in.Mode == edit.Creating && in.Saved == nil {
			m, cmds := notify(m, Notice{Text: "This is a new entity already. Save it, then it can be duplicated."})
			return m, append(cmds, Focus{Target: "insp-rk"}), true
		}
		in.Open = true
		in.Mode, in.Original, in.Failed, in.Replace, in.Saved, in.Kind = edit.Creating, nil, nil, true, nil, edit.InsertKind
		in.RK = words.NextCopy(in.RK)
		rows := in.Rows[:0:0]
		for _, r := range in.Rows {
			if !r.Gone {
				rows = append(rows, r)
			}
		}
		in.Rows = rows
		in = edit.Measured(in)
		m.Inspector = &in
		return m, []Cmd{in.Fields(), Focus{Target: "insp-rk"}}, true

	case KeysTyped:
		if in.Mode == edit.Idle {
			return m, nil, true
		}
		if msg.PK != nil {
			in.PK = *msg.PK
		}
		if msg.RK != nil {
			in.RK = *msg.RK
		}
		in = edit.Measured(in)
		m.Inspector = &in
		return m, nil, true

	case PropertyAdded:
		in = edit.Measured(edit.AddProperty(in))
		m.Inspector = &in
		return m, []Cmd{Focus{Target: "prop-name-" + words.Number(in.Added)}}, true

	case PropertyRemoved:
		in.Rows = edit.ChangeRow(in.Rows, msg.ID, func(r *edit.PropertyRow) { r.Gone = !r.Gone })
		in = edit.Measured(in)
		m.Inspector = &in
		return m, []Cmd{in.Fields()}, true // one that is kept after all has new inputs

	case PropertyNamed:
		in.Rows = edit.ChangeRow(in.Rows, msg.ID, func(r *edit.PropertyRow) { r.Name = msg.Name })
		in = edit.Measured(in)
		m.Inspector = &in
		return m, nil, true

	case PropertyTyped:
		in.Rows = edit.ChangeRow(in.Rows, msg.ID, func(r *edit.PropertyRow) { r.Text = msg.Text })
		in = edit.Measured(in)
		m.Inspector = &in
		return m, nil, true

	case PropertyTypeChosen:
		in.Rows = edit.ChangeRow(in.Rows, msg.ID, func(r *edit.PropertyRow) { r.Type, r.Text, r.Form = msg.Type, r.ShownText(), edit.AnyBytes })
		in = edit.Measured(in)
		m.Inspector = &in
		return m, []Cmd{in.Fields()}, true // another type may have another input

	case ReplaceChosen:
		in.Replace = msg.Replace && !in.Partial()
		m.Inspector = &in
		return m, nil, true

	case RevertPressed:
		switch {
		case in.Saved != nil:
			in = edit.PendingForm(in.Saved)
			in.Open = true
		case in.Mode == edit.Editing:
			in = edit.FormOf(in.Source, in.Table, *in.Original)
			in.Open = true
		default:
			in = edit.Inspector{}
		}
		m.Inspector = &in
		return m, []Cmd{in.Fields()}, true

	case SavePressed, SaveNowPressed:
		if problem := m.unreadJSON(); problem != "" {
			return m, []Cmd{Focus{Target: LensField}, Announce{Text: problem}}, true
		}
		if _, ok := msg.(SavePressed); ok && !m.AtOnce() {
			m, cmds := update(m, review.FormCollected{})
			return m, cmds, true
		}
		return saveNow(m)

	case DeletePressed:
		if in.Mode == edit.Idle || in.Busy {
			return m, nil, true
		}
		if m.ReadOnly() != "" {
			return refuseWrite(m)
		}
		if !m.AtOnce() || in.Saved != nil {
			m, cmds := update(m, review.FormDropped{})
			return m, cmds, true
		}
		if in.Mode != edit.Editing {
			return m, nil, true
		}
		m.Dialog = &Dialog{Kind: DeleteEntity, Source: in.Source, Table: in.Table, Count: 1}
		return m, []Cmd{OpenDialog{}}, true

	case EntityDropConfirmed:
		if in.Mode != edit.Editing || m.Dialog == nil {
			return m, nil, true
		}
		m.Dialog = nil
		o := *in.Original
		in.Busy = true
		m.Inspector = &in
		return m, []Cmd{CloseDialog{}, Apply{Req: wire.ApplyRequest{Source: in.Source, Table: in.Table, Kind: "delete", PartitionKey: o.PartitionKey, RowKey: o.RowKey, IfMatch: o.ETag}, Before: &o}}, true

	case Saved:
		return saved(m, msg)
	}
	return m, nil, false
}

// saveNow commits the form at once. A move and an upsert go as a commit of their own: they are more than one operation, or
// write over what is not known.
func saveNow(m Model) (Model, []Cmd, bool) {
	in := m.Inspector
	if in.Saved != nil || in.Partial() || in.Moved() || in.Mode == edit.Creating && in.Kind != "" && in.Kind != edit.InsertKind {
		m, cmds := update(m, review.FormCollected{Now: true})
		return m, cmds, true
	}
	return save(m)
}

func save(m Model) (Model, []Cmd, bool) {
	in := *m.Inspector
	if in.Mode == edit.Idle || in.Busy {
		return m, nil, true
	}
	if m.ReadOnly() != "" {
		return refuseWrite(m)
	}
	req, target, problem := in.Request()
	if problem != "" {
		return m, []Cmd{Focus{Target: target}, Announce{Text: problem}}, true
	}
	in.Busy, in.Failed = true, nil
	m.Inspector = &in
	return m, []Cmd{Apply{Req: req, Before: in.Original}}, true
}

func saved(m Model, msg Saved) (Model, []Cmd, bool) {
	in := *m.Inspector
	in.Busy = false
	if f := wire.FailureOf(msg.Err); f != nil {
		if msg.Undo {
			m.Inspector = &in
			m, cmds := fail(m, "It could not be undone", msg.Err)
			return m, cmds, true
		}
		if c := edit.RefusedChange(msg.Request, msg.Before); c != nil && edit.Conflicts[f.Code] && m.Pending.At(c.EntityKey) == nil {
			met := Msg(review.ConflictMet{Change: c, Failure: f})
			if m.Inspector = &in; m.desk().Committing() {
				met = review.Delayed{Msg: msg}
			}
			m, cmds := update(m, met)
			return m, cmds, true
		}
		in.Failed = f
		for i, r := range in.Rows {
			if f.Field != "" && r.Name == f.Field {
				in.Rows = append([]edit.PropertyRow(nil), in.Rows...)
				in.Rows[i].Err = f.Message
			}
		}
		m.Inspector = &in
		return m, []Cmd{Announce{Text: "Not saved: " + f.Message}}, true
	}
	req := msg.Request
	text, back := msg.Told()
	note := Notice{Text: text, Undo: editUndone{back}, Action: "Undo"}
	if msg.Undo {
		note = Notice{Text: "Undone."}
	}
	if in = (edit.Inspector{}); req.Kind != edit.DeleteKind {
		in = edit.FormOf(req.Source, req.Table, msg.Entity)
	}
	in.Open = m.Inspector.Open && in.Mode != edit.Idle
	m, cmds := notify(m, note)
	if m.Query.Table == req.Table && m.Query.Source == req.Source && !(msg.Undo && m.Inspector.Dirty()) { // an undo leaves what is being typed alone
		m.Inspector = &in
		cmds = append(cmds, in.Fields())
	}
	m, more := written(m, req.Source, req.Table)
	cmds = append(cmds, more...)
	if req.Source != "" {
		return m, cmds, true
	}
	m, cmds = own(m, cmds, true)
	return m, cmds, true
}
