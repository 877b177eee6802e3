package lab

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Markdown returns a comparison as Markdown for a design review: the designs with example keys, a table of patterns and
// designs with class and numbers, totals and ranks, the checklist of the best design, and what of it is measured and what
// assumed. r is the Report of spec; link leads to the comparison, "" for none. Texts of strangers are only ever text in it.
func Markdown(spec Spec, r *Report, link string) string {
	m := markdown{spec: &spec, r: r}
	m.line("# Key designs for " + inline(m.subject()))
	m.line("")
	m.line(m.measuredOn())
	m.population()
	if link != "" && !strings.ContainsAny(link, "<>\n\r\t ") {
		m.line("")
		m.line("[Open the comparison](<" + link + ">)")
	}
	m.designs()
	m.patterns()
	m.notes()
	m.turns()
	m.checklist()
	m.assumptions()
	return m.b.String()
}

type markdown struct {
	spec *Spec
	r    *Report
	b    strings.Builder
}

func (m *markdown) line(s string) { m.b.WriteString(s + "\n") }

func (m *markdown) subject() string {
	switch {
	case m.spec.Population != nil:
		return "a generated population"
	case m.spec.Table == "":
		return "a table"
	}
	return m.spec.Table
}

func (m *markdown) measuredOn() string {
	s := "Measured on " + count(m.r.Entities, "entity", "entities")
	if p := m.spec.Population; p != nil {
		return s + " that are generated (seed " + strconv.FormatUint(p.Seed, 10) + "), " + count(len(p.Properties), "property", "properties") + " each, drawn one by one:"
	}
	return s + " in " + count(m.r.Partitions, "partition", "partitions") + ", " + amount(float64(m.r.Bytes)) + " bytes, of the table as it was."
}

// population says what the entities are like that were generated.
func (m *markdown) population() {
	if m.spec.Population == nil {
		return
	}
	m.line("")
	for i := range m.spec.Population.Properties {
		p := &m.spec.Population.Properties[i]
		s := "- " + code(p.Name) + " " + inline(p.Type) + ": "
		if p.Distinct == 0 {
			s += "each entity has a value of its own"
		} else {
			s += count(p.Distinct, "value", "values")
		}
		if p.Skew > 0 && p.Distinct > 0 {
			s += ", skew " + amount(p.Skew)
		}
		if p.Missing > 0 {
			s += ", missing in " + percent(p.Missing, 1)
		}
		m.line(s)
	}
}

// table writes a table; texts are Markdown already.
func (m *markdown) table(rows [][]string) {
	for i, row := range rows {
		m.line("| " + strings.Join(row, " | ") + " |")
		if i == 0 {
			m.line("|" + strings.Repeat(" --- |", len(row)))
		}
	}
}

// name is a design's name as text.
func (m *markdown) name(i int) string {
	return inline(cmp.Or(strings.TrimSpace(m.spec.Designs[i].Name), "design "+strconv.Itoa(i+1)))
}

func (m *markdown) designs() {
	m.line("\n## Designs\n")
	rows := [][]string{{"Design", "PartitionKey", "RowKey", "Example", "Partitions", "Largest", "Stored", "Rank"}}
	for i := range m.spec.Designs {
		spec := &m.spec.Designs[i]
		row := []string{m.name(i), code(spec.Partition), code(spec.Row)}
		if i >= len(m.r.Designs) || m.r.Designs[i].Refused != nil {
			rows = append(rows, append(row, "cannot be read", "", "", "", ""))
			continue
		}
		d := &m.r.Designs[i]
		example := ""
		if len(d.Examples) > 0 {
			example = code(d.Examples[0].Key.Partition) + " · " + code(d.Examples[0].Key.Row)
		}
		rank := "impossible"
		if !d.Impossible {
			rank = "–"
			if d.Rank > 0 {
				rank = strconv.Itoa(d.Rank)
			}
		}
		rows = append(rows, append(row, example, amount(float64(d.Partitions)), amount(float64(d.Largest.Entities)),
			amount(float64(d.Stored))+" entities, "+amount(d.Storage)+" × the bytes", rank))
	}
	m.table(rows)
	first := true
	for i := range m.spec.Designs {
		for k := range m.spec.Designs[i].Indexes {
			if first {
				m.line("")
				first = false
			}
			m.index(i, k)
		}
	}
}

func (m *markdown) index(design, i int) {
	x := &m.spec.Designs[design].Indexes[i]
	keys := code(x.Partition) + " · " + code(x.Row)
	if x.Kind == SamePartition {
		keys = "RowKey " + code(x.Row)
	}
	s := "- " + m.name(design) + ", " + inline(cmp.Or(strings.TrimSpace(x.Name), "index "+strconv.Itoa(i+1))) + " (" + string(x.Kind) + "): " + keys
	if len(x.Properties) > 0 {
		s += ", with " + inline(listed(x.Properties)) + " only"
	}
	m.line(s)
}

func (m *markdown) patterns() {
	m.line("\n## Patterns\n")
	head := []string{"Pattern", "A day"}
	for i := range m.spec.Designs {
		head = append(head, m.name(i))
	}
	rows := [][]string{head}
	for k := range m.spec.Patterns {
		p := &m.spec.Patterns[k]
		row := []string{m.pattern(k), amount(p.PerDay)}
		for i := range m.spec.Designs {
			row = append(row, m.cell(k, i))
		}
		rows = append(rows, row)
	}
	total := []string{"**All of a day**", ""}
	for i := range m.spec.Designs {
		if i >= len(m.r.Designs) || m.r.Designs[i].Refused != nil {
			total = append(total, "")
			continue
		}
		t := &m.r.Designs[i].Total
		text := "**" + amount(round(t.Points)) + " units**: " + amount(round(t.Requests)) + " requests, " + amount(round(t.Examined)) + " examined, " + amount(round(t.Written)) + " written"
		if m.r.Designs[i].Impossible {
			text = "✖ " + text
		}
		total = append(total, text)
	}
	m.table(append(rows, total))
}

func round(v float64) float64 {
	if v < 10 {
		return v
	}
	return float64(int64(v + 0.5))
}

func (m *markdown) pattern(k int) string {
	p := &m.spec.Patterns[k]
	s := m.called(k) + ": " + string(p.Kind)
	if p.Kind == Read {
		if p.Filter != "" {
			s += " " + code(p.Filter)
		}
		if p.Top > 0 {
			s += ", the first " + amount(float64(p.Top))
		}
		if p.Order != "" {
			s += " by " + code(p.Order)
		}
		return s
	}
	if p.Rate > 0 {
		s += " at " + amount(p.Rate) + " a second"
	}
	if p.Batch > 1 {
		s += ", " + amount(float64(p.Batch)) + " a call"
	}
	if p.Together != "" {
		s += ", together by " + code(p.Together)
	}
	return s
}

var verdicts = map[Verdict]string{Better: "▲ ", Worse: "▼ ", Impossible: "✖ "}

// NoFilter stands where a blank pattern would have numbers, on the page and in Markdown.
const NoFilter = "not counted: no filter yet"

func (m *markdown) cell(k, i int) string {
	if m.spec.Patterns[k].Blank() {
		return NoFilter
	}
	if k >= len(m.r.Patterns) || i >= len(m.r.Patterns[k].Cells) || !m.r.Patterns[k].Cells[i].Known {
		return "not measured"
	}
	c := &m.r.Patterns[k].Cells[i]
	s := verdicts[c.Verdict]
	if w := c.Write; w != nil {
		s += many(w.Requests, "request", "requests") + ", " + amount(w.Written) + " written"
		if w.Hottest > 0 {
			s += "; hottest partition " + amount(w.Hottest) + " a second"
		}
		return s
	}
	if len(c.Ways) == 0 {
		return s
	}
	w := &c.Ways[0]
	s += w.Class.String()
	if w.Index >= 0 {
		s += " by index " + strconv.Itoa(w.Index+1)
	}
	return s + ": " + amount(float64(w.Examined)) + " examined, " + amount(float64(w.Returned)) + " returned, " + count(w.RoundTrips, "round trip", "round trips")
}

// notes tells what is particular of cells, and the filters that are asked.
func (m *markdown) notes() {
	first := true
	var added []Added
	note := func(k, i int, text string) {
		if first {
			m.line("")
			first = false
		}
		m.line("- " + m.called(k) + ", " + m.name(i) + ": " + text)
	}
	for k := range m.r.Patterns {
		for i := range m.r.Patterns[k].Cells {
			c := &m.r.Patterns[k].Cells[i]
			if c.Why != "" {
				note(k, i, inline(c.Why))
			}
			if len(c.Ways) > 0 && c.Ways[0].Filter != "" && c.Ways[0].Filter != m.spec.Patterns[k].Filter {
				note(k, i, "asked as "+code(c.Ways[0].Filter))
				for _, a := range c.Ways[0].Added {
					if !slices.Contains(added, a) {
						added = append(added, a)
					}
				}
			}
		}
	}
	for _, a := range added {
		m.line("- " + code(a.Name) + " is a property that a design adds: " + a.Why + ".")
	}
}

// maxTurns is how many break-evens are listed.
const maxTurns = 8

func (m *markdown) turns() {
	list := BreakEvens(*m.spec, m.r)
	for i, e := range list[:min(len(list), maxTurns)] {
		if i == 0 {
			m.line("\n## Break-evens\n")
		}
		than := "less than "
		if e.Above {
			than = "more than "
		}
		m.line("- " + m.name(e.Design) + " would be cheaper than " + m.name(e.Than) + " if " + m.called(e.Pattern) + " were called " + than + amount(round(e.PerDay)) +
			" times a day; it is " + amount(m.spec.Patterns[e.Pattern].PerDay) + ".")
	}
}

// called is a pattern's name as text.
func (m *markdown) called(k int) string {
	return inline(cmp.Or(strings.TrimSpace(m.spec.Patterns[k].Name), "pattern "+strconv.Itoa(k+1)))
}

func (m *markdown) checklist() {
	best := -1
	for i := range m.r.Designs {
		if d := &m.r.Designs[i]; d.Refused == nil && (best < 0 || d.Rank > 0 && (m.r.Designs[best].Rank == 0 || d.Rank < m.r.Designs[best].Rank)) {
			best = i
		}
	}
	if best < 0 {
		return
	}
	m.line("\n## Checklist of " + m.name(best) + "\n")
	for _, s := range Checklist(*m.spec, m.r, best) {
		m.line("- **" + s.State.String() + "** " + s.Name + " " + inline(s.Answer))
	}
}

func (m *markdown) assumptions() {
	m.line("\n## What is measured and what assumed\n")
	m.line("Measured: each design's keys were made for every entity, and each read was run on tables that have them, so that examined, returned and round trips are exact for these entities. Transactions and partitions are counted by the keys that the entities get.")
	m.line("")
	assumed := "Assumed: the calls a day and the rates; that new entities are like these; that a page has " + amount(pageSize) + " entities, and a partition takes " +
		amount(PartitionLimit) + " entities a second. A point is a request, " + amount(pageSize) + " entities examined or 100 written."
	if m.spec.Population != nil {
		assumed += " The entities are generated: their values are drawn property by property, without what ties real ones together."
	}
	m.line(assumed)
}

const pageSize = 1000 // what the service sends at most at once

// maxInline is how many characters of a stranger's text are shown.
const maxInline = 400

// inline returns a text as Markdown that shows it and means nothing else, on one line.
func inline(text string) string {
	var b strings.Builder
	text = clean(text)
	numbered := 0 // digits that it begins with: with a point they would be a list
	for numbered < len(text) && text[numbered] >= '0' && text[numbered] <= '9' {
		numbered++
	}
	for i, r := range text {
		if strings.ContainsRune("\\`*_[]<>#|~&$!@", r) || i == 0 && strings.ContainsRune("+-=", r) || i == numbered && strings.ContainsRune(".)", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return linkless.Replace(b.String())
}

// linkless keeps what looks like an address from becoming a link.
var linkless = strings.NewReplacer("://", "\\://", "www.", "www\\.", "WWW.", "WWW\\.")

// code returns a text as a code span in a table, with as many backticks as it needs.
func code(text string) string {
	text = clean(text)
	if text == "" {
		return "(empty)"
	}
	longest, run := 0, 0
	for _, r := range text {
		if run++; r != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	fence := strings.Repeat("`", longest+1)
	if longest > 0 || strings.HasPrefix(text, " ") && strings.HasSuffix(text, " ") {
		text = " " + text + " "
	}
	// A table is cut at bars before code is looked at, so that a bar is escaped in code too; a backslash before it would undo that.
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\\|", "\\ |"), "|", "\\|")
	return fence + text + fence
}

// clean returns a text on one line, without characters that do not print, and not too long.
func clean(text string) string {
	n := 0
	text = strings.Map(func(r rune) rune {
		if n++; n > maxInline {
			return -1
		}
		if !strconv.IsPrint(r) {
			return ' '
		}
		return r
	}, text)
	if n > maxInline {
		text += "…"
	}
	return text
}
