//go:build js && wasm

package browser

import (
	"fmt"
	"strconv"
	"syscall/js"

	"rangefinder/app/port"
)

// splitterStep is what one arrow key moves a pane border, in px.
const splitterStep = 16

// Splitter follows the pointer with a pointer capture, so a drag that leaves the handle goes on.
func (p *Page) Splitter(handleID string, s port.Splitter) (remove func(), err error) {
	handle, ok := elementByID(handleID)
	if !ok {
		return nil, fmt.Errorf("no element with id %q for a splitter", handleID)
	}
	size := min(max(s.Size, s.Min), s.Max)
	show := func() {
		p.SetProperty(s.Property, strconv.Itoa(size)+"px")
		handle.Call("setAttribute", "aria-valuenow", size)
	}
	handle.Call("setAttribute", "aria-valuemin", s.Min)
	handle.Call("setAttribute", "aria-valuemax", s.Max)
	show()

	axis, less, more := "clientX", "ArrowLeft", "ArrowRight"
	if s.Vertical {
		axis, less, more = "clientY", "ArrowUp", "ArrowDown"
	}
	sign := 1
	if s.Reverse {
		sign = -1
	}
	done := func() {
		if s.OnDone != nil {
			s.OnDone(size)
		}
	}
	set := func(to int) {
		to = min(max(to, s.Min), s.Max)
		if to != size {
			size = to
			p.NextFrame("splitter "+handleID, show)
		}
	}

	dragging, startAt, startSize := false, 0.0, 0
	end := func(js.Value) {
		if dragging {
			dragging = false
			done()
		}
	}
	removers := []func(){
		listen(handle, "pointerdown", func(e js.Value) {
			if e.Get("button").Int() != 0 {
				return
			}
			e.Call("preventDefault")
			handle.Call("setPointerCapture", e.Get("pointerId"))
			handle.Call("focus")
			dragging, startAt, startSize = true, e.Get(axis).Float(), size
		}),
		listen(handle, "pointermove", func(e js.Value) {
			if dragging {
				set(startSize + sign*int(e.Get(axis).Float()-startAt))
			}
		}),
		listen(handle, "pointerup", end),
		listen(handle, "pointercancel", end),
		listen(handle, "keydown", func(e js.Value) {
			switch e.Get("key").String() {
			case less:
				set(size - sign*splitterStep)
			case more:
				set(size + sign*splitterStep)
			case "Home":
				set(s.Min)
			case "End":
				set(s.Max)
			default:
				return
			}
			e.Call("preventDefault")
			done()
		}),
	}
	return func() {
		for _, r := range removers {
			r()
		}
	}, nil
}
