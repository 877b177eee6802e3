//go:build !js

package tablerest

import (
	"net/http"
	"strconv"
	"strings"
	"sync"

	"rangefinder/engine"
)

// serveBatch does an entity group transaction, or the one point read that a batch may hold instead.
func (x *exchange) serveBatch() *engine.Error {
	if err := x.readBody(); err != nil {
		return err
	}
	messages, changeset, err := readBatch(x.body, x.header.get("Content-Type"), engine.MaxBatchOps+1)
	if err != nil {
		return err
	}
	x.seen.Parts = len(messages)
	x.baseURL()
	w := batchWriter{out: x.out, guid: newGUID()}
	if changeset {
		err = x.transaction(messages, &w)
	} else {
		err = x.readInBatch(&messages[0], &w)
	}
	x.out = w.out
	if err != nil {
		return err
	}
	x.reply = reply{status: http.StatusAccepted, contentType: "multipart/mixed; boundary=batchresponse_" + w.guid, plan: x.reply.plan, detail: x.reply.detail}
	return nil
}

// part returns the call of a request in a batch. Errors are those of its address and query.
func (x *exchange) part(m *message) (call, *engine.Error) {
	c := call{h: x.h, ctx: x.ctx, method: m.method, header: m.header, body: m.body, inBatch: true, limit: x.limit,
		secondary: x.secondary, root: x.root, requestID: x.requestID, seen: &x.seen}
	path := m.url
	if _, rest, ok := strings.Cut(path, "://"); ok {
		path = rest[min(len(rest), max(0, strings.IndexByte(rest, '/'))):]
	}
	if prefix := x.prefix(); prefix != "" && strings.HasPrefix(path, prefix+"/") {
		path = path[len(prefix):]
	}
	path, query, _ := strings.Cut(path, "?")
	path, ok := unescape(path, false)
	if !ok {
		return c, Errorf(InvalidURI, "The address of a part is not in percent-encoding.")
	}
	var err *engine.Error
	if c.query, err = parseQuery(query); err != nil {
		return c, err
	}
	if c.at, err = parseAddress(path); err != nil {
		return c, err
	}
	return c, c.tunnel()
}

// callRooms holds what the calls of a changeset take: 50 KB that would be garbage after each.
var callRooms = sync.Pool{New: func() any { return new([engine.MaxBatchOps]call) }}

// transaction does the requests of a changeset, all or none.
func (x *exchange) transaction(messages []message, w *batchWriter) *engine.Error {
	if len(messages) > engine.MaxBatchOps {
		x.failPart(w, &call{}, "", false, tooManyOperations())
		return nil
	}
	ops := make([]engine.Op, len(messages))
	room := callRooms.Get().(*[engine.MaxBatchOps]call)
	calls := room[:len(messages)]
	defer func() {
		clear(calls)
		callRooms.Put(room)
	}()
	for i := range messages {
		var err *engine.Error
		if calls[i], err = x.part(&messages[i]); err == nil {
			ops[i], err = calls[i].partOp(calls[0].at.table)
		}
		if err != nil {
			return x.refuseOperation(messages, calls, ops[:i], err, w)
		}
	}
	table := ""
	if len(calls) > 0 {
		table = calls[0].at.table
	}
	x.seen.Table = table
	results, failed := x.h.service.Batch(x.ctx, table, ops)
	if failed != nil {
		err := wrapped(failed)
		if err.Index < 0 || err.Index >= len(calls) {
			return err
		}
		x.failPart(w, &calls[err.Index], messages[err.Index].contentID, len(ops) == 1, err)
		return nil
	}
	w.open(true)
	var body []byte
	for i := range calls {
		c := &calls[i]
		c.out = body[:0]
		c.written(&ops[i], results[i])
		w.part(messages[i].contentID, &c.reply, c.out, writeVersion(ops[i].Kind))
		body = c.out
	}
	w.close(true)
	return nil
}

// refuseOperation answers that the operation after those in ops was refused with err, unless one before it would have been.
func (x *exchange) refuseOperation(messages []message, calls []call, ops []engine.Op, err *engine.Error, w *batchWriter) *engine.Error {
	if Status(err.Code) == http.StatusForbidden {
		return err // permissions are not the matter of one operation
	}
	err.Index = len(ops)
	if before := frontEnd(ops); before != nil {
		if err = before; err.Index < 0 {
			return err
		}
	}
	if len(calls) > 0 {
		x.seen.Table = calls[0].at.table
	}
	x.failPart(w, &calls[err.Index], messages[err.Index].contentID, len(messages) == 1, err)
	return nil
}

// partOp reads the operation of a call in a changeset on that table.
func (c *call) partOp(table string) (engine.Op, *engine.Error) {
	write := c.at.resource == entities && c.method == http.MethodPost
	switch c.method {
	case http.MethodPut, "MERGE", http.MethodPatch, http.MethodDelete:
		write = c.at.resource == pointEntity
	}
	if !write || c.query.comp != "" {
		return engine.Op{}, engine.Errorf(engine.NotImplemented, "A changeset holds writes of entities only.")
	}
	if err := c.mayWrite(); err != nil {
		return engine.Op{}, err
	}
	if c.method != http.MethodDelete {
		if err := c.checkContentType(); err != nil {
			return engine.Op{}, err
		}
	}
	op, err := c.op()
	if err == nil && !strings.EqualFold(c.at.table, table) {
		err = engine.Errorf(engine.DifferentPartitions, "All operations of a transaction act on one table.")
	}
	return op, err
}

func tooManyOperations() *engine.Error {
	err := engine.Errorf(engine.InvalidInput, "A transaction has at most %d operations. Split it.", engine.MaxBatchOps)
	err.Message, err.Index = "The batch request operation exceeds the maximum 100 changes per change set.", 0
	return err
}

// readInBatch answers the point read of a batch.
func (x *exchange) readInBatch(m *message, w *batchWriter) *engine.Error {
	c, err := x.part(m)
	if err == nil && (c.method != http.MethodGet || c.at.resource != pointEntity) {
		err = malformedBatch("what is not in a changeset reads one entity by its keys")
		return err
	}
	x.seen.Table = c.at.table
	if err == nil {
		if err = c.allow(ReadEntities, &engineKey{c.at.partitionKey, c.at.rowKey}); err != nil {
			return err
		}
		if err = c.acceptsAnswer(); err == nil {
			err = c.get()
		}
	}
	x.reply.plan = c.reply.plan
	w.open(false)
	if err != nil {
		err.Index = 0 // section 3.2: "0:The specified resource does not exist."
		x.refused(err)
		w.errorPart(x, &c, m.contentID, false, err)
	} else {
		w.part(m.contentID, &c.reply, c.out, "3.0;")
	}
	w.close(false)
	return nil
}

// failPart answers a changeset with the one part that tells what failed.
func (x *exchange) failPart(w *batchWriter, c *call, contentID string, alone bool, err *engine.Error) {
	x.refused(err)
	w.open(true)
	w.errorPart(x, c, contentID, alone, err)
	w.close(true)
}

// writeVersion is the DataServiceVersion of a write's answer.
func writeVersion(kind engine.OpKind) string {
	if kind == engine.Insert {
		return "3.0;"
	}
	return "1.0;"
}

// batchWriter writes the answer to a batch.
type batchWriter struct {
	out  []byte
	guid string // of the boundaries
	set  string // boundary of the parts
}

const (
	batchBoundary     = "batchresponse_"
	changesetBoundary = "changesetresponse_"
)

// open begins the answer: with a changeset, or with parts of the batch itself.
func (w *batchWriter) open(changeset bool) {
	w.out = w.out[:0]
	w.set = batchBoundary + w.guid
	if changeset {
		w.set = changesetBoundary + newGUID()
		w.out = append(append(append(w.out, "--"+batchBoundary...), w.guid...), "\r\nContent-Type: multipart/mixed; boundary="...)
		w.out = append(append(w.out, w.set...), "\r\n\r\n"...)
	}
}

func (w *batchWriter) close(changeset bool) {
	if changeset {
		w.out = append(append(append(w.out, "--"...), w.set...), "--\r\n"...)
	}
	w.out = append(append(append(w.out, "--"+batchBoundary...), w.guid...), "--\r\n"...)
}

func (w *batchWriter) header(name, value string) {
	if value != "" {
		w.out = append(append(append(append(w.out, name...), ": "...), value...), "\r\n"...)
	}
}

// head writes what every part begins with.
func (w *batchWriter) head(status int, contentID string) {
	w.out = append(append(append(w.out, "--"...), w.set...), "\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\nHTTP/1.1 "...)
	w.out = strconv.AppendInt(w.out, int64(status), 10)
	w.out = append(append(append(w.out, ' '), http.StatusText(status)...), "\r\n"...)
	w.header("Content-ID", headerText(contentID))
	w.header("X-Content-Type-Options", "nosniff")
	w.header("Cache-Control", "no-cache")
}

// part writes the answer of one operation.
func (w *batchWriter) part(contentID string, r *reply, body []byte, version string) {
	w.head(r.status, contentID)
	w.header("Preference-Applied", r.applied)
	w.header("DataServiceVersion", version)
	w.header("Content-Type", r.contentType)
	w.header("Location", r.location)
	if r.dataServiceID {
		w.header("DataServiceId", r.location)
	}
	w.header("ETag", r.etag)
	w.out = append(w.out, "\r\n"...)
	if r.contentType != "" {
		w.out = append(w.out, body...)
	}
	w.out = append(w.out, "\r\n"...)
}

// errorPart writes the answer of an operation that failed.
func (w *batchWriter) errorPart(x *exchange, c *call, contentID string, alone bool, err *engine.Error) {
	w.head(Status(err.Code), contentID)
	w.header("DataServiceVersion", "3.0;")
	w.header("Content-Type", contentTypes[c.level])
	w.out = append(w.out, "\r\n"...)
	w.out = appendError(w.out, jsonError, err.Code, prefixed(err, alone), x.requestID, x.h.o.Now())
	w.out = append(w.out, "\r\n"...)
	if x.h.o.Debug {
		x.reply.detail = headerText(err.Error())
	}
}
