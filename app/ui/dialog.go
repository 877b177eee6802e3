package ui

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/accounts"
	"rangefinder/app/bulk"
	"rangefinder/app/code"
	"rangefinder/app/copies"
	"rangefinder/app/copyto"
	"rangefinder/app/count"
	"rangefinder/app/course"
	"rangefinder/app/files"
	"rangefinder/app/grid"
	"rangefinder/app/guide"
	"rangefinder/app/history"
	"rangefinder/app/inspector"
	. "rangefinder/app/kit"
	"rangefinder/app/move"
	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/queries"
	"rangefinder/app/review"
	"rangefinder/app/sample"
	"rangefinder/app/state"
	"rangefinder/app/tables"
	"rangefinder/app/words"
	"rangefinder/filterlang/edm"
)

// DialogPanel is the one native dialog of the page; the browser traps the focus in it and closes it with Escape.
type DialogPanel struct {
	app.Compo
	Store    *state.Store
	Dialog   *state.Dialog
	Samples  []sample.Sample
	Sources  *accounts.Model
	Settings page.Settings
	Unkept   bool                           // the browser keeps no settings
	Told     string                         // by its live region
	Features []func(s Sender) (Drawn, bool) // draw the dialog of a feature, false when it is not theirs
	root     *Root
}

func (p *DialogPanel) Render() app.UI {
	var body []app.UI
	label, class := "Dialog", ""
	if d := p.Dialog; d != nil {
		switch d.Kind {
		case state.NewTable:
			label, body = "New table", p.newTable(d)
		case state.DeleteTable:
			label, body = "Delete the table "+d.Table, p.deleteTable(d)
		case state.GenerateTable:
			label, body = "Generate a table", p.generate(d)
		case state.Shortcuts:
			label, body = "Keyboard", shortcuts()
		case state.SampleInfo:
			s := p.Samples[d.Sample]
			label, body = s.Title, p.sample(s)
		case state.NameTab:
			label, body = "Name of this tab", p.nameTab(d)
		case state.CloneDialog:
			label, body = "Clone "+d.Table, p.cloneTable(d)
		case state.PaletteDialog:
			return p.palette(d.Palette)
		case state.SettingsDialog:
			label, body = "Settings", p.settings(d)
		default:
			drawn := p.drawn()
			label, class, body = drawn.Label, drawn.Class, drawn.Body
		}
		// The button that closes is last, so that the keyboard begins with what the dialog is about.
		body = append(append([]app.UI{El("h2").Text(label)}, body...), Button("icon closer", "✕").Aria("label", "Close").OnClick(Send(p.Store, state.DialogClosed{})))
	}
	return p.frame(label, class, El("div").Class("dialog-body").Body(body...))
}

// featureDialogs draw the dialogs of the features; nil while none is open.
func featureDialogs(m *state.Model, p port.Page) []func(s Sender) (Drawn, bool) {
	if m.Dialog == nil {
		return nil
	}
	v := m.View()
	return []func(s Sender) (Drawn, bool){
		accounts.Dialog(m.Sources, v.Dialog),
		course.Dialog(m.Course, v.Dialog),
		queries.Dialog(v.Dialog),
		code.Dialog(v.Dialog),
		history.Dialog(m.History, v.Dialog),
		copies.Dialog(m.Copies, v),
		move.Dialog(m.Move, v.Dialog),
		count.Dialog(m.Count, v.Dialog),
		copyto.Dialog(m.CopyTo, v),
		bulk.Dialog(v),
		tables.Dialog(v.Dialog, m.Recount),
		review.Dialog(v, m.Pending),
		inspector.Dialog(v.Dialog),
		func(s Sender) (Drawn, bool) { return files.Draw(s, m.Files, v) },
		func(s Sender) (Drawn, bool) { return guide.Draw(s, m.Guide, v) },
		func(s Sender) (Drawn, bool) { return grid.Draw(s, m.Grid, v.Dialog, p) },
	}
}

// drawn is the dialog of the feature that has one open.
func (p *DialogPanel) drawn() Drawn {
	for _, draw := range p.Features {
		if drawn, ok := draw(p.Store); ok {
			return drawn
		}
	}
	return Drawn{Label: "Dialog"}
}

// frame is the dialog element.
func (p *DialogPanel) frame(label, class string, body app.UI) app.UI {
	return El("dialog").ID("dialog").Class(class).Aria("label", label).On("close", func(ctx app.Context, e app.Event) {
		if p.root != nil {
			p.root.dialogClosed()
		}
	}).Body(body, El("div").Class("sr").Role("status").Aria("live", "polite").Text(p.Told))
}

func (p *DialogPanel) newTable(d *state.Dialog) []app.UI {
	submit := func(ctx app.Context, e app.Event) {
		e.PreventDefault()
		p.Store.Send(state.TableNamed{Name: Entered(e, "table-name")})
	}
	return []app.UI{El("form").OnSubmit(submit).Body(
		El("div").Class("prop keyprop").Body(
			El("label").Attr("for", "table-name").Text("Name"),
			Void("input").ID("table-name").Attr("type", "text").Attr("autofocus", true).Attr("autocomplete", "off").Spellcheck(false).Attr("maxlength", 80).Aria("describedby", "table-rule").
				OnInput(SendValue(p.Store, "table-name", func(v string) state.Msg { return state.DialogTyped{Name: v} })),
		),
		El("p").ID("table-rule").Class("dim").Text("3 to 63 letters and digits, beginning with a letter. Names differing only in case count as the same."),
		DialogErr(d.Err),
		El("div").Class("row end").Body(Cancel(p.Store), El("button").Attr("type", "submit").Class("btn primary").Text("Create").Attr("disabled", d.Busy)),
	)}
}

func (p *DialogPanel) deleteTable(d *state.Dialog) []app.UI {
	if d.Source != "" {
		a := p.Sources.Account(d.Source)
		asks := a != nil && a.Production()
		return []app.UI{
			El("p").Body(app.Text("Deletes "), El("b").Text(d.Table), app.Text(" of the account "), El("b").Text(d.Source), app.Text(" with everything in it, for everybody. It cannot be undone.")),
			H("div.row", H("span.dim", "How many entities it holds is not known: the service does not tell."), Press(p.Store, ".btn.small#drop-count", "Count them…", count.Pressed{})),
			bulk.KeepFirst(p.Store, d.Table),
			Slot(asks, func() app.UI {
				return bulk.NameTable(d.Source, d.Table, "drop-name", Typed(p.Store, "input", "drop-name", func(text string) state.Msg { return state.TableDropNamed{Text: text} }))
			}),
			El("div").Class("row end").Body(Cancel(p.Store), Button("btn danger", "Delete "+d.Table+" of "+d.Source).ID("drop-go").Attr("disabled", d.Busy || asks && d.Named != d.Table).OnClick(Send(p.Store, state.TableDropConfirmed{}))),
		}
	}
	return []app.UI{
		El("p").Body(app.Text("Deletes "), El("b").Text(d.Table), app.Text(" with its "+words.Count(d.Count, "entity", "entities")+". It can be undone until this page is reloaded.")),
		El("div").Class("row end").Body(Cancel(p.Store), Button("btn danger", "Delete "+d.Table).Attr("disabled", d.Busy).OnClick(Send(p.Store, state.TableDropConfirmed{}))),
	}
}

func (p *DialogPanel) generate(d *state.Dialog) []app.UI {
	f := d.Spec
	text := func(id, label, field string) app.UI {
		input := Void("input").ID(id).Attr("type", "text").Attr("autocomplete", "off").Spellcheck(false).OnInput(SendValue(p.Store, id, func(v string) state.Msg { return state.SpecTyped{Field: field, Text: v} }))
		if d.ErrField == id {
			input = input.Aria("invalid", "true").Aria("describedby", "dialog-err")
		}
		return El("div").Class("prop keyprop").Body(El("label").Attr("for", id).Text(label), input)
	}
	return []app.UI{El("form").OnSubmit(func(ctx app.Context, e app.Event) {
		e.PreventDefault()
		p.Store.Send(state.SpecSubmitted{})
	}).Body(
		El("div").Class("spec").Body(
			text("spec-table", "Table", "table"),
			text("spec-entities", "Entities (1 to 1,000,000)", "entities"),
			text("spec-partitions", "Partitions", "partitions"),
			text("spec-skew", "Skew (0: even sizes, up to 3)", "skew"),
			text("spec-seed", "Seed", "seed"),
			p.pattern(f),
		),
		El("h3").Text("Properties"),
		El("div").Class("scroll-x").Body(El("table").Class("spec-rows").Body( // five fields beside each other are wider than a phone
			El("thead").Body(El("tr").Body(El("th").Attr("scope", "col").Text("Name"), El("th").Attr("scope", "col").Text("Type"), El("th").Attr("scope", "col").Text("Fill %"), El("th").Attr("scope", "col").Text("Distinct (0: any)"), El("th").Attr("scope", "col").Text("Length"), El("td"))),
			El("tbody").Body(app.Range(f.Properties).Slice(func(i int) app.UI { return p.specRow(d, f.Properties[i]) })),
		)),
		El("div").Class("row").Body(Button("btn small", "+ Property").OnClick(Send(p.Store, state.SpecRowAdded{}))),
		DialogErr(d.Err),
		El("div").Class("row end").Body(Cancel(p.Store), El("button").Attr("type", "submit").Class("btn primary").Text("Generate")),
	)}
}

// pattern picks how RowKeys are written.
func (p *DialogPanel) pattern(f state.SpecForm) app.UI {
	return El("div").Class("prop keyprop").Body(
		El("label").Attr("for", "spec-pattern").Text("Row keys"),
		El("select").ID("spec-pattern").OnChange(SendValue(p.Store, "pattern", func(v string) state.Msg { return state.SpecTyped{Field: "pattern", Text: v} })).Body(
			app.Range(sample.Patterns).Slice(func(i int) app.UI {
				k := sample.Patterns[i]
				return El("option").Attr("value", string(k)).Attr("selected", string(k) == f.Pattern).Text(string(k))
			}),
		),
	)
}

func (p *DialogPanel) specRow(d *state.Dialog, r state.SpecRow) app.UI {
	id := strconv.Itoa(r.ID)
	cell := func(field, label string) app.UI {
		input := Void("input").ID("spec-"+field+"-"+id).Attr("type", "text").Aria("label", label+" of "+r.Name).Attr("autocomplete", "off").Spellcheck(false).
			OnInput(SendValue(p.Store, field+id, func(v string) state.Msg { return state.SpecRowTyped{ID: r.ID, Field: field, Text: v} }))
		if d.ErrField == "spec-"+field+"-"+id {
			input = input.Aria("invalid", "true").Aria("describedby", "dialog-err")
		}
		return El("td").Body(input)
	}
	return El("tr").Body(
		cell("name", "Name"),
		El("td").Body(TypeSelect("Type of "+r.Name, r.Type, "spec-type-"+id, func(t edm.Type) { p.Store.Send(state.SpecRowTypeChosen{ID: r.ID, Type: t}) })),
		cell("fill", "Fill"), cell("distinct", "Distinct values"), cell("length", "Length"),
		El("td").Body(Button("icon small", "✕").Aria("label", "Remove "+r.Name).OnClick(Send(p.Store, state.SpecRowRemoved{ID: r.ID}))),
	)
}

func (p *DialogPanel) sample(s sample.Sample) []app.UI {
	return []app.UI{
		El("p").Text(s.Description),
		El("dl").Body(
			El("dt").Text("Source"), El("dd").Text(s.Source),
			El("dt").Text("Licence"), El("dd").Text(s.Licence),
			El("dt").Text("Size"), El("dd").Text(words.Count(s.Entities, "entity", "entities")+" in "+words.Count(len(s.Tables), "table", "tables")),
		),
		Slot(len(s.Queries) > 0, func() app.UI { return El("h3").Text("Queries to try") }),
		El("ul").Body(app.Range(s.Queries).Slice(func(i int) app.UI {
			return El("li").Body(El("span").Text(s.Queries[i].Title+" "), El("code").Class("wrap").Text(s.Queries[i].Filter))
		})),
		El("div").Class("row end").Body(Cancel(p.Store), Button("btn primary", "Open").OnClick(Send(p.Store, state.SampleOpened{Name: s.Name}))),
	}
}

// shortcuts is the sheet of keys: the commands that have any.
func shortcuts() []app.UI {
	var rows []app.UI
	for _, c := range state.Commands() {
		if len(c.Keys) == 0 {
			continue
		}
		what := c.Title
		if c.Place != "" {
			what += " (" + c.Place + ")"
		}
		rows = append(rows, H("tr", H("th scope=row", H("kbd", strings.Join(c.Keys, ", "))), H("td", what)))
	}
	return []app.UI{H("table.keys", H("tbody", rows))}
}
