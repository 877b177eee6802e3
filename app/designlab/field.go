package designlab

import (
	"strconv"
	"strings"

	"rangefinder/app/keydesign/lab"
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// take takes a text that was typed into a field. A text that cannot be used stays where it is, with why.
func (m *Model) take(msg FieldTyped) (*Model, []page.Cmd) {
	l := *m
	spec := l.Spec.Clone()
	problem := setField(&spec, msg.Field, msg.Text)
	if n, _, ok := numberedID(msg.Field, "lab-d"); ok && n < len(l.Spec.Designs) {
		l.Checked = n
		if was, now := &l.Spec.Designs[n], &spec.Designs[n]; was.Present() && now.Name == was.Name && !now.Present() {
			return m, nil // its keys are copied to be changed
		}
	}
	renamed := l.rename(&spec, msg.Field)
	if problem == "" {
		if err := spec.Check(); err != nil {
			problem = err.Error()
		}
	}
	texts := fieldTexts{l.Texts, l.Errs}.each(func(id string) []string {
		if id == msg.Field {
			return nil
		}
		return []string{id}
	})
	if problem != "" {
		texts.texts[msg.Field], texts.errs[msg.Field] = msg.Text, problem
	}
	if problem != "" || spec.String() == l.Spec.String() {
		l.Texts, l.Errs = texts.texts, texts.errs
		return &l, nil
	}
	next, cmds := l.change(spec, "typing", msg.Field, texts)
	return next, append(cmds, renamed...)
}

// rename gives a design another name while a template is typed that its name was made of. A name that was typed stays.
func (m *Model) rename(spec *lab.Spec, field string) []page.Cmd {
	n, of, ok := numberedID(field, "lab-d")
	if !ok || n >= len(m.Spec.Designs) || of != "-partition" && of != "-row" {
		return nil
	}
	was := &m.Spec.Designs[n]
	if m.typed == field && len(m.past) > 0 { // before the first letter
		was = &m.past[len(m.past)-1].spec.Designs[n]
	}
	if plain, _ := words.CopyOf(was.Name); plain == "" || plain != lab.MadeName(was.Partition, was.Row) {
		return nil
	}
	d := &spec.Designs[n]
	name := was.Name
	if d.Partition != was.Partition || d.Row != was.Row {
		if name = lab.MadeName(d.Partition, d.Row); name == "" || name == lab.AsItIs {
			name = "design " + strconv.Itoa(n+1)
		}
	}
	d.Name = ""
	d.Name = unusedName(name, 2, spec.Named)
	return []page.Cmd{page.ResetFields{Values: map[string]string{"lab-d" + strconv.Itoa(n) + "-name": d.Name}}}
}

// replace gives a field a text that was offered, as a step of its own.
func (m *Model) replace(msg Replaced) (*Model, []page.Cmd) {
	spec := m.Spec.Clone()
	if !m.Have || setField(&spec, msg.Field, msg.Text) != "" || spec.Check() != nil || spec.String() == m.Spec.String() {
		return m, nil
	}
	texts := fieldTexts{m.Texts, m.Errs}.each(func(id string) []string {
		if id == msg.Field {
			return nil
		}
		return []string{id}
	})
	next, cmds := m.change(spec, "the change that was offered", "", texts)
	cmds = append(cmds, page.Announce{Text: "Changed to " + words.Clip(msg.Text, 200)})
	if n, _, ok := numberedID(msg.Field, "lab-p"); ok && n != m.Pattern { // its fields are closed
		msg.Field = "lab-edit-" + strconv.Itoa(n)
	}
	return next, append(cmds, page.Focus{Target: msg.Field})
}

// setField puts a text into a comparison: field is "lab-", d or p with a number, and the name of what is typed, with x and a
// number between them for an index. It answers what is wrong with the text.
func setField(s *lab.Spec, field, text string) (problem string) {
	parts := strings.Split(field, "-")
	if len(parts) < 3 {
		return ""
	}
	at := func(word, prefix string, n int) int {
		i, err := strconv.Atoi(strings.TrimPrefix(word, prefix))
		if err != nil || i < 0 || i >= n || !strings.HasPrefix(word, prefix) {
			return -1
		}
		return i
	}
	name := parts[len(parts)-1]
	if k := at(parts[1], "p", len(s.Patterns)); k >= 0 {
		return setPattern(&s.Patterns[k], name, text)
	}
	if g := s.Population; g != nil {
		if parts[1] == "g" {
			return setPopulation(g, name, text)
		}
		if q := at(parts[1], "q", len(g.Properties)); q >= 0 {
			return setProperty(&g.Properties[q], name, text)
		}
	}
	i := at(parts[1], "d", len(s.Designs))
	if i < 0 {
		return ""
	}
	d := &s.Designs[i]
	if len(parts) == 4 {
		if x := at(parts[2], "x", len(d.Indexes)); x >= 0 {
			setIndex(&d.Indexes[x], name, text)
		}
		return ""
	}
	switch name {
	case "name":
		d.Name = text
	case "partition":
		d.Partition = text
	case "row":
		d.Row = text
	}
	return ""
}

func setIndex(x *lab.Index, name, text string) {
	switch name {
	case "kind":
		x.Kind = lab.IndexKind(text)
	case "partition":
		x.Partition = text
	case "row":
		x.Row = text
	case "properties":
		x.Properties = splitNames(text)
	}
}

func setPattern(p *lab.Pattern, name, text string) (problem string) {
	number := func(into *float64) {
		v, ok := words.Amount(text)
		if !ok {
			problem = "Type a number, such as 1,000 or 4M."
			return
		}
		*into = v
	}
	count := func(into *int) {
		v, ok := words.WholeInt(text)
		if !ok {
			problem = noWhole
			return
		}
		*into = v
	}
	switch name {
	case "name":
		p.Name = text
	case "day":
		number(&p.PerDay)
	case "kind":
		p.Kind = lab.Kind(text)
	case "filter":
		p.Filter = strings.TrimSpace(text)
	case "select":
		p.Select = splitNames(text)
	case "top":
		count(&p.Top)
	case "order":
		p.Order = orderOf(text)
	case "rate":
		number(&p.Rate)
	case "batch":
		count(&p.Batch)
	case "together":
		p.Together = strings.TrimSpace(text)
	case "arrival":
		p.Arrival = strings.TrimSpace(text)
	case "changed":
		p.Changed = splitNames(text)
	}
	p.Draft = p.Blank() // a filter that is deleted later leaves a full scan, which counts
	return problem
}

// orderOf reads "CreatedOn desc" as "-CreatedOn".
func orderOf(text string) string {
	text = strings.TrimSpace(text)
	if name, ok := strings.CutSuffix(text, " desc"); ok {
		return "-" + strings.TrimPrefix(strings.TrimSpace(name), "-")
	}
	return text
}

// splitNames reads names between commas.
func splitNames(text string) []string {
	var list []string
	for name := range strings.SplitSeq(text, ",") {
		if name = strings.TrimSpace(name); name != "" {
			list = append(list, name)
		}
	}
	return list
}

// noWhole says why wholeInt does not take a text.
const noWhole = "Type a whole number, such as 1,000 or 4M."

// Fields returns the text of every field of the screen by its id.
func (l *Model) Fields() map[string]string {
	fields := map[string]string{}
	for i := range l.Spec.Designs {
		d := &l.Spec.Designs[i]
		id := "lab-d" + strconv.Itoa(i) + "-"
		fields[id+"name"], fields[id+"partition"], fields[id+"row"] = d.Name, d.Partition, d.Row
		for k := range d.Indexes {
			x := &d.Indexes[k]
			id := id + "x" + strconv.Itoa(k) + "-"
			fields[id+"kind"], fields[id+"partition"], fields[id+"row"], fields[id+"properties"] = string(x.Kind), x.Partition, x.Row, strings.Join(x.Properties, ", ")
		}
	}
	for i := range l.Spec.Patterns {
		p := &l.Spec.Patterns[i]
		id := "lab-p" + strconv.Itoa(i) + "-"
		fields[id+"day"] = words.Rounded(p.PerDay)
		if i != l.Pattern {
			continue
		}
		for name, text := range map[string]string{
			"name": p.Name, "kind": string(p.Kind), "filter": p.Filter, "select": strings.Join(p.Select, ", "), "top": orNothing(float64(p.Top)), "order": p.Order,
			"rate": orNothing(p.Rate), "batch": orNothing(float64(p.Batch)), "together": p.Together, "arrival": p.Arrival, "changed": strings.Join(p.Changed, ", "),
		} {
			fields[id+name] = text
		}
	}
	PopulationFields(fields, l.Spec.Population)
	for id, text := range l.Texts {
		if _, ok := fields[id]; ok {
			fields[id] = text
		}
	}
	return fields
}

func orNothing(v float64) string {
	if v == 0 {
		return ""
	}
	return words.Rounded(v)
}
