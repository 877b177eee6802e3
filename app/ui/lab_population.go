package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
	"rangefinder/filterlang/edm"
)

// use chooses what is measured: the table, or entities that do not exist yet.
func (p *LabPanel) use() app.UI {
	g := p.Lab.Spec.Population
	choose := hear{"change", nil, app.EventScope("lab-use")}
	choose.handler = func(ctx app.Context, e app.Event) {
		act := state.UseTable
		if ctx.JSSrc().Get("value").String() == "generated" {
			act = state.UseGenerated
		}
		p.Store.Send(state.LabDid{Act: act})
	}
	return h("span.row", h("label.dim for=lab-use", "Measured on"),
		h("select.btn.small#lab-use", h("option value=table", on(g == nil), "the entities of "+p.Table), h("option value=generated", on(g != nil), "entities that do not exist yet"), choose))
}

// entities describes those that do not exist yet.
func (p *LabPanel) entities() app.UI {
	g := p.Lab.Spec.Population
	if g == nil {
		return h("div.hidden")
	}
	fields := map[string]string{}
	state.PopulationFields(fields, g)
	cell := func(id, name string, in ...any) app.UI {
		text := fields[id]
		if typed, ok := p.Lab.Texts[id]; ok {
			text = typed
		}
		bad := "false"
		var err any
		if e := p.Lab.Errs[id]; e != "" {
			bad, err = "true", h("p.err", e)
		}
		return h("td", h("input#"+id+" type=text autocomplete=off spellcheck=false aria-invalid="+bad, append(in, label(name), value(text), p.hears("input", id))...), err)
	}
	return h("section.card#lab-population", h("h2", "Entities that do not exist yet"),
		h("p.dim", "Each property is drawn by itself, from so many different values: with a skew of 0 all are as frequent, with 1 the second is half as frequent as the first. Without a number of values each entity has one of its own. The same seed gives the same entities."),
		h("div.fields", p.field("lab-g-entities", "Entities", fields["lab-g-entities"], ""), p.field("lab-g-seed", "Seed", fields["lab-g-seed"], "")),
		h("div.lines tabindex=0 role=region", label("Properties"), h("table.people",
			h("thead", h("tr", each(len(populationHeads), func(i int) app.UI { return h("th scope=col", populationHeads[i]) }), h("th", h("span.sr", "Remove")))),
			h("tbody", each(len(g.Properties), func(i int) app.UI {
				n := strconv.Itoa(i)
				id := "lab-q" + n + "-"
				of := " of property " + strconv.Itoa(i+1)
				return h("tr", cell(id+"name", "Name"+of),
					h("td", h("select#"+id+"type", label("Type"+of), each(len(edm.Types), func(k int) app.UI {
						t := edm.Types[k].String()
						return h("option", value(t), on(t == g.Properties[i].Type), t)
					}), p.hears("change", id+"type"))),
					cell(id+"distinct", "Values"+of), cell(id+"skew", "Skew"+of), cell(id+"missing", "Missing per cent"+of), cell(id+"from", "From"+of), cell(id+"to", "To"+of),
					h("td", p.did(".icon.small#lab-unproperty-"+n, "✕", state.RemoveProperty, i, 0, label("Remove property "+strconv.Itoa(i+1)))))
			})))),
		h("div.row", p.did(".btn.small#lab-add-property", "Add property", state.AddProperty, 0, 0)))
}

var populationHeads = [...]string{"Property", "Type", "Values", "Skew", "Missing %", "From", "To"}
