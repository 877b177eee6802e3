//go:build js && wasm

package browser

import (
	"context"
	"errors"
	"rangefinder/engine/tablerest"
	"strconv"
	"strings"
	"syscall/js"
)

func (*Page) HasFeed() bool {
	return document.Call("querySelector", "script[data-requests]").Truthy()
}

// The pace of a stream.
const (
	feedPause = 250  // ms that requests are gathered for
	feedMost  = 200  // requests that are kept meanwhile
	feedRetry = 5000 // ms until a server that refused the stream is asked again
)

// feed is a stream that is open, or is being tried.
type feed struct {
	got       func([]string)
	connected func(bool)
	calls     callbacks
	onMessage js.Func
	onOpen    js.Func
	onError   js.Func
	onFlush   js.Func
	onRetry   js.Func

	source  js.Value
	last    string   // number of the last request
	waiting []string // for flush
	flush   js.Value // timers, undefined when there is none
	retry   js.Value
}

func (*Page) OpenFeed(got func(requests []string), connected func(bool)) (stop func()) {
	f := &feed{got: got, connected: connected}
	f.onMessage = f.calls.add(f.take)
	f.onOpen = f.calls.add(func(js.Value) { connected(true) })
	f.onError = f.calls.add(f.failed)
	f.onFlush = f.calls.add(func(js.Value) { f.hand() })
	f.onRetry = f.calls.add(func(js.Value) { f.open() })
	f.open()
	return f.stop
}

func (f *feed) open() {
	address := "api/requests/stream"
	if f.last != "" {
		address += "?after=" + f.last
	}
	f.source = global.Get("EventSource").New(address)
	f.source.Call("addEventListener", "request", f.onMessage)
	f.source.Call("addEventListener", "open", f.onOpen)
	f.source.Call("addEventListener", "error", f.onError)
}

func (f *feed) take(event js.Value) {
	if id := event.Get("lastEventId").String(); id != "" {
		if _, err := strconv.ParseUint(id, 10, 63); err == nil {
			f.last = id
		}
	}
	if len(f.waiting) == feedMost {
		f.waiting = f.waiting[1:]
	}
	if len(f.waiting) == 0 {
		f.flush = global.Call("setTimeout", f.onFlush, feedPause)
	}
	f.waiting = append(f.waiting, event.Get("data").String())
}

func (f *feed) hand() {
	requests := f.waiting
	f.waiting = nil
	f.got(requests)
}

// failed tries again where the browser gives up, which it does when the server answers anything but a stream.
func (f *feed) failed(js.Value) {
	f.connected(false)
	if f.source.Get("readyState").Int() == 2 { // closed
		f.retry = global.Call("setTimeout", f.onRetry, feedRetry)
	}
}

func (f *feed) stop() {
	f.source.Call("close")
	global.Call("clearTimeout", f.flush)
	global.Call("clearTimeout", f.retry)
	f.calls.release()
}

// AskFeed implements port.Feed.
func (*Page) AskFeed(method, path, body string, done func([]byte, error)) {
	go func() {
		answer, err := exchange(context.Background(), tablerest.Request{Method: method, URL: serverBase() + "api/" + path, Body: body})
		switch {
		case err != nil:
			done(nil, err)
		case answer.Status >= 300:
			text := strings.TrimSpace(answer.Body)
			if text == "" || len(text) > 500 {
				text = "the server answered " + strconv.Itoa(answer.Status)
			}
			done(nil, errors.New(text))
		default:
			done([]byte(answer.Body), nil)
		}
	}()
}
