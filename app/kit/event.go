package kit

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/page"
)

// Send returns a handler that sends msg. The scope is the message itself, because go-app takes two handlers made by one
// function for the same and would go on sending an old message.
//
//go:noinline
func Send(s Sender, msg page.Msg) (app.EventHandler, app.EventOption) {
	return func(ctx app.Context, e app.Event) {
		e.PreventDefault()
		s.Send(msg)
	}, app.EventScope(fmt.Sprintf("%T%+v", msg, msg))
}

// SendValue returns a handler that sends what make says of the element's value; scope tells handlers of one place apart.
//
//go:noinline
func SendValue(s Sender, scope any, make func(value string) page.Msg) (app.EventHandler, app.EventOption) {
	return func(ctx app.Context, e app.Event) {
		s.Send(make(ValueOf(ctx.JSSrc())))
	}, app.EventScope(scope)
}

// ValueOf is what an input or a select holds. go-app leaves an empty value out, and the browser then takes the text of an option for
// its value.
//
//go:noinline
func ValueOf(e app.Value) string {
	if chosen := e.Get("selectedOptions"); chosen.Truthy() {
		if o := chosen.Index(0); o.Truthy() && !o.Call("hasAttribute", "value").Bool() {
			return ""
		}
	}
	return e.Get("value").String()
}

// Entered is what the field with that id holds, of the form whose submit event it is.
//
//go:noinline
func Entered(e app.Event, id string) string {
	return e.Get("target").Get("elements").Get(id).Get("value").String()
}

// OnKey returns a handler that sends msg when the key is pressed.
//
//go:noinline
func OnKey(s Sender, key string, msg page.Msg) (app.EventHandler, app.EventOption) {
	return func(ctx app.Context, e app.Event) {
		if e.Get("key").String() == key {
			e.PreventDefault()
			s.Send(msg)
		}
	}, app.EventScope(key, fmt.Sprintf("%T%+v", msg, msg))
}

// Button is a button with a text.
//
//go:noinline
func Button(class, text string) app.HTMLElem {
	return El("button").Attr("type", "button").Class(class).Text(text)
}

// Badge is a plan class: shape, word and colour.
//
//go:noinline
func Badge(class interface {
	String() string
	Name() string
}, mark string) app.UI {
	return El("span").Class("badge "+class.Name()).Body(
		El("span").Class("shape").Aria("hidden", true).Text(mark),
		El("span").Text(class.String()),
	)
}

// Bold is a number in a sentence.
//
//go:noinline
func Bold(text string) app.UI { return El("b").Text(text) }

// Dots are the parts of a line with a dot between two of them, which is not drawn where the line breaks. They go into an element of class dots.
//
//go:noinline
func Dots(parts ...any) []any {
	for i, part := range parts {
		what := []any{part}
		if list, ok := part.([]any); ok {
			what = list
		}
		if i > 0 {
			what = append([]any{El("i").Text(" · ")}, what...)
		}
		parts[i] = H("span", what...)
	}
	return parts
}

// Dotted are the Dots of a text that has them.
func Dotted(text string) []any {
	var parts []any
	for part := range strings.SplitSeq(text, " · ") {
		parts = append(parts, part)
	}
	return Dots(parts...)
}

// El and void make elements of any name. go-app has a type for each element, each with every attribute method; one type for
// all keeps a third of a megabyte out of the program.
//
//go:noinline
func El(tag string) app.HTMLElem { return app.Elem(tag) }

//go:noinline
func Void(tag string) app.HTMLElemSelfClosing { return app.ElemSelfClosing(tag) }

// Slot is a place for something that is not always there. go-app matches children by their number: without it, what comes
// and goes would turn the elements behind it into others, and with them the editor, the grid and the focus.
//
//go:noinline
func Slot(show bool, what func() app.UI) app.UI {
	if !show {
		return El("div").Class("slot")
	}
	return El("div").Class("slot").Body(what())
}

// Splitter is the border of a pane; the page's Splitter gives it its behaviour.
//
//go:noinline
func Splitter(id, label string) app.UI {
	return El("div").ID(id).Class("split").Role("separator").TabIndex(0).Aria("orientation", "vertical").Aria("label", label)
}
