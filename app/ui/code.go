package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/querycode"
	"rangefinder/app/state"
)

// code is the dialog that shows the query as a request and as programs.
func (p *DialogPanel) code(d *state.Dialog) []app.UI {
	f := querycode.FormatOf(d.Code.Format)
	formats := querycode.Formats
	return []app.UI{
		h("div.row",
			h("label for=code-format", "Written as"),
			h("select.btn#code-format", typed(p.Store, "change", "code-format", func(v string) state.Msg { return state.CodeChosen{Format: v} }),
				each(len(formats), func(i int) app.UI {
					return h("option", value(formats[i].ID), on(formats[i].ID == f.ID), formats[i].Title)
				})),
			h("span.grow"),
			press(p.Store, ".btn.primary#code-copy", "Copy", state.CodeCopied{}, off(d.Err != ""))),
		dialogErr(d),
		slot(d.Err == "", func() app.UI {
			return h("div", slot(d.Code.Note != "", func() app.UI { return h("p.note#code-note", d.Code.Note) }), h("pre.code-text#code-text tabindex=0 role=region", label("The query as "+f.Title), d.Code.Text), h("p.dim", f.Note+" No key is in it."))
		}),
		h("div.row",
			press(p.Store, ".btn.small#copy-markdown", "Copy as Markdown", state.MarkdownPressed{}, off(d.Err != ""), title("The query, its plan, numbers and the first ten rows, with a link")),
			press(p.Store, ".btn.small#copy-plan", "Copy the plan as text", state.PlanTextPressed{}, off(d.Err != "")),
			press(p.Store, ".btn.small#save-plan", "Save the plan as SVG", state.PlanDrawPressed{}, off(d.Err != ""))),
	}
}
