package tables

import (
	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/sample"
	"rangefinder/filterlang/edm"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func (p *panel) generate(d *page.Dialog, f *SpecForm) []app.UI {
	text := func(id, label, field string) app.UI {
		input := Void("input").ID(id).Attr("type", "text").Attr("autocomplete", "off").Spellcheck(false).OnInput(SendValue(p.s, id, func(v string) page.Msg { return SpecTyped{Field: field, Text: v} }))
		if d.ErrField == id {
			input = input.Aria("invalid", "true").Aria("describedby", "dialog-err")
		}
		return El("div").Class("prop keyprop").Body(El("label").Attr("for", id).Text(label), input)
	}
	return []app.UI{El("form").OnSubmit(func(ctx app.Context, e app.Event) {
		e.PreventDefault()
		p.s.Send(SpecSubmitted{})
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
		El("div").Class("row").Body(Button("btn small", "+ Property").OnClick(Send(p.s, SpecRowAdded{}))),
		DialogErr(d.Err),
		El("div").Class("row end").Body(Cancel(p.s), El("button").Attr("type", "submit").Class("btn primary").Text("Generate")),
	)}
}

// pattern picks how RowKeys are written.
func (p *panel) pattern(f *SpecForm) app.UI {
	return El("div").Class("prop keyprop").Body(
		El("label").Attr("for", "spec-pattern").Text("Row keys"),
		El("select").ID("spec-pattern").OnChange(SendValue(p.s, "pattern", func(v string) page.Msg { return SpecTyped{Field: "pattern", Text: v} })).Body(
			app.Range(sample.Patterns).Slice(func(i int) app.UI {
				k := sample.Patterns[i]
				return El("option").Attr("value", string(k)).Attr("selected", string(k) == f.Pattern).Text(string(k))
			}),
		),
	)
}

func (p *panel) specRow(d *page.Dialog, r SpecRow) app.UI {
	id := strconv.Itoa(r.ID)
	cell := func(field, label string) app.UI {
		input := Void("input").ID("spec-"+field+"-"+id).Attr("type", "text").Aria("label", label+" of "+r.Name).Attr("autocomplete", "off").Spellcheck(false).
			OnInput(SendValue(p.s, field+id, func(v string) page.Msg { return SpecRowTyped{ID: r.ID, Field: field, Text: v} }))
		if d.ErrField == "spec-"+field+"-"+id {
			input = input.Aria("invalid", "true").Aria("describedby", "dialog-err")
		}
		return El("td").Body(input)
	}
	return El("tr").Body(
		cell("name", "Name"),
		El("td").Body(TypeSelect("Type of "+r.Name, r.Type, "spec-type-"+id, func(t edm.Type) { p.s.Send(SpecRowTypeChosen{ID: r.ID, Type: t}) })),
		cell("fill", "Fill"), cell("distinct", "Distinct values"), cell("length", "Length"),
		El("td").Body(Button("icon small", "✕").Aria("label", "Remove "+r.Name).OnClick(Send(p.s, SpecRowRemoved{ID: r.ID}))),
	)
}
