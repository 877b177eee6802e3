//go:build !js

package tablerest

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"

	"rangefinder/engine"
)

// chunkSize is how much of a body is asked for at once, in bytes. A body up to it takes one allocation of its own size;
// memory for a longer one comes as its bytes do.
const chunkSize = 16 << 10

var chunks = sync.Pool{New: func() any { return new([chunkSize]byte) }}

// Body is the body of a request that was read before the handler is asked, and that it takes as it is.
type Body struct {
	text string
	size int64 // bytes that came
	err  error // nil when text is all of it
}

// ReadBody reads a body to its end, or until it has more than limit bytes. What failed is kept: the handler of the request
// refuses it then.
func ReadBody(r io.Reader, limit int64) *Body {
	b := new(Body)
	b.read(r, limit)
	return b
}

// Read implements io.Reader: everything has been read.
func (b *Body) Read([]byte) (int, error) { return 0, io.EOF }

// Close implements io.Closer.
func (b *Body) Close() error { return nil }

func (b *Body) read(r io.Reader, limit int64) {
	chunk := chunks.Get().(*[chunkSize]byte)
	defer chunks.Put(chunk)
	var long strings.Builder
	for n := 0; ; {
		k, err := r.Read(chunk[n:])
		n += k
		if b.size += int64(k); b.size > limit {
			err = &http.MaxBytesError{Limit: limit}
		}
		if err != nil && err != io.EOF {
			b.err = err
			return
		}
		if err == io.EOF && long.Len() == 0 {
			b.text = string(chunk[:n])
			return
		}
		if err == io.EOF || n == len(chunk) {
			long.Write(chunk[:n])
			n = 0
		}
		if err == io.EOF {
			b.text = long.String()
			return
		}
	}
}

// readBody reads the whole body of the request. Errors: MissingContentLengthHeader, RequestBodyTooLarge, InvalidInput for
// one that ends early.
func (x *exchange) readBody() *engine.Error {
	r, limit := x.r, int64(x.h.o.MaxBody)
	if r.ContentLength > limit {
		return tooLarge(limit)
	}
	if r.ContentLength == 0 && len(r.TransferEncoding) == 0 && r.Header["Content-Length"] == nil {
		return Errorf(MissingContentLengthHeader, "Send Content-Length, 0 for an empty body.")
	}
	if r.Body == nil {
		return nil
	}
	b, ok := r.Body.(*Body)
	if !ok {
		b = new(Body)
		b.read(r.Body, limit)
	}
	x.seen.BytesIn = b.size
	if b.err == nil {
		x.body = b.text
		return nil
	}
	if _, ok := errors.AsType[*http.MaxBytesError](b.err); ok {
		return tooLarge(limit)
	}
	x.cut = errors.Is(b.err, io.ErrUnexpectedEOF)
	return engine.Errorf(engine.InvalidInput, "The body could not be read to its end.")
}

func tooLarge(limit int64) *engine.Error {
	return engine.Errorf(engine.RequestBodyTooLarge, "The body has more than %d bytes.", limit)
}
