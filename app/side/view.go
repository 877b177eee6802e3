package side

import (
	"strconv"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/accounts"
	"rangefinder/app/anatomy/drawn"
	"rangefinder/app/copies"
	"rangefinder/app/course"
	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/queries"
	"rangefinder/app/query"
	"rangefinder/app/sample"
	"rangefinder/app/tables"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// Panel is the list of tables and samples.
type Panel struct {
	app.Compo
	Store    Sender
	Tables   *Model
	Samples  []sample.Sample
	Queries  []query.Saved
	Copies   *copies.Model
	Sources  *accounts.Model
	Storage  *wire.StorageInfo // nil before it is known
	Live     *accounts.Live    // nil for this browser
	Table    string            // on screen
	Ready    bool              // the tables of this browser are known
	ReadOnly string            // why nothing can be written to it
	Course   *course.Model     // its lesson takes the place of the lists
	Picture  drawn.Table       // of the query on screen, for a lesson that shows it
	Refused  bool              // the filter on screen, for a lesson that waits for one

	roved  bool      // the keyboard was in the lists
	all    bool      // samples are listed
	opened time.Time // when a sample was opened last
	at     [2]int    // where the pointer was then, in the window
}

func (s *Panel) Render() app.UI {
	role, name, tag, body := "navigation", "Tables and samples", "div", s.lists
	keys := "Arrow keys move between lines and their buttons, Home and End to the ends. Tab leaves."
	lesson := s.Course != nil && s.Course.Lesson != nil
	if lesson {
		role, name, keys = "complementary", "Lesson", ""
		if s.Course.Lesson.Projector {
			role = "main"
		}
		tag = "section" // an element of its own: a button of a lesson must not be one that the Tab key passes by
		body = func() []app.UI {
			return []app.UI{&course.Panel{Store: s.Store, Course: s.Course, Tables: s.Tables.List, Shown: s.Tables.Selected, Picture: s.Picture, Refused: s.Refused}}
		}
	}
	return El("div").ID("side").Class("side").Role(role).Aria("label", name).Aria("description", keys).TabIndex(-1).Body(
		Splitter("split-side", "Width of the table list"),
		H(tag+".scroll", Listen("focusin", s.focused, app.EventScope("stop")), Listen("keydown", s.key, app.EventScope("lists")), body()),
		Slot(!lesson && s.Tables.Loading != nil, func() app.UI { return s.loading() }), // below the lists, which it must not push about
	)
}

func (s *Panel) lists() []app.UI {
	head := El("div").Class("side-head only-phone").Body(
		El("b").Text("Tables"), El("span").Class("grow"),
		Button("icon", "✕").Aria("label", "Close the table list").OnClick(Send(s.Store, DrawerToggled{})),
	)
	queries := Slot(len(s.Queries) > 0, func() app.UI { return s.queries() })
	if s.Live != nil {
		return []app.UI{head, s.sources(), s.liveTables(), queries, course.List(s.Store, s.Course)}
	}
	t, listed := s.Tables, TablesOf(s.Tables, nil)
	return []app.UI{
		head, s.sources(),
		El("h2").Text("Tables"),
		s.find(listed, "Search tables"),
		H("ul#tables", Each(len(listed.Tables), func(i int) app.UI {
			info := listed.Tables[i]
			return H("li.sample", s.item(info.Name == t.Selected, i, page.TableChosen{Table: info.Name},
				Title(words.Count(info.Entities, "entity", "entities")+" in "+words.Count(info.Partitions, "partition", "partitions")+", "+words.Bytes(info.Bytes)),
				H("span.name", info.Name), H("small", words.Number(info.Entities))), s.mark(info.Name))
		}), s.none(listed)),
		s.windows(listed),
		Button("item add", "+ New table").OnClick(Send(s.Store, page.NewTablePressed{})),
		Button("item add", "+ Generate data…").OnClick(Send(s.Store, page.GeneratePressed{})),
		Button("item add", "+ Import a file…").ID("import").Attr("title", "Or drop a file anywhere, or paste rows from a spreadsheet").OnClick(Send(s.Store, page.ImportPressed{})),
		queries, course.List(s.Store, s.Course),
		El("h2").Text("Samples"),
		H("ul#samples", Each(len(s.Samples), func(i int) app.UI { return s.sample(i) })),
		Slot(len(s.Samples) > shownSamples, func() app.UI {
			text := words.Number(len(s.Samples)-shownSamples) + " more ▾"
			if s.all {
				text = "Fewer ▴"
			}
			return H("button.item.add#samples-all type=button", Expanded(s.all), text, Listen("click", func(ctx app.Context, e app.Event) {
				s.all = !s.all
				ctx.Update()
			}, app.EventScope("samples")))
		}),
	}
}

// shownSamples is how many samples are listed at first.
const shownSamples = 5

// doubled is how long a press on a sample is taken for the second one of a double click: the list has grown below the pointer by then.
const doubled = 700 * time.Millisecond

// sample is one that can be opened.
func (s *Panel) sample(i int) app.UI {
	sm := s.Samples[i]
	open := Listen("click", func(ctx app.Context, e app.Event) {
		second := false
		if e.Get("clientY").Truthy() { // by the pointer
			at, now := [2]int{e.Get("clientX").Int(), e.Get("clientY").Int()}, time.Now()
			second = at == s.at && now.Sub(s.opened) < doubled
			s.at, s.opened = at, now
		}
		if !second {
			s.Store.Send(page.SampleOpened{Name: sm.Name})
		}
	}, app.EventScope("sample", sm.Name))
	title, fact := "Open "+sm.Title+", "+words.Count(sm.Entities, "entity", "entities"), words.Number(sm.Entities)
	if info := wire.TableNamed(s.Tables.List, sm.Tables[0].Name); info != nil { // with a number it would look like a second table
		title, fact = "Show the table "+info.Name, "opened"
	}
	return H("li.sample", Hidden(i >= shownSamples && !s.all),
		H("button.item type=button", Title(title), Off(s.Tables.Loading != nil), open, H("span.name", sm.Title), H("small.t", fact)),
		Press(s.Store, ".icon.small.about", "", tables.SamplePressed{Name: sm.Name}, Label("About "+sm.Title), Title("About this sample: source and licence"), H("span", "i")))
}

// find is the search over a list of tables that is long, or that an account has not told yet.
func (s *Panel) find(l Listed, text string) app.UI {
	return Slot(l.All >= TableSearchFrom || s.Live != nil && !s.Live.Listed, func() app.UI {
		return Void("input").ID("find-table").Attr("type", "search").Class("find-table").Aria("label", text).Attr("placeholder", text).Attr("autocomplete", "off").Spellcheck(false).Attr("maxlength", 63).
			OnInput(SendValue(s.Store, "find-table", func(v string) page.Msg { return TablesSearched{Text: v} }))
	})
}

// none stands in the room of the first table, once it is known that there is none.
func (s *Panel) none(l Listed) []app.UI {
	if l.All > 0 || !s.Ready || s.Tables.Loading != nil {
		return nil
	}
	return []app.UI{H("li.dim.side-note", "No tables yet")}
}

// windows goes through a list of tables that is too long to be shown at once.
func (s *Panel) windows(l Listed) app.UI {
	switch {
	case l.Total == 0 && l.All > 0 && l.Name == "":
		return H("div.slot", H("p.dim.side-note", "No table has that in its name."))
	case l.Total <= TableWindow:
		return H("div.slot")
	}
	last := l.First + len(l.Tables)
	return H("div.slot", H("div.row.pager",
		Press(s.Store, ".icon.small#tables-before", "←", TablesPaged{First: l.First - TableWindow}, Label("Tables before"), Off(l.First == 0)),
		H("small.dim#tables-at", words.Number(l.First+1)+"–"+words.Number(last)+" of "+words.Number(l.Total)),
		Press(s.Store, ".icon.small#tables-after", "→", TablesPaged{First: last}, Label("Tables after"), Off(last >= l.Total)),
	))
}

// Key is what a key does in the list of tables and in its search, nil when that is left to the browser. It is asked on the
// browser's event loop: an arrow must not scroll the list, too.
func Key(e app.Event) page.Msg {
	id, key := e.Get("target").Get("id").String(), e.Get("key").String()
	if e.Get("defaultPrevented").Truthy() { // the lists went on by themselves
		return nil
	}
	line := -1
	if n, err := strconv.Atoi(strings.TrimPrefix(id, "table-")); err == nil && strings.HasPrefix(id, "table-") {
		line = n
	} else if id != "find-table" {
		return nil
	}
	switch {
	case key == "ArrowDown":
		return TableLine{Line: line + 1}
	case key == "ArrowUp" && line >= 0:
		return TableLine{Line: line - 1}
	case key == "Enter" && line < 0 && !e.Get("isComposing").Truthy():
		return TablesEntered{}
	}
	return nil
}

// queries are the saved queries.
func (s *Panel) queries() app.UI {
	return El("div").Body(
		El("h2").Text("Saved queries"),
		El("ul").Body(app.Range(s.Queries).Slice(func(i int) app.UI {
			q := s.Queries[i]
			return El("li").Class("sample").Body(
				Button("item", "").Attr("title", strings.TrimSpace(q.Source+" "+q.Table)+": "+q.Filter).OnClick(Send(s.Store, queries.SavedQueryOpened{Index: i})).Body(
					El("span").Class("name").Text(q.Name), El("small").Text(q.Table),
				),
				Button("icon small", "✕").Aria("label", "Remove the query "+q.Name).OnClick(Send(s.Store, queries.SavedQueryRemoved{Index: i})),
			)
		})),
	)
}

// mark is what can be done with a table beside opening it: of a copy its own dialog.
func (s *Panel) mark(table string) app.UI {
	c := s.Copies.Copy(table)
	return Slot(c != nil, func() app.UI { return copies.Mark(s.Store, c) })
}

func (s *Panel) loading() app.UI {
	l := s.Tables.Loading
	bar, text := Progress(l)
	return El("div").Class("loading").Body(
		El("div").Text(l.Title), bar,
		El("div").Class("row").Body(El("small").Text(text), El("span").Class("grow"), Slot(!l.Start, func() app.UI { return Button("btn small", "Stop").OnClick(Send(s.Store, page.LoadStopPressed{})) })),
	)
}
