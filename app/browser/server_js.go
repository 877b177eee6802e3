//go:build js && wasm

package browser

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"unsafe"

	"rangefinder/app/port"
	"rangefinder/engine"
	"rangefinder/engine/tablerest"
)

// server is the page's server as this page, or this worker, speaks to it: what it asks of accounts is bound to the page by a
// secret that the server makes when it starts.
var server struct {
	mu     sync.Mutex
	secret string
}

// serverBase is the address that the server's paths are relative to, with a slash at the end.
var serverBase = sync.OnceValue(func() string {
	if document.IsUndefined() { // the worker's script is one folder below the page
		return global.Get("URL").New("..", global.Get("location").Get("href")).Get("href").String()
	}
	return global.Get("URL").New(".", document.Get("baseURI")).Get("href").String()
})

// secretHeader carries the secret.
const secretHeader = "X-Rangefinder-Session"

// secret returns the secret; old is one that the server knows no more, or "".
func secret(ctx context.Context, old string) (string, error) {
	server.mu.Lock()
	defer server.mu.Unlock()
	if server.secret != old {
		return server.secret, nil // asked for meanwhile
	}
	r, err := exchange(ctx, tablerest.Request{Method: "GET", URL: serverBase() + "api/session"})
	if err != nil {
		return "", err
	}
	if r.Status != 200 || r.Body == "" {
		return "", fmt.Errorf("the server that this page came from does not let it use accounts (it answered %d)", r.Status)
	}
	server.secret = strings.TrimSpace(r.Body)
	return server.secret, nil
}

// ask sends a request to the page's server with the secret. It is asked for anew once when the server was started anew: what
// it refuses for that has not been done.
func ask(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
	known, err := secret(ctx, "")
	if err != nil {
		return nil, err
	}
	plain := r.Header
	for again := false; ; again = true {
		r.Header = append(plain[:len(plain):len(plain)], tablerest.Field{Name: secretHeader, Value: known})
		answer, err := exchange(ctx, r)
		if err != nil || again || answer.Status != 403 || !strings.Contains(answer.Body, `"SessionChanged"`) {
			return answer, err
		}
		if known, err = secret(ctx, known); err != nil {
			return nil, err
		}
	}
}

// exchange does a request over fetch. The address reaches the server as it is written: what is percent-encoded stays so, and
// whole segments of dots, which a browser would take out, do not occur in it.
func exchange(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
	controller := global.Get("AbortController").New()
	stop := context.AfterFunc(ctx, func() { controller.Call("abort") })
	defer stop()
	object := global.Get("Object")
	header := object.New()
	for _, f := range r.Header {
		header.Set(f.Name, f.Value)
	}
	options := object.New()
	options.Set("method", r.Method)
	options.Set("headers", header)
	options.Set("signal", controller.Get("signal"))
	options.Set("cache", "no-store")
	options.Set("redirect", "error")
	if r.Body != "" {
		options.Set("body", arrayOf(unsafe.Slice(unsafe.StringData(r.Body), len(r.Body))))
	}
	response, err := await(ctx, global.Call("fetch", r.URL, options))
	if err != nil {
		return nil, silent(ctx)
	}
	out := &tablerest.Response{Status: response.Get("status").Int()}
	fields := global.Get("Array").Call("from", response.Get("headers")).Call("join", "\n").String() // one call for all; names have no comma
	for _, line := range strings.Split(fields, "\n") {
		if name, value, ok := strings.Cut(line, ","); ok {
			out.Header = append(out.Header, tablerest.Field{Name: name, Value: value})
		}
	}
	body, err := await(ctx, response.Call("arrayBuffer"))
	if err != nil {
		return nil, silent(ctx)
	}
	if b := bytesOf(body); len(b) > 0 {
		out.Body = unsafe.String(&b[0], len(b)) // nobody else has b
	}
	return out, nil
}

// silent is what a request without an answer fails with: the browser does not tell why.
func silent(ctx context.Context) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return port.ErrSilent
}

// accountDoer is a tablerest.Doer for one account: what is meant for its address goes to the page's server.
type accountDoer struct {
	address string // of the account, as its requests begin
	path    string // where the server takes them
}

// TakesSeveral tells the worker that the page's server takes several requests in one.
func (d *accountDoer) TakesSeveral() {}

// Do implements tablerest.Doer.
func (d *accountDoer) Do(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
	rest, ok := strings.CutPrefix(r.URL, d.address)
	if !ok {
		return nil, fmt.Errorf("the request is not for the account at %s", d.address)
	}
	r.URL = d.path + rest
	return ask(ctx, r)
}

// Remote is worker.Config's. The server's list of accounts is read each time: a name may stand for another account than it
// did before.
func Remote(ctx context.Context, source string) (tablerest.Client, error) {
	list, ok, err := accounts(ctx)
	if err != nil {
		return tablerest.Client{}, err
	}
	if ok {
		for _, a := range list {
			if a.Name == source {
				path := serverBase() + "api/accounts/" + a.Name
				address := strings.TrimSuffix(a.Endpoint, "/")
				if address == "" {
					address = path
				}
				return tablerest.Client{Doer: &accountDoer{address, path}, URL: address}, nil
			}
		}
	}
	return tablerest.Client{}, engine.Errorf("AccountNotFound", "The server knows no account %q. Connect it again.", source)
}
