//go:build js && wasm

package browser

import (
	"syscall/js"

	"rangefinder/app/port"
)

// onLaunch tells of files that the person opened with the installed application, for as long as the page lives; the browser
// keeps those that made it start until somebody asks.
func onLaunch(got func([]port.FileRef)) {
	queue := global.Get("launchQueue")
	if !queue.Truthy() {
		return
	}
	queue.Call("setConsumer", js.FuncOf(func(_ js.Value, args []js.Value) any {
		handles := first(args).Get("files")
		if !handles.Truthy() || handles.Length() == 0 {
			return nil
		}
		opening := make([]any, handles.Length())
		for i := range opening {
			opening[i] = handles.Index(i).Call("getFile")
		}
		settle(global.Get("Promise").Call("all", opening), func(files js.Value, err error) {
			if err == nil { // else the file has gone in the meantime
				got(handOverAll(files))
			}
		})
		return nil
	}))
}
