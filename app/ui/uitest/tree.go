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

// kind is what a type of go-app's tree draws.
type kind int

const (
	nothing kind = iota
	component
	tagged // with a tag, as HTML elements are
	words
	markup
)

// shape is what a type of go-app's tree is, and where in it the struct or the text that makes it so begins.
type shape struct {
	kind kind
	at   uintptr
}

// shapes are those of the types that were drawn: FieldByName would take most of the time of drawing.
var shapes sync.Map

func shapeOf(t reflect.Type) shape {
	if s, ok := shapes.Load(t); ok {
		return s.(shape)
	}
	s := shape{}
	for _, of := range []struct {
		name string
		kind kind
	}{{"Compo", component}, {"htmlElement", tagged}, {"value", words}} {
		if f, ok := t.Elem().FieldByName(of.name); ok {
			s = shape{of.kind, offset(t.Elem(), f.Index)}
			break
		}
	}
	if s.kind == words && t.Elem().Name() == "raw" {
		s.kind = markup
	}
	shapes.Store(t, s)
	return s
}

// offset is where a field lies that is in a struct or in structs in it.
func offset(t reflect.Type, index []int) (at uintptr) {
	for _, i := range index {
		f := t.Field(i)
		at, t = at+f.Offset, f.Type
	}
	return at
}

// hidden are where the fields lie that go-app does not show.
var hidden = func() (at struct{ root, tag, js, attributes, children uintptr }) {
	element, _ := reflect.TypeOf(app.Div()).Elem().FieldByName("htmlElement")
	at.root = hides[app.UI](reflect.TypeFor[app.Compo](), "rootElement")
	at.tag = hides[string](element.Type, "tag")
	at.js = hides[app.Value](element.Type, "jsElement")
	at.attributes = hides[map[string]string](element.Type, "attributes")
	at.children = hides[[]app.UI](element.Type, "children")
	return at
}()

// hides is the place of a field; a go-app that has another there stops the test.
func hides[T any](t reflect.Type, name string) uintptr {
	f, ok := t.FieldByName(name)
	if !ok || f.Type.Kind() != reflect.TypeFor[T]().Kind() || !f.Type.ConvertibleTo(reflect.TypeFor[T]()) {
		panic("uitest: go-app has another " + name)
	}
	return f.Offset
}

// in is what lies in a struct at the sum of the offsets.
func in[T any](of unsafe.Pointer, at ...uintptr) *T {
	for _, n := range at {
		of = unsafe.Add(of, n)
	}
	return (*T)(of)
}

// tree is what is drawn now.
func (p *Page) tree() *html.Node {
	if p.drawn == nil {
		p.of, p.ids, p.here = make(map[*html.Node]*element, len(p.of)), make(map[string]*element, len(p.ids)), p.here[:0]
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
	s, of := shapeOf(v.Type()), v.UnsafePointer()
	switch s.kind {
	case component:
		if m, ok := ui.(app.Mounter); ok {
			p.here = append(p.here, m)
		}
		if root := *in[app.UI](of, s.at, hidden.root); root != nil {
			p.grow(parent, root)
		}
		return
	case markup:
		nodes, err := html.ParseFragment(strings.NewReader(*in[string](of, s.at)), parent)
		for _, n := range nodes {
			if err == nil {
				parent.AppendChild(n)
			}
		}
		return
	case words:
		parent.AppendChild(&html.Node{Type: html.TextNode, Data: *in[string](of, s.at)})
		return
	case nothing:
		return
	}
	name := *in[string](of, s.at, hidden.tag)
	n := &html.Node{Type: html.ElementNode, Data: name, DataAtom: atom.Lookup([]byte(name))}
	js := in[app.Value](of, s.at, hidden.js)
	own, ok := (*js).(*element)
	if !ok {
		own = &element{Value: app.Undefined(), page: p, ui: ui}
		*js = own
	}
	own.node = n
	p.of[n] = own
	attributes := *in[map[string]string](of, s.at, hidden.attributes)
	n.Attr = make([]html.Attribute, 0, len(attributes))
	for k, value := range attributes {
		if value == "false" && flags[k] {
			continue
		}
		n.Attr = append(n.Attr, html.Attribute{Key: k, Val: value})
		if k == "id" && p.ids[value] == nil {
			p.ids[value] = own
		}
	}
	parent.AppendChild(n)
	for _, child := range *in[[]app.UI](of, s.at, hidden.children) {
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
	p.tree() // the elements answer before somebody asks
	here := make(map[app.Mounter]bool, len(p.here))
	for _, m := range p.here {
		here[m] = true
	}
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
