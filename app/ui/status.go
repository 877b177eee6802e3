package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
)

// StatusBar sums up what the browser holds.
type StatusBar struct {
	app.Compo
	Tables *state.Tables
}

func (s *StatusBar) Render() app.UI {
	entities := 0
	for _, t := range s.Tables.List {
		entities += t.Entities
	}
	return el("footer").Class("status").Body(
		el("span").Body(el("span").Class("dot").Aria("hidden", true), app.Text(" in memory: gone when the page is reloaded")),
		el("span").Text(state.Count(entities, "entity", "entities")+" · "+state.Count(len(s.Tables.List), "table", "tables")+" · "+state.Bytes(s.Tables.Heap)+" of memory"),
	)
}

// NoticePanel is the short message at the bottom.
type NoticePanel struct {
	app.Compo
	Store  *state.Store
	Notice *state.Notice
}

func (n *NoticePanel) Render() app.UI {
	no := n.Notice
	if no == nil {
		return el("section").Class("notice none")
	}
	class := "notice"
	if no.Bad {
		class += " bad"
	}
	return el("section").Class(class).Aria("label", "Message").Body(
		el("div").Body(el("span").Text(no.Text), slot(no.Details != "", func() app.UI { return el("div").Class("dim mono").Text(no.Details) })),
		slot(no.Undo != nil || no.Form != nil, func() app.UI { return button("btn small", no.Action).OnClick(send(n.Store, state.UndoPressed{})) }),
		button("icon small", "✕").Aria("label", "Close this message").OnClick(send(n.Store, state.NoticeClosed{})),
	)
}
