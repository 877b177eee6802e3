package tableauth

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
)

// vectorTime is when the requests of section 7 were signed.
var vectorTime = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func wellKnownKey(t testing.TB) Key {
	t.Helper()
	return WellKnownAccount().Keys[0]
}

// vectors are those of section 7 for signed requests.
var vectors = []struct {
	sign      func(*http.Request, string, Key, time.Time)
	method    string
	url       string
	account   string
	typed     bool // Content-Type: application/json
	signature string
}{
	{SignSharedKey, "POST", "http://127.0.0.1:10002/devstoreaccount1/Tables", WellKnownName, true, "xSXzk2Q0lcgBz25WKEiFdmZpk72qcXL8kdCHMbZ3QS8="},
	{SignSharedKey, "GET", "http://127.0.0.1:10002/devstoreaccount1/Movies(PartitionKey='Action',RowKey='Cop%20Out')", WellKnownName, false, "6+CkcmKVAbCxY0lz40KbcS5vfPCVxUuokEPmjvoTEIU="},
	{SignSharedKeyLite, "GET", "http://127.0.0.1:10002/devstoreaccount1/Movies()?$filter=PartitionKey%20eq%20'Action'&$top=5", WellKnownName, false, "K7tDAcikrtxFeXegoLlmiK1pUOEDsdMZB3by8R6xAtk="},
	{SignSharedKey, "GET", "http://127.0.0.1:10002/devstoreaccount1/Movies?comp=acl", WellKnownName, false, "LVIDKT3g+NqByQF59cSNG7oEK2Q62Q5WlRhpRGfw6no="},
	{SignSharedKeyLite, "GET", "http://127.0.0.1:10002/devstoreaccount1/?restype=service&comp=properties", WellKnownName, false, "l55IJrAG5f8SZhffjg0O9vgzbTZoHdpb6MoXy58ikIQ="},
	{SignSharedKey, "GET", "https://myaccount.table.core.windows.net/Movies()", "myaccount", false, "h4rj+8ZvbMoFQJhA8D/IlLUMa99e2D0fdPFycL9YnU4="},
	{SignSharedKeyLite, "GET", "https://myaccount.table.core.windows.net/Movies()", "myaccount", false, "jBNkn3fVDD+FnUW0FdYrq+ivsE9l953Ahhj3ewZYIIw="},
}

// received returns the request that a server gets when r is sent.
func received(r *http.Request) *http.Request {
	in := httptest.NewRequest(r.Method, r.URL.String(), nil)
	in.RequestURI = r.URL.RequestURI() // as HTTP/1.1 clients send it
	in.Header = r.Header.Clone()
	return in
}

func verifier(t testing.TB, account string) *Verifier {
	return &Verifier{Account: Account{Name: account, Keys: []Key{wellKnownKey(t)}}, Now: func() time.Time { return vectorTime }}
}

// Ensure that requests are signed as section 7 says, and that what is signed is accepted.
func TestSign_Vectors(t *testing.T) {
	for i, v := range vectors {
		r, err := http.NewRequest(v.method, v.url, nil)
		if err != nil {
			t.Fatal(err)
		}
		if v.typed {
			r.Header.Set("Content-Type", "application/json")
		}
		v.sign(r, v.account, wellKnownKey(t), vectorTime)
		_, _, signature, _ := parseAuthorization(r.Header.Get("Authorization"))
		if signature != v.signature {
			t.Errorf("vector %d: signature %s, want %s", i+1, signature, v.signature)
		}
		in := received(r)
		if limit, err := verifier(t, v.account).Verify(in); err != nil || limit != nil {
			t.Errorf("vector %d is refused: %v", i+1, err)
		}
		in.RequestURI = r.URL.String() // in absolute form
		if _, err := verifier(t, v.account).Verify(in); err != nil {
			t.Errorf("vector %d in absolute form is refused: %v", i+1, err)
		}
		in.Method += "X"
		if _, err := verifier(t, v.account).Verify(in); strings.Contains(r.Header.Get("Authorization"), "SharedKey ") && err == nil {
			t.Errorf("vector %d is accepted for another method", i+1)
		}
		in = received(r)
		in.RequestURI += "x"
		if _, err := verifier(t, v.account).Verify(in); err == nil && !strings.Contains(in.RequestURI, "?") {
			t.Errorf("vector %d is accepted for another path", i+1)
		}
	}
}

// Ensure that shared access signatures are those of section 7.
func TestMakeSAS_Vectors(t *testing.T) {
	expiry := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	table, err := MakeTableSAS(WellKnownName, wellKnownKey(t), TableSAS{Version: "2019-02-02", Table: "Movies", Permissions: "r", Expiry: expiry})
	if err != nil || !strings.HasSuffix(table, "&sig=cUyl3Qa8QUwd6f%2F7pMkLKe0S9ofjotPEM9CZEYgQ9B4%3D") {
		t.Errorf("table: %s %v", table, err)
	}
	for version, want := range map[string]string{
		"2019-02-02": "9JFkWmofJOTunbm2UwmGQ%2F5hvaUicBS4o51INnA3cD0%3D",
		"2020-12-06": "dBavDLSPyWAACdJZHN1wXQdo3Et8fUi09238fZDCFWU%3D",
	} {
		account, err := MakeAccountSAS(WellKnownName, wellKnownKey(t), AccountSAS{Version: version, Services: "t", ResourceTypes: "sco", Permissions: "rl", Expiry: expiry, Protocol: "https,http"})
		if err != nil || !strings.HasSuffix(account, "&sig="+want) {
			t.Errorf("account, %s: %s %v", version, account, err)
		}
		limit, failure := verifier(t, WellKnownName).Verify(httptest.NewRequest("GET", "/devstoreaccount1/Tables?"+account, nil))
		if failure != nil || limit == nil || limit.Allowed != tablerest.ReadEntities|tablerest.ListTables|tablerest.ReadProperties {
			t.Errorf("account, %s: %+v %v", version, limit, failure)
		}
	}
}

// Ensure that the secondary endpoint takes the plain name in both places, and what is sent.
func TestVerify_Secondary(t *testing.T) {
	key := wellKnownKey(t)
	r, err := http.NewRequest("GET", "http://127.0.0.1:10002/devstoreaccount1-secondary/Tables", nil)
	if err != nil {
		t.Fatal(err)
	}
	date := vectorTime.Format(http.TimeFormat)
	r.Header.Set("Date", date)
	for resource, want := range map[string]engine.Code{
		"/devstoreaccount1/devstoreaccount1/Tables":                     "",
		"/devstoreaccount1/devstoreaccount1-secondary/Tables":           "",
		"/devstoreaccount1-secondary/devstoreaccount1-secondary/Tables": "",
		"/devstoreaccount1/devstoreaccount2/Tables":                     tablerest.AuthenticationFailed,
	} {
		for _, name := range []string{WellKnownName, WellKnownName + "-secondary"} {
			r.Header.Set("Authorization", "SharedKeyLite "+name+":"+key.Sign(date+"\n"+resource))
			if got := codeOf(verifier(t, WellKnownName).Verify(received(r))); got != want {
				t.Errorf("%s by %s: %q, want %q", resource, name, got, want)
			}
		}
	}
	SignSharedKey(r, WellKnownName, key, vectorTime)
	if _, err := verifier(t, WellKnownName).Verify(received(r)); err != nil {
		t.Error(err)
	}
}

func codeOf(_ *tablerest.Limit, err *engine.Error) engine.Code {
	if err == nil {
		return ""
	}
	return err.Code
}

// Ensure that a header is refused with the right code, whatever is wrong with it, and that either key is good.
func TestVerify_Header(t *testing.T) {
	second, err := ParseKey(strings.Repeat("c2Vjb25k", 8))
	if err != nil {
		t.Fatal(err)
	}
	third, err := ParseKey(strings.Repeat("dGhpcmQg", 8))
	if err != nil {
		t.Fatal(err)
	}
	v := verifier(t, WellKnownName)
	v.Account.Keys = append(v.Account.Keys, second)
	const failed, malformed = tablerest.AuthenticationFailed, tablerest.InvalidAuthenticationInfo
	for _, test := range []struct {
		name   string
		key    Key
		at     time.Time
		change func(h http.Header)
		want   engine.Code
	}{
		{"first key", wellKnownKey(t), vectorTime, nil, ""},
		{"second key", second, vectorTime, nil, ""},
		{"foreign key", third, vectorTime, nil, failed},
		{"15 minutes old", second, vectorTime.Add(-MaxSkew), nil, ""},
		{"15 minutes early", second, vectorTime.Add(MaxSkew), nil, ""},
		{"too old", second, vectorTime.Add(-MaxSkew - time.Second), nil, failed},
		{"too early", second, vectorTime.Add(MaxSkew + time.Second), nil, failed},
		{"no date", second, vectorTime, func(h http.Header) { h.Del("X-Ms-Date") }, failed},
		{"other date", second, vectorTime, func(h http.Header) { h.Set("X-Ms-Date", vectorTime.Add(time.Second).Format(http.TimeFormat)) }, failed},
		{"no such date", second, vectorTime, func(h http.Header) { h.Set("X-Ms-Date", "yesterday") }, failed},
		{"x-ms-date wins", second, vectorTime, func(h http.Header) { h.Set("Date", "yesterday") }, ""},
		{"content type added", second, vectorTime, func(h http.Header) { h.Set("Content-Type", "application/json") }, failed},
		{"not signed", second, vectorTime, func(h http.Header) { h.Del("Authorization") }, failed},
		{"signed twice", second, vectorTime, func(h http.Header) { h["Authorization"] = append(h["Authorization"], h["Authorization"]...) }, malformed},
		{"empty", second, vectorTime, func(h http.Header) { h.Set("Authorization", "") }, malformed},
		{"bearer", second, vectorTime, func(h http.Header) { h.Set("Authorization", "Bearer abc") }, malformed},
		{"no signature", second, vectorTime, func(h http.Header) { h.Set("Authorization", "SharedKey devstoreaccount1:") }, malformed},
		{"no account", second, vectorTime, func(h http.Header) { h.Set("Authorization", "SharedKey :abc") }, malformed},
		{"no Base64", second, vectorTime, func(h http.Header) { h.Set("Authorization", "SharedKey devstoreaccount1:!") }, failed},
		{"other account", second, vectorTime, func(h http.Header) {
			h.Set("Authorization", strings.Replace(h.Get("Authorization"), "account1", "account2", 1))
		}, failed},
	} {
		r := httptest.NewRequest("GET", "/devstoreaccount1/Tables", nil)
		SignSharedKey(r, WellKnownName, test.key, test.at)
		if test.change != nil {
			test.change(r.Header)
		}
		limit, err := v.Verify(r)
		if got := codeOf(limit, err); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
		if err != nil && (strings.Contains(err.Error(), "Tables") || tablerest.Status(err.Code) >= 500) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
	r := httptest.NewRequest("GET", "/devstoreaccount1/Tables", nil)
	SignSharedKey(r, WellKnownName, third, vectorTime)
	v.Debug = true
	if _, err := v.Verify(r); err == nil || !strings.Contains(err.Detail, `GET\n\n\nFri, 20 Nov 2026 12:00:00 GMT\n/devstoreaccount1/devstoreaccount1/Tables`) {
		t.Errorf("the string to sign is not told: %v", err)
	}
}

// signedTable makes a query of what parameters say, which need not make sense.
func signedTable(key Key, p sasParameters) string {
	p.sig = key.Sign(p.tableString(WellKnownName))
	return p.encode()
}

// Ensure that a table's SAS is accepted or refused with the right code.
func TestVerify_TableSAS(t *testing.T) {
	const failed = tablerest.AuthenticationFailed
	v := verifier(t, WellKnownName)
	v.Policies = func(_ context.Context, table string) ([]tablerest.AccessPolicy, error) {
		if table != "movies" {
			return nil, nil
		}
		return []tablerest.AccessPolicy{
			{ID: "all", Permission: "raud", Expiry: vectorTime.Add(time.Hour)},
			{ID: "old", Permission: "r", Expiry: vectorTime.Add(-time.Hour)},
			{ID: "open"},
			{ID: "later", Start: vectorTime.Add(time.Hour)},
		}, nil
	}
	ok := sasParameters{sv: "2019-02-02", tn: "Movies", sp: "raud", se: "2026-11-20T13:00:00Z"}
	for _, test := range []struct {
		name   string
		change func(p *sasParameters)
		want   engine.Code
	}{
		{"as it is", func(*sasParameters) {}, ""},
		{"oldest version", func(p *sasParameters) { p.sv = "2013-08-15" }, ""},
		{"version of 2015-02-21", func(p *sasParameters) { p.sv = "2015-02-21" }, ""},
		{"too old a version", func(p *sasParameters) { p.sv = "2012-02-12" }, failed},
		{"no version", func(p *sasParameters) { p.sv = "20190202" }, failed},
		{"unsigned protocol", func(p *sasParameters) { p.sv, p.spr = "2015-02-21", "https" }, failed},
		{"day only", func(p *sasParameters) { p.se = "2026-11-21" }, ""},
		{"minutes only", func(p *sasParameters) { p.se = "2026-11-20T12:01Z" }, ""},
		{"fraction", func(p *sasParameters) { p.se = "2026-11-20T12:00:00.0000001Z" }, ""},
		{"expires now", func(p *sasParameters) { p.se = "2026-11-20T12:00:00Z" }, failed},
		{"no time", func(p *sasParameters) { p.se = "tomorrow" }, failed},
		{"no expiry", func(p *sasParameters) { p.se = "" }, failed},
		{"starts now", func(p *sasParameters) { p.st = "2026-11-20T12:00:00Z" }, ""},
		{"starts later", func(p *sasParameters) { p.st = "2026-11-20T12:00:01Z" }, failed},
		{"no permissions", func(p *sasParameters) { p.sp = "" }, failed},
		{"permissions out of order", func(p *sasParameters) { p.sp = "ar" }, failed},
		{"unknown permission", func(p *sasParameters) { p.sp = "rl" }, failed},
		{"https only", func(p *sasParameters) { p.spr = "https" }, tablerest.AuthorizationProtocolMismatch},
		{"both protocols", func(p *sasParameters) { p.spr = "https,http" }, ""},
		{"http only", func(p *sasParameters) { p.spr = "http" }, failed},
		{"address", func(p *sasParameters) { p.sip = "192.0.2.1" }, ""},
		{"addresses", func(p *sasParameters) { p.sip = "192.0.1.255-192.0.2.1" }, ""},
		{"other addresses", func(p *sasParameters) { p.sip = "192.0.2.2-192.0.2.9" }, tablerest.AuthorizationSourceIPMismatch},
		{"addresses backwards", func(p *sasParameters) { p.sip = "192.0.2.9-192.0.2.0" }, failed},
		{"IPv6 address", func(p *sasParameters) { p.sip = "::1" }, tablerest.AuthorizationSourceIPMismatch},
		{"RowKey alone", func(p *sasParameters) { p.srk = "a" }, failed},
		{"end RowKey alone", func(p *sasParameters) { p.erk = "a" }, failed},
		{"policy", func(p *sasParameters) { p.si, p.sp, p.se = "all", "", "" }, ""},
		{"policy and the same field", func(p *sasParameters) { p.si, p.se = "all", "" }, failed},
		{"policy and another expiry", func(p *sasParameters) { p.si, p.sp = "all", "" }, failed},
		{"policy and a start", func(p *sasParameters) { p.si, p.sp, p.se, p.st = "all", "", "", "2026-11-20" }, ""},
		{"policy with a start and another", func(p *sasParameters) { p.si, p.st = "later", "2026-11-20" }, failed},
		{"policy that begins later", func(p *sasParameters) { p.si = "later" }, failed},
		{"policy that says nothing", func(p *sasParameters) { p.si = "open" }, ""},
		{"expired policy", func(p *sasParameters) { p.si, p.sp, p.se = "old", "", "" }, failed},
		{"no such policy", func(p *sasParameters) { p.si = "none" }, failed},
		{"policy of another table", func(p *sasParameters) { p.si, p.tn = "open", "Other" }, failed},
	} {
		p := ok
		test.change(&p)
		r := httptest.NewRequest("GET", "/devstoreaccount1/Movies()?"+signedTable(wellKnownKey(t), p), nil)
		if got := codeOf(v.Verify(r)); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
		for _, change := range []string{"&sv=2019-02-02", "&sig=a", "&%73p=r"} {
			r := httptest.NewRequest("GET", "/devstoreaccount1/Movies()?"+signedTable(wellKnownKey(t), p)+change, nil)
			if got := codeOf(v.Verify(r)); got != failed && p.sp != "" {
				t.Errorf("%s, %s given twice: %q", test.name, change, got)
			}
		}
	}
	// Each signed parameter, once changed, makes the signature a wrong one.
	full := sasParameters{sv: "2019-02-02", tn: "Movies", sp: "ra", st: "2026-11-20", se: "2026-11-21", sip: "192.0.2.1", spr: "https,http", spk: "a", srk: "b", epk: "c", erk: "d"}
	full.sig = wellKnownKey(t).Sign(full.tableString(WellKnownName))
	if got := codeOf(v.Verify(httptest.NewRequest("GET", "/devstoreaccount1/Movies()?"+full.encode(), nil))); got != "" {
		t.Fatalf("refused: %q", got)
	}
	for name, value := range map[string]string{"sv": "2018-03-28", "tn": "Films", "sp": "raud", "st": "2026-11-19", "se": "2026-11-22", "sip": "192.0.2.0-192.0.2.9", "spr": "https", "spk": "", "srk": "", "epk": "z", "erk": "", "si": "open"} {
		p := full
		*p.field(name) = value
		if got := codeOf(v.Verify(httptest.NewRequest("GET", "/devstoreaccount1/Movies()?"+p.encode(), nil))); got != failed {
			t.Errorf("%s=%s: %q", name, value, got)
		}
	}
}

// Ensure that a table's SAS limits operations, table and keys.
func TestVerify_TableSASLimit(t *testing.T) {
	query, err := MakeTableSAS(WellKnownName, wellKnownKey(t), TableSAS{
		Table: "Movies", Permissions: "rd", Expiry: vectorTime.Add(time.Hour), StartPartition: "a b", StartRow: "+&=", EndPartition: "ü",
	})
	if err != nil {
		t.Fatal(err)
	}
	limit, failure := verifier(t, WellKnownName).Verify(httptest.NewRequest("GET", "/devstoreaccount1/Movies()?"+query, nil))
	if failure != nil {
		t.Fatal(failure)
	}
	if limit.Allowed != tablerest.ReadEntities|tablerest.DeleteEntities || limit.Table != "Movies" || *limit.StartPartition != "a b" || *limit.StartRow != "+&=" ||
		*limit.EndPartition != "ü" || limit.EndRow != nil {
		t.Errorf("%+v", limit)
	}
	for _, s := range []TableSAS{
		{Table: "M", Permissions: "r", Expiry: vectorTime}, {Table: "Movies", Permissions: "ur", Expiry: vectorTime}, {Table: "Movies", Permissions: "r"},
		{Table: "Movies", Expiry: vectorTime}, {Table: "Movies", Permissions: "r", Expiry: vectorTime, EndRow: "x"},
	} {
		if query, err := MakeTableSAS(WellKnownName, wellKnownKey(t), s); err == nil {
			t.Errorf("%+v makes %s", s, query)
		}
	}
}

// Ensure that an account's SAS permits what resource types and permissions say together.
func TestVerify_AccountSAS(t *testing.T) {
	const all = tablerest.ListTables | tablerest.CreateTables | tablerest.DeleteTables | tablerest.ReadEntities | tablerest.AddEntities |
		tablerest.UpdateEntities | tablerest.DeleteEntities | tablerest.ReadProperties | tablerest.WriteProperties
	ok := AccountSAS{Services: "bt", ResourceTypes: "sco", Permissions: "rwdlacup", Expiry: vectorTime.Add(time.Hour)}
	for _, test := range []struct {
		name   string
		change func(s *AccountSAS)
		want   engine.Code
		allows tablerest.Operations
	}{
		{"everything", func(*AccountSAS) {}, "", all},
		{"newest version", func(s *AccountSAS) { s.Version = "2025-01-05" }, "", all},
		{"service only", func(s *AccountSAS) { s.ResourceTypes = "s" }, "", tablerest.ListTables | tablerest.ReadProperties | tablerest.WriteProperties},
		{"tables only", func(s *AccountSAS) { s.ResourceTypes = "c" }, "", tablerest.CreateTables | tablerest.DeleteTables},
		{"create by w", func(s *AccountSAS) { s.ResourceTypes, s.Permissions = "c", "w" }, "", tablerest.CreateTables},
		{"entities, update", func(s *AccountSAS) { s.ResourceTypes, s.Permissions = "o", "u" }, "", tablerest.UpdateEntities},
		{"entities, write", func(s *AccountSAS) { s.ResourceTypes, s.Permissions = "o", "wcl" }, "", 0},
		{"service, list", func(s *AccountSAS) { s.ResourceTypes, s.Permissions = "s", "l" }, "", tablerest.ListTables},
		{"entities, add", func(s *AccountSAS) { s.ResourceTypes, s.Permissions = "o", "a" }, "", tablerest.AddEntities},
		{"other service", func(s *AccountSAS) { s.Services = "bq" }, tablerest.AuthorizationServiceMismatch, 0},
		{"https", func(s *AccountSAS) { s.Protocol = "https" }, tablerest.AuthorizationProtocolMismatch, 0},
		{"address", func(s *AccountSAS) { s.Addresses = "192.0.2.2" }, tablerest.AuthorizationSourceIPMismatch, 0},
		{"expired", func(s *AccountSAS) { s.Expiry = vectorTime }, tablerest.AuthenticationFailed, 0},
		{"not yet", func(s *AccountSAS) { s.Start = vectorTime.Add(time.Second) }, tablerest.AuthenticationFailed, 0},
	} {
		s := ok
		test.change(&s)
		query, err := MakeAccountSAS(WellKnownName, wellKnownKey(t), s)
		if err != nil {
			t.Fatal(err)
		}
		limit, failure := verifier(t, WellKnownName).Verify(httptest.NewRequest("GET", "/devstoreaccount1/Tables?"+query, nil))
		if codeOf(limit, failure) != test.want || limit != nil && limit.Allowed != test.allows {
			t.Errorf("%s: %+v %v", test.name, limit, failure)
		}
	}
	s := ok
	s.ResourceTypes, s.Permissions = "o", "r"
	query, _ := MakeAccountSAS(WellKnownName, wellKnownKey(t), s)
	limit, _ := verifier(t, WellKnownName).Verify(httptest.NewRequest("GET", "/devstoreaccount1/Tables?"+query, nil))
	for needs, want := range map[tablerest.Operations]engine.Code{
		tablerest.TableACL:       tablerest.AuthorizationFailure,
		tablerest.ListTables:     tablerest.AuthorizationResourceTypeMismatch,
		tablerest.DeleteEntities: tablerest.AuthorizationPermissionMismatch,
	} {
		if got := limit.Refusal(needs).Code; got != want {
			t.Errorf("%b: %s, want %s", needs, got, want)
		}
	}
	for _, query := range []string{query + "&tn=Movies", strings.Replace(query, "ss=bt", "ss=x", 1), query[:strings.Index(query, "&sig")] + "&sig=", query + "&se=%zz"} {
		if limit, failure := verifier(t, WellKnownName).Verify(httptest.NewRequest("GET", "/devstoreaccount1/Tables?"+query, nil)); failure == nil {
			t.Errorf("%s permits %+v", query, limit)
		}
	}
	r := httptest.NewRequest("GET", "/devstoreaccount1/Tables?"+query, nil)
	SignSharedKey(r, WellKnownName, wellKnownKey(t), vectorTime)
	if got := codeOf(verifier(t, WellKnownName).Verify(r)); got != tablerest.InvalidAuthenticationInfo {
		t.Errorf("signed by header and query: %q", got)
	}
}

// Ensure that accounts are read, and that no mistake shows a key.
func TestParseAccounts(t *testing.T) {
	key := strings.TrimRight(WellKnownKey, "=")
	accounts, err := ParseAccounts("# mine\nfirst1:" + WellKnownKey + ":" + WellKnownKey + "; second2:" + WellKnownKey + ";\r\n\n")
	if err != nil || len(accounts) != 2 || accounts[0].Name != "first1" || len(accounts[0].Keys) != 2 || accounts[1].Name != "second2" {
		t.Errorf("%v %v", accounts, err)
	}
	for _, text := range []string{
		WellKnownKey, ":" + WellKnownKey, "UPPER:" + WellKnownKey, "ab:" + WellKnownKey, "first1:" + WellKnownKey[:20], "first1:" + WellKnownKey + "!", "first1:c2hvcnQ=",
		"first1=" + WellKnownKey, "first1:" + strings.Repeat(WellKnownKey+":", 2) + WellKnownKey, "first1:" + WellKnownKey + ";first1:" + WellKnownKey,
	} {
		accounts, err := ParseAccounts(text)
		if err == nil || strings.Contains(err.Error(), key[:8]) {
			t.Errorf("%s: %v %v", text, accounts, err)
		}
	}
	hidden := struct {
		Account Account
		private Key
	}{accounts[0], accounts[0].Keys[0]}
	encoded, _ := json.Marshal(accounts)
	shown := fmt.Sprintf("%v %+v %#v %s %v %s %v", hidden, hidden, hidden, accounts[0].Keys[0], &accounts[0].Keys[0], encoded, hidden.private.LogValue())
	for _, secret := range []string{key[:8], "19 203 188", "13cbbc", "0x13, 0xcb", "[19"} {
		if strings.Contains(shown, secret) {
			t.Errorf("%q shows in %s", secret, shown)
		}
	}
}
