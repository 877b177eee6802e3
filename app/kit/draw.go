package kit

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/page"
	"rangefinder/app/words"
)

// Sender takes what happened: the page's store.
type Sender interface{ Send(msg page.Msg) }

// What H takes besides children and text.
type (
	Label     string // aria-label
	Title     string
	Value     string
	Off       bool // disabled
	On        bool // checked, selected
	Hidden    bool
	Attribute struct{ name, value string }
	// Listener is what Listen returns.
	Listener struct {
		event   string
		handler app.EventHandler
		scope   app.EventOption
	}
)

// Attr is an attribute whose value may hold spaces.
//
//go:noinline
func Attr(name, value string) Attribute { return Attribute{name, value} }

// Listen hears an event. scope tells two handlers apart that one function made.
//
//go:noinline
func Listen(event string, handler app.EventHandler, scope app.EventOption) Listener {
	return Listener{event, handler, scope}
}

// H draws an element with a fraction of the code that go-app's methods take, for dialogs of many small elements. what is its
// tag, with classes after dots and an id after #, and attributes after spaces, such as "button.btn.small#go type=button" and
// "details open". Of in, text and elements become children; nil is an empty place, as of Slot, so that what comes and goes does not
// move its neighbours.
//
//go:noinline
func H(what string, in ...any) app.UI {
	words := strings.Fields(what)
	tag, id, _ := strings.Cut(words[0], "#")
	tag, class, _ := strings.Cut(tag, ".")
	e := app.Elem(tag)
	if id != "" {
		e.ID(id)
	}
	if class != "" {
		e.Class(strings.ReplaceAll(class, ".", " "))
	}
	for _, w := range words[1:] {
		name, text, valued := strings.Cut(w, "=")
		if !valued { // go-app leaves out an attribute that is empty
			text = "true"
		}
		e.Attr(name, text)
	}
	var body []app.UI
	for _, x := range in {
		switch x := x.(type) {
		case nil:
			body = append(body, El("div").Class("slot"))
		case string:
			body = append(body, app.Text(x))
		case app.UI:
			body = append(body, x)
		case []app.UI:
			body = append(body, x...)
		case Label:
			e.Attr("aria-label", string(x))
		case Title:
			e.Attr("title", string(x))
		case Value:
			e.Attr("value", string(x))
		case Attribute:
			e.Attr(x.name, x.value)
		case Off:
			e.Attr("disabled", bool(x))
		case Hidden:
			e.Attr("hidden", bool(x))
		case On:
			name := "checked"
			if tag == "option" {
				name = "selected"
			}
			e.Attr(name, bool(x))
		case Listener:
			e.On(x.event, x.handler, x.scope)
		}
	}
	if body != nil {
		e.Body(body...)
	}
	return e
}

// Press is a button that sends msg; what is as for H, without the tag.
//
//go:noinline
func Press(s Sender, what, text string, msg page.Msg, in ...any) app.UI {
	handler, scope := Send(s, msg)
	return H("button"+what+" type=button", append(in, Listener{"click", handler, scope}, text)...)
}

// Typed hears what is typed into an element, or chosen.
//
//go:noinline
func Typed(s Sender, event string, scope any, make func(value string) page.Msg) Listener {
	handler, option := SendValue(s, scope, make)
	return Listener{event, handler, option}
}

// Coded is a text whose parts between backticks are code, for H.
//
//go:noinline
func Coded(text string) []any {
	var in []any
	for i, part := range strings.Split(text, "`") {
		switch {
		case part == "":
		case i%2 == 1:
			in = append(in, H("code", part))
		default:
			in = append(in, part)
		}
	}
	return in
}

// Each draws n things.
//
//go:noinline
func Each(n int, draw func(i int) app.UI) []app.UI {
	list := make([]app.UI, n)
	for i := range list {
		list[i] = draw(i)
	}
	return list
}

// Expanded is aria-Expanded.
//
//go:noinline
func Expanded(open bool) Attribute { return Attr("aria-expanded", strconv.FormatBool(open)) }

// HowComputed is a link to the page of the guide that says how what is beside it is computed.
//
//go:noinline
func HowComputed(s Sender, at string) app.UI {
	return Press(s, ".link-like.guide-link", "How is this computed?", page.GuideOpened{Page: at})
}

// NoTable stands where a table's things would be, on each screen that needs one: three ways in. step is where the first lesson
// goes on, 0 when it was not begun or is finished.
//
//go:noinline
func NoTable(s Sender, text string, step int) app.UI {
	lesson := "Start the 3-step lesson"
	if step > 0 {
		lesson = "Continue the 3-step lesson, step " + words.Number(step)
	}
	way := func(title, about string, in ...any) app.UI {
		return H("li.way-in", H("h3", title), H("p.dim", about), H("div.row", in...))
	}
	return H("div.blank", H("h2", "No table is open"), H("p", text), H("ul.ways-in",
		way("Learn", "Three steps on a small table: what decides how much a query reads.", Press(s, ".btn.primary", lesson, page.LessonChosen{Name: page.FirstLesson})),
		way("Bring data", "A file, rows from a spreadsheet, generated entities, or a table that begins empty.",
			Press(s, ".btn", "Import a file…", page.ImportPressed{}), Press(s, ".btn", "New table…", page.NewTablePressed{}), Press(s, ".btn", "Generate a table…", page.GeneratePressed{})),
		way("Look around", "10,681 movies in ten partitions, with queries of every class.", Press(s, ".btn", "Open "+page.FirstSample, page.SampleOpened{Name: page.FirstSample}))))
}

// EmptyTable is the same for a table without entities. first are the messages that lead to the form of a new one.
//
//go:noinline
func EmptyTable(s Sender, text string, first ...page.Msg) app.UI {
	return H("div.blank", H("h2", "This table is empty"), H("p", text), H("div.row",
		Button("btn primary", "Add an entity").OnClick(func(ctx app.Context, e app.Event) {
			for _, msg := range first {
				s.Send(msg)
			}
		}),
		Press(s, ".btn", "Import a file…", page.ImportPressed{}),
		Press(s, ".btn", "Generate a table…", page.GeneratePressed{})))
}
