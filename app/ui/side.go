package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/sample"
	"rangefinder/app/state"
)

// Side is the list of tables and samples.
type Side struct {
	app.Compo
	Store   *state.Store
	Tables  *state.Tables
	Samples []sample.Sample
}

func (s *Side) Render() app.UI {
	return el("nav").ID("side").Class("side").Aria("label", "Tables and samples").TabIndex(-1).Body(
		splitter("split-side", "Width of the table list"),
		el("div").Class("scroll").Body(s.lists()...),
	)
}

func (s *Side) lists() []app.UI {
	t := s.Tables
	return []app.UI{
		el("div").Class("side-head only-phone").Body(
			el("b").Text("Tables"), el("span").Class("grow"),
			button("icon", "✕").Aria("label", "Close the table list").OnClick(send(s.Store, state.DrawerToggled{})),
		),
		el("h2").Text("Tables"),
		el("ul").Body(
			app.Range(t.List).Slice(func(i int) app.UI {
				info := t.List[i]
				item := button("item", "").OnClick(send(s.Store, state.TableChosen{Table: info.Name})).Body(
					el("span").Class("name").Text(info.Name),
					el("small").Text(state.Number(info.Entities)),
				).Attr("title", state.Count(info.Entities, "entity", "entities")+" in "+state.Count(info.Partitions, "partition", "partitions")+", "+state.Bytes(info.Bytes))
				if info.Name == t.Selected {
					item = item.Class("on").Aria("current", "true")
				}
				return el("li").Body(item)
			}),
		),
		button("item add", "+ New table").OnClick(send(s.Store, state.NewTablePressed{})),
		button("item add", "+ Generate data…").OnClick(send(s.Store, state.GeneratePressed{})),
		slot(t.Loading != nil, func() app.UI { return s.loading() }),
		el("h2").Text("Samples"),
		el("ul").Body(
			app.Range(s.Samples).Slice(func(i int) app.UI {
				sm := s.Samples[i]
				return el("li").Class("sample").Body(
					button("item", "").OnClick(send(s.Store, state.SampleOpened{Name: sm.Name})).Body(
						el("span").Class("name").Text(sm.Title), el("small").Text(state.Number(sm.Entities)),
					).Attr("title", "Open "+sm.Title).Attr("disabled", t.Loading != nil),
					button("icon small", "i").Aria("label", "About "+sm.Title).Attr("title", "Source and licence").OnClick(send(s.Store, state.SamplePressed{Name: sm.Name})),
				)
			}),
		),
	}
}

func (s *Side) loading() app.UI {
	l := s.Tables.Loading
	text := state.Number(l.Progress.Done)
	if l.Progress.Total > 0 {
		text += " of " + state.Number(l.Progress.Total)
	}
	text += state.Rate(l.Progress)
	if l.Progress.Size > 0 && l.Progress.Done == 0 {
		text = state.Bytes(l.Progress.Received) + " of " + state.Bytes(l.Progress.Size) + " fetched"
	}
	bar := el("progress").Aria("label", l.Title)
	if l.Progress.Total > 0 {
		bar = bar.Attr("max", float64(l.Progress.Total)).Attr("value", float64(l.Progress.Done))
	}
	return el("div").Class("loading").Body(
		el("div").Text(l.Title), bar,
		el("div").Class("row").Body(el("small").Text(text), el("span").Class("grow"), button("btn small", "Stop").OnClick(send(s.Store, state.LoadStopPressed{}))),
	)
}
