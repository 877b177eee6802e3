//go:build js && wasm

package browser

import "syscall/js"

// sessionKey is where KeepText keeps its text.
const sessionKey = "rangefinder.kept"

// KeptText implements port.Session over sessionStorage.
func (*Page) KeptText() string { return kept(sessionKey) }

// Kept implements port.Session.
func (*Page) Kept(name string) string { return kept(sessionKey + "." + name) }

func kept(key string) (text string) {
	_ = try(func() {
		if v := global.Get("sessionStorage").Call("getItem", key); v.Type() == js.TypeString {
			text = v.String()
		}
	}) // refused in some private modes: then there is nothing
	return text
}

// KeepText implements port.Session.
func (*Page) KeepText(text string) { keep(sessionKey, text) }

// Keep implements port.Session.
func (*Page) Keep(name, text string) { keep(sessionKey+"."+name, text) }

func keep(key, text string) {
	_ = try(func() {
		if text == "" {
			global.Get("sessionStorage").Call("removeItem", key)
		} else {
			global.Get("sessionStorage").Call("setItem", key, text)
		}
	})
}
