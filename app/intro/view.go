package intro

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// Strip says what the page is and offers the next step, until it is put away.
type Strip struct {
	app.Compo
	Store Sender
	Kind  Kind
	Table string
	Begun bool // the lesson that it offers was begun

	Connect page.Msg // opens the dialog that connects an account
}

func (s *Strip) Render() app.UI {
	lesson := "Start the 3-step lesson"
	if s.Begun {
		lesson = "Continue the 3-step lesson"
	}
	start := Press(s.Store, ".btn.primary#intro-lesson", "", Taken{Then: page.LessonChosen{Name: page.FirstLesson}}, Title("Four classes of a plan, on a small table"), roomy(lesson, "3-step lesson"))
	own := &Fold{Store: s.Store, ID: "intro-import", Text: "Own data…", Items: []FoldItem{ // the introduction stays until there is some
		{ID: "intro-file", Text: "A file: CSV, JSON, NDJSON…", Title: "Files of Storage Explorer and Azurite, too", Msg: page.ImportPressed{}},
		{ID: "intro-paste", Text: "Rows of a spreadsheet: paste them", Msg: Pasting{}},
		{ID: "intro-connect", Text: "An Azure account: connection string…", Msg: s.Connect},
	}}
	look := Press(s.Store, ".btn.quiet#intro-look", "", Taken{}, H("span", "Write a filter"))
	head, text, short := "See what a table query costs before you run it.", "Rows are called entities. PartitionKey + RowKey is the only index, so what a filter says about those two decides how much is read.", "Rows are called entities. PartitionKey + RowKey is the only index."
	switch s.Kind {
	case Link:
		if s.Table == "" {
			head = "This link opens an account. Nothing is read before you run a query."
			break
		}
		head, text = "This link shows a query on the table "+words.Quote(words.Clip(s.Table, 63))+".", "Below the filter is its plan: how much of the table it would read. Rows are called entities, and PartitionKey + RowKey is the only index."
		short = "Its plan tells how much it reads. PartitionKey + RowKey is the only index."
	}
	return H("section.intro#intro", Label("Introduction"),
		H("div.intro-text", H("p", H("b", head+" "), roomy(text, short))),
		Press(s.Store, ".icon#intro-hide", "✕", PutAway{}, Label("Hide this introduction")),
		H("ul.intro-classes", Each(len(page.Classes), func(i int) app.UI {
			c := page.Classes[i]
			return H("li", Badge(c, page.Mark(c)), H("span", page.Brief(c)))
		}), H("li", Press(s.Store, ".link-like.guide-link#intro-index", "See it in a picture", page.GuideOpened{Page: "plan"}))),
		H("div.row.intro-acts", start, own, look))
}

// roomy is a text that is shorter on a phone.
func roomy(text, short string) app.UI {
	return H("span", H("span.not-phone", text), H("span.only-phone", short))
}
