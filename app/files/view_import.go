package files

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine/interchange"
	"rangefinder/filterlang/edm"
)

// importFile is the dialog before an import: how the file is read, what becomes of its columns, and the first rows as they
// would be taken.
func (p *panel) importFile() []app.UI {
	im, d := p.m.Import, p.v.Dialog
	if im == nil || im.Inspect == nil {
		body := []app.UI{Slot(im != nil && im.Busy, func() app.UI { return El("p").Class("dim").Role("status").Text("Reading the beginning of the file…") }), DialogErr(d.Err)}
		return append(body, El("div").Class("row end").Body(Cancel(p.s)))
	}
	fault, rows := im.broken()
	part := words.Count(rows, "row", "rows")
	submit, of := "Import", ""
	if rows > 0 && fault != "" {
		submit, of = "Import only "+part, " of only "+part
	}
	if im.Source != "" {
		submit = "Plan the import" + of + " into " + im.Source
	} else if im.asks() {
		submit = "Plan the import" + of
	}
	said := slices.DeleteFunc(im.notes(), func(note string) bool { return strings.HasSuffix(d.Err, note) }) // once is enough
	_, lacking, _ := im.lacking()
	if i := slices.Index(said, fault); rows > 0 && i >= 0 {
		said = slices.Delete(said, i, i+1)
	}
	return []app.UI{El("form").ID("import-form").OnSubmit(func(ctx app.Context, e app.Event) {
		e.PreventDefault()
		p.s.Send(ImportSubmitted{})
	}).Body(
		p.importFormat(im),
		Slot(im.Many(), func() app.UI { return H("div.spec", p.importPolicy(im)) }),
		Slot(im.Many(), func() app.UI { return importTables(im) }),
		Slot(!im.Many(), func() app.UI { return p.importInto(im) }),
		El("div").Class("import-sides").Body(
			Slot(!im.Many() && len(im.Columns) > 0, func() app.UI { return p.importColumns(im) }),
			El("div").Class("import-rows").Body(
				Slot(im.Layout.Windows1252 || im.Inspect.Foreign, func() app.UI { return p.importLetters(im) }),
				Slot(im.Preview != nil && !im.Many() && (im.Mend || im.Preview.Illegal > 0), func() app.UI { return p.importMend(im) }),
				Slot(len(said) > 0, func() app.UI { return notes(said) }),
				Slot(lacking != "", func() app.UI {
					return H("div", H("h3", "Preview of the first rows"), H("p.dim.import-none", "They are shown here when each key is made of columns that the file has."))
				}),
				Slot(im.Preview != nil && lacking == "", func() app.UI { return importPreview(im, im.request(p.v).OnExisting) }),
				Slot(im.Preview != nil && im.Preview.Doubled > 0, func() app.UI { return H("p.advice-box#import-doubles role=status", im.doubled(p.v)) }),
			),
		),
		Slot(!ofFields(d.ErrField), func() app.UI { return DialogErr(d.Err) }),
		El("div").Class("row end stuck").Body(
			Slot(fault != "" && rows > 0, func() app.UI {
				return H("p.err.grow#import-broken role=status", fault+" Only the "+part+" before that can be imported.")
			}),
			Cancel(p.s), El("button").Attr("type", "submit").ID("import-start").Class("btn primary").Attr("disabled", im.Busy || d.Err != "").Text(submit)),
	)}
}

// importPolicy chooses what becomes of a row whose keys are there already.
func (p *panel) importPolicy(im *Import) app.UI {
	policies := []string{"skip", "Skip existing", "replace", "Replace existing", "merge", "Merge into existing", "refuse", "Refuse and report"}
	if im.Source == "" && !im.Many() {
		policies = append(policies, askPolicy, "Show both and ask")
	}
	return El("div").Class("prop keyprop").Body(
		El("label").Attr("for", "import-policy").Text("If an entity exists already"),
		El("select").ID("import-policy").OnChange(SendValue(p.s, "policy", func(v string) page.Msg { return ImportTyped{Field: "policy", Text: v} })).Body(
			Options(im.Policy, policies...)...),
	)
}

// importLetters offers to read text that is not UTF-8 as Windows-1252, and the way back.
func (p *panel) importLetters(im *Import) app.UI {
	text, as, l := "This file is not UTF-8, so rows with letters such as é are refused. “CSV” of Excel on Windows is Windows-1252.", "Windows-1252", im.Layout
	if l.Windows1252 {
		text, as = "The file is read as Windows-1252. Look at letters such as é in the rows below: if they are wrong, the file has another code page.", "UTF-8"
	}
	l.Windows1252 = !l.Windows1252
	return H("div.advice-box#import-letters", H("span role=status", text), H("div", Press(p.s, ".btn.small#import-as", "Read it as "+as, ImportLayoutChosen{Layout: l})))
}

// importMend offers to replace the characters that no key holds, and the way back. It names each row that gets the keys of another by that.
func (p *panel) importMend(im *Import) app.UI {
	r, by := im.Preview, string(Mender)
	rows := " of the " + words.Count(r.Looked, "row", "rows") + " looked at "
	if !im.Mend {
		return H("div.advice-box#import-mend",
			H("span role=status", words.Number(r.Illegal)+rows+words.Plural(r.Illegal, "has", "have")+" a key with /, \\, #, ? or a control character, which no key can hold. "+words.Plural(r.Illegal, "It", "They")+" will be refused."),
			H("div", Press(p.s, ".btn.small#import-mended", "Replace such characters by "+by, ImportTyped{Field: "mend", Text: by})))
	}
	text := "In the keys, " + by + " replaces each /, \\, #, ? and control character: " + words.Number(r.Mended) + rows + words.Plural(r.Mended, "gets such a key", "get such keys") + ". Properties keep the characters."
	clashes := len(r.Clashes)
	if clashes > 0 {
		text += " " + words.Number(clashes) + rows + words.Plural(clashes, "is refused, because it", "are refused, because they") + " would have the keys of an earlier row:"
	} else if r.Whole {
		text += " No two rows have the same keys then."
	}
	if !r.Whole {
		text += " Later rows of the file are refused, too, if they would have the keys of an earlier row. The import lists them at its end."
	}
	return H("div.advice-box#import-mend",
		H("span role=status", text),
		Slot(clashes > 0, func() app.UI {
			return H("ul.notes.import-clashes tabindex=0", Label("Rows that would have the keys of an earlier row"), Each(clashes, func(i int) app.UI { return H("li", strings.ToUpper(r.Clashes[i][:1])+r.Clashes[i][1:]) }))
		}),
		H("div", Press(p.s, ".btn.small#import-mended", "Keep the keys as the file has them", ImportTyped{Field: "mend"})))
}

func notes(list []string) app.UI {
	return El("ul").Class("notes").Body(app.Range(list).Slice(func(i int) app.UI { return El("li").Text(list[i]) }))
}

// importFormat says what the file is; where that is a guess it can be chosen.
func (p *panel) importFormat(im *Import) app.UI {
	choose := func(change func(*interchange.Layout)) {
		l := im.Layout
		change(&l)
		p.s.Send(ImportLayoutChosen{Layout: l})
	}
	var formats []string
	for _, f := range interchange.Formats() {
		name := f.Name
		switch f.Format { // one of lines can be either
		case interchange.NDJSON:
			name = "NDJSON with types"
		case interchange.PlainJSON:
			name = "JSON or NDJSON without types"
		}
		formats = append(formats, strconv.Itoa(int(f.Format)), name)
	}
	csv := im.Layout.Format == interchange.PlainCSV
	return El("div").Class("spec").Body(
		El("div").Class("prop keyprop").Body(
			El("label").Attr("for", "import-format").Text("Format"),
			El("select").ID("import-format").OnChange(func(ctx app.Context, e app.Event) {
				if n, err := strconv.Atoi(ctx.JSSrc().Get("value").String()); err == nil {
					choose(func(l *interchange.Layout) { *l = interchange.Layout{Format: interchange.Format(n), Header: true} })
				}
			}).Body(Options(strconv.Itoa(int(im.Layout.Format)), formats...)...),
		),
		Slot(csv, func() app.UI {
			return El("div").Class("prop keyprop").Body(
				El("label").Attr("for", "import-comma").Text("Separator"),
				El("select").ID("import-comma").OnChange(func(ctx app.Context, e app.Event) {
					if v := ValueOf(ctx.JSSrc()); v != "" {
						choose(func(l *interchange.Layout) { l.Comma = rune(v[0]) })
					}
				}).Body(Options(string(im.Layout.Comma), ",", "comma", ";", "semicolon", "\t", "tab")...),
			)
		}),
		H("div.import-checks", Slot(csv, func() app.UI {
			return Check("import-header", "The first line names the columns", im.Layout.Header, func(on bool) {
				choose(func(l *interchange.Layout) { l.Header = on })
			})
		}), Check("import-stop", "Stop at the first refused row", im.Stop, func(on bool) { p.s.Send(ImportStopChosen{Stop: on}) })),
	)
}

// importTables lists the tables of a file that has several.
func importTables(im *Import) app.UI {
	have := map[string]bool{}
	for _, name := range im.Have {
		have[name] = true
	}
	tables := im.Inspect.Tables
	return El("ul").Class("notes").Body(app.Range(tables).Slice(func(i int) app.UI {
		text := tables[i].Name + ", a new table"
		if have[tables[i].Name] {
			text = tables[i].Name + ": it exists, and the entities are added to it"
		}
		return El("li").Text(text)
	}))
}

// importInto is the table and the keys.
func (p *panel) importInto(im *Import) app.UI {
	d := p.v.Dialog
	text := func(id, label, field, placeholder string) app.UI {
		input := Void("input").ID(id).Attr("type", "text").Attr("autocomplete", "off").Spellcheck(false).Attr("placeholder", placeholder).Aria("describedby", "import-keys").
			OnInput(SendValue(p.s, id, func(v string) page.Msg { return ImportTyped{Field: field, Text: v} }))
		if d.ErrField == id && d.Err != "" {
			input = input.Aria("invalid", "true").Aria("describedby", "dialog-err")
		}
		return El("div").Class("prop keyprop").Body(El("label").Attr("for", id).Text(label), input)
	}
	why := im.keyNotes()
	field, _, meant := im.lacking()
	return El("div").Body(
		El("div").Class("spec").Body(
			text("import-table", "Into the table", "table", ""),
			text("import-pk", "PartitionKey", "pk", "{PartitionKey}"),
			text("import-rk", "RowKey", "rk", "{RowKey}"),
			p.importPolicy(im),
		),
		Slot(d.Err != "" && ofFields(d.ErrField), func() app.UI { // in the place of what happens to the table
			return H("div.row.import-fault", DialogErr(d.Err), Slot(meant != "", func() app.UI {
				return Press(p.s, ".btn.small#import-meant", "Use "+meant, ImportTyped{Field: field, Text: meant})
			}))
		}),
		Slot(im.Into != "", func() app.UI { return p.importMeets(im) }),
		Slot(im.Inspect.Offer != nil && im.Inspect.Offer.Template != im.PK, func() app.UI {
			o := im.Inspect.Offer
			return H("div.advice-box#import-offer", H("span", o.Why), H("div", Press(p.s, ".btn.small", "Use "+o.Template, ImportTyped{Field: "import-pk", Text: o.Template})))
		}),
		El("div").ID("import-keys").Class("dim import-keys").Body(
			H("ul.plain", Each(len(why), func(i int) app.UI { return H("li", why[i]) })),
			H("p", "Keys are made of text and ", H("code", "{Column}"), ", ", H("code", "{#:6}"), " for a counter of six digits, or ", H("code", "{guid}"), "."),
		),
	)
}

// ofFields reports whether what is wrong is about the table or its keys, and is said below their fields.
func ofFields(id string) bool { return id == "import-table" || id == "import-pk" || id == "import-rk" }

// importMeets says what happens to the table; where numbered keys meet those of an earlier import, they can go on after them.
func (p *panel) importMeets(im *Import) app.UI {
	if !im.Exists {
		return H("p.dim#import-into role=status", im.Into)
	}
	return H("div.advice-box#import-into",
		H("span role=status", im.Into),
		Slot(im.Free > 0, func() app.UI {
			return H("div", Press(p.s, ".btn.small", "Number the rows from "+words.Number(im.Free), ImportTyped{Field: "counter", Text: strconv.Itoa(im.Free)}))
		}))
}

// lost says that a row of the preview will not be in the table, and why; "" when it will.
func lost(row *wire.PreviewRow, policy, place string) string {
	line := strings.ToUpper(place[:1]) + place[1:] + " " + words.Number(row.Line) + " will "
	other := row.Earlier
	if policy == "replace" {
		other = row.Later
	}
	switch {
	case row.Refused != "":
		return line + "be refused: " + row.Refused
	case other == 0 || policy == "merge":
		return ""
	case policy == "refuse":
		line += "be refused"
	default:
		line += "not be stored"
	}
	return line + ": " + place + " " + words.Number(other) + " has the same keys, " + page.KeyText(row.PartitionKey) + " / " + page.KeyText(row.RowKey) + "."
}

// previewHead says how many rows the preview has, and how many of them will be refused or not be stored.
func previewHead(rows []wire.PreviewRow, policy, place string) string {
	refused, dropped := 0, 0
	for i := range rows {
		switch {
		case lost(&rows[i], policy, place) == "":
		case rows[i].Refused != "" || policy == "refuse":
			refused++
		default:
			dropped++
		}
	}
	var said []string
	if refused > 0 {
		said = append(said, words.Number(refused)+" refused")
	}
	if dropped > 0 {
		said = append(said, words.Number(dropped)+" not stored")
	}
	text := "Preview of the first " + words.Count(len(rows), "row", "rows")
	if len(rows) == 1 {
		text = "Preview of the first row"
	}
	if len(said) > 0 {
		text += ": " + strings.Join(said, ", ")
	}
	return text
}

// importPreview shows the first rows as the import would take them.
func importPreview(im *Import, policy string) app.UI {
	r := im.Preview
	columns := min(len(r.Columns), previewColumns)
	more := len(r.Columns) - columns
	return El("div").Body(
		El("h3").Text(previewHead(r.Rows, policy, im.place())),
		El("div").Class("scroll-x").TabIndex(0).Role("region").Aria("label", "Preview").Body(El("table").Class("preview").Body(
			El("thead").Body(El("tr").Body(
				El("th").Attr("scope", "col").Text("PartitionKey"), El("th").Attr("scope", "col").Text("RowKey"),
				app.Range(r.Columns[:columns]).Slice(func(i int) app.UI { return El("th").Attr("scope", "col").Text(r.Columns[i]) }),
			)),
			El("tbody").Body(app.Range(r.Rows).Slice(func(i int) app.UI {
				row := r.Rows[i]
				if text := lost(&row, policy, im.place()); text != "" {
					return El("tr").Body(El("td").Class("err").Attr("colspan", 2+columns).Body(El("div").Text(text)))
				}
				return El("tr").Body(
					El("td").Text(page.KeyText(row.PartitionKey)), El("td").Text(page.KeyText(row.RowKey)),
					app.Range(row.Cells[:min(len(row.Cells), columns)]).Slice(func(n int) app.UI {
						c := row.Cells[n]
						if c.T == edm.NoType {
							return El("td").Class("dim").Text("·")
						}
						return El("td").Body(El("span").Text(c.V), El("small").Class("dim").Text(" "+c.T.String()))
					}),
				)
			})),
		)),
		Slot(more > 0, func() app.UI {
			return El("p").Class("dim").Text("And " + words.Count(more, "more column", "more columns") + ".")
		}),
	)
}

// refusedValue is what of a row was refused: the value, or the keys where it is the whole entity.
func refusedValue(f *wire.RefusedRow) string {
	if f.Value == "" && f.Column == "" && f.PartitionKey+f.RowKey != "" {
		return words.Quote(f.PartitionKey) + " / " + words.Quote(f.RowKey)
	}
	return cmp.Or(f.Value, "–")
}

// importDone sums up an import that was stopped or refused something.
func (p *panel) importDone(s *ImportSummary) []app.UI {
	r := s.Reply
	doubled, place := min(r.Doubled, r.Skipped), "Line"
	if r.Place == "element" {
		place = "Element"
	}
	facts := func(label string, n int) app.UI {
		return Slot(n > 0, func() app.UI { return El("div").Body(El("b").Text(words.Number(n)), app.Text(" "+label)) })
	}
	return []app.UI{
		Slot(r.Problem != "", func() app.UI { return El("p").Class("err").Role("alert").Text(r.Problem) }),
		Slot(r.Stopped && r.Problem == "", func() app.UI {
			return El("p").Text("Stopped after " + words.Count(r.Rows, "row", "rows") + ". What was read until then is in the table.")
		}),
		El("div").Class("facts-list").Body(facts("added", r.Added), facts("replaced", r.Replaced), facts("merged", r.Merged), facts("skipped: the table had their keys already", r.Skipped-doubled), facts("skipped: an earlier row of the file has the same keys", doubled), facts("refused", r.Refused)),
		Slot(r.Doubled > 0, func() app.UI {
			return El("p").ID("import-doubled").Text(doubledText("the file", s.Req.OnExisting, strings.ToLower(place), r.Doubled, r.Doubles))
		}),
		Slot(r.Cut > 0, func() app.UI { return El("p").Text(CutText(r.Cut) + ".") }),
		Slot(r.Left > 0, func() app.UI { return El("p").Text(leftText(r.Left) + ".") }),
		Slot(len(r.First) > 0, func() app.UI {
			return El("div").Class("scroll-x tall").TabIndex(0).Role("region").Aria("label", "Refused rows").Body(El("table").Class("preview").Body(
				El("thead").Body(El("tr").Body(El("th").Attr("scope", "col").Text(place), El("th").Attr("scope", "col").Text("Column"), El("th").Attr("scope", "col").Text("Value"), El("th").Attr("scope", "col").Text("Why"))),
				El("tbody").Body(app.Range(r.First).Slice(func(i int) app.UI {
					f := r.First[i]
					return El("tr").Body(El("td").Text(words.Number(f.Line)), El("td").Text(cmp.Or(f.Column, "(whole row)")), El("td").Text(refusedValue(&f)), El("td").Text(f.Reason))
				})),
			))
		}),
		Slot(r.Refused > len(r.First), func() app.UI {
			return El("p").Class("dim").Text("The first " + words.Number(len(r.First)) + " of " + words.Number(r.Refused) + "; the report has them all.")
		}),
		El("div").Class("row end").Body(
			Slot(r.Report != "", func() app.UI {
				return Button("btn", "Download the report").OnClick(Send(p.s, ReportPressed{}))
			}),
			Slot(r.Undo != "", func() app.UI {
				return Button("btn", "Undo the import").OnClick(Send(p.s, ImportUndone{}))
			}),
			Slot(r.Stopped, func() app.UI {
				return Button("btn", "Go on from "+strings.ToLower(place)+" "+words.Number(r.Line+1)).OnClick(Send(p.s, ResumePressed{}))
			}),
			Button("btn primary", "Close").OnClick(Send(p.s, page.DialogClosed{})),
		),
	}
}
