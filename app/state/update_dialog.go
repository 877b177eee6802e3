package state

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/sample"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// updateDialog is the dialogs: a new table, deleting one, the generator, a sample's source, the shortcuts.
func updateDialog(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg := msg.(type) {
	case NewTablePressed:
		if m.ReadOnly() != "" {
			return refuseWrite(m)
		}
		m.Dialog = &Dialog{Kind: NewTable, Source: m.Query.Source}
		return m, []Cmd{ResetFields{Values: map[string]string{"table-name": m.missingTable()}}, OpenDialog{}}, true

	case DeleteTablePressed:
		if m.ReadOnly() != "" {
			return refuseWrite(m)
		}
		info := wire.TableNamed(tablesOn(m), msg.Table)
		if info == nil {
			return m, nil, true
		}
		m.Dialog = &Dialog{Kind: DeleteTable, Source: m.Query.Source, Table: info.Name, Count: info.Entities}
		return m, []Cmd{OpenDialog{}, ResetFields{Values: map[string]string{"drop-name": ""}}}, true

	case GeneratePressed:
		form := formOf(sample.DefaultSpec())
		for n := 2; wire.TableNamed(m.Tables.List, form.Table) != nil; n++ {
			form.Table = strings.TrimRight(form.Table, "0123456789") + strconv.Itoa(n)
		}
		m.Dialog = &Dialog{Kind: GenerateTable, Spec: form}
		return m, []Cmd{resetSpec(form), OpenDialog{}, Focus{Target: "spec-table"}}, true

	case ShortcutsPressed:
		m.Dialog = &Dialog{Kind: Shortcuts}
		return m, []Cmd{OpenDialog{}}, true

	case SamplePressed:
		for i, s := range m.Samples {
			if s.Name == msg.Name {
				m.Dialog = &Dialog{Kind: SampleInfo, Sample: i}
				return m, []Cmd{OpenDialog{}}, true
			}
		}
		return m, nil, true

	case DialogClosed:
		m.Dialog = nil
		return m, []Cmd{CloseDialog{}}, true
	}
	if m.Dialog == nil {
		return m, nil, false
	}
	d := *m.Dialog
	switch msg := msg.(type) {
	case DialogTyped:
		d.Err, d.ErrField = "", "table-name"
		if msg.Name != "" {
			d.Err = TableNameProblem(msg.Name, tablesOn(m))
		}
		m.Dialog = &d
		return m, nil, true

	case TableNamed:
		if d.Busy {
			return m, nil, true
		}
		d.Err, d.ErrField = TableNameProblem(msg.Name, tablesOn(m)), "table-name"
		d.Busy = d.Err == ""
		m.Dialog = &d
		if d.Err != "" {
			return m, []Cmd{Focus{Target: "table-name"}, Announce{Text: d.Err}}, true
		}
		if d.Kind == CloneDialog {
			return m, []Cmd{CloneTable{d.Table, msg.Name, d.Drop}}, true
		}
		return m, []Cmd{MakeTable{d.Source, msg.Name}}, true

	case TableDropNamed:
		if d.Kind == DeleteTable {
			d.Named = msg.Text
			m.Dialog = &d
		}
		return m, nil, true

	case TableDropConfirmed:
		if d.Kind != DeleteTable || d.Busy || m.unnamed(&d) {
			return m, nil, true
		}
		d.Busy = true
		m.Dialog = &d
		return m, []Cmd{DropTable{d.Source, d.Table}}, true

	case SpecTyped:
		switch msg.Field {
		case "table":
			d.Spec.Table = msg.Text
		case "entities":
			d.Spec.Entities = msg.Text
		case "partitions":
			d.Spec.Partitions = msg.Text
		case "skew":
			d.Spec.Skew = msg.Text
		case "seed":
			d.Spec.Seed = msg.Text
		case "pattern":
			d.Spec.Pattern = msg.Text
		}
		d.Err, d.ErrField = "", ""
		m.Dialog = &d
		return m, nil, true

	case SpecRowTyped:
		d.Spec.Properties = changeSpec(d.Spec.Properties, msg.ID, func(r *SpecRow) {
			switch msg.Field {
			case "name":
				r.Name = msg.Text
			case "fill":
				r.Fill = msg.Text
			case "distinct":
				r.Distinct = msg.Text
			case "length":
				r.Length = msg.Text
			}
		})
		d.Err, d.ErrField = "", ""
		m.Dialog = &d
		return m, nil, true

	case SpecRowTypeChosen:
		d.Spec.Properties = changeSpec(d.Spec.Properties, msg.ID, func(r *SpecRow) { r.Type = msg.Type })
		m.Dialog = &d
		return m, nil, true

	case SpecRowAdded:
		id := 1
		for _, r := range d.Spec.Properties {
			id = max(id, r.ID+1)
		}
		d.Spec.Properties = append(d.Spec.Properties[:len(d.Spec.Properties):len(d.Spec.Properties)], SpecRow{ID: id, Name: "Property" + strconv.Itoa(id), Type: edm.String, Fill: "100", Distinct: "0", Length: "20"})
		m.Dialog = &d
		return m, []Cmd{resetSpec(d.Spec), Focus{Target: "spec-name-" + strconv.Itoa(id)}}, true

	case SpecRowRemoved:
		rows := d.Spec.Properties[:0:0]
		for _, r := range d.Spec.Properties {
			if r.ID != msg.ID {
				rows = append(rows, r)
			}
		}
		d.Spec.Properties = rows
		m.Dialog = &d
		return m, []Cmd{resetSpec(d.Spec)}, true

	case SpecSubmitted:
		return submitSpec(m, d)
	}
	return m, nil, false
}

func changeSpec(rows []SpecRow, id int, change func(*SpecRow)) []SpecRow {
	out := append([]SpecRow(nil), rows...)
	for i := range out {
		if out[i].ID == id {
			change(&out[i])
		}
	}
	return out
}

func submitSpec(m Model, d Dialog) (Model, []Cmd, bool) {
	refuse := func(field, text string) (Model, []Cmd, bool) {
		d.Err, d.ErrField = text, field
		m.Dialog = &d
		return m, []Cmd{Focus{Target: field}, Announce{Text: text}}, true
	}
	if problem := TableNameProblem(d.Spec.Table, m.Tables.List); problem != "" {
		return refuse("spec-table", problem)
	}
	spec, field, problem := specOf(d.Spec)
	if problem != "" {
		return refuse(field, problem)
	}
	if err := spec.Validate(); err != nil {
		return refuse(specField(err, d.Spec), err.Error())
	}
	m.Dialog = nil
	t := *m.Tables
	t.Loading = &Loading{Title: "Generating " + spec.Table, Progress: wire.Progress{Total: spec.Entities}}
	m.Tables = &t
	return m, []Cmd{CloseDialog{}, GenerateData{spec}}, true
}

// specField returns the id of the input that a refusal of the generator is about.
func specField(err error, f SpecForm) string {
	e, ok := errors.AsType[*sample.SpecError](err)
	switch {
	case !ok:
		return "spec-table"
	case e.Property >= 0 && e.Property < len(f.Properties):
		return "spec-" + strings.ToLower(e.Field) + "-" + strconv.Itoa(f.Properties[e.Property].ID)
	}
	return "spec-" + strings.ToLower(e.Field)
}

// formOf shows a specification as text.
func formOf(s sample.Spec) SpecForm {
	f := SpecForm{Table: s.Table, Entities: strconv.Itoa(s.Entities), Partitions: strconv.Itoa(s.Partitions), Skew: strconv.FormatFloat(s.Skew, 'g', -1, 64), Seed: strconv.FormatUint(s.Seed, 10), Pattern: string(s.KeyPattern)}
	for i, p := range s.Properties {
		f.Properties = append(f.Properties, SpecRow{ID: i + 1, Name: p.Name, Type: p.Type, Fill: strconv.FormatFloat(p.Fill*100, 'g', 4, 64), Distinct: strconv.Itoa(p.Distinct), Length: strconv.Itoa(p.Length)})
	}
	return f
}

// specOf reads the form; field is the id of the input that problem is about.
func specOf(f SpecForm) (s sample.Spec, field, problem string) {
	s = sample.DefaultSpec()
	s.Table, s.Properties, s.KeyPattern = f.Table, nil, sample.KeyPattern(f.Pattern)
	whole := func(id, what, text string) int {
		n, ok := words.WholeInt(text)
		if (!ok || strings.TrimSpace(text) == "") && problem == "" {
			field, problem = id, what+" takes a whole number of 0 or more, not "+words.Quote(text)+"."
		}
		return n
	}
	s.Entities = whole("spec-entities", "Entities", f.Entities)
	s.Partitions = whole("spec-partitions", "Partitions", f.Partitions)
	var err error
	if s.Skew, err = strconv.ParseFloat(f.Skew, 64); err != nil && problem == "" {
		field, problem = "spec-skew", "Skew takes a number, 0 for even partitions."
	}
	seed, exact, ok := words.Whole(f.Seed)
	if (!ok || !exact || seed > math.MaxInt64 || strings.TrimSpace(f.Seed) == "") && problem == "" {
		field, problem = "spec-seed", "Seed takes a whole number from 0 to 9,223,372,036,854,775,807: the same seed makes the same data."
	}
	s.Seed = seed
	for _, r := range f.Properties {
		id := strconv.Itoa(r.ID)
		fill, err := strconv.ParseFloat(r.Fill, 64)
		if (err != nil || !(fill >= 0 && fill <= 100)) && problem == "" {
			field, problem = "spec-fill-"+id, "Fill is the share of entities that have the property, 0 to 100 per cent."
		}
		s.Properties = append(s.Properties, sample.PropertySpec{Name: r.Name, Type: r.Type, Fill: fill / 100, Distinct: whole("spec-distinct-"+id, "Distinct", r.Distinct), Length: whole("spec-length-"+id, "Length", r.Length)})
	}
	return s, field, problem
}

func resetSpec(f SpecForm) Cmd {
	values := map[string]string{"spec-table": f.Table, "spec-entities": f.Entities, "spec-partitions": f.Partitions, "spec-skew": f.Skew, "spec-seed": f.Seed}
	for _, r := range f.Properties {
		id := strconv.Itoa(r.ID)
		values["spec-name-"+id], values["spec-fill-"+id], values["spec-distinct-"+id], values["spec-length-"+id] = r.Name, r.Fill, r.Distinct, r.Length
	}
	return ResetFields{Values: values}
}

// TableNameProblem says why a table cannot have that name, "" when it can.
func TableNameProblem(name string, have []wire.TableInfo) string {
	if err := engine.CheckTableName(name); err != nil {
		return page.Detail(err)
	}
	if t := wire.TableNamed(have, name); t != nil {
		return "The table " + t.Name + " exists already; names differ by more than case."
	}
	return ""
}

// dialogFailed shows the worker's refusal in the dialog.
func dialogFailed(m Model, err error) (Model, []Cmd, bool) {
	f := wire.FailureOf(err)
	if m.Dialog == nil {
		m, cmds := fail(m, "The table was not made", err)
		return m, cmds, true
	}
	d := *m.Dialog
	d.Busy, d.Err, d.ErrField = false, f.Message, "table-name"
	m.Dialog = &d
	return m, []Cmd{Focus{Target: "table-name"}, Announce{Text: f.Message}}, true
}

func sampleNamed(m Model, name string) *sample.Sample {
	for i := range m.Samples {
		if m.Samples[i].Name == name {
			return &m.Samples[i]
		}
	}
	return nil
}

// unnamed reports whether the name of the table to be deleted is asked for, because its account is marked production, and not typed yet.
func (m *Model) unnamed(d *Dialog) bool {
	a := m.Sources.Account(d.Source)
	return a != nil && a.Production() && d.Named != d.Table
}
