package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
)

// What h takes besides children and text.
type (
	label string // aria-label
	title string
	value string
	off   bool // disabled
	on    bool // checked, selected
	// named is an attribute whose value may hold spaces.
	named struct{ name, value string }
	hear  struct {
		event   string
		handler app.EventHandler
		scope   app.EventOption
	}
)

// h draws an element with a fraction of the code that go-app's methods take, for dialogs of many small elements. what is its
// tag, with classes after dots and an id after #, and attributes after spaces: "button.btn.small#go type=button". Of in, text and
// elements become children; nil is an empty place, as slot is one, so that what comes and goes does not move its neighbours.
func h(what string, in ...any) app.UI {
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
		name, text, _ := strings.Cut(w, "=")
		e.Attr(name, text)
	}
	var body []app.UI
	for _, x := range in {
		switch x := x.(type) {
		case nil:
			body = append(body, el("div").Class("slot"))
		case string:
			body = append(body, app.Text(x))
		case app.UI:
			body = append(body, x)
		case []app.UI:
			body = append(body, x...)
		case label:
			e.Attr("aria-label", string(x))
		case title:
			e.Attr("title", string(x))
		case value:
			e.Attr("value", string(x))
		case named:
			e.Attr(x.name, x.value)
		case off:
			e.Attr("disabled", bool(x))
		case on:
			name := "checked"
			if tag == "option" {
				name = "selected"
			}
			e.Attr(name, bool(x))
		case hear:
			e.On(x.event, x.handler, x.scope)
		}
	}
	if body != nil {
		e.Body(body...)
	}
	return e
}

// press is a button that sends msg; what is as for h, without the tag.
func press(s *state.Store, what, text string, msg state.Msg, in ...any) app.UI {
	handler, scope := send(s, msg)
	return h("button"+what+" type=button", append(in, hear{"click", handler, scope}, text)...)
}

// typed hears what is typed into an element, or chosen.
func typed(s *state.Store, event string, scope any, make func(value string) state.Msg) hear {
	handler, option := sendValue(s, scope, make)
	return hear{event, handler, option}
}

// each draws n things.
func each(n int, draw func(i int) app.UI) []app.UI {
	list := make([]app.UI, n)
	for i := range list {
		list[i] = draw(i)
	}
	return list
}
