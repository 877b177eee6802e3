package state

import (
	"context"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/querycode"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// CopyMarkdown puts a page about the query on the clipboard.
type CopyMarkdown struct{}

type (
	CodeChosen      struct{ Format string }
	CodeCopied      struct{}
	CodeMerged      struct{} // as the parallel queries of the plan, merged, or as the one query again
	MarkdownPressed struct{}
	PlanTextPressed struct{}
	PlanDrawPressed struct{}
	// MarkdownCopied tells how CopyMarkdown went.
	MarkdownCopied struct {
		Rows int
		Err  error
	}
)

// codeSettings is the language that the dialog begins with: the one chosen last.
func codeSettings() []page.Setting {
	s := page.Setting{ID: "code", Title: "Language of code", Own: true}
	for _, f := range querycode.Formats(filterlang.Storage) { // all there are
		s.Choices = append(s.Choices, page.Choice{Value: f.ID, Title: f.Title})
	}
	return []page.Setting{s}
}

// updateCode writes the query down for elsewhere.
func updateCode(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg := msg.(type) {
	case page.CodePressed:
		if m.Query.Table == "" {
			return m, nil, true
		}
		m.Dialog = writtenAs(m, m.Settings.Value("code"), false)
		return m, []Cmd{OpenDialog{}}, true

	case CodeChosen:
		if m.Dialog != nil && m.Dialog.Kind == QueryCode {
			id := querycode.FormatOf(msg.Format, m.Profile()).ID
			m.Dialog = writtenAs(m, id, m.Dialog.Code != nil && m.Dialog.Code.Merged)
			m, cmds := changeSettings(m, m.Settings.With("code", id))
			return m, cmds, true
		}
		return m, nil, true

	case CodeMerged:
		if m.Dialog != nil && m.Dialog.Kind == QueryCode && m.Dialog.Code != nil {
			m.Dialog = writtenAs(m, m.Dialog.Code.Format, !m.Dialog.Code.Merged)
		}
		return m, nil, true

	case CodeCopied:
		if m.Dialog == nil || m.Dialog.Code == nil || m.Dialog.Err != "" {
			return m, nil, true
		}
		f := querycode.FormatOf(m.Dialog.Code.Format, m.Dialog.Code.Profile)
		text := m.Dialog.Code.Text
		m, cmds := notify(m, Notice{Text: "Copied the query as " + f.Title + "."})
		return m, append(cmds, Copy{Text: text}), true

	case MarkdownPressed:
		if m.Query.Table == "" || m.Plan.Plan == nil {
			return m, nil, true
		}
		return m, []Cmd{CopyMarkdown{}}, true

	case MarkdownCopied:
		if msg.Err != nil {
			m, cmds := fail(m, "The page was not copied", msg.Err)
			return m, cmds, true
		}
		m, cmds := notify(m, Notice{Text: "Copied the query as Markdown, with " + words.Count(msg.Rows, "row", "rows") + "."})
		return m, cmds, true

	case PlanTextPressed:
		if m.Plan.Plan == nil {
			return m, nil, true
		}
		text := PlanText(&m)
		m, cmds := notify(m, Notice{Text: "Copied the plan as text."})
		return m, append(cmds, Copy{Text: text}), true

	case PlanDrawPressed:
		if m.Plan.Plan == nil {
			return m, nil, true
		}
		return m, []Cmd{Download{Name: "plan-" + m.Query.Table + ".svg", Mime: "image/svg+xml", Data: []byte(querycode.SVG(picture(&m)))}, Announce{Text: "Saved the plan as a picture."}}, true
	}
	return m, nil, false
}

// Code is the query as it is shown in the dialog.
type Code struct {
	Format  string             // a name of querycode.Formats
	Profile filterlang.Profile // whose account it is written for
	Text    string
	Note    string // what is not in it, "" for nothing

	Queries int  // that together read less than the one and can be written instead, 0 for none
	Merged  bool // they are
}

// writtenAs returns the dialog with the query in a format.
func writtenAs(m Model, format string, merged bool) *Dialog {
	d := &Dialog{Kind: QueryCode, Source: m.Query.Source, Table: m.Query.Table, Code: &Code{Format: format, Profile: m.Profile()}}
	if err := m.refused(); err != nil {
		d.Err = "The filter is refused, so it is no request yet: " + err.Error()
		return d
	}
	if m.Query.SelectErr != "" || m.Query.TopErr != "" {
		d.Err = strings.TrimSpace(m.Query.SelectErr + " " + m.Query.TopErr)
		return d
	}
	if m.then() != "" || m.Query.Then != "" {
		d.Code.Note = "▽ Only what the service does is in it. This browser then checks " + m.Query.Then + " on what comes back; a program has to do that itself."
	}
	d.Code.Note = strings.TrimSpace(d.Code.Note + " " + commentNote(m.Query.Filter))
	q := codeOf(&m)
	if plan.Mergeable(m.Plan.Plan) {
		d.Code.Queries, d.Code.Merged = len(m.Plan.Plan.Ideal), merged
	}
	if d.Code.Merged {
		for _, e := range m.Plan.Plan.Parallel() {
			q.Filters = append(q.Filters, e.String())
		}
	}
	d.Code.Text = querycode.FormatOf(format, q.Profile).Write(q)
	return d
}

// codeOf is the query on screen, to be written down.
func codeOf(m *Model) querycode.Query {
	req := m.Query.Request(m.Profile())
	q := querycode.Query{Profile: m.Profile(), Table: req.Table, Filter: req.Filter, Select: req.Select, Top: req.Top}
	if a := m.Account(); a != nil && m.Query.Source != "" {
		q.Endpoint = a.Endpoint
	}
	return q
}

// PlanText is the plan in words, for a message or a ticket.
func PlanText(m *Model) string {
	p := m.Plan
	var b strings.Builder
	b.WriteString(p.Table + "\n")
	if filter := sent(p.Filter); filter != "" {
		b.WriteString("  " + filter + "\n")
	}
	b.WriteString("\n" + page.Mark(p.Plan.Class) + " " + plan.Sentence(p) + "\n")
	for i, c := range p.Plan.Conjuncts {
		number := ""
		if e, x := p.Explain, p.Match; e != nil && !e.Live && i < len(e.Conjuncts) && c.Role == filterlang.SetsRange && e.Conjuncts[i].Keys >= 0 {
			number = " → " + words.Count(e.Conjuncts[i].Keys, "entity", "entities")
		} else if x != nil && i < len(x.Cumulative) {
			number = " → " + words.Count(x.Cumulative[i], "match", "matches")
		}
		b.WriteString("  " + c.Role.String() + ": " + c.Expr.String() + number + "\n")
		if i == 49 && len(p.Plan.Conjuncts) > 50 {
			b.WriteString("  and " + words.Number(len(p.Plan.Conjuncts)-50) + " more\n")
			break
		}
	}
	if p.Plan.Class != filterlang.Empty {
		b.WriteString("reads " + p.Plan.Range.String() + "\n")
	}
	return b.String()
}

// picture is the plan over the key map, to be drawn.
func picture(m *Model) querycode.Picture {
	p := querycode.Picture{Table: m.Query.Table, Filter: sent(m.Plan.Filter), Sentence: plan.Sentence(m.Plan), Class: m.Plan.Plan.Class, Mark: page.Mark(m.Plan.Plan.Class)}
	if r := m.Map.Reply; r != nil {
		p.From, p.To = r.View.From, r.View.To
		if p.To == 0 {
			p.To = r.Entities
		}
		for _, s := range r.Segments {
			p.Segments = append(p.Segments, querycode.Segment{From: s.From, To: s.To, Name: page.KeyText(s.FirstKey)})
		}
	}
	if m.Plan.Explain == nil {
		return p // the map still shows what the text before reads
	}
	p.Ticks = m.Map.Ticks
	for _, s := range m.Map.Reads {
		p.Reads = append(p.Reads, [2]int{s.From, s.To})
	}
	return p
}

// maxMarkdownCell is where a value is cut in Markdown, in characters, and maxMarkdownColumns how many columns there are.
const (
	maxMarkdownCell    = 60
	maxMarkdownColumns = 12
)

// Markdown returns a page about the query on screen with the first rows of its result; it waits for the worker.
func (s *Store) Markdown() (string, error) {
	m := s.model
	page := querycode.Page{Query: codeOf(&m), Sentence: plan.Sentence(m.Plan), Link: m.Base + "#" + routeOf(m).Fragment()}
	r := m.Grid.Result
	if r.Reply != nil && r.Table == m.Query.Table && r.Source == m.Query.Source && r.Filter == m.Query.Filter {
		stats := r.Reply.Stats
		page.Result = words.Count(stats.Returned, "entity", "entities") + " returned" + plan.ReadText(r.Reply) + ", " + words.Count(stats.RoundTrips, "round trip", "round trips") + "."
		page.Total = stats.Returned
		columns := r.Reply.Columns[:min(len(r.Reply.Columns), maxMarkdownColumns)]
		for _, c := range columns {
			page.Columns = append(page.Columns, c.Name)
		}
		order := 0
		if m.then() != "" {
			page.Result += " Client-side, which the service does not know: " + m.Query.Then + "; " + ThenText(&m) + "."
			if m.filtered() {
				order = m.Grid.OrderNumber()
			}
		}
		if r.Reply.Lines > 0 && (order != 0 || m.then() == "") {
			reply, err := wire.Call(context.Background(), s.client, wire.Window, wire.WindowRequest{Result: r.Reply.Result, Order: order, Count: min(wire.MaxWindow, 4*querycode.MaxRows)}, nil)
			if err != nil {
				s.later(MarkdownCopied{Err: err})
				return "", err
			}
			for _, row := range reply.Rows {
				if row.Marker != nil || len(page.Rows) == querycode.MaxRows {
					continue
				}
				cells := make([]string, min(len(row.Cells), len(columns)))
				for i := range cells {
					cells[i] = cutCell(row.Cells[i].V)
				}
				page.Rows = append(page.Rows, cells)
			}
		}
	}
	s.later(MarkdownCopied{Rows: len(page.Rows)})
	return querycode.Markdown(page), nil
}

func cutCell(text string) string {
	r := []rune(text)
	if len(r) <= maxMarkdownCell {
		return text
	}
	return string(r[:maxMarkdownCell]) + "…"
}
