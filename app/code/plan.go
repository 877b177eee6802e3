package code

import (
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/querycode"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// planText is the plan in words, for a message or a ticket.
func planText(p *plan.Plan) string {
	var b strings.Builder
	b.WriteString(p.Table + "\n")
	if filter := filterlang.WithoutComments(p.Filter); filter != "" {
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
func picture(v *page.View, p *plan.Plan, m *plan.Map) querycode.Picture {
	out := querycode.Picture{Table: v.Query.Table, Filter: filterlang.WithoutComments(p.Filter), Sentence: plan.Sentence(p), Class: p.Plan.Class, Mark: page.Mark(p.Plan.Class)}
	if r := m.Reply; r != nil {
		out.From, out.To = r.View.From, r.View.To
		if out.To == 0 {
			out.To = r.Entities
		}
		for _, s := range r.Segments {
			out.Segments = append(out.Segments, querycode.Segment{From: s.From, To: s.To, Name: page.KeyText(s.FirstKey)})
		}
	}
	if p.Explain == nil {
		return out // the map still shows what the text before reads
	}
	out.Ticks = m.Ticks
	for _, s := range m.Reads {
		out.Reads = append(out.Reads, [2]int{s.From, s.To})
	}
	return out
}
