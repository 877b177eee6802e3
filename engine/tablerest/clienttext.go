package tablerest

import (
	"strings"

	"rangefinder/engine"
)

// RequestText returns the request that Apply sends for one operation, and Batch for several, as the HTTP message that it is,
// cut at limit bytes. Nothing that signs it is in it.
func (c *Client) RequestText(table string, ops []engine.Op, limit int) string {
	var r Request
	if len(ops) == 1 {
		r = c.applyRequest(table, &ops[0])
	} else {
		r = c.batchRequest(table, ops).whole()
	}
	host, path := "", r.URL
	if _, rest, ok := strings.Cut(r.URL, "://"); ok {
		host, path, _ = strings.Cut(rest, "/")
		path = "/" + path
	}
	var b strings.Builder
	b.WriteString(r.Method + " " + path + " HTTP/1.1\r\n")
	if host != "" {
		b.WriteString("Host: " + host + "\r\n")
	}
	for _, f := range r.Header {
		b.WriteString(f.Name + ": " + f.Value + "\r\n")
	}
	b.WriteString("\r\n" + r.Body)
	return strings.ToValidUTF8(b.String()[:min(b.Len(), limit)], "")
}
