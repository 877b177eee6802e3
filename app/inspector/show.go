package inspector

import (
	"rangefinder/app/edit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// updateShown is which entity the form is of.
func updateShown(v *page.View, d edit.Desk, msg page.Msg) (edit.Desk, []page.Cmd, bool) {
	in := *d.Form
	switch msg := msg.(type) {
	case edit.EntityRead:
		d, cmds := read(v, d, msg)
		return d, cmds, true

	case InspectorOpened:
		in.Open = true
		if r := v.Rows; in.Mode == edit.Idle && r.Reply != nil && r.Count > 0 { // the first, which the grid marks until another is chosen
			read := edit.LineOf(v, max(r.Line, 0))
			read.Focus = true
			return with(d, in), []page.Cmd{read}, true
		}
		return with(d, in), []page.Cmd{page.Focus{Target: "inspector"}}, true

	case InspectorClosed:
		return with(d, edit.Inspector{Shut: true}), []page.Cmd{page.Focus{Target: "grid"}}, true

	case InspectorLeft:
		return d, []page.Cmd{page.Focus{Target: "grid"}}, true

	case FieldWanted:
		target := "insp-pk"
		if msg.Column == filterlang.RowKey {
			target = "insp-rk"
		}
		for _, r := range in.Rows {
			if r.Name == msg.Column && !r.Gone {
				target = "prop-text-" + words.Number(r.ID)
			}
		}
		return d, []page.Cmd{page.Focus{Target: target}}, true

	case page.NewEntityPressed:
		if v.Query.Table == "" {
			return d, nil, true
		}
		if v.ReadOnly != "" {
			return d, v.TellReadOnly(), true
		}
		in = edit.Inspector{Mode: edit.Creating, Source: v.Query.Source, Table: v.Query.Table, Open: true, Replace: true}
		in = edit.AddProperty(in)
		cmds := []page.Cmd{nil, page.Focus{Target: "insp-pk"}}
		fixed := false
		if v.Plan != nil && v.Plan.Class != filterlang.Empty {
			in.PK, fixed = v.Plan.Range.Partition.Single()
		}
		if o := d.Form.Original; fixed {
		} else if o != nil && d.Form.Table == v.Query.Table && d.Form.Source == v.Query.Source {
			in.PK = o.PartitionKey
		} else if r := v.Rows; r.Reply != nil && r.Count > 0 && r.Table == v.Query.Table && r.Source == v.Query.Source {
			of := edit.LineOf(v, max(r.Line, 0))
			of.Fresh = true
			cmds = append(cmds, of)
		}
		in = edit.Measured(in)
		cmds[0] = in.Fields()
		return with(d, in), cmds, true

	case DuplicatePressed:
		d, cmds := duplicate(d)
		return d, cmds, true

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
		return with(d, in), []page.Cmd{in.Fields()}, true
	}
	return d, nil, false
}

// read shows an entity that was read, and does what it was read for.
func read(v *page.View, d edit.Desk, msg edit.EntityRead) (edit.Desk, []page.Cmd) {
	if msg.Fresh {
		return fresh(d, msg)
	}
	if msg.Err != nil {
		return d, []page.Cmd{page.Fail{What: "The entity could not be read", Err: msg.Err}}
	}
	if msg.Table != v.Query.Table || msg.Source != v.Query.Source || msg.Entity.Marker {
		return d, nil
	}
	if msg.Kept {
		return d, kept(v, d.Form, msg.Entity)
	}
	if again, ok := d.Pending.Again(v, msg); ok {
		return d, []page.Cmd{again}
	}
	d.Pending = d.Pending.Reread(v, msg)
	if o := d.Form.Original; d.Form.Mode == edit.Editing && o.PartitionKey == msg.Entity.PartitionKey && o.RowKey == msg.Entity.RowKey {
		switch {
		case msg.Drop:
			return d, drop(v, d)
		case msg.Twin:
			return duplicate(d)
		}
	}
	in := edit.FormOf(msg.Source, msg.Table, *msg.Entity)
	if msg.Anew && d.Form.Dirty() && d.Form.Key() == in.Key() {
		in = *d.Form // typed into what was known of it, while it was read
	} else if c := d.Pending.At(in.Key()); c != nil && c.Base != nil {
		in = edit.PendingForm(c)
	}
	in.Open = d.Form.Open || msg.Focus
	// The panel, not its first field: whoever opens an entity to read it would replace a value, which a field selects when it is focused,
	// with the first key pressed, and a screen reader would read a value before it has said whose it is.
	target := "inspector"
	switch msg.Field {
	case "":
	case filterlang.PartitionKey:
		target = "insp-pk"
	case filterlang.RowKey:
		target = "insp-rk"
	default:
		var id int
		in, id = edit.FormField(in, msg.Field, msg.Type)
		target = "prop-text-" + words.Number(id)
	}
	d = with(d, in)
	cmds := []page.Cmd{in.Fields()}
	switch {
	case msg.Drop:
		return d, append(cmds, drop(v, d)...)
	case msg.Twin:
		return duplicate(d)
	case msg.Focus:
		cmds = append(cmds, page.Focus{Target: target})
	}
	return d, cmds
}

// kept tells that the form stays though another entity was chosen in the grid, and takes that back when it is its own that is chosen.
func kept(v *page.View, in *edit.Inspector, chosen *wire.EntityReply) []page.Cmd {
	text := "The inspector still shows " + in.Called() + ": what you typed there is not added to the changes. Enter opens the chosen entity."
	k := in.Key()
	other := in.Mode == edit.Creating || k.PartitionKey != chosen.PartitionKey || k.RowKey != chosen.RowKey
	switch told := v.Notice != nil && v.Notice.Text == text; {
	case !in.Dirty() || other == told:
		return nil
	case told:
		return []page.Cmd{page.PutNotice{Notice: v.Notice.Under}}
	}
	return []page.Cmd{page.Notify{Notice: page.Notice{Text: text}}}
}

// fresh gives a new entity the PartitionKey of the current row, unless something was typed before that was read.
func fresh(d edit.Desk, msg edit.EntityRead) (edit.Desk, []page.Cmd) {
	in := *d.Form
	if msg.Err != nil || msg.Entity.Marker || in.Mode != edit.Creating || in.Saved != nil || in.PK != "" || in.Table != msg.Table || in.Source != msg.Source || edit.Edited(&in) {
		return d, nil
	}
	in.PK = msg.Entity.PartitionKey
	in = edit.Measured(in)
	return with(d, in), []page.Cmd{page.ResetFields{Values: map[string]string{"insp-pk": in.PK}}}
}

// duplicate begins a new entity like the one in the form.
func duplicate(d edit.Desk) (edit.Desk, []page.Cmd) {
	in := *d.Form
	if in.Mode == edit.Idle {
		return d, nil
	}
	if in.Mode == edit.Creating && in.Saved == nil {
		return d, []page.Cmd{page.Notify{Notice: page.Notice{Text: "This is a new entity already. Commit it, then it can be duplicated."}}, page.Focus{Target: "insp-rk"}}
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
	return with(d, in), []page.Cmd{in.Fields(), page.Focus{Target: "insp-rk"}}
}
