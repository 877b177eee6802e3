//go:build js && wasm

package browser

import (
	"context"
	"errors"
	"syscall/js"

	"rangefinder/app/port"
)

// mailbox keeps messages until there is a receiver, in order.
type mailbox struct {
	receive func([]byte)
	waiting [][]byte
}

func (m *mailbox) put(message []byte) {
	if m.receive == nil {
		m.waiting = append(m.waiting, message)
		return
	}
	m.receive(message)
}

func (m *mailbox) listen(receive func([]byte)) (remove func()) {
	m.receive = receive
	waiting := m.waiting
	m.waiting = nil
	for _, message := range waiting {
		m.put(message)
	}
	return func() { m.receive = nil }
}

// pagePort is the page's end.
type pagePort struct {
	worker js.Value
	mailbox
	remove []func()
}

// Spawn starts a worker from the script at url and gives it the compiled module of this page as {module}, its first message,
// so that the program is neither fetched nor compiled again. Every later message is bytes.
//
// failed (may be nil) is told when the script cannot be loaded, the program does not start there, or an exception ends it.
// A worker that failed never answers.
func Spawn(url string, failed func(error)) (port.Port, error) {
	module := global.Get("rangefinderModule")
	if !module.Truthy() {
		return nil, errors.New("the page's script has left no compiled program for the worker")
	}
	p := &pagePort{}
	err := try(func() {
		options := global.Get("Object").New()
		if Embedded() {
			options.Set("name", embedName)
		}
		p.worker = global.Get("Worker").New(url, options)
		start := global.Get("Object").New()
		start.Set("module", module)
		p.worker.Call("postMessage", start)
	})
	if err != nil {
		return nil, err
	}
	stayAwake()
	toWorker = p.worker
	global.Set("rangefinderWorker", p.worker)
	if failed == nil {
		failed = func(error) {}
	}
	p.remove = append(p.remove,
		listen(p.worker, "message", func(e js.Value) {
			switch data := e.Get("data"); {
			case isBytes(data):
				p.put(bytesOf(data))
			case data.Type() == js.TypeObject && data.Get("error").Type() == js.TypeString:
				failed(errors.New(data.Get("error").String()))
			}
		}),
		listen(p.worker, "error", func(e js.Value) {
			message := "the worker's script could not be loaded"
			if m := e.Get("message"); m.Type() == js.TypeString && m.String() != "" {
				message = m.String()
			}
			failed(errors.New(message))
		}))
	return p, nil
}

// stayAwake holds a lock that nobody waits for: browsers do not freeze a page in the background that holds one, and its worker
// may be the one that all tabs work through.
func stayAwake() {
	locks := global.Get("navigator").Get("locks")
	if !locks.Truthy() {
		return
	}
	options := global.Get("Object").New()
	options.Set("mode", "shared")
	forever := global.Get("Promise").New(js.FuncOf(func(js.Value, []js.Value) any { return nil }))
	hold := js.FuncOf(func(js.Value, []js.Value) any { return forever })
	// Where locks are refused nobody shares anything either.
	_ = try(func() { settle(locks.Call("request", "rangefinder awake", options, hold), func(js.Value, error) {}) })
}

func isBytes(v js.Value) bool {
	return v.Type() == js.TypeObject && (v.InstanceOf(uint8Array) || v.InstanceOf(global.Get("ArrayBuffer")))
}

func (p *pagePort) Send(message []byte) { post(p.worker, message) }

func (p *pagePort) Listen(receive func([]byte)) (remove func()) { return p.listen(receive) }

func (p *pagePort) Close() {
	for _, remove := range p.remove {
		remove()
	}
	p.remove = nil
	p.worker.Call("terminate")
}

// post copies once out of the WASM memory; the copy's buffer is then moved, not copied again.
func post(target js.Value, message []byte) {
	a := arrayOf(message)
	target.Call("postMessage", a, []any{a.Get("buffer")})
}

// parentPort is the worker's end. Its callback is never released: it lives as long as the worker.
type parentPort struct{ mailbox }

// ParentPort is the pipe to the page that spawned this worker. The worker's script passes each message to
// globalThis.rangefinderReceive and replays those that came before it was set.
func ParentPort() port.Port {
	p := &parentPort{}
	global.Set("rangefinderReceive", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if data := first(args); isBytes(data) {
			p.put(bytesOf(data))
		} else {
			takeFile(data)
		}
		return nil
	}))
	return p
}

func (p *parentPort) Send(message []byte) { post(global, message) }

func (p *parentPort) Listen(receive func([]byte)) (remove func()) { return p.listen(receive) }

func (p *parentPort) Close() { p.receive = func([]byte) {} }

// Rested is closed when the page that spawned this worker has come to rest and the whole program is there.
func Rested() <-chan struct{} {
	rested := make(chan struct{})
	global.Set("rangefinderRested", js.FuncOf(func(js.Value, []js.Value) any {
		close(rested)
		return nil
	}))
	return rested
}

// IsWorker tells the worker's role from the page's.
func IsWorker() bool { return document.IsUndefined() }

// hop is the MessageChannel of Yield and what waits for it.
var hop struct {
	port    js.Value
	waiting []chan struct{}
}

// Yield lets the browser deliver waiting messages and then goes on: 14 µs, where a timer may take 4 ms and runtime.Gosched
// delivers nothing. Call it about every 10 ms of work; never from a callback. It returns ctx's error when that has ended.
func Yield(ctx context.Context) error {
	if hop.port.IsUndefined() {
		channel := global.Get("MessageChannel").New()
		hop.port = channel.Get("port2")
		channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
			next := hop.waiting[0]
			hop.waiting = hop.waiting[1:]
			close(next)
			return nil
		}))
	}
	done := make(chan struct{})
	hop.waiting = append(hop.waiting, done)
	hop.port.Call("postMessage", js.Null())
	<-done
	return ctx.Err()
}

// FetchAsset is Fetch for the worker, whose script is one folder below the page: path is relative to the page. The address
// carries the version of the script, so that the file is cached with it and is there without a network afterwards.
func FetchAsset(ctx context.Context, path string, progress func(received, total int64)) ([]byte, error) {
	return Fetch(ctx, "../"+path+global.Get("location").Get("search").String(), progress)
}
