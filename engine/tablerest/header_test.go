//go:build !js

package tablerest_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang"
)

// movies returns an account with a table Movies of n entities in partitions A and B.
func movies(t testing.TB, n int) *engine.DB {
	t.Helper()
	db := engine.Open(engine.Options{})
	if err := db.CreateTable(context.Background(), "Movies"); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		op := engine.Op{Kind: engine.Insert, PartitionKey: "AB"[2*i/n:][:1], RowKey: strconv.Itoa(i)}
		if _, err := db.Apply(context.Background(), "Movies", op); err != nil {
			t.Fatal(err)
		}
	}
	return db
}

const host = "http://127.0.0.1:10002"

// Ensure that every answer has the headers of section 3.
func TestHandler_CommonHeaders(t *testing.T) {
	h := tablerest.NewHandler(movies(t, 1), tablerest.Options{})
	for _, path := range []string{"/Tables", "/Missing()", "/?restype=service&comp=properties"} {
		w := ask(h, "GET", host+path, "", "X-Ms-Client-Request-Id: mine", "X-Ms-Version: 2017-04-17")
		for name, want := range map[string]string{
			"Server": "Windows-Azure-Table/1.0 Rangefinder", "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff",
			"X-Ms-Version": "2017-04-17", "X-Ms-Client-Request-Id": "mine", "Content-Length": strconv.Itoa(w.Body.Len()),
		} {
			if got := w.Header().Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", path, name, got, want)
			}
		}
		id := w.Header().Get("X-Ms-Request-Id")
		if len(id) != 36 || w.Code >= 400 && !strings.Contains(w.Body.String(), id) {
			t.Errorf("%s: request id %q", path, id)
		}
	}
	if got := ask(h, "GET", host+"/Tables", "").Header().Get("X-Ms-Version"); got != "2019-02-02" {
		t.Errorf("version %q when none is given", got)
	}
	if got := ask(h, "GET", host+"/Tables", "", "X-Ms-Client-Request-Id: "+strings.Repeat("x", 1025)).Header().Get("X-Ms-Client-Request-Id"); got != "" {
		t.Error("an endless client request id was echoed")
	}
}

// endless is a body that never ends and counts what is read of it.
type endless struct{ read int }

func (e *endless) Read(b []byte) (int, error) {
	e.read += len(b)
	for i := range b {
		b[i] = ' '
	}
	return len(b), nil
}

// Ensure that a long body is refused before it takes memory, whether its length is told or not.
func TestHandler_BodyTooLarge(t *testing.T) {
	h := tablerest.NewHandler(movies(t, 1), tablerest.Options{})
	for _, path := range []string{"/Movies", "/$batch", "/Tables"} {
		for _, length := range []int64{tablerest.MaxBody + 1, -1} {
			body := &endless{}
			r := httptest.NewRequest("POST", host+path, io.NopCloser(body))
			r.ContentLength = length
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Accept", "application/json")
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != 413 || !strings.Contains(w.Body.String(), `"RequestBodyTooLarge"`) {
				t.Errorf("%s of %d bytes: %d %s", path, length, w.Code, w.Body)
			}
			if length > 0 && body.read > 0 || body.read > tablerest.MaxBody+64<<10 {
				t.Errorf("%s of %d bytes: %d were read", path, length, body.read)
			}
		}
	}
	if w := ask(h, "POST", host+"/Movies", `{"PartitionKey":"a","RowKey":"b"}`+strings.Repeat(" ", tablerest.MaxBody-33)); w.Code != 201 {
		t.Errorf("a body of 4 MiB: %d %s", w.Code, w.Body)
	}
}

type brokenBody struct{}

func (brokenBody) Read([]byte) (int, error) { return 0, errors.New("connection reset") }

func TestHandler_BodyEndsEarly(t *testing.T) {
	h := tablerest.NewHandler(movies(t, 1), tablerest.Options{})
	r := httptest.NewRequest("POST", host+"/Movies", brokenBody{})
	r.ContentLength = 100
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != 400 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestHandler_URLTooLong(t *testing.T) {
	h := tablerest.NewHandler(movies(t, 1), tablerest.Options{})
	if w := ask(h, "GET", host+"/Movies()?$filter="+strings.Repeat("x", tablerest.MaxURL), ""); w.Code != 400 || !strings.Contains(w.Body.String(), "InvalidUri") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// panicking is a service that panics.
type panicking struct{ engine.Service }

func (panicking) Get(context.Context, string, string, string) (engine.Entity, error) {
	panic("a fault")
}

// Ensure that a panic is an InternalError to the client, is told to the observer, and harms no other request.
func TestHandler_Panic(t *testing.T) {
	var seen []tablerest.Observation
	h := tablerest.NewHandler(panicking{movies(t, 1)}, tablerest.Options{Observe: func(o tablerest.Observation) { seen = append(seen, o) }})
	w := ask(h, "GET", host+"/Movies(PartitionKey='A',RowKey='0')", "")
	if w.Code != 500 || !strings.Contains(w.Body.String(), `"InternalError"`) || strings.Contains(w.Body.String(), "fault") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := ask(h, "GET", host+"/Movies()", ""); w.Code != 200 {
		t.Errorf("then %d %s", w.Code, w.Body)
	}
	if len(seen) != 2 || seen[0].Panic != "a fault" || len(seen[0].Stack) == 0 || seen[0].Status != 500 || seen[0].Code != engine.InternalError || seen[1].Panic != nil {
		t.Errorf("observed %+v", seen)
	}
}

// Ensure that the observer is told what a request asked and cost.
func TestHandler_Observe(t *testing.T) {
	var seen tablerest.Observation
	h := http.StripPrefix("/devstoreaccount1", tablerest.NewHandler(movies(t, 10), tablerest.Options{Observe: func(o tablerest.Observation) { seen = o }}))
	const at = host + "/devstoreaccount1"
	w := ask(h, "GET", at+"/movies()?$filter=PartitionKey%20eq%20'B'%20and%20RowKey%20ge%20'8'&$select=N&$top=5&sig=secret", "", "X-Ms-Client-Request-Id: mine")
	if seen.Method != "GET" || seen.Path != "/movies()" || seen.Operation != "Query Entities" || seen.Status != 200 || seen.Table != "movies" ||
		seen.Filter != "PartitionKey eq 'B' and RowKey ge '8'" || len(seen.Select) != 1 || seen.Top != 5 || seen.Plan == nil || seen.Plan.Class != filterlang.RowRange ||
		seen.Stats.Examined != 2 || seen.Stats.Returned != 2 || seen.BytesOut != int64(w.Body.Len()) || seen.Code != "" || seen.Elapsed <= 0 || seen.ClientRequestID != "mine" ||
		seen.RequestID != w.Header().Get("X-Ms-Request-Id") {
		t.Errorf("query: %+v", seen)
	}
	ask(h, "GET", at+"/Movies()?$filter=A%20eq", "")
	if seen.Code != engine.InvalidInput || seen.Status != 400 || seen.Filter != "A eq" || seen.Detail == "" {
		t.Errorf("refused query: %+v", seen)
	}
	ask(h, "GET", at+"/Movies(PartitionKey='A',RowKey='0')", "")
	if seen.Plan == nil || seen.Plan.Class != filterlang.Point || seen.Stats.Examined != 1 || seen.Operation != "Get Entity" {
		t.Errorf("point read: %+v", seen)
	}
	body := `{"PartitionKey":"A","RowKey":"new"}`
	ask(h, "POST", at+"/Movies", body, "Prefer: return-no-content")
	if seen.BytesIn != int64(len(body)) || seen.BytesOut != 0 || seen.Operation != "Insert Entity" || seen.Status != 204 {
		t.Errorf("insert: %+v", seen)
	}
	ask(h, "POST", at+"/$batch", "--b\n\nPOST /devstoreaccount1/Movies HTTP/1.1\n\n"+body+"\n--b--", "Content-Type: multipart/mixed; boundary=b")
	if seen.Status != 400 || seen.Operation != "Entity Group Transaction" {
		t.Errorf("refused transaction: %+v", seen)
	}
	change := "--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\nContent-Type: application/http\n\nPOST /devstoreaccount1/Movies HTTP/1.1\n\n" + body + "\n--c--\n--b--"
	w = ask(h, "POST", at+"/$batch", change, "Content-Type: multipart/mixed; boundary=b")
	if seen.Status != 202 || seen.Parts != 1 || seen.Table != "Movies" || seen.Code != engine.EntityAlreadyExists {
		t.Errorf("transaction: %+v\n%s", seen, w.Body)
	}
}

// Ensure that a query can be denied for its plan before it is run, and reads by key cannot.
func TestHandler_Deny(t *testing.T) {
	denied := ""
	h := tablerest.NewHandler(movies(t, 4), tablerest.Options{Debug: true, Deny: func(table string, plan *filterlang.Plan, findings []filterlang.Finding) *engine.Error {
		if plan.Class != filterlang.FullScan {
			return nil
		}
		denied = table
		err := tablerest.Errorf(tablerest.AuthorizationFailure, "a full scan of %s, with %d findings", table, len(findings))
		err.Message = "Denied."
		return err
	}})
	w := ask(h, "GET", host+"/Movies()?$filter=RowKey%20eq%20'1'", "")
	if w.Code != 403 || denied != "Movies" || !strings.Contains(w.Body.String(), `"Denied.\nRequestId`) || !strings.Contains(w.Header().Get("X-Rangefinder-Detail"), "1 findings") {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
	for range 2 {
		if w := ask(h, "GET", host+"/Movies()?$filter=PartitionKey%20eq%20'A'", ""); w.Code != 200 {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	}
	if w := ask(h, "GET", host+"/Movies(PartitionKey='A',RowKey='0')", ""); w.Code != 200 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// Ensure that Refuse writes the error in the form that the request asks for, and tells the observer.
func TestHandler_Refuse(t *testing.T) {
	var seen tablerest.Observation
	h := tablerest.NewHandler(movies(t, 1), tablerest.Options{Observe: func(o tablerest.Observation) { seen = o }})
	for path, want := range map[string]string{"/Movies()": `{"odata.error":{"code":"AuthenticationFailed"`, "/Movies?comp=acl": "<Error><Code>AuthenticationFailed</Code>"} {
		w := httptest.NewRecorder()
		h.Refuse(w, httptest.NewRequest("GET", host+path, nil), tablerest.Errorf(tablerest.AuthenticationFailed, "no signature"))
		if w.Code != 403 || !strings.Contains(w.Body.String(), want) || seen.Code != tablerest.AuthenticationFailed || seen.Table != "Movies" {
			t.Errorf("%s: %d %s, observed %+v", path, w.Code, w.Body, seen)
		}
	}
}

// Ensure that the connection of a client that is gone, or whose body ended early, is closed without a status, and that the
// observer knows.
func TestHandler_ClientGone(t *testing.T) {
	var seen tablerest.Observation
	h := tablerest.NewHandler(movies(t, 1), tablerest.Options{Observe: func(o tablerest.Observation) { seen = o }})
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	for _, test := range []struct {
		ctx       context.Context
		method    string
		operation string
		body      io.Reader
	}{
		{gone, "GET", "Query Entities", nil},
		{gone, "POST", "Insert Entity", strings.NewReader(`{"PartitionKey":"gone","RowKey":"a"}`)},
		{context.Background(), "POST", "Insert Entity", io.MultiReader(strings.NewReader(`{"PartitionKey":"cut","RowKey":"a"}`), iotest.ErrReader(io.ErrUnexpectedEOF))},
	} {
		w := httptest.NewRecorder()
		w.Code = 0
		r := httptest.NewRequestWithContext(test.ctx, test.method, host+"/Movies", test.body)
		r.Header.Set("Accept", "application/json")
		r.Header.Set("Content-Type", "application/json")
		func() {
			defer func() {
				if p := recover(); p != http.ErrAbortHandler {
					t.Errorf("%s: %v, want that the connection is closed", test.operation, p)
				}
			}()
			h.ServeHTTP(w, r)
		}()
		if w.Code != 0 || w.Body.Len() > 0 || seen.Status != 0 || seen.Operation != test.operation || seen.Panic != nil || seen.Detail == "" {
			t.Errorf("%d %s, observed %+v", w.Code, w.Body, seen)
		}
	}
}

// Ensure that the time a request gives itself ends it with the service's error.
func TestHandler_Timeout(t *testing.T) {
	h := tablerest.NewHandler(slow{movies(t, 1)}, tablerest.Options{})
	w := ask(h, "GET", host+"/Movies()?timeout=1", "")
	if w.Code != 500 || !strings.Contains(w.Body.String(), "OperationTimedOut") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// slow is a service whose queries take as long as they may.
type slow struct{ engine.Service }

func (slow) Query(ctx context.Context, _ string, _ engine.Query) (*engine.Page, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}
