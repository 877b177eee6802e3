//go:build !js

package tablerest

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/enginetest"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Ensure that a narrowed filter takes exactly the entities in the range that the filter takes.
func TestLimit_NarrowIsHolds(t *testing.T) {
	g := enginetest.NewGenerator(1)
	key := func(from func() string) *string {
		if g.IntN(3) == 0 {
			return nil
		}
		s := from()
		return &s
	}
	for range 5_000 {
		l := &Limit{StartPartition: key(g.PartitionKey), EndPartition: key(g.PartitionKey)}
		if l.StartPartition != nil {
			l.StartRow = key(g.RowKey)
		}
		if l.EndPartition != nil {
			l.EndRow = key(g.RowKey)
		}
		filter := ""
		if g.IntN(2) == 0 {
			filter = g.Filter(2)
		}
		narrow := l.narrow(filter)
		if narrow == "" {
			continue
		}
		expr, err := filterlang.Parse(narrow)
		if err != nil {
			t.Fatalf("%s: %v", narrow, err)
		}
		pk, rk := g.PartitionKey(), g.RowKey()
		get := func(name string) edm.Value {
			switch name {
			case filterlang.PartitionKey:
				return edm.NewString(pk)
			case filterlang.RowKey:
				return edm.NewString(rk)
			}
			return edm.Value{}
		}
		want := l.holds(pk, rk)
		if filter != "" && want {
			own, err := filterlang.Parse(filter)
			if err != nil {
				t.Fatal(err)
			}
			want = filterlang.Eval(own, get, filterlang.MatchOptions{})
		}
		if got := filterlang.Eval(expr, get, filterlang.MatchOptions{}); got != want {
			t.Fatalf("%s takes (%q, %q): %v, want %v", narrow, pk, rk, got, want)
		}
	}
}

// Ensure that every operation is held to the limit of its request, those of a batch too.
func TestHandler_Limit(t *testing.T) {
	db := engine.Open(engine.Options{})
	h := NewHandler(db, Options{})
	text := func(s string) *string { return &s }
	inRange := &Limit{Allowed: ReadEntities | AddEntities | UpdateEntities | DeleteEntities, Table: "MOVIES",
		StartPartition: text("b"), StartRow: text("2"), EndPartition: text("c"), EndRow: text("5")}
	readOnly := &Limit{Allowed: ReadEntities, Table: "Movies"}
	addOnly := &Limit{Allowed: AddEntities, Table: "movies"}
	changeset := func(lines ...string) string {
		var b strings.Builder
		b.WriteString("--b\nContent-Type: multipart/mixed; boundary=c\n")
		for _, line := range lines {
			head, body, _ := strings.Cut(line, " {")
			if body != "" {
				body = "{" + body
			}
			b.WriteString("\n--c\nContent-Type: application/http\n\n" + head + " HTTP/1.1\nIf-Match: *\n\n" + body)
		}
		return strings.ReplaceAll(b.String(), "POST /Movies HTTP/1.1\nIf-Match: *\n", "POST /Movies HTTP/1.1\n") + "\n--c--\n--b--"
	}
	for _, c := range []struct {
		name         string
		limit        *Limit
		secondary    bool
		method, path string
		body, match  string
		status       int
		code         string
	}{
		{"create without a limit", nil, false, "POST", "/Tables", `{"TableName":"Movies"}`, "", 201, ""},
		{"insert at the lower end", inRange, false, "POST", "/Movies", `{"PartitionKey":"b","RowKey":"2"}`, "", 201, ""},
		{"insert below", inRange, false, "POST", "/Movies", `{"PartitionKey":"b","RowKey":"1"}`, "", 403, "AuthorizationFailure"},
		{"insert at the upper end", inRange, false, "POST", "/Movies", `{"PartitionKey":"c","RowKey":"5"}`, "", 201, ""},
		{"insert above", inRange, false, "POST", "/Movies", `{"PartitionKey":"c","RowKey":"50"}`, "", 403, "AuthorizationFailure"},
		{"insert between", inRange, false, "POST", "/Movies", `{"PartitionKey":"b","RowKey":"9"}`, "", 201, ""},
		{"insert below without a limit", nil, false, "POST", "/Movies", `{"PartitionKey":"a","RowKey":"9"}`, "", 201, ""},
		{"get below", inRange, false, "GET", "/Movies(PartitionKey='a',RowKey='9')", "", "", 403, "AuthorizationFailure"},
		{"get within", inRange, false, "GET", "/movies(PartitionKey='b',RowKey='9')", "", "", 200, ""},
		{"update below", inRange, false, "PUT", "/Movies(PartitionKey='a',RowKey='9')", "{}", "*", 403, "AuthorizationFailure"},
		{"upsert below", inRange, false, "PUT", "/Movies(PartitionKey='a',RowKey='9')", "{}", "", 403, "AuthorizationFailure"},
		{"delete below", inRange, false, "DELETE", "/Movies(PartitionKey='a',RowKey='9')", "", "*", 403, "AuthorizationFailure"},
		{"another table", readOnly, false, "GET", "/Other()", "", "", 403, "AuthorizationFailure"},
		{"the list of tables", readOnly, false, "GET", "/Tables", "", "", 403, "AuthorizationPermissionMismatch"},
		{"a table with a permission that cannot be", &Limit{Allowed: ^Operations(0), Table: "Movies"}, false, "GET", "/Tables", "", "", 403, "AuthorizationFailure"},
		{"delete of the table", readOnly, false, "DELETE", "/Tables('Movies')", "", "", 403, "AuthorizationPermissionMismatch"},
		{"properties", readOnly, false, "GET", "/?restype=service&comp=properties", "", "", 403, "AuthorizationPermissionMismatch"},
		{"ACL", readOnly, false, "GET", "/Movies?comp=acl", "", "", 403, "AuthorizationPermissionMismatch"},
		{"insert with read", readOnly, false, "POST", "/Movies", `{"PartitionKey":"b","RowKey":"x"}`, "", 403, "AuthorizationPermissionMismatch"},
		{"permission before the body", readOnly, false, "POST", "/Movies", `x`, "", 403, "AuthorizationPermissionMismatch"},
		{"upsert with add", addOnly, false, "PUT", "/Movies(PartitionKey='b',RowKey='x')", `{}`, "", 403, "AuthorizationPermissionMismatch"},
		{"insert with add", addOnly, false, "POST", "/Movies", `{"PartitionKey":"b","RowKey":"x"}`, "", 201, ""},
		{"get with add", addOnly, false, "GET", "/Movies(PartitionKey='b',RowKey='x')", "", "", 403, "AuthorizationPermissionMismatch"},
		{"a batch within", inRange, false, "POST", "/$batch", changeset(`POST /Movies {"PartitionKey":"b","RowKey":"b1"}`, "DELETE /Movies(PartitionKey='b',RowKey='x')"), "", 202, ""},
		{"a batch with one operation below", inRange, false, "POST", "/$batch", changeset(`POST /Movies {"PartitionKey":"b","RowKey":"b2"}`, "DELETE /Movies(PartitionKey='b',RowKey='1')"), "", 403, "AuthorizationFailure"},
		{"a batch with an insert below", inRange, false, "POST", "/$batch", changeset(`POST /Movies {"PartitionKey":"a","RowKey":"b2"}`), "", 403, "AuthorizationFailure"},
		{"a batch with add and delete", addOnly, false, "POST", "/$batch", changeset(`POST /Movies {"PartitionKey":"b","RowKey":"b2"}`, "DELETE /Movies(PartitionKey='b',RowKey='b1')"), "", 403, "AuthorizationPermissionMismatch"},
		{"a read in a batch", addOnly, false, "POST", "/$batch", "--b\nContent-Type: application/http\n\nGET /Movies(PartitionKey='b',RowKey='9') HTTP/1.1\n\n--b--", "", 403, "AuthorizationPermissionMismatch"},
		{"the secondary endpoint, a read", nil, true, "GET", "/Movies(PartitionKey='b',RowKey='9')", "", "", 200, ""},
		{"the secondary endpoint, stats", nil, true, "GET", "/?restype=service&comp=stats", "", "", 200, ""},
		{"the secondary endpoint, a write", nil, true, "POST", "/Movies", `{"PartitionKey":"b","RowKey":"y"}`, "", 403, "InsufficientAccountPermissions"},
		{"the secondary endpoint, a table", nil, true, "POST", "/Tables", `{"TableName":"More"}`, "", 403, "InsufficientAccountPermissions"},
		{"the secondary endpoint, properties", nil, true, "PUT", "/?restype=service&comp=properties", "<x/>", "", 403, "InsufficientAccountPermissions"},
		{"the secondary endpoint, policies", nil, true, "PUT", "/Movies?comp=acl", "<x/>", "", 403, "InsufficientAccountPermissions"},
		{"the secondary endpoint, a batch", nil, true, "POST", "/$batch", changeset(`POST /Movies {"PartitionKey":"b","RowKey":"z"}`), "", 403, "InsufficientAccountPermissions"},
	} {
		w := limited(h, c.limit, c.secondary, c.method, c.path, c.body, c.match)
		if w.Code != c.status || c.code != "" && !strings.Contains(w.Body.String(), c.code) {
			t.Errorf("%s: %d, want %d %s\n%s", c.name, w.Code, c.status, c.code, w.Body)
		}
		if c.status == 202 && strings.Contains(w.Body.String(), "odata.error") {
			t.Errorf("%s: %s", c.name, w.Body)
		}
	}
	for limit, want := range map[*Limit]string{nil: "9 2 9 b1 5", inRange: "2 9 b1 5", readOnly: "9 2 9 b1 5"} {
		if got := rowKeys(limited(h, limit, false, "GET", "/Movies()?$select=RowKey", "", "").Body.String()); got != want {
			t.Errorf("a query of %+v gave %s, want %s", limit, got, want)
		}
	}
	if got := rowKeys(limited(h, inRange, false, "GET", "/Movies()?$select=RowKey&$filter=RowKey%20eq%20'9'%20or%20RowKey%20eq%20'5'", "", "").Body.String()); got != "9 5" {
		t.Errorf("a filter of two alternatives gave %s", got)
	}
	w := limited(h, inRange, false, "GET", "/Movies()?$filter=property1%20eq%201'invalid'", "", "")
	if w.Code != 400 || !strings.Contains(w.Body.String(), "Syntax error at position 23 in 'property1 eq 1'invalid''.") {
		t.Errorf("a refused filter: %d %s", w.Code, w.Body)
	}
	mine := &Limit{Refusal: func(needs Operations) *engine.Error { return Errorf(AuthorizationResourceTypeMismatch, "%b", needs) }}
	if w := limited(h, mine, false, "GET", "/Tables", "", ""); !strings.Contains(w.Body.String(), "AuthorizationResourceTypeMismatch") {
		t.Errorf("a refusal of one's own: %s", w.Body)
	}
}

func limited(h http.Handler, l *Limit, secondary bool, method, path, body, match string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("Accept", "application/json")
	r.Header.Set("Content-Type", "application/json")
	if path == "/$batch" {
		r.Header.Set("Content-Type", "multipart/mixed; boundary=b")
	}
	if match != "" {
		r.Header.Set("If-Match", match)
	}
	ctx := WithLimit(r.Context(), l)
	if secondary {
		ctx = WithSecondary(ctx)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r.WithContext(ctx))
	return w
}

// rowKeys returns the RowKeys of a list that has nothing else.
func rowKeys(body string) string {
	var out []string
	err := readList(body, func(o *object) *engine.Error {
		for i := range o.members {
			v, _ := o.members[i].value()
			out = append(out, v.Text())
		}
		return nil
	})
	if err != nil {
		return body
	}
	return strings.Join(out, " ")
}
