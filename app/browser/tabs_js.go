//go:build js && wasm

package browser

import (
	"context"
	"syscall/js"

	"rangefinder/app/port"
)

// Tabs reaches the workers of other tabs through Web Locks and BroadcastChannels.
type Tabs struct{ id string }

var _ port.Tabs = (*Tabs)(nil)

// NewTabs is for a worker; ok is false where the browser lacks what it takes.
func NewTabs() (t *Tabs, ok bool) {
	crypto := global.Get("crypto")
	if !global.Get("navigator").Get("locks").Truthy() || global.Get("BroadcastChannel").IsUndefined() ||
		crypto.Get("randomUUID").Type() != js.TypeFunction {
		return nil, false
	}
	return &Tabs{crypto.Call("randomUUID").String()}, true
}

func (t *Tabs) ID() string { return t.id }

// Hold asks for a Web Lock. The browser gives it back when the worker ends, by whatever cause.
func (t *Tabs) Hold(ctx context.Context, name string) (release func(), err error) {
	// The lock is held for as long as the promise that its callback returns is open.
	var open js.Value
	var c callbacks
	executor := c.add(func(resolve js.Value) { open = resolve })
	held := global.Get("Promise").New(executor)
	granted := make(chan struct{})
	callback := js.FuncOf(func(js.Value, []js.Value) any {
		close(granted)
		return held
	})
	c = append(c, callback)
	options := global.Get("Object").New()
	controller := global.Get("AbortController").New()
	options.Set("signal", controller.Get("signal"))
	refused := make(chan error, 1)
	if err := try(func() {
		request := global.Get("navigator").Get("locks").Call("request", deployment()+" "+name, options, callback)
		settle(request, func(_ js.Value, err error) {
			c.release()
			refused <- err
		})
	}); err != nil {
		c.release()
		return nil, named(err)
	}
	select {
	case <-granted:
		return func() { open.Invoke() }, nil
	case err := <-refused:
		return nil, err
	case <-ctx.Done():
		controller.Call("abort")
		select { // it may have been granted meanwhile
		case <-granted:
			open.Invoke()
		default:
		}
		return nil, ctx.Err()
	}
}

// Open opens a BroadcastChannel of that name.
func (t *Tabs) Open(name string) port.Line {
	l := &line{channel: global.Get("BroadcastChannel").New(deployment() + " " + name)}
	l.remove = listen(l.channel, "message", func(e js.Value) {
		switch data := e.Get("data"); {
		case isBytes(data):
			l.put(bytesOf(data))
		case data.Type() == js.TypeObject && data.Get("token").Type() == js.TypeString:
			l.handed(data.Get("token").String(), data.Get("file"))
		}
	})
	return l
}

func (t *Tabs) Handed() []string {
	tokens := make([]string, 0, len(held))
	for token := range held {
		tokens = append(tokens, token)
	}
	return tokens
}

func (t *Tabs) OnHanded(f func(token string)) {
	onFile = func(token string, _ js.Value) { f(token) }
}

// line is one end of a BroadcastChannel.
type line struct {
	channel js.Value
	mailbox
	remove func()
	files  []string // tokens that came through it
}

func (l *line) Send(message []byte) { l.channel.Call("postMessage", arrayOf(message)) }

func (l *line) Listen(receive func([]byte)) (remove func()) { return l.listen(receive) }

func (l *line) Hand(token string) {
	message := global.Get("Object").New()
	message.Set("token", token)
	if file, ok := held[token]; ok {
		message.Set("file", file)
	}
	l.channel.Call("postMessage", message)
}

// handed takes a file of another tab's page. It is forgotten with the line.
func (l *line) handed(token string, file js.Value) {
	if file.IsUndefined() {
		delete(held, token)
		return
	}
	held[token] = file
	l.files = append(l.files, token)
}

func (l *line) Close() {
	if l.remove == nil {
		return
	}
	l.remove()
	l.remove = nil
	l.receive = func([]byte) {}
	l.channel.Call("close")
	for _, token := range l.files {
		delete(held, token)
	}
}
