package connection

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"rangefinder/engine/tablerest"
)

// Limits of what a service may send. The largest page the service makes has 4 MiB of entities, which escapes and Base64 make longer.
const (
	MaxAnswer     = 64 << 20 // bytes of a body
	wholePatience = 3 * time.Minute
)

// Doer returns what sends requests to the account, signed. Redirects are answers. A nil transport is NewTransport's. Its errors
// hold no secret, and neither do its answers: what a service sends back of them is masked.
func (a Account) Doer(transport http.RoundTripper) tablerest.Doer {
	if transport == nil {
		transport = NewTransport()
	}
	return &doer{a, transport}
}

type doer struct {
	account   Account
	transport http.RoundTripper
}

// Do implements tablerest.Doer.
func (d *doer) Do(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
	answer, err := d.do(ctx, r)
	if err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if _, ok := errors.AsType[*SignInError](err); ok || err == nil {
		return answer, err
	}
	return nil, &sendError{d.account.Redact(err.Error()), err}
}

// sendError is why there was no answer, without secrets in its text.
type sendError struct {
	text string
	err  error
}

func (e *sendError) Error() string { return e.text }

func (e *sendError) Unwrap() error { return e.err }

func (d *doer) do(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, wholePatience)
	defer cancel()
	u, err := url.Parse(r.URL)
	if err != nil {
		return nil, errors.New("the address of a request cannot be read")
	}
	request := (&http.Request{Method: r.Method, URL: u, Host: u.Host, Header: http.Header{"User-Agent": nil}, Body: http.NoBody}).WithContext(ctx)
	if r.Body != "" {
		request.Body = io.NopCloser(strings.NewReader(r.Body))
		request.ContentLength = int64(len(r.Body))
		request.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(r.Body)), nil }
	}
	for _, f := range r.Header {
		request.Header.Add(f.Name, f.Value)
	}
	if err := d.account.Sign(request); err != nil {
		return nil, err
	}
	secrets := d.account.Secrets(request)
	answer, err := d.transport.RoundTrip(request)
	if err != nil {
		return nil, &sendError{secrets.Without(err.Error()), err}
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, MaxAnswer+1))
	if err != nil {
		return nil, &sendError{secrets.Without(err.Error()), err}
	}
	secrets.Mask(body)
	if len(body) > MaxAnswer {
		return nil, fmt.Errorf("the answer is longer than %d MiB", MaxAnswer>>20)
	}
	out := &tablerest.Response{Status: answer.StatusCode, Body: string(body)}
	for name, values := range answer.Header {
		for _, value := range values {
			out.Header = append(out.Header, tablerest.Field{Name: name, Value: secrets.Without(value)})
		}
	}
	return out, nil
}
