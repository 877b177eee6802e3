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
	chunk := chunks.Get().(*[chunkSize]byte)
	defer chunks.Put(chunk)
	var long strings.Builder
	for n := 0; ; {
		k, err := r.Body.Read(chunk[n:])
		n += k
		x.seen.BytesIn += int64(k)
		if x.seen.BytesIn > limit {
			return tooLarge(limit)
		}
		if err != nil && err != io.EOF {
			if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
				return tooLarge(limit)
			}
			return engine.Errorf(engine.InvalidInput, "The body could not be read to its end.")
		}
		if err == io.EOF && long.Len() == 0 {
			x.body = string(chunk[:n])
			return nil
		}
		if err == io.EOF || n == len(chunk) {
			long.Write(chunk[:n])
			n = 0
		}
		if err == io.EOF {
			x.body = long.String()
			return nil
		}
	}
}

func tooLarge(limit int64) *engine.Error {
	return engine.Errorf(engine.RequestBodyTooLarge, "The body has more than %d bytes.", limit)
}
