//go:build !js

package tablerest

import (
	"net/http"
	"strings"

	"rangefinder/engine"
)

// Target is a path below an account, read: what a proxy knows of a request, and writes anew.
type Target struct{ at address }

// TargetKind is what a path names.
type TargetKind string

// The kinds of target.
const (
	ServiceTarget  TargetKind = "service"  // /
	BatchTarget    TargetKind = "batch"    // /$batch
	TablesTarget   TargetKind = "tables"   // /Tables
	TableTarget    TargetKind = "table"    // /Tables('Movies')
	EntitiesTarget TargetKind = "entities" // /Movies, /Movies()
	EntityTarget   TargetKind = "entity"   // /Movies(PartitionKey='p',RowKey='r')
)

// ParseTarget reads a path below an account, in percent-encoding, which is decoded once. Errors: InvalidUri, InvalidInput,
// OutOfRangeInput and InvalidResourceName for what names nothing, and InvalidInput and OutOfRangeInput for the characters that no
// key may have, a slash before all.
func ParseTarget(path string) (Target, *engine.Error) {
	text, ok := unescape(path, false)
	if !ok {
		return Target{}, Errorf(InvalidURI, "The path is not in percent-encoding.")
	}
	at, err := parseAddress(text)
	if err != nil {
		return Target{}, err
	}
	for _, key := range [...]string{at.partitionKey, at.rowKey} {
		if strings.ContainsAny(key, `/\`) {
			return Target{}, badPath("A key has a slash, which none may have.")
		}
		if strings.ContainsFunc(key, forbiddenInKey) {
			return Target{}, engine.Errorf(engine.OutOfRangeInput, "A key has a character that none may have.")
		}
	}
	if at.resource == oneTable && !isTable(at.table) {
		return Target{}, engine.Errorf(engine.ResourceNotFound, "No table can have that name.")
	}
	if strings.ContainsFunc(strings.TrimPrefix(at.table, "$"), notAlphanumeric) {
		return Target{}, engine.Errorf(engine.InvalidResourceName, "The name of a table is letters and digits; %.60q is not.", at.table)
	}
	return Target{at}, nil
}

func forbiddenInKey(r rune) bool { return r == '#' || r == '?' || r < ' ' || r >= 0x7f && r <= 0x9f }

func notAlphanumeric(r rune) bool {
	return !('a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9')
}

// Kind returns what the path names.
func (t Target) Kind() TargetKind {
	return [...]TargetKind{ServiceTarget, BatchTarget, TablesTarget, TableTarget, EntitiesTarget, EntityTarget}[t.at.resource]
}

// Table returns the name of the table as it was written, "" where there is none.
func (t Target) Table() string { return t.at.table }

// AppendPath appends the path anew, with a slash before it and percent-encoded; that of a table's entities without "()".
func (t Target) AppendPath(dst []byte) []byte {
	dst = append(dst, '/')
	switch t.at.resource {
	case batch:
		return append(dst, "$batch"...)
	case tables:
		return append(dst, "Tables"...)
	case oneTable:
		return appendTablePath(dst, t.at.table)
	case entities:
		return append(dst, t.at.table...)
	case pointEntity:
		return appendEntityPath(dst, t.at.table, t.at.partitionKey, t.at.rowKey)
	}
	return dst
}

// AppendQueryValue appends s as the value of a query parameter, percent-encoded.
func AppendQueryValue(dst []byte, s string) []byte { return appendEscaped(dst, s) }

// Unescape decodes percent-encoding once, as it is in a query, where "+" is a space. ok is false when it is malformed.
func Unescape(s string) (text string, ok bool) { return unescape(s, true) }

// batchHeaders are the headers of a request in a batch that mean something, each with its grammar. A read has the first ones
// only, whose values are all from lists.
var batchHeaders = []struct {
	name  string
	read  Grammar
	write bool // it belongs to a write
}{
	{"Content-ID", ContentID, true},
	{"Accept", MediaRanges, false},
	{"DataServiceVersion", DataVersion, false},
	{"MaxDataServiceVersion", DataVersion, false},
	{"Content-Type", jsonContent, true},
	{"If-Match", ETagCondition, true},
	{"Prefer", Preference, true},
}

// RebuildBatch reads the body of a batch and writes it anew for the service at base, an address without a slash at the end: each
// request in it is one on an entity, and is addressed there, whatever host and path stood before its own. Every value in it is
// of a known grammar and is written anew, bodies as JSON on one line, and the boundaries occur nowhere else: what is read in it
// is the same however carelessly it is parsed. writes is false for the one read that a batch may hold. Errors: InvalidInput,
// InvalidHeaderValue, NotImplemented, and those of ParseTarget.
func RebuildBatch(body, contentType, base string) (rebuilt []byte, rebuiltType string, writes bool, failed *engine.Error) {
	messages, changeset, err := readBatch(body, contentType, engine.MaxBatchOps+1)
	switch {
	case err != nil:
		return nil, "", true, err
	case len(messages) > engine.MaxBatchOps:
		return nil, "", true, tooManyOperations()
	case len(messages) == 0:
		return nil, "", true, malformedBatch("its changeset has no request")
	}
	outer, inner := newBoundary("batch_", body), newBoundary("changeset_", body)
	out := append(make([]byte, 0, len(body)+len(messages)*len(base)), "--"+outer+"\r\n"...)
	part := ""
	if changeset {
		out = append(out, "Content-Type: multipart/mixed; boundary="+inner+"\r\n\r\n"...)
		part = "--" + inner + "\r\n"
	}
	for i := range messages {
		out = append(append(out, part...), "Content-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n"...)
		if out, err = appendMessage(out, &messages[i], changeset, base); err != nil {
			err.Index = i
			return nil, "", true, err
		}
	}
	if changeset {
		out = append(out, "--"+inner+"--\r\n"...)
	}
	out = append(out, "--"+outer+"--\r\n"...)
	return out, "multipart/mixed; boundary=" + outer, changeset, nil
}

// newBoundary returns a boundary that does not occur in a text.
func newBoundary(prefix, text string) string {
	for {
		if id := newGUID(); !strings.Contains(text, id) {
			return prefix + id
		}
	}
}

// appendMessage appends a request of a batch.
func appendMessage(out []byte, m *message, changeset bool, base string) ([]byte, *engine.Error) {
	path, keys, called := strings.Cut(m.url, "(")
	path = path[strings.LastIndexByte(path, '/')+1:]
	if called {
		path += "(" + keys
	}
	if strings.IndexByte(path, '?') >= 0 {
		return out, engine.Errorf(engine.NotImplemented, "A request in a batch has options, which only queries have.")
	}
	target, err := ParseTarget(path)
	if err != nil {
		return out, err
	}
	fits := false
	switch m.method {
	case http.MethodGet:
		fits = !changeset && target.Kind() == EntityTarget
	case http.MethodPost:
		fits = changeset && target.Kind() == EntitiesTarget
	case http.MethodPut, "MERGE", http.MethodPatch, http.MethodDelete:
		fits = changeset && target.Kind() == EntityTarget
	}
	if !fits || m.header.get("X-HTTP-Method") != "" {
		return out, engine.Errorf(engine.NotImplemented, "A batch holds writes of entities in a changeset, or the read of one entity.")
	}
	out = append(append(append(out, m.method...), ' '), base...)
	out = append(target.AppendPath(out), " HTTP/1.1\r\n"...)
	if out, err = appendBatchHeaders(out, m, changeset); err != nil {
		return out, err
	}
	out = append(out, "\r\n"...)
	if m.hasBody() {
		object, ok := CompactObject([]byte(m.body))
		if !ok {
			return out, malformedBatch("the body of a request is not one JSON object in UTF-8")
		}
		out = append(out, object...)
	}
	return append(out, "\r\n"...), nil
}

// hasBody reports whether a request of a batch has a body that is sent on.
func (m *message) hasBody() bool {
	return m.method != http.MethodDelete && m.method != http.MethodGet && strings.TrimSpace(m.body) != ""
}

// appendBatchHeaders appends the headers of a request of a batch. Error: InvalidHeaderValue.
func appendBatchHeaders(out []byte, m *message, write bool) ([]byte, *engine.Error) {
	for _, h := range batchHeaders {
		value := m.header.get(h.name)
		switch {
		case m.header.count(h.name) > 1:
			return out, Errorf(InvalidHeaderValue, "A request in a batch has %s twice; send it once.", h.name)
		case h.name == "Content-ID":
			value = m.contentID
		case h.name == "Content-Type" && !m.hasBody():
			continue
		case h.name == "Content-Type" && value == "":
			value = mediaJSON
		}
		if value == "" || h.write && !write {
			continue
		}
		written, ok := h.read(value)
		if !ok {
			return out, Errorf(InvalidHeaderValue, "The %s of a request in a batch is %.60q, which is not a value of the protocol.", h.name, value)
		}
		out = append(append(append(append(out, h.name...), ": "...), written...), "\r\n"...)
	}
	return out, nil
}

// ReadError reads code and text of the error in the body of an answer, in any of its forms; "" and "" when it is none.
func ReadError(body string) (code, text string) { return readError(body) }
