package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/files"
	. "rangefinder/app/kit"
	"rangefinder/app/notices"
	"rangefinder/app/page"
	"rangefinder/app/shell"
	"rangefinder/app/side"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// StatusBar sums up what the browser holds.
type StatusBar struct {
	app.Compo
	Store   *shell.Store
	Tables  *side.Model
	Storage *wire.StorageInfo
	Ready   bool   // the tables are known
	Lesson  bool   // what is on screen is a lesson's
	Account string // on screen, "" for this browser
	Told    []page.Notice
}

func (s *StatusBar) Render() app.UI {
	entities := 0
	for _, t := range s.Tables.List {
		entities += t.Entities
	}
	return El("footer").Class("status").Body(
		Button("link-like", "").Attr("title", "Snapshots, undo and storage").ID("kept").OnClick(Send(s.Store, files.SnapshotsPressed{})).Body(
			El("span").Class(s.dot()).Aria("hidden", true), El("span").Text(s.kept()),
		),
		Slot(s.Tables.Loading != nil, s.job),
		Slot(s.Ready, func() app.UI { return s.holds(entities) }),
		H("span.not-phone", words.Bytes(s.Tables.Heap)+" of memory"),
		H("span.grow"),
		Slot(len(s.Told) > 0, func() app.UI {
			return &Fold{Store: s.Store, ID: "notices", Class: "link-like", Text: words.Count(len(s.Told), "message", "messages"), Title: "Earlier messages, with Undo where it is possible", Panel: notices.List(s.Store, s.Told)}
		}),
	)
}

// holds says how many entities and tables this browser has.
func (s *StatusBar) holds(entities int) app.UI {
	text := words.Count(entities, "entity", "entities") + " · " + words.Count(len(s.Tables.List), "table", "tables")
	switch {
	case s.Account == "":
		return H("span", text)
	case len(s.Tables.List) == 0:
		return H("span.not-phone")
	}
	return H("span.not-phone", "in this browser: "+text)
}

// job is what the tables at the side show of a load, where they are out of sight.
func (s *StatusBar) job() app.UI {
	l := s.Tables.Loading
	_, text := Progress(l)
	return H("span.only-phone.job", H("span", l.Title+" · "+text), Slot(!l.Start, func() app.UI { return Press(s.Store, ".link-like", "Stop", page.LoadStopPressed{}) }))
}

func (s *StatusBar) dot() string {
	if s.Storage != nil && (!s.Storage.Durable || s.Storage.Failed != "" || s.Storage.Full) {
		return "dot warn"
	}
	return "dot"
}

// kept says in few words where the workspace is.
func (s *StatusBar) kept() string {
	switch i := s.Storage; {
	case i != nil && (i.Failed != "" || i.Full):
	case s.Account != "":
		return s.Account + " keeps its own tables"
	case s.Lesson:
		return "a lesson's data, apart from your tables"
	}
	_, text := StorageText(s.Storage)
	return text
}
