package proxy

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"rangefinder/server/connection"
	"rangefinder/server/tableauth"
)

// testKey is a key that nobody has.
var testKey = base64.StdEncoding.EncodeToString(bytes.Repeat([]byte("very secret key!"), 4))

// service records the last request that it got, and answers what it is told to.
type service struct {
	*httptest.Server
	mutex  sync.Mutex
	last   *http.Request
	body   string
	count  int
	answer http.HandlerFunc
}

func newService(t *testing.T) *service {
	s := &service{answer: func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", jsonMinimal)
		io.WriteString(w, `{"value":[]}`)
	}}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mutex.Lock()
		s.last, s.body = r, string(body)
		s.count++
		answer := s.answer
		s.mutex.Unlock()
		answer(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// logBuffer is a log that several goroutines write.
type logBuffer struct {
	mutex sync.Mutex
	b     bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.b.Write(p)
}

func (l *logBuffer) String() string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.b.String()
}

func entry(t *testing.T, name, text string) connection.Entry {
	t.Helper()
	a, err := connection.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return connection.Entry{Name: name, Account: a}
}

// open makes a proxy with an account x, at the service, whose lock is open.
func open(t *testing.T, s *service, change func(*Config)) (*Proxy, *logBuffer) {
	t.Helper()
	log := &logBuffer{}
	c := Config{Accounts: []connection.Entry{entry(t, "x", "AccountName=acct;AccountKey="+testKey+";TableEndpoint="+s.URL+"/acct")},
		AllowWrites: true, Log: slog.New(slog.NewTextHandler(log, nil))}
	if change != nil {
		change(&c)
	}
	p, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return p, log
}

// ask sends a request to an account of a proxy. An answer that was cut off has the status 0.
func ask(p *Proxy, account, method, target, body string, fields ...string) *httptest.ResponseRecorder {
	path, query, _ := strings.Cut(target, "?")
	r := httptest.NewRequest(http.MethodGet, "/", strings.NewReader(body))
	r.Method, r.URL.RawQuery, r.RequestURI = method, query, "/api/accounts/"+account+target
	for i := 0; i < len(fields); i += 2 {
		r.Header.Add(fields[i], fields[i+1])
	}
	w := httptest.NewRecorder()
	func() {
		defer func() {
			if failed := recover(); failed != nil {
				if failed != http.ErrAbortHandler {
					panic(failed)
				}
				w.Code = 0
			}
		}()
		p.Serve(w, r, account, path)
	}()
	return w
}

// Ensure that each operation of the protocol comes to the service as it was meant, signed, and that its answer comes back.
func TestProxy_Operations(t *testing.T) {
	s := newService(t)
	p, _ := open(t, s, nil)
	for _, test := range []struct{ method, target, want string }{
		{"GET", "/Tables", "/acct/Tables"},
		{"GET", "/Tables?$top=5&NextTableName=a%2Bb&$filter=TableName%20eq%20'x'", "/acct/Tables?$top=5&NextTableName=a%2Bb&$filter=TableName%20eq%20%27x%27"},
		{"POST", "/Tables", "/acct/Tables"},
		{"GET", "/Tables('Movies')", "/acct/Tables('Movies')"},
		{"DELETE", "/Tables('Movies')", "/acct/Tables('Movies')"},
		{"GET", "/Movies()?$filter=A+eq+'%C3%BC+%2B'&$select=A,B&timeout=20", "/acct/Movies()?$filter=A%20eq%20%27%C3%BC%20%2B%27&$select=A%2CB&timeout=20"},
		{"GET", "/Movies?$top=1&NextPartitionKey=1!4!YQ--&NextRowKey=", "/acct/Movies()?$top=1&NextPartitionKey=1%214%21YQ--&NextRowKey="},
		{"POST", "/Movies", "/acct/Movies"},
		{"GET", "/Movies(PartitionKey='..',RowKey='O''Neil%20%C3%BC')?$select=A&$format=application/json", "/acct/Movies(PartitionKey='..',RowKey='O%27%27Neil%20%C3%BC')?$select=A&$format=application%2Fjson"},
		{"PUT", "/Movies(PartitionKey='a',RowKey='b')", "/acct/Movies(PartitionKey='a',RowKey='b')"},
		{"MERGE", "/Movies(PartitionKey='a',RowKey='b')", "/acct/Movies(PartitionKey='a',RowKey='b')"},
		{"PATCH", "/Movies(PartitionKey='a',RowKey='b')", "/acct/Movies(PartitionKey='a',RowKey='b')"},
		{"DELETE", "/Movies(RowKey='b', PartitionKey='%2525')", "/acct/Movies(PartitionKey='%2525',RowKey='b')"},
		{"GET", "/Movies?comp=acl", "/acct/Movies?comp=acl"},
		{"PUT", "/Movies?comp=acl", "/acct/Movies?comp=acl"},
		{"GET", "/?restype=service&comp=properties", "/acct/?restype=service&comp=properties"},
		{"PUT", "/?comp=properties&restype=service", "/acct/?restype=service&comp=properties"},
	} {
		s.last = nil
		w := ask(p, "x", test.method, test.target, "")
		if w.Code != 200 || w.Body.String() != `{"value":[]}` || s.last == nil || s.last.Method != test.method || strings.ReplaceAll(s.last.RequestURI, "%24", "$") != test.want {
			t.Errorf("%s %s: %d %s as %+v", test.method, test.target, w.Code, w.Body, s.last)
			continue
		}
		key, _ := tableauth.ParseKey(testKey)
		if _, err := (&tableauth.Verifier{Account: tableauth.Account{Name: "acct", Keys: []tableauth.Key{key}}}).Verify(s.last); err != nil {
			t.Errorf("%s %s: %v", test.method, test.target, err)
		}
	}
}

// Ensure that an account is read-only until its lock is opened, that each write is refused and no read is.
func TestProxy_Lock(t *testing.T) {
	s := newService(t)
	p, _ := open(t, s, func(c *Config) { c.AllowWrites = false })
	const point = "/Movies(PartitionKey='a',RowKey='b')"
	batch := func(request string) string {
		return "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\nContent-Type: application/http\r\n\r\n" + request + "\r\n--c--\r\n--b--\r\n"
	}
	read := "--b\r\nContent-Type: application/http\r\n\r\nGET http://h/api/accounts/x" + point + " HTTP/1.1\r\n\r\n\r\n--b--\r\n"
	mixed := []string{"Content-Type", "multipart/mixed; boundary=b"}
	for _, test := range []struct {
		method, target, body string
		fields               []string
		write                bool
	}{
		{"GET", "/Tables", "", nil, false},
		{"GET", "/Movies()", "", nil, false},
		{"GET", point, "", nil, false},
		{"GET", "/Movies?comp=acl", "", nil, false},
		{"POST", "/$batch", read, mixed, false},
		{"POST", "/Tables", `{"TableName":"x"}`, nil, true},
		{"DELETE", "/Tables('Movies')", "", nil, true},
		{"POST", "/Movies", "{}", nil, true},
		{"PUT", point, "{}", nil, true},
		{"MERGE", point, "{}", nil, true},
		{"PATCH", point, "{}", nil, true},
		{"DELETE", point, "", nil, true},
		{"PUT", "/Movies?comp=acl", "", nil, true},
		{"PUT", "/?restype=service&comp=properties", "", nil, true},
		{"POST", "/$batch", batch("PUT http://h/api/accounts/x" + point + " HTTP/1.1\r\nContent-Type: application/json\r\n\r\n{}"), mixed, true},
	} {
		for _, unlocked := range []bool{false, true} {
			if _, err := p.AllowWrites("x", unlocked); err != nil {
				t.Fatal(err)
			}
			before := s.count
			w := ask(p, "x", test.method, test.target, test.body, test.fields...)
			passed := s.count > before
			if want := unlocked || !test.write; passed != want || want && w.Code != 200 || !want && (w.Code != 403 || !strings.Contains(w.Body.String(), `"AccountIsLocked"`)) {
				t.Errorf("%s %s, unlocked %v: passed %v, %d %s", test.method, test.target, unlocked, passed, w.Code, w.Body)
			}
		}
	}
	if _, err := p.AllowWrites("x", false); err != nil {
		t.Fatal(err)
	}
	odd := strings.Replace(read, "HTTP/1.1\r\n", "HTTP/1.1\r\nAccept: text/html\r\n", 1)
	if w := ask(p, "x", "POST", "/$batch", odd, mixed...); odd == read || w.Code != 400 {
		t.Errorf("a batch that reads with an odd header, of a locked account: %d %s", w.Code, w.Body)
	}
	if _, err := p.AllowWrites("x", true); err != nil {
		t.Fatal(err)
	}
	if w := ask(p, "x", "POST", "/$batch", "nonsense", mixed...); w.Code != 400 {
		t.Errorf("a malformed batch: %d %s", w.Code, w.Body)
	}
	ask(p, "x", "POST", "/$batch", batch("PUT http://h/api/accounts/x"+point+" HTTP/1.1\r\nContent-Type: application/json\r\n\r\n{}"), mixed...)
	if !strings.Contains(s.body, "PUT "+s.URL+"/acct"+point+" HTTP/1.1") {
		t.Errorf("the batch is not addressed to the service:\n%s", s.body)
	}
}

// Ensure that what is no operation of the protocol comes to no service.
func TestProxy_NotAllowed(t *testing.T) {
	s := newService(t)
	p, _ := open(t, s, nil)
	const point = "/Movies(PartitionKey='a',RowKey='b')"
	for _, test := range []struct {
		method, target string
		fields         []string
		status         int
		code           string
	}{
		{"GET", "", nil, 403, OperationNotAllowed},
		{"GET", "/", nil, 403, OperationNotAllowed},
		{"GET", "/?restype=service&comp=keys", nil, 403, OperationNotAllowed},
		{"GET", "/?comp=properties", nil, 403, OperationNotAllowed},
		{"GET", "/Tables?restype=service", nil, 403, OperationNotAllowed},
		{"GET", "/?restype=service&comp=stats", nil, 403, OperationNotAllowed}, // there is no secondary endpoint
		{"POST", "/?restype=service&comp=properties", nil, 403, OperationNotAllowed},
		{"GET", "/$batch", nil, 403, OperationNotAllowed},
		{"PUT", "/Tables", nil, 403, OperationNotAllowed},
		{"HEAD", "/Tables", nil, 403, OperationNotAllowed},
		{"OPTIONS", "/Tables", nil, 403, OperationNotAllowed},
		{"TRACE", "/Tables", nil, 403, OperationNotAllowed},
		{"CONNECT", "/Tables", nil, 403, OperationNotAllowed},
		{"get", "/Tables", nil, 403, OperationNotAllowed},
		{"POST", point, nil, 403, OperationNotAllowed},
		{"PUT", "/Movies", nil, 403, OperationNotAllowed},
		{"DELETE", "/Movies?comp=acl", nil, 403, OperationNotAllowed},
		{"POST", point, []string{"X-HTTP-Method", "DELETE"}, 403, OperationNotAllowed},
		{"GET", "/Tables", []string{"X-HTTP-Method-Override", "DELETE"}, 403, OperationNotAllowed},
		{"GET", "/Tables", []string{"Connection", "Upgrade", "Upgrade", "websocket"}, 403, OperationNotAllowed},
		{"GET", "/Tables?sig=abc", nil, 403, OperationNotAllowed},
		{"GET", "/Tables?sv=2019-02-02", nil, 403, OperationNotAllowed},
		{"GET", "/Movies()?$orderby=A", nil, 403, OperationNotAllowed},
		{"GET", "/Movies()?$skip=1", nil, 403, OperationNotAllowed},
		{"GET", "/Movies()?x", nil, 403, OperationNotAllowed},
		{"PUT", point + "?$select=A", nil, 403, OperationNotAllowed},
		{"GET", "/Movies()?$top=1&$top=2", nil, 400, InvalidQuery},
		{"GET", "/Movies()?$top=1&%24top=2", nil, 400, InvalidQuery},
		{"GET", "/Movies()?$filter=%zz", nil, 400, InvalidQuery},
		{"GET", "/Movies()?$filter=%ff", nil, 400, InvalidQuery},
		{"GET", "/Movies()?" + strings.Repeat("a&", 99), nil, 400, InvalidQuery},
		{"GET", "/Movies/..", nil, 400, "InvalidResourceName"},
		{"GET", "//evil.example/Tables", nil, 400, "InvalidResourceName"},
		{"GET", "/Tables", []string{"Accept", "a", "Accept", "b"}, 400, InvalidHeader},
		{"GET", "/Tables", []string{"If-Match", "\xff"}, 400, InvalidHeader},
		{"GET", "/Tables", []string{"X-Ms-Version", strings.Repeat("x", 9<<10)}, 400, InvalidHeader},
	} {
		w := ask(p, "x", test.method, test.target, "", test.fields...)
		if w.Code != test.status || test.method != "HEAD" && !strings.Contains(w.Body.String(), `"code":"`+test.code+`"`) {
			t.Errorf("%s %s: %d %s, want %d %s", test.method, test.target, w.Code, w.Body, test.status, test.code)
		}
	}
	if w := ask(p, "x", "POST", "/Movies", strings.Repeat("x", maxBody+1)); w.Code != 413 {
		t.Errorf("too long a body: %d", w.Code)
	}
	if w := ask(p, "y", "GET", "/Tables", ""); w.Code != 404 || !strings.Contains(w.Body.String(), AccountNotFound) {
		t.Errorf("an unknown account: %d %s", w.Code, w.Body)
	}
	if s.count != 0 {
		t.Errorf("%d requests came to the service", s.count)
	}
}

// Ensure that of the page's headers those on the list travel, and nothing that is the page's own.
func TestProxy_RequestHeaders(t *testing.T) {
	s := newService(t)
	p, _ := open(t, s, nil)
	sent := map[string]string{
		"Accept": "application/json;odata=nometadata", "Content-Type": "application/json", "DataServiceVersion": "3.0;", "MaxDataServiceVersion": "3.0;NetFx",
		"If-Match": `W/"x"`, "If-None-Match": "*", "Prefer": "return-no-content", "X-Ms-Client-Request-Id": "mine", "X-Ms-Version": "2017-04-17",
	}
	var fields []string
	for name, value := range sent {
		fields = append(fields, name, value)
	}
	for _, name := range []string{"Cookie", "Authorization", "Origin", "Referer", "User-Agent", "Accept-Language", "Accept-Encoding", "X-Forwarded-For", "Forwarded", "Via",
		"X-Rangefinder-Session", "Sec-Fetch-Site", "X-Ms-Date", "Date", "X-Ms-Copy-Source", "Proxy-Authorization", "Range", "Te", "Expect", "Content-Encoding"} {
		fields = append(fields, name, "page's own")
	}
	if w := ask(p, "x", "PUT", "/Movies(PartitionKey='a',RowKey='b')", `{"A":1}`, fields...); w.Code != 200 {
		t.Fatal(w.Body)
	}
	if s.body != `{"A":1}` || s.last.ContentLength != 7 {
		t.Errorf("the body is %q", s.body)
	}
	for name, value := range sent {
		if got := s.last.Header.Get(name); got != value {
			t.Errorf("%s is %q, want %q", name, got, value)
		}
	}
	for name, values := range s.last.Header {
		if strings.Contains(fmt.Sprint(values), "page's own") {
			t.Errorf("%s travels", name)
		}
	}
	if s.last.Host != strings.TrimPrefix(s.URL, "http://") {
		t.Errorf("the host is %s", s.last.Host)
	}
	ask(p, "x", "GET", "/Tables", "")
	if h := s.last.Header; h.Get("X-Ms-Version") != "2019-02-02" || h.Get("DataServiceVersion") != "3.0" || h.Get("Accept") != defaultAccept {
		t.Errorf("without headers: %v", h)
	}
}

// Ensure that a signature by SharedKey, a SAS and a token reach the service, each request with what it needs.
func TestProxy_Credentials(t *testing.T) {
	s := newService(t)
	sas := "sv=2019-02-02&ss=t&srt=sco&sp=rl&se=2099-01-01T00%3A00%3A00Z&sig=" + strings.Repeat("A", 43) + "%3D"
	tokens := fakeTokens{}
	roles, err := connection.ParseEntra(s.URL+"/acct", tokens)
	if err != nil {
		t.Fatal(err)
	}
	p, log := open(t, s, func(c *Config) {
		c.Scheme = connection.SharedKey
		c.Accounts = append(c.Accounts, entry(t, "sas", "TableEndpoint="+s.URL+"/acct;SharedAccessSignature="+sas), connection.Entry{Name: "roles", Account: roles})
	})
	if ask(p, "x", "GET", "/Tables", ""); !strings.HasPrefix(s.last.Header.Get("Authorization"), "SharedKey acct:") {
		t.Errorf("SharedKey: %v", s.last.Header)
	}
	if ask(p, "sas", "GET", "/Tables?$top=1", ""); s.last.URL.RawQuery != "$top=1&"+sas || s.last.Header.Get("Authorization") != "" {
		t.Errorf("SAS: %s", s.last.URL.RawQuery)
	}
	if w := ask(p, "sas", "POST", "/Movies", "{}"); w.Code != 403 || !strings.Contains(w.Body.String(), AccountIsLocked) {
		t.Errorf("a write with a signature that permits none: %d %s", w.Code, w.Body)
	}
	if ask(p, "roles", "GET", "/Tables", ""); s.last.Header.Get("Authorization") != "Bearer "+fakeToken {
		t.Errorf("Entra ID: %v", s.last.Header)
	}
	failing, _ := connection.ParseEntra(s.URL+"/acct", fakeTokens{errors.New("the secret reason")})
	p.accounts["roles"].signs = failing
	if w := ask(p, "roles", "GET", "/Tables", ""); w.Code != 403 || !strings.Contains(w.Body.String(), SignInFailed) || strings.Contains(w.Body.String(), "secret reason") || !strings.Contains(log.String(), "secret reason") {
		t.Errorf("a failed sign-in: %d %s; the log: %s", w.Code, w.Body, log)
	}
}

const fakeToken = "a-token-of-nobody-that-is-long"

type fakeTokens struct{ err error }

func (f fakeTokens) Token(context.Context, string) (string, time.Time, error) {
	return fakeToken, time.Now().Add(time.Hour), f.err
}

// Ensure that a merge comes to Cosmos DB in the form that it takes, and is signed as such, and that the page is told what it is.
func TestProxy_CosmosMerge(t *testing.T) {
	var sent *http.Request
	p, _ := open(t, newService(t), func(c *Config) {
		c.Accounts = []connection.Entry{entry(t, "x", "AccountName=acct;AccountKey="+testKey+";TableEndpoint=https://acct.table.cosmos.azure.com:443/")}
		c.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
			sent = r
			return &http.Response{StatusCode: 204, Header: http.Header{"Etag": {"x"}}, Body: http.NoBody, Request: r}, nil
		})
	})
	if w := ask(p, "x", "MERGE", "/Movies(PartitionKey='a',RowKey='b')", "{}"); w.Code != 204 || sent.Method != "POST" || sent.Header.Get("X-HTTP-Method") != "MERGE" || sent.URL.String() != "https://acct.table.cosmos.azure.com:443/Movies(PartitionKey='a',RowKey='b')" {
		t.Errorf("%d %+v", w.Code, sent)
	}
	if list := p.Accounts(); len(list) != 1 || list[0].Profile != "cosmos" {
		t.Errorf("the page is told of %+v", list)
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// Ensure that a failure inside of the proxy tells no secret, neither to the page nor in the log.
func TestProxy_Panic(t *testing.T) {
	p, log := open(t, newService(t), func(c *Config) {
		c.Transport = roundTripper(func(r *http.Request) (*http.Response, error) { panic("failed with " + testKey) })
	})
	if w := ask(p, "x", "GET", "/Tables", ""); w.Code != 0 || strings.Contains(log.String(), testKey) || !strings.Contains(log.String(), "the proxy failed") {
		t.Errorf("%d; the log: %s", w.Code, log)
	}
}

// Ensure that an error's text ends as one sentence does.
func TestSentence(t *testing.T) {
	for text, want := range map[string]string{"no name": "No name.", "it ends.": "It ends.", "is a part missing?": "Is a part missing?"} {
		if got := sentence(text); got != want {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}
