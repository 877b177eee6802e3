package code

import (
	"context"

	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/querycode"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// maxMarkdownCell is where a value is cut in Markdown, in characters, and maxMarkdownColumns how many columns there are.
const (
	maxMarkdownCell    = 60
	maxMarkdownColumns = 12
)

// Markdown returns a page about the query on screen with the first rows of its result, and what is to be told of it; it waits for the
// worker. p is the plan on screen, then says what came of the step in the browser.
func Markdown(v *page.View, p *plan.Plan, then string, client wire.Caller) (string, MarkdownCopied) {
	out := querycode.Page{Query: queryOf(v), Sentence: plan.Sentence(p), Link: v.Base + "#" + v.Route().Fragment()}
	r := v.Rows
	if r.Reply != nil && r.Table == v.Query.Table && r.Source == v.Query.Source && r.Filter == v.Query.Filter {
		stats := r.Reply.Stats
		out.Result = words.Count(stats.Returned, "entity", "entities") + " returned" + plan.ReadText(r.Reply) + ", " + words.Count(stats.RoundTrips, "round trip", "round trips") + "."
		out.Total = stats.Returned
		columns := r.Reply.Columns[:min(len(r.Reply.Columns), maxMarkdownColumns)]
		for _, c := range columns {
			out.Columns = append(out.Columns, c.Name)
		}
		order := 0
		if v.Then != "" {
			out.Result += " Client-side, which the service does not know: " + v.Query.Then + "; " + then + "."
			if r.Kept {
				order = r.Order
			}
		}
		if r.Reply.Lines > 0 && (order != 0 || v.Then == "") {
			reply, err := wire.Call(context.Background(), client, wire.Window, wire.WindowRequest{Result: r.Reply.Result, Order: order, Count: min(wire.MaxWindow, 4*querycode.MaxRows)}, nil)
			if err != nil {
				return "", MarkdownCopied{Err: err}
			}
			for _, row := range reply.Rows {
				if row.Marker != nil || len(out.Rows) == querycode.MaxRows {
					continue
				}
				cells := make([]string, min(len(row.Cells), len(columns)))
				for i := range cells {
					cells[i] = cutCell(row.Cells[i].V)
				}
				out.Rows = append(out.Rows, cells)
			}
		}
	}
	return querycode.Markdown(out), MarkdownCopied{Rows: len(out.Rows)}
}

func cutCell(text string) string {
	r := []rune(text)
	if len(r) <= maxMarkdownCell {
		return text
	}
	return string(r[:maxMarkdownCell]) + "…"
}
