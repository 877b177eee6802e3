//go:build js && wasm

package browser

import (
	"strings"
	"syscall/js"
)

// windowSlot is where this window keeps its name for when it is loaded again.
const windowSlot = "window"

// windowLock is the Web Lock that a window holds for as long as it is open; the browser gives it back whatever ends the window.
func windowLock(name string) string { return settingPrefix + "window." + name }

// hasLocks reports whether the browser can tell which windows are open.
func hasLocks() bool {
	locks := global.Get("navigator").Get("locks")
	return locks.Truthy() && locks.Get("query").Type() == js.TypeFunction
}

// Window implements port.Windows. The first call takes the name.
func (p *Page) Window() string {
	if p.window != "" {
		return p.window
	}
	crypto := global.Get("crypto")
	if crypto.Get("randomUUID").Type() == js.TypeFunction {
		p.window = crypto.Call("randomUUID").String()[:13]
	} else {
		p.window = strings.ReplaceAll(global.Get("performance").Get("timeOrigin").Call("toString").String(), ".", "")
	}
	p.before = p.Kept(windowSlot)
	p.Keep(windowSlot, p.window)
	if hasLocks() {
		_ = try(func() {
			forever := global.Get("Promise").New(js.FuncOf(func(js.Value, []js.Value) any { return nil }))
			global.Get("navigator").Get("locks").Call("request", windowLock(p.window), js.FuncOf(func(js.Value, []js.Value) any { return forever }))
		})
	}
	return p.window
}

// KeepWindow implements port.Windows.
func (p *Page) KeepWindow(name, text string) {
	switch {
	case !hasLocks():
	case text == "":
		p.RemoveSetting(name + "." + p.Window())
	default:
		_ = p.SetSetting(name+"."+p.Window(), text)
	}
}

// LeftBehind implements port.Windows.
func (p *Page) LeftBehind(name string, found func(texts []string, forget func())) {
	if !hasLocks() {
		return
	}
	settle(global.Get("navigator").Get("locks").Call("query"), func(v js.Value, err error) {
		if err != nil {
			return
		}
		open, prefix := map[string]bool{}, windowLock("")
		for _, list := range []js.Value{v.Get("held"), v.Get("pending")} {
			for i := range list.Length() {
				if lock := list.Index(i).Get("name").String(); strings.HasPrefix(lock, prefix) {
					open[lock[len(prefix):]] = true
				}
			}
		}
		delete(open, p.Window())
		if p.before != "" {
			if !open[p.before] {
				p.RemoveSetting(name + "." + p.before) // this window goes on with it
			}
			return
		}
		if len(open) > 0 {
			return
		}
		var keys, texts []string
		_ = try(func() {
			storage := global.Get("localStorage")
			for i := range storage.Length() {
				key, ok := strings.CutPrefix(storage.Call("key", i).String(), settingPrefix)
				if text, kept := p.Setting(key); ok && kept && strings.HasPrefix(key, name+".") && key != name+"."+p.Window() {
					keys, texts = append(keys, key), append(texts, text)
				}
			}
		})
		if len(keys) > 0 {
			found(texts, func() {
				for _, key := range keys {
					p.RemoveSetting(key)
				}
			})
		}
	})
}

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
