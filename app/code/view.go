package code

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/querycode"
	"rangefinder/app/words"
)

// Dialog draws the dialog that shows the query as a request and as programs, if it is the one that is open.
func Dialog(d *page.Dialog) func(s Sender) (Drawn, bool) {
	return func(s Sender) (Drawn, bool) {
		w := page.Held[Written](d)
		if w == nil {
			return Drawn{}, false
		}
		return Drawn{Label: "Request and code", Class: "wide", Body: body(s, w, d.Err)}, true
	}
}

func body(s Sender, w *Written, problem string) []app.UI {
	f := querycode.FormatOf(w.Format, w.Profile)
	formats := querycode.Formats(w.Profile)
	var merged any
	if w.Queries > 0 && problem == "" {
		merged = H("label.row", H("input#code-merged type=checkbox", On(w.Merged), Listen("change", func(app.Context, app.Event) { s.Send(CodeMerged{}) }, app.EventScope("code-merged"))),
			"as "+words.Count(w.Queries, "query", "queries")+", merged")
	}
	return []app.UI{
		H("div.row",
			H("label for=code-format", "Written as"),
			H("select.btn#code-format", Typed(s, "change", "code-format", func(v string) page.Msg { return CodeChosen{Format: v} }),
				Each(len(formats), func(i int) app.UI {
					return H("option", Value(formats[i].ID), On(formats[i].ID == f.ID), formats[i].Title)
				})),
			merged,
			H("span.grow"),
			Press(s, ".btn.primary#code-copy", "Copy", CodeCopied{}, Off(problem != ""))),
		DialogErr(problem),
		Slot(problem == "", func() app.UI {
			return H("div", Slot(w.Note != "", func() app.UI { return H("p.note#code-note", w.Note) }), H("pre.code-text#code-text tabindex=0 role=region", Label("The query as "+f.Title), w.Text), H("p.dim", f.Note(w.Profile)+" No key is in it."))
		}),
		H("div.row",
			Press(s, ".btn.small#copy-markdown", "Copy as Markdown", MarkdownPressed{}, Off(problem != ""), Title("The query, its plan, numbers and the first ten rows, with a link")),
			Press(s, ".btn.small#copy-plan", "Copy the plan as text", PlanTextPressed{}, Off(problem != "")),
			Press(s, ".btn.small#save-plan", "Save the plan as SVG", PlanDrawPressed{}, Off(problem != ""))),
	}
}
