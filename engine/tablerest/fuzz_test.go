//go:build !js

package tablerest

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/enginetest"
)

// newAccount returns a handler over an empty table Movies.
func newAccount(t testing.TB) (*Handler, *engine.DB) {
	t.Helper()
	db := engine.Open(engine.Options{})
	if err := db.CreateTable(context.Background(), "Movies"); err != nil {
		t.Fatal(err)
	}
	return NewHandler(db, Options{}), db
}

// post sends what a fuzz target made up. Whatever it is, the answer is no failure of the server.
func post(t *testing.T, h http.Handler, method, path, query, contentType, body string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(method, "/", strings.NewReader(body))
	r.URL.Path, r.URL.RawPath, r.URL.RawQuery = path, "", query
	r.Header.Set("Accept", "application/json;odata=fullmetadata")
	r.Header.Set("Content-Type", contentType)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code >= 500 && w.Code != http.StatusNotImplemented || strings.Contains(w.Body.String(), "InternalError") {
		t.Fatalf("%s %q ? %q: %d %s", method, path, query, w.Code, w.Body)
	}
	return w
}

// FuzzAddress: an address that is read is written and read again as the same.
func FuzzAddress(f *testing.F) {
	for _, s := range []string{"/", "/Tables", "/Tables('x')", "/Movies()", "/Movies(PartitionKey='a',RowKey='b')", "/Movies(RowKey='it''s', PartitionKey='%')", "/$batch", "/Movies(PartitionKey='a'", "/\xff"} {
		f.Add(s, "$top=1&$select=A&$filter=A%20eq%201")
	}
	f.Add("/Movies", "NextPartitionKey=1!4!QQ--&NextRowKey=1!0!&$format=application/json;odata=nometadata&timeout=7")
	f.Add("/Tables", "$filter=TableName%20ge%20'a'&NextTableName=1!4!QQ--")
	h, _ := newAccount(f)
	f.Fuzz(func(t *testing.T, path, query string) {
		for _, method := range []string{"GET", "PUT", "POST", "MERGE", "HEAD"} {
			post(t, h, method, path, query, "application/json", "{}")
		}
		a, err := parseAddress(path)
		if err != nil || a.resource != pointEntity {
			return
		}
		written := string(appendEntityPath(nil, a.table, a.partitionKey, a.rowKey))
		decoded, ok := unescape(written, false)
		if again, err := parseAddress(decoded); !ok || err != nil || again != a {
			t.Fatalf("%q was written %q and read as %+v, %v", path, written, again, err)
		}
	})
}

// FuzzEntity: an entity that was taken is answered in a form that is taken again and means the same.
func FuzzEntity(f *testing.F) {
	f.Add(`{"PartitionKey":"p","RowKey":"r","A":1,"B":1.5,"C@odata.type":"Edm.Int64","C":"5","D":null,"E":"\ud83c\udfac","F":true}`)
	f.Add(`{"PartitionKey":"p","RowKey":"","A@odata.type":"Edm.Binary","A":"AQI=","B@odata.type":"Edm.Guid","B":"dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2"}`)
	f.Add(`{"PartitionKey":"p","RowKey":"r","A@odata.type":"Edm.DateTime","A":"2014-05-07T08:20:53.5+01:00","B@odata.type":"Edm.Double","B":"NaN","B@odata.etag":"x"}`)
	f.Add(`{"PartitionKey":"p","RowKey":"r","A":1e400,"A":{},"A":[1]} x`)
	f.Fuzz(func(t *testing.T, body string) {
		h, db := newAccount(t)
		w := post(t, h, "POST", "/Movies", "", "application/json", body)
		post(t, h, "POST", "/Tables", "", "application/json", body)
		if w.Code != http.StatusCreated {
			return
		}
		if err := db.CreateTable(context.Background(), "Again"); err != nil {
			t.Fatal(err)
		}
		if w := post(t, h, "POST", "/Again", "", "application/json", w.Body.String()); w.Code != http.StatusCreated {
			t.Fatalf("the echo of %s was refused: %s", body, w.Body)
		}
		first, second := state(t, db, "Movies"), state(t, db, "Again")
		if first != second {
			t.Fatalf("%s was stored as %s and its echo as %s", body, first, second)
		}
	})
}

// state describes the entities of a table, without their Timestamps.
func state(t *testing.T, db *engine.DB, table string) string {
	page, err := db.Query(context.Background(), table, engine.Query{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, e := range page.Entities {
		b.WriteString(enginetest.Describe(e))
	}
	return b.String()
}

// FuzzBatch: whatever a batch is, it is done whole or not at all, and its answer can be read.
func FuzzBatch(f *testing.F) {
	raw, err := os.ReadFile(filepath.Join("testdata", "batch.txt"))
	if err != nil {
		f.Fatal(err)
	}
	for text := range strings.SplitSeq(string(raw), "\n====\n") {
		input, _, _ := strings.Cut(text, "\n----\n")
		if _, body, ok := strings.Cut(input, "\n\n"); ok && len(body) < 4_000 {
			f.Add("multipart/mixed; boundary=batch_B", strings.ReplaceAll(body, "Blogs", "Movies"))
		}
	}
	f.Fuzz(func(t *testing.T, contentType, body string) {
		h, db := newAccount(t)
		for _, key := range []string{"1", "3"} {
			if _, err := db.Apply(context.Background(), "Movies", engine.Op{Kind: engine.Insert, PartitionKey: "Channel_19", RowKey: key}); err != nil {
				t.Fatal(err)
			}
		}
		before := state(t, db, "Movies")
		w := post(t, h, "POST", "/$batch", "", contentType, body)
		if err := db.Check(); err != nil {
			t.Fatal(err)
		}
		if w.Code != http.StatusAccepted {
			if state(t, db, "Movies") != before {
				t.Fatalf("%d, and yet something changed", w.Code)
			}
			return
		}
		r := &Response{Status: w.Code, Body: w.Body.String(), Header: []Field{{"Content-Type", w.Header().Get("Content-Type")}}}
		answers, err := readAnswers(r)
		if err != nil || len(answers) == 0 {
			t.Fatalf("the answer cannot be read: %v\n%s", err, w.Body)
		}
		for _, a := range answers {
			if a.Status >= 500 && a.Status != http.StatusNotImplemented {
				t.Fatalf("a part of the answer: %+v", a)
			}
			if a.Status >= 400 && state(t, db, "Movies") != before {
				t.Fatal("a refused transaction changed something")
			}
		}
	})
}

// FuzzXML: policies and properties that were taken are answered in a form that is taken again and means the same.
func FuzzXML(f *testing.F) {
	raw, err := os.ReadFile(filepath.Join("testdata", "xml.txt"))
	if err != nil {
		f.Fatal(err)
	}
	for text := range strings.SplitSeq(string(raw), "\n====\n") {
		input, _, _ := strings.Cut(text, "\n----\n")
		if _, body, ok := strings.Cut(input, "\n\n"); ok {
			f.Add(body)
		}
	}
	h, _ := newAccount(f)
	f.Fuzz(func(t *testing.T, body string) {
		for _, to := range [][2]string{{"/Movies", "comp=acl"}, {"/", "restype=service&comp=properties"}} {
			if w := post(t, h, "PUT", to[0], to[1], "application/xml", body); w.Code >= 300 {
				continue
			}
			first := post(t, h, "GET", to[0], to[1], "", "").Body.String()
			if w := post(t, h, "PUT", to[0], to[1], "application/xml", first); w.Code >= 300 {
				t.Fatalf("%q was answered as %q, which is refused: %s", body, first, w.Body)
			}
			if second := post(t, h, "GET", to[0], to[1], "", "").Body.String(); second != first {
				t.Fatalf("%q was answered as %q and then as %q", body, first, second)
			}
		}
	})
}

// made is a Doer that answers what a fuzz target made up.
type made struct{ Response }

func (m made) Do(context.Context, Request) (*Response, error) { return &m.Response, nil }

// FuzzAnswer: whatever a service answers, the client gives a result or an error.
func FuzzAnswer(f *testing.F) {
	f.Add(200, "application/json", `{"odata.metadata":"x","value":[{"PartitionKey":"a","RowKey":"b","Timestamp":"2014-05-07T08:20:53Z","A":1}]}`)
	f.Add(200, "application/json", `{"PartitionKey":"a","RowKey":"b","Timestamp":"2014-05-07T08:20:53Z","A@odata.type":"Edm.Int64","A":"1"}`)
	f.Add(409, "application/json", `{"odata.error":{"code":"EntityAlreadyExists","message":{"lang":"en-US","value":"1:The specified entity already exists.\nRequestId:x"}}}`)
	f.Add(403, "application/xml", `<?xml version="1.0"?><m:error xmlns:m="x"><m:code>AuthenticationFailed</m:code><m:message>no</m:message></m:error>`)
	f.Add(202, "multipart/mixed; boundary=b", "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\nContent-Type: application/http\r\n\r\nHTTP/1.1 204 No Content\r\nETag: W/\"x\"\r\n\r\n\r\n--c--\r\n--b--\r\n")
	f.Fuzz(func(t *testing.T, status int, contentType, body string) {
		ctx := context.Background()
		c := &Client{Doer: made{Response{Status: status, Body: body, Header: []Field{{"Content-Type", contentType}, {"x-ms-continuation-NextPartitionKey", body}}}}}
		op := engine.Op{Kind: engine.Insert, PartitionKey: "a", RowKey: "b"}
		if page, err := c.Query(ctx, "Movies", engine.Query{}); err == nil && page.Plan == nil {
			t.Fatal("a page without a plan")
		}
		if e, err := c.Get(ctx, "Movies", "a", "b"); err == nil && e.IsZero() {
			t.Fatal("no entity and no error")
		}
		if results, err := c.Batch(ctx, "Movies", []engine.Op{op}); err == nil && len(results) != 1 {
			t.Fatal("no result and no error")
		}
		_, _ = c.Tables(ctx, "", 0)
		_, _ = c.Apply(ctx, "Movies", op)
	})
}
