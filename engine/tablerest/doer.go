//go:build !js

package tablerest

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// HTTPDoer is a Doer over net/http. The zero HTTPDoer uses http.DefaultClient.
type HTTPDoer struct {
	Client *http.Client
	// Sign, when set, is called with each request before it is sent.
	Sign func(r *http.Request) error
}

// maxAnswer bounds what is read of an answer, in bytes.
const maxAnswer = 64 << 20

// Do implements Doer.
func (d HTTPDoer) Do(ctx context.Context, r Request) (*Response, error) {
	request, err := http.NewRequestWithContext(ctx, r.Method, "", strings.NewReader(r.Body))
	if err != nil {
		return nil, err
	}
	if request.URL, err = url.Parse(r.URL); err != nil {
		return nil, err
	}
	request.Host = request.URL.Host
	if r.Body == "" {
		request.Body, request.GetBody = http.NoBody, nil
	}
	for _, f := range r.Header {
		request.Header.Add(f.Name, f.Value)
	}
	if d.Sign != nil {
		if err := d.Sign(request); err != nil {
			return nil, err
		}
	}
	client := d.Client
	if client == nil {
		client = http.DefaultClient
	}
	answer, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err != nil {
		return nil, err
	}
	out := &Response{Status: answer.StatusCode, Body: string(body)}
	for name, values := range answer.Header {
		for _, value := range values {
			out.Header = append(out.Header, Field{name, value})
		}
	}
	return out, nil
}
