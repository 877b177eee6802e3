package designlab

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/filterlang/edm"
)

// use chooses what is measured: the table, or entities that do not exist yet.
func (p *Panel) use() app.UI {
	g := p.Lab.Spec.Population
	choose := Listen("change", func(ctx app.Context, e app.Event) {
		act := UseTable
		if ctx.JSSrc().Get("value").String() == "generated" {
			act = UseGenerated
		}
		p.Store.Send(Did{Act: act})
	}, app.EventScope("lab-use"))
	return H("span.row", H("label.dim for=lab-use", "Measured on"),
		H("select.btn.small#lab-use", H("option value=table", On(g == nil), "the entities of "+p.Table), H("option value=generated", On(g != nil), "entities that do not exist yet"), choose))
}

// entities describes those that do not exist yet.
func (p *Panel) entities() app.UI {
	g := p.Lab.Spec.Population
	if g == nil {
		return H("div.hidden")
	}
	fields := map[string]string{}
	PopulationFields(fields, g)
	cell := func(id, name string, in ...any) app.UI {
		text := fields[id]
		if typed, ok := p.Lab.Texts[id]; ok {
			text = typed
		}
		bad := "false"
		var err any
		if e := p.Lab.Errs[id]; e != "" {
			bad, err = "true", H("p.err", e)
		}
		return H("td", H("input#"+id+" type=text autocomplete=off spellcheck=false aria-invalid="+bad, append(in, Label(name), Value(text), p.hears("input", id))...), err)
	}
	return H("section.card#lab-population", H("h2", "Entities that do not exist yet"),
		H("p.dim", "Say how many different values a property has, and each entity gets one of them by chance. With a skew of 0 all values are equally frequent; with 1 the second is half as frequent as the first. Without a number, each entity gets a value of its own. The same seed gives the same entities. Generated entities have no keys yet, so reads by property stand in for your reads by key until you measure the table itself again."),
		H("div.fields", p.field("lab-g-entities", "Entities", fields["lab-g-entities"], ""), p.field("lab-g-seed", "Seed", fields["lab-g-seed"], "")),
		H("div.lines tabindex=0 role=region", Label("Properties"), H("table.people",
			H("thead", H("tr", Each(len(populationHeads), func(i int) app.UI { return H("th scope=col", populationHeads[i]) }), H("th", H("span.sr", "Remove")))),
			H("tbody", Each(len(g.Properties), func(i int) app.UI {
				n := strconv.Itoa(i)
				id := "lab-q" + n + "-"
				of := " of property " + strconv.Itoa(i+1)
				return H("tr", cell(id+"name", "Name"+of),
					H("td", H("select#"+id+"type", Label("Type"+of), Each(len(edm.Types), func(k int) app.UI {
						t := edm.Types[k].String()
						return H("option", Value(t), On(t == g.Properties[i].Type), t)
					}), p.hears("change", id+"type"))),
					cell(id+"distinct", "Values"+of), cell(id+"skew", "Skew"+of), cell(id+"missing", "Missing per cent"+of), cell(id+"from", "From"+of), cell(id+"to", "To"+of),
					H("td", p.removing("lab-unproperty-"+n, "Remove property "+strconv.Itoa(i+1), Did{Act: RemoveProperty, At: i})))
			})))),
		H("div.row", p.did(".btn.small#lab-add-property", "Add property", AddProperty, 0, 0)))
}

var populationHeads = [...]string{"Property", "Type", "Values", "Skew", "Missing %", "From", "To"}
