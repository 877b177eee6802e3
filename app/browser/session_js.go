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
func (*Page) KeepText(text string) error { return keep(sessionKey, text) }

// Keep implements port.Session.
func (*Page) Keep(name, text string) { _ = keep(sessionKey+"."+name, text) }

func keep(key, text string) error {
	forget := func() { global.Get("sessionStorage").Call("removeItem", key) }
	if text == "" {
		return try(forget)
	}
	err := try(func() { global.Get("sessionStorage").Call("setItem", key, text) })
	if err != nil {
		_ = try(forget)
	}
	return err
}
