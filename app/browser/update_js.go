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

func (*Page) ShowCrash(report string, lost bool) {
	if show := global.Get("rangefinderFailed"); show.Type() == js.TypeFunction {
		show.Invoke(report, false, lost)
	}
}

// Rescue leaves for the page's scripts how to export everything when this program has stopped: a message to the worker, and
// the number of its answer.
func Rescue(frame []byte, id int64) {
	o := global.Get("Object").New()
	o.Set("frame", arrayOf(frame))
	o.Set("id", id)
	global.Set("rangefinderRescue", o)
}

func (*Page) ApplyUpdate() {
	if u := updates(); u.Truthy() {
		u.Call("apply")
		return
	}
	global.Get("location").Call("reload")
}
