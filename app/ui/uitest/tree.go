package uitest

import (
	"reflect"
	"strings"
	"sync"
	"unsafe"

	"github.com/andybalholm/cascadia"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// members are the places of fields by the type and the name; nil is a type without it.
var members sync.Map

type membership struct {
	of   reflect.Type
	name string
}

// member is a field of a struct, as FieldByName finds it.
func member(v reflect.Value, name string) reflect.Value {
	key := membership{v.Type(), name}
	at, ok := members.Load(key)
	if !ok {
		f, _ := key.of.FieldByName(name)
		at, _ = members.LoadOrStore(key, f.Index)
	}
	if index := at.([]int); index != nil {
		return v.FieldByIndex(index)
	}
	return reflect.Value{}
}

// field is a field that go-app does not show, of v10.1.11.
func field(v reflect.Value, name string) reflect.Value {
	f := member(v, name)
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}

// tree is what is drawn now.
func (p *Page) tree() *html.Node {
	if p.drawn == nil {
		p.of, p.ids = map[*html.Node]*element{}, map[string]*element{}
		body := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
		p.grow(body, p.root)
		p.drawn = body
	}
	return p.drawn
}

// grow adds what a part of go-app's tree draws, and gives each new element what it answers handlers with.
func (p *Page) grow(parent *html.Node, ui app.UI) {
	v := reflect.ValueOf(ui)
	if v.Kind() != reflect.Pointer {
		return
	}
	v = v.Elem()
	if compo := member(v, "Compo"); compo.IsValid() {
		if root, ok := field(compo, "rootElement").Interface().(app.UI); ok {
			p.grow(parent, root)
		}
		return
	}
	e := member(v, "htmlElement")
	if !e.IsValid() {
		text := member(v, "value")
		if !text.IsValid() {
			return
		}
		if v.Type().Name() == "raw" {
			nodes, err := html.ParseFragment(strings.NewReader(text.String()), parent)
			for _, n := range nodes {
				if err == nil {
					parent.AppendChild(n)
				}
			}
			return
		}
		parent.AppendChild(&html.Node{Type: html.TextNode, Data: text.String()})
		return
	}
	name := field(e, "tag").String()
	n := &html.Node{Type: html.ElementNode, Data: name, DataAtom: atom.Lookup([]byte(name))}
	js := field(e, "jsElement")
	own, ok := js.Interface().(*element)
	if !ok {
		own = &element{Value: app.Undefined(), page: p, ui: ui}
		js.Set(reflect.ValueOf(own))
	}
	own.node = n
	p.of[n] = own
	attributes := field(e, "attributes")
	for _, key := range attributes.MapKeys() {
		k, value := key.String(), attributes.MapIndex(key).String()
		if value == "false" && flags[k] {
			continue
		}
		n.Attr = append(n.Attr, html.Attribute{Key: k, Val: value})
		if k == "id" && p.ids[value] == nil {
			p.ids[value] = own
		}
	}
	parent.AppendChild(n)
	for _, child := range field(e, "children").Interface().([]app.UI) {
		p.grow(n, child)
	}
}

// now is the element of that id, which may have been drawn a moment ago; nil is none. Until the frame is over nothing more is drawn.
func (p *Page) now(id string) *element {
	if !p.looked {
		p.looked, p.drawn = true, nil
		p.ctx.Defer(func(app.Context) { p.looked = false })
	}
	p.tree()
	return p.ids[id]
}

// flags are the attributes that are there or not.
var flags = map[string]bool{"checked": true, "disabled": true, "hidden": true, "multiple": true, "open": true, "readonly": true, "required": true, "selected": true, "autofocus": true, "inert": true}

// mount calls OnMount of the components that are new, as a browser does, and reports whether there were any.
func (p *Page) mount() (fresh bool) {
	here := map[app.Mounter]bool{}
	var walk func(app.UI)
	walk = func(ui app.UI) {
		v := reflect.ValueOf(ui)
		if v.Kind() != reflect.Pointer {
			return
		}
		v = v.Elem()
		if compo := member(v, "Compo"); compo.IsValid() {
			if m, ok := ui.(app.Mounter); ok {
				here[m] = true
			}
			if root, ok := field(compo, "rootElement").Interface().(app.UI); ok {
				walk(root)
			}
			return
		}
		if e := member(v, "htmlElement"); e.IsValid() {
			for _, child := range field(e, "children").Interface().([]app.UI) {
				walk(child)
			}
		}
	}
	walk(p.root)
	p.tree() // the elements answer before somebody asks
	for m := range here {
		if !p.mounted[m] {
			fresh = true
			m.OnMount(p.context(m.(app.UI)))
		}
	}
	p.mounted = here
	return fresh
}

// context is the context of a part of the tree.
func (p *Page) context(of app.UI) app.Context {
	ctx := p.ctx
	field(reflect.ValueOf(&ctx).Elem(), "sourceElement").Set(reflect.ValueOf(&of).Elem())
	return ctx
}

// all are the elements that a selector finds, in the order of the page.
func (p *Page) all(selector string) []*element {
	p.t.Helper()
	found, err := p.within(p.tree(), selector)
	if err != nil {
		p.t.Fatalf("the selector %s: %v", selector, err)
	}
	return found
}

func (p *Page) within(n *html.Node, selector string) ([]*element, error) {
	s, err := cascadia.ParseGroup(selector)
	if err != nil {
		return nil, err
	}
	var list []*element
	for _, n := range cascadia.QueryAll(n, s) {
		if e := p.of[n]; e != nil {
			list = append(list, e)
		}
	}
	return list, nil
}
