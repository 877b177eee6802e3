package server

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rangefinder/server/tableauth"
)

// ownAccount is an account with a key of its own.
func ownAccount(t testing.TB) tableauth.Account {
	t.Helper()
	accounts, err := tableauth.ParseAccounts("private1:" + strings.Repeat("c2Vjb25k", 8))
	if err != nil {
		t.Fatal(err)
	}
	return accounts[0]
}

func openTables(t testing.TB, c TablesConfig) *Tables {
	t.Helper()
	if c.Accounts == nil {
		c.Accounts = []tableauth.Account{tableauth.WellKnownAccount(), ownAccount(t)}
	}
	tables, err := OpenTables(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tables.Close() })
	return tables
}

const wellKnownBase = "http://127.0.0.1:10002/devstoreaccount1"

// send sends a signed request with "Name: value" headers to a handler. An account without keys does not sign.
func send(h http.Handler, a tableauth.Account, method, url, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, url, strings.NewReader(body))
	r.RequestURI = r.URL.RequestURI()
	r.Header.Set("Accept", "application/json;odata=nometadata")
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, line := range headers {
		name, value, _ := strings.Cut(line, ": ")
		r.Header.Set(name, value)
	}
	if len(a.Keys) > 0 {
		tableauth.SignSharedKeyLite(r, a.Name, a.Keys[0], time.Now())
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// codeIn returns the code of an error in a body.
func codeIn(w *httptest.ResponseRecorder) string {
	var answer struct {
		Error struct{ Code string } `json:"odata.error"`
	}
	if json.Unmarshal(w.Body.Bytes(), &answer) != nil {
		_, rest, _ := strings.Cut(w.Body.String(), "<Code>")
		code, _, _ := strings.Cut(rest, "<")
		return code
	}
	return answer.Error.Code
}

// Ensure that accounts are found by path and by host, primary and secondary, each with tables and keys of its own.
func TestTables_Mount(t *testing.T) {
	known, own := tableauth.WellKnownAccount(), ownAccount(t)
	h := openTables(t, TablesConfig{})
	for _, test := range []struct {
		account           tableauth.Account
		method, url, body string
		status            int
		contains          string
	}{
		{known, "POST", wellKnownBase + "/Tables", `{"TableName":"Movies"}`, 201, "Movies"},
		{known, "GET", wellKnownBase + "/Tables", "", 200, "Movies"},
		{known, "GET", wellKnownBase + "-secondary/Tables", "", 200, "Movies"},
		{known, "POST", wellKnownBase + "-secondary/Tables", `{"TableName":"More"}`, 403, "InsufficientAccountPermissions"},
		{known, "GET", wellKnownBase + "-secondary/?restype=service&comp=stats", "", 200, "live"},
		{known, "GET", wellKnownBase + "?restype=service&comp=properties", "", 200, "StorageServiceProperties"},
		{known, "GET", "http://devstoreaccount1.table.localhost:10002/Tables", "", 200, "Movies"},
		{known, "GET", "http://devstoreaccount1-secondary.localhost/Tables", "", 200, "Movies"},
		{own, "GET", "http://127.0.0.1:10002/private1/Tables", "", 200, `{"value":[]}`},
		{own, "GET", "http://private1.table.core.windows.net/Tables", "", 200, `{"value":[]}`},
		{own, "GET", wellKnownBase + "/Tables", "", 403, "AuthenticationFailed"},
		{known, "GET", "http://127.0.0.1:10002/private1/Tables", "", 403, "AuthenticationFailed"},
		{tableauth.Account{}, "GET", wellKnownBase + "/Tables", "", 403, "AuthenticationFailed"},
		{known, "GET", "http://127.0.0.1:10002/Tables", "", 400, "/devstoreaccount1/Tables"},
		{known, "GET", "http://127.0.0.1:10002/", "", 400, "InvalidUri"},
		{known, "GET", "http://127.0.0.1:10002//devstoreaccount1/Tables", "", 400, "InvalidUri"},
		{known, "GET", "http://127.0.0.1:10002/devstore%61ccount1/Tables", "", 400, "InvalidUri"},
		{known, "GET", "http://127.0.0.1:10002/devstoreaccount10/Tables", "", 400, "InvalidUri"},
	} {
		if w := send(h, test.account, test.method, test.url, test.body); w.Code != test.status || !strings.Contains(w.Body.String(), test.contains) {
			t.Errorf("%s %s: %d %s", test.method, test.url, w.Code, w.Body)
		}
	}
	if w := send(h, tableauth.Account{}, "GET", "http://x/healthz", ""); w.Code != 200 || w.Body.String() != "ok\n" {
		t.Errorf("health: %d %s", w.Code, w.Body)
	}
	w := send(h, known, "GET", wellKnownBase+"/Movies(PartitionKey='a%2Fb',RowKey='%25')", "")
	if w.Code != 400 {
		t.Errorf("an encoded slash: %d %s", w.Code, w.Body)
	}
	w = send(h, known, "POST", wellKnownBase+"/Movies", `{"PartitionKey":"a%b","RowKey":"'"}`)
	if want := wellKnownBase + "/Movies(PartitionKey='a%25b',RowKey='%27%27')"; w.Code != 201 || w.Header().Get("Location") != want {
		t.Errorf("Location %s, want %s", w.Header().Get("Location"), want)
	}
}

// Ensure that the well-known key is taken under this machine's names only, unless told, and that keys of one's own are taken
// under any.
func TestTables_HostNames(t *testing.T) {
	const local, named, foreign = "http://127.0.0.1:10002/", "http://tables.example:10002/", "http://evil.example:10002/"
	for _, test := range []struct {
		config TablesConfig
		url    string
		want   [2]int // of the well-known account and of another
	}{
		{TablesConfig{}, local, [2]int{200, 200}},
		{TablesConfig{}, "http://[::1]:10002/", [2]int{200, 200}},
		{TablesConfig{}, foreign, [2]int{403, 200}},
		{TablesConfig{Hosts: []string{"tables.example"}}, named, [2]int{200, 200}},
		{TablesConfig{Hosts: []string{"tables.example"}}, foreign, [2]int{403, 200}},
		{TablesConfig{AnyHost: true}, foreign, [2]int{200, 200}},
	} {
		h := openTables(t, test.config)
		for i, a := range []tableauth.Account{tableauth.WellKnownAccount(), ownAccount(t)} {
			if w := send(h, a, "GET", test.url+a.Name+"/Tables", ""); w.Code != test.want[i] {
				t.Errorf("%s of %s: %d %s", test.url, a.Name, w.Code, w.Body)
			}
		}
	}
	if w := send(openTables(t, TablesConfig{}), tableauth.WellKnownAccount(), "GET", "http://devstoreaccount1.evil.example/Tables", ""); w.Code != 403 {
		t.Errorf("the name of the account in a foreign host name: %d", w.Code)
	}
}

// Ensure that tables, entities, service properties and policies are there after a restart, and that nobody else can open them.
func TestTables_Durable(t *testing.T) {
	known := tableauth.WellKnownAccount()
	dir := t.TempDir()
	first := openTables(t, TablesConfig{Data: dir})
	for _, step := range []struct {
		method, path, body string
		status             int
	}{
		{"POST", "/Tables", `{"TableName":"Movies"}`, 201},
		{"POST", "/Movies", `{"PartitionKey":"a","RowKey":"b"}`, 201},
		{"PUT", "/Movies?comp=acl", "<SignedIdentifiers><SignedIdentifier><Id>p</Id><AccessPolicy><Permission>r</Permission></AccessPolicy></SignedIdentifier></SignedIdentifiers>", 204},
		{"PUT", "/?restype=service&comp=properties", "<StorageServiceProperties><Cors><CorsRule><AllowedOrigins>*</AllowedOrigins><AllowedMethods>GET</AllowedMethods><AllowedHeaders></AllowedHeaders><ExposedHeaders></ExposedHeaders><MaxAgeInSeconds>7</MaxAgeInSeconds></CorsRule></Cors></StorageServiceProperties>", 202},
	} {
		if w := send(first, known, step.method, wellKnownBase+step.path, step.body); w.Code != step.status {
			t.Fatalf("%s %s: %d %s", step.method, step.path, w.Code, w.Body)
		}
	}
	if _, err := OpenTables(context.Background(), TablesConfig{Data: dir, Accounts: []tableauth.Account{known}}); err == nil {
		t.Error("the directory is opened twice")
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if w := send(first, known, "POST", wellKnownBase+"/Movies", `{"PartitionKey":"a","RowKey":"c"}`); w.Code < 500 {
		t.Errorf("written after the end: %d", w.Code)
	}
	second := openTables(t, TablesConfig{Data: dir})
	for path, want := range map[string]string{
		"/Movies()":                         `"RowKey":"b"`,
		"/Movies?comp=acl":                  "<Id>p</Id>",
		"/?restype=service&comp=properties": "<MaxAgeInSeconds>7<",
	} {
		if w := send(second, known, "GET", wellKnownBase+path, ""); !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	if w := send(second, ownAccount(t), "GET", "http://127.0.0.1/private1/Tables", ""); strings.Contains(w.Body.String(), "Movies") {
		t.Errorf("the table is in the other account too: %s", w.Body)
	}
	if w := send(second, known, "DELETE", wellKnownBase+"/Tables('Movies')", ""); w.Code != 204 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if left := second.accounts[known.Name].db.Documents(); len(left) != 1 {
		t.Errorf("documents %q are left", left)
	}
	send(second, known, "POST", wellKnownBase+"/Tables", `{"TableName":"movies"}`)
	if w := send(second, known, "GET", wellKnownBase+"/Movies?comp=acl", ""); w.Code != 200 || strings.Contains(w.Body.String(), "<Id>") {
		t.Errorf("policies outlive their table: %d %s", w.Code, w.Body)
	}
	if paths, err := DataDirs(dir); err != nil || len(paths) != 2 || filepath.Base(paths[0]) != "devstoreaccount1" {
		t.Errorf("%v %v", paths, err)
	}
}

// Ensure that accounts that cannot be are refused.
func TestOpenTables_Accounts(t *testing.T) {
	own := ownAccount(t)
	for name, accounts := range map[string][]tableauth.Account{
		"none": {}, "twice": {own, own}, "no key": {{Name: "nokey1"}}, "no name": {{Name: "A", Keys: own.Keys}}, "name of the health path": {{Name: "healthz", Keys: own.Keys}},
	} {
		if tables, err := OpenTables(context.Background(), TablesConfig{Accounts: accounts}); err == nil {
			tables.Close()
			t.Errorf("%s: opened", name)
		}
	}
}

// Ensure that a log that is mostly out of date is written anew, and one that is not is left alone.
func TestTables_Rewrite(t *testing.T) {
	known := tableauth.WellKnownAccount()
	tables := openTables(t, TablesConfig{Data: t.TempDir()})
	send(tables, known, "POST", wellKnownBase+"/Tables", `{"TableName":"Movies"}`)
	a := tables.accounts[known.Name]
	body := `{"Text":"` + strings.Repeat("x", 30_000) + `"}`
	for range 60 {
		if w := send(tables, known, "PUT", wellKnownBase+"/Movies(PartitionKey='a',RowKey='b')", body); w.Code != 204 {
			t.Fatal(w.Body)
		}
	}
	before := a.db.Storage().Log
	a.rewrite(t.Context(), slog.New(slog.DiscardHandler))
	after := a.db.Storage().Log
	if after > before/10 {
		t.Errorf("%d bytes of log become %d", before, after)
	}
	a.rewrite(t.Context(), slog.New(slog.DiscardHandler))
	if again := a.db.Storage().Log; again != after {
		t.Errorf("%d bytes of log become %d", after, again)
	}
	if w := send(tables, known, "GET", wellKnownBase+"/Movies(PartitionKey='a',RowKey='b')", ""); w.Code != 200 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// Ensure that the well-known key is guarded under every name and in every place among an account's keys.
func TestTables_HostNames_KeyOfAnyName(t *testing.T) {
	own := strings.Repeat("c2Vjb25k", 8)
	for _, text := range []string{"mine1:" + tableauth.WellKnownKey, "mine1:" + own + ":" + tableauth.WellKnownKey, "devstoreaccount1:" + tableauth.WellKnownKey} {
		accounts, err := tableauth.ParseAccounts(text)
		if err != nil {
			t.Fatal(err)
		}
		h := openTables(t, TablesConfig{Accounts: accounts})
		for host, want := range map[string]int{"127.0.0.1:10002": 200, "evil.example:10002": 403} {
			if w := send(h, accounts[0], "GET", "http://"+host+"/"+accounts[0].Name+"/Tables", ""); w.Code != want {
				t.Errorf("%s, keys %d, to %s: %d %s", accounts[0].Name, len(accounts[0].Keys), host, w.Code, w.Body)
			}
		}
	}
}
