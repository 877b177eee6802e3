package uitest

import (
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
	"golang.org/x/net/html"

	"rangefinder/app/port"
)

// event is what a handler is called with.
type event struct {
	app.Value
	target *element
	told   map[string]any

	prevented, stopped bool
}

func (e *event) JSValue() app.Value { return e }
func (e *event) Truthy() bool       { return true }

func (e *event) Get(name string) app.Value {
	switch name {
	case "target", "currentTarget", "srcElement":
		if e.target != nil {
			return e.target
		}
		return app.Undefined()
	case "defaultPrevented":
		return flag(e.prevented)
	}
	switch v := e.told[name].(type) {
	case string:
		return text(v)
	case bool:
		return flag(v)
	case int:
		return number(v)
	}
	return app.Undefined()
}

func (e *event) Call(name string, _ ...any) app.Value {
	switch name {
	case "preventDefault":
		e.prevented = true
	case "stopPropagation", "stopImmediatePropagation":
		e.stopped = true
	}
	return app.Undefined()
}

// still are the events that only their own element hears.
var still = map[string]bool{"close": true, "toggle": true, "focus": true, "blur": true, "scroll": true, "mouseenter": true, "mouseleave": true, "cancel": true}

// fire has an element and those around it hear an event, and reports whether one of them kept the browser from what it does at it.
func (p *Page) fire(at *element, name string, told map[string]any) *event {
	e := &event{Value: app.Undefined(), target: at, told: told}
	for n := at.node; n != nil && !e.stopped; n = n.Parent {
		own := p.of[n]
		if own == nil {
			continue
		}
		for _, h := range own.handlers(name) {
			h(p.context(own.ui), app.Event{Value: e})
		}
		if still[name] {
			break
		}
	}
	return e
}

// usable waits for the first element of a selector that can be used, and passes those that good refuses.
func (p *Page) usable(selector string, good func(*element) bool) *element {
	p.t.Helper()
	var found *element
	p.Wait("something to use at "+selector, func() bool {
		for _, e := range p.all(selector) {
			if !e.disabled() && (good == nil || good(e)) {
				found = e
				return true
			}
		}
		return false
	})
	return found
}

// named reports whether an element has that text or that name.
func (p *Page) named(label string) func(*element) bool {
	return func(e *element) bool {
		name, _ := e.attr("aria-label")
		return name == label || p.text(e.node) == label || e.within(".folded") && strings.TrimSpace(plain(e.node)) == label // it is unfolded first
	}
}

// Click clicks what a selector finds first.
func (p *Page) Click(selector string) {
	p.t.Helper()
	p.click(p.usable(selector, nil))
	p.pump()
}

// Press clicks the button, or whatever the selector finds, that has that text or that name.
func (p *Page) Press(selector, label string) {
	p.t.Helper()
	var found *element
	p.Wait("a "+selector+" "+label+" that can be pressed", func() bool {
		for _, e := range p.all(selector) {
			if !e.disabled() && p.named(label)(e) {
				found = e
				return true
			}
		}
		return false
	})
	p.click(found)
	p.pump()
}

func (p *Page) click(e *element) {
	p.t.Helper()
	p.presses++
	if id, ok := e.attr("id"); ok && slices.Contains([]string{"button", "input", "select", "textarea", "a"}, e.node.Data) {
		p.document.focus = id
	}
	kind, _ := e.attr("type")
	if e.node.Data == "input" && (kind == "checkbox" || kind == "radio") { // it has its new state when it is told
		e.Set("checked", kind == "radio" || !e.flag("checked"))
	}
	if p.fire(e, "click", map[string]any{"detail": 1, "button": 0}).prevented {
		return
	}
	switch e.node.Data {
	case "input":
		switch kind {
		case "checkbox", "radio":
			p.fire(e, "input", nil)
			p.fire(e, "change", nil)
		case "submit":
			p.submit(e)
		}
	case "button":
		if kind == "submit" || kind == "" {
			p.submit(e)
		}
	case "label":
		if id, ok := e.attr("for"); ok {
			if of := p.all("#" + id); len(of) > 0 && of[0] != e {
				p.click(of[0])
			}
		} else if inside, _ := p.within(e.node, "input, select, textarea"); len(inside) > 0 {
			p.click(inside[0])
		}
	case "summary":
		if details := p.of[e.node.Parent]; details != nil && details.node.Data == "details" {
			details.Set("open", !details.flag("open"))
			p.fire(details, "toggle", nil)
		}
	case "a":
		if href, _ := e.attr("href"); strings.HasPrefix(href, "#") {
			p.document.visit(href[1:])
		}
	}
}

func (p *Page) submit(e *element) {
	if form := ancestor(e.node, "form"); form != nil && p.of[form] != nil {
		p.fire(p.of[form], "submit", nil)
	}
}

func ancestor(n *html.Node, name string) *html.Node {
	for ; n != nil && n.Data != name; n = n.Parent {
	}
	return n
}

// Fill types a text in place of what a field holds.
func (p *Page) Fill(selector, text string) {
	p.t.Helper()
	e := p.usable(selector, nil)
	p.document.focus, _ = e.attr("id")
	e.Set("value", text)
	e.Set("selectionStart", len(utf16.Encode([]rune(text))))
	p.fire(e, "input", map[string]any{"data": text})
	p.fire(e, "change", nil)
	p.pump()
}

// Types reports whether a text that is typed at the caret of a field is written there by the browser.
func (p *Page) Types(selector, text string) bool {
	p.t.Helper()
	written := !p.fire(p.usable(selector, nil), "beforeinput", map[string]any{"data": text}).prevented
	p.pump()
	return written
}

// Choose picks an option of a select by its value, once it is offered.
func (p *Page) Choose(selector, value string) {
	p.t.Helper()
	e := p.usable(selector, func(e *element) bool { return slices.Contains(e.options(), value) })
	e.Set("value", value)
	p.fire(e, "input", nil)
	p.fire(e, "change", nil)
	p.pump()
}

// Fire has an element hear an event that no hand here makes, such as "mouseenter"; told are the members that handlers ask for.
func (p *Page) Fire(selector, name string, told map[string]any) {
	p.t.Helper()
	p.fire(p.usable(selector, nil), name, told)
	p.pump()
}

// Focus moves the keyboard to the element with that id, or to "editor" or "grid".
func (p *Page) Focus(id string) {
	p.t.Helper()
	if id != "editor" && id != "grid" {
		e := p.usable("#"+id, nil)
		p.document.focus = id
		p.fire(e, "focus", nil)
	}
	p.document.focus = id
	p.pump()
}

// Key presses a key where the keyboard is: "Enter", "Ctrl+Shift+Enter", "Alt+2". The keys inside of the editor and the grid are those
// of their own code, which is not here, but for Ctrl+Enter in the editor.
func (p *Page) Key(combo string) {
	p.t.Helper()
	p.pump()
	parts := strings.Split(combo, "+")
	if combo == "+" {
		parts = []string{"+"}
	}
	key := parts[len(parts)-1]
	told := map[string]any{"key": key, "code": key, "ctrlKey": false, "shiftKey": false, "altKey": false, "metaKey": false}
	if len(key) == 1 {
		told["code"] = "Key" + strings.ToUpper(key)
		if key >= "0" && key <= "9" {
			told["code"] = "Digit" + key
		}
	}
	if key == "Space" {
		told["key"] = " "
	}
	for _, m := range parts[:len(parts)-1] {
		told[map[string]string{"Ctrl": "ctrlKey", "Shift": "shiftKey", "Alt": "altKey", "Meta": "metaKey"}[m]] = true
	}
	var at *element
	if id := p.document.focus; id == "editor" && key == "Enter" && told["ctrlKey"] != told["shiftKey"] {
		p.document.editor.events.OnRun()
		p.pump()
		return
	} else if found := p.all("#" + orBody(id)); len(found) > 0 {
		at = found[0]
	}
	e := &event{Value: app.Undefined(), told: told}
	if at != nil {
		e = p.fire(at, "keydown", told)
	}
	p.root.Key(app.Event{Value: e})
	if e.prevented {
		p.pump()
		return
	}
	switch key {
	case "Enter":
		if at != nil && at.node.Data == "input" {
			p.submit(at)
		} else if at != nil && (at.node.Data == "button" || at.node.Data == "a" || at.node.Data == "summary") {
			p.click(at)
		}
	case "Space":
		if at != nil && at.node.Data == "button" {
			p.click(at)
		}
	case "Escape":
		p.Dismiss()
	}
	p.pump()
}

func orBody(id string) string {
	if id == "" {
		return "no-element"
	}
	return id
}

// Dismiss closes the open dialog, as the browser does at Escape.
func (p *Page) Dismiss() {
	p.t.Helper()
	if dialog := p.all("#dialog"); len(dialog) > 0 && p.document.dialog != "" {
		if p.fire(dialog[0], "cancel", nil).prevented {
			return
		}
		p.document.dialog = ""
		p.fire(dialog[0], "close", nil)
	}
	p.pump()
}

// Type types a text in place of the editor's.
func (p *Page) Type(text string) {
	p.t.Helper()
	p.document.focus = "editor"
	p.document.editor.edit(text)
	p.pump()
}

// Run runs the query, as Ctrl+Enter in the editor does.
func (p *Page) Run() {
	p.t.Helper()
	p.document.editor.events.OnRun()
	p.pump()
}

// Drop lets a file fall onto the page.
func (p *Page) Drop(name, content string) {
	p.t.Helper()
	p.document.drop([]port.FileRef{{Token: p.Files.Give(name, content), Name: name, Size: int64(len(content))}})
	p.pump()
}

// ChooseFile gives a file to the system's dialog, which the page has opened.
func (p *Page) ChooseFile(name, content string) {
	p.t.Helper()
	p.Wait("the dialog for files", func() bool { return p.document.choosing != nil })
	got := p.document.choosing
	p.document.choosing = nil
	got([]port.FileRef{{Token: p.Files.Give(name, content), Name: name, Size: int64(len(content))}})
	p.pump()
}

// Paste pastes a text where no field has the keyboard; html is the same as a page has it, or "".
func (p *Page) Paste(plain, html string) {
	p.t.Helper()
	p.document.paste(plain, html)
	p.pump()
}

// Visit goes to another fragment of the page, as a typed address does.
func (p *Page) Visit(fragment string) {
	p.t.Helper()
	p.document.visit(strings.TrimPrefix(fragment, "#"))
	p.pump()
}

// Back is the browser's button.
func (p *Page) Back() { p.t.Helper(); p.document.step(-1); p.pump() }
