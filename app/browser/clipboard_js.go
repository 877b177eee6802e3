//go:build js && wasm

package browser

import (
	"errors"
	"syscall/js"
)

// CopyLater hands the clipboard a promise of the text, because a gesture does not last until a worker has answered. A browser
// that takes no promises gets the text when it is there, which it may refuse then.
func (*Page) CopyLater(text func() (string, error), done func(error)) {
	if done == nil {
		done = func(error) {}
	}
	clipboard := global.Get("navigator").Get("clipboard")
	if !clipboard.Truthy() {
		done(errors.New("the clipboard is only there on a secure page (HTTPS or localhost)"))
		return
	}
	var resolve, reject js.Value
	executor := js.FuncOf(func(_ js.Value, args []js.Value) any {
		resolve, reject = args[0], args[1]
		return nil
	})
	promise := global.Get("Promise").New(executor)
	executor.Release()

	made := make(chan struct{}) // closed when copied and failed are known
	var copied string
	var failed error
	later := func() {
		<-made
		if failed != nil {
			done(failed)
			return
		}
		settle(clipboard.Call("writeText", copied), func(_ js.Value, err error) { done(err) })
	}
	err := try(func() {
		parts := global.Get("Object").New()
		parts.Set("text/plain", promise)
		item := global.Get("ClipboardItem").New(parts)
		settle(clipboard.Call("write", []any{item}), func(_ js.Value, err error) {
			if err == nil {
				done(nil)
				return
			}
			go later()
		})
	})
	if err != nil {
		go later()
	}
	settle(promise, func(js.Value, error) {}) // a rejection that nobody waits for would be reported
	go func() {
		copied, failed = text()
		close(made)
		if failed != nil {
			reject.Invoke(global.Get("Error").New(failed.Error()))
			return
		}
		options := global.Get("Object").New()
		options.Set("type", "text/plain")
		resolve.Invoke(global.Get("Blob").New([]any{copied}, options))
	}()
}
