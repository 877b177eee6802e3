package azurite

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang/edm"
	"rangefinder/server/connection"
	"rangefinder/server/proxy"
	"rangefinder/server/tableauth"
)

// Ensure that Azurite takes what the proxy sends, by each way to sign: tables, single operations, transactions, pages of queries,
// and keys with every kind of character.
func TestProxy_Azurite(t *testing.T) {
	shared.explain(t)
	key := tableauth.WellKnownAccount().Keys[0]
	sas, err := tableauth.MakeAccountSAS(tableauth.WellKnownName, key, tableauth.AccountSAS{Services: "t", ResourceTypes: "sco", Permissions: "rwdlacu", Expiry: time.Now().Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	withKey := "AccountName=" + tableauth.WellKnownName + ";AccountKey=" + tableauth.WellKnownKey + ";TableEndpoint=" + shared.URL
	for name, test := range map[string]struct {
		text   string
		scheme connection.Scheme
	}{
		"Lite": {withKey, connection.SharedKeyLite},
		"Full": {withKey, connection.SharedKey},
		"SAS":  {"TableEndpoint=" + shared.URL + ";SharedAccessSignature=" + sas, connection.SharedKeyLite},
	} {
		t.Run(name, func(t *testing.T) {
			account, err := connection.Parse(test.text)
			if err != nil {
				t.Fatal(err)
			}
			p, err := proxy.New(proxy.Config{Accounts: []connection.Entry{{Name: "a", Account: account}}, Scheme: test.scheme, AllowWrites: true})
			if err != nil {
				t.Fatal(err)
			}
			const below = "/some/prefix/api/accounts/a"
			page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.Serve(w, r, "a", r.URL.EscapedPath()[len(below):]) }))
			defer page.Close()
			c := &tablerest.Client{Doer: tablerest.HTTPDoer{}, URL: page.URL + below}
			table := "Proxied" + name
			if err := c.CreateTable(t.Context(), table); err != nil {
				t.Fatal(err)
			}
			ops := []engine.Op{}
			for _, rk := range []string{"a", "O'Neil", "ü & +", "100%", "..", "", "(x)", "a,b;c"} {
				ops = append(ops, engine.Op{Kind: engine.Insert, PartitionKey: "p'1", RowKey: rk, Properties: []engine.Property{{Name: "N", Value: edm.NewInt32(1)}}})
			}
			results, err := c.Batch(t.Context(), table, ops)
			if err != nil || len(results) != len(ops) {
				t.Fatalf("%d results, %v", len(results), err)
			}
			for i, op := range ops[:5] {
				op.Kind, op.IfMatch = engine.Merge, results[i].ETag
				op.Properties = []engine.Property{{Name: "M", Value: edm.NewInt32(2)}}
				if _, err := c.Apply(t.Context(), table, op); err != nil {
					t.Errorf("%q: %v", op.RowKey, err)
				}
				if e, err := c.Get(t.Context(), table, op.PartitionKey, op.RowKey); err != nil || e.RowKey() != op.RowKey {
					t.Errorf("%q: %v %v", op.RowKey, e, err)
				}
			}
			if _, err := c.Batch(t.Context(), table, ops[:2]); err == nil {
				t.Error("entities are inserted twice")
			}
			found, q := 0, engine.Query{Filter: "PartitionKey eq 'p''1' and N eq 1", Top: 3}
			for range 9 {
				got, err := c.Query(t.Context(), table, q)
				if err != nil {
					t.Fatal(err)
				}
				found += len(got.Entities)
				if q.From = got.Next; !q.From.Valid {
					break
				}
			}
			if found != len(ops) {
				t.Errorf("%d entities, want %d", found, len(ops))
			}
			if err := c.DeleteTable(t.Context(), table); err != nil {
				t.Error(err)
			}
		})
	}
}

// Ensure that nothing in a batch makes Azurite write to an account that is locked at the proxy, and that a batch that reads is
// answered. Azurite takes the boundary, the method and the address from wherever they stand first.
func TestAttack_ProxyLock(t *testing.T) {
	shared.explain(t)
	account, err := connection.Parse("AccountName=" + tableauth.WellKnownName + ";AccountKey=" + tableauth.WellKnownKey + ";TableEndpoint=" + shared.URL)
	if err != nil {
		t.Fatal(err)
	}
	p, err := proxy.New(proxy.Config{Accounts: []connection.Entry{{Name: "a", Account: account}}, AllowWrites: true})
	if err != nil {
		t.Fatal(err)
	}
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.Serve(w, r, "a", r.URL.EscapedPath()) }))
	defer page.Close()
	c := &tablerest.Client{Doer: tablerest.HTTPDoer{}, URL: page.URL}
	const table = "LockedMovies"
	if err := c.CreateTable(t.Context(), table); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"a", "DELETE"} {
		if _, err := c.Apply(t.Context(), table, engine.Op{Kind: engine.Insert, PartitionKey: key, RowKey: "b", Properties: []engine.Property{{Name: "N", Value: edm.NewInt32(1)}}}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := p.AllowWrites("a", false); err != nil {
		t.Fatal(err)
	}
	address := func(key string) string { return shared.URL + "/" + table + "(PartitionKey='" + key + "',RowKey='b')" }
	for name, test := range map[string]struct {
		key    string
		lines  []string
		reads  bool // it is a read and nothing else
		status int  // 0 for any
	}{
		"no attack":                  {"a", []string{"Accept: application/json;odata=nometadata"}, true, http.StatusAccepted},
		"key that is a method":       {"DELETE", nil, true, http.StatusAccepted},
		"request in Content-Type":    {"a", []string{"Accept: application/json;boundary=zzz;--zzz", "Content-Type: DELETE " + address("a") + " HTTP/1.1", "If-Match: *"}, false, 0},
		"request in Content-ID":      {"a", []string{"Accept: application/json;boundary=zzz;--zzz", "Content-ID: DELETE " + address("a") + " HTTP/1.1", "If-Match: *"}, false, 0},
		"request in If-Match":        {"a", []string{"Content-ID: boundary=zzz;--zzz", "If-Match: DELETE " + address("a") + " HTTP/1.1", "Prefer: *"}, false, 0},
		"boundary in Content-ID":     {"a", []string{"Content-ID: boundary=zzz;--zzz", "Accept: MERGE " + address("a") + ` HTTP/1.1 {"N":2}`, "If-Match: *"}, false, 0},
		"boundary of the inner part": {"a", []string{"Accept: boundary=zzz;--zzz", "Prefer: --zzz", "Content-Type: PUT " + address("a") + " HTTP/1.1", "If-Match: *", "", `{"N":2}`}, false, 0},
	} {
		t.Run(name, func(t *testing.T) {
			body := "--batch_b\r\nContent-Type: application/http\r\n\r\nGET " + address(test.key) + " HTTP/1.1\r\n" + strings.Join(append(test.lines, ""), "\r\n") + "\r\n\r\n--batch_b--\r\n"
			r, err := (tablerest.HTTPDoer{}).Do(t.Context(), tablerest.Request{Method: "POST", URL: page.URL + "/$batch", Body: body,
				Header: []tablerest.Field{{Name: "Content-Type", Value: "multipart/mixed; boundary=batch_b"}}})
			if err != nil {
				t.Fatal(err)
			}
			if test.status != 0 && r.Status != test.status || test.reads && !strings.Contains(r.Body, `"PartitionKey":"`+test.key+`"`) {
				t.Errorf("%d %s", r.Status, r.Body)
			}
			for _, key := range []string{"a", "DELETE"} {
				if e, err := c.Get(t.Context(), table, key, "b"); err != nil {
					t.Errorf("the entity %s of the locked account is gone: %v", key, err)
				} else if v, _ := e.Value("N"); v != edm.NewInt32(1) {
					t.Errorf("the entity %s of the locked account has changed: %v", key, v)
				}
			}
		})
	}
}
