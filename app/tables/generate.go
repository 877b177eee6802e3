package tables

import (
	"context"
	"errors"
	"math"
	"strconv"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/sample"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang/edm"
)

// GenerateTable is the dialog of the generator.
const GenerateTable page.DialogKind = "generate-table"

// SpecForm is the generator's form as typed.
type SpecForm struct {
	Table      string
	Entities   string
	Partitions string
	Skew       string
	Seed       string
	Pattern    string // of the RowKeys
	Properties []SpecRow
}

// SpecRow is one property of the generator's form.
type SpecRow struct {
	ID       int
	Name     string
	Type     edm.Type
	Fill     string // per cent
	Distinct string
	Length   string
}

// What the person did in the form.
type (
	SpecTyped    struct{ Field, Text string }
	SpecRowTyped struct {
		ID          int
		Field, Text string
	}
	SpecRowTypeChosen struct {
		ID   int
		Type edm.Type
	}
	SpecRowAdded   struct{}
	SpecRowRemoved struct{ ID int }
	SpecSubmitted  struct{}
)

// GenerateData fills a table. Answer: page.LoadProgressed, page.Loaded.
type GenerateData struct{ Spec sample.Spec }

// updateGenerator takes a message of the generator.
func updateGenerator(v *page.View, msg page.Msg) (cmds []page.Cmd, ok bool) {
	if _, pressed := msg.(page.GeneratePressed); pressed {
		f := formOf(proposed())
		for n := 2; v.Table(f.Table) != nil; n++ {
			f.Table = strings.TrimRight(f.Table, "0123456789") + strconv.Itoa(n)
		}
		return []page.Cmd{page.ShowDialog{Dialog: &page.Dialog{Kind: GenerateTable, Of: &f}}, resetSpec(f), page.OpenDialog{}, page.Focus{Target: "spec-table"}}, true
	}
	if v.Dialog == nil {
		return nil, false
	}
	d, f := *v.Dialog, SpecForm{}
	held := page.Held[SpecForm](v.Dialog)
	if held != nil { // nil: another dialog came before what was typed
		f = *held
	}
	switch msg := msg.(type) {
	case SpecTyped:
		switch msg.Field {
		case "table":
			f.Table = msg.Text
		case "entities":
			f.Entities = msg.Text
		case "partitions":
			f.Partitions = msg.Text
		case "skew":
			f.Skew = msg.Text
		case "seed":
			f.Seed = msg.Text
		case "pattern":
			f.Pattern = msg.Text
		}
		d.Err, d.ErrField = "", ""

	case SpecRowTyped:
		f.Properties = changeSpec(f.Properties, msg.ID, func(r *SpecRow) {
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

	case SpecRowTypeChosen:
		f.Properties = changeSpec(f.Properties, msg.ID, func(r *SpecRow) { r.Type = msg.Type })

	case SpecRowAdded:
		id := 1
		for _, r := range f.Properties {
			id = max(id, r.ID+1)
		}
		f.Properties = append(f.Properties[:len(f.Properties):len(f.Properties)], SpecRow{ID: id, Name: "Property" + strconv.Itoa(id), Type: edm.String, Fill: "100", Distinct: "0", Length: "20"})
		cmds = []page.Cmd{resetSpec(f), page.Focus{Target: "spec-name-" + strconv.Itoa(id)}}

	case SpecRowRemoved:
		rows := f.Properties[:0:0]
		for _, r := range f.Properties {
			if r.ID != msg.ID {
				rows = append(rows, r)
			}
		}
		f.Properties = rows
		cmds = []page.Cmd{resetSpec(f)}

	case SpecSubmitted:
		return submitSpec(v, f), true
	default:
		return nil, false
	}
	if held != nil {
		d.Of = &f
	}
	return append([]page.Cmd{page.ShowDialog{Dialog: &d}}, cmds...), true
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

func submitSpec(v *page.View, f SpecForm) []page.Cmd {
	refuse := func(field, text string) []page.Cmd {
		d := *v.Dialog
		d.Err, d.ErrField = text, field
		return []page.Cmd{page.ShowDialog{Dialog: &d}, page.Focus{Target: field}, page.Announce{Text: text}}
	}
	if problem := NameProblem(f.Table, v.Tables); problem != "" {
		return refuse("spec-table", problem)
	}
	spec, field, problem := specOf(f)
	if problem != "" {
		return refuse(field, problem)
	}
	if err := spec.Validate(); err != nil {
		return refuse(specField(err, f), err.Error())
	}
	return []page.Cmd{page.ShowDialog{}, page.ShowLoading{Loading: &page.Loading{Title: "Generating " + spec.Table, Progress: wire.Progress{Total: spec.Entities}}}, page.CloseDialog{}, GenerateData{spec}}
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

// proposed is a table that is made in a moment, with partitions of a size that is common; a larger one is asked for.
func proposed() sample.Spec {
	s := sample.DefaultSpec()
	s.Entities, s.Partitions = 10_000, 100
	return s
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

func resetSpec(f SpecForm) page.Cmd {
	values := map[string]string{"spec-table": f.Table, "spec-entities": f.Entities, "spec-partitions": f.Partitions, "spec-skew": f.Skew, "spec-seed": f.Seed}
	for _, r := range f.Properties {
		id := strconv.Itoa(r.ID)
		values["spec-name-"+id], values["spec-fill-"+id], values["spec-distinct-"+id], values["spec-length-"+id] = r.Name, r.Fill, r.Distinct, r.Length
	}
	return page.ResetFields{Values: values}
}

func (GenerateData) Slot() page.Slot { return page.LoadSlot }

func (cmd GenerateData) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Generate, wire.GenerateRequest{Spec: cmd.Spec}, page.LoadProgress(out))
	return page.Loaded{Reply: reply, Err: err}
}
