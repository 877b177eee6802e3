package tablerest

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"unicode/utf8"

	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Apply implements engine.Service.
func (c *Client) Apply(ctx context.Context, table string, op engine.Op) (engine.OpResult, error) {
	if !isTable(table) || !expressible(&op) {
		result, err := rules().Apply(ctx, table, op)
		return result, err
	}
	r, again, err := c.write(ctx, c.applyRequest(table, &op))
	if err != nil {
		if again && doubtful(err) {
			return c.verify(ctx, table, &op, err)
		}
		return engine.OpResult{}, err
	}
	result := opResult(&op, r.Get("ETag"))
	if op.Kind != engine.Delete && result.ETag == "" {
		return engine.OpResult{}, unsaid(r)
	}
	return result, nil
}

// Batch implements engine.Service.
func (c *Client) Batch(ctx context.Context, table string, ops []engine.Op) ([]engine.OpResult, error) {
	local := !isTable(table) || len(ops) == 0 || len(ops) > engine.MaxBatchOps
	for i := range ops {
		local = local || !expressible(&ops[i])
	}
	if local {
		return rules().Batch(ctx, table, ops)
	}
	r, again, err := c.write(ctx, c.batchRequest(table, ops))
	if err != nil {
		return nil, err
	}
	results, err := readBatchAnswer(r, ops, again)
	if err != nil && again && doubtful(err) {
		return c.verifyBatch(ctx, table, ops, err)
	}
	return results, err
}

// applyRequest returns the request for one operation.
func (c *Client) applyRequest(table string, op *engine.Op) Request {
	method, path := opRequest(table, op)
	return c.request(method, "/"+path, opBody(op), opFields(op)...)
}

// bodies holds buffers in which bodies are made: as garbage they would be more than the bodies.
var bodies = sync.Pool{New: func() any { return new([]byte) }}

// batchRequest returns the request for an entity group transaction.
func (c *Client) batchRequest(table string, ops []engine.Op) Request {
	room := bodies.Get().(*[]byte)
	defer bodies.Put(room)
	body, head, times := c.appendBatch((*room)[:0], table, ops)
	*room = body
	r := c.request("POST", "/$batch", string(body), Field{"Content-Type", "multipart/mixed; boundary=" + clientBatch})
	if c.Brief {
		r.Repeats, r.Times = head, times
	}
	return r
}

// RequestBytes returns how many bytes the body of the request for operations has, of a transaction or of one alone.
func (c *Client) RequestBytes(table string, ops []engine.Op) int {
	if len(ops) == 1 {
		return len(opBody(&ops[0]))
	}
	r := c.batchRequest(table, ops)
	return r.size()
}

// expressible reports whether an operation can be written in the protocol. What cannot is against the rules, and rules()
// tells which.
func expressible(op *engine.Op) bool {
	needs := op.Kind == engine.Replace || op.Kind == engine.Merge || op.Kind == engine.Delete
	if op.Kind > engine.Delete || needs != (op.IfMatch != "") || op.Kind == engine.Delete && len(op.Properties) > 0 {
		return false
	}
	for i := 0; i < len(op.IfMatch); i++ {
		if c := op.IfMatch[i]; c < ' ' || c > '~' {
			return false
		}
	}
	if !utf8.ValidString(op.PartitionKey) || !utf8.ValidString(op.RowKey) {
		return false
	}
	for i := range op.Properties {
		if !expressibleProperty(&op.Properties[i]) {
			return false
		}
	}
	return true
}

func expressibleProperty(p *engine.Property) bool {
	switch p.Name {
	case filterlang.PartitionKey, filterlang.RowKey, filterlang.Timestamp:
		return false
	}
	if strings.HasPrefix(p.Name, "odata.") || strings.Contains(p.Name, annotation) || !utf8.ValidString(p.Name) {
		return false
	}
	switch p.Value.Type() {
	case edm.String:
		return utf8.ValidString(p.Value.Text())
	case edm.DateTime:
		t := p.Value.Ticks()
		return 0 <= t && t <= edm.MaxTicks
	}
	return true
}

// opRequest returns method and path, below the account, of an operation.
func opRequest(table string, op *engine.Op) (method, path string) {
	if op.Kind == engine.Insert {
		return "POST", table
	}
	path = string(appendEntityPath(nil, table, op.PartitionKey, op.RowKey))
	switch op.Kind {
	case engine.Replace, engine.InsertOrReplace:
		return "PUT", path
	case engine.Delete:
		return "DELETE", path
	}
	return "MERGE", path
}

func opFields(op *engine.Op) []Field {
	switch {
	case op.Kind == engine.Insert:
		return []Field{{"Prefer", "return-no-content"}}
	case op.IfMatch != "":
		return []Field{{"If-Match", op.IfMatch}}
	}
	return nil
}

// opBody returns the JSON of an operation, "" of a delete.
func opBody(op *engine.Op) string {
	if op.Kind == engine.Delete {
		return ""
	}
	return string(appendOpBody(nil, op))
}

func appendOpBody(dst []byte, op *engine.Op) []byte {
	dst = append(dst, `{"PartitionKey":`...)
	dst = appendText(dst, op.PartitionKey)
	dst = append(dst, `,"RowKey":`...)
	dst = appendText(dst, op.RowKey)
	for _, p := range op.Properties {
		dst = append(dst, ',')
		if isWholeDouble(p.Value) {
			dst = append(appendText(dst, p.Name+"@odata.type"), `:"Edm.Double",`...)
		}
		dst = appendAnnotation(dst, p.Name, p.Value)
		dst = append(appendText(dst, p.Name), ':')
		dst = appendValue(dst, p.Value)
	}
	return append(dst, '}')
}

// isWholeDouble reports whether a service that reads 10.0 as the number 10 would keep v as an Int32. Azurite does, unless it is told
// that it is a Double.
func isWholeDouble(v edm.Value) bool {
	return v.Type() == edm.Double && v.Float() == math.Trunc(v.Float()) && !v.NeedsAnnotation()
}

// opResult returns the result that an ETag tells.
func opResult(op *engine.Op, etag string) engine.OpResult {
	if op.Kind == engine.Delete {
		return engine.OpResult{}
	}
	r := engine.OpResult{ETag: etag}
	text := strings.TrimSuffix(strings.TrimPrefix(etag, `W/"datetime'`), `'"`)
	if text, ok := unescape(text, false); ok {
		if t, err := edm.ParseDateTime(text); err == nil {
			r.Timestamp = t
		}
	}
	return r
}

// The boundaries of the batches sent. No line of an operation begins with dashes.
const (
	clientBatch     = "batch_rangefinder"
	clientChangeset = "changeset_rangefinder"
)

// appendBatch appends the body of an entity group transaction. All its inserts have the same head. A Client that is Brief writes a byte 0
// for it, which occurs nowhere else: JSON and percent-encoding escape it, and a header cannot hold it.
func (c *Client) appendBatch(dst []byte, table string, ops []engine.Op) (body []byte, head string, inserts int) {
	dst = append(dst, "--"+clientBatch+"\r\nContent-Type: multipart/mixed; boundary="+clientChangeset+"\r\n"...)
	for i := range ops {
		op := &ops[i]
		if op.Kind == engine.Insert {
			if inserts++; inserts == 1 {
				head = string(c.appendHead(nil, table, op))
			}
		}
		switch {
		case op.Kind != engine.Insert:
			dst = c.appendHead(dst, table, op)
		case c.Brief:
			dst = append(dst, 0)
		default:
			dst = append(dst, head...)
		}
		if op.Kind != engine.Delete {
			dst = appendOpBody(dst, op)
		}
	}
	return append(dst, "\r\n--"+clientChangeset+"--\r\n--"+clientBatch+"--\r\n"...), head, inserts
}

// appendHead appends what stands before the body of an operation, from the end of the line before.
func (c *Client) appendHead(dst []byte, table string, op *engine.Op) []byte {
	method, path := opRequest(table, op)
	dst = append(dst, "\r\n--"+clientChangeset+"\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n"...)
	dst = append(append(dst, method...), ' ')
	dst = append(append(append(append(dst, c.URL...), '/'), path...), " HTTP/1.1\r\n"...)
	dst = append(dst, "Accept: application/json;odata=minimalmetadata\r\nDataServiceVersion: 3.0\r\n"...)
	for _, f := range opFields(op) {
		dst = append(append(append(append(dst, f.Name...), ": "...), f.Value...), "\r\n"...)
	}
	if op.Kind != engine.Delete {
		dst = append(dst, "Content-Type: application/json\r\n"...)
	}
	return append(dst, "\r\n"...)
}

// readBatchAnswer reads the answer to a transaction. What cannot be read tells nothing of what was done.
func readBatchAnswer(r *Response, ops []engine.Op, again bool) ([]engine.OpResult, error) {
	if r.Get(SizeHeader) != "" {
		return readShort(r.Body, ops)
	}
	answers, err := readAnswers(r)
	if err != nil {
		return nil, &engine.UnknownOutcome{Err: err}
	}
	for i := range answers {
		if answers[i].Status >= 400 {
			err := refused(&answers[i], again)
			if e, ok := errors.AsType[*engine.Error](err); ok && e.Index < 0 && len(ops) == 1 {
				e.Index = 0 // a single operation goes without its number
			}
			return nil, err
		}
	}
	if len(answers) != len(ops) {
		return nil, &engine.UnknownOutcome{Err: engine.Errorf(engine.WrongAnswer, "The service gave %d answers to the %d operations of a transaction. Read the entities to see which were written.", len(answers), len(ops))}
	}
	out := make([]engine.OpResult, len(ops))
	for i := range out {
		out[i] = opResult(&ops[i], answers[i].Get("ETag"))
		if ops[i].Kind != engine.Delete && out[i].ETag == "" {
			return nil, unsaid(&answers[i])
		}
	}
	return out, nil
}

// readShort reads an answer of ShortAnswer.
func readShort(body string, ops []engine.Op) ([]engine.OpResult, error) {
	out := make([]engine.OpResult, len(ops))
	for i := range ops {
		tag, rest, ok := strings.Cut(body, "\n")
		switch {
		case tag != "=":
			out[i] = opResult(&ops[i], tag)
		case i > 0 && ops[i].Kind != engine.Delete:
			out[i] = out[i-1]
		}
		if body = rest; !ok || ops[i].Kind != engine.Delete && out[i].ETag == "" {
			return nil, &engine.UnknownOutcome{Err: unreadable(malformedBatch("the short answer has no ETag of an operation"))}
		}
	}
	if body != "" {
		return nil, &engine.UnknownOutcome{Err: unreadable(malformedBatch("the short answer is longer than the transaction"))}
	}
	return out, nil
}

// readAnswers reads the parts of the answer to a batch.
func readAnswers(r *Response) ([]Response, error) {
	boundary, ok := boundaryOf(r.Get("Content-Type"))
	texts, _ := splitSections(r.Body, boundary, 2)
	if !ok || len(texts) != 1 {
		return nil, unreadable(malformedBatch("the answer is not a multipart/mixed of one part"))
	}
	s, _ := readSection(texts[0])
	parts := texts
	if inner, ok := boundaryOf(s.header.get("Content-Type")); ok {
		parts, _ = splitSections(s.body, inner, engine.MaxBatchOps+1)
	}
	out := make([]Response, len(parts))
	for i, text := range parts {
		s, ok := readSection(text)
		if ok {
			out[i], ok = readAnswer(s)
		}
		if !ok {
			return nil, unreadable(malformedBatch("a part of the answer is not an HTTP response"))
		}
	}
	return out, nil
}

// readAnswer reads the response in a section.
func readAnswer(s section) (Response, bool) {
	first, rest, _ := strings.Cut(strings.TrimLeft(s.body, "\r\n \t"), "\n")
	status, ok := statusLine(first)
	if !ok {
		return Response{}, false
	}
	header, body, ok := cutHeader(rest)
	r := Response{Status: status, Body: body}
	for _, l := range header {
		r.Header = append(r.Header, Field{l.name, l.value})
	}
	return r, ok
}

// statusLine reads "HTTP/1.1 204 No Content".
func statusLine(s string) (status int, ok bool) {
	rest, ok := strings.CutPrefix(s, "HTTP/1.")
	if !ok || len(rest) < 5 || rest[1] != ' ' {
		return 0, false
	}
	for _, c := range rest[2:5] {
		if c < '0' || c > '9' {
			return 0, false
		}
		status = status*10 + int(c-'0')
	}
	return status, status >= 100
}
