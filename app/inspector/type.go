package inspector

import (
	"slices"

	"rangefinder/app/edit"
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// updateTyped is what is typed into the form and chosen in it.
func updateTyped(v *page.View, d edit.Desk, msg page.Msg) (edit.Desk, []page.Cmd, bool) {
	in := *d.Form
	switch msg := msg.(type) {
	case KeysTyped:
		if in.Mode == edit.Idle {
			return d, nil, true
		}
		if msg.PK != nil {
			in.PK = *msg.PK
		}
		if msg.RK != nil {
			in.RK = *msg.RK
		}
		in.Asked, in.Failed = "", nil // what was refused told of other keys
		return with(d, edit.Measured(in)), nil, true

	case PropertyAdded:
		in = edit.Measured(edit.AddProperty(in))
		return with(d, in), []page.Cmd{page.Focus{Target: "prop-name-" + words.Number(in.Added)}}, true

	case PropertiesPicked:
		if in.Mode == edit.Idle || len(msg.Picked) == 0 {
			return d, nil, true
		}
		// A row that nobody has begun makes room.
		in.Rows = slices.DeleteFunc(slices.Clone(in.Rows), func(r edit.PropertyRow) bool { return r.Name == "" && r.Text == "" })
		first := in.Added + 1
		for _, c := range msg.Picked {
			if len(c.Types) == 0 {
				continue
			}
			in = edit.AddProperty(in)
			last := len(in.Rows) - 1
			in.Rows[last].Name, in.Rows[last].Type, in.Rows[last].Offered = c.Name, c.Types[0].Type, len(msg.Picked) > 1
		}
		in = edit.Measured(in)
		return with(d, in), []page.Cmd{in.Fields(), page.Focus{Target: "prop-text-" + words.Number(first)}}, true

	case PropertyRemoved:
		in.Rows = edit.ChangeRow(in.Rows, msg.ID, func(r *edit.PropertyRow) { r.Gone = !r.Gone })
		in = edit.Measured(edit.Lessened(in))
		return with(d, in), []page.Cmd{in.Fields()}, true // one that is kept after all has new inputs

	case PropertyNamed:
		in.Rows = edit.ChangeRow(in.Rows, msg.ID, func(r *edit.PropertyRow) { r.Name = msg.Name })
		return with(d, edit.Measured(edit.Lessened(in))), nil, true

	case PropertyTyped:
		in.Rows = edit.ChangeRow(in.Rows, msg.ID, func(r *edit.PropertyRow) { r.Text = msg.Text })
		return with(d, edit.Measured(in)), nil, true

	case PropertyTypeChosen:
		in.Rows = edit.ChangeRow(in.Rows, msg.ID, func(r *edit.PropertyRow) { r.Type, r.Text, r.Form = msg.Type, r.ShownText(), edit.AnyBytes })
		in = edit.Measured(in)
		return with(d, in), []page.Cmd{in.Fields()}, true // another type may have another input

	case BytesFormChosen:
		in.Rows = edit.ChangeRow(in.Rows, msg.ID, func(r *edit.PropertyRow) { r.InForm(msg.Form) })
		in = edit.Measured(in)
		for _, r := range in.Rows {
			if r.ID == msg.ID && r.Form != msg.Form { // the picker shows the way they are still written
				return with(d, in), []page.Cmd{page.Notify{Notice: page.Notice{Text: "These bytes cannot be written that way."}}, in.Fields(),
					page.ResetFields{Values: map[string]string{"bytes-" + words.Number(r.ID): string(r.Form)}}}, true
			}
		}
		return with(d, in), []page.Cmd{in.Fields()}, true

	case KindChosen:
		in.Kind = msg.Kind
		return with(d, in), nil, true

	case ReplaceChosen:
		in.Replace = msg.Replace && !in.Partial()
		return with(d, in), nil, true
	}
	return d, nil, false
}
