//go:build js && wasm

package browser

import "syscall/js"

// sessionKey is where KeepText keeps its text.
const sessionKey = "rangefinder.kept"

// KeptText implements port.Session over sessionStorage.
func (*Page) KeptText() (text string) {
	_ = try(func() {
		if v := global.Get("sessionStorage").Call("getItem", sessionKey); v.Type() == js.TypeString {
			text = v.String()
		}
	}) // refused in some private modes: then there is nothing
	return text
}

// KeepText implements port.Session.
func (*Page) KeepText(text string) {
	_ = try(func() {
		if text == "" {
			global.Get("sessionStorage").Call("removeItem", sessionKey)
		} else {
			global.Get("sessionStorage").Call("setItem", sessionKey, text)
		}
	})
}
