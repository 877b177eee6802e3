package server

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rangefinder/server/feed"
	"rangefinder/server/tableauth"
)

// Ensure that the page's server tells of requests and shows accounts to those who may see the page, and to nobody else; accounts
// with keys of their own only to those who know a token.
func TestServer_API(t *testing.T) {
	known := tableauth.WellKnownAccount()
	requests := feed.New(0)
	tables := openTables(t, TablesConfig{Feed: requests})
	send(tables, known, "POST", wellKnownBase+"/Tables", `{"TableName":"Movies"}`)
	open := func(change func(c *Config)) http.Handler {
		return testHandler(t, func(c *Config) {
			c.Tables, c.Feed = tables, requests
			if change != nil {
				change(c)
			}
		})
	}
	without := testHandler(t, nil)
	loopback := open(nil)
	guarded := open(func(c *Config) { c.Token = "secret" })
	bearer := []string{"Authorization", "Bearer secret"}
	json := []string{"Accept", "application/json"}
	// what the page sends: the secret of the server that it was loaded from
	page := append(pageFields(t, loopback), json...)
	guardedPage := append(append(pageFields(t, guarded, bearer...), json...), bearer...)
	withoutPage := pageFields(t, without)
	for _, test := range []struct {
		name    string
		h       http.Handler
		target  string
		headers []string
		status  int
		has     string
		hasNot  string
	}{
		{"requests", loopback, "/api/requests", nil, 200, `"operation":"Create Table"`, "sig"},
		{"shapes", loopback, "/api/shapes", nil, 200, `"shapes":[]`, ""},
		{"the page asks for requests", loopback, "/", nil, 200, ` data-requests="`, ""},
		{"the page does not", without, "/", nil, 200, "", "data-requests"},
		{"the page asks for no accounts", without, "/", nil, 200, "", "data-accounts"},
		{"the page asks for accounts", loopback, "/", nil, 200, ` data-accounts="1"`, ""},
		{"the page asks for accounts with keys of their own", guarded, "/", bearer, 200, ` data-accounts="2"`, ""},
		{"accounts", loopback, "/api/accounts", page, 200, `{"name":"devstoreaccount1","path":"api/accounts/devstoreaccount1","live":false,"endpoint":"","auth":"","durable":false,"writes":true,"locked":false,"typed":false,"label":"","emulator":false}`, "private1"},
		{"tables unsigned", loopback, "/api/accounts/devstoreaccount1/Tables", page, 200, "/api/accounts/devstoreaccount1/$metadata#Tables", ""},
		{"private account", loopback, "/api/accounts/private1/Tables", page, 404, "shows no account", ""},
		{"accounts without the session", loopback, "/api/accounts", json, 403, "SessionChanged", "devstoreaccount1"},
		{"tables without the session", loopback, "/api/accounts/devstoreaccount1/Tables", json, 403, "SessionChanged", "Movies"},
		{"unknown account", loopback, "/api/accounts/nobody/Tables", page, 404, "shows no account", ""},
		{"foreign host", loopback, "http://evil.example/api/requests", nil, 421, "", "Create Table"},
		{"foreign host, tables", loopback, "http://evil.example/api/accounts/devstoreaccount1/Tables", page, 421, "", "Movies"},
		{"cross-site write", loopback, "DELETE /api/accounts/devstoreaccount1/Tables('Movies')", append([]string{"Sec-Fetch-Site", "cross-site"}, page...), 403, "", ""},
		{"cross-site clearing", loopback, "DELETE /api/requests", []string{"Sec-Fetch-Site", "cross-site"}, 403, "", ""},
		{"no token", guarded, "/api/requests", nil, 401, "", "Create Table"},
		{"no token, tables", guarded, "/api/accounts/devstoreaccount1/Tables", page, 401, "", "Movies"},
		{"wrong token", guarded, "/api/requests", []string{"Authorization", "Bearer other"}, 401, "", "Create Table"},
		{"token", guarded, "/api/requests", bearer, 200, "Create Table", ""},
		{"token without the session", guarded, "/api/accounts/private1/Tables", append(json, bearer...), 403, "SessionChanged", `"value":[`},
		{"token, accounts", guarded, "/api/accounts", guardedPage, 200, "api/accounts/private1", ""},
		{"token, private account", guarded, "/api/accounts/private1/Tables", guardedPage, 200, `"value":[]`, ""},
		{"token, health", guarded, "/healthz", nil, 200, "ok", ""},
		{"no endpoint", without, "/api/accounts", withoutPage, 200, `{"accounts":[]}`, ""},
		{"no feed", without, "/api/requests", nil, 404, "", ""},
		{"no such account without an endpoint", without, "/api/accounts/devstoreaccount1/Tables", withoutPage, 404, "", ""},
	} {
		response := get(test.h, test.target, test.headers...)
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		if response.StatusCode != test.status || !strings.Contains(string(body), test.has) || test.hasNot != "" && strings.Contains(string(body), test.hasNot) {
			t.Errorf("%s: %d %s", test.name, response.StatusCode, body)
		}
	}
	if w := send(tables, known, "GET", wellKnownBase+"/Tables", ""); !strings.Contains(w.Body.String(), "Movies") {
		t.Errorf("the table is gone: %s", w.Body)
	}
	if found, _, _ := requests.Since(0, -1); len(found) != 2 {
		t.Errorf("the page's own requests are told of: %+v", found)
	}
}

// Ensure that keys of the page's own requests come to the account as they are written.
func TestServer_APIKeys(t *testing.T) {
	tables := openTables(t, TablesConfig{})
	h := testHandler(t, func(c *Config) { c.Tables = tables })
	fields := pageFields(t, h)
	ask := func(method, path, body string) *httptest.ResponseRecorder {
		return send(h, tableauth.Account{}, method, "http://127.0.0.1:8080/api/accounts/devstoreaccount1"+path, body, fields[0]+": "+fields[1])
	}
	if w := ask("POST", "/Tables", `{"TableName":"Movies"}`); w.Code != 201 {
		t.Fatal(w.Body)
	}
	for _, key := range []string{"..", ".", "%25", "a%3Bb", "%C3%BC", "", "%2B+%20", "~%5E%7C%22"} {
		path := "/Movies(PartitionKey='" + key + "',RowKey='" + key + "')"
		if w := ask("PUT", path, `{"A":1}`); w.Code != 204 {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
		if w := ask("GET", path, ""); w.Code != 200 || !strings.Contains(w.Body.String(), `"A":1`) {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
}
