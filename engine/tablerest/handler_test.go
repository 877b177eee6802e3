//go:build !js

package tablerest_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
)

// ask sends a request with "Name: value" headers to a handler.
func ask(h http.Handler, method, url, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, url, strings.NewReader(body))
	r.Header.Set("Accept", "application/json;odata=minimalmetadata")
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, line := range headers {
		name, value, _ := strings.Cut(line, ": ")
		if value == "" {
			r.Header.Del(name)
		} else {
			r.Header.Set(name, value)
		}
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// Ensure that a table and an entity come, are read, changed and go.
func TestHandler_Lifecycle(t *testing.T) {
	h := http.StripPrefix("/devstoreaccount1", tablerest.NewHandler(engine.Open(engine.Options{}), tablerest.Options{}))
	const (
		base  = "http://127.0.0.1:10002/devstoreaccount1"
		point = "/Movies(PartitionKey='a%27%27b',RowKey='%C3%BC')"
	)
	for _, c := range []struct {
		method, path, body, header string
		status                     int
	}{
		{"POST", "/Tables", `{"TableName":"Movies"}`, "", 201},
		{"GET", "/Tables('movies')", ``, "", 200},
		{"POST", "/Movies", `{"PartitionKey":"a'b","RowKey":"ü","X@odata.type":"Edm.Int64","X":"5","Y":4.5,"Z":null}`, "", 201},
		{"GET", point + "?$select=X,Q", ``, "", 200},
		{"GET", "/movies()?$filter=X%20gt%203L", ``, "", 200},
		{"PUT", point, `{"A":1}`, "If-Match: *", 204},
		{"MERGE", point, `{"A":1}`, "", 204},
		{"DELETE", point, ``, "If-Match: *", 204},
		{"GET", point, ``, "", 404},
		{"GET", "/?restype=service&comp=properties", ``, "", 200},
		{"GET", "/Movies?comp=acl", ``, "", 200},
		{"DELETE", "/Tables('movies')", ``, "", 204},
	} {
		if w := ask(h, c.method, base+c.path, c.body, c.header); w.Code != c.status {
			t.Errorf("%s %s: %d, want %d\n%s", c.method, c.path, w.Code, c.status, w.Body)
		}
	}
}
