package ui

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
	"rangefinder/app/words"
	"rangefinder/engine/interchange"
	"rangefinder/filterlang/edm"
)

// importFile is the dialog before an import: how the file is read, what becomes of its columns, and the first rows as they
// would be taken.
func (p *DialogPanel) importFile(d *state.Dialog) []app.UI {
	im := p.Import
	if im == nil || im.Inspect == nil {
		body := []app.UI{slot(im != nil && im.Busy, func() app.UI { return el("p").Class("dim").Role("status").Text("Reading the beginning of the file…") }), dialogErr(d)}
		return append(body, el("div").Class("row end").Body(p.cancel()))
	}
	return []app.UI{el("form").OnSubmit(func(ctx app.Context, e app.Event) {
		e.PreventDefault()
		p.Store.Send(state.ImportSubmitted{})
	}).Body(
		p.importFormat(im),
		slot(len(im.Inspect.Notes) > 0, func() app.UI { return notes(im.Inspect.Notes) }),
		slot(im.Many(), func() app.UI { return importTables(im) }),
		slot(!im.Many(), func() app.UI { return p.importInto(d, im) }),
		slot(!im.Many() && len(im.Columns) > 0, func() app.UI { return p.importColumns(im) }),
		slot(im.Preview != nil, func() app.UI { return importPreview(im) }),
		el("div").Class("spec").Body(
			el("div").Class("prop keyprop").Body(
				el("label").Attr("for", "import-policy").Text("When a key is there already"),
				el("select").ID("import-policy").OnChange(sendValue(p.Store, "policy", func(v string) state.Msg { return state.ImportTyped{Field: "policy", Text: v} })).Body(
					options(im.Policy, "skip", "keep the entity that is there", "replace", "replace it", "merge", "merge into it", "refuse", "refuse the new one and report it")...),
			),
			check("import-stop", "Stop at the first row that is refused", im.Stop, func(on bool) { p.Store.Send(state.ImportStopChosen{Stop: on}) }),
		),
		dialogErr(d),
		el("div").Class("row end").Body(p.cancel(), el("button").Attr("type", "submit").ID("import-start").Class("btn primary").Attr("disabled", im.Busy || d.Err != "").Text("Import")),
	)}
}

func notes(list []string) app.UI {
	return el("ul").Class("notes").Body(app.Range(list).Slice(func(i int) app.UI { return el("li").Text(list[i]) }))
}

// importFormat says what the file is; where that is a guess it can be chosen.
func (p *DialogPanel) importFormat(im *state.Import) app.UI {
	choose := func(change func(*interchange.Layout)) {
		l := im.Layout
		change(&l)
		p.Store.Send(state.ImportLayoutChosen{Layout: l})
	}
	var formats []string
	for _, f := range interchange.Formats() {
		formats = append(formats, strconv.Itoa(int(f.Format)), f.Name)
	}
	csv := im.Layout.Format == interchange.PlainCSV
	return el("div").Class("spec").Body(
		el("div").Class("prop keyprop").Body(
			el("label").Attr("for", "import-format").Text("Format"),
			el("select").ID("import-format").OnChange(func(ctx app.Context, e app.Event) {
				if n, err := strconv.Atoi(ctx.JSSrc().Get("value").String()); err == nil {
					choose(func(l *interchange.Layout) { *l = interchange.Layout{Format: interchange.Format(n), Header: true} })
				}
			}).Body(options(strconv.Itoa(int(im.Layout.Format)), formats...)...),
		),
		slot(csv, func() app.UI {
			return el("div").Class("prop keyprop").Body(
				el("label").Attr("for", "import-comma").Text("Separator"),
				el("select").ID("import-comma").OnChange(func(ctx app.Context, e app.Event) {
					if v := valueOf(ctx.JSSrc()); v != "" {
						choose(func(l *interchange.Layout) { l.Comma = rune(v[0]) })
					}
				}).Body(options(string(im.Layout.Comma), ",", "comma", ";", "semicolon", "\t", "tab")...),
			)
		}),
		slot(csv, func() app.UI {
			return check("import-header", "The first line names the columns", im.Layout.Header, func(on bool) {
				choose(func(l *interchange.Layout) { l.Header = on })
			})
		}),
	)
}

// importTables lists the tables of a file that has several.
func importTables(im *state.Import) app.UI {
	have := map[string]bool{}
	for _, name := range im.Have {
		have[name] = true
	}
	tables := im.Inspect.Tables
	return el("ul").Class("notes").Body(app.Range(tables).Slice(func(i int) app.UI {
		text := tables[i].Name + ", a new table"
		if have[tables[i].Name] {
			text = tables[i].Name + ", which is here already: its entities are added to"
		}
		return el("li").Text(text)
	}))
}

// importInto is the table and the keys.
func (p *DialogPanel) importInto(d *state.Dialog, im *state.Import) app.UI {
	text := func(id, label, field, placeholder string) app.UI {
		input := void("input").ID(id).Attr("type", "text").Attr("autocomplete", "off").Spellcheck(false).Attr("placeholder", placeholder).Aria("describedby", "import-keys").
			OnInput(sendValue(p.Store, id, func(v string) state.Msg { return state.ImportTyped{Field: field, Text: v} }))
		if d.ErrField == id && d.Err != "" {
			input = input.Aria("invalid", "true").Aria("describedby", "dialog-err")
		}
		return el("div").Class("prop keyprop").Body(el("label").Attr("for", id).Text(label), input)
	}
	return el("div").Body(
		el("div").Class("spec").Body(
			text("import-table", "Into the table", "table", ""),
			text("import-pk", "PartitionKey", "pk", "{PartitionKey}"),
			text("import-rk", "RowKey", "rk", "{RowKey}"),
		),
		el("p").ID("import-keys").Class("dim").Body(
			app.Text("Keys are made of text and "), el("code").Text("{Column}"), app.Text(", "), el("code").Text("{#:6}"), app.Text(" for a counter of six digits, or "), el("code").Text("{guid}"), app.Text(". A table that is not there is made."),
		),
	)
}

// importColumns maps columns to properties.
func (p *DialogPanel) importColumns(im *state.Import) app.UI {
	shown, all := im.Found()
	return h("div",
		slot(len(im.Columns) > state.ImportColumnsShown, func() app.UI {
			return h("div.row",
				h("input#import-find type=search autocomplete=off spellcheck=false placeholder=Find", label("Find a column"), typed(p.Store, "input", "import-find", func(v string) state.Msg { return state.ImportTyped{Field: "find", Text: v} })),
				h("span.dim role=status", words.Number(len(shown))+" of "+words.Count(len(im.Columns), "column", "columns")+" shown, "+words.Number(all)+" found. Columns are taken as they are, unless you say otherwise here."))
		}),
		h("div.scroll-x.tall tabindex=0 role=region", label("Columns"), h("table.spec-rows",
			h("thead", h("tr", h("th scope=col", "Column"), h("th scope=col", "Property"), h("th scope=col", "Type"), h("th scope=col", "Examples"))),
			h("tbody", each(len(shown), func(n int) app.UI { return p.importColumn(shown[n], im.Columns[shown[n]]) })),
		)),
	)
}

func (p *DialogPanel) importColumn(i int, c state.ImportColumn) app.UI {
	id := strconv.Itoa(i)
	set := func(change func(*state.ImportColumnSet)) {
		msg := state.ImportColumnSet{Index: i, Property: c.Property, Type: c.Type, Skip: c.Skip}
		change(&msg)
		p.Store.Send(msg)
	}
	scope := app.EventScope(i, c.Property, c.Type, c.Skip)
	each := "as each value looks"
	if c.Declared {
		each = "as the file says (" + c.Column.Type.String() + ")"
		if c.Mixed {
			each = "as the file says (mixed)"
		}
	}
	types := []string{strconv.Itoa(int(edm.NoType)), each}
	for _, t := range edm.Types {
		text := t.String()
		if !slices.Contains(c.Fits, t) {
			text += " (not every row fits)"
		}
		types = append(types, strconv.Itoa(int(t)), text)
	}
	examples := ""
	for n, e := range c.Examples {
		if n > 0 {
			examples += " · "
		}
		examples += e
	}
	return el("tr").Body(
		el("td").Body(el("label").Class("row nowrap").Body(
			void("input").Attr("type", "checkbox").Attr("checked", !c.Skip).Aria("label", "Take the column "+c.Name).OnChange(func(ctx app.Context, e app.Event) {
				on := ctx.JSSrc().Get("checked").Bool()
				set(func(m *state.ImportColumnSet) { m.Skip = !on })
			}, scope),
			el("span").Text(c.Name),
		)),
		el("td").Body(void("input").ID("import-name-"+id).Attr("type", "text").Attr("autocomplete", "off").Spellcheck(false).Attr("disabled", c.Skip).Aria("label", "Property for "+c.Name).OnInput(func(ctx app.Context, e app.Event) {
			v := valueOf(ctx.JSSrc())
			set(func(m *state.ImportColumnSet) { m.Property = v })
		}, scope)),
		el("td").Body(el("select").Aria("label", "Type of "+c.Name).Attr("disabled", c.Skip).OnChange(func(ctx app.Context, e app.Event) {
			if n, err := strconv.Atoi(ctx.JSSrc().Get("value").String()); err == nil {
				set(func(m *state.ImportColumnSet) { m.Type = edm.Type(n) })
			}
		}, scope).Body(options(strconv.Itoa(int(c.Type)), types...)...)),
		el("td").Class("dim example").Text(examples),
	)
}

// previewColumns is the most columns that the preview shows.
const previewColumns = 60

// importPreview shows the first rows as the import would take them.
func importPreview(im *state.Import) app.UI {
	r := im.Preview
	columns := min(len(r.Columns), previewColumns)
	more := len(r.Columns) - columns
	return el("div").Body(
		el("h3").Text("The first rows as they will be"),
		el("div").Class("scroll-x").TabIndex(0).Role("region").Aria("label", "Preview").Body(el("table").Class("preview").Body(
			el("thead").Body(el("tr").Body(
				el("th").Attr("scope", "col").Text("PartitionKey"), el("th").Attr("scope", "col").Text("RowKey"),
				app.Range(r.Columns[:columns]).Slice(func(i int) app.UI { return el("th").Attr("scope", "col").Text(r.Columns[i]) }),
			)),
			el("tbody").Body(app.Range(r.Rows).Slice(func(i int) app.UI {
				row := r.Rows[i]
				if row.Refused != "" {
					return el("tr").Body(el("td").Class("err").Attr("colspan", 2+columns).Text("Line " + words.Number(row.Line) + " would be refused: " + row.Refused))
				}
				return el("tr").Body(
					el("td").Text(state.KeyText(row.PartitionKey)), el("td").Text(state.KeyText(row.RowKey)),
					app.Range(row.Cells[:min(len(row.Cells), columns)]).Slice(func(n int) app.UI {
						c := row.Cells[n]
						if c.T == edm.NoType {
							return el("td").Class("dim").Text("·")
						}
						return el("td").Body(el("span").Text(c.V), el("small").Class("dim").Text(" "+typeMarks[c.T]))
					}),
				)
			})),
		)),
		slot(more > 0, func() app.UI {
			return el("p").Class("dim").Text("And " + words.Count(more, "more column", "more columns") + ".")
		}),
	)
}

// importDone sums up an import that was stopped or refused something.
func (p *DialogPanel) importDone(d *state.Dialog) []app.UI {
	s := d.Done
	r := s.Reply
	facts := func(label string, n int) app.UI {
		return slot(n > 0, func() app.UI { return el("div").Body(el("b").Text(words.Number(n)), app.Text(" "+label)) })
	}
	return []app.UI{
		slot(r.Problem != "", func() app.UI { return el("p").Class("err").Role("alert").Text(r.Problem) }),
		slot(r.Stopped && r.Problem == "", func() app.UI {
			return el("p").Text("Stopped after " + words.Count(r.Rows, "row", "rows") + ". What was read until then is in the table.")
		}),
		el("div").Class("facts-list").Body(facts("added", r.Added), facts("replaced", r.Replaced), facts("merged", r.Merged), facts("skipped, because their keys were there", r.Skipped), facts("refused", r.Refused)),
		slot(r.Cut > 0, func() app.UI { return el("p").Text(state.CutText(r.Cut) + ".") }),
		slot(len(r.First) > 0, func() app.UI {
			return el("div").Class("scroll-x tall").TabIndex(0).Role("region").Aria("label", "Refused rows").Body(el("table").Class("preview").Body(
				el("thead").Body(el("tr").Body(el("th").Attr("scope", "col").Text("Line"), el("th").Attr("scope", "col").Text("Column"), el("th").Attr("scope", "col").Text("Value"), el("th").Attr("scope", "col").Text("Why"))),
				el("tbody").Body(app.Range(r.First).Slice(func(i int) app.UI {
					f := r.First[i]
					return el("tr").Body(el("td").Text(words.Number(f.Line)), el("td").Text(f.Column), el("td").Text(f.Value), el("td").Text(f.Reason))
				})),
			))
		}),
		slot(r.Refused > len(r.First), func() app.UI {
			return el("p").Class("dim").Text("The first " + words.Number(len(r.First)) + " of " + words.Number(r.Refused) + "; the report has them all.")
		}),
		el("div").Class("row end").Body(
			slot(r.Report != "", func() app.UI {
				return button("btn", "Download the report").OnClick(send(p.Store, state.ReportPressed{}))
			}),
			slot(r.Undo != "", func() app.UI {
				return button("btn", "Undo the import").OnClick(send(p.Store, state.ImportUndone{}))
			}),
			slot(r.Stopped, func() app.UI {
				return button("btn", "Go on from line "+words.Number(r.Line+1)).OnClick(send(p.Store, state.ResumePressed{}))
			}),
			button("btn primary", "Close").OnClick(send(p.Store, state.DialogClosed{})),
		),
	}
}

// options are the choices of a select: value and text in turns.
func options(chosen string, pairs ...string) []app.UI {
	out := make([]app.UI, 0, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		out = append(out, el("option").Attr("value", pairs[i]).Attr("selected", pairs[i] == chosen).Text(pairs[i+1]))
	}
	return out
}

// check is a labelled check box.
func check(id, label string, on bool, set func(bool)) app.UI {
	return el("label").Class("row check").Body(
		void("input").ID(id).Attr("type", "checkbox").Attr("checked", on).OnChange(func(ctx app.Context, e app.Event) {
			set(ctx.JSSrc().Get("checked").Bool())
		}, app.EventScope(id, on)),
		el("span").Text(label),
	)
}
