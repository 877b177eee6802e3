package inspector

import (
	"rangefinder/app/edit"
	"rangefinder/app/page"
	"rangefinder/app/review"
	"rangefinder/app/wire"
)

// updateSave is what writes the entity, or makes a pending change of the form.
func (m *Model) updateSave(v *page.View, d edit.Desk, msg page.Msg) (edit.Desk, []page.Cmd, bool) {
	in := *d.Form
	switch msg := msg.(type) {
	case SavePressed, SaveNowPressed:
		if problem := m.unread(d.Form); problem != "" {
			return d, []page.Cmd{page.Focus{Target: LensField}, page.Announce{Text: problem}}, true
		}
		if ask := in.EmptyKey(); ask != in.Asked && in.Mode != edit.Idle && !in.Busy && v.ReadOnly == "" {
			if _, _, problem := in.Wanted(false); problem == "" {
				in.Asked = ask
				field := "insp-pk"
				if in.PK != "" {
					field = "insp-rk"
				}
				return with(d, in), []page.Cmd{page.Focus{Target: field}, page.Announce{Text: ask}}, true
			}
		}
		if _, ok := msg.(SavePressed); ok && !edit.AtOnce(v.Settings) {
			return d, []page.Cmd{page.Send{Msg: review.FormCollected{}}}, true
		}
		d, cmds := saveNow(v, d)
		return d, cmds, true

	case DeletePressed:
		return d, drop(v, d), true

	case EntityDropConfirmed:
		if in.Mode != edit.Editing || v.Dialog == nil {
			return d, nil, true
		}
		o := *in.Original
		in.Busy = true
		return with(d, in), []page.Cmd{page.ShowDialog{}, page.CloseDialog{},
			edit.Apply{Req: wire.ApplyRequest{Source: in.Source, Table: in.Table, Kind: "delete", PartitionKey: o.PartitionKey, RowKey: o.RowKey, IfMatch: o.ETag}, Before: &o}}, true

	case edit.Saved:
		d, cmds := saved(v, d, msg)
		return d, cmds, true
	}
	return d, nil, false
}

// drop has the entity deleted: as a pending change, or, where each edit is committed at once, after asking.
func drop(v *page.View, d edit.Desk) []page.Cmd {
	in := d.Form
	switch {
	case in.Mode == edit.Idle || in.Busy:
		return nil
	case v.ReadOnly != "":
		return v.TellReadOnly()
	case !edit.AtOnce(v.Settings) || in.Saved != nil:
		return []page.Cmd{page.Send{Msg: review.FormDropped{}}}
	case in.Mode != edit.Editing:
		return nil
	}
	return []page.Cmd{page.ShowDialog{Dialog: &page.Dialog{Kind: DeleteDialog, Source: in.Source, Table: in.Table, Count: 1}}, page.OpenDialog{}}
}

// saveNow commits the form at once. A move and an upsert go as a commit of their own: they are more than one operation, or
// write over what is not known.
func saveNow(v *page.View, d edit.Desk) (edit.Desk, []page.Cmd) {
	in := *d.Form
	if in.Saved != nil || in.Partial() || in.Moved() || in.Mode == edit.Creating && in.Kind != "" && in.Kind != edit.InsertKind {
		return d, []page.Cmd{page.Send{Msg: review.FormCollected{Now: true}}}
	}
	if in.Mode == edit.Idle || in.Busy {
		return d, nil
	}
	if v.ReadOnly != "" {
		return d, v.TellReadOnly()
	}
	if in.Mode == edit.Editing && !in.Dirty() { // writing it again would change its Timestamp and its ETag
		return d, []page.Cmd{page.Notify{Notice: page.Notice{Text: "Nothing was changed."}}}
	}
	req, target, problem := in.Request()
	if problem != "" {
		return d, []page.Cmd{page.Focus{Target: target}, page.Announce{Text: problem}}
	}
	in.Busy, in.Failed = true, nil
	return with(d, in), []page.Cmd{edit.Apply{Req: req, Before: in.Original}}
}

// saved takes in what became of a write.
func saved(v *page.View, d edit.Desk, msg edit.Saved) (edit.Desk, []page.Cmd) {
	in := *d.Form
	in.Busy = false
	if f := wire.FailureOf(msg.Err); f != nil {
		return notSaved(d, in, msg, f)
	}
	req := msg.Request
	note, done := page.Notice{Text: msg.Told()}, msg.Done()
	written := map[edit.EntityKey]*edit.Change{done.EntityKey: done}
	note.Text += edit.LeftOut(v, written)
	p := *d.Pending.Wrote(v, written, map[edit.EntityKey]string{done.EntityKey: msg.Entity.ETag})
	p.Undone, p.Back, p.Forth = nil, nil, nil
	if back := done.Inverse(msg.Before, msg.Entity.ETag); back != nil {
		p.Back = []*edit.Change{back}
		note.Undo, note.Action = review.CommitTaken{Inverse: p.Back}, "Undo"
	}
	d.Pending = &p
	if in = (edit.Inspector{}); req.Kind != edit.DeleteKind {
		in = edit.FormOf(req.Source, req.Table, msg.Entity)
	}
	in.Open = d.Form.Open && in.Mode != edit.Idle
	cmds := []page.Cmd{page.Notify{Notice: note}}
	if v.Query.Table == req.Table && v.Query.Source == req.Source {
		d = with(d, in)
		cmds = append(cmds, in.Fields())
	}
	cmds = append(cmds, page.Written{Source: req.Source, Table: req.Table, Keep: &wire.Key{PartitionKey: req.PartitionKey, RowKey: req.RowKey}, New: msg.Before == nil})
	if req.Source == "" {
		cmds = append(cmds, page.Own{})
	}
	return d, cmds
}

// notSaved tells why a write was refused. in is the form, which is not busy any more.
func notSaved(d edit.Desk, in edit.Inspector, msg edit.Saved, f *wire.Failure) (edit.Desk, []page.Cmd) {
	if c := edit.RefusedChange(msg.Request, msg.Before); c != nil && edit.Conflicts[f.Code] && d.Pending.At(c.EntityKey) == nil {
		met := page.Msg(review.ConflictMet{Change: c, Failure: f})
		if d.Committing() {
			met = review.Delayed{Msg: msg}
		}
		return with(d, in), []page.Cmd{page.Send{Msg: met}}
	}
	in.Failed = f
	for i, r := range in.Rows {
		if f.Field != "" && r.Name == f.Field {
			in.Rows = append([]edit.PropertyRow(nil), in.Rows...)
			in.Rows[i].Err = f.Message
		}
	}
	return with(d, in), []page.Cmd{page.Announce{Text: "Not committed: " + f.Message}}
}
