//go:build js && wasm

package browser

import (
	"context"
	"syscall/js"
)

// StorageFacts tells what the browser knows of this site's storage: the bytes used, the quota, 0 when it does not say, and
// whether it promised to keep them.
func StorageFacts(ctx context.Context) (used, quota int64, persisted bool) {
	storage := global.Get("navigator").Get("storage")
	if !storage.Truthy() {
		return 0, 0, false
	}
	var v js.Value
	if call(ctx, &v, storage, "estimate") == nil {
		if n := v.Get("usage"); n.Type() == js.TypeNumber {
			used = int64(n.Float())
		}
		if n := v.Get("quota"); n.Type() == js.TypeNumber {
			quota = int64(n.Float())
		}
	}
	if call(ctx, &v, storage, "persisted") == nil {
		persisted = v.Truthy()
	}
	return used, quota, persisted
}

// Persist asks the browser to keep this site's storage even when disk space runs out.
func (*Page) Persist(done func(granted bool)) {
	if done == nil {
		done = func(bool) {}
	}
	storage := global.Get("navigator").Get("storage")
	if !storage.Truthy() || storage.Get("persist").Type() != js.TypeFunction {
		done(false)
		return
	}
	settle(storage.Call("persist"), func(v js.Value, err error) { done(err == nil && v.Truthy()) })
}
