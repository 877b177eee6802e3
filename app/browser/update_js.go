//go:build js && wasm

package browser

import "syscall/js"

// updates is what the page's first script knows of new versions. It is there before the program and even when the program
// does not start.
func updates() js.Value { return global.Get("rangefinderUpdate") }

func (*Page) OnUpdate(ready func()) {
	u := updates()
	if !u.Truthy() {
		return
	}
	if u.Get("ready").Bool() {
		ready()
		return
	}
	var c callbacks
	u.Set("onready", c.add(func(js.Value) {
		u.Set("onready", js.Null())
		c.release()
		ready()
	}))
}

func (*Page) ApplyUpdate() {
	if u := updates(); u.Truthy() {
		u.Call("apply")
		return
	}
	global.Get("location").Call("reload")
}
