package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/querycode"
	"rangefinder/app/state"
	"rangefinder/app/words"
)

// code is the dialog that shows the query as a request and as programs.
func (p *DialogPanel) code(d *state.Dialog) []app.UI {
	f := querycode.FormatOf(d.Code.Format, d.Code.Profile)
	formats := querycode.Formats(d.Code.Profile)
	var merged any
	if d.Code.Queries > 0 && d.Err == "" {
		merged = H("label.row", H("input#code-merged type=checkbox", On(d.Code.Merged), Listen("change", func(app.Context, app.Event) { p.Store.Send(state.CodeMerged{}) }, app.EventScope("code-merged"))),
			"as "+words.Count(d.Code.Queries, "query", "queries")+", merged")
	}
	return []app.UI{
		H("div.row",
			H("label for=code-format", "Written as"),
			H("select.btn#code-format", Typed(p.Store, "change", "code-format", func(v string) state.Msg { return state.CodeChosen{Format: v} }),
				Each(len(formats), func(i int) app.UI {
					return H("option", Value(formats[i].ID), On(formats[i].ID == f.ID), formats[i].Title)
				})),
			merged,
			H("span.grow"),
			Press(p.Store, ".btn.primary#code-copy", "Copy", state.CodeCopied{}, Off(d.Err != ""))),
		DialogErr(d.Err),
		Slot(d.Err == "", func() app.UI {
			return H("div", Slot(d.Code.Note != "", func() app.UI { return H("p.note#code-note", d.Code.Note) }), H("pre.code-text#code-text tabindex=0 role=region", Label("The query as "+f.Title), d.Code.Text), H("p.dim", f.Note(d.Code.Profile)+" No key is in it."))
		}),
		H("div.row",
			Press(p.Store, ".btn.small#copy-markdown", "Copy as Markdown", state.MarkdownPressed{}, Off(d.Err != ""), Title("The query, its plan, numbers and the first ten rows, with a link")),
			Press(p.Store, ".btn.small#copy-plan", "Copy the plan as text", state.PlanTextPressed{}, Off(d.Err != "")),
			Press(p.Store, ".btn.small#save-plan", "Save the plan as SVG", state.PlanDrawPressed{}, Off(d.Err != ""))),
	}
}
