//go:build js && wasm

package browser

import (
	"context"
	"errors"
	"syscall/js"
)

var (
	global     = js.Global()
	document   = global.Get("document")
	uint8Array = global.Get("Uint8Array")
)

// try turns a JavaScript exception raised in do into an error.
func try(do func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case js.Error:
			err = r
		case *js.ValueError:
			err = r
		default:
			panic(r)
		}
	}()
	do()
	return nil
}

// await blocks until the promise settles or ctx ends; never call it from a callback. A rejection becomes an error with its
// message.
func await(ctx context.Context, promise js.Value) (js.Value, error) {
	type outcome struct {
		value js.Value
		err   error
	}
	settled := make(chan outcome, 1)
	var then, catch js.Func
	release := func() { then.Release(); catch.Release() }
	then = js.FuncOf(func(_ js.Value, args []js.Value) any {
		release()
		settled <- outcome{value: first(args)}
		return nil
	})
	catch = js.FuncOf(func(_ js.Value, args []js.Value) any {
		release()
		settled <- outcome{err: reason(first(args))}
		return nil
	})
	promise.Call("then", then, catch)
	select {
	case o := <-settled:
		return o.value, o.err
	case <-ctx.Done():
		return js.Undefined(), ctx.Err()
	}
}

func first(args []js.Value) js.Value {
	if len(args) == 0 {
		return js.Undefined()
	}
	return args[0]
}

// reason reads what a promise was rejected with.
func reason(v js.Value) error {
	if v.Type() == js.TypeObject && v.Get("message").Type() == js.TypeString {
		return &exception{v.Get("name").String(), v.Get("message").String()}
	}
	if v.Type() == js.TypeString {
		return errors.New(v.String())
	}
	return errors.New("the browser refused without a reason")
}

// bytesOf copies an ArrayBuffer or a Uint8Array.
func bytesOf(v js.Value) []byte {
	if !v.InstanceOf(uint8Array) {
		v = uint8Array.New(v)
	}
	b := make([]byte, v.Length())
	js.CopyBytesToGo(b, v)
	return b
}

// arrayOf copies bytes into a new Uint8Array.
func arrayOf(b []byte) js.Value {
	a := uint8Array.New(len(b))
	js.CopyBytesToJS(a, b)
	return a
}

// callbacks are the js.Funcs of one owner, released together.
type callbacks []js.Func

// add registers do; do gets the first argument.
func (c *callbacks) add(do func(arg js.Value)) js.Func {
	f := js.FuncOf(func(_ js.Value, args []js.Value) any {
		do(first(args))
		return nil
	})
	*c = append(*c, f)
	return f
}

func (c *callbacks) release() {
	for _, f := range *c {
		f.Release()
	}
	*c = nil
}

// listen adds an event listener and returns what removes it.
func listen(target js.Value, event string, do func(e js.Value)) (remove func()) {
	return listenWith(target, event, js.Undefined(), do)
}

// listenPassive promises not to call preventDefault, so the browser scrolls without waiting.
func listenPassive(target js.Value, event string, do func(e js.Value)) (remove func()) {
	options := global.Get("Object").New()
	options.Set("passive", true)
	return listenWith(target, event, options, do)
}

func listenWith(target js.Value, event string, options js.Value, do func(e js.Value)) (remove func()) {
	f := js.FuncOf(func(_ js.Value, args []js.Value) any {
		do(first(args))
		return nil
	})
	target.Call("addEventListener", event, f, options)
	done := false
	return func() {
		if done {
			return
		}
		done = true
		target.Call("removeEventListener", event, f, options)
		f.Release()
	}
}

func elementByID(id string) (js.Value, bool) {
	e := document.Call("getElementById", id)
	return e, e.Truthy()
}
