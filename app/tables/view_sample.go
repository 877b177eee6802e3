package tables

import (
	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/sample"
	"rangefinder/app/words"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func (p *panel) sample(s *sample.Sample) []app.UI {
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
		El("div").Class("row end").Body(Cancel(p.s), Button("btn primary", "Open").OnClick(Send(p.s, page.SampleOpened{Name: s.Name}))),
	}
}
