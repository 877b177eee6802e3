package ui

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
)

// send returns a handler that sends msg. The scope is the message itself, because go-app takes two handlers made by one
// function for the same and would go on sending an old message.
func send(s *state.Store, msg state.Msg) (app.EventHandler, app.EventOption) {
	return func(ctx app.Context, e app.Event) {
		e.PreventDefault()
		s.Send(msg)
	}, app.EventScope(fmt.Sprintf("%T%+v", msg, msg))
}

// sendValue returns a handler that sends what make says of the element's value; scope tells handlers of one place apart.
func sendValue(s *state.Store, scope any, make func(value string) state.Msg) (app.EventHandler, app.EventOption) {
	return func(ctx app.Context, e app.Event) {
		s.Send(make(valueOf(ctx.JSSrc())))
	}, app.EventScope(scope)
}

// valueOf is what an input or a select holds. go-app leaves an empty value out, and the browser then takes the text of an option for
// its value.
func valueOf(e app.Value) string {
	if chosen := e.Get("selectedOptions"); chosen.Truthy() {
		if o := chosen.Index(0); o.Truthy() && !o.Call("hasAttribute", "value").Bool() {
			return ""
		}
	}
	return e.Get("value").String()
}

// onKey returns a handler that sends msg when the key is pressed.
func onKey(s *state.Store, key string, msg state.Msg) (app.EventHandler, app.EventOption) {
	return func(ctx app.Context, e app.Event) {
		if e.Get("key").String() == key {
			e.PreventDefault()
			s.Send(msg)
		}
	}, app.EventScope(key, fmt.Sprintf("%T%+v", msg, msg))
}

// button is a button with a text.
func button(class, text string) app.HTMLElem {
	return el("button").Attr("type", "button").Class(class).Text(text)
}

// badge is a plan class: shape, word and colour.
func badge(class interface {
	String() string
	Name() string
}, mark string) app.UI {
	return el("span").Class("badge "+class.Name()).Body(
		el("span").Class("shape").Aria("hidden", true).Text(mark),
		el("span").Text(class.String()),
	)
}

// bold is a number in a sentence.
func bold(text string) app.UI { return el("b").Text(text) }

// el and void make elements of any name. go-app has a type for each element, each with every attribute method; one type for
// all keeps a third of a megabyte out of the program.
func el(tag string) app.HTMLElem { return app.Elem(tag) }

func void(tag string) app.HTMLElemSelfClosing { return app.ElemSelfClosing(tag) }

// slot is a place for something that is not always there. go-app matches children by their number: without it, what comes
// and goes would turn the elements behind it into others, and with them the editor, the grid and the focus.
func slot(show bool, what func() app.UI) app.UI {
	if !show {
		return el("div").Class("slot")
	}
	return el("div").Class("slot").Body(what())
}

// splitter is the border of a pane; the page's Splitter gives it its behaviour.
func splitter(id, label string) app.UI {
	return el("div").ID(id).Class("split").Role("separator").TabIndex(0).Aria("orientation", "vertical").Aria("label", label)
}
