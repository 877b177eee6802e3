package server

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
	"rangefinder/server/tableauth"
)

// seedOf returns a workspace with a table of n entities.
func seedOf(t testing.TB, n int) *engine.Image {
	t.Helper()
	db := engine.Open(engine.Options{})
	if err := db.CreateTable(t.Context(), "Orders"); err != nil {
		t.Fatal(err)
	}
	var list []engine.BulkEntity
	for i := range n {
		list = append(list, engine.BulkEntity{PartitionKey: fmt.Sprint("c", i%10), RowKey: fmt.Sprintf("%06d", i), Properties: []engine.Property{
			{Name: "State", Value: edm.NewString("open")}, {Name: "Total", Value: edm.NewDouble(float64(i) / 4)},
		}})
	}
	if _, err := db.Bulk(t.Context(), "Orders", list, engine.RefuseExisting); err != nil {
		t.Fatal(err)
	}
	return db.Image()
}

// call sends a request with a body to the page's server and returns status and body.
func call(h http.Handler, method, path, text string, fields ...string) (int, string) {
	r := httptest.NewRequest(method, "http://127.0.0.1:8080"+path, strings.NewReader(text))
	for i := 0; i < len(fields); i += 2 {
		r.Header.Set(fields[i], fields[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	b, _ := io.ReadAll(w.Result().Body)
	return w.Code, string(b)
}

// Ensure that whatever a test did to the tables, a reset brings the seed back, properties, Timestamps and settings and all; that a seed
// can be given anew, and a workspace be taken out and put back.
func TestFixture(t *testing.T) {
	known := tableauth.WellKnownAccount()
	tables := openTables(t, TablesConfig{Seed: seedOf(t, 100)})
	h := testHandler(t, func(c *Config) { c.Tables = tables })
	state := func() string {
		t.Helper()
		status, text := call(h, "GET", "/api/workspace", "")
		if status != 200 || !strings.HasSuffix(text, `{"rangefinder.end":true}`+"\n") {
			t.Fatalf("the workspace: %d %s", status, text)
		}
		return text
	}
	etag := func() string {
		r := send(tables, known, "GET", wellKnownBase+"/Orders(PartitionKey='c0',RowKey='000000')", "")
		return r.Header().Get("ETag")
	}
	spoil := func() {
		t.Helper()
		for _, request := range [][3]string{
			{"POST", "/Tables", `{"TableName":"More"}`}, {"POST", "/Orders", `{"PartitionKey":"new","RowKey":"r"}`},
			{"PUT", "/Orders(PartitionKey='c0',RowKey='000000')", `{"State":"gone"}`},
		} {
			if r := send(tables, known, request[0], wellKnownBase+request[1], request[2]); r.Code >= 300 {
				t.Fatal(request, r.Code, r.Body)
			}
		}
	}
	seed, tag := state(), etag()
	for range 2 {
		spoil()
		if state() == seed || etag() == tag {
			t.Fatal("nothing was spoiled")
		}
		if status, text := call(h, "POST", "/api/reset", ""); status != 200 || !strings.Contains(text, `"entities":100,"tables":1`) {
			t.Fatalf("reset: %d %s", status, text)
		}
		if state() != seed || etag() != tag {
			t.Error("a reset does not bring the seed back")
		}
	}
	spoil()
	spoiled := state()
	if status, text := call(h, "POST", "/api/seed", ""); status != 200 || !strings.Contains(text, `"entities":101`) {
		t.Errorf("what there is as the seed: %d %s", status, text)
	}
	if status, _ := call(h, "PUT", "/api/workspace", seed); status != 200 || state() != seed {
		t.Errorf("putting a workspace: %d", status)
	}
	if call(h, "POST", "/api/reset", ""); state() != spoiled {
		t.Error("putting a workspace changed the seed")
	}
	if status, _ := call(h, "POST", "/api/seed", seed); status != 200 || state() != seed {
		t.Errorf("a new seed: %d", status)
	}
	spoil()
	if call(h, "POST", "/api/reset", ""); state() != seed {
		t.Error("the new seed does not come back")
	}
	for _, bad := range []string{"PartitionKey,RowKey\na,b\n", seed[:len(seed)/2], "{"} {
		for _, request := range [][2]string{{"POST", "/api/seed"}, {"PUT", "/api/workspace"}} {
			if status, text := call(h, request[0], request[1], bad); status != 400 || state() != seed {
				t.Errorf("%v of %q: %d %s", request, bad[:1], status, text)
			}
		}
	}
	if status, _ := call(h, "PUT", "/api/workspace", ""); status != 400 || state() != seed {
		t.Errorf("an empty workspace: %d", status)
	}
}

// Ensure that nobody without the token, from another site, or under a foreign name has tables reset or read; that accounts with keys of
// their own need a token; and that tables which a directory keeps are not replaced unless the server was started for that.
func TestFixture_Refusals(t *testing.T) {
	tables := openTables(t, TablesConfig{Seed: seedOf(t, 10)})
	open := testHandler(t, func(c *Config) { c.Tables = tables })
	guarded := testHandler(t, func(c *Config) { c.Tables, c.Token = tables, "secret" })
	dir := t.TempDir()
	kept := testHandler(t, func(c *Config) { c.Tables = openTables(t, TablesConfig{Data: dir}) })
	for _, test := range []struct {
		name   string
		h      http.Handler
		method string
		path   string
		fields []string
		status int
	}{
		{"the first account", open, "POST", "/api/reset", nil, 200},
		{"another site", open, "POST", "/api/reset", []string{"Origin", "http://evil.example", "Sec-Fetch-Site", "cross-site"}, 403},
		{"a foreign name", open, "POST", "/api/reset", []string{"Host", "evil.example"}, 200}, // the field is not the host
		{"an account with a key of its own", open, "POST", "/api/reset?account=private1", nil, 404},
		{"its workspace", open, "GET", "/api/workspace?account=private1", nil, 404},
		{"nobody", open, "POST", "/api/reset?account=nobody", nil, 404},
		{"GET", open, "GET", "/api/reset", nil, 405},
		{"GET of a seed", open, "GET", "/api/seed", nil, 405},
		{"without the token", guarded, "POST", "/api/reset", nil, 401},
		{"without the token, to read", guarded, "GET", "/api/workspace", nil, 401},
		{"with the token", guarded, "POST", "/api/reset", []string{"Authorization", "Bearer secret"}, 200},
		{"with the token, another account", guarded, "GET", "/api/workspace?account=private1", []string{"Authorization", "Bearer secret"}, 200},
		{"a directory", kept, "POST", "/api/reset", nil, 409},
		{"a directory, workspace", kept, "PUT", "/api/workspace", nil, 409},
		{"a directory, seed", kept, "POST", "/api/seed", nil, 409},
		{"a directory, to read", kept, "GET", "/api/workspace", nil, 200},
	} {
		if status, text := call(test.h, test.method, test.path, "", test.fields...); status != test.status {
			t.Errorf("%s: %d, want %d: %.200s", test.name, status, test.status, text)
		}
	}
	for path, want := range map[string]string{"/api/reset": "POST", "/api/seed": "POST", "/api/workspace": "GET, HEAD, PUT", "/api/session": "GET, HEAD"} {
		w := httptest.NewRecorder()
		open.ServeHTTP(w, httptest.NewRequest("DELETE", "http://127.0.0.1"+path, nil))
		if got := w.Header().Get("Allow"); w.Code != http.StatusMethodNotAllowed || got != want {
			t.Errorf("DELETE %s: %d, Allow %q, want %q", path, w.Code, got, want)
		}
	}
	r := httptest.NewRequest("POST", "http://evil.example/api/reset", nil)
	w := httptest.NewRecorder()
	if open.ServeHTTP(w, r); w.Code != http.StatusMisdirectedRequest {
		t.Errorf("a foreign host name: %d", w.Code)
	}
}

// Ensure that a directory begins with the seed when it has no tables, keeps those that it has, and that a reset there lasts.
func TestFixture_Directory(t *testing.T) {
	dir := t.TempDir()
	known := tableauth.WellKnownAccount()
	count := func(tables *Tables) int { return tables.order[0].db.Image().Entities() }
	tables := openTables(t, TablesConfig{Data: dir, Seed: seedOf(t, 10)})
	if n := count(tables); n != 10 {
		t.Errorf("%d entities at the start", n)
	}
	send(tables, known, "POST", wellKnownBase+"/Orders", `{"PartitionKey":"new","RowKey":"r"}`)
	tables.Close()
	tables = openTables(t, TablesConfig{Data: dir, Seed: seedOf(t, 10)})
	if n := count(tables); n != 11 {
		t.Errorf("%d entities the second time", n)
	}
	h := testHandler(t, func(c *Config) { c.Tables = tables })
	if status, text := call(h, "POST", "/api/reset", ""); status != 200 {
		t.Fatal(status, text)
	}
	tables.Close()
	tables = openTables(t, TablesConfig{Data: dir, Seed: seedOf(t, 5)})
	if n := count(tables); n != 10 {
		t.Errorf("%d entities after the reset", n)
	}
}

// BenchmarkReset resets the tables to a seed of 1,000 entities after all of them were changed.
func BenchmarkReset(b *testing.B) {
	seed := seedOf(b, 1000)
	for _, dir := range []string{"", b.TempDir()} {
		b.Run(map[bool]string{true: "memory", false: "directory"}[dir == ""], func(b *testing.B) {
			tables, err := OpenTables(b.Context(), TablesConfig{Accounts: []tableauth.Account{tableauth.WellKnownAccount()}, Seed: seed, Data: dir})
			if err != nil {
				b.Fatal(err)
			}
			defer tables.Close()
			mux := http.NewServeMux()
			tables.registerFixture(mux, false)
			site := httptest.NewServer(mux)
			defer site.Close()
			for b.Loop() {
				b.StopTimer()
				var list []engine.BulkEntity
				for i := range 1000 {
					list = append(list, engine.BulkEntity{PartitionKey: fmt.Sprint("c", i%10), RowKey: fmt.Sprintf("%06d", i)})
				}
				if _, err := tables.order[0].db.Bulk(b.Context(), "Orders", list, engine.ReplaceExisting); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
				r, err := http.Post(site.URL+"/api/reset", "", nil)
				if err != nil {
					b.Fatal(err)
				}
				text, _ := io.ReadAll(r.Body)
				r.Body.Close()
				if !bytes.Contains(text, []byte(`"entities":1000`)) {
					b.Fatalf("%s", text)
				}
			}
		})
	}
}
