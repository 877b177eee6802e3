//go:build js && wasm

package browser

import (
	"context"
	"fmt"
	"strconv"
	"syscall/js"
)

func (*Page) Fetch(ctx context.Context, url string, progress func(received, total int64)) ([]byte, error) {
	return Fetch(ctx, url, progress)
}

// Fetch is Page.Fetch for the worker too. See port.Fetcher.
func Fetch(ctx context.Context, url string, progress func(received, total int64)) ([]byte, error) {
	location := global.Get("location")
	base := location.Get("href")
	if !document.IsUndefined() {
		base = document.Get("baseURI")
	}
	var address js.Value
	if err := try(func() { address = global.Get("URL").New(url, base) }); err != nil {
		return nil, fmt.Errorf("fetch %s: not an address", url)
	}
	if address.Get("origin").String() != location.Get("origin").String() {
		return nil, fmt.Errorf("fetch %s: another origin; only files of this page can be read", url)
	}
	var body []byte
	var err error
	if thrown := try(func() { body, err = fetchBody(ctx, address.Get("href").String(), progress) }); thrown != nil {
		err = thrown
	}
	if err != nil {
		return nil, fmt.Errorf("fetch %s: %w", url, err)
	}
	return body, nil
}

func fetchBody(ctx context.Context, address string, progress func(received, total int64)) ([]byte, error) {
	controller := global.Get("AbortController").New()
	stop := context.AfterFunc(ctx, func() { controller.Call("abort") })
	defer stop()
	options := global.Get("Object").New()
	options.Set("signal", controller.Get("signal"))
	response, err := await(ctx, global.Call("fetch", address, options))
	if err != nil {
		return nil, err
	}
	if !response.Get("ok").Bool() {
		return nil, fmt.Errorf("the server answered %d", response.Get("status").Int())
	}
	// Under Content-Encoding the length is that of the compressed bytes, which are not the ones counted here.
	var total int64
	headers := response.Get("headers")
	if length := headers.Call("get", "content-length"); length.Type() == js.TypeString && headers.Call("get", "content-encoding").IsNull() {
		total, _ = strconv.ParseInt(length.String(), 10, 64)
	}
	body := make([]byte, 0, max(total, 0))
	reader := response.Get("body").Call("getReader")
	for {
		chunk, err := await(ctx, reader.Call("read"))
		if err != nil {
			return nil, err
		}
		if chunk.Get("done").Bool() {
			break
		}
		value := chunk.Get("value")
		at := len(body)
		body = append(body, make([]byte, value.Length())...)
		js.CopyBytesToGo(body[at:], value)
		if progress != nil {
			progress(int64(len(body)), total)
		}
	}
	if len(body) > 2 && body[0] == 0x1f && body[1] == 0x8b {
		return gunzip(ctx, body)
	}
	return body, nil
}

// gunzip leaves the work to the browser's own decompressor, which is faster than Go's in WASM and costs no download.
func gunzip(ctx context.Context, compressed []byte) ([]byte, error) {
	response := global.Get("Response")
	stream := response.New(arrayOf(compressed)).Get("body").Call("pipeThrough", global.Get("DecompressionStream").New("gzip"))
	buffer, err := await(ctx, response.New(stream).Call("arrayBuffer"))
	if err != nil {
		return nil, fmt.Errorf("not readable as gzip: %w", err)
	}
	return bytesOf(buffer), nil
}
