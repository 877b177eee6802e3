package files

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/words"
	"rangefinder/engine/interchange"
)

// exportFile is the export dialog: a format, what it cannot hold, and what to write as buttons with counts.
func (p *panel) exportFile(f *ExportForm) []app.UI {
	d := p.v.Dialog
	var formats []interchange.FormatInfo
	for _, info := range interchange.Formats() {
		if info.Writable && info.Format != interchange.Workspace {
			formats = append(formats, info)
		}
	}
	return []app.UI{
		Slot(d.Table != "", func() app.UI {
			return El("fieldset").Class("choices").Body(
				El("legend").Text("Format"),
				app.Range(formats).Slice(func(i int) app.UI {
					info := formats[i]
					id := "export-format-" + strconv.Itoa(int(info.Format))
					note := "plain values; types are not kept"
					if info.Native {
						note = "keeps every type and every digit"
					}
					return El("label").Class("row check").Body(
						Void("input").ID(id).Attr("type", "radio").Attr("name", "export-format").Attr("checked", info.Format == f.Format).OnChange(func(ctx app.Context, e app.Event) {
							p.s.Send(ExportChosen{Format: info.Format, Formulas: f.Formulas})
						}, app.EventScope(id, f.Formulas)),
						El("span").Body(El("b").Text(info.Name), El("span").Class("dim").Text(" "+info.Extension+" · "+note)),
					)
				}),
			)
		}),
		Slot(f.Format == interchange.PlainCSV || f.Format == interchange.TypedCSV, func() app.UI {
			return Check("export-formulas", "Leave text as it is where a spreadsheet would run it as a formula (= + - @). Otherwise it gets a ' in front, which an import here removes and Storage Explorer keeps.", f.Formulas, func(on bool) {
				p.s.Send(ExportChosen{Formulas: on})
			})
		}),
		Slot(len(f.Losses) > 0, func() app.UI {
			return El("div").Class("advice-box").Role("status").Body(
				El("b").Text("What this format cannot hold"),
				El("ul").Class("notes").Body(app.Range(f.Losses).Slice(func(i int) app.UI {
					l := f.Losses[i]
					return El("li").Body(Slot(l.Property != "", func() app.UI { return El("code").Text(l.Property) }), app.Text(" "+l.Reason))
				})),
			)
		}),
		Slot(f.Number != 0, func() app.UI {
			return El("div").Class("row").Body(
				Button("btn primary", "Export this result").ID("export-result").OnClick(Send(p.s, ExportStarted{What: "result"})),
				El("span").Class("dim").Text(words.Count(f.Result, "entity", "entities")+map[bool]string{false: "", true: ", as the service returned them: the step in the browser is not applied"}[f.Then]),
			)
		}),
		Slot(d.Source != "", func() app.UI {
			return El("p").Class("dim").Text("Only the entities read so far are exported. Read on for more, or pull a copy.")
		}),
		Slot(d.Table != "" && d.Source == "", func() app.UI {
			return El("div").Class("row").Body(
				Button(map[bool]string{false: "btn primary", true: "btn"}[f.Number != 0], "Export the whole table").ID("export-table").OnClick(Send(p.s, ExportStarted{What: "table"})),
				El("span").Class("dim").Text(words.Count(f.Entities, "entity", "entities")+" of "+d.Table),
			)
		}),
		El("div").Class("row").Body(
			Button("btn", "Export the workspace").ID("export-workspace").OnClick(Send(p.s, ExportStarted{What: "workspace"})),
			El("span").Class("dim").Text("every table and saved query, as text for version control"),
		),
		DialogErr(d.Err),
		El("div").Class("row end").Body(Cancel(p.s)),
	}
}
