//go:build js && wasm

package browser

import (
	"errors"
	"syscall/js"
)

// CopyLater hands the clipboard a promise of the text, because a gesture does not last until a worker has answered. A browser
// that takes no promises gets the text when it is there, which it may refuse then.
func (*Page) CopyLater(text func() (string, error), done func(error)) {
	copyLater([]string{"text/plain"}, func() ([]string, error) {
		plain, err := text()
		return []string{plain}, err
	}, done)
}

// CopyRich is CopyLater in two forms; where promises are not taken, the plain one.
func (*Page) CopyRich(text func() (plain, html string, err error), done func(error)) {
	copyLater([]string{"text/plain", "text/html"}, func() ([]string, error) {
		plain, html, err := text()
		return []string{plain, html}, err
	}, done)
}

// copyLater copies a text in each of the forms, the plain one first.
func copyLater(forms []string, text func() ([]string, error), done func(error)) {
	if done == nil {
		done = func(error) {}
	}
	clipboard := global.Get("navigator").Get("clipboard")
	if !clipboard.Truthy() {
		done(errors.New("the clipboard is only there on a secure page (HTTPS or localhost)"))
		return
	}
	promises := make([]promise, len(forms))
	for i := range promises {
		promises[i] = newPromise()
	}

	made := make(chan struct{}) // closed when copied and failed are known
	var copied []string
	var failed error
	later := func() {
		<-made
		if failed != nil {
			done(failed)
			return
		}
		settle(clipboard.Call("writeText", copied[0]), func(_ js.Value, err error) { done(err) })
	}
	err := try(func() {
		parts := global.Get("Object").New()
		for i, form := range forms {
			parts.Set(form, promises[i].value)
		}
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
	for _, p := range promises {
		settle(p.value, func(js.Value, error) {}) // a rejection that nobody waits for would be reported
	}
	go func() {
		copied, failed = text()
		close(made)
		for i, p := range promises {
			if failed != nil {
				p.reject.Invoke(global.Get("Error").New(failed.Error()))
				continue
			}
			options := global.Get("Object").New()
			options.Set("type", forms[i])
			p.resolve.Invoke(global.Get("Blob").New([]any{copied[i]}, options))
		}
	}()
}

// promise is one with what settles it.
type promise struct{ value, resolve, reject js.Value }

func newPromise() (p promise) {
	executor := js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.resolve, p.reject = args[0], args[1]
		return nil
	})
	p.value = global.Get("Promise").New(executor)
	executor.Release()
	return p
}
