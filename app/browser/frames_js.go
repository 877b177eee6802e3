//go:build js && wasm

package browser

import "syscall/js"

// frames coalesces work into animation frames. The zero value is ready.
type frames struct {
	callback js.Func
	asked    bool
	order    []string
	work     map[string]func()
}

// next runs do before the next paint; a later call with the same key in the same frame takes its place.
func (f *frames) next(key string, do func()) {
	if f.work == nil {
		f.work = make(map[string]func())
		f.callback = js.FuncOf(func(js.Value, []js.Value) any {
			f.run()
			return nil
		})
	}
	if _, ok := f.work[key]; !ok {
		f.order = append(f.order, key)
	}
	f.work[key] = do
	if !f.asked {
		f.asked = true
		global.Call("requestAnimationFrame", f.callback)
	}
}

func (f *frames) run() {
	order, work := f.order, f.work
	f.asked, f.order, f.work = false, nil, make(map[string]func(), len(work))
	for _, key := range order {
		work[key]()
	}
}

func (p *Page) NextFrame(key string, do func()) { p.frames.next(key, do) }
