package designlab

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/keydesign/lab"
	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// growth is what each pattern comes to under one design as the table becomes larger: requests, time and money.
func (p *Panel) growth() app.UI {
	l := p.Lab
	if l.Report == nil || len(l.Spec.Patterns) == 0 || len(l.Spec.Designs) == 0 {
		return H("section.card#lab-growth", H("h2", "As the data grows"), H("p.dim", "After a measurement, the cost of each pattern in a larger table is shown here."))
	}
	at := min(max(l.Grown, 0), len(l.Spec.Designs)-1)
	how := l.Growth
	if how == "" {
		how = lab.MorePartitions
	}
	price, priced := l.price()
	var months, units [len(growthTimes)]float64
	body := Each(len(l.Spec.Patterns), func(k int) app.UI {
		t, c := &l.Spec.Patterns[k], &l.Report.Patterns[k].Cells[at]
		cells := []any{H("th scope=row", words.Clip(t.Name, 60))}
		if t.Blank() {
			return H("tr", append(cells, H("td.dim colspan=4", lab.NoFilter))...)
		}
		if !c.Known {
			return H("tr", append(cells, H("td colspan=4", "–"))...)
		}
		var last lab.Grown
		for i, times := range growthTimes {
			last = lab.Grow(t, c, times, how)
			months[i] += last.Month(t)
			units[i] += last.Units * t.PerDay
			cells = append(cells, H("td", H("div.dots", Dotted(GrownText(&last))...)))
		}
		return H("tr", append(cells, H("td", GrowsText(c, &last)))...)
	})
	sum := func(text string, of func(i int) string) app.UI {
		return H("tr", H("th scope=row", text), Each(len(growthTimes), func(i int) app.UI { return H("td", of(i)) }), H("td"))
	}
	var money any
	if priced {
		money = sum("Price of them", func(i int) string { return words.Money(months[i] / 10_000 * price) })
	}
	invalid := "false"
	if l.Price != "" && !priced {
		invalid = "true"
	}
	foot := []any{sum("Requests in 30 days", func(i int) string { return words.Big(months[i]) }), money}
	notes := []any{H("div.row", H("label.dim for=lab-price", "Price of 10,000 requests"), H("input.narrow.num#lab-price type=text autocomplete=off inputmode=decimal aria-invalid="+invalid+" aria-describedby=lab-price-note", Value(l.Price), Typed(p.Store, "input", "lab-price", func(v string) page.Msg { return PriceTyped{v} })),
		H("span.dim#lab-price-note", "In your currency. The price differs by region, redundancy and year: for example 0.00036 US dollars (2024); look up yours. Each page of a result counts as a request, and a transaction as one.")),
		H("p.dim", "Only “Now” is measured; the other columns are a model. In the model each range of keys grows as fast as the table. A page ends after 1,000 entities, 4 MiB or 5 s. A request takes 33 ms on the way, a write 39 ms. One server answers all calls, which come evenly over the day, and reads 100,000 entities a second.")}
	if p.ByIndex {
		foot = []any{sum("Request units in 30 days", func(i int) string { return words.Big(units[i] * 30) }),
			sum("A second, on average", func(i int) string { return words.Rounded(units[i] / 86_400) })}
		notes = []any{H("p.dim", unitsModel+" The result of a query grows with the range of keys that it reads. Plan throughput for the busiest second, not for the average.")}
	}
	choice := func(of lab.Growth, text string) app.UI { return H("option", Value(of), On(of == how), text) }
	return H("section.card#lab-growth",
		H("div.row", H("h2", "As the data grows"), H("span.tag", "a model"), Unfold("lab-growth-unfold", "As the data grows"), HowComputed(p.Store, "lab"), H("span.grow"),
			H("select.btn.small#lab-grown", Label("Design that grows"), Each(len(l.Spec.Designs), func(i int) app.UI {
				return H("option", Value(strconv.Itoa(i)), On(i == at), words.Clip(l.Spec.Designs[i].Name, 40))
			}), Typed(p.Store, "change", "lab-grown", func(v string) page.Msg {
				n, _ := strconv.Atoi(v)
				return GrownChosen{n}
			})),
			H("select.btn.small#lab-growing", Label("How the table grows"), choice(lab.MorePartitions, "more partitions"), choice(lab.LargerPartitions, "larger partitions"),
				Typed(p.Store, "change", "lab-growing", func(v string) page.Msg { return GrowthChosen{lab.Growth(v)} })),
			CopyTable(p.Store, "growth")),
		H("div.lines.foldable tabindex=0 role=region", Label("As the data grows"), H("table",
			H("thead", H("tr", H("th scope=col", "One call"), H("th scope=col", "Now"), H("th scope=col", "10 × now"), H("th scope=col", "1,000 × now"), H("th scope=col", "Grows"))),
			H("tbody", body),
			H("tfoot", foot...))),
		H("div.foldable", notes...))
}

// unitsModel says how request units are modelled.
const unitsModel = "Modelled, not measured: 1 request unit for each kB of a point read; 2.5 for a page of a query and 0.5 for each kB of it, 1 more where all partitions are asked, and 0.02 for each entity where the index does not help; 5 for each kB written."
