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
	submit := "Import"
	if im.Source != "" {
		submit = "Plan the import into " + im.Source
	} else if im.asks() {
		submit = "Plan the import"
	}
	said := slices.DeleteFunc(im.notes(), func(note string) bool { return strings.HasSuffix(d.Err, note) }) // once is enough
	_, lacking := im.lacking()
	cut := im.Inspect.Cut
	if i := slices.Index(said, cut); i >= 0 {
		said = slices.Delete(said, i, i+1)
	} else {
		cut = ""
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
				Slot(cut != "", func() app.UI {
					return H("p.advice-box#import-cut role=status", cut+" Import takes what is before the cut: "+words.Count(im.Inspect.Rows, "row", "rows")+".")
				}),
				Slot(im.Layout.Windows1252 || im.Inspect.Foreign, func() app.UI { return p.importLetters(im) }),
				Slot(len(said) > 0, func() app.UI { return notes(said) }),
				Slot(im.Preview != nil && im.Preview.Doubled > 0, func() app.UI { return H("p.advice-box#import-doubles role=status", im.doubled(p.v)) }),
				Slot(im.Preview != nil && lacking == "", func() app.UI { return importPreview(im, im.request(p.v).OnExisting) }),
			),
		),
		DialogErr(d.Err),
		El("div").Class("row end stuck").Body(
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
	return El("div").Body(
		El("div").Class("spec").Body(
			text("import-table", "Into the table", "table", ""),
			text("import-pk", "PartitionKey", "pk", "{PartitionKey}"),
			text("import-rk", "RowKey", "rk", "{RowKey}"),
			p.importPolicy(im),
		),
		Slot(im.Into != "", func() app.UI { return p.importMeets(im) }),
		Slot(im.Inspect.Offer != nil && im.Inspect.Offer.Template != im.PK, func() app.UI {
			o := im.Inspect.Offer
			return H("div.advice-box#import-offer", H("span", o.Why), H("div", Press(p.s, ".btn.small", "Use "+o.Template, ImportTyped{Field: "offer", Text: o.Template})))
		}),
		El("div").ID("import-keys").Class("dim import-keys").Body(
			H("ul.plain", Each(len(why), func(i int) app.UI { return H("li", why[i]) })),
			H("p", "Keys are made of text and ", H("code", "{Column}"), ", ", H("code", "{#:6}"), " for a counter of six digits, or ", H("code", "{guid}"), "."),
		),
	)
}

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

// importColumns maps columns to properties.
func (p *panel) importColumns(im *Import) app.UI {
	shown, all := im.Found()
	return H("div",
		Slot(len(im.Columns) > ImportColumnsShown, func() app.UI {
			return H("div.row",
				H("input#import-find type=search autocomplete=off spellcheck=false placeholder=Find", Label("Find a column"), Typed(p.s, "input", "import-find", func(v string) page.Msg { return ImportTyped{Field: "find", Text: v} })),
				H("span.dim role=status", words.Number(len(shown))+" of "+words.Count(len(im.Columns), "column", "columns")+" shown, "+words.Number(all)+" found. Columns that you do not change here are imported as they are."))
		}),
		H("div.scroll-x.tall tabindex=0 role=region", Label("Columns"), H("table.spec-rows",
			H("thead", H("tr", H("th scope=col", "Column"), H("th scope=col", "Property"), H("th scope=col", "Type"), H("th scope=col", "Examples"))),
			H("tbody", Each(2*len(shown), func(n int) app.UI {
				i := shown[n/2]
				if n%2 == 0 {
					return p.importColumn(i, im.Columns[i])
				}
				c := im.Columns[i]
				why := c.Why != "" && c.Type == c.Column.Type // of the proposed type, and no other
				differs := c.differs(im.Table)
				advised := c.Nearly != nil || c.Dates != nil
				return Slot(!c.Skip && (advised || why || differs != ""), func() app.UI {
					if advised {
						return p.importAdvice(i, &c, im, differs)
					}
					return H("tr", H("td.dim colspan=4", Slot(why, func() app.UI { return H("div", c.Why) }), Slot(differs != "", func() app.UI { return H("div", differs) })))
				})
			})),
		)),
	)
}

func (p *panel) importColumn(i int, c ImportColumn) app.UI {
	id := strconv.Itoa(i)
	set := func(change func(*ImportColumnSet)) {
		msg := ImportColumnSet{Index: i, Property: c.Property, Type: c.Type, Skip: c.Skip, Date: c.Date, Leave: c.Leave}
		change(&msg)
		p.s.Send(msg)
	}
	scope := app.EventScope(i, c.Property, c.Type, c.Skip, c.Date, c.Leave)
	each := "Detect per value"
	if c.Declared {
		each = "as the file says (" + c.Column.Type.String() + ")"
		if c.Mixed {
			each = "as the file says (mixed)"
		}
	}
	types := []string{strconv.Itoa(int(edm.NoType)), each}
	for _, t := range edm.Types {
		text := t.String()
		if !slices.Contains(c.Fits, t) && (t != edm.DateTime || c.Dates == nil || c.Nearly != nil) {
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
	return El("tr").Body(
		El("td").Body(El("label").Class("row nowrap").Body(
			Void("input").Attr("type", "checkbox").Attr("checked", !c.Skip).Aria("label", "Take the column "+c.Name).OnChange(func(ctx app.Context, e app.Event) {
				on := ctx.JSSrc().Get("checked").Bool()
				set(func(m *ImportColumnSet) { m.Skip = !on })
			}, scope),
			El("span").Text(c.Name),
		)),
		El("td").Body(Void("input").ID("import-name-"+id).Attr("type", "text").Attr("autocomplete", "off").Spellcheck(false).Attr("disabled", c.Skip).Aria("label", "Property for "+c.Name).OnInput(func(ctx app.Context, e app.Event) {
			v := ValueOf(ctx.JSSrc())
			set(func(m *ImportColumnSet) { m.Property = v })
		}, scope)),
		El("td").Body(El("select").Aria("label", "Type of "+c.Name).Attr("disabled", c.Skip).OnChange(func(ctx app.Context, e app.Event) {
			if n, err := strconv.Atoi(ctx.JSSrc().Get("value").String()); err == nil {
				set(func(m *ImportColumnSet) {
					if m.Type, m.Date, m.Leave = edm.Type(n), "", false; m.Type == edm.DateTime && len(c.Dates) == 1 {
						m.Date = c.Dates[0]
					}
				})
			}
		}, scope).Body(Options(strconv.Itoa(int(c.Type)), types...)...)),
		El("td").Class("dim example").Text(examples),
	)
}

// importAdvice says what keeps a column from the type of most of its values, or that its texts are dates, and offers to read them so.
func (p *panel) importAdvice(i int, c *ImportColumn, im *Import, differs string) app.UI {
	type offer struct {
		text string
		set  ImportColumnSet
	}
	var offers []offer
	add := func(text string, t edm.Type, date string, leave bool) {
		offers = append(offers, offer{text, ImportColumnSet{Index: i, Property: c.Property, Type: t, Skip: c.Skip, Date: date, Leave: leave}})
	}
	text, to, n, cells := c.Why, edm.DateTime, c.Nearly, ""
	if n != nil {
		cells = words.Plural(n.Values-n.Fit, "; leave that cell empty", "; leave those cells empty")
	}
	switch {
	case c.Dates == nil:
		to = n.Type
		if c.Type != to {
			add("Read as "+to.String()+cells, to, "", true)
		}
	case c.Type != to:
		for _, form := range c.Dates {
			press := "Read as dates"
			if len(c.Dates) > 1 {
				press = "Read as " + form
			}
			add(press+cells, to, form, n != nil)
		}
	case c.Date != "":
		text = "Read as " + c.Date + ", in UTC."
	}
	if c.Type == to {
		add("Keep as String", edm.String, "", false)
		if n != nil && c.Leave {
			add(words.Plural(n.Values-n.Fit, "Refuse that row instead", "Refuse those rows instead"), to, c.Date, false)
		} else if n != nil {
			add("L"+strings.TrimPrefix(cells, "; l"), to, c.Date, true)
		}
	}
	if n != nil {
		text += " " + nearlyText(n, c.Type, c.Leave, im.Stop, im.place())
	}
	return H("tr", H("td colspan=4", H("div.advice-box", H("span", strings.TrimSpace(text+" "+differs)),
		H("div.row", Each(len(offers), func(k int) app.UI { return Press(p.s, ".btn", offers[k].text, offers[k].set) })))))
}

// nearlyText says which value keeps a column from a type, and what becomes of it or of its row when that type is chosen.
func nearlyText(n *interchange.Nearly, chosen edm.Type, leave, stop bool, place string) string {
	kind, one, not := n.Type.String()+" values", "a "+n.Type.String(), words.Plural(n.Values-n.Fit, "is not", "are not")
	all := words.Number(n.Fit) + " of " + words.Number(n.Values) + " values "
	switch {
	case (n.Type == edm.Int32 || n.Type == edm.Int64) && strings.Trim(n.Odd, "-0123456789") == "": // it is a number, and a longer one
		all, one, not = all+"fit an "+n.Type.String(), "a number", words.Plural(n.Values-n.Fit, "does not", "do not")
	case n.Type == edm.Int32 || n.Type == edm.Int64 || n.Type == edm.Double:
		all, one = all+"are numbers", "a number"
	case n.Type == edm.DateTime:
		all, one = all+"are dates", "a date"
	default:
		all += "are " + kind
	}
	odd, at := n.Values-n.Fit, place+" "+words.Number(n.Line)
	all += "; " + words.Quote(n.Odd) + " (" + at + ") "
	if odd > 1 {
		all += "and " + words.Count(odd-1, "other", "others") + " "
	}
	rows := strings.ToUpper(at[:1]) + at[1:] + " is "
	if odd > 1 {
		rows = "These " + words.Number(odd) + " rows are "
	}
	switch all += not + ". "; {
	case chosen != n.Type:
		return all + "As String, every row is imported, but no value compares as " + one + "."
	case leave:
		return all + rows + "imported without this property."
	case stop:
		return all + "The import stops at " + at + "."
	}
	return all + rows + "refused and listed after the import."
}

// previewColumns is the most columns that the preview shows.
const previewColumns = 60

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
		line += "not be kept"
	}
	return line + ": " + place + " " + words.Number(other) + " has the same keys, " + page.KeyText(row.PartitionKey) + " / " + page.KeyText(row.RowKey) + "."
}

// lostOf says how many of the rows of the preview will be refused or not be kept.
func lostOf(rows []wire.PreviewRow, policy, place string) string {
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
	these, not := " of these "+words.Number(len(rows))+" will ", words.Number(dropped)
	switch {
	case refused+dropped == 0:
		return ""
	case dropped == 0:
		return ": " + words.Number(refused) + these + "be refused"
	case refused == 0:
		return ": " + not + these + "not be kept"
	}
	return ": " + words.Number(refused) + these + "be refused, and " + not + " not be kept"
}

// importPreview shows the first rows as the import would take them.
func importPreview(im *Import, policy string) app.UI {
	r := im.Preview
	columns := min(len(r.Columns), previewColumns)
	more := len(r.Columns) - columns
	return El("div").Body(
		El("h3").Text("The first rows as they will be"+lostOf(r.Rows, policy, im.place())),
		El("div").Class("scroll-x").TabIndex(0).Role("region").Aria("label", "Preview").Body(El("table").Class("preview").Body(
			El("thead").Body(El("tr").Body(
				El("th").Attr("scope", "col").Text("PartitionKey"), El("th").Attr("scope", "col").Text("RowKey"),
				app.Range(r.Columns[:columns]).Slice(func(i int) app.UI { return El("th").Attr("scope", "col").Text(r.Columns[i]) }),
			)),
			El("tbody").Body(app.Range(r.Rows).Slice(func(i int) app.UI {
				row := r.Rows[i]
				if text := lost(&row, policy, im.place()); text != "" {
					return El("tr").Body(El("td").Class("err").Attr("colspan", 2+columns).Text(text))
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
