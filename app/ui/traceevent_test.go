//go:build !js

package ui

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// tracedHandler is what an element does at an event, and what the element says.
type tracedHandler struct {
	event string
	says  []string
	do    app.EventHandler
}

// tracedHandlers lists what the elements of a tree do, in the order of the document.
func tracedHandlers(ui app.UI, list []tracedHandler) []tracedHandler {
	if c, ok := ui.(app.Composer); ok {
		return tracedHandlers(c.Render(), list)
	}
	v := reflect.ValueOf(ui)
	if v.Kind() != reflect.Pointer {
		return list
	}
	e := v.Elem().FieldByName("htmlElement")
	if !e.IsValid() {
		return list
	}
	children := hidden(e, "children").Interface().([]app.UI)
	first := len(list)
	for _, h := range hidden(e, "eventHandlers").Seq2() {
		c := reflect.New(h.Type()).Elem()
		c.Set(h)
		list = append(list, tracedHandler{event: hidden(c, "event").String(), do: hidden(c, "goHandler").Interface().(app.EventHandler)})
	}
	if len(list) > first {
		slices.SortFunc(list[first:], func(a, b tracedHandler) int { return strings.Compare(a.event, b.event) })
		var says []string
		attributes := hidden(e, "attributes")
		for _, name := range []string{"id", "aria-label", "title", "value"} {
			if a := attributes.MapIndex(reflect.ValueOf(name)); a.IsValid() && a.String() != "" {
				says = append(says, a.String())
			}
		}
		for _, c := range children {
			if text := ownText(c); text != "" {
				says = append(says, text)
			}
		}
		for i := first; i < len(list); i++ {
			list[i].says = says
		}
	}
	for _, c := range children {
		list = tracedHandlers(c, list)
	}
	return list
}

// ownText is a text node's, or that of an element which holds one alone.
func ownText(ui app.UI) string {
	v := reflect.ValueOf(ui)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return ""
	}
	if f := v.Elem().FieldByName("value"); f.IsValid() && f.Kind() == reflect.String {
		return strings.TrimSpace(f.String())
	}
	e := v.Elem().FieldByName("htmlElement")
	if !e.IsValid() {
		return ""
	}
	if children := hidden(e, "children").Interface().([]app.UI); len(children) == 1 {
		return ownText(children[0])
	}
	return ""
}

// eventValue is what an event, or the element that it came from, says when a handler asks. What it says depends on what is asked, not
// on how often.
type eventValue struct {
	app.Value
	w    *tracer
	seed uint64
	path string
}

func (v eventValue) lot() *rand.Rand { return rand.New(rand.NewPCG(v.seed, sum(v.path))) }

func (v eventValue) Get(name string) app.Value {
	if name == "selectedOptions" {
		return v.Value // none
	}
	v.path += "." + name
	return v
}

func (v eventValue) Call(name string, _ ...any) app.Value { v.path += "." + name + "()"; return v }

func (v eventValue) Index(i int) app.Value { v.path += fmt.Sprint("[", i, "]"); return v }

func (v eventValue) String() string { return v.w.eventText(v) }

func (v eventValue) Int() int { return v.lot().IntN(20) }

func (v eventValue) Float() float64 { return float64(v.lot().IntN(500)) }

func (v eventValue) Bool() bool { return v.lot().IntN(2) == 0 }

func (v eventValue) Truthy() bool { return v.lot().IntN(2) == 0 }

func (v eventValue) IsNull() bool { return false }

func (v eventValue) IsUndefined() bool { return false }

// eventText is a text that an event says: for a key, mostly one that does something.
func (w *tracer) eventText(v eventValue) string {
	r := v.lot()
	if strings.HasSuffix(v.path, ".key") && r.IntN(4) > 0 {
		return keysPressed[r.IntN(len(keysPressed))]
	}
	return w.text(r)
}

var keysPressed = []string{"Enter", "Escape", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown", " ", "Tab", "Delete", "F2", "F3", "F10", "a", "z"}
