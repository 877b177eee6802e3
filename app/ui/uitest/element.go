package uitest

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/andybalholm/cascadia"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
	"golang.org/x/net/html"
)

// element is an element as a handler sees it. Go-app keeps it for as long as the element lives, and tells it the values that are
// drawn.
type element struct {
	app.Value // what is asked for and not below is undefined

	page *Page
	ui   app.UI
	node *html.Node // as it was drawn last

	set map[string]any // by name: what was set, by go-app or by a hand
}

// JSValue keeps go-app from asking the embedded one.
func (e *element) JSValue() app.Value { return e }
func (e *element) Truthy() bool       { return true }
func (e *element) IsNull() bool       { return false }
func (e *element) IsUndefined() bool  { return false }
func (e *element) Equal(o app.Value) bool {
	other, ok := o.(*element)
	return ok && other == e
}

// Set takes what go-app draws: of a field the value, even one that is what it was.
func (e *element) Set(name string, x any) {
	if e.set == nil {
		e.set = map[string]any{}
	}
	e.set[name] = x
}

func (e *element) attr(name string) (string, bool) {
	for _, a := range e.node.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

// own is what is drawn of the element itself, without the elements in it.
func (e *element) own() string {
	var b strings.Builder
	for _, a := range e.node.Attr {
		b.WriteString(a.Key + "=" + a.Val + "\n")
	}
	parts := strings.Split(b.String(), "\n") // go-app has no order of them
	slices.Sort(parts)
	for c := range e.node.ChildNodes() {
		if c.Type == html.TextNode {
			parts = append(parts, c.Data)
		}
	}
	return strings.Join(parts, "\n")
}

func (e *element) flag(name string) bool {
	if on, ok := e.set[name].(bool); ok {
		return on
	}
	_, ok := e.attr(name)
	return ok
}

// disabled reports whether nothing can be done with it.
func (e *element) disabled() bool {
	if _, ok := e.attr("disabled"); ok {
		return true
	}
	for n := e.node.Parent; n != nil; n = n.Parent {
		if up := e.page.of[n]; n.Data == "fieldset" && up != nil {
			if _, ok := up.attr("disabled"); ok {
				return true
			}
		}
	}
	return false
}

// value is what a field holds.
func (e *element) value() string {
	if v, ok := e.set["value"].(string); ok {
		if e.node.Data != "select" || slices.Contains(e.options(), v) {
			return v
		}
	}
	if v, ok := e.attr("value"); ok {
		return v
	}
	switch e.node.Data {
	case "textarea":
		return plain(e.node)
	case "select":
		options, _ := e.page.within(e.node, "option")
		for _, o := range options {
			if _, ok := o.attr("selected"); ok {
				return o.value()
			}
		}
		if len(options) > 0 {
			return options[0].value()
		}
	}
	return ""
}

// options are the values that a select offers.
func (e *element) options() []string {
	options, _ := e.page.within(e.node, "option")
	var list []string
	for _, o := range options {
		v, _ := o.attr("value") // go-app leaves an empty one out, and the page knows that
		list = append(list, v)
	}
	return list
}

func (e *element) Get(name string) app.Value {
	switch name {
	case "value":
		return text(e.value())
	case "checked", "open", "disabled", "selected":
		return flag(e.flag(name))
	case "selectedOptions":
		return app.Undefined() // value tells the same
	case "elements":
		return fields{app.Undefined(), e}
	case "id", "name", "type", "href":
		v, _ := e.attr(name)
		return text(v)
	case "tagName":
		return text(strings.ToUpper(e.node.Data))
	case "textContent", "innerText":
		return text(plain(e.node))
	case "children", "rows", "cells":
		return list(e.children(name))
	case "dataset":
		return dataset{app.Undefined(), e}
	case "classList":
		return classes{app.Undefined(), e}
	case "parentElement":
		if up := e.page.of[e.node.Parent]; up != nil {
			return up
		}
	}
	switch v := e.set[name].(type) {
	case string:
		return text(v)
	case bool:
		return flag(v)
	case int:
		return number(v)
	}
	return app.Undefined()
}

func (e *element) children(name string) (found []*element) {
	switch name {
	case "rows":
		found, _ = e.page.within(e.node, "tr")
	case "cells":
		found, _ = e.page.within(e.node, "td, th")
	default:
		for n := range e.node.ChildNodes() {
			if c := e.page.of[n]; c != nil {
				found = append(found, c)
			}
		}
	}
	return found
}

func (e *element) Call(name string, args ...any) app.Value {
	selector := ""
	if len(args) > 0 {
		selector, _ = args[0].(string)
	}
	switch name {
	case "focus":
		e.page.document.focus, _ = e.attr("id")
	case "setSelectionRange":
		e.Set("selectionStart", args[0])
	case "hasAttribute":
		_, ok := e.attr(selector)
		return flag(ok)
	case "getAttribute":
		if v, ok := e.attr(selector); ok {
			return text(v)
		}
	case "querySelector":
		if found, _ := e.page.within(e.node, selector); len(found) > 0 {
			return found[0]
		}
	case "querySelectorAll":
		found, _ := e.page.within(e.node, selector)
		return list(found)
	case "closest":
		s, err := cascadia.ParseGroup(selector)
		for n := e.node; err == nil && n != nil; n = n.Parent {
			if up := e.page.of[n]; up != nil && s.Match(n) {
				return up
			}
		}
	case "getBoundingClientRect":
		return box{app.Undefined()}
	}
	return app.Undefined()
}

// plain is all text in a node.
func plain(n *html.Node) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	var b strings.Builder
	for c := range n.ChildNodes() {
		b.WriteString(plain(c))
	}
	return b.String()
}

// The values of a browser, as far as handlers ask for them.
type (
	said struct {
		app.Value
		s string
	}
	truth struct {
		app.Value
		on bool
	}
	count struct {
		app.Value
		n int
	}
	elements struct {
		app.Value
		all []*element
	}
	fields struct {
		app.Value
		form *element
	}
	dataset struct {
		app.Value
		of *element
	}
	classes struct {
		app.Value
		of *element
	}
	box struct{ app.Value }
)

func text(s string) app.Value        { return said{app.Undefined(), s} }
func flag(on bool) app.Value         { return truth{app.Undefined(), on} }
func number(n int) app.Value         { return count{app.Undefined(), n} }
func list(all []*element) app.Value  { return elements{app.Undefined(), all} }
func (v said) String() string        { return v.s }
func (v said) Truthy() bool          { return v.s != "" }
func (v said) IsUndefined() bool     { return false }
func (v said) IsNull() bool          { return false }
func (v said) Int() int              { n, _ := strconv.Atoi(v.s); return n }
func (v said) Float() float64        { f, _ := strconv.ParseFloat(v.s, 64); return f }
func (v truth) Bool() bool           { return v.on }
func (v truth) Truthy() bool         { return v.on }
func (v truth) IsUndefined() bool    { return false }
func (v truth) IsNull() bool         { return false }
func (v count) Int() int             { return v.n }
func (v count) Float() float64       { return float64(v.n) }
func (v count) Truthy() bool         { return v.n != 0 }
func (v count) IsUndefined() bool    { return false }
func (v count) IsNull() bool         { return false }
func (v elements) Length() int       { return len(v.all) }
func (v elements) Truthy() bool      { return true }
func (v elements) IsUndefined() bool { return false }
func (v elements) Index(i int) app.Value {
	if i < 0 || i >= len(v.all) {
		return app.Undefined()
	}
	return v.all[i]
}
func (v elements) Get(name string) app.Value {
	if name == "length" {
		return number(len(v.all))
	}
	return app.Undefined()
}
func (v fields) Get(id string) app.Value {
	found, err := v.form.page.within(v.form.node, "#"+id+`, [name="`+id+`"]`)
	if err != nil || len(found) == 0 {
		return app.Undefined()
	}
	return found[0]
}
func (v dataset) Get(name string) app.Value {
	s, _ := v.of.attr("data-" + strings.ToLower(name))
	return text(s)
}
func (v classes) Call(name string, args ...any) app.Value {
	list, _ := v.of.attr("class")
	class, _ := args[0].(string)
	return flag(name == "contains" && slices.Contains(strings.Fields(list), class))
}
func (v box) Get(name string) app.Value {
	switch name {
	case "width", "right":
		return number(1000)
	case "height", "bottom":
		return number(100)
	}
	return number(0)
}

// handlers are what go-app calls at an event of the element itself.
func (e *element) handlers(event string) (list []app.EventHandler) {
	own := reflect.ValueOf(e.ui).Elem().FieldByName("htmlElement")
	for _, h := range field(own, "eventHandlers").Seq2() {
		c := reflect.New(h.Type()).Elem()
		c.Set(h)
		if field(c, "event").String() == event {
			list = append(list, field(c, "goHandler").Interface().(app.EventHandler))
		}
	}
	return list
}

// within reports whether an element is inside what a selector finds.
func (e *element) within(selector string) bool { return e.Call("closest", selector).Truthy() }
