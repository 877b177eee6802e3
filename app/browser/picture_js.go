//go:build js && wasm

package browser

import (
	"errors"
	"strings"
	"syscall/js"

	"rangefinder/app/port"
)

// picture is a canvas of the document.
type picture struct {
	canvas, context js.Value
	width, height   int
	bytes           js.Value // a Uint8Array and a Uint8ClampedArray over the same memory, as long as the largest picture
	clamped         js.Value
	room            int
	callbacks       callbacks
	observer        js.Value
}

func (p *Page) NewPicture(id string, resized func()) (port.Picture, error) {
	canvas, ok := elementByID(id)
	if !ok {
		return nil, errors.New("there is no canvas " + id)
	}
	options := global.Get("Object").New()
	options.Set("alpha", false)
	c := &picture{canvas: canvas, context: canvas.Call("getContext", "2d", options)}
	if !c.context.Truthy() {
		return nil, errors.New("the browser draws no pictures")
	}
	c.measure()
	c.observer = global.Get("ResizeObserver").New(c.callbacks.add(func(js.Value) {
		p.NextFrame("picture-"+id, func() {
			if c.callbacks != nil && c.measure() {
				resized()
			}
		})
	}))
	c.observer.Call("observe", canvas)
	return c, nil
}

// measure gives the canvas the pixels of its place; true when it got others.
func (c *picture) measure() bool {
	ratio := min(global.Get("devicePixelRatio").Float(), 2)
	width := int(c.canvas.Get("clientWidth").Float()*ratio + 0.5)
	height := int(c.canvas.Get("clientHeight").Float()*ratio + 0.5)
	if width == c.width && height == c.height {
		return false
	}
	c.width, c.height = width, height
	c.canvas.Set("width", width)
	c.canvas.Set("height", height)
	return true
}

func (c *picture) Size() (width, height int) { return c.width, c.height }

func (c *picture) Put(x, y, width, height int, pixels []byte) {
	if width <= 0 || height <= 0 {
		return
	}
	if len(pixels) > c.room {
		c.room = len(pixels)
		buffer := global.Get("ArrayBuffer").New(c.room)
		c.bytes, c.clamped = uint8Array.New(buffer), global.Get("Uint8ClampedArray").New(buffer)
	}
	js.CopyBytesToJS(c.bytes, pixels)
	image := global.Get("ImageData").New(c.clamped.Call("subarray", 0, len(pixels)), width, height)
	c.context.Call("putImageData", image, x, y)
}

func (c *picture) Destroy() {
	c.observer.Call("disconnect")
	c.callbacks.release()
}

func (*Page) Property(name string) string {
	style := global.Call("getComputedStyle", document.Get("documentElement"))
	return strings.TrimSpace(style.Call("getPropertyValue", name).String())
}
