package proxy

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"strings"

	"rangefinder/engine/tablerest"
)

const (
	serviceVersion = "2019-02-02"
	defaultAccept  = "application/json;odata=minimalmetadata"
	dataVersion    = "3.0"
)

var (
	serviceVersions = []string{serviceVersion}
	defaultAccepts  = []string{defaultAccept}
	dataVersions    = []string{dataVersion}
	userAgents      = []string{"Rangefinder"}
)

// refusedHeaders turn a request into another than its method says.
var refusedHeaders = []string{"X-Http-Method", "X-Http-Method-Override", "X-Method-Override", "Upgrade"}

// request makes the request to the service: of the page's request it has what was read and understood, written anew.
func (p *Proxy) request(a *account, r *http.Request, path string) (*http.Request, *refusal) {
	if refused := checkRequest(r); refused != nil {
		return nil, refused
	}
	target, failed := tablerest.ParseTarget(path)
	if failed != nil {
		return nil, &refusal{string(failed.Code), failed.Message + " " + failed.Detail}
	}
	op, query, refused := find(r.Method, target, r.URL.RawQuery)
	if refused != nil {
		return nil, refused
	}
	if op.write && !a.writes.Load() && op.kind != tablerest.BatchTarget {
		return nil, a.lockedRefusal()
	}
	header, refused := header(r)
	if refused != nil {
		return nil, refused
	}
	body, contentType, writes, refused := op.body.rewrite(r, a.signs.URL())
	switch {
	case refused != nil:
		return nil, refused
	case op.write && writes && !a.writes.Load():
		return nil, a.lockedRefusal()
	}
	endpoint := a.signs.Endpoint
	if op.secondary {
		if endpoint = a.signs.Secondary; endpoint == nil {
			return nil, notAllowed("The account's connection names no secondary endpoint, which alone answers that.")
		}
	}
	out := &http.Request{Method: op.method, Host: endpoint.Host, Header: header, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Body: http.NoBody}
	if len(body) > 0 {
		header["Content-Type"] = []string{contentType}
		out.Body, out.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	}
	if a.signs.IsCosmos() && (op.method == "MERGE" || op.method == http.MethodPatch) {
		out.Method = http.MethodPost // Cosmos DB takes a merge in this form
		header["X-Http-Method"] = []string{"MERGE"}
	}
	raw := target.AppendPath(append(make([]byte, 0, 128), endpoint.Path...))
	if op.kind == tablerest.EntitiesTarget && op.method == http.MethodGet && op.comp == "" {
		raw = append(raw, "()"...)
	}
	escaped := string(raw)
	decoded, err := url.PathUnescape(escaped)
	if err != nil {
		return nil, notAllowed("The path cannot be written anew.") // it was made here
	}
	out.URL = &url.URL{Scheme: endpoint.Scheme, Host: endpoint.Host, Path: decoded, RawPath: escaped, RawQuery: query}
	return out, nil
}

// checkRequest refuses what is no plain request.
func checkRequest(r *http.Request) *refusal {
	for _, name := range refusedHeaders {
		if _, ok := r.Header[name]; ok {
			return notAllowed("The proxy passes on no request with " + name + ".")
		}
	}
	switch {
	case !strings.HasPrefix(r.RequestURI, "/") && r.RequestURI != "":
		return notAllowed("The proxy takes no address in absolute form.")
	case len(r.TransferEncoding) > 0 || r.ContentLength < 0:
		return &refusal{LengthMissing, "The content length for the request is not specified."}
	case r.ContentLength > maxBody:
		return &refusal{BodyTooLarge, "The request body is too large and exceeds the maximum permissible limit."}
	}
	return nil
}

// header returns the headers to send, but for Content-Type.
func header(r *http.Request) (http.Header, *refusal) {
	h := make(http.Header, 12)
	for i := range headers {
		name, values := headers[i].name, r.Header[headers[i].name]
		if len(values) == 0 {
			continue
		}
		written, ok := "", false
		if len(values) == 1 {
			written, ok = headers[i].read(values[0])
		}
		if !ok {
			return nil, &refusal{InvalidHeader, "The header " + name + " has to be " + headers[i].says + ", and sent once."}
		}
		if written != values[0] {
			values = []string{written}
		}
		h[name] = values[:1:1]
	}
	if h["X-Ms-Version"] == nil {
		h["X-Ms-Version"] = serviceVersions
	}
	if h["Accept"] == nil {
		h["Accept"] = defaultAccepts
	}
	if h["Dataserviceversion"] == nil {
		h["Dataserviceversion"] = dataVersions
	}
	h["User-Agent"] = userAgents
	return h, nil
}
